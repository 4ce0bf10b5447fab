// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of FRMR pools, on a driver that knows which of its handles are alive.
 */
#include <kunit/static_stub.h>
#include <kunit/test.h>
#include <linux/bitmap.h>
#include <linux/prandom.h>
#include <linux/workqueue.h>
#include <rdma/frmr_pools.h>
#include <rdma/ib_verbs.h>

#include "mr/frmr_pools.h"
#include "fake.h"
#include "nth.h"

#define HANDLES	32768

/**
 * struct frmr_ctx - what a test works on
 * @dev: the device
 * @alive: handles that were made and not destroyed
 * @next: the next handle
 * @creates: calls that made some
 * @err: what the next such call answers
 * @build_err: what build_key answers
 * @pages_left: pages that can be had before there are no more; -1: no limit
 */
struct frmr_ctx {
	struct ib_device *dev;
	DECLARE_BITMAP(alive, HANDLES);
	u32 next;
	u32 creates;
	int err;
	int build_err;
	int pages_left;
};

/* The work that ages a pool is no thread of the test. */
static struct frmr_ctx *frmr;

static int frmr_create(struct ib_device *dev, struct ib_frmr_key *key, u32 *handles, u32 count)
{
	frmr->creates++;
	if (frmr->err)
		return frmr->err;
	if (count > HANDLES - frmr->next)
		return -ENOSPC;
	for (u32 i = 0; i < count; i++) {
		handles[i] = frmr->next++;
		set_bit(handles[i], frmr->alive);
	}
	return 0;
}

static void frmr_destroy(struct ib_device *dev, u32 *handles, u32 count)
{
	for (u32 i = 0; i < count; i++)
		WARN_ON(!test_and_clear_bit(handles[i], frmr->alive));
}

static int frmr_build_key(struct ib_device *dev, const struct ib_frmr_key *in,
			  struct ib_frmr_key *out)
{
	*out = *in;
	out->vendor_key |= 0x100;
	return frmr->build_err;
}

static const struct ib_frmr_pool_ops frmr_ops = {
	.build_key = frmr_build_key,
	.create_frmrs = frmr_create,
	.destroy_frmrs = frmr_destroy,
};

static const struct ib_frmr_pool_ops frmr_ops_without_build_key = {
	.create_frmrs = frmr_create,
	.destroy_frmrs = frmr_destroy,
};

static u32 frmr_alive(void)
{
	return bitmap_weight(frmr->alive, HANDLES);
}

static struct frmr_handles_page *frmr_page_or_not(void)
{
	if (frmr->pages_left > 0)
		frmr->pages_left--;
	else if (!frmr->pages_left)
		return NULL;
	return kmalloc_obj(struct frmr_handles_page, GFP_ATOMIC);
}

static void frmr_cleanup(void *dev)
{
	ib_frmr_pools_cleanup(dev);
}

static int frmr_init(struct kunit *test)
{
	static const struct fake_config cfg = {};

	frmr = kunit_kzalloc(test, sizeof(*frmr), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, frmr);
	frmr->dev = &fake_create(test, &cfg)->dev;
	frmr->pages_left = -1;
	KUNIT_ASSERT_EQ(test, ib_frmr_pools_init(frmr->dev, &frmr_ops), 0);
	return kunit_add_action_or_reset(test, frmr_cleanup, frmr->dev);
}

/* Whatever a test did, the driver gets all of its handles back. */
static void frmr_exit(struct kunit *test)
{
	if (!frmr || !frmr->dev)
		return;
	ib_frmr_pools_cleanup(frmr->dev);
	KUNIT_EXPECT_EQ(test, frmr_alive(), 0);
	frmr = NULL;
}

static struct ib_mr frmr_mr(size_t blocks)
{
	return (struct ib_mr){ .frmr.key = { .vendor_key = 0x100, .num_dma_blocks = blocks } };
}

/* A period goes by. */
static void frmr_age(struct ib_frmr_pool *pool)
{
	flush_delayed_work(&pool->aging_work);
}

static void frmr_expect(struct kunit *test, const struct ib_frmr_pool *pool, u32 queue,
			u32 inactive, u32 in_use)
{
	KUNIT_EXPECT_EQ(test, pool->queue.ci, queue);
	KUNIT_EXPECT_EQ(test, pool->inactive_queue.ci, inactive);
	KUNIT_EXPECT_EQ(test, pool->in_use, in_use);
	KUNIT_EXPECT_EQ(test, pool->queue.num_pages, DIV_ROUND_UP(queue, NUM_HANDLES_PER_PAGE));
	KUNIT_EXPECT_EQ(test, list_count_nodes(&((struct ib_frmr_pool *)pool)->queue.pages_list),
			pool->queue.num_pages);
	KUNIT_EXPECT_EQ(test, frmr_alive(), queue + inactive + in_use);
}

static void frmr_pop_makes_and_push_keeps(struct kunit *test)
{
	struct ib_mr a = frmr_mr(8), b = frmr_mr(8), c = frmr_mr(8);

	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &a), 0);
	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &b), 0);
	KUNIT_EXPECT_PTR_EQ(test, a.frmr.pool, b.frmr.pool);
	KUNIT_EXPECT_NE(test, a.frmr.handle, b.frmr.handle);
	frmr_expect(test, a.frmr.pool, 0, 0, 2);

	ib_frmr_pool_push(frmr->dev, &a);
	frmr_expect(test, a.frmr.pool, 1, 0, 1);
	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &c), 0);
	KUNIT_EXPECT_EQ(test, c.frmr.handle, a.frmr.handle);
	KUNIT_EXPECT_EQ(test, frmr->creates, 2);
	ib_frmr_pool_push(frmr->dev, &b);
	ib_frmr_pool_push(frmr->dev, &c);
	frmr_expect(test, a.frmr.pool, 2, 0, 0);
	KUNIT_EXPECT_EQ(test, a.frmr.pool->max_in_use, 2);
}

static void frmr_idle_handles_go_in_two_periods(struct kunit *test)
{
	struct ib_mr a = frmr_mr(8), b = frmr_mr(8);
	struct ib_frmr_pool *pool;

	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &a), 0);
	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &b), 0);
	pool = a.frmr.pool;
	KUNIT_EXPECT_FALSE(test, delayed_work_pending(&pool->aging_work));
	ib_frmr_pool_push(frmr->dev, &a);
	ib_frmr_pool_push(frmr->dev, &b);
	KUNIT_EXPECT_TRUE(test, delayed_work_pending(&pool->aging_work));

	frmr_age(pool);
	frmr_expect(test, pool, 0, 2, 0);
	KUNIT_EXPECT_TRUE(test, delayed_work_pending(&pool->aging_work));
	/* What is taken in time stays young. */
	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &a), 0);
	KUNIT_EXPECT_EQ(test, frmr->creates, 2);
	frmr_age(pool);
	frmr_expect(test, pool, 0, 0, 1);
	KUNIT_EXPECT_FALSE(test, delayed_work_pending(&pool->aging_work));
	ib_frmr_pool_push(frmr->dev, &a);
	frmr_age(pool);
	frmr_age(pool);
	frmr_expect(test, pool, 0, 0, 0);
	KUNIT_EXPECT_FALSE(test, delayed_work_pending(&pool->aging_work));
}

static void frmr_pinned_handles_stay(struct kunit *test)
{
	struct ib_mr mr = frmr_mr(8);
	struct ib_frmr_key key = { .num_dma_blocks = 8 };
	struct ib_frmr_pool *pool;

	KUNIT_ASSERT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 300), 0);
	KUNIT_EXPECT_EQ(test, frmr->creates, 1);
	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), 0);
	pool = mr.frmr.pool;
	KUNIT_EXPECT_EQ(test, pool->key.vendor_key, 0x100);
	KUNIT_EXPECT_EQ(test, pool->pinned_handles, 300);
	for (int i = 0; i < 4; i++)
		frmr_age(pool);
	KUNIT_EXPECT_EQ(test, frmr_alive(), 300);
	KUNIT_EXPECT_EQ(test, frmr->creates, 1);

	/* Those in use count, so two more are made, and only what is missing. */
	KUNIT_ASSERT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 302), 0);
	KUNIT_EXPECT_EQ(test, frmr_alive(), 302);
	ib_frmr_pool_push(frmr->dev, &mr);

	KUNIT_ASSERT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 10), 0);
	for (int i = 0; i < 4; i++)
		frmr_age(pool);
	KUNIT_EXPECT_EQ(test, frmr_alive(), 10);
	KUNIT_ASSERT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 0), 0);
	for (int i = 0; i < 4; i++)
		frmr_age(pool);
	frmr_expect(test, pool, 0, 0, 0);
}

/* B039: the second page of handles cannot be had. */
static void frmr_pinning_without_memory_leaks_nothing(struct kunit *test)
{
	struct ib_frmr_key key = { .num_dma_blocks = 8 };
	struct ib_mr mr = frmr_mr(8);

	for (int pages = 0; pages < 2; pages++) {
		kunit_activate_static_stub(test, frmr_page_alloc, frmr_page_or_not);
		frmr->pages_left = pages;
		KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key,
							       NUM_HANDLES_PER_PAGE + 300),
				-ENOMEM);
		KUNIT_EXPECT_EQ(test, frmr_alive(), pages * NUM_HANDLES_PER_PAGE);
		kunit_deactivate_static_stub(test, frmr_page_alloc);
	}

	/* The pool goes on with what it has. */
	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), 0);
	KUNIT_EXPECT_EQ(test, frmr->creates, 2);
	KUNIT_EXPECT_EQ(test, frmr_alive(), NUM_HANDLES_PER_PAGE);
	ib_frmr_pool_push(frmr->dev, &mr);
}

/* B039: no pools, no handle, no crash. */
static void frmr_pop_without_pools(struct kunit *test)
{
	struct ib_frmr_key key = { .num_dma_blocks = 8 };
	struct ib_mr mr = frmr_mr(8);

	ib_frmr_pools_cleanup(frmr->dev);
	KUNIT_EXPECT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), -EINVAL);
	KUNIT_EXPECT_NULL(test, mr.frmr.pool);
	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 1), -EINVAL);
	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_aging_period(frmr->dev, 1), -EINVAL);
	ib_frmr_pools_cleanup(frmr->dev);
}

static void frmr_push_without_memory_destroys(struct kunit *test)
{
	struct ib_mr mr = frmr_mr(8);

	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), 0);
	kunit_activate_static_stub(test, frmr_page_alloc, frmr_page_or_not);
	frmr->pages_left = 0;
	ib_frmr_pool_push(frmr->dev, &mr);
	frmr_expect(test, mr.frmr.pool, 0, 0, 0);
}

static void frmr_drop_leaves_the_handle_to_its_user(struct kunit *test)
{
	struct ib_mr mr = frmr_mr(8);

	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), 0);
	ib_frmr_pool_drop(&mr);
	KUNIT_EXPECT_EQ(test, mr.frmr.pool->in_use, 0);
	KUNIT_EXPECT_EQ(test, frmr_alive(), 1);
	frmr_destroy(frmr->dev, &mr.frmr.handle, 1);
}

static void frmr_errors_are_the_drivers(struct kunit *test)
{
	struct ib_frmr_key key = { .num_dma_blocks = 8 };
	struct ib_mr mr = frmr_mr(8);

	frmr->err = -EIO;
	KUNIT_EXPECT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), -EIO);
	KUNIT_EXPECT_NULL(test, mr.frmr.pool);
	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 3), -EIO);
	frmr->err = 0;
	KUNIT_EXPECT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), 0);
	KUNIT_EXPECT_EQ(test, mr.frmr.pool->in_use, 1);
	ib_frmr_pool_push(frmr->dev, &mr);

	frmr->build_err = -EPROTO;
	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 3), -EPROTO);
	key.access_flags = IB_ACCESS_REMOTE_WRITE;
	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 3), -EINVAL);
}

/* More than there is memory for is an errno, and neither a splat nor a change. */
static void frmr_absurd_pinning(struct kunit *test)
{
	struct ib_frmr_key key = { .num_dma_blocks = 8 };

	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, U32_MAX), -ENOMEM);
	KUNIT_EXPECT_EQ(test, frmr->creates, 0);
	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 0), 0);
}

#ifdef CONFIG_FAILSLAB
/* No pools, or whole ones. */
static void frmr_init_survives_any_failure(struct kunit *test)
{
	bool failed = true;
	u32 refused = 0;

	ib_frmr_pools_cleanup(frmr->dev);
	for (u32 n = 1; failed; n++) {
		int ret;

		nth_fail(n);
		ret = ib_frmr_pools_init(frmr->dev, &frmr_ops);
		failed = nth_failed();
		refused += ret == -ENOMEM;
		KUNIT_EXPECT_EQ(test, !ret, !!frmr->dev->frmr_pools);
		ib_frmr_pools_cleanup(frmr->dev);
	}
	/* The pools and their workqueue. */
	KUNIT_EXPECT_GE(test, refused, 2);
}

/* A pool, the handles that it asks for, the page that it keeps them in. */
static void frmr_pinning_survives_any_failure(struct kunit *test)
{
	struct ib_frmr_key key = { .num_dma_blocks = 8 };
	bool failed = true;
	u32 n;

	for (n = 1; failed; n++) {
		int ret;

		nth_fail(n);
		ret = ib_frmr_pools_set_pinned(frmr->dev, &key, 3);
		failed = nth_failed();
		KUNIT_EXPECT_EQ(test, ret, failed ? -ENOMEM : 0);
		KUNIT_EXPECT_EQ(test, frmr_alive(), failed ? 0 : 3);
	}
	KUNIT_EXPECT_GE(test, n, 4);
}

static void frmr_pop_survives_any_failure(struct kunit *test)
{
	struct ib_mr mr = frmr_mr(8);
	bool failed = true;
	u32 n;

	for (n = 1; failed; n++) {
		int ret;

		nth_fail(n);
		ret = ib_frmr_pool_pop(frmr->dev, &mr);
		failed = nth_failed();
		KUNIT_EXPECT_EQ(test, ret, failed ? -ENOMEM : 0);
		KUNIT_EXPECT_EQ(test, !mr.frmr.pool, failed);
	}
	KUNIT_EXPECT_EQ(test, n, 3);
	ib_frmr_pool_push(frmr->dev, &mr);
}
#endif

static void frmr_key_may_be_the_administrators(struct kunit *test)
{
	struct ib_frmr_key key = { .num_dma_blocks = 8, .vendor_key = 0x100 };
	struct ib_mr mr = frmr_mr(8);

	ib_frmr_pools_cleanup(frmr->dev);
	KUNIT_ASSERT_EQ(test, ib_frmr_pools_init(frmr->dev, &frmr_ops_without_build_key), 0);
	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_pinned(frmr->dev, &key, 1), 0);
	KUNIT_EXPECT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), 0);
	KUNIT_EXPECT_EQ(test, frmr->creates, 1);
	ib_frmr_pool_push(frmr->dev, &mr);
}

static void frmr_set_aging_period(struct kunit *test)
{
	struct ib_frmr_pools *pools = frmr->dev->frmr_pools;
	struct ib_mr mr = frmr_mr(8);

	KUNIT_EXPECT_EQ(test, pools->aging_period_sec, 60);
	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_aging_period(frmr->dev, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, pools->aging_period_sec, 60);
	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), 0);
	KUNIT_EXPECT_EQ(test, ib_frmr_pools_set_aging_period(frmr->dev, U32_MAX), 0);
	KUNIT_EXPECT_EQ(test, pools->aging_period_sec, U32_MAX);
	KUNIT_EXPECT_TRUE(test, delayed_work_pending(&mr.frmr.pool->aging_work));
	ib_frmr_pool_push(frmr->dev, &mr);
}

/* Which of two keys share a pool, when the first one made it. */
static const struct key_case {
	const char *desc;
	struct ib_frmr_key pool;
	struct ib_frmr_key key;
	bool same;
} key_cases[] = {
	{ "equal", { 1, 2, 8, 4, 1 }, { 1, 2, 8, 4, 1 }, true },
	{ "vendor key", { 1, 2, 8, 4, 1 }, { 9, 2, 8, 4, 1 }, false },
	{ "kernel's vendor key", { 1, 2, 8, 4, 1 }, { 1, 9, 8, 4, 1 }, false },
	{ "access", { 1, 2, 8, 4, 1 }, { 1, 2, 8, 9, 1 }, false },
	{ "ATS", { 1, 2, 8, 4, 1 }, { 1, 2, 8, 4, 0 }, false },
	{ "more blocks", { 1, 2, 8, 4, 1 }, { 1, 2, 9, 4, 1 }, false },
	{ "fewer blocks", { 1, 2, 8, 4, 1 }, { 1, 2, 7, 4, 1 }, true },
	{ "more than half", { 1, 2, 8, 4, 1 }, { 1, 2, 5, 4, 1 }, true },
	{ "half the blocks", { 1, 2, 8, 4, 1 }, { 1, 2, 4, 4, 1 }, false },
	{ "no blocks", { 1, 2, 8, 4, 1 }, { 1, 2, 0, 4, 1 }, false },
	{ "none either", { 1, 2, 0, 4, 1 }, { 1, 2, 0, 4, 1 }, true },
	{ "huge", { 1, 2, SIZE_MAX, 4, 1 }, { 1, 2, SIZE_MAX / 2 + 1, 4, 1 }, true },
	{ "half of huge", { 1, 2, SIZE_MAX, 4, 1 }, { 1, 2, SIZE_MAX / 2, 4, 1 }, false },
};

KUNIT_ARRAY_PARAM_DESC(key, key_cases, desc);

static void frmr_key_case(struct kunit *test)
{
	const struct key_case *c = test->param_value;
	struct ib_mr a = { .frmr.key = c->pool }, b = { .frmr.key = c->key };

	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &a), 0);
	ib_frmr_pool_push(frmr->dev, &a);
	KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &b), 0);
	KUNIT_EXPECT_EQ(test, a.frmr.pool == b.frmr.pool, c->same);
	KUNIT_EXPECT_EQ(test, a.frmr.handle == b.frmr.handle, c->same);
	ib_frmr_pool_push(frmr->dev, &b);
}

/* Many pools: each is found again. */
static void frmr_pools_are_found(struct kunit *test)
{
	struct ib_frmr_pool *pools[16];

	for (int i = 0; i < ARRAY_SIZE(pools); i++) {
		struct ib_mr mr = frmr_mr(1 << (i * 7 % 16));

		KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), 0);
		pools[i * 7 % 16] = mr.frmr.pool;
		ib_frmr_pool_push(frmr->dev, &mr);
	}
	for (int i = 0; i < ARRAY_SIZE(pools); i++) {
		struct ib_mr mr = frmr_mr(1 << i);

		KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, &mr), 0);
		KUNIT_EXPECT_PTR_EQ(test, mr.frmr.pool, pools[i]);
		KUNIT_EXPECT_EQ(test, mr.frmr.pool->key.num_dma_blocks, 1 << i);
		ib_frmr_pool_push(frmr->dev, &mr);
	}
	KUNIT_EXPECT_EQ(test, frmr->creates, ARRAY_SIZE(pools));
}

#define CHURN_SEED	0x66726d72
#define CHURN_STEPS	20000
#define CHURN_HELD	2500

/* A handle has one owner at a time, and none is lost, over several pages of them. */
static void frmr_handles_have_one_owner(struct kunit *test)
{
	struct ib_mr *held = kunit_kcalloc(test, CHURN_HELD, sizeof(*held), GFP_KERNEL);
	unsigned long *owned = kunit_kcalloc(test, BITS_TO_LONGS(HANDLES), sizeof(long),
					     GFP_KERNEL);
	struct ib_frmr_pool *pool = NULL;
	struct rnd_state rng;
	u32 count = 0;

	KUNIT_ASSERT_TRUE(test, held && owned);
	prandom_seed_state(&rng, CHURN_SEED);
	for (u32 step = 0; step < CHURN_STEPS; step++) {
		/* The tide goes in and out, so that pages come and go. */
		bool in = step / CHURN_HELD % 2 ? prandom_u32_state(&rng) % 8 == 0 :
						  prandom_u32_state(&rng) % 8 != 0;

		if (in && count < CHURN_HELD) {
			struct ib_mr *mr = &held[count++];

			*mr = frmr_mr(8);
			KUNIT_ASSERT_EQ(test, ib_frmr_pool_pop(frmr->dev, mr), 0);
			pool = mr->frmr.pool;
			KUNIT_ASSERT_FALSE_MSG(test, test_and_set_bit(mr->frmr.handle, owned),
					       "seed %#x step %u", CHURN_SEED, step);
			KUNIT_ASSERT_TRUE(test, test_bit(mr->frmr.handle, frmr->alive));
		} else if (!in && count) {
			clear_bit(held[--count].frmr.handle, owned);
			ib_frmr_pool_push(frmr->dev, &held[count]);
		}
		if (step % 1024 == 1023)
			frmr_age(pool);
		if (step % 4096 == 4095)
			frmr_expect(test, pool, pool->queue.ci, pool->inactive_queue.ci, count);
	}
	while (count--)
		ib_frmr_pool_push(frmr->dev, &held[count]);
}

static struct kunit_case frmr_cases[] = {
	KUNIT_CASE(frmr_pop_makes_and_push_keeps),
	KUNIT_CASE(frmr_idle_handles_go_in_two_periods),
	KUNIT_CASE(frmr_pinned_handles_stay),
	KUNIT_CASE(frmr_pinning_without_memory_leaks_nothing),
	KUNIT_CASE(frmr_pop_without_pools),
	KUNIT_CASE(frmr_push_without_memory_destroys),
	KUNIT_CASE(frmr_drop_leaves_the_handle_to_its_user),
	KUNIT_CASE(frmr_errors_are_the_drivers),
	KUNIT_CASE(frmr_absurd_pinning),
#ifdef CONFIG_FAILSLAB
	KUNIT_CASE(frmr_init_survives_any_failure),
	KUNIT_CASE(frmr_pinning_survives_any_failure),
	KUNIT_CASE(frmr_pop_survives_any_failure),
#endif
	KUNIT_CASE(frmr_key_may_be_the_administrators),
	KUNIT_CASE(frmr_set_aging_period),
	KUNIT_CASE_PARAM(frmr_key_case, key_gen_params),
	KUNIT_CASE(frmr_pools_are_found),
	KUNIT_CASE(frmr_handles_have_one_owner),
	{}
};

static struct kunit_suite frmr_suite = {
	.name = "ib_core_mr_frmr",
	.init = frmr_init,
	.exit = frmr_exit,
	.test_cases = frmr_cases,
};

kunit_test_suite(frmr_suite);
