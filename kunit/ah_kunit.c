// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of address handles: what reaches the driver, what they hold, and that no
 * failure leaves anything behind.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/preempt.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

static const struct fake_config ib = { .link = FAKE_IB, .ports = 2, .registered = true };
static const struct fake_config roce = { .link = FAKE_ROCE, .registered = true };

static struct ib_udata no_data;

/* An address with a global route from GID @index, which it does not hold. */
static struct rdma_ah_attr address(struct fake *fake, int index)
{
	union ib_gid to = { .raw = { 0xfe, 0x80, [8] = 0x02, 1, 2, 0xff, 0xfe, 3, 4, 5 } };
	struct rdma_ah_attr attr = {
		.type = rdma_ah_find_type(&fake->dev, 1),
		.port_num = 1,
		.sl = 3,
	};

	rdma_ah_set_grh(&attr, &to, 0, index, 1, 0);
	return attr;
}

static struct fake *roce_create(struct kunit *test)
{
	struct fake *fake = fake_create(test, &roce);

	fake_netdev(test, fake, 1);
	return fake;
}

static void ah_create_local(struct kunit *test)
{
	struct fake *fake = fake_create(test, &ib);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = { .type = RDMA_AH_ATTR_TYPE_IB, .port_num = 2 };
	struct ib_ah *ah = rdma_create_ah(pd, &attr, RDMA_CREATE_AH_SLEEPABLE);
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	KUNIT_EXPECT_PTR_EQ(test, ah->device, &fake->dev);
	KUNIT_EXPECT_PTR_EQ(test, ah->pd, pd);
	KUNIT_EXPECT_EQ(test, (int)ah->type, (int)RDMA_AH_ATTR_TYPE_IB);
	KUNIT_EXPECT_NULL(test, ah->sgid_attr);
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 1);
	KUNIT_EXPECT_TRUE(test, fake_last(fake, FAKE_OP(create_ah), &call));
	KUNIT_EXPECT_EQ(test, call.arg[1], RDMA_CREATE_AH_SLEEPABLE);

	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, RDMA_DESTROY_AH_SLEEPABLE, NULL), 0);
	KUNIT_EXPECT_TRUE(test, fake_last(fake, FAKE_OP(destroy_ah), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], RDMA_DESTROY_AH_SLEEPABLE);
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
}

/* The handle holds its source GID, the attributes are as they were. */
static void ah_create_global(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, 1);
	struct ib_ah *ah = rdma_create_ah(pd, &attr, RDMA_CREATE_AH_SLEEPABLE);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
	KUNIT_ASSERT_NOT_NULL(test, ah->sgid_attr);
	KUNIT_EXPECT_EQ(test, ah->sgid_attr->index, 1);
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 1));
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), 0);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 1));
}

/* A reference that came with the attributes stays with them. */
static void ah_create_with_gid(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, 0);
	const struct ib_gid_attr *sgid_attr = rdma_get_gid_attr(&fake->dev, 1, 0);
	struct ib_ah *ah;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, sgid_attr);
	attr.grh.sgid_attr = sgid_attr;
	ah = rdma_create_ah(pd, &attr, 0);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	KUNIT_EXPECT_PTR_EQ(test, ah->sgid_attr, sgid_attr);
	KUNIT_EXPECT_PTR_EQ(test, attr.grh.sgid_attr, sgid_attr);
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), 0);
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 0));
	rdma_destroy_ah_attr(&attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
}

static const struct reject_case {
	const char *desc;
	const struct fake_config *cfg;
	u32 port;
	bool grh;
	int index;	/* in the route */
	int given;	/* GID of port 1 that comes with it, -1 for none */
	int err;
} reject_cases[] = {
	{ "port 0", &ib, 0, false, 0, -1, -EINVAL },
	{ "port past the last", &ib, 3, false, 0, -1, -EINVAL },
	{ "IB without route", &ib, 1, false, 0, -1, 0 },
	{ "IB, GID of another index", &ib, 1, true, 1, 0, -EINVAL },
	{ "IB, GID of another port", &ib, 2, true, 0, 0, -EINVAL },
	{ "IB, its own GID", &ib, 1, true, 1, 1, 0 },
	{ "IB, index without GID", &ib, 1, true, 5, -1, -ENODATA },
	{ "IB, index past the table", &ib, 1, true, FAKE_GIDS, -1, -EINVAL },
	{ "RoCE without route", &roce, 1, false, 0, -1, -EINVAL },
	{ "RoCE without GIDs", &roce, 1, true, 0, -1, -ENODATA },
};

KUNIT_ARRAY_PARAM_DESC(reject, reject_cases, desc);

static void ah_create_checks(struct kunit *test)
{
	const struct reject_case *c = test->param_value;
	struct fake *fake = fake_create(test, c->cfg);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, c->index);
	struct ib_ah *ah;

	attr.port_num = c->port;
	attr.ah_flags = c->grh ? IB_AH_GRH : 0;
	if (c->given >= 0)
		attr.grh.sgid_attr = rdma_get_gid_attr(&fake->dev, 1, c->given);
	ah = rdma_create_ah(pd, &attr, RDMA_CREATE_AH_SLEEPABLE);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(ah), c->err);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_ah)), !c->err);
	if (!IS_ERR(ah))
		KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), 0);
	else
		KUNIT_EXPECT_PTR_EQ(test, rdma_create_user_ah(pd, &attr, &no_data), ah);
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
	rdma_destroy_ah_attr(&attr);
}

static void ah_create_fails(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, 0);

	fake_fail(fake, FAKE_OP(create_ah), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, rdma_create_ah(pd, &attr, 0), ERR_PTR(-ENOSPC));
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
	KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));

	fake_fail(fake, FAKE_OP(create_user_ah), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, rdma_create_user_ah(pd, &attr, &no_data), ERR_PTR(-ENOSPC));
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
	KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
}

static void ah_create_without_memory(struct kunit *test)
{
	static const struct ib_device_ops too_big = { .size_ib_ah = FAKE_TOO_BIG };
	static const struct fake_config cfg = {
		.link = FAKE_ROCE,
		.registered = true,
		.ops = &too_big,
	};
	struct fake *fake = fake_create(test, &cfg);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, 0);

	fake_netdev(test, fake, 1);
	kunit_warning_suppress(test) {
		KUNIT_EXPECT_PTR_EQ(test, rdma_create_ah(pd, &attr, RDMA_CREATE_AH_SLEEPABLE),
				    ERR_PTR(-ENOMEM));
	}
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_ah)), 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
}

static void ah_without_ops(struct kunit *test)
{
	static const struct fake_config lacks = {
		.link = FAKE_IB,
		.registered = true,
		.without = { FAKE_OP(create_ah), FAKE_OP(create_user_ah) },
	};
	static const struct fake_config fixed = {
		.link = FAKE_IB,
		.registered = true,
		.without = { FAKE_OP(modify_ah), FAKE_OP(query_ah) },
	};
	struct fake *fake = fake_create(test, &lacks);
	struct rdma_ah_attr attr = address(fake, 0);
	struct ib_pd *pd = fake_pd(test, fake);
	struct ib_ah *ah;

	KUNIT_EXPECT_PTR_EQ(test, rdma_create_ah(pd, &attr, 0), ERR_PTR(-EOPNOTSUPP));
	KUNIT_EXPECT_PTR_EQ(test, rdma_create_user_ah(pd, &attr, &no_data),
			    ERR_PTR(-EOPNOTSUPP));

	fake = fake_create(test, &fixed);
	ah = rdma_create_ah(fake_pd(test, fake), &attr, 0);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	KUNIT_EXPECT_EQ(test, rdma_modify_ah(ah, &attr), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, rdma_query_ah(ah, &attr), -EOPNOTSUPP);
	KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), 0);
}

/* Without the flag, nothing on the way may sleep. */
static void ah_atomic(struct kunit *test)
{
	struct fake *fake = fake_create(test, &ib);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, 1);
	struct ib_ah *ah;
	int ret = -1;

	preempt_disable();
	ah = rdma_create_ah(pd, &attr, 0);
	if (!IS_ERR(ah))
		ret = rdma_destroy_ah_user(ah, 0, NULL);
	preempt_enable();
	KUNIT_EXPECT_EQ(test, ret, 0);
}

static const struct dmac_case {
	const char *desc;
	union ib_gid to;
	u8 dmac[6];
} dmac_cases[] = {
	{ "link-local of RoCE v1",
	  { .raw = { 0xfe, 0x80, [8] = 0x02, 1, 2, 0xff, 0xfe, 3, 4, 5 } },
	  { 0, 1, 2, 3, 4, 5 } },
	{ "IPv6 multicast",
	  { .raw = { 0xff, 0x02, [12] = 0xa1, 0xa2, 0xa3, 0xa4 } },
	  { 0x33, 0x33, 0xa1, 0xa2, 0xa3, 0xa4 } },
	{ "mapped IPv4 multicast",
	  { .raw = { [10] = 0xff, 0xff, 239, 0x81, 0x82, 0x83 } },
	  { 0x01, 0x00, 0x5e, 0x01, 0x82, 0x83 } },
};

KUNIT_ARRAY_PARAM_DESC(dmac, dmac_cases, desc);

/* A user gives a GID; the Ethernet address is found for it. */
static void ah_user_resolves_dmac(struct kunit *test)
{
	const struct dmac_case *c = test->param_value;
	struct fake *fake = roce_create(test);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, 0);
	struct fake_call call;
	struct ib_ah *ah;

	attr.grh.dgid = c->to;
	ah = rdma_create_user_ah(pd, &attr, &no_data);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	KUNIT_EXPECT_MEMEQ(test, attr.roce.dmac, c->dmac, sizeof(c->dmac));
	KUNIT_EXPECT_TRUE(test, fake_last(fake, FAKE_OP(create_user_ah), &call));
	KUNIT_EXPECT_EQ(test, call.arg[1], RDMA_CREATE_AH_SLEEPABLE);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_ah)), 0);
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, &no_data), 0);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
}

/* RoCE v2 asks the IP stack, which has no route by a device that is down. */
static void ah_user_unreachable(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, 1);

	KUNIT_EXPECT_TRUE(test, IS_ERR(rdma_create_user_ah(pd, &attr, &no_data)));
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_user_ah)), 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 1));
}

static void ah_modify(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr first = address(fake, 0), second = address(fake, 1);
	struct ib_ah *ah = rdma_create_ah(pd, &first, 0);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	KUNIT_EXPECT_EQ(test, rdma_modify_ah(ah, &second), 0);
	KUNIT_EXPECT_NULL(test, second.grh.sgid_attr);
	KUNIT_EXPECT_EQ(test, ah->sgid_attr->index, 1);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 1));
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), 0);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 1));
}

/* After an error a handle leads where it led, and holds what it held. */
static void ah_modify_fails(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr first = address(fake, 0), second = address(fake, 1);
	struct ib_ah *ah = rdma_create_ah(pd, &first, 0);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	second.type = RDMA_AH_ATTR_TYPE_IB;
	KUNIT_EXPECT_EQ(test, rdma_modify_ah(ah, &second), -EINVAL);
	second.type = RDMA_AH_ATTR_TYPE_ROCE;
	second.port_num = 2;
	KUNIT_EXPECT_EQ(test, rdma_modify_ah(ah, &second), -EINVAL);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(modify_ah)), 0);
	second.port_num = 1;
	fake_fail(fake, FAKE_OP(modify_ah), 1, -EIO);
	KUNIT_EXPECT_EQ(test, rdma_modify_ah(ah, &second), -EIO);
	KUNIT_EXPECT_EQ(test, ah->sgid_attr->index, 0);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 1));
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 0));
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), 0);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
}

static void ah_query(struct kunit *test)
{
	struct fake *fake = fake_create(test, &ib);
	struct rdma_ah_attr attr = address(fake, 0);
	struct ib_ah *ah = rdma_create_ah(fake_pd(test, fake), &attr, 0);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	attr.grh.sgid_attr = ah->sgid_attr;
	KUNIT_EXPECT_EQ(test, rdma_query_ah(ah, &attr), 0);
	KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
	fake_fail(fake, FAKE_OP(query_ah), 1, -EIO);
	KUNIT_EXPECT_EQ(test, rdma_query_ah(ah, &attr), -EIO);
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), 0);
}

/* B080, for an object that is not listed: it stays, with all that it holds. */
static void ah_destroy_of_kernel(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, 0);
	struct ib_ah *ah = rdma_create_ah(pd, &attr, 0);
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	rdma_destroy_ah(ah, RDMA_DESTROY_AH_SLEEPABLE);
	KUNIT_ASSERT_TRUE(test, fake_last(fake, FAKE_OP(destroy_ah), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], RDMA_DESTROY_AH_SLEEPABLE);
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
}

static void ah_destroy_fails(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct ib_pd *pd = fake_pd(test, fake);
	struct rdma_ah_attr attr = address(fake, 0);
	struct ib_ah *ah = rdma_create_ah(pd, &attr, 0);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	fake_fail(fake, FAKE_OP(destroy_ah), 1, -EBUSY);
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), -EBUSY);
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 1);
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 0));
	KUNIT_EXPECT_EQ(test, rdma_query_ah(ah, &attr), 0);
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
}

static struct kunit_case ah_cases[] = {
	KUNIT_CASE(ah_create_local),
	KUNIT_CASE(ah_create_global),
	KUNIT_CASE(ah_create_with_gid),
	KUNIT_CASE_PARAM(ah_create_checks, reject_gen_params),
	KUNIT_CASE(ah_create_fails),
	KUNIT_CASE(ah_create_without_memory),
	KUNIT_CASE(ah_without_ops),
	KUNIT_CASE(ah_atomic),
	KUNIT_CASE_PARAM(ah_user_resolves_dmac, dmac_gen_params),
	KUNIT_CASE(ah_user_unreachable),
	KUNIT_CASE(ah_modify),
	KUNIT_CASE(ah_modify_fails),
	KUNIT_CASE(ah_query),
	KUNIT_CASE(ah_destroy_of_kernel),
	KUNIT_CASE(ah_destroy_fails),
	{}
};

static struct kunit_suite ah_suite = {
	.name = "ib_core_ah",
	.test_cases = ah_cases,
};

kunit_test_suite(ah_suite);
