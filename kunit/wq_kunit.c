// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of work queues.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

static const struct fake_config plain = {};

struct base {
	struct fake *fake;
	struct ib_pd *pd;
	struct ib_cq *cq;
};

static struct base base_create(struct kunit *test, const struct fake_config *cfg)
{
	struct fake *fake = fake_create(test, cfg);

	return (struct base){
		.fake = fake,
		.pd = fake_pd(test, fake),
		.cq = fake_cq(test, fake, 8, IB_POLL_DIRECT),
	};
}

static struct ib_wq *wq_create(const struct base *base, struct ib_cq *cq)
{
	struct ib_wq_init_attr attr = {
		.wq_type = IB_WQT_RQ,
		.max_wr = 32,
		.max_sge = 2,
		.cq = cq,
		.wq_context = (void *)base->fake,
	};

	return ib_create_wq(base->pd, &attr);
}

static void expect_users(struct kunit *test, const struct base *base, int n)
{
	KUNIT_EXPECT_EQ(test, atomic_read(&base->pd->usecnt), n);
	KUNIT_EXPECT_EQ(test, atomic_read(&base->cq->usecnt), n);
}

static void wq_create_destroy(struct kunit *test)
{
	struct base base = base_create(test, &plain);
	struct ib_wq *wq = wq_create(&base, base.cq);
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, wq);
	KUNIT_EXPECT_PTR_EQ(test, wq->device, &base.fake->dev);
	KUNIT_EXPECT_PTR_EQ(test, wq->pd, base.pd);
	KUNIT_EXPECT_PTR_EQ(test, wq->cq, base.cq);
	KUNIT_EXPECT_PTR_EQ(test, wq->wq_context, (void *)base.fake);
	KUNIT_EXPECT_EQ(test, (int)wq->wq_type, (int)IB_WQT_RQ);
	KUNIT_EXPECT_TRUE(test, fake_last(base.fake, FAKE_OP(create_wq), &call));
	KUNIT_EXPECT_EQ(test, call.arg[1], 32);
	expect_users(test, &base, 1);

	KUNIT_EXPECT_EQ(test, ib_destroy_wq_user(wq, NULL), 0);
	KUNIT_EXPECT_EQ(test, fake_calls(base.fake, FAKE_OP(destroy_wq)), 1);
	expect_users(test, &base, 0);
}

static void wq_create_fails(struct kunit *test)
{
	static const struct fake_config none = { .without = { FAKE_OP(create_wq) } };
	struct base base = base_create(test, &plain);

	KUNIT_EXPECT_PTR_EQ(test, wq_create(&base, NULL), ERR_PTR(-EINVAL));
	KUNIT_EXPECT_EQ(test, fake_calls(base.fake, FAKE_OP(create_wq)), 0);
	fake_fail(base.fake, FAKE_OP(create_wq), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, wq_create(&base, base.cq), ERR_PTR(-ENOSPC));
	expect_users(test, &base, 0);

	base = base_create(test, &none);
	KUNIT_EXPECT_PTR_EQ(test, wq_create(&base, base.cq), ERR_PTR(-EOPNOTSUPP));
	expect_users(test, &base, 0);
}

/* B080, for an object that is not listed: it stays, with all that it holds. */
static void wq_destroy_fails(struct kunit *test)
{
	struct base base = base_create(test, &plain);
	struct ib_wq *wq = wq_create(&base, base.cq);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, wq);
	atomic_inc(&wq->usecnt);
	KUNIT_EXPECT_EQ(test, ib_destroy_wq_user(wq, NULL), -EBUSY);
	KUNIT_EXPECT_EQ(test, fake_calls(base.fake, FAKE_OP(destroy_wq)), 0);
	atomic_dec(&wq->usecnt);
	fake_fail(base.fake, FAKE_OP(destroy_wq), 1, -EIO);
	KUNIT_EXPECT_EQ(test, ib_destroy_wq_user(wq, NULL), -EIO);
	expect_users(test, &base, 1);
	KUNIT_EXPECT_EQ(test, ib_destroy_wq_user(wq, NULL), 0);
	expect_users(test, &base, 0);
}

static struct kunit_case wq_cases[] = {
	KUNIT_CASE(wq_create_destroy),
	KUNIT_CASE(wq_create_fails),
	KUNIT_CASE(wq_destroy_fails),
	{}
};

static struct kunit_suite wq_suite = {
	.name = "ib_core_wq",
	.test_cases = wq_cases,
};

kunit_test_suite(wq_suite);
