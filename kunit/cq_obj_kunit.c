// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of completion queues as objects: made, moderated and destroyed by their
 * owner, who also polls them.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>

#include "fake.h"

static const struct fake_config plain = {};
static const struct ib_cq_init_attr sixteen = { .cqe = 16, .comp_vector = 1, .flags = 2 };

static u32 cqs(struct fake *fake)
{
	return rdma_restrack_count(&fake->dev, RDMA_RESTRACK_CQ, false);
}

static void on_completion(struct ib_cq *cq, void *context)
{
	(*(int *)context)++;
}

static void cq_create_destroy(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_wc wc = { .status = IB_WC_SUCCESS };
	struct fake_call call;
	int completions = 0;
	struct ib_cq *cq;

	cq = ib_create_cq(&fake->dev, on_completion, NULL, &completions, &sixteen);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	KUNIT_EXPECT_PTR_EQ(test, cq->device, &fake->dev);
	KUNIT_EXPECT_EQ(test, cq->cqe, 16);
	KUNIT_EXPECT_EQ(test, atomic_read(&cq->usecnt), 0);
	KUNIT_EXPECT_EQ(test, cqs(fake), 1);
	KUNIT_EXPECT_TRUE(test, fake_last(fake, FAKE_OP(create_cq), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], 16);
	KUNIT_EXPECT_EQ(test, call.arg[1], 1);
	KUNIT_EXPECT_EQ(test, call.arg[2], 2);

	fake_complete(cq, &wc);
	KUNIT_EXPECT_EQ(test, completions, 0);
	KUNIT_EXPECT_EQ(test, ib_req_notify_cq(cq, IB_CQ_NEXT_COMP), 0);
	fake_complete(cq, &wc);
	fake_complete(cq, &wc);
	KUNIT_EXPECT_EQ(test, completions, 1);

	KUNIT_EXPECT_EQ(test, ib_destroy_cq_user(cq, NULL), 0);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)), 1);
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);
}

/* B105: a size of 0 is refused before there is anything to leak. */
static void cq_zero_entries(struct kunit *test)
{
	static const struct ib_cq_init_attr zero = {};
	static const struct ib_device_ops too_big = { .size_ib_cq = FAKE_TOO_BIG };
	static const struct fake_config cfg = { .ops = &too_big };
	struct fake *fake = fake_create(test, &cfg);

	KUNIT_EXPECT_PTR_EQ(test, ib_create_cq(&fake->dev, NULL, NULL, NULL, &zero),
			    ERR_PTR(-EINVAL));
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP_ANY), 0);
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);
}

static void cq_create_fails(struct kunit *test)
{
	static const struct fake_config none = { .without = { FAKE_OP(create_cq) } };
	struct fake *fake = fake_create(test, &plain);

	fake_fail(fake, FAKE_OP(create_cq), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, ib_create_cq(&fake->dev, NULL, NULL, NULL, &sixteen),
			    ERR_PTR(-ENOSPC));
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);

	fake = fake_create(test, &none);
	KUNIT_EXPECT_PTR_EQ(test, ib_create_cq(&fake->dev, NULL, NULL, NULL, &sixteen),
			    ERR_PTR(-EOPNOTSUPP));
}

static void cq_create_without_memory(struct kunit *test)
{
	static const struct ib_device_ops too_big = { .size_ib_cq = FAKE_TOO_BIG };
	static const struct fake_config cfg = { .ops = &too_big };
	struct fake *fake = fake_create(test, &cfg);

	kunit_warning_suppress(test) {
		KUNIT_EXPECT_PTR_EQ(test, ib_create_cq(&fake->dev, NULL, NULL, NULL, &sixteen),
				    ERR_PTR(-ENOMEM));
	}
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP_ANY), 0);
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);
}

/* B080: a CQ whose driver cannot let it go stays listed and usable. */
static void cq_destroy_fails(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = ib_create_cq(&fake->dev, NULL, NULL, NULL, &sixteen);
	struct ib_wc wc = {};

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	fake_fail(fake, FAKE_OP(destroy_cq), 1, -EIO);
	KUNIT_EXPECT_EQ(test, ib_destroy_cq_user(cq, NULL), -EIO);
	KUNIT_EXPECT_EQ(test, cqs(fake), 1);
	fake_queue_wc(cq, &wc);
	KUNIT_EXPECT_EQ(test, ib_poll_cq(cq, 1, &wc), 1);
	KUNIT_EXPECT_EQ(test, ib_destroy_cq_user(cq, NULL), 0);
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);
}

static void cq_destroy_not_now(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = ib_create_cq(&fake->dev, NULL, NULL, NULL, &sixteen);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	atomic_inc(&cq->usecnt);
	KUNIT_EXPECT_EQ(test, ib_destroy_cq_user(cq, NULL), -EBUSY);
	atomic_dec(&cq->usecnt);
	cq->shared = true;
	KUNIT_EXPECT_EQ(test, ib_destroy_cq_user(cq, NULL), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, rdma_set_cq_moderation(cq, 1, 1), -EOPNOTSUPP);
	cq->shared = false;
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)), 0);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(modify_cq)), 0);
	KUNIT_EXPECT_EQ(test, cqs(fake), 1);
	KUNIT_EXPECT_EQ(test, ib_destroy_cq_user(cq, NULL), 0);
}

static void cq_moderation(struct kunit *test)
{
	static const struct fake_config none = { .without = { FAKE_OP(modify_cq) } };
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = ib_create_cq(&fake->dev, NULL, NULL, NULL, &sixteen);
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	KUNIT_EXPECT_EQ(test, rdma_set_cq_moderation(cq, 32, 100), 0);
	KUNIT_EXPECT_TRUE(test, fake_last(fake, FAKE_OP(modify_cq), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], 32);
	KUNIT_EXPECT_EQ(test, call.arg[1], 100);
	fake_fail(fake, FAKE_OP(modify_cq), 1, -ERANGE);
	KUNIT_EXPECT_EQ(test, rdma_set_cq_moderation(cq, 32, 100), -ERANGE);
	KUNIT_EXPECT_EQ(test, ib_destroy_cq_user(cq, NULL), 0);

	fake = fake_create(test, &none);
	cq = ib_create_cq(&fake->dev, NULL, NULL, NULL, &sixteen);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	KUNIT_EXPECT_EQ(test, rdma_set_cq_moderation(cq, 32, 100), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, ib_destroy_cq_user(cq, NULL), 0);
}

static struct kunit_case cq_obj_cases[] = {
	KUNIT_CASE(cq_create_destroy),
	KUNIT_CASE(cq_zero_entries),
	KUNIT_CASE(cq_create_fails),
	KUNIT_CASE(cq_create_without_memory),
	KUNIT_CASE(cq_destroy_fails),
	KUNIT_CASE(cq_destroy_not_now),
	KUNIT_CASE(cq_moderation),
	{}
};

static struct kunit_suite cq_obj_suite = {
	.name = "ib_core_cq_obj",
	.test_cases = cq_obj_cases,
};

kunit_test_suite(cq_obj_suite);
