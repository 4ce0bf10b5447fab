// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of memory regions over the memory of a process, and of the rights that a
 * region may have.
 */
#include <kunit/test.h>
#include <rdma/ib_verbs.h>

#include "mr_test.h"

static int user_init(struct kunit *test)
{
	static const struct fake_config cfg = {};

	test->priv = mr_ctx_create(test, &cfg);
	return 0;
}

static void reg_user_sets_up_mr(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct fake_call call;
	struct ib_mr *mr;

	mr = ib_reg_user_mr(ctx->pd, 0x1000, 0x2000, 0x7000, IB_ACCESS_LOCAL_WRITE);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, mr);
	KUNIT_EXPECT_TRUE(test, fake_last(ctx->fake, FAKE_OP(reg_user_mr), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], 0x1000);
	KUNIT_EXPECT_EQ(test, call.arg[1], 0x2000);
	KUNIT_EXPECT_EQ(test, call.arg[2], 0x7000);
	KUNIT_EXPECT_EQ(test, call.arg[3], IB_ACCESS_LOCAL_WRITE);
	KUNIT_EXPECT_PTR_EQ(test, mr->device, &ctx->fake->dev);
	KUNIT_EXPECT_PTR_EQ(test, mr->pd, ctx->pd);
	KUNIT_EXPECT_EQ(test, (int)mr->type, (int)IB_MR_TYPE_USER);
	KUNIT_EXPECT_EQ(test, mr->iova, 0x7000);
	KUNIT_EXPECT_EQ(test, mr->length, 0x2000);
	mr_expect_regions(test, ctx, 1);
	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), 0);
	mr_expect_regions(test, ctx, 0);
}

static const struct user_case {
	const char *desc;
	u64 start;
	u64 length;
	u64 virt_addr;
	int access;
	int driver_err;
	int err;
} user_cases[] = {
	{ "driver refuses", 0x1000, 0x1000, 0, 0, -EFAULT, -EFAULT },
	{ "on demand, unsupported", 0x1000, 0x1000, 0, IB_ACCESS_ON_DEMAND, 0, -EINVAL },
	{ "wraps", U64_MAX, 2, 0, 0, 0, -EINVAL },
	{ "wraps by far", 0x1000, U64_MAX, 0, 0, 0, -EINVAL },
	{ "keys wrap", 0x1000, 0x1000, U64_MAX, 0, 0, -EINVAL },
	{ "ends at the top", U64_MAX, 1, U64_MAX, 0, 0, 0 },
	{ "all of memory", 0, U64_MAX, 0, 0, 0, 0 },
	{ "nothing", 0x1000, 0, 0, 0, 0, 0 },
};

KUNIT_ARRAY_PARAM_DESC(user, user_cases, desc);

static void reg_user_case(struct kunit *test)
{
	const struct user_case *c = test->param_value;
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr;

	fake_fail(ctx->fake, FAKE_OP(reg_user_mr), 1, c->driver_err);
	mr = ib_reg_user_mr(ctx->pd, c->start, c->length, c->virt_addr, c->access);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(mr), c->err);
	if (!IS_ERR(mr))
		ib_dereg_mr(mr);
	mr_expect_regions(test, ctx, 0);
}

static void reg_user_needs_driver_op(struct kunit *test)
{
	static const struct fake_config cfg = { .without = { FAKE_OP(reg_user_mr) } };
	struct mr_ctx *ctx = mr_ctx_create(test, &cfg);

	KUNIT_EXPECT_PTR_EQ(test, ib_reg_user_mr(ctx->pd, 0, 1, 0, 0), ERR_PTR(-EOPNOTSUPP));
	mr_expect_regions(test, ctx, 0);
}

static void reg_user_on_demand(struct kunit *test)
{
	static const struct fake_config cfg = { .kernel_caps = IBK_ON_DEMAND_PAGING };
	struct mr_ctx *ctx = mr_ctx_create(test, &cfg);
	struct ib_mr *mr = ib_reg_user_mr(ctx->pd, 0, U64_MAX, 0, IB_ACCESS_ON_DEMAND);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, mr);
	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), 0);
}

static void advise_asks_the_driver(struct kunit *test)
{
	static const struct fake_config without = { .without = { FAKE_OP(advise_mr) } };
	const enum ib_uverbs_advise_mr_advice advice = IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_WRITE;
	struct mr_ctx *ctx = test->priv, *deaf = mr_ctx_create(test, &without);
	struct ib_sge sge[2] = {};
	struct fake_call call;

	KUNIT_EXPECT_EQ(test, ib_advise_mr(deaf->pd, advice, 0, sge, 0), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, ib_advise_mr(ctx->pd, advice, 0, sge, 0), 0);
	KUNIT_EXPECT_EQ(test, fake_calls(ctx->fake, FAKE_OP(advise_mr)), 0);
	fake_fail(ctx->fake, FAKE_OP(advise_mr), 2, -EFAULT);
	KUNIT_EXPECT_EQ(test, ib_advise_mr(ctx->pd, advice, 3, sge, 2), 0);
	KUNIT_EXPECT_TRUE(test, fake_last(ctx->fake, FAKE_OP(advise_mr), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], advice);
	KUNIT_EXPECT_EQ(test, call.arg[1], 3);
	KUNIT_EXPECT_EQ(test, call.arg[2], 2);
	KUNIT_EXPECT_EQ(test, ib_advise_mr(ctx->pd, advice, 3, sge, 2), -EFAULT);
}

#define ALL_CAPS	.kernel_caps = IBK_ON_DEMAND_PAGING, \
			.device_caps = IB_DEVICE_FLUSH_GLOBAL | IB_DEVICE_FLUSH_PERSISTENT

static const struct access_case {
	const char *desc;
	unsigned int flags;
	u64 kernel_caps;
	u64 device_caps;
	int err;
} access_cases[] = {
	{ "nothing", 0 },
	{ "remote read", IB_ACCESS_REMOTE_READ },
	{ "local write", IB_ACCESS_LOCAL_WRITE },
	{ "remote write", IB_ACCESS_REMOTE_WRITE, .err = -EINVAL },
	{ "remote atomics", IB_ACCESS_REMOTE_ATOMIC, .err = -EINVAL },
	{ "all but local write", IB_ACCESS_SUPPORTED & ~IB_ACCESS_LOCAL_WRITE, ALL_CAPS,
	  .err = -EINVAL },
	{ "remote write, local write", IB_ACCESS_REMOTE_WRITE | IB_ACCESS_LOCAL_WRITE },
	{ "remote atomics, local write", IB_ACCESS_REMOTE_ATOMIC | IB_ACCESS_LOCAL_WRITE },
	{ "on demand", IB_ACCESS_ON_DEMAND, .err = -EOPNOTSUPP },
	{ "on demand, others can", IB_ACCESS_ON_DEMAND, .kernel_caps = ~IBK_ON_DEMAND_PAGING,
	  .device_caps = U64_MAX, .err = -EOPNOTSUPP },
	{ "on demand, can", IB_ACCESS_ON_DEMAND, .kernel_caps = IBK_ON_DEMAND_PAGING },
	{ "global flush", IB_ACCESS_FLUSH_GLOBAL, .device_caps = IB_DEVICE_FLUSH_PERSISTENT,
	  .err = -EOPNOTSUPP },
	{ "global flush, can", IB_ACCESS_FLUSH_GLOBAL, .device_caps = IB_DEVICE_FLUSH_GLOBAL },
	{ "persistent flush", IB_ACCESS_FLUSH_PERSISTENT, .device_caps = IB_DEVICE_FLUSH_GLOBAL,
	  .err = -EOPNOTSUPP },
	{ "persistent flush, can", IB_ACCESS_FLUSH_PERSISTENT,
	  .device_caps = IB_DEVICE_FLUSH_PERSISTENT },
	{ "both flushes, one can", IB_ACCESS_FLUSH_GLOBAL | IB_ACCESS_FLUSH_PERSISTENT,
	  .device_caps = IB_DEVICE_FLUSH_GLOBAL, .err = -EOPNOTSUPP },
	{ "wrong before unsupported", IB_ACCESS_ON_DEMAND | IB_ACCESS_REMOTE_WRITE,
	  .err = -EINVAL },
	{ "unknown before unsupported", IB_ACCESS_ON_DEMAND | BIT(10), .err = -EINVAL },
	{ "all there is", IB_ACCESS_SUPPORTED, ALL_CAPS },
	{ "all bits", U32_MAX, ALL_CAPS, .err = -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(access, access_cases, desc);

static int access_check(struct kunit *test, const struct access_case *c)
{
	struct mr_ctx *ctx = test->priv;

	ctx->fake->dev.attrs.kernel_cap_flags = c->kernel_caps;
	ctx->fake->dev.attrs.device_cap_flags = c->device_caps;
	return ib_check_mr_access(&ctx->fake->dev, c->flags);
}

static void access_case(struct kunit *test)
{
	const struct access_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, access_check(test, c), c->err);
}

/*
 * The rights are bits 0 to 9, the optional ones 20 to 29. In numbers, since
 * programs were compiled with them; 1 and 3 cannot stand alone.
 */
static void access_knows_its_bits(struct kunit *test)
{
	const u32 good = 0x3ff003f5;

	for (int bit = 0; bit < 32; bit++) {
		struct access_case c = { .flags = 1U << bit, ALL_CAPS };

		KUNIT_EXPECT_EQ_MSG(test, access_check(test, &c), good >> bit & 1 ? 0 : -EINVAL,
				    "bit %d", bit);
	}
}

static struct kunit_case user_cases_list[] = {
	KUNIT_CASE(reg_user_sets_up_mr),
	KUNIT_CASE_PARAM(reg_user_case, user_gen_params),
	KUNIT_CASE(reg_user_needs_driver_op),
	KUNIT_CASE(reg_user_on_demand),
	KUNIT_CASE(advise_asks_the_driver),
	KUNIT_CASE_PARAM(access_case, access_gen_params),
	KUNIT_CASE(access_knows_its_bits),
	{}
};

static struct kunit_suite user_suite = {
	.name = "ib_core_mr_user",
	.init = user_init,
	.test_cases = user_cases_list,
};

kunit_test_suite(user_suite);
