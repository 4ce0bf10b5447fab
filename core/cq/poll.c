// SPDX-License-Identifier: GPL-2.0-only
/*
 * Polling: takes completions off a CQ and hands each one to the ib_cqe of its
 * request, in the context that the CQ's owner has chosen.
 *
 * A CQ that is polled from softirq or from a workqueue goes round one cycle:
 * armed, event, scheduled, polled until empty or out of budget, armed again.
 * Arming asks the provider whether something slipped in since the last poll,
 * and in that case the CQ is scheduled once more instead of waiting for an
 * event that has already been.
 */
#include <linux/dim.h>
#include <linux/irq_poll.h>
#include <linux/rcupdate.h>
#include <linux/workqueue.h>

#include <rdma/ib_verbs.h>

#include <trace/events/rdma_core.h>

#include "cq/cq.h"

/* A batch that stands on the caller's stack. */
#define CQ_BATCH_DIRECT		8

/* Completions handled before others get their turn. */
#define CQ_BUDGET_SOFTIRQ	256
#define CQ_BUDGET_WORKQUEUE	65536

static __always_inline void cq_deliver(struct ib_cq *cq, struct ib_wc *wc,
				       const struct ib_wc *end)
{
	for (; wc != end; wc++) {
		if (likely(wc->wr_cqe))
			wc->wr_cqe->done(cq, wc);
		else if (wc->status == IB_WC_SUCCESS)
			ibdev_warn_ratelimited(cq->device,
					       "CQ %u: request without an ib_cqe completed\n",
					       cq->res.id);
	}
}

/* A negative budget, seen as unsigned, is none at all. */
static __always_inline int cq_process(struct ib_cq *cq, u32 budget,
				      struct ib_wc *wcs, u32 batch)
{
	u32 done = 0, want;
	int got;

	trace_cq_process(cq);
	do {
		want = min(batch, budget - done);
		got = ib_poll_cq(cq, want, wcs);
		trace_cq_poll(cq, want, got);
		if (got <= 0)
			break;
		cq_deliver(cq, wcs, wcs + got);
		done += got;
	} while (got == want && done < budget);

	return done;
}

/**
 * ib_process_cq_direct() - poll a CQ in the caller's own context
 * @cq: the CQ, allocated with %IB_POLL_DIRECT
 * @budget: how many completions to handle at most; below 0 means all that there
 *	are, which is for callers that know them to be few
 *
 * Calls the done function of each request that has completed, and returns when
 * the CQ is empty or @budget is used up. The CQ is not armed. On a CQ of another
 * context this polls besides whoever polls it anyway.
 *
 * Context: Whatever the done functions of the requests can stand. Not
 * reentrant on one CQ, as far as the order of completions matters.
 * Return: the number of completions handled.
 */
int ib_process_cq_direct(struct ib_cq *cq, int budget)
{
	struct ib_wc wcs[CQ_BATCH_DIRECT];

	return cq_process(cq, budget, wcs, CQ_BATCH_DIRECT);
}
EXPORT_SYMBOL(ib_process_cq_direct);

static bool cq_rearm_missed(struct ib_cq *cq)
{
	return ib_req_notify_cq(cq, IB_CQ_NEXT_COMP |
				    IB_CQ_REPORT_MISSED_EVENTS) > 0;
}

/* The event cq_process prints how long a wake-up took; nobody else looks. */
static __always_inline void cq_note_wakeup(struct ib_cq *cq, bool interrupt)
{
	if (trace_cq_process_enabled()) {
		cq->timestamp = ktime_get();
		cq->interrupt = interrupt;
	}
}

static void cq_direct_completed(struct ib_cq *cq, void *private)
{
	ibdev_warn_ratelimited(cq->device,
			       "CQ %u: event on a directly polled CQ\n",
			       cq->res.id);
}

/*
 * Once the irq_poll is let go, another CPU may run the next round: what belongs
 * to this round alone, as the moderation sample, comes before. What comes after
 * is waited for by cq_softirq_stop().
 */
static int cq_softirq_poll(struct irq_poll *iop, int budget)
{
	struct ib_cq *cq = container_of(iop, struct ib_cq, iop);
	int done = cq_process(cq, budget, cq->wc, CQ_BATCH);

	if (cq->dim)
		rdma_dim(cq->dim, done);
	if (done >= budget)
		return done;

	irq_poll_complete(iop);
	if (cq_rearm_missed(cq)) {
		cq_note_wakeup(cq, false);
		trace_cq_reschedule(cq);
		irq_poll_sched(iop);
	}
	return done;
}

static void cq_softirq_completed(struct ib_cq *cq, void *private)
{
	cq_note_wakeup(cq, true);
	trace_cq_schedule(cq);
	irq_poll_sched(&cq->iop);
}

static void cq_softirq_init(struct ib_cq *cq)
{
	irq_poll_init(&cq->iop, CQ_BUDGET_SOFTIRQ, cq_softirq_poll);
}

/*
 * irq_poll_disable() waits until it owns the irq_poll, which a round gives up
 * before it arms the CQ. Softirqs are RCU readers, so a grace period covers the
 * rest of that round. A list head still as it was initialised tells that there
 * never was a round.
 */
static void cq_softirq_stop(struct ib_cq *cq)
{
	irq_poll_disable(&cq->iop);
	if (!list_empty(&cq->iop.list))
		synchronize_rcu();
}

static void cq_softirq_flush(struct ib_cq *cq)
{
	synchronize_rcu();
}

static void cq_work_poll(struct work_struct *work)
{
	struct ib_cq *cq = container_of(work, struct ib_cq, work);
	int done = cq_process(cq, CQ_BUDGET_WORKQUEUE, cq->wc, CQ_BATCH);

	if (done >= CQ_BUDGET_WORKQUEUE || cq_rearm_missed(cq))
		queue_work(cq->comp_wq, work);
	else if (cq->dim)
		rdma_dim(cq->dim, done);
}

static void cq_work_completed(struct ib_cq *cq, void *private)
{
	cq_note_wakeup(cq, true);
	trace_cq_schedule(cq);
	queue_work(cq->comp_wq, &cq->work);
}

static void cq_work_init(struct ib_cq *cq)
{
	INIT_WORK(&cq->work, cq_work_poll);
	cq->comp_wq = cq->poll_ctx == IB_POLL_WORKQUEUE ? ib_comp_wq :
							  ib_comp_unbound_wq;
}

/* Disabled, not only cancelled: a late event must not queue it again. */
static void cq_work_stop(struct ib_cq *cq)
{
	disable_work_sync(&cq->work);
}

static void cq_work_flush(struct ib_cq *cq)
{
	flush_work(&cq->work);
}

static const struct cq_context cq_contexts[] = {
	[IB_POLL_DIRECT] = {
		.completed = cq_direct_completed,
	},
	[IB_POLL_SOFTIRQ] = {
		.completed = cq_softirq_completed,
		.init = cq_softirq_init,
		.stop = cq_softirq_stop,
		.flush = cq_softirq_flush,
	},
	[IB_POLL_WORKQUEUE] = {
		.completed = cq_work_completed,
		.init = cq_work_init,
		.stop = cq_work_stop,
		.flush = cq_work_flush,
	},
	[IB_POLL_UNBOUND_WORKQUEUE] = {
		.completed = cq_work_completed,
		.init = cq_work_init,
		.stop = cq_work_stop,
		.flush = cq_work_flush,
	},
};

/**
 * cq_context_find() - what a polling context consists of
 * @poll_ctx: the context; any value is safe
 *
 * Return: the description, or NULL if there is no such context.
 */
const struct cq_context *cq_context_find(enum ib_poll_context poll_ctx)
{
	return (unsigned int)poll_ctx < ARRAY_SIZE(cq_contexts) ?
	       &cq_contexts[poll_ctx] : NULL;
}

/**
 * cq_is_polled_by_core() - whether a CQ came from ib_alloc_cq() and its kin
 * @cq: the CQ
 *
 * The done functions of ib_cqe run for such a CQ only; one made by
 * ib_create_cq() belongs to a consumer that polls and counts by wr_id.
 *
 * Return: true if it did.
 */
bool cq_is_polled_by_core(const struct ib_cq *cq)
{
	const struct cq_context *context = cq_context_find(cq->poll_ctx);

	return context && cq->comp_handler == context->completed;
}
