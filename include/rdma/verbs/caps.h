/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Questions about a port: which numbers there are, what it speaks, what the core may do on it.
 *
 * Nobody should ask which vendor or which protocol a port has in order to guess the rest:
 * there is a question for each thing that differs. The answers are facts of the port that
 * do not change while the device is registered, so all of this may be used in any context.
 * The port number must be a valid one.
 */
#ifndef _RDMA_VERBS_CAPS_H
#define _RDMA_VERBS_CAPS_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/types.h>
#include <uapi/rdma/rdma_netlink.h>
#include <rdma/verbs/ah.h>
#include <rdma/verbs/device.h>
#include <rdma/verbs/mr.h>
#include <rdma/verbs/mtu.h>
#include <rdma/verbs/port.h>
#include <rdma/verbs/portdata.h>

/**
 * rdma_cap_ib_switch() - is the device an InfiniBand switch?
 * @device: the device
 *
 * The driver says so by ib_device::is_switch, before registration.
 *
 * Return: true if it is.
 */
static inline bool rdma_cap_ib_switch(const struct ib_device *device)
{
	return device->is_switch;
}

/**
 * rdma_start_port() - the lowest port number of a device
 * @device: the device
 *
 * Return: 1, or 0 for a switch, which has its own port alone.
 */
static inline u32 rdma_start_port(const struct ib_device *device)
{
	return !rdma_cap_ib_switch(device);
}

/**
 * rdma_end_port() - the highest port number of a device
 * @device: the device
 *
 * Return: the number of ports, or 0 for a switch.
 */
static inline u32 rdma_end_port(const struct ib_device *device)
{
	if (rdma_cap_ib_switch(device))
		return 0;
	return device->phys_port_cnt;
}

/**
 * rdma_for_each_port() - visit the ports of a device in rising order
 * @device: the device
 * @iter: a u32 variable for the port number; another type does not compile
 */
#define rdma_for_each_port(device, iter)						\
	for (iter = rdma_start_port(device) +						\
		    BUILD_BUG_ON_ZERO(!__same_type(u32, iter));				\
	     iter <= rdma_end_port(device); iter++)

/**
 * rdma_is_port_valid() - does a device have a port of this number?
 * @device: the device
 * @port: the number
 *
 * Return: 1 if it has, else 0.
 */
static inline int rdma_is_port_valid(const struct ib_device *device, unsigned int port)
{
	return rdma_start_port(device) <= port && port <= rdma_end_port(device);
}

/**
 * rdma_port_core_caps() - the capabilities of a port that are among those asked for
 * @device: the device
 * @port_num: the port
 * @mask: RDMA_CORE_CAP_* bits
 *
 * The functions below are the way to ask; this is what they are made of.
 *
 * Return: those bits of @mask that the port has.
 */
static inline u32 rdma_port_core_caps(const struct ib_device *device, u32 port_num, u32 mask)
{
	return device->port_data[port_num].immutable.core_cap_flags & mask;
}

/**
 * rdma_is_grh_required() - must every address on the port have a GRH?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so: on RoCE, and where the driver asks for it.
 */
static inline bool rdma_is_grh_required(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_PORT_IB_GRH_REQUIRED);
}

/**
 * rdma_protocol_ib() - does the port speak InfiniBand, or OPA?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so.
 */
static inline bool rdma_protocol_ib(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_PROT_IB);
}

/**
 * rdma_protocol_roce() - does the port speak RoCE, of either version?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so.
 */
static inline bool rdma_protocol_roce(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num,
				   RDMA_CORE_CAP_PROT_ROCE_UDP_ENCAP | RDMA_CORE_CAP_PROT_ROCE);
}

/**
 * rdma_protocol_roce_udp_encap() - does the port speak RoCE v2, that is, UDP on IP?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so.
 */
static inline bool rdma_protocol_roce_udp_encap(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_PROT_ROCE_UDP_ENCAP);
}

/**
 * rdma_protocol_roce_eth_encap() - does the port speak RoCE v1, an Ethertype of its own?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so.
 */
static inline bool rdma_protocol_roce_eth_encap(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_PROT_ROCE);
}

/**
 * rdma_protocol_iwarp() - does the port speak iWARP?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so.
 */
static inline bool rdma_protocol_iwarp(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_PROT_IWARP);
}

/**
 * rdma_ib_or_roce() - does the port use InfiniBand's transport, on whatever link?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if it speaks InfiniBand or RoCE.
 */
static inline bool rdma_ib_or_roce(const struct ib_device *device, u32 port_num)
{
	return rdma_protocol_roce(device, port_num) || rdma_protocol_ib(device, port_num);
}

/**
 * rdma_protocol_raw_packet() - is the port for raw packets?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so.
 */
static inline bool rdma_protocol_raw_packet(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_PROT_RAW_PACKET);
}

/**
 * rdma_protocol_usnic() - does the port speak usNIC?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so.
 */
static inline bool rdma_protocol_usnic(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_PROT_USNIC);
}

/**
 * rdma_core_cap_opa_port() - is it an OPA port?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if it has all that an OPA port has.
 */
static inline bool rdma_core_cap_opa_port(struct ib_device *device, u32 port_num)
{
	u32 all = RDMA_CORE_PORT_INTEL_OPA;

	return rdma_port_core_caps(device, port_num, all) == all;
}

/**
 * rdma_cap_af_ib() - do GIDs name the ends of a connection on the port?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if AF_IB addresses can be used, InfiniBand and RoCE.
 */
static inline bool rdma_cap_af_ib(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_AF_IB);
}

/**
 * rdma_cap_eth_ah() - are address handles of the port made of Ethernet addresses?
 * @device: the device
 * @port_num: the port
 *
 * A datagram needs a GRH then, and a MAC address is resolved from its GID.
 *
 * Return: true if so, that is, on RoCE.
 */
static inline bool rdma_cap_eth_ah(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_ETH_AH);
}

/**
 * rdma_cap_opa_ah() - do address handles of the port have the long LIDs of OPA?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so.
 */
static inline bool rdma_cap_opa_ah(struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_OPA_AH);
}

/**
 * rdma_ah_find_type() - what address handles on a port look like
 * @dev: the device
 * @port_num: the port
 *
 * Return: the type, RDMA_AH_ATTR_TYPE_UNDEFINED where there are no address handles.
 */
static inline enum rdma_ah_attr_type rdma_ah_find_type(struct ib_device *dev, u32 port_num)
{
	bool ib = rdma_protocol_ib(dev, port_num);

	if (rdma_protocol_roce(dev, port_num))
		return RDMA_AH_ATTR_TYPE_ROCE;
	if (ib && rdma_cap_opa_ah(dev, port_num))
		return RDMA_AH_ATTR_TYPE_OPA;
	if (ib || dev->type == RDMA_DEVICE_TYPE_SMI)
		return RDMA_AH_ATTR_TYPE_IB;
	return RDMA_AH_ATTR_TYPE_UNDEFINED;
}

/**
 * rdma_cap_roce_gid_table() - does the core fill the GID table of the port?
 * @device: the device
 * @port_num: the port
 *
 * It does so from the addresses of the network device, on RoCE ports whose driver
 * has ops.add_gid and ops.del_gid. This is true even if the table could not be allocated.
 *
 * Return: true if so.
 */
static inline bool rdma_cap_roce_gid_table(const struct ib_device *device, u32 port_num)
{
	bool writable = device->ops.del_gid && device->ops.add_gid;

	return writable && rdma_protocol_roce(device, port_num);
}

/**
 * rdma_cap_read_inv() - can an RDMA read on the port invalidate the memory that it reads into?
 * @dev: the device
 * @port_num: the port
 *
 * Return: true on iWARP, which demands it; no other protocol has IB_WR_RDMA_READ_WITH_INV.
 */
static inline bool rdma_cap_read_inv(struct ib_device *dev, u32 port_num)
{
	return rdma_protocol_iwarp(dev, port_num);
}

/**
 * rdma_mtu_enum_to_int() - an MTU code of a port in bytes
 * @device: the device
 * @port: the port
 * @mtu: enum ib_mtu, or enum opa_mtu on an OPA port
 *
 * Return: the MTU in bytes, or -1 for a code that there is not.
 */
static inline int rdma_mtu_enum_to_int(struct ib_device *device, u32 port, int mtu)
{
	bool opa = rdma_core_cap_opa_port(device, port);

	return opa ? opa_mtu_enum_to_int((enum opa_mtu)mtu) : ib_mtu_enum_to_int((enum ib_mtu)mtu);
}

/**
 * rdma_mtu_from_attr() - the largest MTU of a port in bytes
 * @device: the device
 * @port: the port
 * @attr: its attributes
 *
 * Return: the MTU in bytes, or -1 if @attr has a code that there is not.
 */
static inline int rdma_mtu_from_attr(struct ib_device *device, u32 port,
				     struct ib_port_attr *attr)
{
	if (!rdma_core_cap_opa_port(device, port))
		return ib_mtu_enum_to_int(attr->max_mtu);
	return attr->phys_mtu;
}

/**
 * ib_check_mr_access() - may memory of a device be registered with these rights?
 * @ib_dev: the device
 * @flags: enum ib_access_flags
 *
 * Context: Any context.
 * Return: 0; -EINVAL for an unknown flag, or remote writes or atomics without local writes;
 * -EOPNOTSUPP for on-demand paging or flushes that the device cannot do.
 */
static inline int ib_check_mr_access(struct ib_device *ib_dev, unsigned int flags)
{
	const struct ib_device_attr *attrs = &ib_dev->attrs;
	bool alters = flags & (IB_ACCESS_REMOTE_WRITE | IB_ACCESS_REMOTE_ATOMIC);
	unsigned int missing = 0;

	if ((flags & ~IB_ACCESS_SUPPORTED) || (alters && !(flags & IB_ACCESS_LOCAL_WRITE)))
		return -EINVAL;

	if (!(attrs->kernel_cap_flags & IBK_ON_DEMAND_PAGING))
		missing |= IB_ACCESS_ON_DEMAND;
	if (!(attrs->device_cap_flags & IB_DEVICE_FLUSH_GLOBAL))
		missing |= IB_ACCESS_FLUSH_GLOBAL;
	if (!(attrs->device_cap_flags & IB_DEVICE_FLUSH_PERSISTENT))
		missing |= IB_ACCESS_FLUSH_PERSISTENT;
	return flags & missing ? -EOPNOTSUPP : 0;
}

#endif /* _RDMA_VERBS_CAPS_H */
