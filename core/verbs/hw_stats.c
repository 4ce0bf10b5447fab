// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hardware statistics: the memory in which a driver hands its counters over.
 *
 * A driver allocates one of these in its alloc_hw_*_stats() and the core, which
 * shows the values in sysfs and by netlink, frees it with the device, the port or
 * the counter that it belongs to.
 */
#include <linux/bitmap.h>
#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/jiffies.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <rdma/ib_verbs.h>

/**
 * rdma_free_hw_stats_struct() - free what rdma_alloc_hw_stats_struct() made
 * @stats: the statistics; NULL is fine
 *
 * The descriptions are the driver's and stay.
 *
 * Context: Any context in which nobody else can find @stats any more.
 */
void rdma_free_hw_stats_struct(struct rdma_hw_stats *stats)
{
	if (!stats)
		return;
	bitmap_free(stats->is_disabled);
	kfree(stats);
}
EXPORT_SYMBOL(rdma_free_hw_stats_struct);

DEFINE_FREE(hw_stats, struct rdma_hw_stats *, rdma_free_hw_stats_struct(_T))

/**
 * rdma_alloc_hw_stats_struct() - make room for a set of counters
 * @descs: name and flags of each counter; must stay as long as the statistics do
 * @num_counters: how many there are
 * @lifespan: for how many milliseconds values are good before the driver is
 *	asked again; %RDMA_HW_STATS_DEFAULT_LIFESPAN is a good choice
 *
 * All values are 0 and all counters are enabled, the optional ones too: a
 * driver that wants these off at the start sets their bits in
 * &rdma_hw_stats->is_disabled.
 *
 * Context: Process context; may sleep.
 * Return: the statistics, to be freed with rdma_free_hw_stats_struct(), or NULL
 * when there is no memory or @num_counters is negative.
 */
struct rdma_hw_stats *rdma_alloc_hw_stats_struct(const struct rdma_stat_desc *descs,
						 int num_counters, unsigned long lifespan)
{
	if (num_counters < 0)
		return NULL;

	struct rdma_hw_stats *stats __free(hw_stats) =
		kzalloc_flex(*stats, value, num_counters);
	if (!stats)
		return NULL;
	stats->is_disabled = bitmap_zalloc(num_counters, GFP_KERNEL);
	if (!stats->is_disabled)
		return NULL;

	mutex_init(&stats->lock);
	stats->lifespan = msecs_to_jiffies(lifespan);
	stats->descs = descs;
	stats->num_counters = num_counters;
	return_ptr(stats);
}
EXPORT_SYMBOL(rdma_alloc_hw_stats_struct);
