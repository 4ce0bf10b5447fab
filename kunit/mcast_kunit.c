// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of multicast attachment.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

#define LID_BASE	0xc000
#define LID_PERMISSIVE	0xffff

static union ib_gid group = { .raw = { 0xff, 0x12, 0x40, 0x1b, [15] = 0x99 } };

/* One port of each kind: the first InfiniBand, the second Ethernet. */
static enum rdma_link_layer mixed_link_layer(struct ib_device *dev, u32 port)
{
	return port == 1 ? IB_LINK_LAYER_INFINIBAND : IB_LINK_LAYER_ETHERNET;
}

static const struct ib_device_ops mixed_ops = { .get_link_layer = mixed_link_layer };

static const struct fake_config ib = { .link = FAKE_IB, .registered = true };
static const struct fake_config roce = { .link = FAKE_ROCE, .registered = true };
static const struct fake_config mixed = {
	.link = FAKE_IB,
	.ports = 2,
	.registered = true,
	.ops = &mixed_ops,
};

static struct ib_qp *qp_create(struct kunit *test, const struct fake_config *cfg,
			       enum ib_qp_type type)
{
	struct fake *fake = fake_create(test, cfg);
	struct ib_cq *cq = fake_cq(test, fake, 8, IB_POLL_DIRECT);
	struct ib_qp_init_attr attr = {
		.qp_type = type,
		.send_cq = cq,
		.recv_cq = cq,
		.cap = { 4, 4, 1, 1 },
	};

	return fake_qp(test, fake_pd(test, fake), &attr);
}

static void expect_attach(struct kunit *test, struct ib_qp *qp, u16 lid, int err)
{
	struct fake *fake = to_fake(qp->device);
	struct fake_call call;

	fake_forget(fake);
	KUNIT_EXPECT_EQ(test, ib_attach_mcast(qp, &group, lid), err);
	KUNIT_EXPECT_EQ(test, atomic_read(&qp->usecnt), !err);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(attach_mcast)), !err);
	KUNIT_EXPECT_EQ(test, ib_detach_mcast(qp, &group, lid), err);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(detach_mcast)), !err);
	KUNIT_EXPECT_EQ(test, atomic_read(&qp->usecnt), 0);
	if (!err && fake_last(fake, FAKE_OP(detach_mcast), &call)) {
		KUNIT_EXPECT_EQ(test, call.arg[0], lid);
		KUNIT_EXPECT_EQ(test, call.arg[1], 0x99);
	}
}

static const struct lid_case {
	const char *desc;
	const struct fake_config *cfg;
	u32 port;	/* that the QP is on, 0 for none yet */
	u16 lid;
	int err;
} lid_cases[] = {
	{ "IB, first multicast LID", &ib, 0, LID_BASE, 0 },
	{ "IB, last multicast LID", &ib, 0, LID_PERMISSIVE - 1, 0 },
	{ "IB, permissive LID", &ib, 0, LID_PERMISSIVE, -EINVAL },
	{ "IB, last unicast LID", &ib, 0, LID_BASE - 1, -EINVAL },
	{ "IB, no LID", &ib, 0, 0, -EINVAL },
	{ "IB, on a port, multicast LID", &ib, 1, LID_BASE, 0 },
	{ "IB, on a port, no LID", &ib, 1, 0, -EINVAL },
	{ "Ethernet, no LID", &roce, 0, 0, 0 },
	{ "Ethernet, on a port, no LID", &roce, 1, 0, 0 },
	{ "may be Ethernet, no LID", &mixed, 0, 0, 0 },
	{ "mixed, on IB, no LID", &mixed, 1, 0, -EINVAL },
	{ "mixed, on IB, multicast LID", &mixed, 1, LID_BASE, 0 },
	{ "mixed, on Ethernet, no LID", &mixed, 2, 0, 0 },
};

KUNIT_ARRAY_PARAM_DESC(lid, lid_cases, desc);

static void mcast_lid(struct kunit *test)
{
	const struct lid_case *c = test->param_value;
	struct ib_qp *qp = qp_create(test, c->cfg, IB_QPT_UD);
	struct ib_qp_attr attr = {
		.qp_state = IB_QPS_INIT,
		.port_num = c->port,
		.qkey = 1,
	};

	if (c->port)
		KUNIT_ASSERT_EQ(test, 0,
				ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_PORT |
					     IB_QP_PKEY_INDEX | IB_QP_QKEY));
	expect_attach(test, qp, c->lid, c->err);
}

static void mcast_qp_type(struct kunit *test)
{
	expect_attach(test, qp_create(test, &ib, IB_QPT_RC), LID_BASE, -EINVAL);
	expect_attach(test, qp_create(test, &ib, IB_QPT_UC), LID_BASE, -EINVAL);
}

static const struct gid_case {
	const char *desc;
	union ib_gid gid;
	int err;
} gid_cases[] = {
	{ "IPv6 multicast", { .raw = { 0xff, 0x02, [15] = 1 } }, 0 },
	{ "mapped IPv4 multicast",
	  { .raw = { [10] = 0xff, [11] = 0xff, [12] = 224, [15] = 1 } }, 0 },
	{ "mapped IPv4 unicast",
	  { .raw = { [10] = 0xff, [11] = 0xff, [12] = 192, [15] = 1 } }, -EINVAL },
	{ "link-local", { .raw = { 0xfe, 0x80, [15] = 1 } }, -EINVAL },
	{ "zero", {}, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(gid, gid_cases, desc);

static void mcast_gid(struct kunit *test)
{
	const struct gid_case *c = test->param_value;
	struct ib_qp *qp = qp_create(test, &roce, IB_QPT_UD);
	union ib_gid gid = c->gid;

	KUNIT_EXPECT_EQ(test, ib_attach_mcast(qp, &gid, 0), c->err);
	KUNIT_EXPECT_EQ(test, atomic_read(&qp->usecnt), !c->err);
	KUNIT_EXPECT_EQ(test, ib_detach_mcast(qp, &gid, 0), c->err);
	KUNIT_EXPECT_EQ(test, atomic_read(&qp->usecnt), 0);
}

/* Each group is a user of its own; the driver's errno is the caller's. */
static void mcast_driver_fails(struct kunit *test)
{
	struct ib_qp *qp = qp_create(test, &ib, IB_QPT_UD);
	struct fake *fake = to_fake(qp->device);

	fake_fail(fake, FAKE_OP(attach_mcast), 1, -ENOMEM);
	KUNIT_EXPECT_EQ(test, ib_attach_mcast(qp, &group, LID_BASE), -ENOMEM);
	KUNIT_EXPECT_EQ(test, atomic_read(&qp->usecnt), 0);
	KUNIT_EXPECT_EQ(test, ib_attach_mcast(qp, &group, LID_BASE), 0);
	KUNIT_EXPECT_EQ(test, ib_attach_mcast(qp, &group, LID_BASE + 1), 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&qp->usecnt), 2);
	fake_fail(fake, FAKE_OP(detach_mcast), 1, -EIO);
	KUNIT_EXPECT_EQ(test, ib_detach_mcast(qp, &group, LID_BASE), -EIO);
	KUNIT_EXPECT_EQ(test, atomic_read(&qp->usecnt), 2);
	KUNIT_EXPECT_EQ(test, ib_detach_mcast(qp, &group, LID_BASE), 0);
	KUNIT_EXPECT_EQ(test, ib_detach_mcast(qp, &group, LID_BASE + 1), 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&qp->usecnt), 0);
}

static void mcast_without_ops(struct kunit *test)
{
	static const struct fake_config lacks = {
		.link = FAKE_IB,
		.registered = true,
		.without = { FAKE_OP(attach_mcast), FAKE_OP(detach_mcast) },
	};
	struct ib_qp *qp = qp_create(test, &lacks, IB_QPT_UD);

	KUNIT_EXPECT_EQ(test, ib_attach_mcast(qp, &group, LID_BASE), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, ib_detach_mcast(qp, &group, LID_BASE), -EOPNOTSUPP);
}

static struct kunit_case mcast_cases[] = {
	KUNIT_CASE_PARAM(mcast_lid, lid_gen_params),
	KUNIT_CASE(mcast_qp_type),
	KUNIT_CASE_PARAM(mcast_gid, gid_gen_params),
	KUNIT_CASE(mcast_driver_fails),
	KUNIT_CASE(mcast_without_ops),
	{}
};

static struct kunit_suite mcast_suite = {
	.name = "ib_core_mcast",
	.test_cases = mcast_cases,
};

kunit_test_suite(mcast_suite);
