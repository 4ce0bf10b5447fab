/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The verbs: the API between the RDMA core and all that use it, in both directions.
 *
 * This header only gathers the parts. A file that includes it gets everything; a header
 * that needs one object does better with the part itself, each of which compiles alone.
 *
 * Objects, which know of struct ib_device no more than its name:
 *
 *	gid.h port.h rate.h mtu.h packet.h	ports: their names, state, speed and wire
 *	pd.h					protection and XRC domains
 *	mr.h dm.h				memory regions and windows, device memory
 *	cq.h wc.h comp_cntr.h			completions, and where they are found
 *	qp.h qp_init.h qp_attr.h		queue pairs, how to make and change one
 *	qp_security.h				who may use which P_Key
 *	srq.h wq.h				receive queues: shared, and spread over
 *	ah.h ah_attr.h				paths and address handles
 *	wr.h					work requests
 *	mcast.h					which groups a QP receives
 *	flow.h flow_spec.h flow_action.h	which other packets it receives
 *	counters.h hw_stats.h			what is counted
 *	event.h					what happens unasked
 *	udata.h uobject.h mmap.h		what user space holds
 *
 * The device, which embeds a table of operations that speaks of all the objects:
 *
 *	objsize.h ops_types.h ops.h		what a driver implements
 *	devattr.h counter_mode.h portdata.h	what it can do, and what is known of its ports
 *	device.h register.h			the device itself, and its life
 *	client.h				who wants to know of devices
 *	netdev.h				network interfaces on and under a device
 *	print.h					messages that name the device
 *
 * What needs both:
 *
 *	caps.h mgmt_caps.h			what a port can do
 *	dma.h					mapping memory for a device
 *	post.h					posting and polling
 *
 * A part includes only parts of its own group or of one above.
 */
#ifndef IB_VERBS_H
#define IB_VERBS_H

#include <linux/atomic.h>
#include <linux/bvec.h>
#include <linux/cgroup_rdma.h>
#include <linux/device.h>
#include <linux/dim.h>
#include <linux/dma-buf.h>
#include <linux/dma-mapping.h>
#include <linux/ethtool.h>
#include <linux/if_link.h>
#include <linux/irq_poll.h>
#include <linux/irqflags.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mmu_notifier.h>
#include <linux/netdevice.h>
#include <linux/pci-tph.h>
#include <linux/preempt.h>
#include <linux/refcount.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/types.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>
#include <net/ip.h>
#include <net/ipv6.h>
#include <uapi/linux/if_ether.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>
#include <uapi/rdma/ib_user_verbs.h>
#include <uapi/rdma/rdma_user_ioctl.h>
#include <rdma/frmr_pools.h>
#include <rdma/restrack.h>
#include <rdma/signature.h>

#include <rdma/verbs/ah.h>
#include <rdma/verbs/ah_attr.h>
#include <rdma/verbs/caps.h>
#include <rdma/verbs/client.h>
#include <rdma/verbs/comp_cntr.h>
#include <rdma/verbs/counters.h>
#include <rdma/verbs/counter_mode.h>
#include <rdma/verbs/cq.h>
#include <rdma/verbs/devattr.h>
#include <rdma/verbs/device.h>
#include <rdma/verbs/dm.h>
#include <rdma/verbs/dma.h>
#include <rdma/verbs/event.h>
#include <rdma/verbs/flow.h>
#include <rdma/verbs/flow_action.h>
#include <rdma/verbs/flow_spec.h>
#include <rdma/verbs/gid.h>
#include <rdma/verbs/hw_stats.h>
#include <rdma/verbs/mcast.h>
#include <rdma/verbs/mgmt_caps.h>
#include <rdma/verbs/mmap.h>
#include <rdma/verbs/mr.h>
#include <rdma/verbs/mtu.h>
#include <rdma/verbs/netdev.h>
#include <rdma/verbs/objsize.h>
#include <rdma/verbs/ops.h>
#include <rdma/verbs/ops_types.h>
#include <rdma/verbs/packet.h>
#include <rdma/verbs/pd.h>
#include <rdma/verbs/port.h>
#include <rdma/verbs/portdata.h>
#include <rdma/verbs/post.h>
#include <rdma/verbs/print.h>
#include <rdma/verbs/qp.h>
#include <rdma/verbs/qp_attr.h>
#include <rdma/verbs/qp_init.h>
#include <rdma/verbs/qp_security.h>
#include <rdma/verbs/rate.h>
#include <rdma/verbs/register.h>
#include <rdma/verbs/srq.h>
#include <rdma/verbs/udata.h>
#include <rdma/verbs/uobject.h>
#include <rdma/verbs/wc.h>
#include <rdma/verbs/wq.h>
#include <rdma/verbs/wr.h>

/* Last, since it includes <rdma/rdma_netlink.h>, which includes this header. */
#include <rdma/rdma_counter.h>

#endif /* IB_VERBS_H */
