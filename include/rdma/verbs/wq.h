/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Work queues without a pair, and the tables by which a QP spreads packets over them
 * (receive side scaling).
 */
#ifndef _RDMA_VERBS_WQ_H
#define _RDMA_VERBS_WQ_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/types.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>
#include <uapi/rdma/ib_user_verbs.h>

struct ib_cq;
struct ib_device;
struct ib_event;
struct ib_pd;
struct ib_udata;
struct ib_uobject;
struct ib_uwq_object;

/**
 * enum ib_raw_packet_caps - what raw packet queues of a device can do
 * @IB_RAW_PACKET_CAP_CVLAN_STRIPPING: take the C-VLAN tag off and put it in the completion
 * @IB_RAW_PACKET_CAP_SCATTER_FCS: store the frame's checksum behind it
 * @IB_RAW_PACKET_CAP_IP_CSUM: make and check IP, TCP and UDP checksums
 * @IB_RAW_PACKET_CAP_DELAY_DROP: hold packets for a while when no buffer is posted
 */
enum ib_raw_packet_caps {
	IB_RAW_PACKET_CAP_CVLAN_STRIPPING = IB_UVERBS_RAW_PACKET_CAP_CVLAN_STRIPPING,
	IB_RAW_PACKET_CAP_SCATTER_FCS = IB_UVERBS_RAW_PACKET_CAP_SCATTER_FCS,
	IB_RAW_PACKET_CAP_IP_CSUM = IB_UVERBS_RAW_PACKET_CAP_IP_CSUM,
	IB_RAW_PACKET_CAP_DELAY_DROP = IB_UVERBS_RAW_PACKET_CAP_DELAY_DROP,
};

/**
 * enum ib_wq_type - kinds of work queue
 * @IB_WQT_RQ: receive queue
 */
enum ib_wq_type {
	IB_WQT_RQ = IB_UVERBS_WQT_RQ,
};

/**
 * enum ib_wq_state - a work queue's states
 * @IB_WQS_RESET: as created
 * @IB_WQS_RDY: works
 * @IB_WQS_ERR: flushes
 */
enum ib_wq_state {
	IB_WQS_RESET,
	IB_WQS_RDY,
	IB_WQS_ERR
};

/**
 * enum ib_wq_flags - how a work queue treats packets
 * @IB_WQ_FLAGS_CVLAN_STRIPPING: takes the C-VLAN tag off
 * @IB_WQ_FLAGS_SCATTER_FCS: stores the frame's checksum, too
 * @IB_WQ_FLAGS_DELAY_DROP: holds packets for a while when no buffer is posted
 * @IB_WQ_FLAGS_PCI_WRITE_END_PADDING: pads its writes to whole cache lines
 */
enum ib_wq_flags {
	IB_WQ_FLAGS_CVLAN_STRIPPING	= IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING,
	IB_WQ_FLAGS_SCATTER_FCS		= IB_UVERBS_WQ_FLAGS_SCATTER_FCS,
	IB_WQ_FLAGS_DELAY_DROP		= IB_UVERBS_WQ_FLAGS_DELAY_DROP,
	IB_WQ_FLAGS_PCI_WRITE_END_PADDING = IB_UVERBS_WQ_FLAGS_PCI_WRITE_END_PADDING,
};

/**
 * struct ib_wq - a work queue
 * @device: the device; never changes
 * @uobject: user space's handle of it
 * @wq_context: cookie for @event_handler
 * @event_handler: called with its events
 * @pd: its PD; never changes
 * @cq: where its requests complete; never changes
 * @wq_num: its number
 * @state: its state
 * @wq_type: its kind; never changes
 * @usecnt: tables that it is in; it cannot be destroyed until they are gone
 */
struct ib_wq {
	struct ib_device	*device;
	struct ib_uwq_object	*uobject;
	void			*wq_context;
	void			(*event_handler)(struct ib_event *event, void *context);
	struct ib_pd		*pd;
	struct ib_cq		*cq;
	u32			wq_num;
	enum ib_wq_state	state;
	enum ib_wq_type		wq_type;
	atomic_t		usecnt;
};

/**
 * struct ib_wq_init_attr - the work queue that is wanted
 * @wq_context: cookie for @event_handler
 * @wq_type: its kind
 * @max_wr: requests that may be outstanding
 * @max_sge: pieces in a request's buffer
 * @cq: where its requests complete
 * @event_handler: called with its events; may be NULL
 * @create_flags: a mask of &enum ib_wq_flags
 */
struct ib_wq_init_attr {
	void			*wq_context;
	enum ib_wq_type		wq_type;
	u32			max_wr;
	u32			max_sge;
	struct ib_cq		*cq;
	void			(*event_handler)(struct ib_event *event, void *context);
	u32			create_flags;
};

/**
 * enum ib_wq_attr_mask - which members of &struct ib_wq_attr are meant
 * @IB_WQ_STATE: wq_state
 * @IB_WQ_CUR_STATE: curr_wq_state
 * @IB_WQ_FLAGS: flags and flags_mask
 */
enum ib_wq_attr_mask {
	IB_WQ_STATE		= BIT(0),
	IB_WQ_CUR_STATE		= BIT(1),
	IB_WQ_FLAGS		= BIT(2),
};

/**
 * struct ib_wq_attr - attributes of a work queue
 * @wq_state: the state to go to
 * @curr_wq_state: the state that it is thought to be in
 * @flags: new values of those &enum ib_wq_flags that @flags_mask has
 * @flags_mask: the flags that change
 */
struct ib_wq_attr {
	enum ib_wq_state	wq_state;
	enum ib_wq_state	curr_wq_state;
	u32			flags;
	u32			flags_mask;
};

/**
 * struct ib_rwq_ind_table - a table of receive queues, indexed by a packet's hash
 * @device: the device; never changes
 * @uobject: user space's handle of it
 * @usecnt: QPs that use it; it cannot be destroyed until they are gone
 * @ind_tbl_num: its number
 * @log_ind_tbl_size: it has 1 << this many entries
 * @ind_tbl: the queues
 */
struct ib_rwq_ind_table {
	struct ib_device	*device;
	struct ib_uobject	*uobject;
	atomic_t		usecnt;
	u32			ind_tbl_num;
	u32			log_ind_tbl_size;
	struct ib_wq		**ind_tbl;
};

/**
 * struct ib_rwq_ind_table_init_attr - the table that is wanted
 * @log_ind_tbl_size: it shall have 1 << this many entries
 * @ind_tbl: the queues to put in
 */
struct ib_rwq_ind_table_init_attr {
	u32			log_ind_tbl_size;
	struct ib_wq		**ind_tbl;
};

/* A work queue, or ERR_PTR(); and its end: -EBUSY while tables use it. */
struct ib_wq *ib_create_wq(struct ib_pd *pd,
			   struct ib_wq_init_attr *init_attr);
int ib_destroy_wq_user(struct ib_wq *wq, struct ib_udata *udata);

#endif /* _RDMA_VERBS_WQ_H */
