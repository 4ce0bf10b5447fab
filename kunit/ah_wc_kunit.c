// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the way back: reading received headers, and addresses made of them.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/in.h>
#include <net/ip.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

#define FLOW_LABEL	0xabcde
#define TCLASS		0x5a

static const struct fake_config ib = { .link = FAKE_IB, .registered = true };
static const struct fake_config roce = { .link = FAKE_ROCE, .registered = true };

/* A header with an IPv4 part of 20 bytes; its check sum is right unless spoilt. */
static union rdma_network_hdr make_header(u8 first, u8 version, u8 ihl, bool spoil)
{
	union rdma_network_hdr hdr = {};

	memset(&hdr, 0x11, sizeof(hdr));
	hdr.reserved[0] = first;
	hdr.roce4grh.version = version;
	hdr.roce4grh.ihl = ihl;
	hdr.roce4grh.saddr = htonl(0x0a000001);
	hdr.roce4grh.daddr = htonl(0x0a000002);
	hdr.roce4grh.check = 0;
	hdr.roce4grh.check = ip_fast_csum(&hdr.roce4grh, 5);
	if (spoil)
		hdr.roce4grh.id ^= htons(1);
	return hdr;
}

static const struct version_case {
	const char *desc;
	u8 first;
	u8 version;
	u8 ihl;
	bool spoil;
	int want;
} version_cases[] = {
	{ "IPv4 after zeros", 0x00, 4, 5, false, 4 },
	{ "IPv4 after noise, sum not looked at", 0xf3, 4, 5, true, 4 },
	{ "IPv4 after noise like version 6", 0x60, 4, 5, false, 4 },
	{ "version 6, good sum decides over the version", 0x6f, 7, 5, false, 4 },
	{ "version 6, bad sum", 0x60, 4, 5, true, 6 },
	{ "version 6, IP options", 0x60, 4, 6, false, 6 },
	{ "version 6, short IPv4 header", 0x60, 4, 4, false, 6 },
	{ "neither", 0x50, 5, 5, false, 0 },
	{ "neither, version 6 in the wrong place", 0x00, 6, 5, false, 0 },
};

KUNIT_ARRAY_PARAM_DESC(version, version_cases, desc);

static void wc_header_version(struct kunit *test)
{
	const struct version_case *c = test->param_value;
	union rdma_network_hdr hdr = make_header(c->first, c->version, c->ihl, c->spoil);

	KUNIT_EXPECT_EQ(test, ib_get_rdma_header_version(&hdr), c->want);
}

static const union ib_gid mapped_src = { .raw = { [10] = 0xff, 0xff, 10, 0, 0, 1 } };
static const union ib_gid mapped_dst = { .raw = { [10] = 0xff, 0xff, 10, 0, 0, 2 } };

/* B116: of all values only the four network types are read. */
static void wc_gids_by_network_type(struct kunit *test)
{
	union rdma_network_hdr hdr = make_header(0x60, 4, 5, false);
	union ib_gid src, dst;

	for (int type = -2; type < 260; type++) {
		int want = type >= RDMA_NETWORK_IB && type <= RDMA_NETWORK_IPV6 ? 0 : -EINVAL;

		KUNIT_EXPECT_EQ_MSG(test, want, ib_get_gids_from_rdma_hdr(&hdr, type, &src, &dst),
				    "type %d", type);
		if (want)
			continue;
		KUNIT_EXPECT_MEMEQ(test, &src, type == RDMA_NETWORK_IPV4 ? &mapped_src :
				   &hdr.ibgrh.sgid, sizeof(src));
		KUNIT_EXPECT_MEMEQ(test, &dst, type == RDMA_NETWORK_IPV4 ? &mapped_dst :
				   &hdr.ibgrh.dgid, sizeof(dst));
	}
}

static void wc_gids_need_a_place(struct kunit *test)
{
	union rdma_network_hdr hdr = make_header(0x60, 4, 5, false);
	union ib_gid gid;

	KUNIT_EXPECT_EQ(test, ib_get_gids_from_rdma_hdr(&hdr, RDMA_NETWORK_IB, NULL, &gid),
			-EINVAL);
	KUNIT_EXPECT_EQ(test, ib_get_gids_from_rdma_hdr(&hdr, RDMA_NETWORK_IB, &gid, NULL),
			-EINVAL);
}

/* What a message from @from to @to has in front. */
static struct ib_grh make_grh(const union ib_gid *from, const union ib_gid *to)
{
	return (struct ib_grh){
		.version_tclass_flow = cpu_to_be32(6u << 28 | TCLASS << 20 | FLOW_LABEL),
		.next_hdr = 0x1b,
		.sgid = *from,
		.dgid = *to,
	};
}

static const union ib_gid peer = {
	.raw = { 0xfe, 0x80, [8] = 0x02, 1, 2, 0xff, 0xfe, 3, 4, 5 },
};

static void wc_ib_local(struct kunit *test)
{
	struct fake *fake = fake_create(test, &ib);
	struct ib_wc wc = { .slid = 0x1234, .sl = 5, .dlid_path_bits = 3 };
	struct rdma_ah_attr attr;

	memset(&attr, 0xff, sizeof(attr));
	KUNIT_ASSERT_EQ(test, ib_init_ah_attr_from_wc(&fake->dev, 1, &wc, NULL, &attr), 0);
	KUNIT_EXPECT_EQ(test, (int)attr.type, (int)RDMA_AH_ATTR_TYPE_IB);
	KUNIT_EXPECT_EQ(test, attr.port_num, 1);
	KUNIT_EXPECT_EQ(test, attr.sl, 5);
	KUNIT_EXPECT_EQ(test, rdma_ah_get_dlid(&attr), 0x1234);
	KUNIT_EXPECT_EQ(test, rdma_ah_get_path_bits(&attr), 3);
	KUNIT_EXPECT_EQ(test, attr.ah_flags, 0);
	KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
}

static const struct ib_case {
	const char *desc;
	int index;	/* of the GID that the message is for; -1: a stranger's */
	bool sa;	/* any subnet administrator instead */
	int want;	/* index of the source GID, or errno */
} ib_cases[] = {
	{ "to the first GID", 0, false, 0 },
	{ "to the second GID", 1, false, 1 },
	{ "to any subnet administrator", 1, true, 0 },
	{ "to a stranger", -1, false, -ENOENT },
};

KUNIT_ARRAY_PARAM_DESC(ib, ib_cases, desc);

static void wc_ib_global(struct kunit *test)
{
	const struct ib_case *c = test->param_value;
	struct fake *fake = fake_create(test, &ib);
	union ib_gid to = c->index < 0 ? peer : fake->gids[0][c->index];
	struct ib_wc wc = { .slid = 0x1234, .wc_flags = IB_WC_GRH };
	struct rdma_ah_attr attr;
	struct ib_grh grh;
	int ret;

	if (c->sa)
		to.global.interface_id = cpu_to_be64(IB_SA_WELL_KNOWN_GUID);
	grh = make_grh(&peer, &to);
	ret = ib_init_ah_attr_from_wc(&fake->dev, 1, &wc, &grh, &attr);
	KUNIT_ASSERT_EQ(test, ret, c->want < 0 ? c->want : 0);
	if (ret) {
		KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
		return;
	}
	KUNIT_EXPECT_EQ(test, attr.ah_flags, IB_AH_GRH);
	KUNIT_EXPECT_EQ(test, attr.grh.sgid_index, c->want);
	KUNIT_EXPECT_EQ(test, attr.grh.sgid_attr->index, c->want);
	KUNIT_EXPECT_MEMEQ(test, &attr.grh.dgid, &peer, sizeof(peer));
	KUNIT_EXPECT_EQ(test, attr.grh.flow_label, FLOW_LABEL);
	KUNIT_EXPECT_EQ(test, attr.grh.traffic_class, TCLASS);
	KUNIT_EXPECT_EQ(test, attr.grh.hop_limit, 0xff);
	rdma_destroy_ah_attr(&attr);
}

static void wc_bad_input(struct kunit *test)
{
	struct fake *fake = fake_create(test, &ib);
	struct ib_wc wc = { .wc_flags = IB_WC_GRH };
	struct ib_grh grh = make_grh(&peer, &peer);
	struct rdma_ah_attr attr;

	KUNIT_EXPECT_EQ(test, ib_init_ah_attr_from_wc(&fake->dev, 0, &wc, &grh, &attr), -EINVAL);
	KUNIT_EXPECT_EQ(test, ib_init_ah_attr_from_wc(&fake->dev, 2, &wc, &grh, &attr), -EINVAL);
	KUNIT_EXPECT_EQ(test, ib_init_ah_attr_from_wc(&fake->dev, 1, &wc, NULL, &attr), -EINVAL);
	KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
}

static const struct roce_case {
	const char *desc;
	int index;	/* of the GID that the message is for */
	int wc_flags;
	u8 network;	/* that the completion tells */
	u8 next_hdr;	/* that the header tells */
	int err;
} roce_cases[] = {
	{ "no header", 0, 0, 0, 0, -EPROTOTYPE },
	{ "v1 by the completion", 0, IB_WC_GRH | IB_WC_WITH_NETWORK_HDR_TYPE,
	  RDMA_NETWORK_ROCE_V1, IPPROTO_UDP, 0 },
	{ "v1 by the header", 0, IB_WC_GRH, 0, 0x1b, 0 },
	{ "IPv4 has another GID", 0, IB_WC_GRH | IB_WC_WITH_NETWORK_HDR_TYPE,
	  RDMA_NETWORK_IPV4, 0x1b, -ENOENT },
	{ "no such network type", 0, IB_WC_GRH | IB_WC_WITH_NETWORK_HDR_TYPE,
	  77, 0x1b, -EINVAL },
	{ "GID is not of that VLAN", 0, IB_WC_GRH | IB_WC_WITH_VLAN, 0, 0x1b, -ENOENT },
};

KUNIT_ARRAY_PARAM_DESC(roce, roce_cases, desc);

static void wc_roce(struct kunit *test)
{
	static const u8 peer_mac[] = { 0, 1, 2, 3, 4, 5 };
	const struct roce_case *c = test->param_value;
	struct fake *fake = fake_create(test, &roce);
	struct ib_wc wc = {
		.wc_flags = c->wc_flags,
		.network_hdr_type = c->network,
		.vlan_id = 5,
	};
	const struct ib_gid_attr *local;
	struct rdma_ah_attr attr;
	struct ib_grh grh;

	fake_netdev(test, fake, 1);
	local = rdma_get_gid_attr(&fake->dev, 1, c->index);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, local);
	grh = make_grh(&peer, &local->gid);
	grh.next_hdr = c->next_hdr;
	rdma_put_gid_attr(local);

	KUNIT_ASSERT_EQ(test, ib_init_ah_attr_from_wc(&fake->dev, 1, &wc, &grh, &attr), c->err);
	KUNIT_EXPECT_EQ(test, !!attr.grh.sgid_attr, !c->err);
	if (!c->err) {
		KUNIT_EXPECT_EQ(test, (int)attr.type, (int)RDMA_AH_ATTR_TYPE_ROCE);
		KUNIT_EXPECT_EQ(test, attr.grh.sgid_index, c->index);
		KUNIT_EXPECT_MEMEQ(test, attr.roce.dmac, peer_mac, sizeof(peer_mac));
		KUNIT_EXPECT_FALSE(test, fake_gid_is_free(fake, 1, c->index));
	}
	rdma_destroy_ah_attr(&attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, c->index));
}

/* RoCE v2 needs the IP stack, which fails here: nothing may stay held. */
static void wc_roce_unreachable(struct kunit *test)
{
	struct fake *fake = fake_create(test, &roce);
	struct ib_wc wc = { .wc_flags = IB_WC_GRH };
	const struct ib_gid_attr *local;
	struct rdma_ah_attr attr;
	struct ib_grh grh;

	fake_netdev(test, fake, 1);
	local = rdma_get_gid_attr(&fake->dev, 1, 1);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, local);
	grh = make_grh(&peer, &local->gid);
	grh.next_hdr = IPPROTO_UDP;
	rdma_put_gid_attr(local);

	KUNIT_EXPECT_LT(test, ib_init_ah_attr_from_wc(&fake->dev, 1, &wc, &grh, &attr), 0);
	KUNIT_EXPECT_NULL(test, attr.grh.sgid_attr);
	KUNIT_EXPECT_TRUE(test, fake_gid_is_free(fake, 1, 1));
}

static void wc_create_ah(struct kunit *test)
{
	struct fake *fake = fake_create(test, &ib);
	struct ib_pd *pd = fake_pd(test, fake);
	struct ib_wc wc = { .slid = 0x1234, .wc_flags = IB_WC_GRH };
	struct ib_grh grh = make_grh(&peer, &fake->gids[0][1]);
	struct ib_ah *ah = ib_create_ah_from_wc(pd, &wc, &grh, 1);
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ah);
	KUNIT_EXPECT_EQ(test, ah->sgid_attr->index, 1);
	KUNIT_EXPECT_TRUE(test, fake_last(fake, FAKE_OP(create_ah), &call));
	KUNIT_EXPECT_EQ(test, call.arg[2], IB_AH_GRH);
	KUNIT_EXPECT_EQ(test, rdma_destroy_ah_user(ah, 0, NULL), 0);

	fake_fail(fake, FAKE_OP(create_ah), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, ib_create_ah_from_wc(pd, &wc, &grh, 1), ERR_PTR(-ENOSPC));
	KUNIT_EXPECT_PTR_EQ(test, ib_create_ah_from_wc(pd, &wc, &grh, 9), ERR_PTR(-EINVAL));
	KUNIT_EXPECT_EQ(test, atomic_read(&pd->usecnt), 0);
}

static struct kunit_case ah_wc_cases[] = {
	KUNIT_CASE_PARAM(wc_header_version, version_gen_params),
	KUNIT_CASE(wc_gids_by_network_type),
	KUNIT_CASE(wc_gids_need_a_place),
	KUNIT_CASE(wc_ib_local),
	KUNIT_CASE_PARAM(wc_ib_global, ib_gen_params),
	KUNIT_CASE(wc_bad_input),
	KUNIT_CASE_PARAM(wc_roce, roce_gen_params),
	KUNIT_CASE(wc_roce_unreachable),
	KUNIT_CASE(wc_create_ah),
	{}
};

static struct kunit_suite ah_wc_suite = {
	.name = "ib_core_ah_wc",
	.test_cases = ah_wc_cases,
};

kunit_test_suite(ah_wc_suite);
