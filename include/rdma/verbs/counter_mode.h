/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the QPs of a port are bound to hardware counters. The counters themselves are in
 * <rdma/rdma_counter.h>.
 */
#ifndef _RDMA_VERBS_COUNTER_MODE_H
#define _RDMA_VERBS_COUNTER_MODE_H

#include <linux/mutex.h>
#include <linux/types.h>
#include <uapi/rdma/rdma_netlink.h>

struct rdma_hw_stats;

/**
 * struct auto_mode_param - what QPs that share a counter have in common, as the mask tells
 * @qp_type: their type
 */
struct auto_mode_param {
	int qp_type;
};

/**
 * struct rdma_counter_mode - how QPs find their counter
 * @mode: by themselves, by hand, or not at all
 * @mask: in automatic mode, what must be equal
 * @param: in automatic mode, the values of a counter
 * @bind_opcnt: optional counters are bound as well
 */
struct rdma_counter_mode {
	enum rdma_nl_counter_mode mode;
	enum rdma_nl_counter_mask mask;
	struct auto_mode_param param;
	bool bind_opcnt;
};

/**
 * struct rdma_port_counter - counters of a port
 * @mode: how new QPs find theirs; under @lock
 * @hstats: what counters that are gone had counted, or NULL if the device has none; under @lock
 * @num_counters: how many counters there are; under @lock
 * @lock: protects the other members
 */
struct rdma_port_counter {
	struct rdma_counter_mode mode;
	struct rdma_hw_stats *hstats;
	unsigned int num_counters;
	struct mutex lock;	/* all of it */
};

#endif /* _RDMA_VERBS_COUNTER_MODE_H */
