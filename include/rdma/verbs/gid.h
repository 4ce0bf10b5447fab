/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * GIDs: the 128-bit names that ports go by, and what a port's GID table says of each.
 *
 * The tables live in the GID cache. A &struct ib_gid_attr is one row of them; who
 * got one by rdma_get_gid_attr() and its like (<rdma/ib_cache.h>) holds a reference
 * and gives it back with rdma_put_gid_attr().
 */
#ifndef _RDMA_VERBS_GID_H
#define _RDMA_VERBS_GID_H

#include <linux/bits.h>
#include <linux/types.h>
#include <net/ipv6.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>

struct ib_device;
struct net_device;

/**
 * union ib_gid - a global identifier, in network byte order
 * @raw: its 16 bytes, most significant first
 * @global: its two halves
 * @global.subnet_prefix: upper half: the subnet
 * @global.interface_id: lower half: the port within that subnet, often its GUID
 */
union ib_gid {
	u8	raw[16];
	struct {
		__be64	subnet_prefix;
		__be64	interface_id;
	} global;
};

/* The GID that is all zeroes and names nothing. */
extern union ib_gid zgid;

/**
 * enum ib_gid_type - how packets that use a GID travel
 * @IB_GID_TYPE_IB: over InfiniBand or OPA, behind a GRH if need be
 * @IB_GID_TYPE_ROCE: RoCE v1, a GRH right behind the Ethernet header
 * @IB_GID_TYPE_ROCE_UDP_ENCAP: RoCE v2, in UDP over IPv4 or IPv6
 * @IB_GID_TYPE_SIZE: how many types there are
 */
enum ib_gid_type {
	IB_GID_TYPE_IB = IB_UVERBS_GID_TYPE_IB,
	IB_GID_TYPE_ROCE = IB_UVERBS_GID_TYPE_ROCE_V1,
	IB_GID_TYPE_ROCE_UDP_ENCAP = IB_UVERBS_GID_TYPE_ROCE_V2,
	IB_GID_TYPE_SIZE
};

/**
 * struct ib_gid_attr - one row of a port's GID table
 * @ndev: the netdev that lends a RoCE GID its address, NULL elsewhere; read it under
 *        RCU, see rdma_read_gid_attr_ndev_rcu()
 * @device: whose table this is
 * @gid: the GID
 * @gid_type: how packets with this GID travel
 * @index: the row's place in the table
 * @port_num: whose port, counted from 1
 *
 * Nothing but @ndev changes while a reference is held.
 */
struct ib_gid_attr {
	struct net_device __rcu	*ndev;
	struct ib_device	*device;
	union ib_gid		gid;
	enum ib_gid_type	gid_type;
	u16			index;
	u32			port_num;
};

enum {
	/* The GUID under which every subnet's SA can be reached; locally administered. */
	IB_SA_WELL_KNOWN_GUID	= BIT_ULL(57) | 2,
};

/**
 * enum rdma_network_type - the network layer under a packet
 * @RDMA_NETWORK_IB: InfiniBand's own, with a GRH or without
 * @RDMA_NETWORK_ROCE_V1: a GRH in an Ethernet frame
 * @RDMA_NETWORK_IPV4: IPv4 and UDP
 * @RDMA_NETWORK_IPV6: IPv6 and UDP
 */
enum rdma_network_type {
	RDMA_NETWORK_IB,
	RDMA_NETWORK_ROCE_V1,
	RDMA_NETWORK_IPV4,
	RDMA_NETWORK_IPV6
};

/**
 * ib_network_to_gid_type() - which GIDs belong to a network layer
 * @network_type: the network layer
 *
 * Context: Any.
 * Return: the type of the GIDs that packets with that network layer carry.
 */
static inline enum ib_gid_type ib_network_to_gid_type(enum rdma_network_type network_type)
{
	switch (network_type) {
	case RDMA_NETWORK_ROCE_V1:
		return IB_GID_TYPE_ROCE;
	case RDMA_NETWORK_IPV4:
	case RDMA_NETWORK_IPV6:
		return IB_GID_TYPE_ROCE_UDP_ENCAP;
	default:
		return IB_GID_TYPE_IB;
	}
}

/**
 * rdma_gid_attr_network_type() - which network layer a GID table row leads to
 * @attr: the row
 *
 * A RoCE v2 GID that maps an IPv4 address (::ffff:a.b.c.d) is sent over IPv4.
 *
 * Context: Any.
 * Return: the network layer of packets that have this row's GID as their source.
 */
static inline enum rdma_network_type
rdma_gid_attr_network_type(const struct ib_gid_attr *attr)
{
	const struct in6_addr *addr = (const struct in6_addr *)attr->gid.raw;

	switch (attr->gid_type) {
	case IB_GID_TYPE_IB:
		return RDMA_NETWORK_IB;
	case IB_GID_TYPE_ROCE:
		return RDMA_NETWORK_ROCE_V1;
	default:
		return ipv6_addr_v4mapped(addr) ? RDMA_NETWORK_IPV4 : RDMA_NETWORK_IPV6;
	}
}

/**
 * ib_find_gid() - find a GID in the tables of a device
 * @device: the device, registered; only its InfiniBand ports are searched
 * @gid: the GID
 * @port_num: set to the port that has it
 * @index: set to its place in that port's table, unless NULL
 *
 * Context: Any context.
 * Return: 0, or %-ENOENT if no port has it.
 */
int ib_find_gid(struct ib_device *device, union ib_gid *gid,
		u32 *port_num, u16 *index);

#endif /* _RDMA_VERBS_GID_H */
