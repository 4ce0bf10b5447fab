/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rates: how fast a link is, and how fast a path may send.
 *
 * A link's rate is its width (lanes) times the speed of a lane. A path's static rate
 * is one of a list that the wire encodes in 6 bits.
 */
#ifndef _RDMA_VERBS_RATE_H
#define _RDMA_VERBS_RATE_H

#include <linux/compiler.h>
#include <linux/types.h>

struct ib_device;
struct ib_port_attr;

/**
 * enum ib_port_width - how many lanes a link has; one bit each, for masks
 * @IB_WIDTH_1X: 1 lane
 * @IB_WIDTH_2X: 2 lanes
 * @IB_WIDTH_4X: 4 lanes
 * @IB_WIDTH_8X: 8 lanes
 * @IB_WIDTH_12X: 12 lanes
 */
enum ib_port_width {
	IB_WIDTH_1X	= 1,
	IB_WIDTH_2X	= 16,
	IB_WIDTH_4X	= 2,
	IB_WIDTH_8X	= 4,
	IB_WIDTH_12X	= 8
};

/**
 * enum ib_port_speed - how fast a lane signals; one bit each, for masks
 * @IB_SPEED_SDR: 2.5 Gb/s
 * @IB_SPEED_DDR: 5 Gb/s
 * @IB_SPEED_QDR: 10 Gb/s
 * @IB_SPEED_FDR10: 10.3125 Gb/s, 64b/66b coded, so faster than QDR
 * @IB_SPEED_FDR: 14.0625 Gb/s
 * @IB_SPEED_EDR: 25.78125 Gb/s
 * @IB_SPEED_HDR: 50 Gb/s
 * @IB_SPEED_NDR: 100 Gb/s
 * @IB_SPEED_XDR: 200 Gb/s
 */
enum ib_port_speed {
	IB_SPEED_SDR	= 1,
	IB_SPEED_DDR	= 2,
	IB_SPEED_QDR	= 4,
	IB_SPEED_FDR10	= 8,
	IB_SPEED_FDR	= 16,
	IB_SPEED_EDR	= 32,
	IB_SPEED_HDR	= 64,
	IB_SPEED_NDR	= 128,
	IB_SPEED_XDR	= 256,
};

/**
 * enum ib_rate - a path's static rate, by its code on the wire
 * @IB_RATE_PORT_CURRENT: as fast as the port is
 * @IB_RATE_2_5_GBPS: 2.5 Gb/s
 * @IB_RATE_5_GBPS: 5 Gb/s
 * @IB_RATE_10_GBPS: 10 Gb/s
 * @IB_RATE_20_GBPS: 20 Gb/s
 * @IB_RATE_30_GBPS: 30 Gb/s
 * @IB_RATE_40_GBPS: 40 Gb/s
 * @IB_RATE_60_GBPS: 60 Gb/s
 * @IB_RATE_80_GBPS: 80 Gb/s
 * @IB_RATE_120_GBPS: 120 Gb/s
 * @IB_RATE_14_GBPS: 14.0625 Gb/s, one lane of FDR
 * @IB_RATE_56_GBPS: 56.25 Gb/s
 * @IB_RATE_112_GBPS: 112.5 Gb/s
 * @IB_RATE_168_GBPS: 168.75 Gb/s
 * @IB_RATE_25_GBPS: 25.78125 Gb/s, one lane of EDR
 * @IB_RATE_100_GBPS: 103.125 Gb/s
 * @IB_RATE_200_GBPS: 206.25 Gb/s
 * @IB_RATE_300_GBPS: 309.375 Gb/s
 * @IB_RATE_28_GBPS: 28.125 Gb/s, two lanes of FDR
 * @IB_RATE_50_GBPS: 53.125 Gb/s, one lane of HDR
 * @IB_RATE_400_GBPS: 425 Gb/s
 * @IB_RATE_600_GBPS: 637.5 Gb/s
 * @IB_RATE_800_GBPS: 850 Gb/s
 * @IB_RATE_1600_GBPS: 1700 Gb/s
 */
enum ib_rate {
	IB_RATE_PORT_CURRENT = 0,
	IB_RATE_2_5_GBPS = 2,
	IB_RATE_5_GBPS   = 5,
	IB_RATE_10_GBPS  = 3,
	IB_RATE_20_GBPS  = 6,
	IB_RATE_30_GBPS  = 4,
	IB_RATE_40_GBPS  = 7,
	IB_RATE_60_GBPS  = 8,
	IB_RATE_80_GBPS  = 9,
	IB_RATE_120_GBPS = 10,
	IB_RATE_14_GBPS  = 11,
	IB_RATE_56_GBPS  = 12,
	IB_RATE_112_GBPS = 13,
	IB_RATE_168_GBPS = 14,
	IB_RATE_25_GBPS  = 15,
	IB_RATE_100_GBPS = 16,
	IB_RATE_200_GBPS = 17,
	IB_RATE_300_GBPS = 18,
	IB_RATE_28_GBPS  = 19,
	IB_RATE_50_GBPS  = 20,
	IB_RATE_400_GBPS = 21,
	IB_RATE_600_GBPS = 22,
	IB_RATE_800_GBPS = 23,
	IB_RATE_1600_GBPS = 25,
};

/**
 * struct ib_port_speed_info - a link's rate, for people
 * @str: name of the signalling speed with a space in front, such as " EDR"; a constant
 * @rate: the link's rate, in tenths of a Gb/s
 */
struct ib_port_speed_info {
	const char *str;
	int rate;
};

/**
 * ib_width_enum_to_int() - decode a link's width
 * @width: the code, one bit of &enum ib_port_width
 *
 * Context: Any.
 * Return: how many lanes that is, or -1 if @width is not exactly one known bit.
 */
static inline int ib_width_enum_to_int(enum ib_port_width width)
{
	switch (width) {
	case IB_WIDTH_1X:
		return 1;
	case IB_WIDTH_2X:
		return 2;
	case IB_WIDTH_4X:
		return 4;
	case IB_WIDTH_8X:
		return 8;
	case IB_WIDTH_12X:
		return 12;
	}
	return -1;
}

/* A rate in units of 2.5 Gb/s, the way back, and in Mb/s; -1 for no such rate. */
__attribute_const__ int ib_rate_to_mult(enum ib_rate rate);
__attribute_const__ enum ib_rate mult_to_ib_rate(int mult);
__attribute_const__ int ib_rate_to_mbps(enum ib_rate rate);

/* The name and the rate of a link, from its active_speed and active_width. */
int ib_port_attr_to_speed_info(struct ib_port_attr *attr,
			       struct ib_port_speed_info *speed_info);

/* Speed and width of a port that comes closest to what its netdev reports. */
int ib_get_eth_speed(struct ib_device *dev, u32 port_num, u16 *speed,
		     u8 *width);

#endif /* _RDMA_VERBS_RATE_H */
