// SPDX-License-Identifier: GPL-2.0-only
/*
 * FRMR pools: handles of fast registration memory regions, kept for the next
 * user because a device takes long to make one.
 *
 * A pool has the handles of one kind. What it gets back waits in its queue;
 * each aging period whatever was not taken in the meantime moves on to the
 * inactive queue, and is destroyed at the end of the next period, unless the
 * administrator has pinned it.
 *
 * A driver starts pools before it hands out MRs and cleans them up when the last
 * one is gone, so pools need no reference count.
 *
 * Lock order: ib_frmr_pools::rb_lock and ib_frmr_pool::lock are leaves; the
 * driver is called under neither.
 */
#include <linux/cleanup.h>
#include <linux/jiffies.h>
#include <linux/rbtree.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <rdma/frmr_pools.h>
#include <rdma/ib_verbs.h>

#include <kunit/static_stub.h>
#include <kunit/visibility.h>

#include "mr/frmr_pools.h"

#define FRMR_AGING_PERIOD_SECS	60

/* As many handles as are destroyed in one call of the driver. */
#define FRMR_BATCH		64

VISIBLE_IF_KUNIT struct frmr_handles_page *frmr_page_alloc(void)
{
	KUNIT_STATIC_STUB_REDIRECT(frmr_page_alloc);
	return kmalloc_obj(struct frmr_handles_page, GFP_ATOMIC);
}
EXPORT_SYMBOL_IF_KUNIT(frmr_page_alloc);

static struct frmr_handles_page *frmr_queue_top(struct frmr_queue *queue)
{
	return list_last_entry(&queue->pages_list, struct frmr_handles_page, list);
}

static int frmr_queue_push(struct frmr_queue *queue, u32 handle)
{
	u32 slot = queue->ci % NUM_HANDLES_PER_PAGE;

	if (!slot) {
		struct frmr_handles_page *page = frmr_page_alloc();

		if (!page)
			return -ENOMEM;
		list_add_tail(&page->list, &queue->pages_list);
		queue->num_pages++;
	}
	frmr_queue_top(queue)->handles[slot] = handle;
	queue->ci++;
	return 0;
}

/* The queue must not be empty. */
static u32 frmr_queue_pop(struct frmr_queue *queue)
{
	struct frmr_handles_page *page = frmr_queue_top(queue);
	u32 slot = --queue->ci % NUM_HANDLES_PER_PAGE;
	u32 handle = page->handles[slot];

	if (!slot) {
		list_del(&page->list);
		queue->num_pages--;
		kfree(page);
	}
	return handle;
}

/* Move all of @src on top of @dst; takes no memory, so it cannot fail. */
static void frmr_queue_move(struct frmr_queue *dst, struct frmr_queue *src)
{
	/* Only a last page may have gaps, and that of @dst will not be the last. */
	while (src->ci && dst->ci % NUM_HANDLES_PER_PAGE)
		frmr_queue_push(dst, frmr_queue_pop(src));

	list_splice_tail_init(&src->pages_list, &dst->pages_list);
	dst->num_pages += src->num_pages;
	dst->ci += src->ci;
	src->num_pages = 0;
	src->ci = 0;
}

static unsigned long frmr_pool_total(const struct ib_frmr_pool *pool)
	__must_hold(&pool->lock)
{
	return pool->queue.ci + pool->inactive_queue.ci + pool->in_use;
}

/* How many handles there are beyond those that are pinned. */
static unsigned long frmr_pool_excess(const struct ib_frmr_pool *pool)
	__must_hold(&pool->lock)
{
	unsigned long total = frmr_pool_total(pool);

	return total > pool->pinned_handles ? total - pool->pinned_handles : 0;
}

/* Take handles out that nobody has used for a period and nobody has pinned. */
static u32 frmr_pool_reap(struct ib_frmr_pool *pool, u32 handles[FRMR_BATCH])
{
	u32 n;

	guard(spinlock)(&pool->lock);
	n = min3(frmr_pool_excess(pool), pool->inactive_queue.ci,
		 (unsigned long)FRMR_BATCH);
	for (u32 i = 0; i < n; i++)
		handles[i] = frmr_queue_pop(&pool->inactive_queue);
	return n;
}

static void frmr_pool_shrink(struct ib_frmr_pool *pool)
{
	struct ib_device *device = pool->device;
	u32 handles[FRMR_BATCH], n;

	while ((n = frmr_pool_reap(pool, handles)))
		device->frmr_pools->pool_ops->destroy_frmrs(device, handles, n);
}

/* Returns true if something was put up for the next round. */
static bool frmr_pool_retire(struct ib_frmr_pool *pool)
{
	guard(spinlock)(&pool->lock);
	if (!pool->queue.ci || !frmr_pool_excess(pool))
		return false;
	frmr_queue_move(&pool->inactive_queue, &pool->queue);
	return true;
}

static void frmr_pool_age_later(struct ib_frmr_pool *pool)
{
	struct ib_frmr_pools *pools = pool->device->frmr_pools;

	queue_delayed_work(pools->aging_wq, &pool->aging_work,
			   secs_to_jiffies(READ_ONCE(pools->aging_period_sec)));
}

static void frmr_pool_age(struct work_struct *work)
{
	struct ib_frmr_pool *pool = container_of(to_delayed_work(work),
						 struct ib_frmr_pool, aging_work);

	frmr_pool_shrink(pool);
	if (frmr_pool_retire(pool))
		frmr_pool_age_later(pool);
}

static void frmr_pool_destroy(struct ib_frmr_pool *pool)
{
	cancel_delayed_work_sync(&pool->aging_work);
	scoped_guard(spinlock, &pool->lock) {
		pool->pinned_handles = 0;
		frmr_queue_move(&pool->inactive_queue, &pool->queue);
	}
	frmr_pool_shrink(pool);
	kfree(pool);
}

/*
 * Where a pool stands towards a key. A handle also does for fewer blocks than it
 * has, so the pool stands for keys that ask for more than half of its blocks.
 */
static int frmr_key_cmp(const struct ib_frmr_key *pool, const struct ib_frmr_key *key)
{
	int order = cmp_int(pool->ats, key->ats) ?:
		    cmp_int(pool->access_flags, key->access_flags) ?:
		    cmp_int(pool->vendor_key, key->vendor_key) ?:
		    cmp_int(pool->kernel_vendor_key, key->kernel_vendor_key);

	if (order)
		return order;
	if (pool->num_dma_blocks > key->num_dma_blocks &&
	    pool->num_dma_blocks - key->num_dma_blocks < key->num_dma_blocks)
		return 0;
	return cmp_int(pool->num_dma_blocks, key->num_dma_blocks);
}

static struct ib_frmr_pool *frmr_pool_of(const struct rb_node *node)
{
	return rb_entry(node, struct ib_frmr_pool, node);
}

static int frmr_cmp_key_to_node(const void *key, const struct rb_node *node)
{
	return frmr_key_cmp(&frmr_pool_of(node)->key, key);
}

static int frmr_cmp_node_to_node(struct rb_node *new, const struct rb_node *node)
{
	return frmr_cmp_key_to_node(&frmr_pool_of(new)->key, node);
}

/* A pool for @key goes into the tree, unless somebody else was faster. */
static struct ib_frmr_pool *frmr_pool_create(struct ib_device *device,
					     const struct ib_frmr_key *key)
{
	struct ib_frmr_pools *pools = device->frmr_pools;
	struct rb_node *faster;

	struct ib_frmr_pool *pool __free(kfree) = kzalloc_obj(*pool);
	if (!pool)
		return ERR_PTR(-ENOMEM);

	pool->device = device;
	pool->key = *key;
	spin_lock_init(&pool->lock);
	INIT_LIST_HEAD(&pool->queue.pages_list);
	INIT_LIST_HEAD(&pool->inactive_queue.pages_list);
	INIT_DELAYED_WORK(&pool->aging_work, frmr_pool_age);

	scoped_guard(write_lock, &pools->rb_lock)
		faster = rb_find_add(&pool->node, &pools->rb_root,
				     frmr_cmp_node_to_node);
	return faster ? frmr_pool_of(faster) : no_free_ptr(pool);
}

static struct ib_frmr_pool *frmr_pool_get(struct ib_device *device,
					  const struct ib_frmr_key *key)
{
	struct ib_frmr_pools *pools = device->frmr_pools;
	struct rb_node *node;

	scoped_guard(read_lock, &pools->rb_lock)
		node = rb_find(key, &pools->rb_root, frmr_cmp_key_to_node);
	return node ? frmr_pool_of(node) : frmr_pool_create(device, key);
}

/**
 * ib_frmr_pools_init() - start the FRMR pools of a device
 * @device: the device
 * @pool_ops: how its driver makes and destroys handles; must outlive the pools
 *
 * Context: Process context; may sleep.
 * Return: 0, or %-ENOMEM.
 */
int ib_frmr_pools_init(struct ib_device *device,
		       const struct ib_frmr_pool_ops *pool_ops)
{
	struct ib_frmr_pools *pools __free(kfree) = kzalloc_obj(*pools);

	if (!pools)
		return -ENOMEM;
	pools->rb_root = RB_ROOT;
	rwlock_init(&pools->rb_lock);
	pools->pool_ops = pool_ops;
	pools->aging_period_sec = FRMR_AGING_PERIOD_SECS;
	pools->aging_wq = alloc_ordered_workqueue("frmr_aging_wq", WQ_MEM_RECLAIM);
	if (!pools->aging_wq)
		return -ENOMEM;

	device->frmr_pools = no_free_ptr(pools);
	return 0;
}
EXPORT_SYMBOL(ib_frmr_pools_init);

/**
 * ib_frmr_pools_cleanup() - destroy the FRMR pools of a device
 * @device: the device; nothing happens if it has no pools
 *
 * All handles must be back, and nobody may use the pools any more.
 *
 * Context: Process context; may sleep.
 */
void ib_frmr_pools_cleanup(struct ib_device *device)
{
	struct ib_frmr_pools *pools = device->frmr_pools;
	struct ib_frmr_pool *pool, *next;

	if (!pools)
		return;
	rbtree_postorder_for_each_entry_safe(pool, next, &pools->rb_root, node)
		frmr_pool_destroy(pool);
	destroy_workqueue(pools->aging_wq);
	device->frmr_pools = NULL;
	kfree(pools);
}
EXPORT_SYMBOL(ib_frmr_pools_cleanup);

/**
 * ib_frmr_pools_set_aging_period() - set for how long idle handles are kept
 * @device: the device
 * @period_sec: the time in seconds; not 0. All pools start a new period
 *
 * Context: Process context.
 * Return: 0, or %-EINVAL: @period_sec is 0, or the device has no pools.
 */
int ib_frmr_pools_set_aging_period(struct ib_device *device, u32 period_sec)
{
	struct ib_frmr_pools *pools = device->frmr_pools;

	if (!pools || !period_sec)
		return -EINVAL;
	WRITE_ONCE(pools->aging_period_sec, period_sec);

	guard(read_lock)(&pools->rb_lock);
	for (struct rb_node *node = rb_first(&pools->rb_root); node; node = rb_next(node))
		mod_delayed_work(pools->aging_wq, &frmr_pool_of(node)->aging_work,
				 secs_to_jiffies(period_sec));
	return 0;
}
EXPORT_SYMBOL_IF_KUNIT(ib_frmr_pools_set_aging_period);

/* Make handles for a pool; those that it has no room for are destroyed again. */
static int frmr_pool_fill(struct ib_frmr_pool *pool, u32 nr_handles)
{
	const struct ib_frmr_pool_ops *ops = pool->device->frmr_pools->pool_ops;
	u32 done = 0;
	int ret;

	/* The number is the administrator's, so it may be absurd. */
	u32 *handles __free(kvfree) = kvmalloc_objs(*handles, nr_handles,
						    GFP_KERNEL | __GFP_NOWARN);
	if (!handles)
		return -ENOMEM;
	ret = ops->create_frmrs(pool->device, &pool->key, handles, nr_handles);
	if (ret)
		return ret;

	scoped_guard(spinlock, &pool->lock) {
		while (done < nr_handles && !ret) {
			ret = frmr_queue_push(&pool->queue, handles[done]);
			done += !ret;
		}
	}
	if (ret)
		ops->destroy_frmrs(pool->device, handles + done, nr_handles - done);
	return ret;
}

/**
 * ib_frmr_pools_set_pinned() - set how many handles of a kind are always kept
 * @device: the device
 * @key: the kind, as the administrator names it; the driver has its say in that
 * @pinned_handles: how many, those in use included; what is missing is made at
 *	once, and what is too much ages from now on
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EINVAL: the device has no pools, or the access flags make no sense
 * * %-EOPNOTSUPP: the device does not have the access flags
 * * %-ENOMEM: out of memory
 * * what the driver answered otherwise
 */
int ib_frmr_pools_set_pinned(struct ib_device *device, struct ib_frmr_key *key,
			     u32 pinned_handles)
{
	struct ib_frmr_pools *pools = device->frmr_pools;
	struct ib_frmr_key driver_key = {};
	unsigned long missing = 0, have;
	struct ib_frmr_pool *pool;
	int ret;

	if (!pools)
		return -EINVAL;
	ret = ib_check_mr_access(device, key->access_flags);
	if (ret)
		return ret;
	if (pools->pool_ops->build_key)
		ret = pools->pool_ops->build_key(device, key, &driver_key);
	else
		driver_key = *key;
	if (ret)
		return ret;

	pool = frmr_pool_get(device, &driver_key);
	if (IS_ERR(pool))
		return PTR_ERR(pool);
	scoped_guard(spinlock, &pool->lock) {
		have = frmr_pool_total(pool);
		if (pinned_handles > have)
			missing = pinned_handles - have;
		pool->pinned_handles = pinned_handles;
	}

	if (missing)
		ret = frmr_pool_fill(pool, missing);
	mod_delayed_work(pools->aging_wq, &pool->aging_work, 0);
	return ret;
}
EXPORT_SYMBOL_IF_KUNIT(ib_frmr_pools_set_pinned);

static bool frmr_pool_take_idle(struct ib_frmr_pool *pool, u32 *handle)
	__must_hold(&pool->lock)
{
	if (pool->queue.ci)
		*handle = frmr_queue_pop(&pool->queue);
	else if (pool->inactive_queue.ci)
		*handle = frmr_queue_pop(&pool->inactive_queue);
	else
		return false;
	return true;
}

static void frmr_pool_count_user(struct ib_frmr_pool *pool)
	__must_hold(&pool->lock)
{
	pool->in_use++;
	pool->max_in_use = max(pool->max_in_use, pool->in_use);
}

static int frmr_pool_take(struct ib_frmr_pool *pool, u32 *handle)
{
	const struct ib_frmr_pool_ops *ops = pool->device->frmr_pools->pool_ops;
	int ret;

	scoped_guard(spinlock, &pool->lock) {
		if (frmr_pool_take_idle(pool, handle)) {
			frmr_pool_count_user(pool);
			return 0;
		}
	}

	ret = ops->create_frmrs(pool->device, &pool->key, handle, 1);
	if (ret)
		return ret;
	guard(spinlock)(&pool->lock);
	frmr_pool_count_user(pool);
	return 0;
}

/**
 * ib_frmr_pool_pop() - get a handle for an MR
 * @device: the device
 * @mr: the MR; its frmr.key says what kind it needs, frmr.pool and frmr.handle
 *	are set
 *
 * A handle that waits in the pool is taken, else the driver makes one.
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EINVAL: the device has no pools
 * * %-ENOMEM: out of memory
 * * what the driver answered otherwise
 */
int ib_frmr_pool_pop(struct ib_device *device, struct ib_mr *mr)
{
	struct ib_frmr_pool *pool;
	u32 handle;
	int ret;

	if (!device->frmr_pools) {
		ibdev_warn_ratelimited(device, "FRMR pools are used before they are started\n");
		return -EINVAL;
	}
	pool = frmr_pool_get(device, &mr->frmr.key);
	if (IS_ERR(pool))
		return PTR_ERR(pool);
	ret = frmr_pool_take(pool, &handle);
	if (ret)
		return ret;

	mr->frmr.pool = pool;
	mr->frmr.handle = handle;
	return 0;
}
EXPORT_SYMBOL(ib_frmr_pool_pop);

/**
 * ib_frmr_pool_push() - give the handle of an MR back for others to use
 * @device: the device
 * @mr: the MR that ib_frmr_pool_pop() got it for
 *
 * If there is no memory to remember the handle by, it is destroyed.
 *
 * Context: Process context; may sleep.
 */
void ib_frmr_pool_push(struct ib_device *device, struct ib_mr *mr)
{
	struct ib_frmr_pool *pool = mr->frmr.pool;
	bool first = false;
	int ret;

	scoped_guard(spinlock, &pool->lock) {
		pool->in_use--;
		ret = frmr_queue_push(&pool->queue, mr->frmr.handle);
		first = !ret && pool->queue.ci == 1;
	}

	if (ret)
		device->frmr_pools->pool_ops->destroy_frmrs(device, &mr->frmr.handle, 1);
	else if (first)
		frmr_pool_age_later(pool);
}
EXPORT_SYMBOL(ib_frmr_pool_push);

/**
 * ib_frmr_pool_drop() - keep the handle of an MR from its pool
 * @mr: the MR that ib_frmr_pool_pop() got it for; the caller destroys the handle
 *
 * Context: Process context.
 */
void ib_frmr_pool_drop(struct ib_mr *mr)
{
	struct ib_frmr_pool *pool = mr->frmr.pool;

	guard(spinlock)(&pool->lock);
	pool->in_use--;
}
EXPORT_SYMBOL(ib_frmr_pool_drop);
