/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a queue pair is created with.
 */
#ifndef _RDMA_VERBS_QP_INIT_H
#define _RDMA_VERBS_QP_INIT_H

#include <linux/types.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>
#include <uapi/rdma/ib_user_verbs.h>

struct ib_cq;
struct ib_event;
struct ib_rwq_ind_table;
struct ib_srq;
struct ib_xrcd;

/**
 * enum ib_sig_type - which send requests complete
 * @IB_SIGNAL_ALL_WR: all
 * @IB_SIGNAL_REQ_WR: those with IB_SEND_SIGNALED, and those that fail
 */
enum ib_sig_type {
	IB_SIGNAL_ALL_WR,
	IB_SIGNAL_REQ_WR
};

/**
 * enum ib_qp_type - kinds of queue pair
 * @IB_QPT_SMI: QP 0, for subnet management; the MAD layer counts on this being 0
 * @IB_QPT_GSI: QP 1, for general services; the MAD layer counts on this being 1
 * @IB_QPT_RC: reliable connection
 * @IB_QPT_UC: unreliable connection
 * @IB_QPT_UD: unreliable datagrams
 * @IB_QPT_RAW_IPV6: raw IPv6 datagrams
 * @IB_QPT_RAW_ETHERTYPE: raw packets with an EtherType
 * @IB_QPT_RAW_PACKET: whole Ethernet frames
 * @IB_QPT_XRC_INI: extended reliable connection, the side that sends
 * @IB_QPT_XRC_TGT: extended reliable connection, the side that receives
 * @IB_QPT_MAX: first number behind the kinds that the core knows
 * @IB_QPT_DRIVER: what a driver says it is
 * @IB_QPT_RESERVED1: first of ten numbers for use inside a driver
 */
enum ib_qp_type {
	IB_QPT_SMI,
	IB_QPT_GSI,

	IB_QPT_RC = IB_UVERBS_QPT_RC,
	IB_QPT_UC = IB_UVERBS_QPT_UC,
	IB_QPT_UD = IB_UVERBS_QPT_UD,
	IB_QPT_RAW_IPV6,
	IB_QPT_RAW_ETHERTYPE,
	IB_QPT_RAW_PACKET = IB_UVERBS_QPT_RAW_PACKET,
	IB_QPT_XRC_INI = IB_UVERBS_QPT_XRC_INI,
	IB_QPT_XRC_TGT = IB_UVERBS_QPT_XRC_TGT,
	IB_QPT_MAX,
	IB_QPT_DRIVER = IB_UVERBS_QPT_DRIVER,

	IB_QPT_RESERVED1 = 0x1000,
	/* private: the core never sees any of them */
	IB_QPT_RESERVED2,
	IB_QPT_RESERVED3,
	IB_QPT_RESERVED4,
	IB_QPT_RESERVED5,
	IB_QPT_RESERVED6,
	IB_QPT_RESERVED7,
	IB_QPT_RESERVED8,
	IB_QPT_RESERVED9,
	IB_QPT_RESERVED10,
};

/**
 * enum ib_qp_create_flags - what a QP is to be able to do
 * @IB_QP_CREATE_IPOIB_UD_LSO: large sends for IPoIB
 * @IB_QP_CREATE_BLOCK_MULTICAST_LOOPBACK: do not receive its own multicasts
 * @IB_QP_CREATE_CROSS_CHANNEL: wait for the completions of other QPs
 * @IB_QP_CREATE_MANAGED_SEND: another QP starts its sends
 * @IB_QP_CREATE_MANAGED_RECV: another QP starts its receives
 * @IB_QP_CREATE_NETIF_QP: steer flows to it for a network interface
 * @IB_QP_CREATE_INTEGRITY_EN: registrations with protection information
 * @IB_QP_CREATE_NETDEV_USE: a netdev of the driver's will use it
 * @IB_QP_CREATE_SCATTER_FCS: frames are received with their checksum
 * @IB_QP_CREATE_CVLAN_STRIPPING: frames are received without their C-VLAN tag
 * @IB_QP_CREATE_SOURCE_QPN: &ib_qp_init_attr.source_qpn is set
 * @IB_QP_CREATE_PCI_WRITE_END_PADDING: the device pads its writes to whole cache lines
 * @IB_QP_CREATE_RESERVED_START: first bit for use inside a driver
 * @IB_QP_CREATE_RESERVED_END: last bit for use inside a driver
 */
enum ib_qp_create_flags {
	IB_QP_CREATE_IPOIB_UD_LSO		= 1 << 0,
	IB_QP_CREATE_BLOCK_MULTICAST_LOOPBACK	=
		IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK,
	IB_QP_CREATE_CROSS_CHANNEL		= 1 << 2,
	IB_QP_CREATE_MANAGED_SEND		= 1 << 3,
	IB_QP_CREATE_MANAGED_RECV		= 1 << 4,
	IB_QP_CREATE_NETIF_QP			= 1 << 5,
	IB_QP_CREATE_INTEGRITY_EN		= 1 << 6,
	IB_QP_CREATE_NETDEV_USE			= 1 << 7,
	IB_QP_CREATE_SCATTER_FCS		= IB_UVERBS_QP_CREATE_SCATTER_FCS,
	IB_QP_CREATE_CVLAN_STRIPPING		= IB_UVERBS_QP_CREATE_CVLAN_STRIPPING,
	IB_QP_CREATE_SOURCE_QPN			= 1 << 10,
	IB_QP_CREATE_PCI_WRITE_END_PADDING	=
		IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING,

	IB_QP_CREATE_RESERVED_START		= 1 << 26,
	IB_QP_CREATE_RESERVED_END		= 1 << 31,
};

/**
 * struct ib_qp_cap - how large a QP is
 * @max_send_wr: send requests that may be outstanding
 * @max_recv_wr: receive requests that may be outstanding; 0 with an SRQ
 * @max_send_sge: pieces in the buffer of a send request
 * @max_recv_sge: pieces in the buffer of a receive request
 * @max_inline_data: bytes that a request may carry with IB_SEND_INLINE
 * @max_rdma_ctxs: R/W API contexts (&struct rdma_rw_ctx) in flight at a time; the core
 *                 adds the requests and regions that they take
 */
struct ib_qp_cap {
	u32	max_send_wr;
	u32	max_recv_wr;
	u32	max_send_sge;
	u32	max_recv_sge;
	u32	max_inline_data;
	u32	max_rdma_ctxs;
};

/**
 * struct ib_qp_init_attr - the QP that is wanted
 * @event_handler: called with its events, in process context; it must not destroy or
 *                 close the QP; may be NULL
 * @qp_context: cookie for that
 * @send_cq: where sends complete
 * @recv_cq: where receives complete
 * @srq: where to take receive buffers from, NULL for its own receive queue
 * @xrcd: its XRC domain (IB_QPT_XRC_TGT)
 * @cap: its size; what the driver granted, once it exists
 * @sq_sig_type: which send requests complete
 * @qp_type: its kind
 * @create_flags: a mask of &enum ib_qp_create_flags
 * @port_num: its port, for QPs 0 and 1 and to size the R/W API's contexts
 * @rwq_ind_tbl: receive queues to spread packets over, in place of one of its own
 * @source_qpn: QP number to send under, with IB_QP_CREATE_SOURCE_QPN
 */
struct ib_qp_init_attr {
	void			(*event_handler)(struct ib_event *event, void *context);
	void			*qp_context;
	struct ib_cq		*send_cq;
	struct ib_cq		*recv_cq;
	struct ib_srq		*srq;
	struct ib_xrcd		*xrcd;
	struct ib_qp_cap	cap;
	enum ib_sig_type	sq_sig_type;
	enum ib_qp_type		qp_type;
	u32			create_flags;
	u32			port_num;
	struct ib_rwq_ind_table	*rwq_ind_tbl;
	u32			source_qpn;
};

/**
 * struct ib_qp_open_attr - which shared QP to open
 * @event_handler: called with its events, for this handle; may be NULL
 * @qp_context: cookie for that
 * @qp_num: its number
 * @qp_type: its kind, IB_QPT_XRC_TGT
 */
struct ib_qp_open_attr {
	void			(*event_handler)(struct ib_event *event, void *context);
	void			*qp_context;
	u32			qp_num;
	enum ib_qp_type		qp_type;
};

#endif /* _RDMA_VERBS_QP_INIT_H */
