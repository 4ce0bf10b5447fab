// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the memory that drivers hand their counters over in.
 */
#include <kunit/test.h>
#include <linux/bitmap.h>
#include <linux/jiffies.h>
#include <rdma/ib_verbs.h>

#include "nth.h"

static const struct rdma_stat_desc descs[] = {
	{ .name = "in" },
	{ .name = "out" },
	{ .name = "lost", .flags = IB_STAT_FLAG_OPTIONAL },
};

KUNIT_DEFINE_ACTION_WRAPPER(free_stats, rdma_free_hw_stats_struct, struct rdma_hw_stats *);

static struct rdma_hw_stats *stats_new(struct kunit *test, int n, unsigned long lifespan)
{
	struct rdma_hw_stats *stats = rdma_alloc_hw_stats_struct(descs, n, lifespan);

	KUNIT_ASSERT_NOT_NULL(test, stats);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, free_stats, stats));
	return stats;
}

static void hw_stats_start_empty(struct kunit *test)
{
	struct rdma_hw_stats *stats = stats_new(test, ARRAY_SIZE(descs), 250);

	KUNIT_EXPECT_PTR_EQ(test, stats->descs, &descs[0]);
	KUNIT_EXPECT_EQ(test, stats->num_counters, ARRAY_SIZE(descs));
	KUNIT_EXPECT_EQ(test, stats->lifespan, msecs_to_jiffies(250));
	KUNIT_EXPECT_EQ(test, stats->timestamp, 0);
	KUNIT_EXPECT_TRUE(test, bitmap_empty(stats->is_disabled, ARRAY_SIZE(descs)));
	for (int i = 0; i < ARRAY_SIZE(descs); i++)
		KUNIT_EXPECT_EQ(test, stats->value[i], 0);
}

static void hw_stats_lock_works(struct kunit *test)
{
	struct rdma_hw_stats *stats = stats_new(test, 1, RDMA_HW_STATS_DEFAULT_LIFESPAN);

	KUNIT_EXPECT_EQ(test, stats->lifespan, msecs_to_jiffies(10));
	if (mutex_trylock(&stats->lock))
		mutex_unlock(&stats->lock);
	else
		KUNIT_FAIL(test, "a new lock is held");
}

/* Every value and every bit is there: KASAN watches the ends of both. */
static void hw_stats_hold_all_counters(struct kunit *test)
{
	static const int sizes[] = { 1, 2, 63, 64, 65, 128, 1000 };

	for (int s = 0; s < ARRAY_SIZE(sizes); s++) {
		int n = sizes[s];
		struct rdma_hw_stats *stats = stats_new(test, n, 1);

		for (int i = 0; i < n; i++) {
			stats->value[i] = U64_MAX - i;
			set_bit(i, stats->is_disabled);
		}
		KUNIT_EXPECT_TRUE(test, bitmap_full(stats->is_disabled, n));
		for (int i = 0; i < n; i++)
			KUNIT_ASSERT_EQ(test, stats->value[i], U64_MAX - i);
	}
}

static void hw_stats_of_nothing(struct kunit *test)
{
	struct rdma_hw_stats *stats = stats_new(test, 0, 0);

	KUNIT_EXPECT_EQ(test, stats->num_counters, 0);
	KUNIT_EXPECT_EQ(test, stats->lifespan, 0);
}

static void hw_stats_refuse_nonsense(struct kunit *test)
{
	KUNIT_EXPECT_NULL(test, rdma_alloc_hw_stats_struct(descs, -1, 10));
	KUNIT_EXPECT_NULL(test, rdma_alloc_hw_stats_struct(descs, INT_MIN, 10));
}

static void hw_stats_free_takes_null(struct kunit *test)
{
	rdma_free_hw_stats_struct(NULL);
}

#ifdef CONFIG_FAILSLAB
/* Each of the two allocations fails; kmemleak watches the other one. */
static void hw_stats_survive_any_failure(struct kunit *test)
{
	struct rdma_hw_stats *stats = NULL;
	u32 n;

	for (n = 1; !stats; n++) {
		nth_fail(n);
		stats = rdma_alloc_hw_stats_struct(descs, ARRAY_SIZE(descs), 10);
		KUNIT_ASSERT_EQ(test, nth_failed(), !stats);
	}
	KUNIT_EXPECT_EQ(test, n, 4);
	rdma_free_hw_stats_struct(stats);
}
#endif

static struct kunit_case hw_stats_cases[] = {
	KUNIT_CASE(hw_stats_start_empty),
	KUNIT_CASE(hw_stats_lock_works),
	KUNIT_CASE(hw_stats_hold_all_counters),
	KUNIT_CASE(hw_stats_of_nothing),
	KUNIT_CASE(hw_stats_refuse_nonsense),
	KUNIT_CASE(hw_stats_free_takes_null),
#ifdef CONFIG_FAILSLAB
	KUNIT_CASE(hw_stats_survive_any_failure),
#endif
	{}
};

static struct kunit_suite hw_stats_suite = {
	.name = "ib_core_hw_stats",
	.test_cases = hw_stats_cases,
};

kunit_test_suite(hw_stats_suite);
