// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of protection domains. As the smallest suite on the fake provider it
 * is also the pattern for the others.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>

#include "fake.h"

static const struct fake_config with_lkey = { .kernel_caps = IBK_LOCAL_DMA_LKEY };
static const struct fake_config without_lkey = {};

static u32 pds(struct fake *fake)
{
	return rdma_restrack_count(&fake->dev, RDMA_RESTRACK_PD, false);
}

/* What the PD asks its device for, by flags and capability. */
static const struct alloc_case {
	const char *desc;
	const struct fake_config *cfg;
	unsigned int flags;
	int access;	/* of the DMA MR; 0: none is made */
} alloc_cases[] = {
	{ "device has a local key", &with_lkey, 0, 0 },
	{ "device has none", &without_lkey, 0, IB_ACCESS_LOCAL_WRITE },
	{ "global key, local key", &with_lkey, IB_PD_UNSAFE_GLOBAL_RKEY,
	  IB_ACCESS_REMOTE_READ | IB_ACCESS_REMOTE_WRITE },
	{ "global key, no local key", &without_lkey, IB_PD_UNSAFE_GLOBAL_RKEY,
	  IB_ACCESS_LOCAL_WRITE | IB_ACCESS_REMOTE_READ | IB_ACCESS_REMOTE_WRITE },
};

KUNIT_ARRAY_PARAM_DESC(alloc, alloc_cases, desc);

static void expect_keys(struct kunit *test, const struct ib_pd *pd, const struct ib_mr *mr)
{
	bool has_lkey = pd->device->attrs.kernel_cap_flags & IBK_LOCAL_DMA_LKEY;

	KUNIT_EXPECT_EQ(test, pd->local_dma_lkey,
			has_lkey ? pd->device->local_dma_lkey : mr->lkey);
	KUNIT_EXPECT_EQ(test, pd->unsafe_global_rkey,
			pd->flags & IB_PD_UNSAFE_GLOBAL_RKEY ? mr->rkey : 0);
}

static void pd_alloc(struct kunit *test)
{
	const struct alloc_case *c = test->param_value;
	struct fake *fake = fake_create(test, c->cfg);
	struct ib_pd *pd = ib_alloc_pd(&fake->dev, c->flags);
	struct fake_call call;
	struct ib_mr *mr;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, pd);
	mr = pd->__internal_mr;
	KUNIT_EXPECT_PTR_EQ(test, pd->device, &fake->dev);
	KUNIT_EXPECT_EQ(test, pd->flags, c->flags);
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
	KUNIT_EXPECT_EQ(test, pds(fake), 1);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(get_dma_mr)), !!c->access);
	KUNIT_EXPECT_EQ(test, !!mr, !!c->access);
	if (mr) {
		KUNIT_EXPECT_TRUE(test, fake_last(fake, FAKE_OP(get_dma_mr), &call));
		KUNIT_EXPECT_EQ(test, call.arg[0], c->access);
		KUNIT_EXPECT_PTR_EQ(test, mr->device, &fake->dev);
		KUNIT_EXPECT_PTR_EQ(test, mr->pd, pd);
		KUNIT_EXPECT_EQ(test, (int)mr->type, (int)IB_MR_TYPE_DMA);
		KUNIT_EXPECT_FALSE(test, mr->need_inval);
	}
	expect_keys(test, pd, mr);

	ib_dealloc_pd(pd);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dereg_mr)), !!c->access);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dealloc_pd)), 1);
	KUNIT_EXPECT_EQ(test, pds(fake), 0);
}

/* The n-th driver call of an allocation fails: its errno, and no trace is left. */
static void pd_alloc_fails(struct kunit *test)
{
	for (u32 n = 1; n <= 2; n++) {
		struct fake *fake = fake_create(test, &without_lkey);

		fake_fail(fake, FAKE_OP_ANY, n, -ENOSPC);
		KUNIT_EXPECT_PTR_EQ(test, ib_alloc_pd(&fake->dev, 0), ERR_PTR(-ENOSPC));
		KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(alloc_pd)), 1);
		KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(get_dma_mr)), n - 1);
		KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dealloc_pd)), n - 1);
		KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dereg_mr)), 0);
		KUNIT_EXPECT_EQ(test, pds(fake), 0);
	}
}

/* B080: a PD whose driver cannot let it go stays listed and can be tried again. */
static void pd_dealloc_fails(struct kunit *test)
{
	struct fake *fake = fake_create(test, &with_lkey);
	struct ib_pd *pd = ib_alloc_pd(&fake->dev, 0);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, pd);
	fake_fail(fake, FAKE_OP(dealloc_pd), 1, -EBUSY);
	KUNIT_EXPECT_EQ(test, ib_dealloc_pd_user(pd, NULL), -EBUSY);
	KUNIT_EXPECT_EQ(test, pds(fake), 1);
	KUNIT_EXPECT_EQ(test, ib_dealloc_pd_user(pd, NULL), 0);
	KUNIT_EXPECT_EQ(test, pds(fake), 0);
}

static struct kunit_case pd_cases[] = {
	KUNIT_CASE_PARAM(pd_alloc, alloc_gen_params),
	KUNIT_CASE(pd_alloc_fails),
	KUNIT_CASE(pd_dealloc_fails),
	{}
};

static struct kunit_suite pd_suite = {
	.name = "ib_core_pd",
	.test_cases = pd_cases,
};

kunit_test_suite(pd_suite);
