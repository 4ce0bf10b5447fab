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

/**
 * rdma_counter_init() - set up the counters of a device's ports
 * @dev: the device, being registered
 *
 * Where the driver has no statistics of its ports, or no memory for them, there is nothing to
 * bind.
 *
 * Context: Process context; may sleep.
 */
void rdma_counter_init(struct ib_device *dev);

/**
 * rdma_counter_release() - undo rdma_counter_init()
 * @dev: the device; nothing is bound any more
 *
 * Context: Process context; may sleep.
 */
void rdma_counter_release(struct ib_device *dev);

/**
 * rdma_counter_set_auto_mode() - say which new QPs of a port share a counter
 * @dev: the device
 * @port: a port of it, counted from 1
 * @mask: what QPs must have in common; 0 ends the automatic mode
 * @bind_opcnt: bind the optional counters as well
 * @extack: gets a message for the user
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EOPNOTSUPP: the port has no statistics
 * * %-EINVAL: an unknown bit in @mask
 * * %-EBUSY: QPs are bound
 */
int rdma_counter_set_auto_mode(struct ib_device *dev, u32 port, enum rdma_nl_counter_mask mask,
			       bool bind_opcnt, struct netlink_ext_ack *extack);

/**
 * rdma_counter_get_mode() - how QPs of a port come to be bound
 * @dev: the device
 * @port: a port of it, counted from 1
 * @mode: set to the mode
 * @mask: set to what QPs must have in common
 * @opcnt: set to whether optional counters are bound as well
 *
 * Context: Process context.
 * Return: 0.
 */
int rdma_counter_get_mode(struct ib_device *dev, u32 port, enum rdma_nl_counter_mode *mode,
			  enum rdma_nl_counter_mask *mask, bool *opcnt);

/**
 * rdma_counter_bind_qp_auto() - bind a QP if its port is in the automatic mode
 * @qp: the QP; nothing happens for one of the kernel's
 * @port: its port
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EINVAL: there is no such port
 * * %-ENOMEM: no counter can be made
 * * another errno of the driver's counter_bind_qp
 */
int rdma_counter_bind_qp_auto(struct ib_qp *qp, u32 port);

/**
 * rdma_counter_unbind_qp() - put a QP back on the counters of its port
 * @qp: the QP
 * @port: its port
 * @force: the QP goes, so its counter is let go of even if the driver fails
 *
 * The last QP takes the counter with it; what that has counted stays in the port's sum.
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EINVAL: it is not bound
 * * %-EOPNOTSUPP: the driver cannot, unless @force
 * * another errno of the driver's counter_unbind_qp, unless @force
 */
int rdma_counter_unbind_qp(struct ib_qp *qp, u32 port, bool force);

/**
 * rdma_counter_bind_qpn() - bind a QP to a counter, both known by their numbers
 * @dev: the device
 * @port: a port of it, counted from 1
 * @qp_num: the QP
 * @counter_id: the counter
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-ENOENT: no such QP or counter
 * * %-EINVAL: the port is in the automatic mode, the QP is bound already, or the two do not
 *   belong together
 * * %-EOPNOTSUPP: the driver cannot
 * * another errno of the driver's counter_bind_qp
 */
int rdma_counter_bind_qpn(struct ib_device *dev, u32 port, u32 qp_num, u32 counter_id);

/**
 * rdma_counter_bind_qpn_alloc() - bind a QP to a new counter
 * @dev: the device
 * @port: the port, counted from 1
 * @qp_num: the QP
 * @counter_id: set to the counter's number, unless NULL
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-ENOENT: no such QP
 * * %-EINVAL: no such port, not the QP's, or in the automatic mode
 * * %-EOPNOTSUPP: the port has no statistics
 * * %-ENOMEM: no counter can be made
 */
int rdma_counter_bind_qpn_alloc(struct ib_device *dev, u32 port, u32 qp_num, u32 *counter_id);

/**
 * rdma_counter_unbind_qpn() - put a QP that was bound by number back on its port's counters
 * @dev: the device
 * @port: the port, counted from 1
 * @qp_num: the QP
 * @counter_id: the counter that it is bound to
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-ENOENT: no such QP
 * * %-EINVAL: no such port, or it is not bound there by hand
 * * another errno as from rdma_counter_unbind_qp()
 */
int rdma_counter_unbind_qpn(struct ib_device *dev, u32 port, u32 qp_num, u32 counter_id);

/**
 * rdma_counter_query_stats() - ask the driver what a counter has counted
 * @counter: the counter, whose statistics it fills in
 *
 * Context: Process context; may sleep.
 * Return: 0, %-EINVAL if the driver cannot tell, or an errno of its counter_update_stats.
 */
int rdma_counter_query_stats(struct rdma_counter *counter);

/**
 * rdma_counter_get_hwstat_value() - what all counters of a port have counted, past ones too
 * @dev: the device
 * @port: a port of it, counted from 1
 * @index: which of the port's statistics
 *
 * Context: Process context; may sleep.
 * Return: the sum, 0 where the port has no statistics.
 */
u64 rdma_counter_get_hwstat_value(struct ib_device *dev, u32 port, u32 index);

/**
 * rdma_counter_modify() - turn an optional statistic of a port on or off
 * @dev: the device
 * @port: a port of it, counted from 1
 * @index: which of the port's statistics
 * @enable: on
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EOPNOTSUPP: the driver cannot
 * * %-EINVAL: there is no such optional statistic
 * * another errno of the driver's modify_hw_stat
 */
int rdma_counter_modify(struct ib_device *dev, u32 port, unsigned int index, bool enable);

#endif /* _RDMA_COUNTER_H_ */
