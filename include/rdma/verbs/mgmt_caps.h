/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Questions about the management of a port: which agents and managers run on it.
 *
 * As those of <rdma/verbs/caps.h>: for any context, and with a valid port number.
 */
#ifndef _RDMA_VERBS_MGMT_CAPS_H
#define _RDMA_VERBS_MGMT_CAPS_H

#include <linux/types.h>
#include <rdma/verbs/caps.h>

/**
 * rdma_cap_ib_mad() - does the port send and receive management datagrams (MADs)?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so: InfiniBand, RoCE and OPA.
 */
static inline bool rdma_cap_ib_mad(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_IB_MAD);
}

/**
 * rdma_cap_opa_mad() - are the MADs of the port those of OPA?
 * @device: the device
 * @port_num: the port
 *
 * They differ from InfiniBand's in that they are of any size up to 2 KiB instead of always
 * 256 bytes, that subnet management packets have a layout of their own, and that these
 * carry a P_Key that counts.
 *
 * Return: true if so.
 */
static inline bool rdma_cap_opa_mad(struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_OPA_MAD);
}

/**
 * rdma_max_mad_size() - how large a MAD on the port can be
 * @device: the device
 * @port_num: the port
 *
 * Return: bytes of header and payload of the MAD, without the headers of the packet; 0 if the
 * port has no MADs.
 */
static inline size_t rdma_max_mad_size(const struct ib_device *device, u32 port_num)
{
	const struct ib_port_data *port = &device->port_data[port_num];

	return port->immutable.max_mad_size;
}

/**
 * rdma_cap_ib_smi() - does the port have a subnet management interface (QP 0)?
 * @device: the device
 * @port_num: the port
 *
 * The subnet manager reaches the agent behind it along a route that each packet spells out,
 * so that a fabric can be set up that has no routes yet.
 *
 * Return: true if so: InfiniBand and OPA.
 */
static inline bool rdma_cap_ib_smi(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_IB_SMI);
}

/**
 * rdma_cap_ib_cm() - does InfiniBand's communication manager make the connections of the port?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so: InfiniBand, RoCE and OPA. Whether one is loaded is another question.
 */
static inline bool rdma_cap_ib_cm(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_IB_CM);
}

/**
 * rdma_cap_iw_cm() - does iWARP's communication manager make the connections of the port?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if so. Whether one is loaded is another question.
 */
static inline bool rdma_cap_iw_cm(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_IW_CM);
}

/**
 * rdma_cap_ib_sa() - are the routes from the port asked from subnet administration?
 * @device: the device
 * @port_num: the port
 *
 * Return: true if the port is a client of it, that is, on InfiniBand and OPA.
 */
static inline bool rdma_cap_ib_sa(const struct ib_device *device, u32 port_num)
{
	return rdma_port_core_caps(device, port_num, RDMA_CORE_CAP_IB_SA);
}

/**
 * rdma_cap_ib_mcast() - must the port join a multicast group by asking subnet administration?
 * @device: the device
 * @port_num: the port
 *
 * It joins once, for the first QP in the group, and leaves after the last one.
 *
 * Return: true if so.
 */
static inline bool rdma_cap_ib_mcast(const struct ib_device *device, u32 port_num)
{
	return rdma_cap_ib_sa(device, port_num);
}

#endif /* _RDMA_VERBS_MGMT_CAPS_H */
