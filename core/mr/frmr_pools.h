/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * FRMR pools from the inside, for those that report on them and steer them (the
 * rdma tool, through nldev).
 */
#ifndef _RDMA_CORE_FRMR_POOLS_H
#define _RDMA_CORE_FRMR_POOLS_H

#include <linux/list.h>
#include <linux/mm.h>
#include <linux/rbtree_types.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <rdma/frmr_pools.h>

/* What fits into one page beside the list entry. */
#define NUM_HANDLES_PER_PAGE \
	((PAGE_SIZE - sizeof(struct list_head)) / sizeof(u32))

/**
 * struct frmr_handles_page - a page of handles
 * @list: entry in frmr_queue::pages_list
 * @handles: all of them in use, but for those at the end of a queue's last page
 */
struct frmr_handles_page {
	struct list_head list;
	u32 handles[NUM_HANDLES_PER_PAGE];
};

/**
 * struct frmr_queue - a stack of handles
 * @pages_list: where they are; the last page has the top of the stack
 * @num_pages: how many pages that is
 * @ci: how many handles
 */
struct frmr_queue {
	struct list_head pages_list;
	u32 num_pages;
	unsigned long ci;
};

/**
 * struct ib_frmr_pool - idle handles that are alike
 * @node: entry in ib_frmr_pools::rb_root
 * @key: what they are good for; never changes
 * @lock: protects the queues and the counts
 * @queue: handles that were used since the pool was last aged
 * @inactive_queue: handles that were not, and go when it is aged the next time
 * @aging_work: does that; pending as long as something may have to go
 * @device: whose handles they are; never changes
 * @max_in_use: the highest that @in_use has been
 * @in_use: handles that MRs have now
 * @pinned_handles: how many to keep, those in use included
 */
struct ib_frmr_pool {
	struct rb_node node;
	struct ib_frmr_key key;
	spinlock_t lock; /* the queues and the counts */
	struct frmr_queue queue;
	struct frmr_queue inactive_queue;
	struct delayed_work aging_work;
	struct ib_device *device;
	u32 max_in_use;
	u32 in_use;
	u32 pinned_handles;
};

/**
 * struct ib_frmr_pools - all pools of a device
 * @rb_root: the pools by key, the ones with more blocks first
 * @rb_lock: protects @rb_root; pools are added, and stay until the last of them goes
 * @pool_ops: what the driver does for us; never changes
 * @aging_wq: where the pools age; never changes
 * @aging_period_sec: seconds that an idle handle has, one to two times over
 */
struct ib_frmr_pools {
	struct rb_root rb_root;
	rwlock_t rb_lock;
	const struct ib_frmr_pool_ops *pool_ops;
	struct workqueue_struct *aging_wq;
	u32 aging_period_sec;
};

int ib_frmr_pools_set_aging_period(struct ib_device *device, u32 period_sec);
int ib_frmr_pools_set_pinned(struct ib_device *device, struct ib_frmr_key *key,
			     u32 pinned_handles);

#if IS_ENABLED(CONFIG_KUNIT)
struct frmr_handles_page *frmr_page_alloc(void);
#endif

#endif /* _RDMA_CORE_FRMR_POOLS_H */
