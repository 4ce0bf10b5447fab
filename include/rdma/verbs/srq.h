/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shared receive queues: one pool of receive buffers for many QPs.
 *
 * Buffers are posted by ib_post_srq_recv() in <rdma/verbs/post.h>, where ib_create_srq()
 * is too. Their completions go to the receive CQ of the QP that took them, or with XRC
 * and tag matching to the SRQ's own CQ.
 */
#ifndef _RDMA_VERBS_SRQ_H
#define _RDMA_VERBS_SRQ_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/bug.h>
#include <linux/types.h>
#include <rdma/restrack.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>

struct ib_cq;
struct ib_device;
struct ib_event;
struct ib_pd;
struct ib_udata;
struct ib_usrq_object;
struct ib_xrcd;

/**
 * enum ib_srq_type - kinds of shared receive queue
 * @IB_SRQT_BASIC: for QPs of one PD
 * @IB_SRQT_XRC: for extended reliable connections
 * @IB_SRQT_TM: matches messages to buffers by their tag
 */
enum ib_srq_type {
	IB_SRQT_BASIC = IB_UVERBS_SRQT_BASIC,
	IB_SRQT_XRC = IB_UVERBS_SRQT_XRC,
	IB_SRQT_TM = IB_UVERBS_SRQT_TM,
};

/**
 * enum ib_srq_attr_mask - what ib_modify_srq() changes
 * @IB_SRQ_MAX_WR: the size of the queue
 * @IB_SRQ_LIMIT: the limit, and arm its event
 */
enum ib_srq_attr_mask {
	IB_SRQ_MAX_WR	= BIT(0),
	IB_SRQ_LIMIT	= BIT(1),
};

/**
 * struct ib_srq_attr - the shape of an SRQ
 * @max_wr: buffers that it has room for
 * @max_sge: pieces that a buffer may have
 * @srq_limit: IB_EVENT_SRQ_LIMIT_REACHED comes once when fewer buffers than this are
 *             left; 0 for never
 */
struct ib_srq_attr {
	u32	max_wr;
	u32	max_sge;
	u32	srq_limit;
};

/**
 * struct ib_srq_init_attr - the SRQ that is wanted
 * @event_handler: called with its events, in any context; may be NULL
 * @srq_context: cookie for that
 * @attr: its shape; what the driver granted, once it exists
 * @srq_type: its kind
 * @ext: for kinds that have a CQ of their own
 * @ext.cq: the CQ
 * @ext.xrc: for IB_SRQT_XRC
 * @ext.xrc.xrcd: the XRC domain
 * @ext.tag_matching: for IB_SRQT_TM
 * @ext.tag_matching.max_num_tags: tags that it has room for
 */
struct ib_srq_init_attr {
	void			(*event_handler)(struct ib_event *event, void *context);
	void			*srq_context;
	struct ib_srq_attr	attr;
	enum ib_srq_type	srq_type;

	struct {
		struct ib_cq	*cq;
		union {
			struct {
				struct ib_xrcd	*xrcd;
			} xrc;
			struct {
				u32		max_num_tags;
			} tag_matching;
		};
	} ext;
};

/**
 * struct ib_srq - a shared receive queue
 * @device: the device; never changes
 * @pd: whose memory its buffers are in; never changes
 * @uobject: user space's handle of it, NULL for an SRQ of the kernel's
 * @event_handler: called with its events
 * @srq_context: cookie for that
 * @srq_type: its kind; never changes
 * @usecnt: QPs that take from it; it cannot be destroyed until they are gone
 * @ext: for kinds that have a CQ of their own
 * @ext.cq: the CQ
 * @ext.xrc: for IB_SRQT_XRC
 * @ext.xrc.xrcd: the XRC domain
 * @ext.xrc.srq_num: the number that goes on the wire
 * @res: the core's resource tracking entry
 */
struct ib_srq {
	struct ib_device	*device;
	struct ib_pd		*pd;
	struct ib_usrq_object	*uobject;
	void			(*event_handler)(struct ib_event *event, void *context);
	void			*srq_context;
	enum ib_srq_type	srq_type;
	atomic_t		usecnt;

	struct {
		struct ib_cq	*cq;
		union {
			struct {
				struct ib_xrcd	*xrcd;
				u32		srq_num;
			} xrc;
		};
	} ext;

	struct rdma_restrack_entry res;
};

/**
 * ib_srq_has_cq() - whether SRQs of a kind have a CQ of their own
 * @srq_type: the kind
 *
 * Context: Any.
 * Return: true if &ib_srq.ext.cq means something.
 */
static inline bool ib_srq_has_cq(enum ib_srq_type srq_type)
{
	switch (srq_type) {
	case IB_SRQT_XRC:
	case IB_SRQT_TM:
		return true;
	default:
		return false;
	}
}

/* ib_create_srq() with user space's handle and data, NULL for an SRQ of the kernel's. */
struct ib_srq *ib_create_srq_user(struct ib_pd *pd,
				  struct ib_srq_init_attr *srq_init_attr,
				  struct ib_usrq_object *uobject,
				  struct ib_udata *udata);

/* Change and ask an SRQ's shape; -EOPNOTSUPP if the driver cannot. */
int ib_modify_srq(struct ib_srq *srq,
		  struct ib_srq_attr *srq_attr,
		  enum ib_srq_attr_mask srq_attr_mask);
int ib_query_srq(struct ib_srq *srq,
		 struct ib_srq_attr *srq_attr);

/* Destroys an SRQ; -EBUSY while QPs use it. */
int ib_destroy_srq_user(struct ib_srq *srq, struct ib_udata *udata);

/**
 * ib_destroy_srq() - destroy an SRQ that ib_create_srq() made
 * @srq: the SRQ; no QP may use it any more
 *
 * To destroy one that is in use is a bug of the caller's, and is warned about.
 *
 * Context: Process context; may sleep.
 */
static inline void ib_destroy_srq(struct ib_srq *srq)
{
	int ret = ib_destroy_srq_user(srq, NULL);

	WARN_ONCE(ret, "a kernel SRQ could not be destroyed: %d", ret);
}

#endif /* _RDMA_VERBS_SRQ_H */
