/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hardware statistics: named 64-bit counters of a device, a port or an object, which
 * sysfs and the rdma tool show.
 */
#ifndef _RDMA_VERBS_HW_STATS_H
#define _RDMA_VERBS_HW_STATS_H

#include <linux/bits.h>
#include <linux/mutex.h>
#include <linux/types.h>

/**
 * enum ib_stat_flag - properties of a counter
 * @IB_STAT_FLAG_OPTIONAL: off until somebody turns it on
 */
enum ib_stat_flag {
	IB_STAT_FLAG_OPTIONAL = BIT(0),
};

/**
 * struct rdma_stat_desc - what is known of a counter beforehand
 * @name: its name, also that of its file in sysfs
 * @flags: a mask of &enum ib_stat_flag
 * @priv: the driver's own
 */
struct rdma_stat_desc {
	const char *name;
	unsigned int flags;
	const void *priv;
};

/**
 * struct rdma_hw_stats - a set of counters and their last values
 * @lock: guards @timestamp, @lifespan, @is_disabled and @value, which on 32-bit machines
 *        cannot be read in one go
 * @timestamp: when @value was last filled in, in jiffies
 * @lifespan: how long @value is good for before the driver is asked again, in jiffies
 * @descs: what is counted, @num_counters of them; the array must outlive this struct
 * @is_disabled: a bit for each counter, set while it is turned off
 * @num_counters: how many counters there are; never changes
 * @value: their values, which the driver's get_hw_stats fills in
 */
struct rdma_hw_stats {
	struct mutex	lock;		/* guards what is not constant */
	unsigned long	timestamp;
	unsigned long	lifespan;
	const struct rdma_stat_desc *descs;
	unsigned long	*is_disabled;
	int		num_counters;
	u64		value[] __counted_by(num_counters);
};

/* The lifespan that most sets have, in milliseconds. */
#define RDMA_HW_STATS_DEFAULT_LIFESPAN 10

/* A set for @descs, @lifespan in milliseconds, NULL if out of memory; and its end. */
struct rdma_hw_stats *
rdma_alloc_hw_stats_struct(const struct rdma_stat_desc *descs, int num_counters,
			   unsigned long lifespan);
void rdma_free_hw_stats_struct(struct rdma_hw_stats *stats);

#endif /* _RDMA_VERBS_HW_STATS_H */
