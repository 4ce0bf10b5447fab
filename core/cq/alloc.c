// SPDX-License-Identifier: GPL-2.0-only
/*
 * Completion queues for kernel users: made, and taken apart in reverse order.
 *
 * Only process context makes or frees a CQ, and nothing here takes a lock.
 */
#include <linux/atomic.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/slab.h>

#include <rdma/ib_verbs.h>

#include <trace/events/rdma_core.h>

#include "borrowed/core.h"
#include "cq/cq.h"

/* A CQ that the provider has no part in, not yet or no longer. */
static void cq_discard(struct ib_cq *cq)
{
	if (cq)
		kfree(cq->wc);
	kfree(cq);
}

DEFINE_FREE(cq_discard, struct ib_cq *, cq_discard(_T))

/* All that the CQ needs to take an event, but for the provider's part. */
static struct ib_cq *cq_prepare(struct ib_device *dev, void *private,
				int comp_vector, enum ib_poll_context poll_ctx)
{
	const struct cq_context *context = cq_context_find(poll_ctx);
	struct ib_cq *cq __free(cq_discard) = rdma_zalloc_drv_obj(dev, ib_cq);

	if (!cq)
		return NULL;
	cq->device = dev;
	cq->cq_context = private;
	cq->poll_ctx = poll_ctx;
	cq->comp_vector = comp_vector;
	cq->comp_handler = context->completed;
	atomic_set(&cq->usecnt, 0);
	if (!context->init)
		return_ptr(cq);

	cq->wc = kmalloc_objs(*cq->wc, CQ_BATCH);
	if (!cq->wc)
		return NULL;
	context->init(cq);
	return_ptr(cq);
}

static struct ib_cq *cq_create(struct ib_device *dev, void *private,
			       const struct ib_cq_init_attr *attr,
			       enum ib_poll_context poll_ctx, const char *caller)
{
	int ret;

	struct ib_cq *cq __free(cq_discard) =
		cq_prepare(dev, private, attr->comp_vector, poll_ctx);
	if (!cq)
		return ERR_PTR(-ENOMEM);

	rdma_restrack_new(&cq->res, RDMA_RESTRACK_CQ);
	rdma_restrack_set_name(&cq->res, caller);
	ret = dev->ops.create_cq(cq, attr, NULL);
	if (ret) {
		rdma_restrack_put(&cq->res);
		return ERR_PTR(ret);
	}

	cq_dim_create(cq);
	if (poll_ctx != IB_POLL_DIRECT)
		ib_req_notify_cq(cq, IB_CQ_NEXT_COMP);
	rdma_restrack_add(&cq->res);
	return_ptr(cq);
}

/**
 * __ib_alloc_cq() - allocate a completion queue that the core polls
 * @dev: the device to allocate it on
 * @private: the owner's data, kept in cq->cq_context
 * @nr_cqe: how many completions it must be able to hold, at least 1; see
 *	Documentation/completion.rst for the sum, drain entries included
 * @comp_vector: the device's completion vector whose interrupt it uses
 * @poll_ctx: the context that polls it, and that runs the done functions
 * @caller: name of the module that will show as the owner
 *
 * Users call ib_alloc_cq(), which fills in @caller. Requests that complete on
 * this CQ carry a wr_cqe, never a wr_id.
 *
 * Context: Process context; may sleep.
 * Return: the CQ, to be freed with ib_free_cq(), or
 * * %-EINVAL: @nr_cqe is below 1, or there is no context @poll_ctx
 * * %-ENOMEM: out of memory
 * * else: the errno of the provider
 */
struct ib_cq *__ib_alloc_cq(struct ib_device *dev, void *private, int nr_cqe,
			    int comp_vector, enum ib_poll_context poll_ctx,
			    const char *caller)
{
	const struct ib_cq_init_attr attr = {
		.cqe = nr_cqe,
		.comp_vector = comp_vector,
	};
	struct ib_cq *cq;

	if (nr_cqe < 1 || !cq_context_find(poll_ctx))
		cq = ERR_PTR(-EINVAL);
	else
		cq = cq_create(dev, private, &attr, poll_ctx, caller);

	if (IS_ERR(cq))
		trace_cq_alloc_error(nr_cqe, comp_vector, poll_ctx, PTR_ERR(cq));
	else
		trace_cq_alloc(cq, nr_cqe, comp_vector, poll_ctx);
	return cq;
}
EXPORT_SYMBOL(__ib_alloc_cq);

/**
 * __ib_alloc_cq_any() - allocate a completion queue on some completion vector
 * @dev: the device to allocate it on
 * @private: the owner's data, kept in cq->cq_context
 * @nr_cqe: how many completions it must be able to hold, at least 1
 * @poll_ctx: the context that polls it, and that runs the done functions
 * @caller: name of the module that will show as the owner
 *
 * As __ib_alloc_cq(), for users who do not care which interrupt they get: the
 * CQs made so go round the vectors, as far as there are CPUs to serve them.
 * Users call ib_alloc_cq_any(), which fills in @caller.
 *
 * Context: Process context; may sleep.
 * Return: as __ib_alloc_cq().
 */
struct ib_cq *__ib_alloc_cq_any(struct ib_device *dev, void *private,
				int nr_cqe, enum ib_poll_context poll_ctx,
				const char *caller)
{
	static atomic_t turn;
	u32 vector = 0;

	if (dev->num_comp_vectors > 1)
		vector = (u32)atomic_inc_return(&turn) %
			 min_t(u32, dev->num_comp_vectors, num_online_cpus());
	return __ib_alloc_cq(dev, private, nr_cqe, vector, poll_ctx, caller);
}
EXPORT_SYMBOL(__ib_alloc_cq_any);

static bool cq_may_be_freed(const struct ib_cq *cq)
{
	const char *why = NULL;

	if (atomic_read(&cq->usecnt))
		why = "still has queue pairs";
	else if (cq->cqe_used)
		why = "still has entries taken from the pool";
	else if (cq->shared)
		why = "belongs to the pool";
	else if (!cq_is_polled_by_core(cq))
		why = "was not made by ib_alloc_cq()";

	if (why)
		ibdev_err_ratelimited(cq->device, "CQ %u is not freed: it %s\n",
				      cq->res.id, why);
	return !why;
}

static void cq_destroy(struct ib_cq *cq)
{
	const struct ib_device_ops *ops = &cq->device->ops;
	int ret = 0;

	if (ops->post_destroy_cq)
		ops->post_destroy_cq(cq);
	else
		ret = ops->destroy_cq(cq, NULL);
	WARN_ONCE(ret, "provider did not destroy a kernel CQ: %d\n", ret);
	cq_discard(cq);
}

/**
 * ib_free_cq() - free a completion queue
 * @cq: the CQ, from ib_alloc_cq() or ib_alloc_cq_any(); no queue pair uses it
 *
 * Waits until nobody polls the CQ. No done function runs for it afterwards, and
 * completions that are still in it are dropped: whoever wants those drains the
 * queue pairs first. A CQ that is in use, or that is one of the pool's, is left
 * as it is, with a message.
 *
 * Context: Process context; may sleep. Not from a done function of this CQ.
 */
void ib_free_cq(struct ib_cq *cq)
{
	const struct cq_context *context;
	int ret = 0;

	if (!cq_may_be_freed(cq))
		return;
	context = cq_context_find(cq->poll_ctx);

	rdma_restrack_del(&cq->res);
	if (cq->device->ops.pre_destroy_cq)
		ret = cq->device->ops.pre_destroy_cq(cq);
	WARN_ONCE(ret, "provider did not disable a kernel CQ: %d\n", ret);

	if (context->stop)
		context->stop(cq);
	cq_dim_destroy(cq);
	trace_cq_free(cq);
	cq_destroy(cq);
}
EXPORT_SYMBOL(ib_free_cq);
