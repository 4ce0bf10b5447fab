/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The RDMA device: made by a driver, registered with the core, found by clients.
 *
 * The driver allocates it inside a struct of its own, sets its operations and registers it
 * (<rdma/verbs/register.h>). It is then published to clients, user space and netlink until it
 * is unregistered, which waits for all who got hold of it by ib_device_try_get(). The memory
 * stays until the last reference to its struct device is put.
 */
#ifndef _RDMA_VERBS_DEVICE_H
#define _RDMA_VERBS_DEVICE_H

#include <linux/cgroup_rdma.h>
#include <linux/completion.h>
#include <linux/container_of.h>
#include <linux/device.h>
#include <linux/if.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/workqueue.h>
#include <linux/xarray.h>
#include <net/net_namespace.h>
#include <rdma/verbs/cq.h>
#include <rdma/verbs/devattr.h>
#include <rdma/verbs/ops.h>

struct hw_stats_device_data;
struct ib_device;
struct ib_frmr_pools;
struct ib_port_data;
struct rdma_link_ops;
struct rdma_restrack_root;
struct uapi_definition;

/* For work of the core and its clients; for completions, bound to a processor and not. */
extern struct workqueue_struct *ib_wq;
extern struct workqueue_struct *ib_comp_wq;
extern struct workqueue_struct *ib_comp_unbound_wq;

/**
 * enum rdma_transport_type - the transport of a device
 * @RDMA_TRANSPORT_IB: InfiniBand's, RoCE included
 * @RDMA_TRANSPORT_IWARP: iWARP
 * @RDMA_TRANSPORT_USNIC: usNIC on Ethernet
 * @RDMA_TRANSPORT_USNIC_UDP: usNIC on UDP
 * @RDMA_TRANSPORT_UNSPECIFIED: none of these
 */
enum rdma_transport_type {
	RDMA_TRANSPORT_IB,
	RDMA_TRANSPORT_IWARP,
	RDMA_TRANSPORT_USNIC,
	RDMA_TRANSPORT_USNIC_UDP,
	RDMA_TRANSPORT_UNSPECIFIED,
};

/**
 * enum rdma_protocol_type - the protocol of a port, for counters
 * @RDMA_PROTOCOL_IB: InfiniBand
 * @RDMA_PROTOCOL_IBOE: RoCE
 * @RDMA_PROTOCOL_IWARP: iWARP
 * @RDMA_PROTOCOL_USNIC_UDP: usNIC on UDP
 */
enum rdma_protocol_type {
	RDMA_PROTOCOL_IB,
	RDMA_PROTOCOL_IBOE,
	RDMA_PROTOCOL_IWARP,
	RDMA_PROTOCOL_USNIC_UDP
};

__attribute_const__ enum rdma_transport_type rdma_node_get_transport(unsigned int node_type);

/**
 * struct ib_core_device - what a device shows in one network namespace
 * @dev: its face in sysfs; must stay first, since ib_device shares it
 * @rdma_net: the namespace
 * @ports_kobj: folder of the ports
 * @port_list: the ports in that folder
 * @owner: the device
 */
struct ib_core_device {
	struct device dev;
	possible_net_t rdma_net;
	struct kobject *ports_kobj;
	struct list_head port_list;
	struct ib_device *owner;
};

/**
 * struct ib_device - an RDMA device
 * @dma_device: who does the DMA; use ib_dma_*() instead. NULL: addresses are kernel pointers
 * @ops: the driver's operations; never change once registered
 * @name: its name; changes under the core's devices_rwsem
 * @rcu_head: lookups may outlive the last reference
 * @event_handler_list: struct ib_event_handler; under @event_handler_rwsem
 * @event_handler_rwsem: protects @event_handler_list
 * @qp_open_list_lock: protects the list of openings of a shared QP, and calls of its event handlers
 * @client_data_rwsem: protects the marks of @client_data; held while a client is called
 * @client_data: what each client keeps for the device, by client_id
 * @unregistration_lock: one unregistration at a time
 * @cache_lock: protects ib_port_data::cache
 * @port_data: the ports, by number; never changes once registered
 * @num_comp_vectors: completion vectors to choose from
 * @dev: its face in sysfs, in the namespace it belongs to
 * @coredev: the same, with the rest of what is shown
 * @groups: attributes: the core's, the driver's, the statistics', NULL
 * @hw_stats_attr_index: where in @groups the statistics stand
 * @uverbs_cmd_mask: bit n is set if user space may use write command n
 * @node_desc: description, by which an administrator knows the node
 * @node_guid: GUID of the node
 * @local_dma_lkey: lkey of all local memory, with IBK_LOCAL_DMA_LKEY
 * @is_switch: is an InfiniBand switch: its one port is port 0
 * @kverbs_provider: has all operations that kernel clients need; the core's
 * @use_cq_dim: CQs of kernel users moderate themselves
 * @cc_dma_bounce: is in a confidential guest, where DMA needs bounce buffers; the core's
 * @node_type: RDMA_NODE_*
 * @phys_port_cnt: how many ports
 * @attrs: capabilities and limits; never change once registered
 * @hw_stats_data: the statistics in sysfs
 * @cg_device: what control groups may use of it
 * @index: number that netlink knows it by; never changes once registered
 * @cq_pools_lock: protects @cq_pools
 * @cq_pools: shared CQs, by polling context
 * @res: its resources, by type
 * @driver_def: the driver's additions to what user space can call
 * @refcount: users that keep it registered, 0 unless it is
 * @unreg_completion: completed when @refcount drops to 0
 * @unregistration_work: ib_unregister_device_queued()
 * @link_ops: how netlink makes and removes devices of this driver
 * @compat_devs_mutex: protects changes of @compat_devs
 * @compat_devs: struct ib_core_device of the other namespaces
 * @iw_ifname: name of the network device, for the iWARP port mapper
 * @iw_driver_flags: IW_F_*
 * @lag_flags: enum rdma_lag_flags
 * @subdev_lock: protects @subdev_list_head
 * @subdev_list_head: the devices below it
 * @type: what kind of device below @parent it is
 * @parent: the device above it, or NULL
 * @subdev_list: link in the list of @parent
 * @name_assign_type: who chose the name
 * @frmr_pools: reusable MRs for user memory
 */
struct ib_device {
	struct device *dma_device;
	struct ib_device_ops ops;
	char name[IB_DEVICE_NAME_MAX];
	struct rcu_head rcu_head;

	struct list_head event_handler_list;
	struct rw_semaphore event_handler_rwsem;

	spinlock_t qp_open_list_lock;	/* ib_qp::open_list */

	struct rw_semaphore client_data_rwsem;
	struct xarray client_data;
	struct mutex unregistration_lock;	/* unregistering */

	rwlock_t cache_lock;
	struct ib_port_data *port_data;

	int num_comp_vectors;

	union {
		struct device dev;
		struct ib_core_device coredev;
	};

	const struct attribute_group *groups[4];
	u8 hw_stats_attr_index;

	u64 uverbs_cmd_mask;

	char node_desc[IB_DEVICE_NODE_DESC_MAX];
	__be64 node_guid;
	u32 local_dma_lkey;
	u16 is_switch:1;
	u16 kverbs_provider:1;
	u16 use_cq_dim:1;
	u16 cc_dma_bounce:1;
	u8 node_type;
	u32 phys_port_cnt;
	struct ib_device_attr attrs;
	struct hw_stats_device_data *hw_stats_data;

#ifdef CONFIG_CGROUP_RDMA
	struct rdmacg_device cg_device;
#endif

	u32 index;

	spinlock_t cq_pools_lock;	/* @cq_pools */
	struct list_head cq_pools[IB_POLL_LAST_POOL_TYPE + 1];

	struct rdma_restrack_root *res;

	const struct uapi_definition *driver_def;

	refcount_t refcount;
	struct completion unreg_completion;
	struct work_struct unregistration_work;

	const struct rdma_link_ops *link_ops;

	struct mutex compat_devs_mutex;	/* @compat_devs */
	struct xarray compat_devs;

	char iw_ifname[IFNAMSIZ];
	u32 iw_driver_flags;
	u32 lag_flags;

	struct mutex subdev_lock;	/* @subdev_list_head */
	struct list_head subdev_list_head;

	enum rdma_nl_dev_type type;
	struct ib_device *parent;
	struct list_head subdev_list;

	enum rdma_nl_name_assign_type name_assign_type;

	struct ib_frmr_pools *frmr_pools;
};

/**
 * ib_device_put() - let a device be unregistered again
 * @device: the device, kept by ib_device_try_get() or a function that finds devices
 *
 * Context: Any context.
 */
void ib_device_put(struct ib_device *device);

/**
 * ib_get_device_fw_str() - the version of a device's firmware, as text
 * @device: the device
 * @str: %IB_FW_VERSION_NAME_MAX bytes for it; an empty string if the driver does not tell
 *
 * Context: Process context; may sleep.
 */
void ib_get_device_fw_str(struct ib_device *device, char *str);

/**
 * ib_modify_device() - change what a device calls itself
 * @device: the device
 * @device_modify_mask: which values to change, a mask of &enum ib_device_modify_flags
 * @device_modify: the new values
 *
 * Context: Process context; may sleep.
 * Return: 0, %-EOPNOTSUPP if the driver cannot, or an errno of the driver.
 */
int ib_modify_device(struct ib_device *device, int device_modify_mask,
		     struct ib_device_modify *device_modify);

int ib_set_vf_link_state(struct ib_device *device, int vf, u32 port, int state);
int ib_get_vf_config(struct ib_device *device, int vf, u32 port, struct ifla_vf_info *info);
int ib_get_vf_stats(struct ib_device *device, int vf, u32 port, struct ifla_vf_stats *stats);
int ib_get_vf_guid(struct ib_device *device, int vf, u32 port, struct ifla_vf_guid *node_guid,
		   struct ifla_vf_guid *port_guid);
int ib_set_vf_guid(struct ib_device *device, int vf, u32 port, u64 guid, int type);

/**
 * rdma_dev_access_netns() - is a device to be seen in a network namespace?
 * @device: the device
 * @net: the namespace
 *
 * Context: Any context.
 * Return: true if it belongs there, or if all devices are shared (module parameter
 * netns_mode).
 */
bool rdma_dev_access_netns(const struct ib_device *device, const struct net *net);

/**
 * rdma_dev_has_raw_cap() - may this process send what it likes from a device?
 * @dev: the device
 *
 * Context: Process context.
 * Return: true with CAP_NET_RAW in the user namespace that owns the network namespace of the
 * device, or the first one if all devices are shared.
 */
bool rdma_dev_has_raw_cap(const struct ib_device *dev);

/**
 * rdma_zalloc_obj() - allocate zeroed memory for an object of a device
 * @dev: the device
 * @size: bytes
 * @gfp: how to allocate
 * @is_numa_aware: take it from the node that ops.get_numa_node names, if there is one
 *
 * Context: As @gfp says.
 * Return: the memory, to be freed with kfree(), or NULL.
 */
static inline void *rdma_zalloc_obj(struct ib_device *dev, size_t size, gfp_t gfp,
				    bool is_numa_aware)
{
	int (*get_node)(struct ib_device *dev) = is_numa_aware ? dev->ops.get_numa_node : NULL;

	return get_node ? kzalloc_node(size, gfp, get_node(dev)) : kzalloc(size, gfp);
}

/**
 * ib_device_try_get() - keep a device registered
 * @dev: the device, whose memory the caller knows to be there
 *
 * Unregistration waits until ib_device_put(). Who only needs the memory uses get_device().
 *
 * Context: Any context.
 * Return: true if the device is registered, and stays so.
 */
static inline bool ib_device_try_get(struct ib_device *dev)
{
	return refcount_inc_not_zero(&dev->refcount);
}

/**
 * rdma_device_to_ibdev() - the RDMA device that a struct device belongs to
 * @device: the face of an RDMA device in any network namespace
 *
 * Return: the RDMA device.
 */
static inline struct ib_device *rdma_device_to_ibdev(struct device *device)
{
	return container_of(device, struct ib_core_device, dev)->owner;
}

/**
 * rdma_device_to_drv_device() - the driver's struct that a struct device belongs to
 * @dev: the face of an RDMA device in any network namespace
 * @drv_dev_struct: type of the driver's struct
 * @ibdev_member: its struct ib_device
 *
 * For the attributes in sysfs of drivers with ops.device_group; nothing new should need it.
 *
 * Return: the driver's struct.
 */
#define rdma_device_to_drv_device(dev, drv_dev_struct, ibdev_member)			\
	container_of(rdma_device_to_ibdev(dev), drv_dev_struct, ibdev_member)

/**
 * ibdev_to_node() - the NUMA node that a device is at
 * @ibdev: the device
 *
 * Return: the node of the device that it sits on, or NUMA_NO_NODE.
 */
static inline int ibdev_to_node(struct ib_device *ibdev)
{
	return ibdev->dev.parent ? dev_to_node(ibdev->dev.parent) : NUMA_NO_NODE;
}

/**
 * rdma_dev_net() - the network namespace that a device belongs to
 * @device: the device
 *
 * Return: the namespace, without a reference.
 */
static inline struct net *rdma_dev_net(struct ib_device *device)
{
	return read_pnet(&device->coredev.rdma_net);
}

/**
 * ib_mark_name_assigned_by_user() - note that the name of a device is its user's choice
 * @ibdev: the device, not yet registered
 */
static inline void ib_mark_name_assigned_by_user(struct ib_device *ibdev)
{
	ibdev->name_assign_type = RDMA_NAME_ASSIGN_TYPE_USER;
}

#endif /* _RDMA_VERBS_DEVICE_H */
