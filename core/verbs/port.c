// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a port is made of, and what the driver does for it on behalf of others:
 * link layer, virtual functions, network devices.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/if_link.h>
#include <linux/netdevice.h>

#include <rdma/ib_verbs.h>

#include "verbs/verbs.h"

/**
 * rdma_node_get_transport() - the transport that a kind of node speaks
 * @node_type: enum rdma_node_type
 *
 * Context: Any context.
 * Return: the transport; %RDMA_TRANSPORT_IB for all that is not known.
 */
__attribute_const__ enum rdma_transport_type rdma_node_get_transport(unsigned int node_type)
{
	switch (node_type) {
	case RDMA_NODE_RNIC:
		return RDMA_TRANSPORT_IWARP;
	case RDMA_NODE_USNIC:
		return RDMA_TRANSPORT_USNIC;
	case RDMA_NODE_USNIC_UDP:
		return RDMA_TRANSPORT_USNIC_UDP;
	case RDMA_NODE_UNSPECIFIED:
		return RDMA_TRANSPORT_UNSPECIFIED;
	default:
		return RDMA_TRANSPORT_IB;
	}
}
EXPORT_SYMBOL(rdma_node_get_transport);

/**
 * rdma_port_get_link_layer() - what is under a port
 * @device: the device
 * @port_num: its port
 *
 * Context: Any context.
 * Return: what the driver says, or else what goes with the transport.
 */
enum rdma_link_layer rdma_port_get_link_layer(struct ib_device *device, u32 port_num)
{
	if (device->ops.get_link_layer)
		return device->ops.get_link_layer(device, port_num);
	return rdma_node_get_transport(device->node_type) == RDMA_TRANSPORT_IB ?
		       IB_LINK_LAYER_INFINIBAND : IB_LINK_LAYER_ETHERNET;
}
EXPORT_SYMBOL(rdma_port_get_link_layer);

/**
 * ib_set_vf_link_state() - say what a virtual function sees of its port's link
 * @device: the physical function's device
 * @vf: number of the virtual function
 * @port: its port
 * @state: IFLA_VF_LINK_STATE_*
 *
 * Context: As the driver's set_vf_link_state; process context is always right.
 * Return: 0, %-EOPNOTSUPP if the driver cannot, or an errno of the driver.
 */
int ib_set_vf_link_state(struct ib_device *device, int vf, u32 port, int state)
{
	return driver_call(device->ops.set_vf_link_state, device, vf, port, state);
}
EXPORT_SYMBOL(ib_set_vf_link_state);

/**
 * ib_get_vf_config() - ask for the settings of a virtual function
 * @device: the physical function's device
 * @vf: number of the virtual function
 * @port: its port
 * @info: set to the settings
 *
 * Context: As the driver's get_vf_config; process context is always right.
 * Return: 0, %-EOPNOTSUPP if the driver cannot, or an errno of the driver.
 */
int ib_get_vf_config(struct ib_device *device, int vf, u32 port, struct ifla_vf_info *info)
{
	return driver_call(device->ops.get_vf_config, device, vf, port, info);
}
EXPORT_SYMBOL(ib_get_vf_config);

/**
 * ib_get_vf_stats() - ask for the counters of a virtual function
 * @device: the physical function's device
 * @vf: number of the virtual function
 * @port: its port
 * @stats: set to the counters
 *
 * Context: As the driver's get_vf_stats; process context is always right.
 * Return: 0, %-EOPNOTSUPP if the driver cannot, or an errno of the driver.
 */
int ib_get_vf_stats(struct ib_device *device, int vf, u32 port, struct ifla_vf_stats *stats)
{
	return driver_call(device->ops.get_vf_stats, device, vf, port, stats);
}
EXPORT_SYMBOL(ib_get_vf_stats);

/**
 * ib_set_vf_guid() - give a virtual function a GUID
 * @device: the physical function's device
 * @vf: number of the virtual function
 * @port: its port
 * @guid: the GUID in host byte order
 * @type: %IFLA_VF_IB_NODE_GUID or %IFLA_VF_IB_PORT_GUID
 *
 * Context: As the driver's set_vf_guid; process context is always right.
 * Return: 0, %-EOPNOTSUPP if the driver cannot, or an errno of the driver.
 */
int ib_set_vf_guid(struct ib_device *device, int vf, u32 port, u64 guid, int type)
{
	return driver_call(device->ops.set_vf_guid, device, vf, port, guid, type);
}
EXPORT_SYMBOL(ib_set_vf_guid);

/**
 * ib_get_vf_guid() - ask for the GUIDs of a virtual function
 * @device: the physical function's device
 * @vf: number of the virtual function
 * @port: its port
 * @node_guid: set to the node's GUID
 * @port_guid: set to the port's GUID
 *
 * Context: As the driver's get_vf_guid; process context is always right.
 * Return: 0, %-EOPNOTSUPP if the driver cannot, or an errno of the driver.
 */
int ib_get_vf_guid(struct ib_device *device, int vf, u32 port,
		   struct ifla_vf_guid *node_guid, struct ifla_vf_guid *port_guid)
{
	return driver_call(device->ops.get_vf_guid, device, vf, port, node_guid, port_guid);
}
EXPORT_SYMBOL(ib_get_vf_guid);

static int netdev_params(struct ib_device *device, u32 port_num, enum rdma_netdev_t type,
			 struct rdma_netdev_alloc_params *params)
{
	return driver_call(device->ops.rdma_netdev_get_params, device, port_num, type, params);
}

/**
 * rdma_alloc_netdev() - allocate a network device that the driver accelerates
 * @device: the device
 * @port_num: the port it is on
 * @type: for which protocol
 * @name: its name, or a pattern with %%d
 * @name_assign_type: NET_NAME_*
 * @setup: fills it in, as for alloc_netdev_mqs()
 *
 * It still needs rdma_init_netdev().
 *
 * Context: Process context; may sleep.
 * Return: the network device, to be freed with free_netdev(), or
 * * %-EOPNOTSUPP: the driver has nothing for this type
 * * %-ENOMEM: out of memory
 * * another errno of the driver's rdma_netdev_get_params
 */
struct net_device *rdma_alloc_netdev(struct ib_device *device, u32 port_num,
				     enum rdma_netdev_t type, const char *name,
				     unsigned char name_assign_type,
				     void (*setup)(struct net_device *))
{
	struct rdma_netdev_alloc_params params = {};
	int ret = netdev_params(device, port_num, type, &params);

	if (ret)
		return ERR_PTR(ret);
	return alloc_netdev_mqs(params.sizeof_priv, name, name_assign_type, setup,
				params.txqs, params.rxqs) ?: ERR_PTR(-ENOMEM);
}
EXPORT_SYMBOL(rdma_alloc_netdev);

/**
 * rdma_init_netdev() - let the driver make a network device its own
 * @device: the device
 * @port_num: the port it is on
 * @type: for which protocol
 * @name: as it was allocated with
 * @name_assign_type: as it was allocated with
 * @setup: as it was allocated with
 * @netdev: what rdma_alloc_netdev() gave
 *
 * Context: Process context; may sleep.
 * Return: 0, %-EOPNOTSUPP if the driver has nothing for this type, or another
 * errno of the driver.
 */
int rdma_init_netdev(struct ib_device *device, u32 port_num, enum rdma_netdev_t type,
		     const char *name, unsigned char name_assign_type,
		     void (*setup)(struct net_device *), struct net_device *netdev)
{
	struct rdma_netdev_alloc_params params = {};
	int ret = netdev_params(device, port_num, type, &params);

	if (ret)
		return ret;
	return params.initialize_rdma_netdev(device, port_num, netdev, params.param);
}
EXPORT_SYMBOL(rdma_init_netdev);
