// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what a port says about itself: capabilities, protocols, ranges of port
 * numbers, MTUs, and LIDs.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <rdma/ib_mad.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

/* A predicate: true when all bits of @all are there, or when one of @any is. */
struct cap {
	const char *desc;
	bool (*claim)(struct ib_device *dev, u32 port);
	u32 all;
	u32 any;
};

/* Most of them take a const device, some do not: the same form for all. */
#define CLAIM(name)							\
static bool name##_claim(struct ib_device *dev, u32 port)		\
{									\
	return name(dev, port);						\
}

CLAIM(rdma_cap_ib_mad)
CLAIM(rdma_cap_opa_mad)
CLAIM(rdma_cap_ib_smi)
CLAIM(rdma_cap_ib_cm)
CLAIM(rdma_cap_iw_cm)
CLAIM(rdma_cap_ib_sa)
CLAIM(rdma_cap_ib_mcast)
CLAIM(rdma_cap_af_ib)
CLAIM(rdma_cap_eth_ah)
CLAIM(rdma_cap_opa_ah)
CLAIM(rdma_cap_roce_gid_table)
CLAIM(rdma_cap_read_inv)
CLAIM(rdma_core_cap_opa_port)
CLAIM(rdma_is_grh_required)
CLAIM(rdma_protocol_ib)
CLAIM(rdma_protocol_roce)
CLAIM(rdma_protocol_roce_eth_encap)
CLAIM(rdma_protocol_roce_udp_encap)
CLAIM(rdma_protocol_iwarp)
CLAIM(rdma_protocol_raw_packet)
CLAIM(rdma_protocol_usnic)
CLAIM(rdma_ib_or_roce)

#define CAP(name, ...) { #name, name##_claim, __VA_ARGS__ }

/* In numbers: the values are what drivers were compiled with. */
static const struct cap caps[] = {
	CAP(rdma_cap_ib_mad,		  .any = 0x1),
	CAP(rdma_cap_ib_smi,		  .any = 0x2),
	CAP(rdma_cap_ib_cm,		  .any = 0x4),
	CAP(rdma_cap_iw_cm,		  .any = 0x8),
	CAP(rdma_cap_ib_sa,		  .any = 0x10),
	CAP(rdma_cap_ib_mcast,		  .any = 0x10),
	CAP(rdma_cap_opa_mad,		  .any = 0x20),
	CAP(rdma_cap_af_ib,		  .any = 0x1000),
	CAP(rdma_cap_eth_ah,		  .any = 0x2000),
	CAP(rdma_cap_opa_ah,		  .any = 0x4000),
	CAP(rdma_is_grh_required,	  .any = 0x8000 | 0x200000 | 0x800000),
	CAP(rdma_protocol_ib,		  .any = 0x100000),
	CAP(rdma_protocol_roce,		  .any = 0x200000 | 0x800000),
	CAP(rdma_protocol_roce_eth_encap, .any = 0x200000),
	CAP(rdma_protocol_roce_udp_encap, .any = 0x800000),
	CAP(rdma_protocol_iwarp,	  .any = 0x400000),
	CAP(rdma_protocol_raw_packet,	  .any = 0x1000000),
	CAP(rdma_protocol_usnic,	  .any = 0x2000000),
	CAP(rdma_ib_or_roce,		  .any = 0x100000 | 0x200000 | 0x800000),
	CAP(rdma_cap_roce_gid_table,	  .any = 0x200000 | 0x800000),
	CAP(rdma_cap_read_inv,		  .any = 0x400000),
	CAP(rdma_core_cap_opa_port,	  .all = 0x100000 | 0x1 | 0x2 | 0x4 | 0x10 | 0x1000 | 0x20),
};

KUNIT_ARRAY_PARAM_DESC(cap, caps, desc);

static bool cap_wants(const struct cap *cap, u32 flags)
{
	return cap->all ? (flags & cap->all) == cap->all : (flags & cap->any);
}

/* A device whose second port of three is the one that changes. */
static struct fake *caps_fake(struct kunit *test)
{
	static const struct fake_config cfg = { .ports = 3, .registered = true };

	return fake_create(test, &cfg);
}

static bool claim_with(struct ib_device *dev, const struct cap *cap, u32 flags)
{
	struct ib_port_immutable *immutable = &dev->port_data[2].immutable;
	u32 before = immutable->core_cap_flags;
	bool claimed;

	immutable->core_cap_flags = flags;
	claimed = cap->claim(dev, 2);
	immutable->core_cap_flags = before;
	return claimed;
}

/* Each flag alone, all but each, none and all; and never by what another port has. */
static void caps_follow_flags(struct kunit *test)
{
	const struct cap *cap = test->param_value;
	struct ib_device *dev = &caps_fake(test)->dev;

	for (int bit = 0; bit < 32; bit++) {
		KUNIT_EXPECT_EQ_MSG(test, claim_with(dev, cap, BIT(bit)),
				    cap_wants(cap, BIT(bit)), "bit %d", bit);
		KUNIT_EXPECT_EQ_MSG(test, claim_with(dev, cap, ~BIT(bit)),
				    cap_wants(cap, ~BIT(bit)), "all but bit %d", bit);
	}
	KUNIT_EXPECT_FALSE(test, claim_with(dev, cap, 0));
	KUNIT_EXPECT_TRUE(test, claim_with(dev, cap, U32_MAX));

	dev->port_data[1].immutable.core_cap_flags = U32_MAX;
	KUNIT_EXPECT_FALSE(test, claim_with(dev, cap, 0));
	dev->port_data[1].immutable.core_cap_flags = RDMA_CORE_PORT_RAW_PACKET;
}

/* What the sets that drivers use for whole ports amount to. */
static const struct port_row {
	const char *desc;
	u32 flags;
	const char *claims[12];
} port_rows[] = {
	{ "InfiniBand", RDMA_CORE_PORT_IBA_IB, {
		"rdma_cap_ib_mad", "rdma_cap_ib_smi", "rdma_cap_ib_cm", "rdma_cap_ib_sa",
		"rdma_cap_ib_mcast", "rdma_cap_af_ib", "rdma_protocol_ib", "rdma_ib_or_roce" } },
	{ "RoCE v1", RDMA_CORE_PORT_IBA_ROCE, {
		"rdma_cap_ib_mad", "rdma_cap_ib_cm", "rdma_cap_af_ib", "rdma_cap_eth_ah",
		"rdma_is_grh_required", "rdma_protocol_roce", "rdma_protocol_roce_eth_encap",
		"rdma_ib_or_roce", "rdma_cap_roce_gid_table" } },
	{ "RoCE v2", RDMA_CORE_PORT_IBA_ROCE_UDP_ENCAP, {
		"rdma_cap_ib_mad", "rdma_cap_ib_cm", "rdma_cap_af_ib", "rdma_cap_eth_ah",
		"rdma_is_grh_required", "rdma_protocol_roce", "rdma_protocol_roce_udp_encap",
		"rdma_ib_or_roce", "rdma_cap_roce_gid_table" } },
	{ "iWARP", RDMA_CORE_PORT_IWARP, {
		"rdma_cap_iw_cm", "rdma_protocol_iwarp", "rdma_cap_read_inv" } },
	{ "Omni-Path", RDMA_CORE_PORT_INTEL_OPA, {
		"rdma_cap_ib_mad", "rdma_cap_ib_smi", "rdma_cap_ib_cm", "rdma_cap_ib_sa",
		"rdma_cap_ib_mcast", "rdma_cap_opa_mad", "rdma_cap_af_ib", "rdma_protocol_ib",
		"rdma_ib_or_roce", "rdma_core_cap_opa_port" } },
	{ "raw packets", RDMA_CORE_PORT_RAW_PACKET, { "rdma_protocol_raw_packet" } },
	{ "usNIC", RDMA_CORE_PORT_USNIC, { "rdma_protocol_usnic" } },
};

KUNIT_ARRAY_PARAM_DESC(port, port_rows, desc);

static bool listed(const struct port_row *row, const char *name)
{
	for (const char *const *claim = row->claims; *claim; claim++)
		if (!strcmp(*claim, name))
			return true;
	return false;
}

static void caps_of_port_sets(struct kunit *test)
{
	const struct port_row *row = test->param_value;
	struct ib_device *dev = &caps_fake(test)->dev;

	for (int i = 0; i < ARRAY_SIZE(caps); i++)
		KUNIT_EXPECT_EQ_MSG(test, claim_with(dev, &caps[i], row->flags),
				    listed(row, caps[i].desc), "%s", caps[i].desc);
}

/* A RoCE GID table is the core's to manage only if the driver can be told of GIDs. */
static void caps_roce_gid_table_needs_driver(struct kunit *test)
{
	static const struct fake_config no_add = { .without = { FAKE_OP(add_gid) },
						   .registered = true };
	static const struct fake_config no_del = { .without = { FAKE_OP(del_gid) },
						   .registered = true };
	static const struct fake_config both = { .link = FAKE_ROCE, .registered = true };
	const struct fake_config *cfgs[] = { &no_add, &no_del };

	for (int i = 0; i < ARRAY_SIZE(cfgs); i++) {
		struct ib_device *dev = &fake_create(test, cfgs[i])->dev;
		u32 *flags = &dev->port_data[1].immutable.core_cap_flags, before = *flags;

		*flags = RDMA_CORE_PORT_IBA_ROCE_UDP_ENCAP;
		KUNIT_EXPECT_FALSE(test, rdma_cap_roce_gid_table(dev, 1));
		*flags = before;
	}
	KUNIT_EXPECT_TRUE(test, rdma_cap_roce_gid_table(&fake_create(test, &both)->dev, 1));
}

static u32 ports_seen(struct ib_device *dev, u32 *first, u32 *last)
{
	u32 port, n = 0;

	rdma_for_each_port(dev, port) {
		if (!n++)
			*first = port;
		*last = port;
	}
	return n;
}

static void caps_ports_of_adapter(struct kunit *test)
{
	struct ib_device *dev = &caps_fake(test)->dev;
	u32 first = 0, last = 0;

	KUNIT_EXPECT_FALSE(test, rdma_cap_ib_switch(dev));
	KUNIT_EXPECT_EQ(test, rdma_start_port(dev), 1);
	KUNIT_EXPECT_EQ(test, rdma_end_port(dev), 3);
	KUNIT_EXPECT_EQ(test, ports_seen(dev, &first, &last), 3);
	KUNIT_EXPECT_EQ(test, first, 1);
	KUNIT_EXPECT_EQ(test, last, 3);
	KUNIT_EXPECT_FALSE(test, rdma_is_port_valid(dev, 0));
	KUNIT_EXPECT_TRUE(test, rdma_is_port_valid(dev, 1));
	KUNIT_EXPECT_TRUE(test, rdma_is_port_valid(dev, 3));
	KUNIT_EXPECT_FALSE(test, rdma_is_port_valid(dev, 4));
	KUNIT_EXPECT_FALSE(test, rdma_is_port_valid(dev, U32_MAX));
}

/* A switch has one port for management, number 0, however many it connects. */
static void caps_ports_of_switch(struct kunit *test)
{
	static const struct fake_config cfg = { .ports = 2 };
	struct ib_device *dev = &fake_create(test, &cfg)->dev;
	u32 first = U32_MAX, last = U32_MAX;

	dev->is_switch = 1;
	KUNIT_EXPECT_TRUE(test, rdma_cap_ib_switch(dev));
	KUNIT_EXPECT_EQ(test, rdma_start_port(dev), 0);
	KUNIT_EXPECT_EQ(test, rdma_end_port(dev), 0);
	KUNIT_EXPECT_EQ(test, ports_seen(dev, &first, &last), 1);
	KUNIT_EXPECT_EQ(test, first, 0);
	KUNIT_EXPECT_EQ(test, last, 0);
	KUNIT_EXPECT_TRUE(test, rdma_is_port_valid(dev, 0));
	KUNIT_EXPECT_FALSE(test, rdma_is_port_valid(dev, 1));
	dev->is_switch = 0;
}

static void caps_mad_size_of_port(struct kunit *test)
{
	struct ib_device *dev = &caps_fake(test)->dev;

	dev->port_data[1].immutable.max_mad_size = IB_MGMT_MAD_SIZE;
	dev->port_data[2].immutable.max_mad_size = OPA_MGMT_MAD_SIZE;
	KUNIT_EXPECT_EQ(test, rdma_max_mad_size(dev, 1), 256);
	KUNIT_EXPECT_EQ(test, rdma_max_mad_size(dev, 2), 2048);
	KUNIT_EXPECT_EQ(test, rdma_max_mad_size(dev, 3), 0);
}

static void caps_mtu_of_port(struct kunit *test)
{
	static const int ib[] = { -1, 256, 512, 1024, 2048, 4096, -1, -1, -1 };
	static const int opa[] = { -1, 256, 512, 1024, 2048, 4096, 8192, 10240, -1 };
	struct ib_port_attr attr = { .max_mtu = IB_MTU_2048, .phys_mtu = 10240 };
	struct ib_device *dev = &caps_fake(test)->dev;
	u32 *flags = &dev->port_data[2].immutable.core_cap_flags, before = *flags;

	for (int mtu = 0; mtu < ARRAY_SIZE(ib); mtu++) {
		*flags = RDMA_CORE_PORT_IBA_IB;
		KUNIT_EXPECT_EQ(test, rdma_mtu_enum_to_int(dev, 2, mtu), ib[mtu]);
		*flags = RDMA_CORE_PORT_INTEL_OPA;
		KUNIT_EXPECT_EQ(test, rdma_mtu_enum_to_int(dev, 2, mtu), opa[mtu]);
	}
	KUNIT_EXPECT_EQ(test, rdma_mtu_from_attr(dev, 2, &attr), 10240);
	*flags = RDMA_CORE_PORT_IBA_IB;
	KUNIT_EXPECT_EQ(test, rdma_mtu_from_attr(dev, 2, &attr), 2048);
	attr.max_mtu = 0;
	KUNIT_EXPECT_EQ(test, rdma_mtu_from_attr(dev, 2, &attr), -1);
	*flags = before;
}

static void caps_lid_has_16_bits(struct kunit *test)
{
	for (u32 lid = 0; lid <= U16_MAX; lid++) {
		__be16 be = ib_lid_be16(lid);
		const u8 *wire = (const u8 *)&be;

		KUNIT_ASSERT_EQ(test, ib_lid_cpu16(lid), lid);
		KUNIT_ASSERT_EQ(test, wire[0], lid >> 8);
		KUNIT_ASSERT_EQ(test, wire[1], lid & 0xff);
	}
}

/* An Omni-Path LID that gets here by mistake may be complained about, but is cut. */
static void caps_lid_is_cut(struct kunit *test)
{
	u32 opa_lid = 0x12345678;

	OPTIMIZER_HIDE_VAR(opa_lid);	/* sparse would complain, too */
	kunit_warning_suppress(test) {
		KUNIT_EXPECT_EQ(test, ib_lid_cpu16(opa_lid), 0x5678);
		KUNIT_EXPECT_EQ(test, be16_to_cpu(ib_lid_be16(opa_lid)), 0x5678);
	}
}

static struct kunit_case caps_cases[] = {
	KUNIT_CASE_PARAM(caps_follow_flags, cap_gen_params),
	KUNIT_CASE_PARAM(caps_of_port_sets, port_gen_params),
	KUNIT_CASE(caps_roce_gid_table_needs_driver),
	KUNIT_CASE(caps_ports_of_adapter),
	KUNIT_CASE(caps_ports_of_switch),
	KUNIT_CASE(caps_mad_size_of_port),
	KUNIT_CASE(caps_mtu_of_port),
	KUNIT_CASE(caps_lid_has_16_bits),
	KUNIT_CASE(caps_lid_is_cut),
	{}
};

static struct kunit_suite caps_suite = {
	.name = "ib_core_caps",
	.test_cases = caps_cases,
};

kunit_test_suite(caps_suite);
