// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of static rates, link speeds and the speeds of netdevs.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/ethtool.h>
#include <linux/netdevice.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

/* By number, as they stand in a path record: lanes, signalling of one in Mbit/s, multiple. */
static const struct rate_row {
	const char *desc;
	int rate;
	int lanes;
	int lane_mbps_x1000;
	int mult;
} rate_rows[] = {
	{ "2.5",   2,  1,   2500000,   1 },
	{ "10",    3,  4,   2500000,   4 },
	{ "30",    4, 12,   2500000,  12 },
	{ "5",     5,  1,   5000000,   2 },
	{ "20",    6,  4,   5000000,   8 },
	{ "40",    7,  4,  10000000,  16 },
	{ "60",    8, 12,   5000000,  24 },
	{ "80",    9,  8,  10000000,  32 },
	{ "120",  10, 12,  10000000,  48 },
	{ "14",   11,  1,  14062500,   6 },
	{ "56",   12,  4,  14062500,  22 },
	{ "112",  13,  8,  14062500,  45 },
	{ "168",  14, 12,  14062500,  67 },
	{ "25",   15,  1,  25781250,  10 },
	{ "100",  16,  4,  25781250,  40 },
	{ "200",  17,  8,  25781250,  80 },
	{ "300",  18, 12,  25781250, 120 },
	{ "28",   19,  2,  14062500,  11 },
	{ "50",   20,  1,  53125000,  20 },
	{ "400",  21,  8,  53125000, 160 },
	{ "600",  22, 12,  53125000, 240 },
	{ "800",  23,  8, 106250000, 320 },
	{ "1600", 25,  8, 212500000, 640 },
};

KUNIT_ARRAY_PARAM_DESC(rate, rate_rows, desc);

static void rate_known(struct kunit *test)
{
	const struct rate_row *row = test->param_value;

	KUNIT_EXPECT_EQ(test, ib_rate_to_mult(row->rate), row->mult);
	KUNIT_EXPECT_EQ(test, ib_rate_to_mbps(row->rate),
			row->lanes * row->lane_mbps_x1000 / 1000);
	KUNIT_EXPECT_EQ(test, (int)mult_to_ib_rate(row->mult), row->rate);
}

static bool rate_is_known(int rate)
{
	for (int i = 0; i < ARRAY_SIZE(rate_rows); i++)
		if (rate_rows[i].rate == rate)
			return true;
	return false;
}

static bool mult_is_known(int mult)
{
	for (int i = 0; i < ARRAY_SIZE(rate_rows); i++)
		if (rate_rows[i].mult == mult)
			return true;
	return false;
}

static void rate_unknown(struct kunit *test)
{
	for (int rate = -300; rate < 300; rate++)
		if (!rate_is_known(rate)) {
			KUNIT_EXPECT_EQ(test, ib_rate_to_mult(rate), -1);
			KUNIT_EXPECT_EQ(test, ib_rate_to_mbps(rate), -1);
		}
	KUNIT_EXPECT_EQ(test, ib_rate_to_mult(INT_MAX), -1);
	KUNIT_EXPECT_EQ(test, ib_rate_to_mult(INT_MIN), -1);
	KUNIT_EXPECT_EQ(test, ib_rate_to_mbps(INT_MAX), -1);
	KUNIT_EXPECT_EQ(test, ib_rate_to_mbps(INT_MIN), -1);
}

static void rate_unknown_multiples(struct kunit *test)
{
	for (int mult = -1000; mult < 1000; mult++)
		if (!mult_is_known(mult))
			KUNIT_EXPECT_EQ(test, mult_to_ib_rate(mult), IB_RATE_PORT_CURRENT);
	KUNIT_EXPECT_EQ(test, mult_to_ib_rate(INT_MAX), IB_RATE_PORT_CURRENT);
	KUNIT_EXPECT_EQ(test, mult_to_ib_rate(INT_MIN), IB_RATE_PORT_CURRENT);
	/* 16 bits are not enough to tell a multiple. */
	KUNIT_EXPECT_EQ(test, mult_to_ib_rate(0x10001), IB_RATE_PORT_CURRENT);
}

static const struct speed_row {
	const char *desc;
	u16 speed;
	int rate;
} speed_rows[] = {
	{ " SDR",   1,   25 },
	{ " DDR",   2,   50 },
	{ " QDR",   4,   100 },
	{ " FDR10", 8,   100 },
	{ " FDR",   16,  140 },
	{ " EDR",   32,  250 },
	{ " HDR",   64,  500 },
	{ " NDR",   128, 1000 },
	{ " XDR",   256, 2000 },
};

static const struct {
	u8 width;
	int lanes;
} width_rows[] = { { 1, 1 }, { 2, 4 }, { 4, 8 }, { 8, 12 }, { 16, 2 } };

static const struct speed_row *speed_row_of(u16 speed)
{
	for (int i = 0; i < ARRAY_SIZE(speed_rows); i++)
		if (speed_rows[i].speed == speed)
			return &speed_rows[i];
	return &speed_rows[0];
}

static int lanes_of(u8 width)
{
	for (int i = 0; i < ARRAY_SIZE(width_rows); i++)
		if (width_rows[i].width == width)
			return width_rows[i].lanes;
	return -1;
}

/* Every value of both fields, known or not. */
static void speed_of_all_ports(struct kunit *test)
{
	struct ib_port_attr attr = {};
	struct ib_port_speed_info info;

	for (u32 speed = 0; speed <= U16_MAX; speed += speed < 1024 ? 1 : 97)
		for (u32 width = 0; width <= U8_MAX; width++) {
			const struct speed_row *row = speed_row_of(speed);
			int lanes = lanes_of(width), ret;

			attr.active_speed = speed;
			attr.active_width = width;
			ret = ib_port_attr_to_speed_info(&attr, &info);
			KUNIT_ASSERT_EQ_MSG(test, ret, lanes < 0 ? -EINVAL : 0,
					    "speed %u width %u", speed, width);
			KUNIT_ASSERT_EQ(test, info.rate, row->rate * lanes);
			KUNIT_ASSERT_STREQ(test, info.str, row->desc);
		}
}

static struct fake *eth_fake(struct kunit *test)
{
	static const struct fake_config cfg = { .link = FAKE_ROCE, .registered = true };

	return fake_create(test, &cfg);
}

/* What the lanes are not known of: each step, one below it and one above. */
static const struct guess_row {
	u32 from;
	u32 to;
	u16 speed;
	u8 width;
} guess_rows[] = {
	{ 0,	  1000,	  IB_SPEED_SDR,	  IB_WIDTH_1X },
	{ 1001,	  10000,  IB_SPEED_FDR10, IB_WIDTH_1X },
	{ 10001,  20000,  IB_SPEED_DDR,	  IB_WIDTH_4X },
	{ 20001,  25000,  IB_SPEED_EDR,	  IB_WIDTH_1X },
	{ 25001,  40000,  IB_SPEED_FDR10, IB_WIDTH_4X },
	{ 40001,  50000,  IB_SPEED_EDR,	  IB_WIDTH_2X },
	{ 50001,  100000, IB_SPEED_EDR,	  IB_WIDTH_4X },
	{ 100001, 200000, IB_SPEED_HDR,	  IB_WIDTH_4X },
	{ 200001, 800000, IB_SPEED_NDR,	  IB_WIDTH_4X },
	{ U32_MAX - 1, U32_MAX - 1, IB_SPEED_NDR, IB_WIDTH_4X },
};

static void expect_eth(struct kunit *test, struct fake *fake, u16 speed, u8 width)
{
	u16 got_speed = 0;
	u8 got_width = 0;

	KUNIT_EXPECT_EQ(test, 0, ib_get_eth_speed(&fake->dev, 1, &got_speed, &got_width));
	KUNIT_EXPECT_EQ(test, got_speed, speed);
	KUNIT_EXPECT_EQ(test, got_width, width);
}

static void eth_speed_without_lanes(struct kunit *test)
{
	struct fake *fake = eth_fake(test);
	struct fake_eth *eth = to_fake_eth(fake_netdev(test, fake, 1));

	for (int i = 0; i < ARRAY_SIZE(guess_rows); i++) {
		const struct guess_row *row = &guess_rows[i];

		eth->speed = row->from;
		expect_eth(test, fake, row->speed, row->width);
		eth->speed = row->to;
		expect_eth(test, fake, row->speed, row->width);
	}
}

static void eth_speed_with_lanes(struct kunit *test)
{
	static const struct { u32 mbps; u16 speed; } lane[] = {
		{ 2500, IB_SPEED_SDR }, { 5000, IB_SPEED_DDR }, { 10000, IB_SPEED_FDR10 },
		{ 14000, IB_SPEED_FDR }, { 25000, IB_SPEED_EDR }, { 50000, IB_SPEED_HDR },
		{ 100000, IB_SPEED_NDR }, { 1000, IB_SPEED_SDR }, { 25001, IB_SPEED_SDR },
		{ 200000, IB_SPEED_SDR },
	};
	static const struct { u32 lanes; u8 width; } count[] = {
		{ 1, IB_WIDTH_1X }, { 2, IB_WIDTH_2X }, { 4, IB_WIDTH_4X },
		{ 8, IB_WIDTH_8X }, { 12, IB_WIDTH_12X }, { 3, IB_WIDTH_1X },
		{ 16, IB_WIDTH_1X },
	};
	struct fake *fake = eth_fake(test);
	struct fake_eth *eth = to_fake_eth(fake_netdev(test, fake, 1));

	for (int i = 0; i < ARRAY_SIZE(lane); i++)
		for (int k = 0; k < ARRAY_SIZE(count); k++) {
			eth->lanes = count[k].lanes;
			eth->speed = lane[i].mbps * count[k].lanes;
			expect_eth(test, fake, lane[i].speed, count[k].width);
		}
}

static void eth_speed_unknown_is_a_gigabit(struct kunit *test)
{
	struct fake *fake = eth_fake(test);
	struct fake_eth *eth = to_fake_eth(fake_netdev(test, fake, 1));

	eth->speed = SPEED_UNKNOWN;
	expect_eth(test, fake, IB_SPEED_SDR, IB_WIDTH_1X);
	eth->speed = SPEED_100000;
	eth->err = -EOPNOTSUPP;
	expect_eth(test, fake, IB_SPEED_SDR, IB_WIDTH_1X);
}

static void eth_speed_needs_netdev(struct kunit *test)
{
	struct fake *fake = eth_fake(test);
	u16 speed;
	u8 width;

	KUNIT_EXPECT_EQ(test, -ENODEV, ib_get_eth_speed(&fake->dev, 1, &speed, &width));
}

static void eth_speed_needs_ethernet(struct kunit *test)
{
	static const struct fake_config cfg = { .link = FAKE_IB, .registered = true };
	struct fake *fake = fake_create(test, &cfg);
	u16 speed;
	u8 width;

	KUNIT_EXPECT_EQ(test, -EINVAL, ib_get_eth_speed(&fake->dev, 1, &speed, &width));
}

/* References as they stand once the workers that a new netdev wakes are through with it. */
static int settled_refs(struct net_device *netdev)
{
	int refs = netdev_refcnt_read(netdev);

	for (int same = 0, tries = 0; same < 5 && tries < 200; tries++) {
		int now;

		msleep(20);
		now = netdev_refcnt_read(netdev);
		same = now == refs ? same + 1 : 0;
		refs = now;
	}
	return refs;
}

/* Asking leaves no reference behind, whatever the answer. */
static void eth_speed_puts_netdev(struct kunit *test)
{
	struct fake *fake = eth_fake(test);
	struct net_device *netdev = fake_netdev(test, fake, 1);
	int before = settled_refs(netdev);

	to_fake_eth(netdev)->speed = SPEED_10000;
	expect_eth(test, fake, IB_SPEED_FDR10, IB_WIDTH_1X);
	to_fake_eth(netdev)->err = -EIO;
	expect_eth(test, fake, IB_SPEED_SDR, IB_WIDTH_1X);
	KUNIT_EXPECT_EQ(test, settled_refs(netdev), before);
}

static struct kunit_case rate_cases[] = {
	KUNIT_CASE_PARAM(rate_known, rate_gen_params),
	KUNIT_CASE(rate_unknown),
	KUNIT_CASE(rate_unknown_multiples),
	KUNIT_CASE(speed_of_all_ports),
	KUNIT_CASE(eth_speed_without_lanes),
	KUNIT_CASE(eth_speed_with_lanes),
	KUNIT_CASE(eth_speed_unknown_is_a_gigabit),
	KUNIT_CASE(eth_speed_needs_netdev),
	KUNIT_CASE(eth_speed_needs_ethernet),
	KUNIT_CASE(eth_speed_puts_netdev),
	{}
};

static struct kunit_suite rate_suite = {
	.name = "ib_core_rate",
	.test_cases = rate_cases,
};

kunit_test_suite(rate_suite);
