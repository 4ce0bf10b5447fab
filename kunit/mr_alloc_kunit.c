// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the allocation and deregistration of memory regions.
 */
#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/scatterlist.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/sizes.h>
#include <linux/xarray.h>
#include <rdma/ib_verbs.h>

#include "borrowed/core.h"
#include "mr_test.h"
#include "nth.h"

#define ROOM	256	/* pages that the device allows a region */

static int alloc_init(struct kunit *test)
{
	static const struct fake_config cfg = {
		.max_fast_reg_pages = ROOM,
		.kernel_caps = IBK_SG_GAPS_REG,
	};

	test->priv = mr_ctx_create(test, &cfg);
	return 0;
}

/* An allocation that the driver must not hear of. */
static void expect_refusal(struct kunit *test, struct mr_ctx *ctx, enum ib_mr_type type,
			   u32 max, int err)
{
	u32 before = fake_calls(ctx->fake, FAKE_OP_ANY);

	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_mr(ctx->pd, type, max), ERR_PTR(err));
	KUNIT_EXPECT_EQ(test, fake_calls(ctx->fake, FAKE_OP_ANY), before);
	mr_expect_regions(test, ctx, 0);
}

static void alloc_needs_driver_op(struct kunit *test)
{
	static const struct fake_config cfg = { .without = { FAKE_OP(alloc_mr) } };

	expect_refusal(test, mr_ctx_create(test, &cfg), IB_MR_TYPE_MEM_REG, 1, -EOPNOTSUPP);
}

static void alloc_rejects_foreign_types(struct kunit *test)
{
	static const int foreign[] = {
		IB_MR_TYPE_DM, IB_MR_TYPE_USER, IB_MR_TYPE_DMA, IB_MR_TYPE_INTEGRITY,
		IB_MR_TYPE_INTEGRITY + 1, -1,
	};

	for (int i = 0; i < ARRAY_SIZE(foreign); i++)
		expect_refusal(test, test->priv, foreign[i], 1, -EINVAL);
}

static void alloc_rejects_zero_sg(struct kunit *test)
{
	expect_refusal(test, test->priv, IB_MR_TYPE_MEM_REG, 0, -EINVAL);
	expect_refusal(test, test->priv, IB_MR_TYPE_SG_GAPS, 0, -EINVAL);
}

static struct ib_mr *strict_alloc_mr(struct ib_pd *pd, enum ib_mr_type type, u32 max)
{
	if (max > pd->device->attrs.max_fast_reg_page_list_len)
		return ERR_PTR(-EINVAL);
	return fake_mr_ops.alloc_mr(pd, type, max);
}

/* A driver that keeps to what it states has the last word, and nothing is left behind. */
static void alloc_rejects_over_device_limit(struct kunit *test)
{
	static const struct ib_device_ops ops = { .alloc_mr = strict_alloc_mr };
	static const struct fake_config cfg = { .ops = &ops };
	struct mr_ctx *ctx = mr_ctx_create(test, &cfg);
	u32 limit = ctx->fake->dev.attrs.max_fast_reg_page_list_len;

	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, limit + 1),
			    ERR_PTR(-EINVAL));
	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, U32_MAX),
			    ERR_PTR(-EINVAL));
	mr_expect_regions(test, ctx, 0);
	mr_alloc(test, ctx, IB_MR_TYPE_MEM_REG, limit);
}

/* SMC-R asks for as many pages as its buffer has, and rxe grants more than it states. */
static void alloc_lets_driver_grant_more(struct kunit *test)
{
	mr_alloc(test, test->priv, IB_MR_TYPE_MEM_REG, 2 * ROOM);
}

static void alloc_sg_gaps_needs_capability(struct kunit *test)
{
	static const struct fake_config cfg = {};

	expect_refusal(test, mr_ctx_create(test, &cfg), IB_MR_TYPE_SG_GAPS, 1, -EOPNOTSUPP);
	mr_alloc(test, test->priv, IB_MR_TYPE_SG_GAPS, 1);
}

/* A driver that leaves rubbish in what the core has to set. */
static struct ib_mr *rubbish_alloc_mr(struct ib_pd *pd, enum ib_mr_type type, u32 max)
{
	struct ib_mr *mr = fake_mr_ops.alloc_mr(pd, type, max);

	if (IS_ERR(mr))
		return mr;
	mr->type = IB_MR_TYPE_DMA;
	mr->need_inval = true;
	mr->uobject = (void *)-1UL;
	mr->dm = (void *)-1UL;
	mr->dmah = (void *)-1UL;
	mr->sig_attrs = (void *)-1UL;
	return mr;
}

static void alloc_sets_up_mr(struct kunit *test)
{
	static const struct ib_device_ops ops = { .alloc_mr = rubbish_alloc_mr };
	static const struct fake_config cfg = { .ops = &ops, .kernel_caps = IBK_SG_GAPS_REG };
	struct mr_ctx *ctx = mr_ctx_create(test, &cfg);
	struct ib_device *dev = &ctx->fake->dev;

	for (int type = IB_MR_TYPE_MEM_REG; type <= IB_MR_TYPE_SG_GAPS; type++) {
		struct ib_mr *mr = mr_alloc(test, ctx, type, 17);
		struct rdma_restrack_entry *entry;
		struct fake_call call;

		KUNIT_EXPECT_TRUE(test, fake_last(ctx->fake, FAKE_OP(alloc_mr), &call));
		KUNIT_EXPECT_EQ(test, call.arg[0], type);
		KUNIT_EXPECT_EQ(test, call.arg[1], 17);
		KUNIT_EXPECT_PTR_EQ(test, mr->device, dev);
		KUNIT_EXPECT_PTR_EQ(test, mr->pd, ctx->pd);
		KUNIT_EXPECT_EQ(test, (int)mr->type, type);
		KUNIT_EXPECT_FALSE(test, mr->need_inval);
		KUNIT_EXPECT_NULL(test, mr->uobject);
		KUNIT_EXPECT_NULL(test, mr->dm);
		KUNIT_EXPECT_NULL(test, mr->dmah);
		KUNIT_EXPECT_NULL(test, mr->sig_attrs);
		mr_expect_regions(test, ctx, type + 1);

		entry = rdma_restrack_get_byid(dev, RDMA_RESTRACK_MR, mr->res.id);
		KUNIT_ASSERT_PTR_EQ(test, entry, &mr->res);
		KUNIT_EXPECT_TRUE(test, rdma_is_kernel_res(entry));
		KUNIT_EXPECT_STREQ(test, entry->kern_name, KBUILD_MODNAME);
		rdma_restrack_put(entry);
	}
}

static void alloc_failure_leaves_no_trace(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;

	fake_fail(ctx->fake, FAKE_OP(alloc_mr), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, 1), ERR_PTR(-ENOSPC));
	mr_expect_regions(test, ctx, 0);
	mr_alloc(test, ctx, IB_MR_TYPE_MEM_REG, 1);
	mr_expect_regions(test, ctx, 1);
}

static void dereg_returns_everything(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, 1);
	struct ib_dmah dmah = { .usecnt = ATOMIC_INIT(3) };
	struct ib_dm dm = { .usecnt = ATOMIC_INIT(5) };
	u32 id;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, mr);
	id = mr->res.id;
	mr->dm = &dm;
	mr->dmah = &dmah;
	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), 0);
	mr_expect_regions(test, ctx, 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&dm.usecnt), 4);
	KUNIT_EXPECT_EQ(test, atomic_read(&dmah.usecnt), 2);
	KUNIT_EXPECT_PTR_EQ(test, rdma_restrack_get_byid(&ctx->fake->dev, RDMA_RESTRACK_MR, id),
			    ERR_PTR(-ENOENT));
}

/* B080: a region whose driver cannot let it go is what it was. */
static void dereg_failure_undoes_nothing(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = mr_alloc(test, ctx, IB_MR_TYPE_MEM_REG, 1);
	struct ib_dm dm = { .usecnt = ATOMIC_INIT(1) };
	struct rdma_restrack_entry *entry;
	u32 id = mr->res.id;

	mr->dm = &dm;
	for (int i = 0; i < 2; i++) {
		fake_fail(ctx->fake, FAKE_OP(dereg_mr), 1, -EBUSY);
		KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), -EBUSY);
		mr_expect_regions(test, ctx, 1);
		KUNIT_EXPECT_EQ(test, atomic_read(&dm.usecnt), 1);
		entry = rdma_restrack_get_byid(&ctx->fake->dev, RDMA_RESTRACK_MR, id);
		KUNIT_ASSERT_PTR_EQ(test, entry, &mr->res);
		KUNIT_EXPECT_STREQ(test, entry->kern_name, KBUILD_MODNAME);
		rdma_restrack_put(entry);
	}
	mr->dm = NULL;
	KUNIT_EXPECT_EQ(test, ib_check_mr_status(mr, 0, &(struct ib_mr_status){}), 0);
}

/* The driver frees a region that nothing finds any more. */
static int looked_up_dereg_mr(struct ib_mr *mr, struct ib_udata *udata)
{
	struct fake *fake = to_fake(mr->device);
	int ret;

	ret = PTR_ERR_OR_ZERO(rdma_restrack_get_byid(mr->device, RDMA_RESTRACK_MR, mr->res.id));
	fake_note(&fake->dev, &(struct fake_call){ .op = FAKE_OP(query_device), .arg = { -ret } });
	return fake_mr_ops.dereg_mr(mr, udata);
}

static void dereg_hides_first(struct kunit *test)
{
	static const struct ib_device_ops ops = { .dereg_mr = looked_up_dereg_mr };
	static const struct fake_config cfg = { .ops = &ops };
	struct mr_ctx *ctx = mr_ctx_create(test, &cfg);
	struct ib_mr *mr = ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, 1);
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, mr);
	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), 0);
	KUNIT_ASSERT_TRUE(test, fake_last(ctx->fake, FAKE_OP(query_device), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], ENOENT);
}

/* What the probe of a trace event saw. */
struct seen {
	u32 calls;
	const struct ib_pd *pd;
	const struct ib_mr *mr;
	int type;
	u32 max;
};

static void probe_mr_alloc(void *data, const struct ib_pd *pd, enum ib_mr_type type, u32 max,
			   const struct ib_mr *mr)
{
	struct seen *seen = data;

	*seen = (struct seen){ seen->calls + 1, pd, mr, type, max };
}

static void probe_mr_dereg(void *data, const struct ib_mr *mr)
{
	struct seen *seen = data;

	*seen = (struct seen){ seen->calls + 1, mr->pd, mr };
}

static void alloc_and_dereg_are_traced(struct kunit *test)
{
	struct seen *alloc = kunit_kzalloc(test, sizeof(*alloc), GFP_KERNEL);
	struct seen *dereg = kunit_kzalloc(test, sizeof(*dereg), GFP_KERNEL);
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr;

	KUNIT_ASSERT_TRUE(test, alloc && dereg);
	mr_trace(test, "mr_alloc", probe_mr_alloc, alloc);
	mr_trace(test, "mr_dereg", probe_mr_dereg, dereg);

	mr = ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, 9);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, mr);
	KUNIT_EXPECT_EQ(test, alloc->calls, 1);
	KUNIT_EXPECT_PTR_EQ(test, alloc->pd, ctx->pd);
	KUNIT_EXPECT_PTR_EQ(test, alloc->mr, mr);
	KUNIT_EXPECT_EQ(test, alloc->type, IB_MR_TYPE_MEM_REG);
	KUNIT_EXPECT_EQ(test, alloc->max, 9);

	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), 0);
	KUNIT_EXPECT_EQ(test, dereg->calls, 1);
	KUNIT_EXPECT_PTR_EQ(test, dereg->mr, mr);
	KUNIT_EXPECT_PTR_EQ(test, dereg->pd, ctx->pd);

	/* Refusals are events, too. */
	ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, 0);
	KUNIT_EXPECT_EQ(test, alloc->calls, 2);
	KUNIT_EXPECT_PTR_EQ(test, alloc->mr, ERR_PTR(-EINVAL));
	fake_fail(ctx->fake, FAKE_OP(alloc_mr), 1, -ENOSPC);
	ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, 1);
	KUNIT_EXPECT_EQ(test, alloc->calls, 3);
	KUNIT_EXPECT_PTR_EQ(test, alloc->mr, ERR_PTR(-ENOSPC));
}

/* The id of a region that is being given back. */
static struct rdma_restrack_entry squatter;

/* The driver refuses, and in the meantime all other ids were given out. */
static int squatted_dereg_mr(struct ib_mr *mr, struct ib_udata *udata)
{
	struct xarray *xa = &mr->device->res[RDMA_RESTRACK_MR].xa;

	if (squatter.id)
		return fake_mr_ops.dereg_mr(mr, udata);
	squatter.id = mr->res.id;
	xa_store(xa, squatter.id, &squatter, GFP_KERNEL);
	return -EBUSY;
}

/* The region is listed again, by another id, and the one that took its own stays. */
static void dereg_fails_with_id_taken(struct kunit *test)
{
	static const struct ib_device_ops ops = { .dereg_mr = squatted_dereg_mr };
	static const struct fake_config cfg = { .ops = &ops };
	struct mr_ctx *ctx = mr_ctx_create(test, &cfg);
	struct xarray *xa = &ctx->fake->dev.res[RDMA_RESTRACK_MR].xa;
	struct ib_mr *mr;

	squatter.id = 0;
	ctx->fake->dev.res[RDMA_RESTRACK_MR].next_id = 5;
	mr = ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, 1);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, mr);
	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), -EBUSY);
	KUNIT_EXPECT_EQ(test, squatter.id, 5);
	KUNIT_EXPECT_TRUE(test, mr->res.valid);
	KUNIT_EXPECT_NE(test, mr->res.id, 5);
	KUNIT_EXPECT_PTR_EQ(test, xa_load(xa, mr->res.id), &mr->res);
	KUNIT_EXPECT_PTR_EQ(test, xa_erase(xa, 5), &squatter);
	mr_expect_regions(test, ctx, 1);
	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), 0);
	mr_expect_regions(test, ctx, 0);
}

/* The task that a region is listed with is held until the region is gone. */
static void dereg_lets_go_of_the_task(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct ib_mr *mr = ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, 1);
	unsigned int before = refcount_read(&current->usage);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, mr);
	mr->res.task = get_task_struct(current);
	fake_fail(ctx->fake, FAKE_OP(dereg_mr), 1, -EBUSY);
	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), -EBUSY);
	KUNIT_EXPECT_PTR_EQ(test, mr->res.task, current);
	KUNIT_EXPECT_EQ(test, refcount_read(&current->usage), before + 1);
	KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), 0);
	KUNIT_EXPECT_EQ(test, refcount_read(&current->usage), before);
}

#ifdef CONFIG_FAILSLAB
/* Each memory allocation in turn fails. */
static void alloc_survives_any_failure(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	bool failed = true;
	u32 refused = 0;

	for (u32 n = 1; failed; n++) {
		struct ib_mr *mr;

		nth_fail(n);
		mr = ib_alloc_mr(ctx->pd, IB_MR_TYPE_MEM_REG, 16);
		failed = nth_failed();

		refused += IS_ERR(mr);
		if (IS_ERR(mr)) {
			KUNIT_EXPECT_PTR_EQ(test, mr, ERR_PTR(-ENOMEM));
		} else {
			KUNIT_EXPECT_EQ(test, atomic_read(&ctx->pd->usecnt), 1);
			KUNIT_EXPECT_EQ(test, ib_dereg_mr(mr), 0);
		}
		mr_expect_regions(test, ctx, 0);
	}
	KUNIT_EXPECT_GT(test, refused, 0);
}
#endif

#define RACERS		4
#define RACER_ROUNDS	400

/**
 * struct racer - a thread that uses regions while others do
 * @pd: what they share
 * @task: the thread
 * @started: the thread has begun
 * @seed: makes each different
 */
struct racer {
	struct ib_pd *pd;
	struct task_struct *task;
	struct completion started;
	u32 seed;
};

static int racer_round(struct racer *racer, struct scatterlist *sg, u32 nents)
{
	struct ib_mr *mr = ib_alloc_mr(racer->pd, IB_MR_TYPE_MEM_REG, nents);
	u64 last;
	int ret;

	if (IS_ERR(mr))
		return PTR_ERR(mr);
	ret = ib_map_mr_sg(mr, sg, nents, NULL, SZ_4K);
	last = to_fake_mr(mr)->pages[nents - 1];
	if (ret != nents || last != sg_dma_address(&sg[nents - 1]))
		ret = -EIO;
	else
		ret = 0;
	return ib_dereg_mr(mr) ?: ret;
}

static int racer_run(void *data)
{
	struct racer *racer = data;
	struct scatterlist sg[8];
	int ret = 0;

	complete(&racer->started);
	sg_init_table(sg, ARRAY_SIZE(sg));
	for (u32 round = 0; round < RACER_ROUNDS && !ret; round++) {
		for (u32 i = 0; i < ARRAY_SIZE(sg); i++) {
			sg_dma_address(&sg[i]) = (u64)(racer->seed + round + 2 * i) << 12;
			sg_dma_len(&sg[i]) = SZ_4K;
		}
		ret = racer_round(racer, sg, 1 + round % ARRAY_SIZE(sg));
		cond_resched();
	}
	/* kthread_stop() collects the answer of a thread that waits for it. */
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return ret;
}

static void alloc_map_dereg_race(struct kunit *test)
{
	struct mr_ctx *ctx = test->priv;
	struct racer racers[RACERS];
	int started;

	for (started = 0; started < RACERS; started++) {
		struct racer *racer = &racers[started];

		racer->pd = ctx->pd;
		racer->seed = started * 0x10000;
		init_completion(&racer->started);
		racer->task = kthread_run(racer_run, racer, "mr_racer/%d", started);
		if (IS_ERR(racer->task))
			break;
		/* A thread that is stopped before its first step never takes one. */
		wait_for_completion(&racer->started);
	}
	KUNIT_EXPECT_EQ(test, started, RACERS);
	while (started--)
		KUNIT_EXPECT_EQ(test, kthread_stop(racers[started].task), 0);
	KUNIT_EXPECT_EQ(test, fake_calls(ctx->fake, FAKE_OP(dereg_mr)), RACERS * RACER_ROUNDS);
	mr_expect_regions(test, ctx, 0);
}

static struct kunit_case alloc_cases[] = {
	KUNIT_CASE(alloc_needs_driver_op),
	KUNIT_CASE(alloc_rejects_foreign_types),
	KUNIT_CASE(alloc_rejects_zero_sg),
	KUNIT_CASE(alloc_rejects_over_device_limit),
	KUNIT_CASE(alloc_lets_driver_grant_more),
	KUNIT_CASE(alloc_sg_gaps_needs_capability),
	KUNIT_CASE(alloc_sets_up_mr),
	KUNIT_CASE(alloc_failure_leaves_no_trace),
	KUNIT_CASE(dereg_returns_everything),
	KUNIT_CASE(dereg_failure_undoes_nothing),
	KUNIT_CASE(dereg_hides_first),
	KUNIT_CASE(dereg_fails_with_id_taken),
	KUNIT_CASE(dereg_lets_go_of_the_task),
	KUNIT_CASE(alloc_and_dereg_are_traced),
#ifdef CONFIG_FAILSLAB
	KUNIT_CASE(alloc_survives_any_failure),
#endif
	KUNIT_CASE(alloc_map_dereg_race),
	{}
};

static struct kunit_suite alloc_suite = {
	.name = "ib_core_mr_alloc",
	.init = alloc_init,
	.test_cases = alloc_cases,
};

kunit_test_suite(alloc_suite);
