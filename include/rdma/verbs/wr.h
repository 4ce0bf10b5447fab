/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Work requests: what is posted to send, receive and shared receive queues.
 *
 * Every send request begins with a &struct ib_send_wr; opcodes that need more embed it
 * as the first member of a struct of their own, which drivers get back by rdma_wr(),
 * atomic_wr(), ud_wr() and reg_wr(). Requests and SGE lists are read while posting and
 * belong to the caller again when the call returns; the memory that SGEs name belongs
 * to the device until the completion.
 */
#ifndef _RDMA_VERBS_WR_H
#define _RDMA_VERBS_WR_H

#include <linux/bits.h>
#include <linux/container_of.h>
#include <linux/types.h>
#include <uapi/rdma/ib_user_verbs.h>

struct ib_ah;
struct ib_cqe;
struct ib_mr;

/**
 * enum ib_wr_opcode - what a send request does
 * @IB_WR_RDMA_WRITE: write to the peer's memory
 * @IB_WR_RDMA_WRITE_WITH_IMM: the same, and complete a receive there with immediate data
 * @IB_WR_SEND: send a message into the peer's next receive buffer
 * @IB_WR_SEND_WITH_IMM: the same, with immediate data
 * @IB_WR_RDMA_READ: read from the peer's memory
 * @IB_WR_ATOMIC_CMP_AND_SWP: compare and swap 8 bytes of the peer's memory
 * @IB_WR_ATOMIC_FETCH_AND_ADD: fetch and add to 8 bytes of the peer's memory
 * @IB_WR_BIND_MW: bind a memory window
 * @IB_WR_LSO: send a large UD message that the device cuts to size
 * @IB_WR_SEND_WITH_INV: send, and invalidate a key of the peer's
 * @IB_WR_RDMA_READ_WITH_INV: read, and invalidate the local key of the sink (iWARP)
 * @IB_WR_LOCAL_INV: invalidate a local key
 * @IB_WR_MASKED_ATOMIC_CMP_AND_SWP: compare and swap under masks
 * @IB_WR_MASKED_ATOMIC_FETCH_AND_ADD: fetch and add in fields
 * @IB_WR_FLUSH: make earlier writes visible or persistent at the peer
 * @IB_WR_ATOMIC_WRITE: write 8 bytes at once
 * @IB_WR_REG_MR: register a mapped memory region; kernel only, like all that follow
 * @IB_WR_REG_MR_INTEGRITY: register one with protection information
 * @IB_WR_RESERVED1: first of ten codes for a driver's own use
 */
enum ib_wr_opcode {
	IB_WR_RDMA_WRITE = IB_UVERBS_WR_RDMA_WRITE,
	IB_WR_RDMA_WRITE_WITH_IMM = IB_UVERBS_WR_RDMA_WRITE_WITH_IMM,
	IB_WR_SEND = IB_UVERBS_WR_SEND,
	IB_WR_SEND_WITH_IMM = IB_UVERBS_WR_SEND_WITH_IMM,
	IB_WR_RDMA_READ = IB_UVERBS_WR_RDMA_READ,
	IB_WR_ATOMIC_CMP_AND_SWP = IB_UVERBS_WR_ATOMIC_CMP_AND_SWP,
	IB_WR_ATOMIC_FETCH_AND_ADD = IB_UVERBS_WR_ATOMIC_FETCH_AND_ADD,
	IB_WR_BIND_MW = IB_UVERBS_WR_BIND_MW,
	IB_WR_LSO = IB_UVERBS_WR_TSO,
	IB_WR_SEND_WITH_INV = IB_UVERBS_WR_SEND_WITH_INV,
	IB_WR_RDMA_READ_WITH_INV = IB_UVERBS_WR_RDMA_READ_WITH_INV,
	IB_WR_LOCAL_INV = IB_UVERBS_WR_LOCAL_INV,
	IB_WR_MASKED_ATOMIC_CMP_AND_SWP = IB_UVERBS_WR_MASKED_ATOMIC_CMP_AND_SWP,
	IB_WR_MASKED_ATOMIC_FETCH_AND_ADD = IB_UVERBS_WR_MASKED_ATOMIC_FETCH_AND_ADD,
	IB_WR_FLUSH = IB_UVERBS_WR_FLUSH,
	IB_WR_ATOMIC_WRITE = IB_UVERBS_WR_ATOMIC_WRITE,

	IB_WR_REG_MR = 0x20,
	IB_WR_REG_MR_INTEGRITY,

	IB_WR_RESERVED1 = 0xf0,
	/* private: drivers name theirs after one of these */
	IB_WR_RESERVED2,
	IB_WR_RESERVED3,
	IB_WR_RESERVED4,
	IB_WR_RESERVED5,
	IB_WR_RESERVED6,
	IB_WR_RESERVED7,
	IB_WR_RESERVED8,
	IB_WR_RESERVED9,
	IB_WR_RESERVED10,
};

/**
 * enum ib_send_flags - how a send request is carried out
 * @IB_SEND_FENCE: not before earlier RDMA READs and atomics are done
 * @IB_SEND_SIGNALED: complete it even when it succeeds
 * @IB_SEND_SOLICITED: raise an event at a peer that asked for IB_CQ_SOLICITED
 * @IB_SEND_INLINE: copy the data while posting; lkeys are not looked at
 * @IB_SEND_IP_CSUM: fill in the IP and the TCP or UDP checksum
 * @IB_SEND_RESERVED_START: first bit for a driver's own use
 * @IB_SEND_RESERVED_END: last bit for a driver's own use
 */
enum ib_send_flags {
	IB_SEND_FENCE		= 1,
	IB_SEND_SIGNALED	= 1 << 1,
	IB_SEND_SOLICITED	= 1 << 2,
	IB_SEND_INLINE		= 1 << 3,
	IB_SEND_IP_CSUM		= 1 << 4,

	IB_SEND_RESERVED_START	= 1 << 26,
	IB_SEND_RESERVED_END	= 1 << 31,
};

/**
 * struct ib_sge - one piece of a buffer
 * @addr: where it starts: a DMA address under the PD's local_dma_lkey, else within the
 *        region of @lkey; a kernel pointer for inline data
 * @length: bytes
 * @lkey: the key that allows the device to go there
 */
struct ib_sge {
	u64	addr;
	u32	length;
	u32	lkey;
};

/**
 * struct ib_send_wr - what all send requests have
 * @next: the request to post after it, NULL for the last
 * @wr_id: cookie for the completion, on CQs that their owner polls
 * @wr_cqe: callback for the completion, on CQs that the core polls
 * @sg_list: the buffer
 * @num_sge: pieces in it
 * @opcode: what to do
 * @send_flags: a mask of &enum ib_send_flags
 * @ex: what travels with it
 * @ex.imm_data: immediate data, in network byte order
 * @ex.invalidate_rkey: the key to invalidate, there or here
 */
struct ib_send_wr {
	struct ib_send_wr	*next;
	union {
		u64		wr_id;
		struct ib_cqe	*wr_cqe;
	};
	struct ib_sge		*sg_list;
	int			num_sge;
	enum ib_wr_opcode	opcode;
	int			send_flags;
	union {
		__be32		imm_data;
		u32		invalidate_rkey;
	} ex;
};

/**
 * struct ib_rdma_wr - RDMA READ, RDMA WRITE
 * @wr: the common part
 * @remote_addr: where in the peer's region
 * @rkey: the key to it
 */
struct ib_rdma_wr {
	struct ib_send_wr	wr;
	u64			remote_addr;
	u32			rkey;
};

/**
 * struct ib_atomic_wr - atomics of 8 bytes; the SGE gets the value from before
 * @wr: the common part
 * @remote_addr: where in the peer's region, a multiple of 8
 * @compare_add: what to compare with, or to add
 * @swap: what to put in its place
 * @compare_add_mask: bits to compare, or the top bit of each field to add to (masked)
 * @swap_mask: bits to replace (masked)
 * @rkey: the key to the region
 */
struct ib_atomic_wr {
	struct ib_send_wr	wr;
	u64			remote_addr;
	u64			compare_add;
	u64			swap;
	u64			compare_add_mask;
	u64			swap_mask;
	u32			rkey;
};

/**
 * struct ib_ud_wr - a datagram
 * @wr: the common part
 * @ah: whom to; must live until the completion
 * @header: headers to repeat in front of each piece (IB_WR_LSO)
 * @hlen: their length in bytes
 * @mss: payload of a piece, in bytes
 * @remote_qpn: the receiving QP's number
 * @remote_qkey: its Q_Key; with the top bit set, the sending QP's own is used
 * @pkey_index: P_Key to send under, on the GSI QP only
 * @port_num: port to send from, for directed route SMPs on switches only
 */
struct ib_ud_wr {
	struct ib_send_wr	wr;
	struct ib_ah		*ah;
	void			*header;
	int			hlen;
	int			mss;
	u32			remote_qpn;
	u32			remote_qkey;
	u16			pkey_index;
	u32			port_num;
};

/**
 * struct ib_reg_wr - registration of a memory region
 * @wr: the common part
 * @mr: the region, as ib_map_mr_sg() left it; not to be mapped again before the completion
 * @key: its lkey or rkey, with the low 8 bits as they shall be from now on
 * @access: what the key allows, a mask of &enum ib_access_flags
 */
struct ib_reg_wr {
	struct ib_send_wr	wr;
	struct ib_mr		*mr;
	u32			key;
	int			access;
};

/**
 * struct ib_recv_wr - a buffer for one message
 * @next: the request to post after it, NULL for the last
 * @wr_id: cookie for the completion, on CQs that their owner polls
 * @wr_cqe: callback for the completion, on CQs that the core polls
 * @sg_list: the buffer
 * @num_sge: pieces in it
 */
struct ib_recv_wr {
	struct ib_recv_wr	*next;
	union {
		u64		wr_id;
		struct ib_cqe	*wr_cqe;
	};
	struct ib_sge		*sg_list;
	int			num_sge;
};

/**
 * rdma_wr() - what an RDMA READ or WRITE request is embedded in
 * @wr: its common part
 *
 * Context: Any.
 * Return: the whole request.
 */
static inline const struct ib_rdma_wr *rdma_wr(const struct ib_send_wr *wr)
{
	return container_of(wr, struct ib_rdma_wr, wr);
}

/**
 * atomic_wr() - what an atomic request is embedded in
 * @wr: its common part
 *
 * Context: Any.
 * Return: the whole request.
 */
static inline const struct ib_atomic_wr *atomic_wr(const struct ib_send_wr *wr)
{
	return container_of(wr, struct ib_atomic_wr, wr);
}

/**
 * ud_wr() - what a datagram request is embedded in
 * @wr: its common part
 *
 * Context: Any.
 * Return: the whole request.
 */
static inline const struct ib_ud_wr *ud_wr(const struct ib_send_wr *wr)
{
	return container_of(wr, struct ib_ud_wr, wr);
}

/**
 * reg_wr() - what a registration request is embedded in
 * @wr: its common part
 *
 * Context: Any.
 * Return: the whole request.
 */
static inline const struct ib_reg_wr *reg_wr(const struct ib_send_wr *wr)
{
	return container_of(wr, struct ib_reg_wr, wr);
}

#endif /* _RDMA_VERBS_WR_H */
