// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fake provider's completion queues: completions enter by the test's hand
 * and leave through poll_cq; an armed queue fires once.
 *
 * Lock order: fake_cq::lock is a leaf, taken within the lock of a queue of
 * requests; neither is held when a handler is called.
 */
#include <linux/irq_work.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "fake.h"

struct fake_wc {
	struct list_head entry;
	struct ib_wc wc;
};

/**
 * fake_queue_wc() - put a completion onto a CQ, and tell nobody
 * @cq: the CQ, made by a fake device
 * @wc: copied
 *
 * Context: Any context.
 */
void fake_queue_wc(struct ib_cq *cq, const struct ib_wc *wc)
{
	struct fake_cq *fcq = to_fake_cq(cq);
	struct fake_wc *fwc = kmalloc_obj(*fwc, GFP_ATOMIC);

	if (WARN_ON_ONCE(!fwc))
		return;
	fwc->wc = *wc;
	guard(spinlock_irqsave)(&fcq->lock);
	list_add_tail(&fwc->entry, &fcq->wcs);
	fcq->depth++;
	fcq->max_depth = max(fcq->max_depth, fcq->depth);
}

/**
 * fake_notify() - the CQ's event, as if the hardware had raised it
 * @cq: the CQ
 *
 * Context: Any context that the CQ's handler can be called in.
 * Return: whether the CQ was armed; if not, nothing is called.
 */
bool fake_notify(struct ib_cq *cq)
{
	struct fake_cq *fcq = to_fake_cq(cq);

	scoped_guard(spinlock_irqsave, &fcq->lock) {
		if (!fcq->armed)
			return false;
		fcq->armed = 0;
	}
	cq->comp_handler(cq, cq->cq_context);
	return true;
}

struct remote_notify {
	struct irq_work work;
	struct ib_cq *cq;
};

static void remote_notify(struct irq_work *work)
{
	fake_notify(container_of(work, struct remote_notify, work)->cq);
}

static long notify_here(void *cq)
{
	struct remote_notify remote = { .work = IRQ_WORK_INIT(remote_notify), .cq = cq };

	irq_work_queue(&remote.work);
	irq_work_sync(&remote.work);
	return 0;
}

/**
 * fake_notify_on() - fake_notify() in an interrupt of another CPU
 * @cq: the CQ
 * @cpu: an online CPU
 *
 * By irq_work, which may take spinlocks as a driver's handler may; the handler
 * of a cross-CPU call may not.
 *
 * Context: Process context; sleeps until the handler has returned.
 */
void fake_notify_on(struct ib_cq *cq, int cpu)
{
	work_on_cpu(cpu, notify_here, cq);
}

/**
 * fake_complete() - put a completion onto a CQ and raise its event
 * @cq: the CQ, made by a fake device
 * @wc: copied
 *
 * A CQ that is armed for solicited completions fires for errors only; call
 * fake_notify() for one that is to count as solicited.
 *
 * Context: Any context that the CQ's handler can be called in.
 */
void fake_complete(struct ib_cq *cq, const struct ib_wc *wc)
{
	fake_queue_wc(cq, wc);
	fake_announce(cq, wc);
}

/**
 * fake_announce() - raise the event of a CQ for what fake_queue_wc() put there
 * @cq: the CQ
 * @wc: what was put there
 *
 * Context: Any context that the CQ's handler can be called in.
 */
void fake_announce(struct ib_cq *cq, const struct ib_wc *wc)
{
	const struct fake_cq *fcq = to_fake_cq(cq);

	if (wc->status != IB_WC_SUCCESS ||
	    (READ_ONCE(fcq->armed) & IB_CQ_SOLICITED_MASK) == IB_CQ_NEXT_COMP)
		fake_notify(cq);
}

/* arg: completions asked for */
static int fake_poll_cq(struct ib_cq *cq, int num_entries, struct ib_wc *wc)
{
	struct fake_cq *fcq = to_fake_cq(cq);
	int ret = fake_enter(cq->device, poll_cq, .obj = cq, .arg = { num_entries });
	int n = 0;

	if (ret)
		return ret;
	guard(spinlock_irqsave)(&fcq->lock);
	while (n < num_entries && fcq->depth) {
		struct fake_wc *fwc = list_first_entry(&fcq->wcs, struct fake_wc, entry);

		list_del(&fwc->entry);
		fcq->depth--;
		wc[n++] = fwc->wc;
		kfree(fwc);
	}
	return n;
}

/* arg: flags */
static int fake_req_notify_cq(struct ib_cq *cq, enum ib_cq_notify_flags flags)
{
	struct fake_cq *fcq = to_fake_cq(cq);
	int ret = fake_enter(cq->device, req_notify_cq, .obj = cq, .arg = { flags });

	if (ret)
		return ret;
	guard(spinlock_irqsave)(&fcq->lock);
	fcq->armed = flags;
	return (flags & IB_CQ_REPORT_MISSED_EVENTS) && fcq->depth;
}

/* arg: cqe, comp_vector, flags */
static int fake_create_cq(struct ib_cq *cq, const struct ib_cq_init_attr *attr,
			  struct uverbs_attr_bundle *attrs)
{
	struct fake_cq *fcq = to_fake_cq(cq);
	int ret = fake_enter(cq->device, create_cq, .obj = cq,
			     .arg = { attr->cqe, attr->comp_vector, attr->flags });

	if (ret)
		return ret;
	spin_lock_init(&fcq->lock);
	INIT_LIST_HEAD(&fcq->wcs);
	cq->cqe = attr->cqe;
	return 0;
}

/* arg: count, period */
static int fake_modify_cq(struct ib_cq *cq, u16 count, u16 period)
{
	return fake_enter(cq->device, modify_cq, .obj = cq, .arg = { count, period });
}

/* arg: cqe */
static int fake_resize_user_cq(struct ib_cq *cq, unsigned int cqe, struct ib_udata *udata)
{
	int ret = fake_enter(cq->device, resize_user_cq, .obj = cq, .arg = { cqe });

	if (!ret)
		cq->cqe = cqe;
	return ret;
}

static int fake_destroy_cq(struct ib_cq *cq, struct ib_udata *udata)
{
	struct fake_cq *fcq = to_fake_cq(cq);
	struct fake_wc *fwc, *next;
	int ret = fake_enter(cq->device, destroy_cq, .obj = cq);

	if (ret)
		return ret;
	list_for_each_entry_safe(fwc, next, &fcq->wcs, entry)
		kfree(fwc);
	return 0;
}

const struct ib_device_ops fake_cq_ops = {
	.create_cq = fake_create_cq,
	.destroy_cq = fake_destroy_cq,
	.modify_cq = fake_modify_cq,
	.poll_cq = fake_poll_cq,
	.req_notify_cq = fake_req_notify_cq,
	.resize_user_cq = fake_resize_user_cq,

	INIT_RDMA_OBJ_SIZE(ib_cq, fake_cq, base),
};

static void fake_cq_free(void *cq)
{
	ib_free_cq(cq);
}

/**
 * fake_cq() - allocate a CQ for as long as the test lives
 * @test: the test
 * @fake: the device
 * @nr_cqe: completions that fit
 * @ctx: who polls it
 *
 * Return: the CQ.
 */
struct ib_cq *fake_cq(struct kunit *test, struct fake *fake, int nr_cqe,
		      enum ib_poll_context ctx)
{
	struct ib_cq *cq = ib_alloc_cq(&fake->dev, NULL, nr_cqe, 0, ctx);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fake_cq_free, cq));
	return cq;
}
