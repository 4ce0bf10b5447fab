// SPDX-License-Identifier: GPL-2.0-only
/*
 * Row: a device comes and goes.
 */
#include "bench.h"

static int device_cycle(struct bench *b)
{
	struct ib_device *dev = null_create();

	if (IS_ERR(dev))
		return PTR_ERR(dev);
	null_destroy(dev);
	return 0;
}

const struct bench_row device_rows[] = {
	{
		.name = "device register+unregister", .loops = 16, .sleeps = true, .idles = true,
		.op = device_cycle,
	},
	{}
};
