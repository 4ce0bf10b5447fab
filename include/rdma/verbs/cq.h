/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Completion queues: where the completions of work queues arrive.
 *
 * There are two ways to own one. With ib_alloc_cq() and the CQ pool the core polls, in
 * a context that the owner picks, and calls each request's &ib_cqe.done. With
 * ib_create_cq() the owner gets an event, and polls and re-arms itself: ib_poll_cq() and
 * ib_req_notify_cq() in <rdma/verbs/post.h>.
 */
#ifndef _RDMA_VERBS_CQ_H
#define _RDMA_VERBS_CQ_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/bug.h>
#include <linux/irq_poll.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/types.h>
#include <linux/workqueue.h>
#include <rdma/restrack.h>
#include <rdma/verbs/comp_cntr.h>
#include <rdma/verbs/wc.h>

struct dim;
struct ib_cq;
struct ib_device;
struct ib_event;
struct ib_ucq_object;
struct ib_udata;

/**
 * typedef ib_comp_handler - called when an armed CQ has a completion
 * @cq: the CQ; its event is used up and has to be asked for again
 * @cq_context: its owner's cookie
 *
 * Context: Any, a hard interrupt most likely.
 */
typedef void (*ib_comp_handler)(struct ib_cq *cq, void *cq_context);

/**
 * struct ib_cq_init_attr - the CQ that is wanted
 * @cqe: entries that it must have room for; the driver may give more
 * @comp_vector: which of the device's completion vectors raises its events
 * @flags: enum ib_uverbs_ex_create_cq_flags
 */
struct ib_cq_init_attr {
	unsigned int	cqe;
	u32		comp_vector;
	u32		flags;
};

/**
 * enum ib_cq_attr_mask - attributes of a CQ that can be modified
 * @IB_CQ_MODERATE: count and period of its event moderation
 */
enum ib_cq_attr_mask {
	IB_CQ_MODERATE = BIT(0),
};

/**
 * enum ib_cq_notify_flags - what event to ask for
 * @IB_CQ_SOLICITED: at the next receive whose sender solicited an event, or the next error
 * @IB_CQ_NEXT_COMP: at the next completion, whatever it is
 * @IB_CQ_SOLICITED_MASK: both bits above, of which exactly one must be given
 * @IB_CQ_REPORT_MISSED_EVENTS: say if completions may have come in before the CQ was armed
 */
enum ib_cq_notify_flags {
	IB_CQ_SOLICITED			= BIT(0),
	IB_CQ_NEXT_COMP			= BIT(1),
	IB_CQ_SOLICITED_MASK		= IB_CQ_SOLICITED | IB_CQ_NEXT_COMP,
	IB_CQ_REPORT_MISSED_EVENTS	= BIT(2),
};

/**
 * enum ib_poll_context - where the core polls a CQ and runs its callbacks
 * @IB_POLL_SOFTIRQ: in the irq_poll softirq, on the CPU of the interrupt
 * @IB_POLL_WORKQUEUE: in a worker bound to the CPU of the interrupt
 * @IB_POLL_UNBOUND_WORKQUEUE: in a worker on any CPU
 * @IB_POLL_LAST_POOL_TYPE: last of the contexts that the CQ pool has CQs for
 * @IB_POLL_DIRECT: in the owner's ib_process_cq_direct(); the CQ never has an event
 */
enum ib_poll_context {
	IB_POLL_SOFTIRQ,
	IB_POLL_WORKQUEUE,
	IB_POLL_UNBOUND_WORKQUEUE,
	IB_POLL_LAST_POOL_TYPE = IB_POLL_UNBOUND_WORKQUEUE,

	IB_POLL_DIRECT,
};

/**
 * struct ib_cq - a completion queue
 * @device: the device; never changes
 * @uobject: user space's handle of it, NULL for a CQ of the kernel's
 * @comp_handler: called with a completion event
 * @event_handler: called with any other event; may be NULL
 * @cq_context: cookie for both
 * @cqe: entries that it has room for, as the driver made it
 * @cqe_used: entries promised to users of a pool CQ; guarded by the device's cq_pools_lock
 * @usecnt: work queues that complete into it
 * @poll_ctx: where the core polls it; never changes
 * @wc: the array that the core polls into
 * @pool_entry: its place in the pool; guarded by the device's cq_pools_lock
 * @iop: for IB_POLL_SOFTIRQ
 * @work: for the two workqueue contexts
 * @comp_wq: the workqueue that @work runs on
 * @dim: adaptive moderation, NULL without
 * @timestamp: when it was last polled or had an event; for the trace events alone
 * @interrupt: an event came and was not polled for yet; likewise
 * @shared: belongs to the pool
 * @comp_vector: the completion vector that it was made for
 * @res: the core's resource tracking entry
 *
 * Consumers read @device, @cq_context and @cqe. Drivers set @cqe and call the handlers;
 * from @cqe_used on all is the core's.
 */
struct ib_cq {
	struct ib_device	*device;
	struct ib_ucq_object	*uobject;
	ib_comp_handler		comp_handler;
	void			(*event_handler)(struct ib_event *event, void *context);
	void			*cq_context;
	int			cqe;
	unsigned int		cqe_used;
	atomic_t		usecnt;
	enum ib_poll_context	poll_ctx;
	struct ib_wc		*wc;
	struct list_head	pool_entry;
	union {
		struct irq_poll		iop;
		struct work_struct	work;
	};
	struct workqueue_struct	*comp_wq;
	struct dim		*dim;
	ktime_t			timestamp;
	u8			interrupt:1;
	u8			shared:1;
	unsigned int		comp_vector;
	struct rdma_restrack_entry res;
};

struct ib_cq *__ib_alloc_cq(struct ib_device *dev, void *private, int nr_cqe,
			    int comp_vector, enum ib_poll_context poll_ctx,
			    const char *caller);
struct ib_cq *__ib_alloc_cq_any(struct ib_device *dev, void *private,
				int nr_cqe, enum ib_poll_context poll_ctx,
				const char *caller);

/**
 * ib_alloc_cq() - make a CQ that the core polls
 * @dev: the device
 * @private: the caller's cookie, found in &ib_cq.cq_context
 * @nr_cqe: entries it must have room for: at least one for each work request that can be
 *          outstanding at a time, drain requests included
 * @comp_vector: completion vector for its events
 * @poll_ctx: where to poll it
 *
 * Context: Process context; may sleep.
 * Return: the CQ, for ib_free_cq(), or ERR_PTR(): -%ENOMEM, or what the driver says.
 */
static inline struct ib_cq *ib_alloc_cq(struct ib_device *dev, void *private,
					int nr_cqe, int comp_vector,
					enum ib_poll_context poll_ctx)
{
	return __ib_alloc_cq(dev, private, nr_cqe, comp_vector, poll_ctx, KBUILD_MODNAME);
}

/**
 * ib_alloc_cq_any() - make a CQ that the core polls, on any completion vector
 * @dev: the device
 * @private: the caller's cookie, found in &ib_cq.cq_context
 * @nr_cqe: entries it must have room for
 * @poll_ctx: where to poll it
 *
 * Like ib_alloc_cq() for callers to whom all vectors are alike: from call to call the
 * next vector gets its turn, so that the CQs of a device spread over its vectors.
 *
 * Context: Process context; may sleep.
 * Return: the CQ, for ib_free_cq(), or ERR_PTR(): -%ENOMEM, or what the driver says.
 */
static inline struct ib_cq *ib_alloc_cq_any(struct ib_device *dev,
					    void *private, int nr_cqe,
					    enum ib_poll_context poll_ctx)
{
	return __ib_alloc_cq_any(dev, private, nr_cqe, poll_ctx, KBUILD_MODNAME);
}

/* The end of a CQ from ib_alloc_cq(), and the polling of one in IB_POLL_DIRECT. */
void ib_free_cq(struct ib_cq *cq);
int ib_process_cq_direct(struct ib_cq *cq, int budget);

/* A share of @nr_cqe entries in a CQ of the device's pool, and its return. */
struct ib_cq *ib_cq_pool_get(struct ib_device *dev, unsigned int nr_cqe,
			     int comp_vector_hint,
			     enum ib_poll_context poll_ctx);
void ib_cq_pool_put(struct ib_cq *cq, unsigned int nr_cqe);

struct ib_cq *__ib_create_cq(struct ib_device *device,
			     ib_comp_handler comp_handler,
			     void (*event_handler)(struct ib_event *event, void *context),
			     void *cq_context,
			     const struct ib_cq_init_attr *cq_attr,
			     const char *caller);

/**
 * ib_create_cq() - make a CQ that its owner polls
 * @device: the device
 * @cmp_hndlr: &typedef ib_comp_handler, called with each completion event
 * @evt_hndlr: called with every other event, an overrun above all; may be NULL
 * @cq_ctxt: cookie for both handlers
 * @cq_attr: &struct ib_cq_init_attr, the CQ that is wanted
 *
 * Context: Process context; may sleep.
 * Return: the CQ, whose &ib_cq.cqe says how large it came out, or ERR_PTR().
 */
#define ib_create_cq(device, cmp_hndlr, evt_hndlr, cq_ctxt, cq_attr) \
	__ib_create_cq((device), (cmp_hndlr), (evt_hndlr), (cq_ctxt), (cq_attr), KBUILD_MODNAME)

/* Have the device hold an event back for @cq_count completions or @cq_period us. */
int rdma_set_cq_moderation(struct ib_cq *cq, u16 cq_count, u16 cq_period);

/* Destroys a CQ that was created with @udata; the CQ stays as it was on failure. */
int ib_destroy_cq_user(struct ib_cq *cq, struct ib_udata *udata);

/**
 * ib_destroy_cq() - destroy a CQ that ib_create_cq() made
 * @cq: the CQ; no work queue may use it any more
 *
 * To destroy one that is in use is a bug of the caller's, and is warned about.
 *
 * Context: Process context; may sleep.
 */
static inline void ib_destroy_cq(struct ib_cq *cq)
{
	int ret = ib_destroy_cq_user(cq, NULL);

	WARN_ONCE(ret, "a kernel CQ could not be destroyed: %d", ret);
}

#endif /* _RDMA_VERBS_CQ_H */
