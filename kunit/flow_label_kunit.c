// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of flow labels and the UDP source ports of RoCE v2. Both ends of a
 * connection, and every vendor, have to arrive at the same numbers.
 */
#include <kunit/test.h>
#include <linux/bitmap.h>
#include <linux/prandom.h>
#include <rdma/ib_verbs.h>

#define FLOW_SEED	0xf10e
#define FLOW_STEPS	100000
#define FLOW_LABELS	0x100000
#define QPNS		0x1000000

/* Bit by bit: bit n of a port is bit n of the label, the low six also with bit 14 + n. */
static u16 model_sport(u32 label)
{
	u16 sport = 0xc000;

	for (int bit = 0; bit < 14; bit++) {
		bool set = label >> bit & 1;

		if (bit < 6)
			set ^= label >> (14 + bit) & 1;
		sport |= set << bit;
	}
	return sport;
}

static void flow_label_to_sport_all(struct kunit *test)
{
	for (u32 label = 0; label < FLOW_LABELS; label++) {
		u16 sport = rdma_flow_label_to_udp_sport(label);

		KUNIT_ASSERT_EQ_MSG(test, sport, model_sport(label), "label %#x", label);
		KUNIT_ASSERT_GE(test, sport, IB_ROCE_UDP_ENCAP_VALID_PORT_MIN);
		KUNIT_ASSERT_LE(test, sport, IB_ROCE_UDP_ENCAP_VALID_PORT_MAX);
	}
}

static void flow_label_has_20_bits(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, rdma_flow_label_to_udp_sport(0xfff00000), 0xc000);
	KUNIT_EXPECT_EQ(test, rdma_flow_label_to_udp_sport(0xfff12345),
			rdma_flow_label_to_udp_sport(0x12345));
}

/* Labels are spread evenly: each port stands for as many as any other. */
static void flow_label_spreads_over_ports(struct kunit *test)
{
	u16 *hits = kunit_kcalloc(test, 1 << 14, sizeof(*hits), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, hits);
	for (u32 label = 0; label < FLOW_LABELS; label++)
		hits[rdma_flow_label_to_udp_sport(label) & 0x3fff]++;
	for (int i = 0; i < 1 << 14; i++)
		KUNIT_ASSERT_EQ(test, hits[i], FLOW_LABELS >> 14);
}

static const struct label_row {
	const char *desc;
	u32 lqpn;
	u32 rqpn;
	u32 label;
	u16 sport;	/* when the route has no label */
} label_rows[] = {
	{ "no numbers",	  0,	    0,	      0x00000, 0xc000 },
	{ "no remote",	  0x123456, 0,	      0x00000, 0xc000 },
	{ "ones",	  1,	    1,	      0x00001, 0xc001 },
	{ "GSI to GSI",	  1,	    0x11,     0x00011, 0xc011 },
	{ "20 bits",	  0x400,    0x400,    0x00001, 0xc001 },	/* 2^20 */
	{ "40 bits",	  0x100000, 0x100000, 0x00001, 0xc001 },	/* 2^40 */
	{ "all bits",	  0xffffff, 0xffffff, 0xfff1e, 0xff21 },
};

KUNIT_ARRAY_PARAM_DESC(label, label_rows, desc);

static void flow_label_of_qp_numbers(struct kunit *test)
{
	const struct label_row *row = test->param_value;

	KUNIT_EXPECT_EQ(test, rdma_calc_flow_label(row->lqpn, row->rqpn), row->label);
	KUNIT_EXPECT_EQ(test, rdma_get_udp_sport(0, row->lqpn, row->rqpn), row->sport);
}

/* The product's three parts of 20 bits, each folded upon the lower ones. */
static u32 model_label(u32 lqpn, u32 rqpn)
{
	u64 product = (u64)lqpn * rqpn, folded = product ^ product >> 20;

	return (folded ^ folded >> 40) % FLOW_LABELS;
}

static void flow_label_is_symmetric(struct kunit *test)
{
	struct rnd_state rng;

	prandom_seed_state(&rng, FLOW_SEED);
	for (int step = 0; step < FLOW_STEPS; step++) {
		u32 lqpn = prandom_u32_state(&rng) % QPNS, rqpn = prandom_u32_state(&rng) % QPNS;
		u32 label = rdma_calc_flow_label(lqpn, rqpn);

		KUNIT_ASSERT_EQ_MSG(test, label, rdma_calc_flow_label(rqpn, lqpn),
				    "seed %#x step %d", FLOW_SEED, step);
		KUNIT_ASSERT_EQ_MSG(test, label, model_label(lqpn, rqpn),
				    "seed %#x step %d", FLOW_SEED, step);
		KUNIT_ASSERT_LT(test, label, FLOW_LABELS);
	}
}

/* A label in the route decides; only without one do the QP numbers. */
static void flow_label_of_route_comes_first(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, rdma_get_udp_sport(0x54321, 0x1234, 0x5678),
			rdma_flow_label_to_udp_sport(0x54321));
	KUNIT_EXPECT_EQ(test, rdma_get_udp_sport(1, 0x1234, 0x5678), 0xc001);
	KUNIT_EXPECT_EQ(test, rdma_get_udp_sport(0, 0x1234, 0x5678),
			rdma_flow_label_to_udp_sport(rdma_calc_flow_label(0x1234, 0x5678)));
	KUNIT_EXPECT_EQ(test, rdma_get_udp_sport(0, 0x1234, 0x5678),
			rdma_get_udp_sport(0, 0x5678, 0x1234));
}

static struct kunit_case flow_label_cases[] = {
	KUNIT_CASE(flow_label_to_sport_all),
	KUNIT_CASE(flow_label_has_20_bits),
	KUNIT_CASE(flow_label_spreads_over_ports),
	KUNIT_CASE_PARAM(flow_label_of_qp_numbers, label_gen_params),
	KUNIT_CASE(flow_label_is_symmetric),
	KUNIT_CASE(flow_label_of_route_comes_first),
	{}
};

static struct kunit_suite flow_label_suite = {
	.name = "ib_core_flow_label",
	.test_cases = flow_label_cases,
};

kunit_test_suite(flow_label_suite);
