// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rates and speeds: the enumerations of the specification and what they are in
 * multiples of 2.5 Gbit/s, in Mbit/s, and on the netdev behind an Ethernet port.
 */
#include <linux/array_size.h>
#include <linux/cleanup.h>
#include <linux/ethtool.h>
#include <linux/export.h>
#include <linux/log2.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <rdma/ib_verbs.h>

#include "borrowed/core.h"

/**
 * struct rate - one row of the static rates
 * @mult: the rate in units of 2.5 Gbit/s, rounded; 0 where the number means nothing
 * @mbps: the rate in Mbit/s as signalled by all lanes together
 */
struct rate {
	u16 mult;
	u32 mbps;
};

/* In the order of the data rates: SDR to QDR, FDR, EDR, HDR, NDR, XDR. */
static const struct rate rates[] = {
	[IB_RATE_2_5_GBPS]	= {   1,    2500 },
	[IB_RATE_5_GBPS]	= {   2,    5000 },
	[IB_RATE_10_GBPS]	= {   4,   10000 },
	[IB_RATE_20_GBPS]	= {   8,   20000 },
	[IB_RATE_30_GBPS]	= {  12,   30000 },
	[IB_RATE_40_GBPS]	= {  16,   40000 },
	[IB_RATE_60_GBPS]	= {  24,   60000 },
	[IB_RATE_80_GBPS]	= {  32,   80000 },
	[IB_RATE_120_GBPS]	= {  48,  120000 },

	[IB_RATE_14_GBPS]	= {   6,   14062 },
	[IB_RATE_28_GBPS]	= {  11,   28125 },
	[IB_RATE_56_GBPS]	= {  22,   56250 },
	[IB_RATE_112_GBPS]	= {  45,  112500 },
	[IB_RATE_168_GBPS]	= {  67,  168750 },

	[IB_RATE_25_GBPS]	= {  10,   25781 },
	[IB_RATE_100_GBPS]	= {  40,  103125 },
	[IB_RATE_200_GBPS]	= {  80,  206250 },
	[IB_RATE_300_GBPS]	= { 120,  309375 },

	[IB_RATE_50_GBPS]	= {  20,   53125 },
	[IB_RATE_400_GBPS]	= { 160,  425000 },
	[IB_RATE_600_GBPS]	= { 240,  637500 },
	[IB_RATE_800_GBPS]	= { 320,  850000 },
	[IB_RATE_1600_GBPS]	= { 640, 1700000 },
};

static const struct rate *rate_find(enum ib_rate rate)
{
	if ((u32)rate >= ARRAY_SIZE(rates) || !rates[rate].mult)
		return NULL;
	return &rates[rate];
}

/**
 * ib_rate_to_mult() - express a static rate in units of 2.5 Gbit/s
 * @rate: the rate; any value is safe
 *
 * The base rate is that of one SDR lane, so %IB_RATE_5_GBPS is 2 and
 * %IB_RATE_100_GBPS is 40. Rates between two multiples are rounded.
 *
 * Context: Any context.
 * Return: the multiple, or -1 when @rate is %IB_RATE_PORT_CURRENT or unknown.
 */
__attribute_const__ int ib_rate_to_mult(enum ib_rate rate)
{
	const struct rate *found = rate_find(rate);

	return found ? found->mult : -1;
}
EXPORT_SYMBOL(ib_rate_to_mult);

/**
 * mult_to_ib_rate() - find the static rate that is a multiple of 2.5 Gbit/s
 * @mult: the multiple, as ib_rate_to_mult() gives it; any value is safe
 *
 * Context: Any context.
 * Return: the rate, or %IB_RATE_PORT_CURRENT when no rate has this multiple.
 */
__attribute_const__ enum ib_rate mult_to_ib_rate(int mult)
{
	for (u32 i = 0; i < ARRAY_SIZE(rates); i++)
		if (rates[i].mult == mult)
			return i;
	return IB_RATE_PORT_CURRENT;
}
EXPORT_SYMBOL(mult_to_ib_rate);

/**
 * ib_rate_to_mbps() - express a static rate in Mbit/s
 * @rate: the rate; any value is safe
 *
 * From FDR on the names of the rates are round and the signalling is not:
 * %IB_RATE_25_GBPS is 25781.
 *
 * Context: Any context.
 * Return: Mbit/s, or -1 when @rate is %IB_RATE_PORT_CURRENT or unknown.
 */
__attribute_const__ int ib_rate_to_mbps(enum ib_rate rate)
{
	const struct rate *found = rate_find(rate);

	return found ? found->mbps : -1;
}
EXPORT_SYMBOL(ib_rate_to_mbps);

/* By the number of the bit that stands for the speed in enum ib_port_speed. */
static const struct lane_speed {
	const char *name;	/* as sysfs appends it to a number */
	int rate;		/* of one lane, in units of 100 Mbit/s */
} lane_speeds[] = {
	{ " SDR",	  25 },
	{ " DDR",	  50 },
	{ " QDR",	 100 },
	{ " FDR10",	 100 },
	{ " FDR",	 140 },
	{ " EDR",	 250 },
	{ " HDR",	 500 },
	{ " NDR",	1000 },
	{ " XDR",	2000 },
};

/* A speed that is none, or several at once, counts as the slowest. */
static const struct lane_speed *lane_speed_find(u32 active_speed)
{
	u32 bit = is_power_of_2(active_speed) ? ilog2(active_speed) : 0;

	return &lane_speeds[bit < ARRAY_SIZE(lane_speeds) ? bit : 0];
}

/**
 * ib_port_attr_to_speed_info() - name and compute the speed of a link
 * @attr: what ib_query_port() said; active_speed and active_width count
 * @speed_info: gets the name of the lanes' speed, with a space in front, and the
 *	rate of all lanes together in units of 100 Mbit/s
 *
 * An active_speed that is not one of &enum ib_port_speed is taken for SDR, since
 * ports that are down report anything.
 *
 * Context: Any context.
 * Return: 0, or -EINVAL when active_width is not one of &enum ib_port_width; the
 * rate is negative then.
 */
int ib_port_attr_to_speed_info(struct ib_port_attr *attr,
			       struct ib_port_speed_info *speed_info)
{
	const struct lane_speed *lane = lane_speed_find(attr->active_speed);
	int lanes = ib_width_enum_to_int(attr->active_width);

	speed_info->str = lane->name;
	speed_info->rate = lane->rate * lanes;
	return lanes < 0 ? -EINVAL : 0;
}
EXPORT_SYMBOL(ib_port_attr_to_speed_info);

/* What a netdev of up to this many Mbit/s counts as when it cannot tell its lanes. */
static const struct eth_guess {
	u32 up_to;
	u16 speed;
	u8 width;
} eth_guesses[] = {
	{ SPEED_1000,	IB_SPEED_SDR,	IB_WIDTH_1X },
	{ SPEED_10000,	IB_SPEED_FDR10,	IB_WIDTH_1X },
	{ SPEED_20000,	IB_SPEED_DDR,	IB_WIDTH_4X },
	{ SPEED_25000,	IB_SPEED_EDR,	IB_WIDTH_1X },
	{ SPEED_40000,	IB_SPEED_FDR10,	IB_WIDTH_4X },
	{ SPEED_50000,	IB_SPEED_EDR,	IB_WIDTH_2X },
	{ SPEED_100000,	IB_SPEED_EDR,	IB_WIDTH_4X },
	{ SPEED_200000,	IB_SPEED_HDR,	IB_WIDTH_4X },
	{ U32_MAX,	IB_SPEED_NDR,	IB_WIDTH_4X },
};

static void eth_guess_speed(u32 mbps, u16 *speed, u8 *width)
{
	const struct eth_guess *guess = eth_guesses;

	while (mbps > guess->up_to)
		guess++;
	*speed = guess->speed;
	*width = guess->width;
}

static u8 eth_lanes_to_width(u32 lanes)
{
	switch (lanes) {
	case 2:
		return IB_WIDTH_2X;
	case 4:
		return IB_WIDTH_4X;
	case 8:
		return IB_WIDTH_8X;
	case 12:
		return IB_WIDTH_12X;
	default:
		return IB_WIDTH_1X;
	}
}

static const struct eth_lane {
	u32 mbps;
	u16 speed;
} eth_lanes[] = {
	{ SPEED_5000,	IB_SPEED_DDR },
	{ SPEED_10000,	IB_SPEED_FDR10 },
	{ SPEED_14000,	IB_SPEED_FDR },
	{ SPEED_25000,	IB_SPEED_EDR },
	{ SPEED_50000,	IB_SPEED_HDR },
	{ SPEED_100000,	IB_SPEED_NDR },
};

static u16 eth_lane_to_speed(u32 mbps)
{
	for (u32 i = 0; i < ARRAY_SIZE(eth_lanes); i++)
		if (eth_lanes[i].mbps == mbps)
			return eth_lanes[i].speed;
	return IB_SPEED_SDR;
}

/* Asks the driver of the netdev; one that does not know its speed has 1 Gbit/s. */
static int eth_query_link(struct net_device *netdev, struct ethtool_link_ksettings *link)
{
	int ret;

	ASSERT_RTNL();
	if (READ_ONCE(netdev->reg_state) != NETREG_REGISTERED)
		return -ENODEV;
	ret = __ethtool_get_link_ksettings(netdev, link);
	if (ret && net_ratelimit())
		netdev_warn(netdev, "speed is unknown (%d), taken for 1 Gbit/s\n", ret);
	if (ret || link->base.speed == (u32)SPEED_UNKNOWN)
		link->base.speed = SPEED_1000;
	return 0;
}

/**
 * ib_get_eth_speed() - translate the speed of a port's netdev
 * @dev: the device
 * @port_num: an Ethernet port of it, counted from 1
 * @speed: gets a value of &enum ib_port_speed
 * @width: gets a value of &enum ib_port_width
 *
 * For the query_port() of drivers whose ports are Ethernet. Where the netdev
 * tells its lanes, width and speed of a lane follow from them; else the nearest
 * combination is chosen that is not slower. A netdev that does not know its
 * speed is taken for 1 Gbit/s.
 *
 * Context: Process context; may sleep. Takes and releases the RTNL.
 * Return:
 * * 0: @speed and @width are set
 * * %-EINVAL: the port is not an Ethernet one
 * * %-ENODEV: the port has no netdev, or it is going away
 */
int ib_get_eth_speed(struct ib_device *dev, u32 port_num, u16 *speed, u8 *width)
{
	struct ethtool_link_ksettings link = {};
	int ret;

	if (rdma_port_get_link_layer(dev, port_num) != IB_LINK_LAYER_ETHERNET)
		return -EINVAL;

	struct net_device *netdev __free(dev_put) = ib_device_get_netdev(dev, port_num);
	if (!netdev)
		return -ENODEV;

	rtnl_lock();
	ret = eth_query_link(netdev, &link);
	rtnl_unlock();
	if (ret)
		return ret;

	if (!link.lanes) {
		eth_guess_speed(link.base.speed, speed, width);
		return 0;
	}
	*width = eth_lanes_to_width(link.lanes);
	*speed = eth_lane_to_speed(link.base.speed / link.lanes);
	return 0;
}
EXPORT_SYMBOL(ib_get_eth_speed);
