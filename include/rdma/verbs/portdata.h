/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the core keeps for each port of a device.
 *
 * ib_device::port_data is an array indexed by port number, made at registration. The
 * immutable part is asked from the driver once (ops.get_port_immutable) and read without a
 * lock ever after. ULPs and drivers ask through <rdma/verbs/caps.h> and <rdma/ib_cache.h>.
 */
#ifndef _RDMA_VERBS_PORTDATA_H
#define _RDMA_VERBS_PORTDATA_H

#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <rdma/verbs/counter_mode.h>
#include <rdma/verbs/port.h>

struct ib_device;
struct ib_gid_table;
struct ib_pkey_cache;
struct ib_port;

/*
 * Bits of ib_port_immutable::core_cap_flags.
 *
 * Management, 0x00000fff: which agents and managers the core runs on the port.
 */
#define RDMA_CORE_CAP_IB_MAD			0x00000001
#define RDMA_CORE_CAP_IB_SMI			0x00000002
#define RDMA_CORE_CAP_IB_CM			0x00000004
#define RDMA_CORE_CAP_IW_CM			0x00000008
#define RDMA_CORE_CAP_IB_SA			0x00000010
#define RDMA_CORE_CAP_OPA_MAD			0x00000020

/* Addressing, 0x000ff000: what addresses and address handles look like. */
#define RDMA_CORE_CAP_AF_IB			0x00001000
#define RDMA_CORE_CAP_ETH_AH			0x00002000
#define RDMA_CORE_CAP_OPA_AH			0x00004000
#define RDMA_CORE_CAP_IB_GRH_REQUIRED		0x00008000

/* Protocol, 0xfff00000: what is spoken on the wire; RoCE ports may speak two. */
#define RDMA_CORE_CAP_PROT_IB			0x00100000
#define RDMA_CORE_CAP_PROT_ROCE			0x00200000
#define RDMA_CORE_CAP_PROT_IWARP		0x00400000
#define RDMA_CORE_CAP_PROT_ROCE_UDP_ENCAP	0x00800000
#define RDMA_CORE_CAP_PROT_RAW_PACKET		0x01000000
#define RDMA_CORE_CAP_PROT_USNIC		0x02000000

/* Any of these means that every packet of the port has a GRH. */
#define RDMA_CORE_PORT_IB_GRH_REQUIRED		(RDMA_CORE_CAP_PROT_ROCE | \
						 RDMA_CORE_CAP_PROT_ROCE_UDP_ENCAP | \
						 RDMA_CORE_CAP_IB_GRH_REQUIRED)

/* What a driver reports for the usual kinds of port. */
#define RDMA_CORE_PORT_IBA_IB			(RDMA_CORE_CAP_IB_MAD | RDMA_CORE_CAP_IB_SMI | \
						 RDMA_CORE_CAP_IB_CM | RDMA_CORE_CAP_IB_SA | \
						 RDMA_CORE_CAP_AF_IB | RDMA_CORE_CAP_PROT_IB)
#define RDMA_CORE_PORT_IBA_ROCE			(RDMA_CORE_CAP_IB_MAD | RDMA_CORE_CAP_IB_CM | \
						 RDMA_CORE_CAP_AF_IB | RDMA_CORE_CAP_ETH_AH | \
						 RDMA_CORE_CAP_PROT_ROCE)
#define RDMA_CORE_PORT_IBA_ROCE_UDP_ENCAP	(RDMA_CORE_CAP_IB_MAD | RDMA_CORE_CAP_IB_CM | \
						 RDMA_CORE_CAP_AF_IB | RDMA_CORE_CAP_ETH_AH | \
						 RDMA_CORE_CAP_PROT_ROCE_UDP_ENCAP)
#define RDMA_CORE_PORT_IWARP			(RDMA_CORE_CAP_IW_CM | RDMA_CORE_CAP_PROT_IWARP)
#define RDMA_CORE_PORT_INTEL_OPA		(RDMA_CORE_PORT_IBA_IB | RDMA_CORE_CAP_OPA_MAD)
#define RDMA_CORE_PORT_RAW_PACKET		(RDMA_CORE_CAP_PROT_RAW_PACKET)
#define RDMA_CORE_PORT_USNIC			(RDMA_CORE_CAP_PROT_USNIC)

/**
 * struct ib_port_immutable - facts of a port that hold as long as the device is registered
 * @pkey_tbl_len: P_Keys in its table
 * @gid_tbl_len: GIDs in its table
 * @core_cap_flags: RDMA_CORE_CAP_* bits, often one of RDMA_CORE_PORT_*
 * @max_mad_size: bytes of a MAD, headers of the MAD included; 0 if the port has none
 */
struct ib_port_immutable {
	int pkey_tbl_len;
	int gid_tbl_len;
	u32 core_cap_flags;
	u32 max_mad_size;
};

/**
 * struct ib_port_cache - what the core last learnt of a port; under ib_device::cache_lock
 * @subnet_prefix: upper half of the port's GIDs
 * @pkey: its P_Key table
 * @gid: its GID table, which has a lock of its own
 * @lmc: low bits of the LID that select a path
 * @port_state: its state
 * @last_port_state: the state that users were last told of
 */
struct ib_port_cache {
	u64 subnet_prefix;
	struct ib_pkey_cache *pkey;
	struct ib_gid_table *gid;
	u8 lmc;
	enum ib_port_state port_state;
	enum ib_port_state last_port_state;
};

/**
 * struct ib_port_data - a port, as the core keeps it
 * @ib_dev: the device; never changes
 * @immutable: facts asked from the driver at registration; never change
 * @pkey_list_lock: protects @pkey_list
 * @netdev_lock: protects writes of @netdev and @netdev_tracker
 * @pkey_list: struct pkey_index_qp_list, one for each P_Key index that QPs use (security)
 * @cache: P_Keys, GIDs and state; under ib_device::cache_lock
 * @netdev: the Ethernet device of the port, or NULL; RCU
 * @netdev_tracker: the reference on @netdev
 * @ndev_hash_link: finds the port by @netdev
 * @port_counter: how QPs are bound to counters on this port
 * @sysfs: the port's folder in sysfs
 */
struct ib_port_data {
	struct ib_device *ib_dev;
	struct ib_port_immutable immutable;
	spinlock_t pkey_list_lock;	/* @pkey_list */
	spinlock_t netdev_lock;		/* @netdev */
	struct list_head pkey_list;
	struct ib_port_cache cache;
	struct net_device __rcu *netdev;
	netdevice_tracker netdev_tracker;
	struct hlist_node ndev_hash_link;
	struct rdma_port_counter port_counter;
	struct ib_port *sysfs;
};

/**
 * ib_port_immutable_read() - the facts of a port
 * @dev: the device, registered
 * @port: a port of it, counted from 1
 *
 * Context: Any context.
 * Return: the facts, there as long as the device is.
 */
const struct ib_port_immutable *ib_port_immutable_read(struct ib_device *dev, unsigned int port);

#endif /* _RDMA_VERBS_PORTDATA_H */
