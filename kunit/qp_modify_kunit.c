// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of changing a QP: what reaches the driver, what the QP holds afterwards,
 * and that the caller's attributes come back as they were.
 */
#include <kunit/static_stub.h>
#include <kunit/test.h>
#include <linux/etherdevice.h>
#include <linux/if_ether.h>
#include <linux/inet.h>
#include <linux/kref.h>
#include <net/ipv6.h>
#include <rdma/ib_addr.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>
#include <rdma/rdma_counter.h>
#include <rdma/uverbs_ioctl.h>

#include "fake.h"
#include "verbs/lag.h"
#include "verbs/qp.h"

/* A GID table entry begins like this in the borrowed cache. */
struct gid_entry {
	struct kref kref;
	struct work_struct del_work;
	struct ib_gid_attr attr;
};

struct stage {
	struct fake *fake;
	struct ib_pd *pd;
	struct ib_qp *qp;
	const struct ib_gid_attr *gid[2];	/* of port 1, by index; one reference each */
};

static unsigned int gid_refs(const struct ib_gid_attr *attr)
{
	return kref_read(&container_of(attr, struct gid_entry, attr)->kref);
}

static void stage_put_gid(void *attr)
{
	rdma_put_gid_attr(attr);
}

static const struct ib_gid_attr *stage_get_gid(struct kunit *test, struct stage *stage,
					       u32 index)
{
	const struct ib_gid_attr *attr = rdma_get_gid_attr(&stage->fake->dev, 1, index);
	unsigned int refs;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, attr);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, stage_put_gid, (void *)attr));
	refs = gid_refs(attr);
	rdma_hold_gid_attr(attr);
	KUNIT_ASSERT_EQ(test, gid_refs(attr), refs + 1);
	rdma_put_gid_attr(attr);
	KUNIT_ASSERT_EQ(test, gid_refs(attr), refs);
	return attr;
}

static struct stage *stage_of(struct kunit *test, const struct fake_config *cfg,
			      enum ib_qp_type type)
{
	struct stage *stage = kunit_kzalloc(test, sizeof(*stage), GFP_KERNEL);
	struct ib_qp_init_attr attr = { .qp_type = type };

	KUNIT_ASSERT_NOT_NULL(test, stage);
	stage->fake = fake_create(test, cfg);
	if (cfg->link == FAKE_ROCE)
		fake_netdev(test, stage->fake, 1);
	stage->pd = fake_pd(test, stage->fake);
	if (cfg->link != FAKE_IWARP)
		for (u32 i = 0; i < 2; i++)
			stage->gid[i] = stage_get_gid(test, stage, i);
	stage->qp = fake_qp(test, stage->pd, &attr);
	fake_forget(stage->fake);
	return stage;
}

static struct stage *stage_ib(struct kunit *test)
{
	static const struct fake_config cfg = {
		.link = FAKE_IB, .ports = 2, .registered = true,
	};

	return stage_of(test, &cfg, IB_QPT_RC);
}

static struct stage *stage_roce(struct kunit *test, enum ib_qp_type type)
{
	static const struct fake_config cfg = { .link = FAKE_ROCE, .registered = true };

	return stage_of(test, &cfg, type);
}

static struct rdma_ah_attr ib_path(u32 sgid_index)
{
	struct rdma_ah_attr attr = { .type = RDMA_AH_ATTR_TYPE_IB, .port_num = 1 };

	rdma_ah_set_grh(&attr, NULL, 0, sgid_index, 1, 0);
	return attr;
}

static struct rdma_ah_attr roce_path(u32 sgid_index, const char *dgid)
{
	struct rdma_ah_attr attr = { .type = RDMA_AH_ATTR_TYPE_ROCE, .port_num = 1 };

	rdma_ah_set_grh(&attr, NULL, 0, sgid_index, 1, 0);
	in6_pton(dgid, -1, attr.grh.dgid.raw, -1, NULL);
	return attr;
}

static const struct ib_qp_attr *driver_saw(struct stage *stage)
{
	return &to_fake_qp(stage->qp)->attr;
}

static u32 modifies(struct stage *stage)
{
	return fake_calls(stage->fake, FAKE_OP(modify_qp));
}

static void modify_holds_source_gid(struct kunit *test)
{
	struct stage *stage = stage_ib(test);
	unsigned int before[] = { gid_refs(stage->gid[0]), gid_refs(stage->gid[1]) };
	struct ib_qp_attr attr = { .ah_attr = ib_path(0) };

	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
	KUNIT_EXPECT_PTR_EQ(test, driver_saw(stage)->ah_attr.grh.sgid_attr, stage->gid[0]);
	KUNIT_EXPECT_NULL(test, attr.ah_attr.grh.sgid_attr);
	KUNIT_EXPECT_PTR_EQ(test, stage->qp->av_sgid_attr, stage->gid[0]);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[0]), before[0] + 1);

	attr.ah_attr.grh.sgid_index = 1;
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[0]), before[0]);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before[1] + 1);

	/* the same again does not count twice */
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before[1] + 1);

	attr.ah_attr.ah_flags = 0;
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
	KUNIT_EXPECT_NULL(test, stage->qp->av_sgid_attr);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before[1]);
}

static void modify_keeps_callers_reference(struct kunit *test)
{
	struct stage *stage = stage_ib(test);
	unsigned int before = gid_refs(stage->gid[1]);
	struct ib_qp_attr attr = { .ah_attr = ib_path(1) };

	attr.ah_attr.grh.sgid_attr = stage->gid[1];
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
	KUNIT_EXPECT_PTR_EQ(test, attr.ah_attr.grh.sgid_attr, stage->gid[1]);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before + 1);

	fake_fail(stage->fake, FAKE_OP(modify_qp), 1, -EIO);
	KUNIT_EXPECT_EQ(test, -EIO, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
	KUNIT_EXPECT_PTR_EQ(test, attr.ah_attr.grh.sgid_attr, stage->gid[1]);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before + 1);
}

static void modify_both_paths(struct kunit *test)
{
	struct stage *stage = stage_ib(test);
	unsigned int before[] = { gid_refs(stage->gid[0]), gid_refs(stage->gid[1]) };
	struct ib_qp_attr attr = {
		.ah_attr = ib_path(0), .alt_ah_attr = ib_path(1), .alt_port_num = 1,
	};

	stage->qp->port = 1;
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_AV | IB_QP_ALT_PATH));
	KUNIT_EXPECT_PTR_EQ(test, driver_saw(stage)->alt_ah_attr.grh.sgid_attr, stage->gid[1]);
	KUNIT_EXPECT_NULL(test, attr.ah_attr.grh.sgid_attr);
	KUNIT_EXPECT_NULL(test, attr.alt_ah_attr.grh.sgid_attr);
	KUNIT_EXPECT_PTR_EQ(test, stage->qp->av_sgid_attr, stage->gid[0]);
	KUNIT_EXPECT_PTR_EQ(test, stage->qp->alt_path_sgid_attr, stage->gid[1]);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[0]), before[0] + 1);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before[1] + 1);

	/* both the other way round, and the driver refuses: as it was */
	attr.ah_attr.grh.sgid_index = 1;
	attr.alt_ah_attr.grh.sgid_index = 0;
	fake_fail(stage->fake, FAKE_OP(modify_qp), 1, -EIO);
	KUNIT_EXPECT_EQ(test, -EIO, ib_modify_qp(stage->qp, &attr, IB_QP_AV | IB_QP_ALT_PATH));
	KUNIT_EXPECT_PTR_EQ(test, stage->qp->av_sgid_attr, stage->gid[0]);
	KUNIT_EXPECT_PTR_EQ(test, stage->qp->alt_path_sgid_attr, stage->gid[1]);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[0]), before[0] + 1);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before[1] + 1);
}

/* The end of a QP is the end of what it holds; a failed end is not. */
static void modify_references_end_with_qp(struct kunit *test)
{
	struct stage *stage = stage_ib(test);
	struct ib_qp_attr attr = {
		.ah_attr = ib_path(0), .alt_ah_attr = ib_path(1), .alt_port_num = 1,
	};
	unsigned int before[] = { gid_refs(stage->gid[0]), gid_refs(stage->gid[1]) };
	struct ib_qp_init_attr init = { .qp_type = IB_QPT_RC, .port_num = 1 };
	struct ib_qp *qp = ib_create_qp(stage->pd, &init);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(qp, &attr, IB_QP_AV | IB_QP_ALT_PATH));
	fake_fail(stage->fake, FAKE_OP(destroy_qp), 1, -EAGAIN);
	KUNIT_EXPECT_EQ(test, -EAGAIN, ib_destroy_qp(qp));
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[0]), before[0] + 1);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before[1] + 1);

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[0]), before[0]);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before[1]);
}

/* Paths that are wrong before the driver is asked. The second path is fine in all. */
static const struct path_case {
	const char *desc;
	u32 port;
	u32 index;
	bool no_grh;
	bool foreign;		/* bring the reference of index 0 along */
	enum rdma_ah_attr_type type;
	int err;
} path_cases[] = {
	{ "port 0",		    0, 0, false, false, RDMA_AH_ATTR_TYPE_IB,	-EINVAL },
	{ "port above the last",    3, 0, false, false, RDMA_AH_ATTR_TYPE_IB,	-EINVAL },
	{ "port far away",    U32_MAX, 0, false, false, RDMA_AH_ATTR_TYPE_IB,	-EINVAL },
	{ "RoCE without a route",   1, 0, true,  false, RDMA_AH_ATTR_TYPE_ROCE,	-EINVAL },
	{ "empty index",	    1, 5, false, false, RDMA_AH_ATTR_TYPE_IB,	-ENODATA },
	{ "index above the table",  1, FAKE_GIDS, false, false, RDMA_AH_ATTR_TYPE_IB, -EINVAL },
	{ "reference of another index", 1, 1, false, true, RDMA_AH_ATTR_TYPE_IB, -EINVAL },
	{ "reference of another port",	2, 0, false, true, RDMA_AH_ATTR_TYPE_IB, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(path, path_cases, desc);

static struct rdma_ah_attr path_of(struct stage *stage, const struct path_case *c)
{
	struct rdma_ah_attr attr = ib_path(c->index);

	attr.type = c->type;
	attr.port_num = c->port;
	if (c->no_grh)
		attr.ah_flags = 0;
	if (c->foreign)
		attr.grh.sgid_attr = stage->gid[0];
	return attr;
}

static void modify_refuses_path(struct kunit *test)
{
	const struct path_case *c = test->param_value;
	struct stage *stage = stage_ib(test);
	unsigned int before = gid_refs(stage->gid[0]);
	struct ib_qp_attr attr = {
		.ah_attr = path_of(stage, c), .alt_ah_attr = ib_path(0), .alt_port_num = 1,
	};

	stage->qp->port = 1;
	KUNIT_EXPECT_EQ(test, c->err, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
	KUNIT_EXPECT_EQ(test, c->err,
			ib_modify_qp(stage->qp, &attr, IB_QP_AV | IB_QP_ALT_PATH));
	swap(attr.ah_attr, attr.alt_ah_attr);
	KUNIT_EXPECT_EQ(test, c->err, ib_modify_qp(stage->qp, &attr, IB_QP_ALT_PATH));
	KUNIT_EXPECT_EQ(test, c->err,
			ib_modify_qp(stage->qp, &attr, IB_QP_AV | IB_QP_ALT_PATH));

	KUNIT_EXPECT_EQ(test, 0, modifies(stage));
	KUNIT_EXPECT_NULL(test, stage->qp->av_sgid_attr);
	KUNIT_EXPECT_NULL(test, stage->qp->alt_path_sgid_attr);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[0]), before);
}

static void modify_needs_route_where_port_does(struct kunit *test)
{
	static const struct fake_config cfg = {
		.link = FAKE_IB, .registered = true,
		.core_cap_flags = RDMA_CORE_CAP_PROT_IB | RDMA_CORE_CAP_IB_GRH_REQUIRED,
	};
	struct stage *stage = stage_of(test, &cfg, IB_QPT_RC);
	struct ib_qp_attr attr = { .ah_attr = ib_path(0) };

	attr.ah_attr.ah_flags = 0;
	KUNIT_EXPECT_EQ(test, -EINVAL, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
	attr.ah_attr.ah_flags = IB_AH_GRH;
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
}

static void modify_needs_driver_op(struct kunit *test)
{
	static const struct fake_config cfg = {
		.link = FAKE_IB, .registered = true, .without = { FAKE_OP(modify_qp) },
	};
	struct stage *stage = stage_of(test, &cfg, IB_QPT_RC);
	struct ib_qp_attr attr = {};

	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, ib_modify_qp(stage->qp, &attr, IB_QP_STATE));
}

static void modify_sets_port(struct kunit *test)
{
	struct stage *stage = stage_ib(test);
	struct ib_qp_attr attr = { .port_num = 2 };

	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_PORT));
	KUNIT_EXPECT_EQ(test, 2, stage->qp->port);

	attr.port_num = 1;
	fake_fail(stage->fake, FAKE_OP(modify_qp), 1, -EIO);
	KUNIT_EXPECT_EQ(test, -EIO, ib_modify_qp(stage->qp, &attr, IB_QP_PORT));
	KUNIT_EXPECT_EQ(test, 2, stage->qp->port);
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_ACCESS_FLAGS));
	KUNIT_EXPECT_EQ(test, 2, stage->qp->port);
}

static void modify_refuses_port(struct kunit *test)
{
	static const u32 ports[] = { 0, 3, 256, U32_MAX };
	struct stage *stage = stage_ib(test);

	for (int i = 0; i < ARRAY_SIZE(ports); i++) {
		struct ib_qp_attr attr = { .port_num = ports[i], .qp_state = IB_QPS_INIT };

		KUNIT_EXPECT_EQ(test, -EINVAL,
				ib_modify_qp(stage->qp, &attr, IB_QP_STATE | IB_QP_PORT));
	}
	KUNIT_EXPECT_EQ(test, 0, modifies(stage));
	KUNIT_EXPECT_EQ(test, 0, stage->qp->port);
}

static void expect_psns(struct kunit *test, struct stage *stage, u32 rq_psn, u32 sq_psn)
{
	const int mask = IB_QP_PORT | IB_QP_RQ_PSN | IB_QP_SQ_PSN;
	struct ib_qp_attr attr = { .port_num = 1, .rq_psn = 0xab123456, .sq_psn = 0x01ffffff };

	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, mask));
	KUNIT_EXPECT_EQ(test, driver_saw(stage)->rq_psn, rq_psn);
	KUNIT_EXPECT_EQ(test, driver_saw(stage)->sq_psn, sq_psn);
}

static void modify_cuts_psns(struct kunit *test)
{
	struct stage *stage = stage_ib(test);
	struct ib_qp_attr attr = { .rq_psn = 0xffffff, .sq_psn = 0xff000001 };

	expect_psns(test, stage, 0x123456, 0xffffff);
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_RQ_PSN));
	KUNIT_EXPECT_EQ(test, driver_saw(stage)->rq_psn, 0xffffff);
	KUNIT_EXPECT_EQ(test, driver_saw(stage)->sq_psn, 0xff000001);	/* not given */
}

static void modify_cuts_psns_on_roce(struct kunit *test)
{
	expect_psns(test, stage_roce(test, IB_QPT_RC), 0x123456, 0xffffff);
}

static void modify_leaves_psns_on_iwarp(struct kunit *test)
{
	static const struct fake_config cfg = { .link = FAKE_IWARP, .registered = true };

	expect_psns(test, stage_of(test, &cfg, IB_QPT_RC), 0xab123456, 0x01ffffff);
}

/* The slave is an answer of the core: what the caller left there never gets through. */
static void modify_clears_xmit_slave(struct kunit *test)
{
	struct stage *stage = stage_ib(test);
	struct ib_qp_attr attr = { .xmit_slave = (void *)&stage };

	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(stage->qp, &attr, IB_QP_STATE));
	KUNIT_EXPECT_NULL(test, driver_saw(stage)->xmit_slave);
}

static struct net_device *no_netdev(const struct ib_gid_attr *attr)
{
	return ERR_PTR(-ENODEV);
}

/* There is nobody to ask for a slave: the driver is not asked either, the GID is free. */
static void modify_needs_bond_to_answer(struct kunit *test)
{
	struct stage *stage = stage_roce(test, IB_QPT_RC);
	unsigned int before = gid_refs(stage->gid[1]);
	struct ib_qp_attr attr = { .ah_attr = roce_path(1, "2001:db8::1") };

	attr.ah_attr.grh.flow_label = 1;
	kunit_activate_static_stub(test, lag_hold_netdev, no_netdev);
	KUNIT_EXPECT_EQ(test, -ENODEV, ib_modify_qp(stage->qp, &attr, IB_QP_AV));
	KUNIT_EXPECT_EQ(test, 0, modifies(stage));
	KUNIT_EXPECT_NULL(test, attr.ah_attr.grh.sgid_attr);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before);
}

#define DMAC_BEFORE	{ 0x02, 0xde, 0xad, 0xbe, 0xef, 0x01 }

static void expect_dmac(struct kunit *test, struct stage *stage, const char *dgid, bool user,
			const u8 *dmac)
{
	struct uverbs_attr_bundle uattrs = {};
	struct ib_qp_attr attr = { .ah_attr = roce_path(0, dgid) };
	const u8 before[ETH_ALEN] = DMAC_BEFORE;

	ether_addr_copy(attr.ah_attr.roce.dmac, before);
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp_with_udata(stage->qp, &attr, IB_QP_AV,
							 user ? &uattrs.driver_udata : NULL));
	KUNIT_EXPECT_MEMEQ(test, driver_saw(stage)->ah_attr.roce.dmac, dmac, ETH_ALEN);
	KUNIT_EXPECT_NULL(test, attr.ah_attr.grh.sgid_attr);
}

static const u8 dmac_before[ETH_ALEN] = DMAC_BEFORE;
static const u8 dmac_mcast_v4[ETH_ALEN] = { 0x01, 0x00, 0x5e, 0x01, 0x02, 0x03 };
static const u8 dmac_mcast_v6[ETH_ALEN] = { 0x33, 0x33, 0x00, 0x00, 0x12, 0x34 };
static const u8 dmac_link_local[ETH_ALEN] = { 0x02, 0x11, 0x22, 0x33, 0x44, 0x55 };

#define DGID_MCAST_V4	"::ffff:224.1.2.3"
#define DGID_MCAST_V6	"ff0e::1234"
#define DGID_LINK_LOCAL	"fe80::11:22ff:fe33:4455"

static void modify_resolves_dmac_for_user(struct kunit *test)
{
	struct stage *stage = stage_roce(test, IB_QPT_RC);

	KUNIT_ASSERT_EQ(test, stage->gid[0]->gid_type, IB_GID_TYPE_ROCE);
	expect_dmac(test, stage, DGID_MCAST_V4, true, dmac_mcast_v4);
	expect_dmac(test, stage, DGID_MCAST_V6, true, dmac_mcast_v6);
	expect_dmac(test, stage, DGID_LINK_LOCAL, true, dmac_link_local);
}

static void modify_trusts_dmac_of_kernel(struct kunit *test)
{
	struct stage *stage = stage_roce(test, IB_QPT_RC);

	expect_dmac(test, stage, DGID_MCAST_V4, false, dmac_before);
	expect_dmac(test, stage, DGID_LINK_LOCAL, false, dmac_before);
}

static void modify_resolves_for_connected_only(struct kunit *test)
{
	static const struct {
		enum ib_qp_type type;
		bool connected;
	} types[] = {
		{ IB_QPT_RC, true }, { IB_QPT_UC, true }, { IB_QPT_XRC_INI, true },
		{ IB_QPT_XRC_TGT, true }, { IB_QPT_UD, false }, { IB_QPT_RAW_PACKET, false },
	};
	struct stage *stage = stage_roce(test, IB_QPT_RC);

	for (int i = 0; i < ARRAY_SIZE(types); i++) {
		stage->qp->qp_type = types[i].type;
		expect_dmac(test, stage, DGID_MCAST_V6, true,
			    types[i].connected ? dmac_mcast_v6 : dmac_before);
	}
	stage->qp->qp_type = IB_QPT_RC;
}

/* Nobody answers for that address: the reference that was taken for it goes back. */
static void modify_unresolved_dmac_leaves_nothing(struct kunit *test)
{
	struct uverbs_attr_bundle uattrs = {};
	struct stage *stage = stage_roce(test, IB_QPT_RC);
	unsigned int before = gid_refs(stage->gid[1]);
	struct ib_qp_attr attr = { .ah_attr = roce_path(1, "2001:db8::1") };

	KUNIT_ASSERT_EQ(test, stage->gid[1]->gid_type, IB_GID_TYPE_ROCE_UDP_ENCAP);
	KUNIT_EXPECT_LT(test, ib_modify_qp_with_udata(stage->qp, &attr, IB_QP_AV,
						      &uattrs.driver_udata), 0);
	KUNIT_EXPECT_EQ(test, 0, modifies(stage));
	KUNIT_EXPECT_NULL(test, attr.ah_attr.grh.sgid_attr);
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[1]), before);
}

/* Automatic path migration is for InfiniBand ports. */
static void modify_refuses_alternate_path_on_roce(struct kunit *test)
{
	struct stage *stage = stage_roce(test, IB_QPT_RC);
	unsigned int before = gid_refs(stage->gid[0]);
	struct ib_qp_attr attr = {
		.ah_attr = roce_path(0, DGID_LINK_LOCAL),
		.alt_ah_attr = roce_path(0, DGID_LINK_LOCAL),
		.alt_port_num = 1,
	};

	stage->qp->port = 1;
	KUNIT_EXPECT_EQ(test, -EINVAL, ib_modify_qp(stage->qp, &attr, IB_QP_ALT_PATH));
	KUNIT_EXPECT_EQ(test, -EINVAL,
			ib_modify_qp(stage->qp, &attr, IB_QP_AV | IB_QP_ALT_PATH));
	KUNIT_EXPECT_EQ(test, 0, modifies(stage));
	KUNIT_EXPECT_EQ(test, gid_refs(stage->gid[0]), before);
}

static void modify_alternate_path_needs_own_port(struct kunit *test)
{
	struct stage *stage = stage_ib(test);
	struct ib_qp_attr attr = {
		.alt_ah_attr = ib_path(0), .alt_port_num = 1, .port_num = 1,
	};

	KUNIT_EXPECT_EQ(test, -EINVAL, ib_modify_qp(stage->qp, &attr, IB_QP_ALT_PATH));
	KUNIT_EXPECT_EQ(test, 0,
			ib_modify_qp(stage->qp, &attr, IB_QP_ALT_PATH | IB_QP_PORT));
}

static void modify_refuses_alternate_port(struct kunit *test)
{
	static const u32 ports[] = { 0, 3, U32_MAX };
	struct stage *stage = stage_ib(test);

	stage->qp->port = 1;
	for (int i = 0; i < ARRAY_SIZE(ports); i++) {
		struct ib_qp_attr attr = {
			.alt_ah_attr = ib_path(0), .alt_port_num = ports[i],
		};

		KUNIT_EXPECT_EQ(test, -EINVAL, ib_modify_qp(stage->qp, &attr, IB_QP_ALT_PATH));
	}
	KUNIT_EXPECT_EQ(test, 0, modifies(stage));
}

/* Automatic counters: a user's QP is bound on its way to INIT, and only there. */
static int counter_bind(struct rdma_counter *counter, struct ib_qp *qp, u32 port)
{
	counter->id = 1;
	qp->counter = counter;
	return 0;
}

static int counter_unbind(struct ib_qp *qp, u32 port)
{
	qp->counter = NULL;
	return 0;
}

static int counter_dealloc(struct rdma_counter *counter)
{
	return 0;
}

static void counter_init(struct rdma_counter *counter)
{
}

static const struct rdma_stat_desc counter_descs[] = { { .name = "packets" } };

static struct rdma_hw_stats *counter_alloc_stats(struct rdma_counter *counter)
{
	return rdma_alloc_hw_stats_struct(counter_descs, 1, RDMA_HW_STATS_DEFAULT_LIFESPAN);
}

static struct rdma_hw_stats *counter_alloc_port_stats(struct ib_device *dev, u32 port)
{
	return rdma_alloc_hw_stats_struct(counter_descs, 1, RDMA_HW_STATS_DEFAULT_LIFESPAN);
}

static int counter_get_hw_stats(struct ib_device *dev, struct rdma_hw_stats *stats, u32 port,
				int index)
{
	return stats->num_counters;
}

static const struct ib_device_ops counter_ops = {
	.alloc_hw_port_stats = counter_alloc_port_stats,
	.counter_alloc_stats = counter_alloc_stats,
	.counter_bind_qp = counter_bind,
	.counter_dealloc = counter_dealloc,
	.counter_init = counter_init,
	.counter_unbind_qp = counter_unbind,
	.get_hw_stats = counter_get_hw_stats,
	.size_rdma_counter = sizeof(struct rdma_counter),
};

static void modify_binds_counter_at_init(struct kunit *test)
{
	static const struct fake_config cfg = {
		.link = FAKE_IB, .registered = true, .ops = &counter_ops,
	};
	struct uverbs_attr_bundle uattrs = {};
	struct ib_qp_init_attr init = { .qp_type = IB_QPT_RC };
	struct ib_qp_attr attr = { .port_num = 1, .qp_state = IB_QPS_RTR };
	struct stage *stage = stage_of(test, &cfg, IB_QPT_RC);
	struct rdma_counter *counter;
	struct ib_qp *qp;

	stage->fake->dev.port_data[1].port_counter.mode.mode = RDMA_COUNTER_MODE_AUTO;
	qp = ib_create_qp_user(&stage->fake->dev, stage->pd, &init, &uattrs, NULL, NULL);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	ib_qp_usecnt_inc(qp);

	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_PORT));
	KUNIT_EXPECT_NULL(test, qp->counter);
	attr.qp_state = IB_QPS_INIT;
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(qp, &attr, IB_QP_STATE));
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(qp, &attr, IB_QP_PORT));
	KUNIT_EXPECT_NULL(test, qp->counter);
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_PORT));
	KUNIT_EXPECT_NOT_NULL(test, qp->counter);

	counter = qp->counter;
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_PORT));
	KUNIT_EXPECT_PTR_EQ(test, qp->counter, counter);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp_user(qp, &uattrs.driver_udata));
	stage->fake->dev.port_data[1].port_counter.mode.mode = RDMA_COUNTER_MODE_NONE;
}

static struct kunit_case qp_modify_cases[] = {
	KUNIT_CASE(modify_holds_source_gid),
	KUNIT_CASE(modify_keeps_callers_reference),
	KUNIT_CASE(modify_both_paths),
	KUNIT_CASE(modify_references_end_with_qp),
	KUNIT_CASE_PARAM(modify_refuses_path, path_gen_params),
	KUNIT_CASE(modify_needs_route_where_port_does),
	KUNIT_CASE(modify_needs_driver_op),
	KUNIT_CASE(modify_sets_port),
	KUNIT_CASE(modify_refuses_port),
	KUNIT_CASE(modify_cuts_psns),
	KUNIT_CASE(modify_cuts_psns_on_roce),
	KUNIT_CASE(modify_leaves_psns_on_iwarp),
	KUNIT_CASE(modify_clears_xmit_slave),
	KUNIT_CASE(modify_needs_bond_to_answer),
	KUNIT_CASE(modify_resolves_dmac_for_user),
	KUNIT_CASE(modify_trusts_dmac_of_kernel),
	KUNIT_CASE(modify_resolves_for_connected_only),
	KUNIT_CASE(modify_unresolved_dmac_leaves_nothing),
	KUNIT_CASE(modify_refuses_alternate_path_on_roce),
	KUNIT_CASE(modify_alternate_path_needs_own_port),
	KUNIT_CASE(modify_refuses_alternate_port),
	KUNIT_CASE(modify_binds_counter_at_init),
	{}
};

static struct kunit_suite qp_modify_suite = {
	.name = "ib_core_qp_modify",
	.test_cases = qp_modify_cases,
};

kunit_test_suite(qp_modify_suite);
