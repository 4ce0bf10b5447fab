/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ports: what a port reports of itself, and what may be changed in it.
 *
 * Ports count from 1; a switch has only port 0. What the core itself keeps of each
 * port is in <rdma/verbs/portdata.h>.
 */
#ifndef _RDMA_VERBS_PORT_H
#define _RDMA_VERBS_PORT_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/types.h>
#include <rdma/verbs/mtu.h>
#include <rdma/verbs/rate.h>

struct ib_device;

/**
 * enum rdma_link_layer - what a port's wire is
 * @IB_LINK_LAYER_UNSPECIFIED: the core asks the node type instead
 * @IB_LINK_LAYER_INFINIBAND: InfiniBand or OPA
 * @IB_LINK_LAYER_ETHERNET: Ethernet, so RoCE, iWARP or usNIC
 */
enum rdma_link_layer {
	IB_LINK_LAYER_UNSPECIFIED,
	IB_LINK_LAYER_INFINIBAND,
	IB_LINK_LAYER_ETHERNET,
};

/**
 * enum ib_port_state - a port's logical state
 * @IB_PORT_NOP: no change; a value for setting a state, not one to be in
 * @IB_PORT_DOWN: no link
 * @IB_PORT_INIT: link up, waits for the subnet manager
 * @IB_PORT_ARMED: set up by the subnet manager, passes data once a peer is active
 * @IB_PORT_ACTIVE: passes data
 * @IB_PORT_ACTIVE_DEFER: was active; the link is gone for a moment and may recover
 */
enum ib_port_state {
	IB_PORT_NOP		= 0,
	IB_PORT_DOWN		= 1,
	IB_PORT_INIT		= 2,
	IB_PORT_ARMED		= 3,
	IB_PORT_ACTIVE		= 4,
	IB_PORT_ACTIVE_DEFER	= 5
};

/**
 * enum ib_port_phys_state - a port's physical state
 * @IB_PORT_PHYS_STATE_SLEEP: powered down
 * @IB_PORT_PHYS_STATE_POLLING: looks for a peer
 * @IB_PORT_PHYS_STATE_DISABLED: switched off by management
 * @IB_PORT_PHYS_STATE_PORT_CONFIGURATION_TRAINING: agrees on width and speed with its peer
 * @IB_PORT_PHYS_STATE_LINK_UP: the link works
 * @IB_PORT_PHYS_STATE_LINK_ERROR_RECOVERY: retrains after errors
 * @IB_PORT_PHYS_STATE_PHY_TEST: under test
 */
enum ib_port_phys_state {
	IB_PORT_PHYS_STATE_SLEEP = 1,
	IB_PORT_PHYS_STATE_POLLING = 2,
	IB_PORT_PHYS_STATE_DISABLED = 3,
	IB_PORT_PHYS_STATE_PORT_CONFIGURATION_TRAINING = 4,
	IB_PORT_PHYS_STATE_LINK_UP = 5,
	IB_PORT_PHYS_STATE_LINK_ERROR_RECOVERY = 6,
	IB_PORT_PHYS_STATE_PHY_TEST = 7,
};

/**
 * struct ib_port_attr - what ib_query_port() tells of a port
 * @subnet_prefix: the subnet's GID prefix in host byte order; 0 on ports without one
 * @state: logical state
 * @max_mtu: largest MTU that the port can do
 * @active_mtu: MTU in use
 * @phys_mtu: MTU of an OPA port in bytes, which the two enumerations cannot name
 * @gid_tbl_len: rows of the GID table
 * @ip_gids: the GIDs stand for IP addresses, as RoCE's do
 * @port_cap_flags: PortInfo's CapabilityMask, enum ib_port_capability_mask_bits
 * @max_msg_sz: longest message, in bytes
 * @bad_pkey_cntr: packets dropped for their P_Key
 * @qkey_viol_cntr: packets dropped for their Q_Key
 * @pkey_tbl_len: entries of the P_Key table
 * @sm_lid: the subnet manager's LID
 * @lid: the port's base LID
 * @lmc: the port answers to 1 << @lmc LIDs from @lid on
 * @max_vl_num: code of the number of virtual lanes
 * @sm_sl: service level to reach the subnet manager with
 * @subnet_timeout: round trip in the subnet, 4.096 us << @subnet_timeout
 * @init_type_reply: what initialisation the subnet manager did
 * @active_width: lanes in use, one of &enum ib_port_width
 * @active_speed: speed in use, one of &enum ib_port_speed
 * @phys_state: physical state, one of &enum ib_port_phys_state
 * @port_cap_flags2: PortInfo's CapabilityMask2
 *
 * A snapshot: the port may be in another state when it is looked at.
 */
struct ib_port_attr {
	u64			subnet_prefix;
	enum ib_port_state	state;
	enum ib_mtu		max_mtu;
	enum ib_mtu		active_mtu;
	u32			phys_mtu;
	int			gid_tbl_len;
	unsigned int		ip_gids:1;
	u32			port_cap_flags;
	u32			max_msg_sz;
	u32			bad_pkey_cntr;
	u32			qkey_viol_cntr;
	u16			pkey_tbl_len;
	u32			sm_lid;
	u32			lid;
	u8			lmc;
	u8			max_vl_num;
	u8			sm_sl;
	u8			subnet_timeout;
	u8			init_type_reply;
	u8			active_width;
	u16			active_speed;
	u8			phys_state;
	u16			port_cap_flags2;
};

/**
 * enum ib_port_modify_flags - what ib_modify_port() does, beside changing capabilities
 * @IB_PORT_SHUTDOWN: take the port down
 * @IB_PORT_INIT_TYPE: ask for the initialisation in &ib_port_modify.init_type
 * @IB_PORT_RESET_QKEY_CNTR: count Q_Key violations from 0 again
 * @IB_PORT_OPA_MASK_CHG: the masks are those of OPA's CapabilityMask3
 */
enum ib_port_modify_flags {
	IB_PORT_SHUTDOWN		= BIT(0),
	IB_PORT_INIT_TYPE		= BIT(2),
	IB_PORT_RESET_QKEY_CNTR		= BIT(3),
	IB_PORT_OPA_MASK_CHG		= BIT(4)
};

/**
 * struct ib_port_modify - changes for ib_modify_port()
 * @set_port_cap_mask: capabilities to announce
 * @clr_port_cap_mask: capabilities to take back
 * @init_type: initialisation that is asked of the subnet manager
 */
struct ib_port_modify {
	u32	set_port_cap_mask;
	u32	clr_port_cap_mask;
	u8	init_type;
};

/**
 * ib_port_state_to_str() - name a port's logical state
 * @state: the state, any number
 *
 * Context: Any.
 * Return: the name in capitals, or "UNKNOWN"; a constant.
 */
static inline const char *__attribute_const__
ib_port_state_to_str(enum ib_port_state state)
{
	switch (state) {
	case IB_PORT_NOP:
		return "NOP";
	case IB_PORT_DOWN:
		return "DOWN";
	case IB_PORT_INIT:
		return "INIT";
	case IB_PORT_ARMED:
		return "ARMED";
	case IB_PORT_ACTIVE:
		return "ACTIVE";
	case IB_PORT_ACTIVE_DEFER:
		return "ACTIVE_DEFER";
	}
	return "UNKNOWN";
}

/**
 * ib_query_port() - ask what a port is and does at the moment
 * @device: the device
 * @port_num: the port, counted from 1
 * @port_attr: zeroed, then set
 *
 * MTU and state of an iWARP port are those of its network device, unless the driver has more
 * to say; the subnet prefix of an InfiniBand port is the core's if the driver leaves it 0.
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EINVAL: there is no such port
 * * %-ENODEV: an iWARP port without a network device
 * * another errno of the driver's query_port
 */
int ib_query_port(struct ib_device *device,
		  u32 port_num, struct ib_port_attr *port_attr);

/**
 * ib_modify_port() - change a port
 * @device: the device
 * @port_num: the port, counted from 1
 * @port_modify_mask: what to do, a mask of &enum ib_port_modify_flags
 * @port_modify: capabilities to announce and to take back, and the type of initialisation
 *
 * Context: Process context; may sleep.
 * Return: 0, also if a RoCE driver without modify_port is to change no more than
 * %IB_PORT_CM_SUP; or
 * * %-EINVAL: there is no such port
 * * %-EOPNOTSUPP: the driver cannot
 * * another errno of the driver's modify_port
 */
int ib_modify_port(struct ib_device *device,
		   u32 port_num, int port_modify_mask,
		   struct ib_port_modify *port_modify);

/* What the port's wire is: the driver's word, or else what the node type implies. */
enum rdma_link_layer rdma_port_get_link_layer(struct ib_device *device,
					      u32 port_num);

/**
 * ib_query_pkey() - ask the driver for a P_Key of a port
 * @device: the device
 * @port_num: the port, counted from 1
 * @index: its place in the port's table
 * @pkey: set to the P_Key
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EINVAL: there is no such port
 * * %-EOPNOTSUPP: the driver has no P_Keys
 * * another errno of the driver's query_pkey
 */
int ib_query_pkey(struct ib_device *device,
		  u32 port_num, u16 index, u16 *pkey);

/**
 * ib_find_pkey() - find a P_Key in a port's table, as the driver has it
 * @device: the device, registered
 * @port_num: a port of it, counted from 1
 * @pkey: the P_Key; its membership bit does not count
 * @index: set to its place: that of a full member, or else the first of a limited one
 *
 * Context: Process context; may sleep.
 * Return: 0, %-ENOENT if it is not there, or an errno as from ib_query_pkey().
 */
int ib_find_pkey(struct ib_device *device,
		 u32 port_num, u16 pkey, u16 *index);

#endif /* _RDMA_VERBS_PORT_H */
