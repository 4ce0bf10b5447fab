/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Completion counters: objects that count a QP's completions in place of queueing them.
 *
 * A counter has two entries, one for requests that succeeded and one for those that
 * failed. User space creates it, attaches it to QPs for some kinds of operation, and
 * reads or sets it through uverbs.
 */
#ifndef _RDMA_VERBS_COMP_CNTR_H
#define _RDMA_VERBS_COMP_CNTR_H

#include <linux/atomic.h>
#include <linux/types.h>
#include <rdma/restrack.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>

struct ib_device;
struct ib_uobject;

/**
 * enum ib_qp_attach_comp_cntr_op - what a QP's counter counts; one bit each
 * @IB_QP_ATTACH_COMP_CNTR_OP_SEND: sends
 * @IB_QP_ATTACH_COMP_CNTR_OP_RECV: receives
 * @IB_QP_ATTACH_COMP_CNTR_OP_RDMA_READ: RDMA READs that this side asked for
 * @IB_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_READ: RDMA READs that the peer asked for
 * @IB_QP_ATTACH_COMP_CNTR_OP_RDMA_WRITE: RDMA WRITEs from this side
 * @IB_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_WRITE: RDMA WRITEs from the peer
 */
enum ib_qp_attach_comp_cntr_op {
	IB_QP_ATTACH_COMP_CNTR_OP_SEND = IB_UVERBS_QP_ATTACH_COMP_CNTR_OP_SEND,
	IB_QP_ATTACH_COMP_CNTR_OP_RECV = IB_UVERBS_QP_ATTACH_COMP_CNTR_OP_RECV,
	IB_QP_ATTACH_COMP_CNTR_OP_RDMA_READ = IB_UVERBS_QP_ATTACH_COMP_CNTR_OP_RDMA_READ,
	IB_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_READ =
		IB_UVERBS_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_READ,
	IB_QP_ATTACH_COMP_CNTR_OP_RDMA_WRITE = IB_UVERBS_QP_ATTACH_COMP_CNTR_OP_RDMA_WRITE,
	IB_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_WRITE =
		IB_UVERBS_QP_ATTACH_COMP_CNTR_OP_REMOTE_RDMA_WRITE,
};

/**
 * enum ib_comp_cntr_entry - which of a counter's two numbers
 * @IB_COMP_CNTR_ENTRY_COMP: completions with success
 * @IB_COMP_CNTR_ENTRY_ERR: completions in error
 */
enum ib_comp_cntr_entry {
	IB_COMP_CNTR_ENTRY_COMP = IB_UVERBS_COMP_CNTR_ENTRY_COMP,
	IB_COMP_CNTR_ENTRY_ERR = IB_UVERBS_COMP_CNTR_ENTRY_ERR,
};

/**
 * enum ib_comp_cntr_modify_op - how a counter's number is changed
 * @IB_COMP_CNTR_MODIFY_OP_SET: it becomes the value given
 * @IB_COMP_CNTR_MODIFY_OP_INC: the value given is added
 */
enum ib_comp_cntr_modify_op {
	IB_COMP_CNTR_MODIFY_OP_SET = IB_UVERBS_COMP_CNTR_MODIFY_OP_SET,
	IB_COMP_CNTR_MODIFY_OP_INC = IB_UVERBS_COMP_CNTR_MODIFY_OP_INC,
};

/**
 * struct ib_comp_cntr_caps - what a device's completion counters can do
 * @max_value: where they stop counting
 * @max_counters: how many can exist; 0 if the device has none
 * @supported_qp_attach_ops: what they can count, a mask of &enum ib_qp_attach_comp_cntr_op
 */
struct ib_comp_cntr_caps {
	u64 max_value;
	u32 max_counters;
	u32 supported_qp_attach_ops;
};

/**
 * struct ib_comp_cntr - a completion counter
 * @device: the device that counts; never changes
 * @uobject: user space's handle of it
 * @usecnt: QPs that it is attached to; it cannot be destroyed until they are gone
 * @res: the core's resource tracking entry
 */
struct ib_comp_cntr {
	struct ib_device *device;
	struct ib_uobject *uobject;
	atomic_t usecnt;
	struct rdma_restrack_entry res;
};

/**
 * struct ib_qp_attach_comp_cntr_attr - how a counter is attached to a QP
 * @op_mask: what to count there, a mask of &enum ib_qp_attach_comp_cntr_op
 */
struct ib_qp_attach_comp_cntr_attr {
	u32 op_mask;
};

#endif /* _RDMA_VERBS_COMP_CNTR_H */
