// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what mapping does with input that it cannot take, and with drivers
 * that refuse.
 */
#include <kunit/test.h>
#include <linux/scatterlist.h>
#include <linux/sizes.h>
#include <rdma/ib_verbs.h>

#include "mr/mr.h"
#include "mr_map_test.h"

/* B3 */
static void map_rejects_page_size_zero(struct kunit *test)
{
	const struct mr_elem elem = { 0x1000, 4096 };
	struct mr_list list = { 0, 8, 0, 1, &elem };
	struct map_ctx *m = test->priv;

	m->want.ret = -EINVAL;
	map_try(test, m, &list, "no page size");
	map_by_device(test, m, &list);
	map_compare(test, m, "no page size");
}

/* B1 */
static void map_rejects_nothing(struct kunit *test)
{
	static const int nents[] = { 0, -1, INT_MIN };
	const struct mr_elem elem = { 0x1000, 4096 };
	struct map_ctx *m = test->priv;
	struct ib_mr *mr = mr_alloc(test, m->ctx, IB_MR_TYPE_MEM_REG, 8);
	struct taker *taker = &m->taker;

	map_take(m, P, 8);
	map_fill(m->sg, &elem, 1);
	for (int i = 0; i < ARRAY_SIZE(nents); i++) {
		KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, nents[i], NULL, P), -EINVAL);
		KUNIT_EXPECT_EQ(test, ib_sg_to_pages(&taker->mr, m->sg, nents[i], NULL,
						     taker_set_page), -EINVAL);
		KUNIT_EXPECT_EQ(test, ib_sg_to_page_vec(&taker->mr, m->sg, nents[i], NULL,
							taker->pages, 8), -EINVAL);
	}
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, NULL, 1, NULL, P), -EINVAL);
	KUNIT_EXPECT_EQ(test, ib_sg_to_pages(&taker->mr, NULL, 1, NULL, taker_set_page), -EINVAL);
	KUNIT_EXPECT_EQ(test, ib_sg_to_page_vec(&taker->mr, NULL, 1, NULL, taker->pages, 8),
			-EINVAL);
	KUNIT_EXPECT_EQ(test, taker->npages, 0);
	KUNIT_EXPECT_EQ(test, fake_calls(m->ctx->fake, FAKE_OP(map_mr_sg)), 0);
}

/* B1 to B4: the driver is not asked, and the region stays as it was. */
static void map_bad_input_changes_nothing(struct kunit *test)
{
	static const struct {
		u32 page_size;
		u32 offset;
		struct mr_elem elem;
	} bad[] = {
		{ P, 4096, { 0x1000, 4096 } },
		{ P, 0, { 0x1000, 0 } },
		{ 0, 0, { 0x1000, 4096 } },
		{ 3, 0, { 0x1000, 4096 } },
		{ P, 0, { U64_MAX, 2 } },
	};
	struct map_ctx *m = test->priv;
	struct ib_mr *mr = mr_alloc(test, m->ctx, IB_MR_TYPE_MEM_REG, 8);

	mr->iova = 0x1234;
	mr->length = 5678;
	mr->page_size = SZ_64K;
	for (int i = 0; i < ARRAY_SIZE(bad); i++) {
		u32 offset = bad[i].offset;

		map_fill(m->sg, &bad[i].elem, 1);
		KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 1, &offset, bad[i].page_size),
				-EINVAL);
		KUNIT_EXPECT_EQ(test, offset, bad[i].offset);
		KUNIT_EXPECT_EQ(test, mr->iova, 0x1234);
		KUNIT_EXPECT_EQ(test, mr->length, 5678);
		KUNIT_EXPECT_EQ(test, mr->page_size, SZ_64K);
	}
	KUNIT_EXPECT_EQ(test, fake_calls(m->ctx->fake, FAKE_OP(map_mr_sg)), 0);
}

/* B6 */
static void map_rejects_foreign_types(struct kunit *test)
{
	static const enum ib_mr_type foreign[] = {
		IB_MR_TYPE_DM, IB_MR_TYPE_USER, IB_MR_TYPE_DMA, IB_MR_TYPE_INTEGRITY,
	};
	const struct mr_elem elem = { 0x1000, 4096 };
	struct map_ctx *m = test->priv;
	struct ib_mr *mr = mr_alloc(test, m->ctx, IB_MR_TYPE_MEM_REG, 8);

	map_fill(m->sg, &elem, 1);
	for (int i = 0; i < ARRAY_SIZE(foreign); i++) {
		mr->type = foreign[i];
		KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 1, NULL, P), -EINVAL);
	}
	KUNIT_EXPECT_EQ(test, fake_calls(m->ctx->fake, FAKE_OP(map_mr_sg)), 0);
}

/* B7 */
static void map_needs_driver_op(struct kunit *test)
{
	static const struct fake_config cfg = { .without = { FAKE_OP(map_mr_sg) } };
	const struct mr_elem elem = { 0x1000, 4096 };
	struct mr_ctx *ctx = mr_ctx_create(test, &cfg);
	struct ib_mr *mr = mr_alloc(test, ctx, IB_MR_TYPE_MEM_REG, 8);
	struct map_ctx *m = test->priv;

	map_fill(m->sg, &elem, 1);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 1, NULL, P), -EOPNOTSUPP);
}

/* B8 */
static void map_errno_of_the_first_page(struct kunit *test)
{
	const struct mr_elem elem = { 0x1800, 8192 };
	struct map_ctx *m = test->priv;
	struct taker *taker = &m->taker;

	for (u32 offset_in = 0; offset_in < 8192; offset_in += 1024) {
		u32 offset = offset_in;

		map_take(m, P, 0);
		taker->refusal = -E2BIG;
		map_fill(m->sg, &elem, 1);
		KUNIT_EXPECT_EQ(test, ib_sg_to_pages(&taker->mr, m->sg, 1, &offset,
						     taker_set_page), -E2BIG);
		KUNIT_EXPECT_EQ(test, offset, offset_in);
		KUNIT_EXPECT_EQ(test, ib_sg_to_page_vec(&taker->mr, m->sg, 1, &offset,
							taker->pages, 0), -ENOMEM);
		KUNIT_EXPECT_EQ(test, offset, offset_in);
		KUNIT_EXPECT_EQ(test, taker->mr.length, 0);
		KUNIT_EXPECT_EQ(test, taker->pages[0], NOT_A_PAGE);
	}
}

/* Likewise the page of a list that has but one. */
static void map_errno_of_the_only_page(struct kunit *test)
{
	const struct mr_elem elem = { 0x1800, 512 };
	struct map_ctx *m = test->priv;
	struct taker *taker = &m->taker;

	map_take(m, P, 0);
	taker->refusal = -E2BIG;
	taker->mr.length = 8192;
	map_fill(m->sg, &elem, 1);
	KUNIT_EXPECT_EQ(test, ib_sg_to_pages(&taker->mr, m->sg, 1, NULL, taker_set_page), -E2BIG);
	KUNIT_EXPECT_EQ(test, taker->mr.length, 0);
	KUNIT_EXPECT_EQ(test, taker->pages[0], NOT_A_PAGE);
}

static int taker_count_page(struct ib_mr *mr, u64 addr)
{
	taker_set_page(mr, addr);
	return 1;
}

/* Drivers answer 0, but only a negative answer is a refusal. */
static void map_positive_answer_is_no_refusal(struct kunit *test)
{
	const struct mr_elem elems[] = { { 0x1000, 8192 }, { 0x8000, 4096 } };
	struct map_ctx *m = test->priv;
	struct taker *taker = &m->taker;

	map_take(m, P, 8);
	map_fill(m->sg, elems, 2);
	KUNIT_EXPECT_EQ(test, ib_sg_to_pages(&taker->mr, m->sg, 2, NULL, taker_count_page), 2);
	KUNIT_EXPECT_EQ(test, taker->npages, 3);
	KUNIT_EXPECT_EQ(test, taker->mr.length, 12288);
}

/* B002: the op always has an offset to look at, and it is the caller's. */
static void map_offset_pointer_is_optional(struct kunit *test)
{
	const struct mr_elem elem = { 0x1000, 4096 };
	struct map_ctx *m = test->priv;
	struct ib_mr *mr = mr_alloc(test, m->ctx, IB_MR_TYPE_MEM_REG, 8);
	struct taker *taker = &m->taker;
	struct fake_call call;

	map_take(m, P, 8);
	map_fill(m->sg, &elem, 1);
	for (int offset = -1; offset <= 512; offset++) {
		u32 in = offset < 0 ? 0 : offset, out = in;
		u32 *ptr = offset < 0 ? NULL : &out;

		KUNIT_ASSERT_EQ(test, ib_map_mr_sg(mr, m->sg, 1, ptr, P), 1);
		KUNIT_ASSERT_TRUE(test, fake_last(m->ctx->fake, FAKE_OP(map_mr_sg), &call));
		KUNIT_ASSERT_EQ(test, call.arg[1], in);
		KUNIT_ASSERT_EQ(test, mr->iova, 0x1000 + in);
		KUNIT_ASSERT_EQ(test, mr->length, 4096 - in);
	}
	KUNIT_EXPECT_EQ(test, ib_sg_to_pages(&taker->mr, m->sg, 1, NULL, taker_set_page), 1);
	KUNIT_EXPECT_EQ(test, taker->mr.length, 4096);
	KUNIT_EXPECT_EQ(test, ib_sg_to_page_vec(&taker->mr, m->sg, 1, NULL, taker->pages, 8), 1);
	KUNIT_EXPECT_EQ(test, taker->mr.length, 4096);
}

/* A count that goes past the end of the list is cut, and not believed. */
static void map_stops_at_the_end(struct kunit *test)
{
	const struct mr_elem elems[] = { { 0x1000, 4096 }, { 0x3000, 4096 } };
	struct map_ctx *m = test->priv;
	struct taker *taker = &m->taker;

	sg_init_table(m->sg, 2);
	map_fill(m->sg, elems, 2);
	map_take(m, P, 8);
	KUNIT_EXPECT_EQ(test, ib_sg_to_pages(&taker->mr, m->sg, 5, NULL, taker_set_page), 2);
	KUNIT_EXPECT_EQ(test, taker->npages, 2);
	KUNIT_EXPECT_EQ(test, ib_sg_to_page_vec(&taker->mr, m->sg, INT_MAX, NULL,
						taker->pages, 8), 2);
	KUNIT_EXPECT_EQ(test, taker->mr.length, 8192);
}

static struct kunit_case map_edge_cases[] = {
	KUNIT_CASE(map_rejects_nothing),
	KUNIT_CASE(map_rejects_page_size_zero),
	KUNIT_CASE(map_bad_input_changes_nothing),
	KUNIT_CASE(map_rejects_foreign_types),
	KUNIT_CASE(map_needs_driver_op),
	KUNIT_CASE(map_errno_of_the_first_page),
	KUNIT_CASE(map_errno_of_the_only_page),
	KUNIT_CASE(map_positive_answer_is_no_refusal),
	KUNIT_CASE(map_offset_pointer_is_optional),
	KUNIT_CASE(map_stops_at_the_end),
	{}
};

static struct kunit_suite map_edge_suite = {
	.name = "ib_core_mr_map_edge",
	.init = map_init,
	.test_cases = map_edge_cases,
};

kunit_test_suite(map_edge_suite);
