/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Hardware counters that count for some QPs instead of for the whole port.
 *
 * A port may bind each new QP to a counter by itself (automatic mode), or leave it to the
 * administrator ("rdma statistic qp bind"). What a counter had counted is added to the
 * port's when it goes.
 */
#ifndef _RDMA_COUNTER_H_
#define _RDMA_COUNTER_H_

#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/pid_namespace.h>
#include <rdma/restrack.h>
#include <rdma/verbs/counter_mode.h>
#include <rdma/rdma_netlink.h>

struct ib_device;
struct ib_qp;
struct netlink_ext_ack;

/**
 * struct rdma_counter - a counter
 * @res: entry in the list of resources
 * @device: the device; never changes
 * @id: number that the driver gave it, 0 until it is bound
 * @kref: QPs bound to it
 * @mode: how it was bound
 * @lock: protects @stats, and binding
 * @stats: what it counted when it was last asked
 * @port: the port; never changes
 */
struct rdma_counter {
	struct rdma_restrack_entry res;
	struct ib_device *device;
	u32 id;
	struct kref kref;
	struct rdma_counter_mode mode;
	struct mutex lock;	/* @stats, binding */
	struct rdma_hw_stats *stats;
	u32 port;
};

void rdma_counter_init(struct ib_device *dev);
void rdma_counter_release(struct ib_device *dev);

int rdma_counter_set_auto_mode(struct ib_device *dev, u32 port, enum rdma_nl_counter_mask mask,
			       bool bind_opcnt, struct netlink_ext_ack *extack);
int rdma_counter_get_mode(struct ib_device *dev, u32 port, enum rdma_nl_counter_mode *mode,
			  enum rdma_nl_counter_mask *mask, bool *opcnt);

int rdma_counter_bind_qp_auto(struct ib_qp *qp, u32 port);
int rdma_counter_unbind_qp(struct ib_qp *qp, u32 port, bool force);
int rdma_counter_bind_qpn(struct ib_device *dev, u32 port, u32 qp_num, u32 counter_id);
int rdma_counter_bind_qpn_alloc(struct ib_device *dev, u32 port, u32 qp_num, u32 *counter_id);
int rdma_counter_unbind_qpn(struct ib_device *dev, u32 port, u32 qp_num, u32 counter_id);

int rdma_counter_query_stats(struct rdma_counter *counter);
u64 rdma_counter_get_hwstat_value(struct ib_device *dev, u32 port, u32 index);
int rdma_counter_modify(struct ib_device *dev, u32 port, unsigned int index, bool enable);

#endif /* _RDMA_COUNTER_H_ */
