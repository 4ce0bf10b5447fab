// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the keys of memory regions, and of what a region says of itself.
 */
#include <kunit/test.h>
#include <linux/scatterlist.h>
#include <linux/sizes.h>
#include <rdma/ib_verbs.h>

#include "mr_test.h"

static int keys_init(struct kunit *test)
{
	static const struct fake_config cfg = {};

	test->priv = mr_ctx_create(test, &cfg);
	return 0;
}

static void keys_types_keep_their_values(struct kunit *test)
{
	static_assert(IB_MR_TYPE_MEM_REG == 0);
	static_assert(IB_MR_TYPE_SG_GAPS == 1);
	static_assert(IB_MR_TYPE_DM == 2);
	static_assert(IB_MR_TYPE_USER == 3);
	static_assert(IB_MR_TYPE_DMA == 4);
	static_assert(IB_MR_TYPE_INTEGRITY == 5);
}

/* K1 */
static void keys_update_replaces_low_byte(struct kunit *test)
{
	static const u32 keys[] = { 0, 0x12345678, 0xffffff00, 0xffffffff, 0x000000ff };

	for (int i = 0; i < ARRAY_SIZE(keys); i++) {
		for (int k = 0; k <= U8_MAX; k++) {
			struct ib_mr mr = { .lkey = keys[i], .rkey = ~keys[i], .iova = 1 };

			ib_update_fast_reg_key(&mr, k);
			KUNIT_ASSERT_EQ(test, mr.lkey, (keys[i] & 0xffffff00) + k);
			KUNIT_ASSERT_EQ(test, mr.rkey, (~keys[i] & 0xffffff00) + k);
			KUNIT_ASSERT_EQ(test, mr.iova, 1);
		}
	}
}

/* K2 */
static void keys_inc_wraps_low_byte(struct kunit *test)
{
	static const struct {
		u32 rkey;
		u32 next;
	} steps[] = {
		{ 0x00000000, 0x00000001 },
		{ 0x000000fe, 0x000000ff },
		{ 0x000000ff, 0x00000000 },
		{ 0x123456ff, 0x12345600 },
		{ 0xffffffff, 0xffffff00 },
		{ 0xffffff00, 0xffffff01 },
	};
	u32 rkey = 0xabcdef42;

	for (int i = 0; i < ARRAY_SIZE(steps); i++)
		KUNIT_EXPECT_EQ(test, ib_inc_rkey(steps[i].rkey), steps[i].next);
	for (int i = 0; i < 256; i++)
		rkey = ib_inc_rkey(rkey);
	KUNIT_EXPECT_EQ(test, rkey, 0xabcdef42);
}

/* K3 */
static void keys_status_needs_driver_op(struct kunit *test)
{
	static const struct fake_config cfg = { .without = { FAKE_OP(check_mr_status) } };
	struct mr_ctx *ctx = mr_ctx_create(test, &cfg);
	struct ib_mr *mr = mr_alloc(test, ctx, IB_MR_TYPE_MEM_REG, 1);
	struct ib_mr_status status;

	KUNIT_EXPECT_EQ(test, ib_check_mr_status(mr, IB_MR_CHECK_SIG_STATUS, &status), -EOPNOTSUPP);
}

static void keys_status_is_the_drivers(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = mr_alloc(test, ctx, IB_MR_TYPE_MEM_REG, 1);
	struct ib_mr_status status = { .fail_status = ~0 };
	struct fake_call call;

	fake_fail(ctx->fake, FAKE_OP(check_mr_status), 2, -EIO);
	KUNIT_EXPECT_EQ(test, ib_check_mr_status(mr, IB_MR_CHECK_SIG_STATUS, &status), 0);
	KUNIT_EXPECT_EQ(test, status.fail_status, 0);
	KUNIT_EXPECT_TRUE(test, fake_last(ctx->fake, FAKE_OP(check_mr_status), &call));
	KUNIT_EXPECT_PTR_EQ(test, call.obj, mr);
	KUNIT_EXPECT_EQ(test, call.arg[0], IB_MR_CHECK_SIG_STATUS);
	KUNIT_EXPECT_EQ(test, ib_check_mr_status(mr, IB_MR_CHECK_SIG_STATUS, &status), -EIO);
}

/* K4: the core clears it when the region is made, and never touches it again. */
static void keys_need_inval_is_the_consumers(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = mr_alloc(test, ctx, IB_MR_TYPE_MEM_REG, 1);
	struct scatterlist sg;

	sg_init_table(&sg, 1);
	sg_dma_address(&sg) = SZ_1M;
	sg_dma_len(&sg) = SZ_4K;
	KUNIT_EXPECT_FALSE(test, mr->need_inval);
	for (int need = 1; need >= 0; need--) {
		mr->need_inval = need;
		KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, &sg, 1, NULL, SZ_4K), 1);
		ib_update_fast_reg_key(mr, ib_inc_rkey(mr->rkey));
		fake_fail(ctx->fake, FAKE_OP(dereg_mr), 1, -EBUSY);
		KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), -EBUSY);
		KUNIT_EXPECT_EQ(test, mr->need_inval, need);
	}
}

static struct kunit_case keys_cases[] = {
	KUNIT_CASE(keys_types_keep_their_values),
	KUNIT_CASE(keys_update_replaces_low_byte),
	KUNIT_CASE(keys_inc_wraps_low_byte),
	KUNIT_CASE(keys_status_needs_driver_op),
	KUNIT_CASE(keys_status_is_the_drivers),
	KUNIT_CASE(keys_need_inval_is_the_consumers),
	{}
};

static struct kunit_suite keys_suite = {
	.name = "ib_core_mr_keys",
	.init = keys_init,
	.test_cases = keys_cases,
};

kunit_test_suite(keys_suite);
