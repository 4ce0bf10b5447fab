// SPDX-License-Identifier: GPL-2.0-only
/*
 * MR pools: regions made ahead of time for one QP, because a queue that is busy
 * cannot wait for an allocation. They are plain lists in the QP.
 *
 * A pool never looks at need_inval: whoever takes a region from it invalidates
 * that region first if it is set.
 *
 * Lock order: ib_qp::mr_lock is a leaf; it protects the lists and mrs_used.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <rdma/ib_verbs.h>
#include <rdma/mr_pool.h>

/* @used: whether the region goes to a user, and not away. */
static struct ib_mr *mr_pool_pop(struct ib_qp *qp, struct list_head *list,
				 bool used)
{
	struct ib_mr *mr;

	guard(spinlock_irqsave)(&qp->mr_lock);
	if (list_empty(list))
		return NULL;
	mr = list_first_entry(list, struct ib_mr, qp_entry);
	list_del(&mr->qp_entry);
	qp->mrs_used += used;
	return mr;
}

/**
 * ib_mr_pool_get() - take a region from a pool
 * @qp: the queue pair
 * @list: one of its pools
 *
 * Context: Any context.
 * Return: a region, to be given back with ib_mr_pool_put(), or NULL if all of
 * them are taken.
 */
struct ib_mr *ib_mr_pool_get(struct ib_qp *qp, struct list_head *list)
{
	return mr_pool_pop(qp, list, true);
}
EXPORT_SYMBOL(ib_mr_pool_get);

/**
 * ib_mr_pool_put() - give a region back to its pool
 * @qp: the queue pair
 * @list: the pool that @mr was taken from
 * @mr: the region; the next ib_mr_pool_get() takes it again
 *
 * Context: Any context.
 */
void ib_mr_pool_put(struct ib_qp *qp, struct list_head *list, struct ib_mr *mr)
{
	guard(spinlock_irqsave)(&qp->mr_lock);
	list_add(&mr->qp_entry, list);
	qp->mrs_used--;
}
EXPORT_SYMBOL(ib_mr_pool_put);

/**
 * ib_mr_pool_destroy() - deregister what is in a pool
 * @qp: the queue pair
 * @list: the pool; empty afterwards, and may have been empty from the start
 *
 * Regions that are still taken are not its business: give them back first.
 *
 * Context: Process context; may sleep.
 */
void ib_mr_pool_destroy(struct ib_qp *qp, struct list_head *list)
{
	struct ib_mr *mr;

	while ((mr = mr_pool_pop(qp, list, false)))
		ib_dereg_mr(mr);
}
EXPORT_SYMBOL(ib_mr_pool_destroy);

/**
 * ib_mr_pool_init() - fill a pool
 * @qp: the queue pair; the regions are made in its protection domain
 * @list: the pool, an initialised list
 * @nr: how many regions
 * @type: of which type: one of ib_alloc_mr(), or %IB_MR_TYPE_INTEGRITY
 * @max_num_sg: room of each region, as ib_alloc_mr() and ib_alloc_mr_integrity()
 *	have it
 * @max_num_meta_sg: room for metadata, in elements; for %IB_MR_TYPE_INTEGRITY only
 *
 * Context: Process context; may sleep.
 * Return: 0, or the errno of the allocation that failed; the pool is empty then.
 */
int ib_mr_pool_init(struct ib_qp *qp, struct list_head *list, int nr,
		    enum ib_mr_type type, u32 max_num_sg, u32 max_num_meta_sg)
{
	for (int i = 0; i < nr; i++) {
		struct ib_mr *mr = type == IB_MR_TYPE_INTEGRITY ?
			ib_alloc_mr_integrity(qp->pd, max_num_sg, max_num_meta_sg) :
			ib_alloc_mr(qp->pd, type, max_num_sg);

		if (IS_ERR(mr)) {
			ib_mr_pool_destroy(qp, list);
			return PTR_ERR(mr);
		}
		scoped_guard(spinlock_irqsave, &qp->mr_lock)
			list_add_tail(&mr->qp_entry, list);
	}
	return 0;
}
EXPORT_SYMBOL(ib_mr_pool_init);
