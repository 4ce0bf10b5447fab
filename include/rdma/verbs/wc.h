/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Work completions: how one posted work request ended.
 */
#ifndef _RDMA_VERBS_WC_H
#define _RDMA_VERBS_WC_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/if_ether.h>
#include <linux/types.h>
#include <uapi/rdma/ib_user_verbs.h>

struct ib_cq;
struct ib_qp;
struct ib_wc;

/**
 * enum ib_wc_status - why a work request ended
 * @IB_WC_SUCCESS: it did what it should
 * @IB_WC_LOC_LEN_ERR: the data does not fit the buffer, or is longer than a message may be
 * @IB_WC_LOC_QP_OP_ERR: the QP cannot do what the request asks
 * @IB_WC_LOC_EEC_OP_ERR: the same of an end-to-end context (reliable datagrams)
 * @IB_WC_LOC_PROT_ERR: an SGE's lkey does not allow the access
 * @IB_WC_WR_FLUSH_ERR: never tried, since the QP went into the error state before
 * @IB_WC_MW_BIND_ERR: a memory window could not be bound
 * @IB_WC_BAD_RESP_ERR: the responder sent something that makes no sense
 * @IB_WC_LOC_ACCESS_ERR: an RDMA WRITE with immediate data failed on a local buffer
 * @IB_WC_REM_INV_REQ_ERR: the responder says that the request was malformed
 * @IB_WC_REM_ACCESS_ERR: the responder's rkey does not allow the access
 * @IB_WC_REM_OP_ERR: the responder failed to complete the request
 * @IB_WC_RETRY_EXC_ERR: no answer, however often it was sent
 * @IB_WC_RNR_RETRY_EXC_ERR: the responder had no receive buffer, however often it was tried
 * @IB_WC_LOC_RDD_VIOL_ERR: reliable datagram domains of QP and context differ
 * @IB_WC_REM_INV_RD_REQ_ERR: the responder refused a reliable datagram
 * @IB_WC_REM_ABORT_ERR: the requester suspended its QP in mid-request
 * @IB_WC_INV_EECN_ERR: no such end-to-end context
 * @IB_WC_INV_EEC_STATE_ERR: an end-to-end context in the wrong state
 * @IB_WC_FATAL_ERR: the device or its driver broke
 * @IB_WC_RESP_TIMEOUT_ERR: a MAD got no response in time (MAD layer only)
 * @IB_WC_GENERAL_ERR: anything else
 *
 * With any other status than IB_WC_SUCCESS, a completion has only its wr_id or wr_cqe,
 * status, qp and vendor_err.
 */
enum ib_wc_status {
	IB_WC_SUCCESS,
	IB_WC_LOC_LEN_ERR,
	IB_WC_LOC_QP_OP_ERR,
	IB_WC_LOC_EEC_OP_ERR,
	IB_WC_LOC_PROT_ERR,
	IB_WC_WR_FLUSH_ERR,
	IB_WC_MW_BIND_ERR,
	IB_WC_BAD_RESP_ERR,
	IB_WC_LOC_ACCESS_ERR,
	IB_WC_REM_INV_REQ_ERR,
	IB_WC_REM_ACCESS_ERR,
	IB_WC_REM_OP_ERR,
	IB_WC_RETRY_EXC_ERR,
	IB_WC_RNR_RETRY_EXC_ERR,
	IB_WC_LOC_RDD_VIOL_ERR,
	IB_WC_REM_INV_RD_REQ_ERR,
	IB_WC_REM_ABORT_ERR,
	IB_WC_INV_EECN_ERR,
	IB_WC_INV_EEC_STATE_ERR,
	IB_WC_FATAL_ERR,
	IB_WC_RESP_TIMEOUT_ERR,
	IB_WC_GENERAL_ERR
};

/**
 * enum ib_wc_opcode - what a completed work request was
 * @IB_WC_SEND: a send, with or without immediate data or invalidation
 * @IB_WC_RDMA_WRITE: an RDMA WRITE, with immediate data or without
 * @IB_WC_RDMA_READ: an RDMA READ, with invalidation or without
 * @IB_WC_COMP_SWAP: an atomic compare and swap
 * @IB_WC_FETCH_ADD: an atomic fetch and add
 * @IB_WC_BIND_MW: the binding of a memory window
 * @IB_WC_LOCAL_INV: an invalidation of a local key
 * @IB_WC_LSO: a large send, cut up by the device
 * @IB_WC_ATOMIC_WRITE: an atomic write of 8 bytes
 * @IB_WC_REG_MR: a registration of a memory region
 * @IB_WC_MASKED_COMP_SWAP: a compare and swap under masks
 * @IB_WC_MASKED_FETCH_ADD: a fetch and add in fields
 * @IB_WC_FLUSH: a flush of remote memory
 * @IB_WC_RECV: a receive; this is a bit that all receives have and nothing else has
 * @IB_WC_RECV_RDMA_WITH_IMM: a receive that an RDMA WRITE with immediate data took
 */
enum ib_wc_opcode {
	IB_WC_SEND = IB_UVERBS_WC_SEND,
	IB_WC_RDMA_WRITE = IB_UVERBS_WC_RDMA_WRITE,
	IB_WC_RDMA_READ = IB_UVERBS_WC_RDMA_READ,
	IB_WC_COMP_SWAP = IB_UVERBS_WC_COMP_SWAP,
	IB_WC_FETCH_ADD = IB_UVERBS_WC_FETCH_ADD,
	IB_WC_BIND_MW = IB_UVERBS_WC_BIND_MW,
	IB_WC_LOCAL_INV = IB_UVERBS_WC_LOCAL_INV,
	IB_WC_LSO = IB_UVERBS_WC_TSO,
	IB_WC_ATOMIC_WRITE = IB_UVERBS_WC_ATOMIC_WRITE,
	IB_WC_REG_MR,
	IB_WC_MASKED_COMP_SWAP,
	IB_WC_MASKED_FETCH_ADD,
	IB_WC_FLUSH = IB_UVERBS_WC_FLUSH,
	IB_WC_RECV = BIT(7),
	IB_WC_RECV_RDMA_WITH_IMM
};

/**
 * enum ib_wc_flags - which fields of a completion say something
 * @IB_WC_GRH: 40 bytes of &union rdma_network_hdr are in front of the data
 * @IB_WC_WITH_IMM: &ib_wc.ex holds immediate data
 * @IB_WC_WITH_INVALIDATE: &ib_wc.ex holds the key that the sender invalidated
 * @IB_WC_IP_CSUM_OK: the device found IP and TCP or UDP checksums right
 * @IB_WC_WITH_SMAC: &ib_wc.smac is set
 * @IB_WC_WITH_VLAN: &ib_wc.vlan_id is set
 * @IB_WC_WITH_NETWORK_HDR_TYPE: &ib_wc.network_hdr_type is set
 */
enum ib_wc_flags {
	IB_WC_GRH			= BIT(0),
	IB_WC_WITH_IMM			= BIT(1),
	IB_WC_WITH_INVALIDATE		= BIT(2),
	IB_WC_IP_CSUM_OK		= BIT(3),
	IB_WC_WITH_SMAC			= BIT(4),
	IB_WC_WITH_VLAN			= BIT(5),
	IB_WC_WITH_NETWORK_HDR_TYPE	= BIT(6),
};

/**
 * struct ib_cqe - whom to call when a work request has completed
 * @done: called once for each completion, in the CQ's polling context; it may post
 *        again and may free what contains this struct
 *
 * Embed it in the request's own data and point the work request's wr_cqe at it, for
 * CQs that come from ib_alloc_cq() or ib_cq_pool_get().
 */
struct ib_cqe {
	void (*done)(struct ib_cq *cq, struct ib_wc *wc);
};

/**
 * struct ib_wc - a work completion
 * @wr_id: the work request's cookie, on CQs that their owner polls
 * @wr_cqe: the work request's callback, on CQs that the core polls
 * @status: how it ended
 * @opcode: what it was
 * @vendor_err: the device's own error code
 * @byte_len: bytes received, a GRH included, or read
 * @qp: the QP it was posted to
 * @ex: what came with the message, as @wc_flags says
 * @ex.imm_data: immediate data, in network byte order
 * @ex.invalidate_rkey: the key that the sender invalidated
 * @src_qp: the sending QP's number (UD)
 * @slid: the sender's LID
 * @wc_flags: a mask of &enum ib_wc_flags
 * @pkey_index: which P_Key it came under (GSI)
 * @sl: the service level it came with
 * @dlid_path_bits: low bits of the LID that it was sent to
 * @port_num: the port it came in by, for directed route SMPs on switches only
 * @smac: the sender's MAC address
 * @vlan_id: the VLAN it came in
 * @network_hdr_type: what the 40 bytes in front are, one of &enum rdma_network_type
 */
struct ib_wc {
	union {
		u64		wr_id;
		struct ib_cqe	*wr_cqe;
	};
	enum ib_wc_status	status;
	enum ib_wc_opcode	opcode;
	u32			vendor_err;
	u32			byte_len;
	struct ib_qp		*qp;
	union {
		__be32		imm_data;
		u32		invalidate_rkey;
	} ex;
	u32			src_qp;
	u32			slid;
	int			wc_flags;
	u16			pkey_index;
	u8			sl;
	u8			dlid_path_bits;
	u32			port_num;
	u8			smac[ETH_ALEN];
	u16			vlan_id;
	u8			network_hdr_type;
};

/* A status in words, "unrecognized status" for an unknown one; a constant. */
const char *__attribute_const__ ib_wc_status_msg(enum ib_wc_status status);

#endif /* _RDMA_VERBS_WC_H */
