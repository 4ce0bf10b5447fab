/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters: objects that user space binds to steering rules to count what they match.
 */
#ifndef _RDMA_VERBS_COUNTERS_H
#define _RDMA_VERBS_COUNTERS_H

#include <linux/atomic.h>
#include <linux/types.h>

struct ib_device;
struct ib_uobject;

/**
 * enum ib_counters_description - what a counter can count
 * @IB_COUNTER_PACKETS: packets
 * @IB_COUNTER_BYTES: bytes
 */
enum ib_counters_description {
	IB_COUNTER_PACKETS,
	IB_COUNTER_BYTES,
};

/**
 * struct ib_counters - a set of counters
 * @device: the device that counts; never changes
 * @uobject: user space's handle of it
 * @usecnt: what it is bound to; it cannot be destroyed until that is gone
 */
struct ib_counters {
	struct ib_device	*device;
	struct ib_uobject	*uobject;
	atomic_t		usecnt;
};

/**
 * struct ib_counters_read_attr - how a set of counters is to be read
 * @counters_buff: where the numbers go
 * @ncounters: how many of them fit
 * @flags: enum ib_uverbs_read_counters_flags
 */
struct ib_counters_read_attr {
	u64	*counters_buff;
	u32	ncounters;
	u32	flags;
};

#endif /* _RDMA_VERBS_COUNTERS_H */
