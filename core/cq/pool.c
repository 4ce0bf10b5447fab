// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CQ pool: completion queues of a device that several users share.
 *
 * Each polling context that can be shared has a list of CQs. A user claims
 * entries of one CQ and gives back as many. The lists grow by a batch, one CQ
 * for each completion vector, and are emptied when the device goes, after its
 * clients have.
 *
 * Lock order: ib_device::cq_pools_lock is a leaf; nothing sleeps under it. It
 * protects the lists, and cqe_used of the CQs in them.
 */
#include <linux/atomic.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/spinlock.h>

#include <kunit/visibility.h>

#include <rdma/ib_verbs.h>

#include "cq/cq.h"

/* Entries of a shared CQ: room for several users, if the device has it. */
#define CQ_POOL_CQES	4096U

/* What a user of the pool asks for. */
struct cq_claim {
	struct ib_device *dev;
	enum ib_poll_context poll_ctx;
	u32 vectors;		/* that CQs are made for */
	u32 vector;		/* the one that is wanted */
	u32 nr_cqe;
};

static bool cq_claim_entries(struct ib_cq *cq, const struct cq_claim *claim)
{
	u32 size = cq->cqe;

	if (cq->comp_vector != claim->vector || cq->cqe_used > size ||
	    claim->nr_cqe > size - cq->cqe_used)
		return false;
	cq->cqe_used += claim->nr_cqe;
	return true;
}

static struct ib_cq *cq_pool_find(const struct cq_claim *claim)
{
	struct ib_device *dev = claim->dev;
	struct ib_cq *cq;

	guard(spinlock_irq)(&dev->cq_pools_lock);
	list_for_each_entry(cq, &dev->cq_pools[claim->poll_ctx], pool_entry)
		if (cq_claim_entries(cq, claim))
			return cq;
	return NULL;
}

/* Frees CQs that nobody else sees. */
static void cq_pool_free_list(struct list_head *cqs)
{
	struct ib_cq *cq, *next;

	list_for_each_entry_safe(cq, next, cqs, pool_entry) {
		list_del(&cq->pool_entry);
		cq->shared = false;
		ib_free_cq(cq);
	}
}

static int cq_pool_alloc_batch(const struct cq_claim *claim,
			       struct list_head *cqs)
{
	struct ib_device *dev = claim->dev;
	u32 size = min(max(claim->nr_cqe, CQ_POOL_CQES), dev->attrs.max_cqe);

	for (u32 vector = 0; vector < claim->vectors; vector++) {
		struct ib_cq *cq = ib_alloc_cq(dev, NULL, size, vector,
					       claim->poll_ctx);

		if (IS_ERR(cq))
			return PTR_ERR(cq);
		cq->shared = true;
		list_add_tail(&cq->pool_entry, cqs);
	}
	return 0;
}

/*
 * The claim is made before others can see the batch, so that there is no need
 * to search again, and nobody can be faster. It cannot succeed if the provider
 * made its CQs smaller than it was asked to.
 */
static struct ib_cq *cq_pool_grow(const struct cq_claim *claim)
{
	struct ib_device *dev = claim->dev;
	struct ib_cq *cq, *found = NULL;
	LIST_HEAD(batch);
	int ret;

	ret = cq_pool_alloc_batch(claim, &batch);
	list_for_each_entry(cq, &batch, pool_entry)
		if (!ret && cq_claim_entries(cq, claim))
			found = cq;
	if (!found) {
		cq_pool_free_list(&batch);
		return ERR_PTR(ret ?: -EINVAL);
	}

	guard(spinlock_irq)(&dev->cq_pools_lock);
	list_splice(&batch, &dev->cq_pools[claim->poll_ctx]);
	return found;
}

/* The vector wanted, or the next in turn, within those that a CPU can serve. */
static u32 cq_pool_vector(int hint, u32 vectors)
{
	static atomic_t turn;

	if (hint < 0)
		hint = atomic_inc_return(&turn);
	return (u32)hint % vectors;
}

/**
 * ib_cq_pool_get() - claim entries of a shared CQ
 * @dev: the device
 * @nr_cqe: how many completions the caller may have outstanding
 * @comp_vector_hint: the completion vector wanted; taken modulo the number of
 *	vectors in use, so that any number does. Below 0 for the next in turn
 * @poll_ctx: the context that polls the CQ; not %IB_POLL_DIRECT, whose owner
 *	polls it alone
 *
 * Makes new CQs if those that there are have no room left.
 *
 * Context: Process context; may sleep.
 * Return: the CQ, to be returned with ib_cq_pool_put() and the same @nr_cqe, or
 * * %-EINVAL: @poll_ctx cannot be shared, @nr_cqe is more than a CQ of the
 *   device can hold, or the device has no completion vector
 * * else: as ib_alloc_cq()
 */
struct ib_cq *ib_cq_pool_get(struct ib_device *dev, unsigned int nr_cqe,
			     int comp_vector_hint,
			     enum ib_poll_context poll_ctx)
{
	struct cq_claim claim = {
		.dev = dev,
		.poll_ctx = poll_ctx,
		.vectors = min_t(u32, max(dev->num_comp_vectors, 0),
				 num_online_cpus()),
		.nr_cqe = nr_cqe,
	};

	if ((unsigned int)poll_ctx > IB_POLL_LAST_POOL_TYPE ||
	    nr_cqe > dev->attrs.max_cqe || !claim.vectors)
		return ERR_PTR(-EINVAL);

	claim.vector = cq_pool_vector(comp_vector_hint, claim.vectors);
	return cq_pool_find(&claim) ?: cq_pool_grow(&claim);
}
EXPORT_SYMBOL(ib_cq_pool_get);

/**
 * ib_cq_pool_put() - give back entries of a shared CQ
 * @cq: what ib_cq_pool_get() returned; the caller's queue pairs on it are gone
 * @nr_cqe: how many entries were claimed by that call
 *
 * The CQ stays in the pool for others. More than is claimed is refused with a
 * message.
 *
 * Context: Process context with interrupts on.
 */
void ib_cq_pool_put(struct ib_cq *cq, unsigned int nr_cqe)
{
	scoped_guard(spinlock_irq, &cq->device->cq_pools_lock) {
		if (nr_cqe <= cq->cqe_used) {
			cq->cqe_used -= nr_cqe;
			return;
		}
	}
	ibdev_err_ratelimited(cq->device,
			      "CQ %u: %u entries returned to the pool, fewer were taken\n",
			      cq->res.id, nr_cqe);
}
EXPORT_SYMBOL(ib_cq_pool_put);

/**
 * ib_cq_pool_cleanup() - empty the pool of a device
 * @dev: the device; none of its clients is left, so nobody else uses the pool
 *
 * May be called again, for a device that is registered again. A CQ that a user
 * has not returned leaves the pool but cannot be freed: that is said.
 *
 * Context: Process context; may sleep.
 */
void ib_cq_pool_cleanup(struct ib_device *dev)
{
	for (u32 i = 0; i < ARRAY_SIZE(dev->cq_pools); i++)
		cq_pool_free_list(&dev->cq_pools[i]);
}
EXPORT_SYMBOL_IF_KUNIT(ib_cq_pool_cleanup);
