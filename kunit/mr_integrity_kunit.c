// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of memory regions with protection information.
 */
#include <kunit/test.h>
#include <linux/scatterlist.h>
#include <linux/sizes.h>
#include <rdma/ib_verbs.h>
#include <rdma/signature.h>

#include "mr_test.h"
#include "nth.h"

static int integrity_init(struct kunit *test)
{
	static const struct fake_config cfg = {};

	test->priv = mr_ctx_create(test, &cfg);
	return 0;
}

static struct ib_mr *integrity_alloc(struct kunit *test, struct mr_ctx *ctx, u32 data, u32 meta)
{
	struct ib_mr *mr = ib_alloc_mr_integrity(ctx->pd, data, meta);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, mr);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, mr_dereg_action, mr));
	return mr;
}

static void alloc_integrity_needs_both_ops(struct kunit *test)
{
	static const struct fake_config cfgs[] = {
		{ .without = { FAKE_OP(alloc_mr_integrity) } },
		{ .without = { FAKE_OP(map_mr_sg_pi) } },
	};

	for (int i = 0; i < ARRAY_SIZE(cfgs); i++) {
		struct mr_ctx *ctx = mr_ctx_create(test, &cfgs[i]);

		KUNIT_EXPECT_PTR_EQ(test, ib_alloc_mr_integrity(ctx->pd, 1, 1),
				    ERR_PTR(-EOPNOTSUPP));
		KUNIT_EXPECT_EQ(test, fake_calls(ctx->fake, FAKE_OP_ANY), 0);
		mr_expect_regions(test, ctx, 0);
	}
}

static void alloc_integrity_rejects_zero_sg(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;

	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_mr_integrity(ctx->pd, 1, 0), ERR_PTR(-EINVAL));
	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_mr_integrity(ctx->pd, 0, 1), ERR_PTR(-EINVAL));
	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_mr_integrity(ctx->pd, 0, 0), ERR_PTR(-EINVAL));
	KUNIT_EXPECT_EQ(test, fake_calls(ctx->fake, FAKE_OP_ANY), 0);
	mr_expect_regions(test, ctx, 0);
}

static void alloc_integrity_sets_up_mr(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = integrity_alloc(test, ctx, 7, 3);
	struct fake_call call;

	KUNIT_EXPECT_TRUE(test, fake_last(ctx->fake, FAKE_OP(alloc_mr_integrity), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], 7);
	KUNIT_EXPECT_EQ(test, call.arg[1], 3);
	KUNIT_EXPECT_PTR_EQ(test, mr->device, &ctx->fake->dev);
	KUNIT_EXPECT_PTR_EQ(test, mr->pd, ctx->pd);
	KUNIT_EXPECT_EQ(test, (int)mr->type, (int)IB_MR_TYPE_INTEGRITY);
	KUNIT_EXPECT_FALSE(test, mr->need_inval);
	KUNIT_EXPECT_NULL(test, mr->uobject);
	KUNIT_EXPECT_NULL(test, mr->dm);
	KUNIT_EXPECT_STREQ(test, mr->res.kern_name, KBUILD_MODNAME);
	mr_expect_regions(test, ctx, 1);

	KUNIT_ASSERT_NOT_NULL(test, mr->sig_attrs);
	KUNIT_EXPECT_NULL(test, memchr_inv(mr->sig_attrs, 0, sizeof(*mr->sig_attrs)));
}

static void alloc_integrity_failure_leaves_no_trace(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;

	fake_fail(ctx->fake, FAKE_OP(alloc_mr_integrity), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_mr_integrity(ctx->pd, 1, 1), ERR_PTR(-ENOSPC));
	mr_expect_regions(test, ctx, 0);
}

/* The region's attributes live until its driver has let it go. */
static void dereg_integrity_failure_undoes_nothing(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = integrity_alloc(test, ctx, 1, 1);
	struct ib_sig_attrs *sig_attrs = mr->sig_attrs;

	fake_fail(ctx->fake, FAKE_OP(dereg_mr), 1, -EBUSY);
	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), -EBUSY);
	KUNIT_EXPECT_PTR_EQ(test, mr->sig_attrs, sig_attrs);
	mr->sig_attrs->check_mask = 0x5a;
	mr_expect_regions(test, ctx, 1);
}

struct seen {
	u32 calls;
	u32 data;
	u32 meta;
	const struct ib_mr *mr;
};

static void probe_integ_alloc(void *data, const struct ib_pd *pd, u32 max_data, u32 max_meta,
			      const struct ib_mr *mr)
{
	struct seen *seen = data;

	*seen = (struct seen){ seen->calls + 1, max_data, max_meta, mr };
}

static void alloc_integrity_is_traced(struct kunit *test)
{
	struct seen *seen = kunit_kzalloc(test, sizeof(*seen), GFP_KERNEL);
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr;

	KUNIT_ASSERT_NOT_NULL(test, seen);
	mr_trace(test, "mr_integ_alloc", probe_integ_alloc, seen);
	mr = integrity_alloc(test, ctx, 5, 2);
	KUNIT_EXPECT_EQ(test, seen->calls, 1);
	KUNIT_EXPECT_EQ(test, seen->data, 5);
	KUNIT_EXPECT_EQ(test, seen->meta, 2);
	KUNIT_EXPECT_PTR_EQ(test, seen->mr, mr);
	ib_alloc_mr_integrity(ctx->pd, 5, 0);
	KUNIT_EXPECT_EQ(test, seen->calls, 2);
	KUNIT_EXPECT_PTR_EQ(test, seen->mr, ERR_PTR(-EINVAL));
}

#ifdef CONFIG_FAILSLAB
/* Each memory allocation in turn fails. */
static void alloc_integrity_survives_any_failure(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	bool failed = true;
	u32 refused = 0;

	for (u32 n = 1; failed; n++) {
		struct ib_mr *mr;

		nth_fail(n);
		mr = ib_alloc_mr_integrity(ctx->pd, 4, 4);
		failed = nth_failed();

		refused += IS_ERR(mr);
		if (IS_ERR(mr))
			KUNIT_EXPECT_PTR_EQ(test, mr, ERR_PTR(-ENOMEM));
		else
			KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), 0);
		mr_expect_regions(test, ctx, 0);
	}
	/* That of the attributes, and that of the driver. */
	KUNIT_EXPECT_GE(test, refused, 2);
}
#endif

/**
 * struct lists - data and metadata
 * @data: 4 KiB, twice
 * @meta: 64 bytes, twice
 */
struct lists {
	struct scatterlist data[2];
	struct scatterlist meta[2];
};

static void lists_init(struct lists *lists)
{
	sg_init_table(lists->data, 2);
	sg_init_table(lists->meta, 2);
	for (int i = 0; i < 2; i++) {
		sg_dma_address(&lists->data[i]) = SZ_1M * (i + 1);
		sg_dma_len(&lists->data[i]) = SZ_4K;
		sg_dma_address(&lists->meta[i]) = SZ_1G + SZ_1K * i;
		sg_dma_len(&lists->meta[i]) = 64;
	}
}

static void map_pi_length_is_data_plus_metadata(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = integrity_alloc(test, ctx, 2, 2);
	unsigned int data_offset = 96, meta_offset = 8;
	struct fake_call call;
	struct lists l;

	lists_init(&l);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, l.data, 2, NULL, l.meta, 2, NULL, SZ_4K), 0);
	KUNIT_EXPECT_EQ(test, mr->length, 2 * (SZ_4K + 64));
	KUNIT_EXPECT_EQ(test, mr->page_size, SZ_4K);

	KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, l.data, 2, &data_offset, l.meta, 2,
					      &meta_offset, SZ_64K), 0);
	KUNIT_EXPECT_EQ(test, mr->length, 2 * (SZ_4K + 64) - 96 - 8);
	KUNIT_EXPECT_EQ(test, mr->page_size, SZ_64K);
	KUNIT_EXPECT_TRUE(test, fake_last(ctx->fake, FAKE_OP(map_mr_sg_pi), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], 2);
	KUNIT_EXPECT_EQ(test, call.arg[1], 2);
	KUNIT_EXPECT_EQ(test, call.arg[2], 96);
	KUNIT_EXPECT_EQ(test, call.arg[3], 8);
}

/* The tuples may be on the wire only. */
static void map_pi_without_metadata(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = integrity_alloc(test, ctx, 2, 2);
	struct lists l;

	lists_init(&l);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, l.data, 2, NULL, NULL, 0, NULL, SZ_4K), 0);
	KUNIT_EXPECT_EQ(test, mr->length, 2 * SZ_4K);
}

/* All or nothing, whatever a driver makes of that. */
static void map_pi_is_never_partial(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = integrity_alloc(test, ctx, 2, 1);
	struct lists l;

	lists_init(&l);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, l.data, 2, NULL, l.meta, 2, NULL, SZ_4K),
			-ENOMEM);
	fake_fail(ctx->fake, FAKE_OP(map_mr_sg_pi), 1, -EFAULT);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, l.data, 2, NULL, l.meta, 1, NULL, SZ_4K),
			-EFAULT);
	/* A count of elements for an answer. */
	fake_fail(ctx->fake, FAKE_OP(map_mr_sg_pi), 1, 3);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, l.data, 2, NULL, l.meta, 1, NULL, SZ_4K),
			-ENOMEM);
}

/*
 * B002: a driver may try several layouts, each from the caller's offsets. So it
 * gets them as they are, and none where there is none.
 */
static void map_pi_offset_pointers_are_optional(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = integrity_alloc(test, ctx, 2, 2);
	unsigned int offset = 0;
	struct fake_call call;
	struct lists l;

	lists_init(&l);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, l.data, 2, NULL, l.meta, 2, NULL, SZ_4K), 0);
	KUNIT_EXPECT_TRUE(test, fake_last(ctx->fake, FAKE_OP(map_mr_sg_pi), &call));
	KUNIT_EXPECT_EQ(test, call.arg[2], U64_MAX);
	KUNIT_EXPECT_EQ(test, call.arg[3], U64_MAX);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, l.data, 2, &offset, l.meta, 2, NULL, SZ_4K), 0);
	KUNIT_EXPECT_TRUE(test, fake_last(ctx->fake, FAKE_OP(map_mr_sg_pi), &call));
	KUNIT_EXPECT_EQ(test, call.arg[2], 0);
	KUNIT_EXPECT_EQ(test, call.arg[3], U64_MAX);
}

static void map_pi_bad_input_changes_nothing(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = integrity_alloc(test, ctx, 2, 2);
	struct lists l;

	lists_init(&l);
	mr->page_size = SZ_2M;
	mr->length = 1234;
#define TRY(data, data_nents, data_offset, meta, meta_nents, meta_offset)		\
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, data, data_nents, &(u32){ data_offset },	\
					      meta, meta_nents, &(u32){ meta_offset },	\
					      SZ_4K), -EINVAL)
	TRY(NULL, 2, 0, l.meta, 2, 0);
	TRY(l.data, 0, 0, l.meta, 2, 0);
	TRY(l.data, -1, 0, l.meta, 2, 0);
	TRY(l.data, 2, SZ_4K, l.meta, 2, 0);
	TRY(l.data, 2, U32_MAX, l.meta, 2, 0);
	TRY(l.data, 2, 0, NULL, 2, 0);
	TRY(l.data, 2, 0, l.meta, -1, 0);
	TRY(l.data, 2, 0, l.meta, 2, 64);
	sg_dma_address(&l.meta[0]) = U64_MAX;
	TRY(l.data, 2, 0, l.meta, 2, 0);
#undef TRY
	KUNIT_EXPECT_EQ(test, mr->page_size, SZ_2M);
	KUNIT_EXPECT_EQ(test, mr->length, 1234);
	KUNIT_EXPECT_EQ(test, fake_calls(ctx->fake, FAKE_OP(map_mr_sg_pi)), 0);
}

/* B6 */
static void map_pi_rejects_foreign_types(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = integrity_alloc(test, ctx, 2, 2);
	struct lists l;

	lists_init(&l);
	for (int type = IB_MR_TYPE_MEM_REG; type <= IB_MR_TYPE_INTEGRITY + 1; type++) {
		if (type == IB_MR_TYPE_INTEGRITY)
			continue;
		mr->type = type;
		KUNIT_EXPECT_EQ(test, ib_map_mr_sg_pi(mr, l.data, 2, NULL, l.meta, 2, NULL, SZ_4K),
				-EOPNOTSUPP);
	}
	KUNIT_EXPECT_EQ(test, fake_calls(ctx->fake, FAKE_OP(map_mr_sg_pi)), 0);
	mr->type = IB_MR_TYPE_INTEGRITY;
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, l.data, 2, NULL, SZ_4K), -EINVAL);
}

static struct kunit_case integrity_cases[] = {
	KUNIT_CASE(alloc_integrity_needs_both_ops),
	KUNIT_CASE(alloc_integrity_rejects_zero_sg),
	KUNIT_CASE(alloc_integrity_sets_up_mr),
	KUNIT_CASE(alloc_integrity_failure_leaves_no_trace),
	KUNIT_CASE(dereg_integrity_failure_undoes_nothing),
	KUNIT_CASE(alloc_integrity_is_traced),
#ifdef CONFIG_FAILSLAB
	KUNIT_CASE(alloc_integrity_survives_any_failure),
#endif
	KUNIT_CASE(map_pi_length_is_data_plus_metadata),
	KUNIT_CASE(map_pi_without_metadata),
	KUNIT_CASE(map_pi_is_never_partial),
	KUNIT_CASE(map_pi_offset_pointers_are_optional),
	KUNIT_CASE(map_pi_bad_input_changes_nothing),
	KUNIT_CASE(map_pi_rejects_foreign_types),
	{}
};

static struct kunit_suite integrity_suite = {
	.name = "ib_core_mr_integrity",
	.init = integrity_init,
	.test_cases = integrity_cases,
};

kunit_test_suite(integrity_suite);
