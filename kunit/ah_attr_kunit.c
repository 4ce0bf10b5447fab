// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of address attributes: who holds a reference to the source GID, and when
 * the last one is gone.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

static const struct fake_config roce = { .link = FAKE_ROCE, .registered = true };

static struct fake *roce_create(struct kunit *test)
{
	struct fake *fake = fake_create(test, &roce);

	fake_netdev(test, fake, 1);
	return fake;
}

/* Attributes that hold GID @index of port 1. */
static struct rdma_ah_attr attr_with_gid(struct kunit *test, struct fake *fake, int index)
{
	const struct ib_gid_attr *sgid_attr = rdma_get_gid_attr(&fake->dev, 1, index);
	union ib_gid to = { .raw = { 0xfe, 0x80, [15] = 9 } };
	struct rdma_ah_attr attr = { .type = RDMA_AH_ATTR_TYPE_ROCE, .port_num = 1 };

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, sgid_attr);
	rdma_move_grh_sgid_attr(&attr, &to, 0x12345, 7, 0x9a, sgid_attr);
	return attr;
}

static void attr_move_grh(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct rdma_ah_attr attr = attr_with_gid(test, fake, 1);

	KUNIT_EXPECT_EQ(test, attr.ah_flags, IB_AH_GRH);
	KUNIT_EXPECT_EQ(test, attr.grh.sgid_index, 1);
	KUNIT_EXPECT_EQ(test, attr.grh.flow_label, 0x12345);
	KUNIT_EXPECT_EQ(test, attr.grh.hop_limit, 7);
	KUNIT_EXPECT_EQ(test, attr.grh.traffic_class, 0x9a);
	KUNIT_EXPECT_EQ(test, attr.grh.dgid.raw[15], 9);
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 1));
	rdma_destroy_ah_attr(&attr);
	KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 1));
}

static void attr_destroy_twice(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct rdma_ah_attr zero = {}, attr = attr_with_gid(test, fake, 0);

	rdma_destroy_ah_attr(&zero);
	rdma_destroy_ah_attr(&attr);
	rdma_destroy_ah_attr(&attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
}

static void attr_copy(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct rdma_ah_attr attr = attr_with_gid(test, fake, 0);
	struct rdma_ah_attr copy;

	memset(&copy, 0xff, sizeof(copy));	/* what is overwritten is not looked at */
	rdma_copy_ah_attr(&copy, &attr);
	KUNIT_EXPECT_PTR_EQ(test, copy.grh.sgid_attr, attr.grh.sgid_attr);
	KUNIT_EXPECT_EQ(test, copy.port_num, 1);
	rdma_destroy_ah_attr(&attr);
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 0));
	rdma_destroy_ah_attr(&copy);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
}

static void attr_copy_without_gid(struct kunit *test)
{
	struct rdma_ah_attr attr = { .port_num = 3, .sl = 5 };
	struct rdma_ah_attr copy;

	rdma_copy_ah_attr(&copy, &attr);
	KUNIT_EXPECT_EQ(test, copy.sl, 5);
	KUNIT_EXPECT_NULL(test, copy.grh.sgid_attr);
}

/* The destination's GID is let go, the source's passes on; the source is empty. */
static void attr_move(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct rdma_ah_attr dest = attr_with_gid(test, fake, 0);
	struct rdma_ah_attr src = attr_with_gid(test, fake, 1);

	rdma_move_ah_attr(&dest, &src);
	KUNIT_EXPECT_NULL(test, src.grh.sgid_attr);
	KUNIT_EXPECT_EQ(test, dest.grh.sgid_index, 1);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 1));
	rdma_destroy_ah_attr(&src);
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 1));
	rdma_destroy_ah_attr(&dest);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 1));
}

static void attr_move_to_zero(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct rdma_ah_attr src = attr_with_gid(test, fake, 1);
	struct rdma_ah_attr dest = {};

	rdma_move_ah_attr(&dest, &src);
	rdma_move_ah_attr(&dest, &src);		/* both are empty now */
	KUNIT_EXPECT_NULL(test, dest.grh.sgid_attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 1));
}

static void attr_replace(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct rdma_ah_attr old = attr_with_gid(test, fake, 0);
	struct rdma_ah_attr new = attr_with_gid(test, fake, 1);

	rdma_replace_ah_attr(&old, &new);
	KUNIT_EXPECT_PTR_EQ(test, old.grh.sgid_attr, new.grh.sgid_attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
	rdma_destroy_ah_attr(&new);
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 1));
	rdma_destroy_ah_attr(&old);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 1));
}

/* The only reference must outlive its own replacement. */
static void attr_replace_by_itself(struct kunit *test)
{
	struct fake *fake = roce_create(test);
	struct rdma_ah_attr attr = attr_with_gid(test, fake, 0);

	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 0));	/* the table's is gone */
	rdma_replace_ah_attr(&attr, &attr);
	KUNIT_EXPECT_NOT_NULL(test, attr.grh.sgid_attr);
	KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, 0));
	rdma_destroy_ah_attr(&attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 0));
}

static struct kunit_case ah_attr_cases[] = {
	KUNIT_CASE(attr_move_grh),
	KUNIT_CASE(attr_destroy_twice),
	KUNIT_CASE(attr_copy),
	KUNIT_CASE(attr_copy_without_gid),
	KUNIT_CASE(attr_move),
	KUNIT_CASE(attr_move_to_zero),
	KUNIT_CASE(attr_replace),
	KUNIT_CASE(attr_replace_by_itself),
	{}
};

static struct kunit_suite ah_attr_suite = {
	.name = "ib_core_ah_attr",
	.test_cases = ah_attr_cases,
};

kunit_test_suite(ah_attr_suite);
