/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Queue pairs: a send queue, a receive queue and the end of a connection.
 *
 * Work is posted by ib_post_send() and ib_post_recv() in <rdma/verbs/post.h>.
 */
#ifndef _RDMA_VERBS_QP_H
#define _RDMA_VERBS_QP_H

#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/xarray.h>
#include <rdma/restrack.h>
#include <rdma/verbs/qp_attr.h>
#include <rdma/verbs/qp_init.h>
#include <rdma/verbs/qp_security.h>

struct ib_device;
struct ib_pd;
struct ib_udata;
struct ib_uqp_object;
struct rdma_counter;

/**
 * struct ib_qp - a queue pair
 * @device: the device; never changes
 * @pd: its PD; NULL for IB_QPT_XRC_TGT
 * @send_cq: where sends complete
 * @recv_cq: where receives complete
 * @mr_lock: guards @mrs_used and both lists of regions
 * @mrs_used: regions taken from the lists
 * @rdma_mrs: pool of regions for the R/W API
 * @sig_mrs: pool of regions with protection information
 * @srq: where its receive buffers come from, NULL for its own receive queue
 * @srq_completion: completed with IB_EVENT_QP_LAST_WQE_REACHED, for the drain
 * @xrcd: its XRC domain (IB_QPT_XRC_TGT)
 * @xrcd_list: its place in that domain
 * @comp_cntrs: completion counters on it, by the operations that they count
 * @comp_cntr_op_mask: the operations that have a counter
 * @usecnt: opened handles, multicast groups and flows; it cannot be destroyed until they
 *          are gone
 * @open_list: all handles of a shared QP; guarded by the device's qp_open_list_lock
 * @real_qp: the QP behind a handle, or this one
 * @uobject: user space's handle of it, NULL for a QP of the kernel's
 * @event_handler: called with events by the driver
 * @registered_event_handler: called with events by the core, as the consumer gave it
 * @qp_context: cookie for that
 * @av_sgid_attr: the GID its path starts from, with a reference
 * @alt_path_sgid_attr: the GID its alternate path starts from, with a reference
 * @qp_num: its number
 * @max_write_sge: pieces that an RDMA WRITE can gather
 * @max_read_sge: pieces that an RDMA READ can scatter
 * @qp_type: its kind; never changes
 * @rwq_ind_tbl: receive queues that it spreads packets over, NULL for none
 * @qp_sec: its security, NULL for none
 * @port: its port, 0 while there is none
 * @integrity_en: may register regions with protection information
 * @res: the core's resource tracking entry
 * @counter: the statistic counter that it is bound to, NULL for none
 */
struct ib_qp {
	struct ib_device	*device;
	struct ib_pd		*pd;
	struct ib_cq		*send_cq;
	struct ib_cq		*recv_cq;
	spinlock_t		mr_lock;	/* guards the next three */
	int			mrs_used;
	struct list_head	rdma_mrs;
	struct list_head	sig_mrs;
	struct ib_srq		*srq;
	struct completion	srq_completion;
	struct ib_xrcd		*xrcd;
	struct list_head	xrcd_list;
	struct xarray		comp_cntrs;
	u32			comp_cntr_op_mask;
	atomic_t		usecnt;
	struct list_head	open_list;
	struct ib_qp		*real_qp;
	struct ib_uqp_object	*uobject;
	void			(*event_handler)(struct ib_event *event, void *context);
	void			(*registered_event_handler)(struct ib_event *event, void *context);
	void			*qp_context;
	const struct ib_gid_attr *av_sgid_attr;
	const struct ib_gid_attr *alt_path_sgid_attr;
	u32			qp_num;
	u32			max_write_sge;
	u32			max_read_sge;
	enum ib_qp_type		qp_type;
	struct ib_rwq_ind_table	*rwq_ind_tbl;
	struct ib_qp_security	*qp_sec;
	u32			port;
	bool			integrity_en;
	struct rdma_restrack_entry res;
	struct rdma_counter	*counter;
};

struct ib_qp *ib_create_qp_kernel(struct ib_pd *pd,
				  struct ib_qp_init_attr *qp_init_attr,
				  const char *caller);

/**
 * ib_create_qp() - create a queue pair
 * @pd: its PD
 * @init_attr: the QP that is wanted; on success, its capabilities as they came out
 *
 * Resource tracking lists the QP under the caller's module name.
 *
 * Context: Process context; may sleep.
 * Return: the QP in IB_QPS_RESET, for ib_destroy_qp(), or ERR_PTR().
 */
static inline struct ib_qp *ib_create_qp(struct ib_pd *pd,
					 struct ib_qp_init_attr *init_attr)
{
	return ib_create_qp_kernel(pd, init_attr, KBUILD_MODNAME);
}

/* Change a QP's attributes, most of all its state; @udata for a QP of user space's. */
int ib_modify_qp(struct ib_qp *qp,
		 struct ib_qp_attr *qp_attr,
		 int qp_attr_mask);
int ib_modify_qp_with_udata(struct ib_qp *qp,
			    struct ib_qp_attr *attr,
			    int attr_mask,
			    struct ib_udata *udata);

/* Asks the driver for a QP's attributes, those in the mask at least. */
int ib_query_qp(struct ib_qp *qp,
		struct ib_qp_attr *qp_attr,
		int qp_attr_mask,
		struct ib_qp_init_attr *qp_init_attr);

/* Destroys a QP that was created with @udata; on failure it stays as it was. */
int ib_destroy_qp_user(struct ib_qp *qp, struct ib_udata *udata);

/**
 * ib_destroy_qp() - destroy a queue pair
 * @qp: the QP, or a handle of a shared one
 *
 * What is still posted completes no more; drain the QP first to have it completed.
 *
 * Context: Process context; may sleep.
 * Return: 0, -%EBUSY while multicast groups, flows or other handles use it, or what the
 * driver says. On failure the QP still exists.
 */
static inline int ib_destroy_qp(struct ib_qp *qp)
{
	return ib_destroy_qp_user(qp, NULL);
}

/* A handle of a QP that others share (XRC), and the end of it. */
struct ib_qp *ib_open_qp(struct ib_xrcd *xrcd,
			 struct ib_qp_open_attr *qp_open_attr);
int ib_close_qp(struct ib_qp *qp);

/* Move a QP to the error state and wait until all that was posted has completed. */
void ib_drain_rq(struct ib_qp *qp);
void ib_drain_sq(struct ib_qp *qp);
void ib_drain_qp(struct ib_qp *qp);

#endif /* _RDMA_VERBS_QP_H */
