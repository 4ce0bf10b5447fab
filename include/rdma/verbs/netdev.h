/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Network devices and RDMA ports.
 *
 * A RoCE or iWARP port has a network device below it, which gives it its addresses and its
 * state. An IPoIB interface is a network device above a port; a driver can provide one of
 * its own (struct rdma_netdev).
 */
#ifndef _RDMA_VERBS_NETDEV_H
#define _RDMA_VERBS_NETDEV_H

#include <linux/netdevice.h>
#include <linux/types.h>
#include <rdma/verbs/port.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>

struct ib_ah;
struct ib_device;
struct sk_buff;
union ib_gid;

/**
 * enum rdma_netdev_t - what a network device above a port speaks
 * @RDMA_NETDEV_IPOIB: IP over InfiniBand
 */
enum rdma_netdev_t {
	RDMA_NETDEV_IPOIB,
};

/**
 * struct rdma_netdev - private part of a network device that an RDMA driver provides
 * @clnt_priv: the ULP's
 * @hca: the device below
 * @port_num: the port below
 * @mtu: bytes of payload in a datagram; the driver sets it
 * @free_rdma_netdev: the driver's half of freeing @netdev
 * @set_id: tells the driver the P_Key index to use
 * @send: transmits @skb to QP @dqpn behind @address; any context that transmits
 * @attach_mcast: joins the group @gid, @mlid, with @qkey if @set_qkey; may sleep
 * @detach_mcast: leaves that group; may sleep
 * @tx_timeout: the queue @txqueue has not moved for too long
 */
struct rdma_netdev {
	void *clnt_priv;
	struct ib_device *hca;
	u32 port_num;
	int mtu;

	void (*free_rdma_netdev)(struct net_device *netdev);
	void (*set_id)(struct net_device *netdev, int id);
	int (*send)(struct net_device *dev, struct sk_buff *skb, struct ib_ah *address, u32 dqpn);
	int (*attach_mcast)(struct net_device *dev, struct ib_device *hca, union ib_gid *gid,
			    u16 mlid, int set_qkey, u32 qkey);
	int (*detach_mcast)(struct net_device *dev, struct ib_device *hca, union ib_gid *gid,
			    u16 mlid);
	void (*tx_timeout)(struct net_device *dev, unsigned int txqueue);
};

/**
 * struct rdma_netdev_alloc_params - how to make such a network device
 * @sizeof_priv: bytes of private data, struct rdma_netdev included
 * @txqs: transmit queues
 * @rxqs: receive queues
 * @param: handed to @initialize_rdma_netdev
 * @initialize_rdma_netdev: fills in @netdev; process context; 0 or a negative errno
 */
struct rdma_netdev_alloc_params {
	size_t sizeof_priv;
	unsigned int txqs;
	unsigned int rxqs;
	void *param;

	int (*initialize_rdma_netdev)(struct ib_device *device, u32 port_num,
				      struct net_device *netdev, void *param);
};

struct net_device *rdma_alloc_netdev(struct ib_device *device, u32 port_num,
				     enum rdma_netdev_t type, const char *name,
				     unsigned char name_assign_type,
				     void (*setup)(struct net_device *));
int rdma_init_netdev(struct ib_device *device, u32 port_num, enum rdma_netdev_t type,
		     const char *name, unsigned char name_assign_type,
		     void (*setup)(struct net_device *), struct net_device *netdev);

/**
 * ib_device_set_netdev() - tell the core which network device is below a port
 * @ib_dev: the device, allocated; it need not be registered yet
 * @ndev: the network device, which is registered; NULL for none
 * @port: the port, counted from 1
 *
 * The core holds a reference on @ndev. The driver must put NULL in its place when @ndev is
 * being unregistered, or unregister the device.
 *
 * Context: Process context; may sleep.
 * Return: 0, %-EINVAL if there is no such port, or %-ENOMEM.
 */
int ib_device_set_netdev(struct ib_device *ib_dev, struct net_device *ndev, unsigned int port);

/**
 * ib_device_get_netdev() - the network device below a port
 * @ib_dev: the device
 * @port: the port, counted from 1
 *
 * Context: Process context; may sleep, since a driver's get_netdev may.
 * Return: the network device, to be released with dev_put(), or NULL if there is none.
 */
struct net_device *ib_device_get_netdev(struct ib_device *ib_dev, u32 port);

/**
 * ib_query_netdev_port() - the port above a network device
 * @ibdev: the device
 * @ndev: the network device
 * @port: set to the port
 *
 * Context: As ib_device_get_netdev().
 * Return: 0, or %-ENOENT if @ndev is below none of its ports.
 */
int ib_query_netdev_port(struct ib_device *ibdev, struct net_device *ndev, u32 *port);

/**
 * ib_device_get_by_netdev() - find the device above a network device
 * @ndev: the network device, as given to ib_device_set_netdev()
 * @driver_id: whose device it must be; RDMA_DRIVER_UNKNOWN for anybody's
 *
 * Context: Any context.
 * Return: the device, kept registered until ib_device_put(), or NULL.
 */
struct ib_device *ib_device_get_by_netdev(struct net_device *ndev, enum rdma_driver_id driver_id);

/**
 * ib_get_net_dev_by_params() - find the network device that a connection request is for
 * @dev: the device where it arrived
 * @port: the port where it arrived; nothing is found unless that is InfiniBand
 * @pkey: its P_Key
 * @gid: the GID that it was sent to; NULL for any
 * @addr: the IP address that it asks for
 *
 * The clients are asked in turn; IPoIB answers.
 *
 * Context: Process context; may sleep. Not from a client's add or remove.
 * Return: the network device, to be released with dev_put(), or NULL.
 */
struct net_device *ib_get_net_dev_by_params(struct ib_device *dev, u32 port, u16 pkey,
					    const union ib_gid *gid, const struct sockaddr *addr);

/**
 * ib_dispatch_port_state_event() - look whether a port went up or down
 * @ibdev: the device
 * @ndev: the network device below the port
 *
 * Dispatches an event, by ib_dispatch_event(), if the state is not the one last told.
 *
 * Context: As ib_device_get_netdev(), with interrupts on.
 */
void ib_dispatch_port_state_event(struct ib_device *ibdev, struct net_device *ndev);

/**
 * rdma_roce_rescan_device() - fill the GID tables of a device from what is there
 * @ibdev: the device
 *
 * Adds the GIDs that the addresses of the network devices of all namespaces make for its RoCE
 * ports. For a device that has just come; afterwards events keep the tables up to date.
 *
 * Context: Process context, may sleep; takes rtnl_lock.
 */
void rdma_roce_rescan_device(struct ib_device *ibdev);

/**
 * rdma_roce_rescan_port() - fill the GID table of a port from what is there
 * @ib_dev: the device
 * @port: the port, counted from 1; nothing happens unless it is RoCE
 *
 * Context: Process context, may sleep; takes rtnl_lock.
 */
void rdma_roce_rescan_port(struct ib_device *ib_dev, u32 port);

/**
 * roce_del_all_netdev_gids() - take what a network device gave out of a port's GID table
 * @ib_dev: the device
 * @port: the port, counted from 1
 * @ndev: the network device
 *
 * Context: Process context; may sleep.
 */
void roce_del_all_netdev_gids(struct ib_device *ib_dev, u32 port, struct net_device *ndev);

/**
 * ib_get_curr_port_state() - the state of a port as its network device shows it
 * @net_dev: the network device below the port
 *
 * Context: Any context; the answer may be old by the time it is read.
 * Return: IB_PORT_ACTIVE if the device is up and has a carrier, else IB_PORT_DOWN.
 */
static inline enum ib_port_state ib_get_curr_port_state(struct net_device *net_dev)
{
	if (!netif_running(net_dev) || !netif_carrier_ok(net_dev))
		return IB_PORT_DOWN;
	return IB_PORT_ACTIVE;
}

#endif /* _RDMA_VERBS_NETDEV_H */
