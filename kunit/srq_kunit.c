// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of shared receive queues.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>

#include "fake.h"

static const struct fake_config plain = {};

/* What an SRQ stands on, and how many users each of them has. */
struct base {
	struct fake *fake;
	struct ib_pd *pd;
	struct ib_cq *cq;
	struct ib_xrcd *xrcd;
};

static void xrcd_free(void *xrcd)
{
	ib_dealloc_xrcd_user(xrcd, NULL);
}

static struct base base_create(struct kunit *test, const struct fake_config *cfg)
{
	struct fake *fake = fake_create(test, cfg);
	struct base base = {
		.fake = fake,
		.pd = fake_pd(test, fake),
		.cq = fake_cq(test, fake, 8, IB_POLL_DIRECT),
		.xrcd = ib_alloc_xrcd_user(&fake->dev, NULL, NULL),
	};

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, base.xrcd);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, xrcd_free, base.xrcd));
	return base;
}

static void expect_users(struct kunit *test, const struct base *base, enum ib_srq_type type,
			 int n)
{
	KUNIT_EXPECT_EQ(test, atomic_read(&base->pd->usecnt), n);
	KUNIT_EXPECT_EQ(test, atomic_read(&base->cq->usecnt), type == IB_SRQT_BASIC ? 0 : n);
	KUNIT_EXPECT_EQ(test, atomic_read(&base->xrcd->usecnt), type == IB_SRQT_XRC ? n : 0);
	KUNIT_EXPECT_EQ(test, rdma_restrack_count(&base->fake->dev, RDMA_RESTRACK_SRQ, false), n);
}

static struct ib_srq *srq_create(const struct base *base, enum ib_srq_type type)
{
	struct ib_srq_init_attr attr = {
		.srq_type = type,
		.srq_context = (void *)base->fake,
		.attr = { .max_wr = 16, .max_sge = 2, .srq_limit = 3 },
	};

	if (type != IB_SRQT_BASIC)
		attr.ext.cq = base->cq;
	if (type == IB_SRQT_XRC)
		attr.ext.xrc.xrcd = base->xrcd;
	return ib_create_srq_user(base->pd, &attr, NULL, NULL);
}

static const struct type_case {
	const char *desc;
	enum ib_srq_type type;
} type_cases[] = {
	{ "basic", IB_SRQT_BASIC },
	{ "XRC", IB_SRQT_XRC },
	{ "tag matching", IB_SRQT_TM },
};

KUNIT_ARRAY_PARAM_DESC(type, type_cases, desc);

static void srq_create_destroy(struct kunit *test)
{
	enum ib_srq_type type = ((const struct type_case *)test->param_value)->type;
	struct base base = base_create(test, &plain);
	struct ib_srq *srq = srq_create(&base, type);
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, srq);
	KUNIT_EXPECT_PTR_EQ(test, srq->device, &base.fake->dev);
	KUNIT_EXPECT_PTR_EQ(test, srq->pd, base.pd);
	KUNIT_EXPECT_PTR_EQ(test, srq->srq_context, (void *)base.fake);
	KUNIT_EXPECT_EQ(test, (int)srq->srq_type, (int)type);
	KUNIT_EXPECT_TRUE(test, fake_last(base.fake, FAKE_OP(create_srq), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], type);
	KUNIT_EXPECT_EQ(test, call.arg[1], 16);
	KUNIT_EXPECT_EQ(test, call.arg[2], 2);
	expect_users(test, &base, type, 1);

	KUNIT_EXPECT_EQ(test, ib_destroy_srq_user(srq, NULL), 0);
	expect_users(test, &base, type, 0);
}

static void srq_create_fails(struct kunit *test)
{
	enum ib_srq_type type = ((const struct type_case *)test->param_value)->type;
	struct base base = base_create(test, &plain);

	fake_fail(base.fake, FAKE_OP(create_srq), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, srq_create(&base, type), ERR_PTR(-ENOSPC));
	expect_users(test, &base, type, 0);
}

/* B080: an SRQ whose driver cannot let it go stays listed and usable. */
static void srq_destroy_fails(struct kunit *test)
{
	enum ib_srq_type type = ((const struct type_case *)test->param_value)->type;
	struct base base = base_create(test, &plain);
	struct ib_srq *srq = srq_create(&base, type);
	struct ib_srq_attr attr;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, srq);
	fake_fail(base.fake, FAKE_OP(destroy_srq), 1, -EIO);
	KUNIT_EXPECT_EQ(test, ib_destroy_srq_user(srq, NULL), -EIO);
	expect_users(test, &base, type, 1);
	KUNIT_EXPECT_EQ(test, ib_query_srq(srq, &attr), 0);
	KUNIT_EXPECT_EQ(test, ib_destroy_srq_user(srq, NULL), 0);
	expect_users(test, &base, type, 0);
}

static void srq_destroy_in_use(struct kunit *test)
{
	struct base base = base_create(test, &plain);
	struct ib_srq *srq = srq_create(&base, IB_SRQT_BASIC);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, srq);
	atomic_inc(&srq->usecnt);
	KUNIT_EXPECT_EQ(test, ib_destroy_srq_user(srq, NULL), -EBUSY);
	KUNIT_EXPECT_EQ(test, fake_calls(base.fake, FAKE_OP(destroy_srq)), 0);
	expect_users(test, &base, IB_SRQT_BASIC, 1);
	atomic_dec(&srq->usecnt);
	KUNIT_EXPECT_EQ(test, ib_destroy_srq_user(srq, NULL), 0);
}

static void srq_needs_cq(struct kunit *test)
{
	struct base base = base_create(test, &plain);
	struct ib_srq_init_attr attr = { .srq_type = IB_SRQT_XRC };

	attr.ext.xrc.xrcd = base.xrcd;
	KUNIT_EXPECT_PTR_EQ(test, ib_create_srq_user(base.pd, &attr, NULL, NULL),
			    ERR_PTR(-EINVAL));
	KUNIT_EXPECT_EQ(test, fake_calls(base.fake, FAKE_OP(create_srq)), 0);
	expect_users(test, &base, IB_SRQT_XRC, 0);
}

static void srq_xrcd_is_optional(struct kunit *test)
{
	struct base base = base_create(test, &plain);
	struct ib_srq_init_attr attr = { .srq_type = IB_SRQT_XRC, .attr.max_wr = 1 };
	struct ib_srq *srq;

	attr.ext.cq = base.cq;
	srq = ib_create_srq_user(base.pd, &attr, NULL, NULL);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, srq);
	KUNIT_EXPECT_EQ(test, atomic_read(&base.cq->usecnt), 1);
	KUNIT_EXPECT_EQ(test, atomic_read(&base.xrcd->usecnt), 0);
	KUNIT_EXPECT_EQ(test, ib_destroy_srq_user(srq, NULL), 0);
	expect_users(test, &base, IB_SRQT_XRC, 0);
}

static void srq_modify_query(struct kunit *test)
{
	struct base base = base_create(test, &plain);
	struct ib_srq *srq = srq_create(&base, IB_SRQT_BASIC);
	struct ib_srq_attr attr = { .srq_limit = 9 };
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, srq);
	KUNIT_EXPECT_EQ(test, ib_modify_srq(srq, &attr, IB_SRQ_LIMIT), 0);
	KUNIT_EXPECT_TRUE(test, fake_last(base.fake, FAKE_OP(modify_srq), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], IB_SRQ_LIMIT);
	KUNIT_EXPECT_EQ(test, ib_query_srq(srq, &attr), 0);
	KUNIT_EXPECT_EQ(test, attr.srq_limit, 9);
	KUNIT_EXPECT_EQ(test, attr.max_wr, 16);

	fake_fail(base.fake, FAKE_OP(modify_srq), 1, -ENOMEM);
	KUNIT_EXPECT_EQ(test, ib_modify_srq(srq, &attr, IB_SRQ_MAX_WR), -ENOMEM);
	fake_fail(base.fake, FAKE_OP(query_srq), 1, -EIO);
	KUNIT_EXPECT_EQ(test, ib_query_srq(srq, &attr), -EIO);
	KUNIT_EXPECT_EQ(test, ib_destroy_srq_user(srq, NULL), 0);
}

static void srq_without_ops(struct kunit *test)
{
	static const struct fake_config lacks = {
		.without = { FAKE_OP(modify_srq), FAKE_OP(query_srq) },
	};
	static const struct fake_config none = { .without = { FAKE_OP(create_srq) } };
	struct base base = base_create(test, &lacks);
	struct ib_srq *srq = srq_create(&base, IB_SRQT_BASIC);
	struct ib_srq_attr attr = {};

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, srq);
	KUNIT_EXPECT_EQ(test, ib_modify_srq(srq, &attr, IB_SRQ_LIMIT), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, ib_query_srq(srq, &attr), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, ib_destroy_srq_user(srq, NULL), 0);

	base = base_create(test, &none);
	KUNIT_EXPECT_PTR_EQ(test, srq_create(&base, IB_SRQT_BASIC), ERR_PTR(-EOPNOTSUPP));
}

static struct kunit_case srq_cases[] = {
	KUNIT_CASE_PARAM(srq_create_destroy, type_gen_params),
	KUNIT_CASE_PARAM(srq_create_fails, type_gen_params),
	KUNIT_CASE_PARAM(srq_destroy_fails, type_gen_params),
	KUNIT_CASE(srq_destroy_in_use),
	KUNIT_CASE(srq_needs_cq),
	KUNIT_CASE(srq_xrcd_is_optional),
	KUNIT_CASE(srq_modify_query),
	KUNIT_CASE(srq_without_ops),
	{}
};

static struct kunit_suite srq_suite = {
	.name = "ib_core_srq",
	.test_cases = srq_cases,
};

kunit_test_suite(srq_suite);
