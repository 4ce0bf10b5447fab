// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of XRC domains.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

static const struct fake_config plain = {};

static void xrcd_alloc(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct inode *inode = (struct inode *)test;
	struct ib_xrcd *xrcd = ib_alloc_xrcd_user(&fake->dev, inode, NULL);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, xrcd);
	KUNIT_EXPECT_PTR_EQ(test, xrcd->device, &fake->dev);
	KUNIT_EXPECT_PTR_EQ(test, xrcd->inode, inode);
	KUNIT_EXPECT_EQ(test, atomic_read(&xrcd->usecnt), 0);
	KUNIT_EXPECT_TRUE(test, xa_empty(&xrcd->tgt_qps));
	KUNIT_EXPECT_FALSE(test, rwsem_is_locked(&xrcd->tgt_qps_rwsem));
	KUNIT_EXPECT_EQ(test, ib_dealloc_xrcd_user(xrcd, NULL), 0);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dealloc_xrcd)), 1);
}

static void xrcd_alloc_fails(struct kunit *test)
{
	static const struct fake_config none = { .without = { FAKE_OP(alloc_xrcd) } };
	struct fake *fake = fake_create(test, &plain);

	fake_fail(fake, FAKE_OP(alloc_xrcd), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_xrcd_user(&fake->dev, NULL, NULL), ERR_PTR(-ENOSPC));
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dealloc_xrcd)), 0);

	fake = fake_create(test, &none);
	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_xrcd_user(&fake->dev, NULL, NULL),
			    ERR_PTR(-EOPNOTSUPP));
}

static void xrcd_alloc_without_memory(struct kunit *test)
{
	static const struct ib_device_ops too_big = { .size_ib_xrcd = FAKE_TOO_BIG };
	static const struct fake_config cfg = { .ops = &too_big };
	struct fake *fake = fake_create(test, &cfg);

	kunit_warning_suppress(test) {
		KUNIT_EXPECT_PTR_EQ(test, ib_alloc_xrcd_user(&fake->dev, NULL, NULL),
				    ERR_PTR(-ENOMEM));
	}
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP_ANY), 0);
}

/* B080, for an object that is not listed: it stays and can be tried again. */
static void xrcd_dealloc_fails(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_xrcd *xrcd = ib_alloc_xrcd_user(&fake->dev, NULL, NULL);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, xrcd);
	atomic_inc(&xrcd->usecnt);
	KUNIT_EXPECT_EQ(test, ib_dealloc_xrcd_user(xrcd, NULL), -EBUSY);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dealloc_xrcd)), 0);
	atomic_dec(&xrcd->usecnt);
	fake_fail(fake, FAKE_OP(dealloc_xrcd), 1, -EIO);
	KUNIT_EXPECT_EQ(test, ib_dealloc_xrcd_user(xrcd, NULL), -EIO);
	KUNIT_EXPECT_EQ(test, ib_dealloc_xrcd_user(xrcd, NULL), 0);
}

static struct kunit_case xrcd_cases[] = {
	KUNIT_CASE(xrcd_alloc),
	KUNIT_CASE(xrcd_alloc_fails),
	KUNIT_CASE(xrcd_alloc_without_memory),
	KUNIT_CASE(xrcd_dealloc_fails),
	{}
};

static struct kunit_suite xrcd_suite = {
	.name = "ib_core_xrcd",
	.test_cases = xrcd_cases,
};

kunit_test_suite(xrcd_suite);
