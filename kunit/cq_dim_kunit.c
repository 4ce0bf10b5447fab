// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of moderation: who gets it, its steps, and its end.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/dim.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>

#include "fake.h"
#include "nth.h"
#include "probe.h"

/* More than lib/dim wants between two decisions. */
#define DIM_ROUNDS	70

static const struct fake_config plain = {};
static const struct fake_config unmodifiable = { .without = { FAKE_OP(modify_cq) } };

static const struct wanted_case {
	const char *desc;
	const struct fake_config *cfg;
	bool use_cq_dim;
	enum ib_poll_context ctx;
	bool moderated;
} wanted_cases[] = {
	{ "softirq", &plain, true, IB_POLL_SOFTIRQ, true },
	{ "workqueue", &plain, true, IB_POLL_WORKQUEUE, true },
	{ "unbound workqueue", &plain, true, IB_POLL_UNBOUND_WORKQUEUE, true },
	{ "direct", &plain, true, IB_POLL_DIRECT, false },
	{ "device does not want it", &plain, false, IB_POLL_SOFTIRQ, false },
	{ "device cannot", &unmodifiable, true, IB_POLL_WORKQUEUE, false },
};

KUNIT_ARRAY_PARAM_DESC(wanted, wanted_cases, desc);

static struct ib_cq *moderated_cq(struct kunit *test, struct fake *fake,
				  enum ib_poll_context ctx)
{
	fake->dev.use_cq_dim = true;
	return fake_cq(test, fake, 512, ctx);
}

static void dim_where_wanted(struct kunit *test)
{
	const struct wanted_case *c = test->param_value;
	struct fake *fake = fake_create(test, c->cfg);
	struct ib_cq *cq;

	fake->dev.use_cq_dim = c->use_cq_dim;
	cq = fake_cq(test, fake, 8, c->ctx);
	KUNIT_EXPECT_EQ(test, !!cq->dim, c->moderated);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(modify_cq)), 0);
}

static const struct step_case {
	const char *desc;
	u8 profile;
	u16 comps;
	u16 usec;
} step_cases[] = {
	{ "0", 0, 1, 1 },
	{ "1", 1, 4, 1 },
	{ "2", 2, 4, 2 },
	{ "3", 3, 8, 2 },
	{ "4", 4, 8, 4 },
	{ "5", 5, 8, 16 },
	{ "6", 6, 16, 16 },
	{ "7", 7, 16, 32 },
	{ "8", 8, 32, 32 },
};

KUNIT_ARRAY_PARAM_DESC(step, step_cases, desc);

/* What each profile tells the provider; a refusal of that is not the end of it. */
static void dim_applies_profile(struct kunit *test)
{
	const struct step_case *c = test->param_value;
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = moderated_cq(test, fake, IB_POLL_WORKQUEUE);
	struct fake_call call;

	KUNIT_ASSERT_NOT_NULL(test, cq->dim);
	KUNIT_EXPECT_EQ(test, cq->dim->profile_ix, RDMA_DIM_START_PROFILE);
	for (int round = 0; round < 2; round++) {
		fake_fail(fake, FAKE_OP(modify_cq), 1, round ? -EIO : 0);
		cq->dim->profile_ix = c->profile;
		cq->dim->state = DIM_APPLY_NEW_PROFILE;
		schedule_work(&cq->dim->work);
		flush_work(&cq->dim->work);
		KUNIT_ASSERT_TRUE(test, fake_last(fake, FAKE_OP(modify_cq), &call));
		KUNIT_EXPECT_EQ(test, call.arg[0], c->comps);
		KUNIT_EXPECT_EQ(test, call.arg[1], c->usec);
		KUNIT_EXPECT_EQ(test, cq->dim->state, DIM_START_MEASURE);
	}
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(modify_cq)), 2);
}

/* One event, after which the CQ has been polled and is armed again. */
static void one_round(struct kunit *test, struct ib_cq *cq, struct probes *probes, u32 comps)
{
	u32 told = atomic_read(&probes->told);

	for (u32 i = 0; i < comps; i++) {
		struct ib_wc wc = probe_wc(&probes->probe[0], IB_WC_SUCCESS, IB_WC_RECV);

		fake_queue_wc(cq, &wc);
	}
	fake_notify(cq);
	if (cq->poll_ctx == IB_POLL_SOFTIRQ) {
		KUNIT_ASSERT_TRUE(test, probes_wait(probes, told + comps));
		synchronize_rcu();
	} else {
		flush_work(&cq->work);
	}
}

/* Slow, then fast: a step towards fewer interrupts. */
static void dim_steps_up(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = moderated_cq(test, fake, IB_POLL_WORKQUEUE);
	struct probes *probes = probes_create(test, 1);
	struct fake_call call;

	for (int i = 0; i < DIM_ROUNDS; i++) {
		one_round(test, cq, probes, 1);
		usleep_range(1000, 1100);
	}
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(modify_cq)), 0);
	for (int i = 0; i < 2 * DIM_ROUNDS && !fake_calls(fake, FAKE_OP(modify_cq)); i++) {
		one_round(test, cq, probes, 200);
		flush_work(&cq->dim->work);
	}
	KUNIT_ASSERT_TRUE(test, fake_last(fake, FAKE_OP(modify_cq), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], 4);
	KUNIT_EXPECT_EQ(test, call.arg[1], 1);
}

/* B091: samples with no completions in them, then a burst. */
static void dim_takes_empty_samples(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = moderated_cq(test, fake, IB_POLL_WORKQUEUE);
	struct probes *probes = probes_create(test, 1);

	for (int i = 0; i < 2 * DIM_ROUNDS; i++) {
		one_round(test, cq, probes, 0);
		usleep_range(20, 40);
	}
	for (int i = 0; i < 2 * DIM_ROUNDS; i++)
		one_round(test, cq, probes, 100);
	KUNIT_EXPECT_EQ(test, atomic_read(&probes->told), 2 * DIM_ROUNDS * 100);
}

/* Each round is one sample, of what it has polled, in softirq as well. */
static void dim_samples_each_round(struct kunit *test)
{
	static const enum ib_poll_context ctxs[] = { IB_POLL_SOFTIRQ, IB_POLL_WORKQUEUE };
	struct fake *fake = fake_create(test, &plain);
	struct probes *probes = probes_create(test, 1);

	for (int c = 0; c < ARRAY_SIZE(ctxs); c++) {
		struct ib_cq *cq = moderated_cq(test, fake, ctxs[c]);

		for (int i = 0; i < 5; i++)
			one_round(test, cq, probes, 10);
		KUNIT_EXPECT_EQ(test, cq->dim->measuring_sample.event_ctr, 5);
		KUNIT_EXPECT_EQ(test, cq->dim->measuring_sample.comp_ctr, 50);
	}
}

/* A provider that takes its time to change a CQ. */
struct changing {
	bool started;
	bool finished;
	bool destroyed_early;
};

static int changing_modify_cq(struct ib_cq *cq, u16 count, u16 period)
{
	struct changing *changing = cq->cq_context;

	WRITE_ONCE(changing->started, true);
	msleep(20);
	WRITE_ONCE(changing->finished, true);
	return 0;
}

static int changing_destroy_cq(struct ib_cq *cq, struct ib_udata *udata)
{
	struct changing *changing = cq->cq_context;

	changing->destroyed_early = !changing->finished;
	return fake_cq_ops.destroy_cq(cq, udata);
}

static const struct ib_device_ops changing_ops = {
	.destroy_cq = changing_destroy_cq,
	.modify_cq = changing_modify_cq,
};

static const struct fake_config slow_to_change = { .ops = &changing_ops };

/* B090: the worker has ended before the provider's CQ does. */
static void dim_ends_before_cq(struct kunit *test)
{
	struct fake *fake = fake_create(test, &slow_to_change);
	struct changing changing = {};
	struct ib_cq *cq;

	fake->dev.use_cq_dim = true;
	cq = ib_alloc_cq(&fake->dev, &changing, 8, 0, IB_POLL_SOFTIRQ);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	KUNIT_ASSERT_NOT_NULL(test, cq->dim);
	schedule_work(&cq->dim->work);
	while (!READ_ONCE(changing.started))
		cond_resched();
	ib_free_cq(cq);
	KUNIT_EXPECT_TRUE(test, changing.finished);
	KUNIT_EXPECT_FALSE(test, changing.destroyed_early);
}

#ifdef CONFIG_FAILSLAB
/* Without memory there is no CQ, but one without moderation if only that has none. */
static void dim_is_not_vital(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	u32 refused = 0, unmoderated = 0;
	bool failed = true;

	fake->dev.use_cq_dim = true;
	for (u32 n = 1; failed; n++) {
		struct ib_cq *cq;

		nth_fail(n);
		cq = ib_alloc_cq(&fake->dev, NULL, 8, 0, IB_POLL_WORKQUEUE);
		failed = nth_failed();
		if (IS_ERR(cq)) {
			KUNIT_EXPECT_PTR_EQ(test, cq, ERR_PTR(-ENOMEM));
			refused++;
		} else {
			unmoderated += !cq->dim;
			ib_free_cq(cq);
		}
		KUNIT_EXPECT_EQ(test, rdma_restrack_count(&fake->dev, RDMA_RESTRACK_CQ, false), 0);
	}
	KUNIT_EXPECT_EQ(test, refused, 2);
	KUNIT_EXPECT_EQ(test, unmoderated, 1);
}
#endif

static struct kunit_case cq_dim_cases[] = {
	KUNIT_CASE_PARAM(dim_where_wanted, wanted_gen_params),
	KUNIT_CASE_PARAM(dim_applies_profile, step_gen_params),
	KUNIT_CASE(dim_steps_up),
	KUNIT_CASE(dim_takes_empty_samples),
	KUNIT_CASE(dim_samples_each_round),
	KUNIT_CASE(dim_ends_before_cq),
#ifdef CONFIG_FAILSLAB
	KUNIT_CASE(dim_is_not_vital),
#endif
	{}
};

static struct kunit_suite cq_dim_suite = {
	.name = "ib_core_cq_dim",
	.test_cases = cq_dim_cases,
};

kunit_test_suite(cq_dim_suite);
