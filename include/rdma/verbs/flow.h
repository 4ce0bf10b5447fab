/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Flow steering: rules by which a device picks the packets that a raw QP receives.
 *
 * A rule is a &struct ib_flow_attr with specs behind it, as <rdma/verbs/flow_spec.h> has
 * them. Actions for IPsec are in <rdma/verbs/flow_action.h>.
 */
#ifndef _RDMA_VERBS_FLOW_H
#define _RDMA_VERBS_FLOW_H

#include <linux/bits.h>
#include <linux/types.h>
#include <rdma/verbs/flow_spec.h>

struct ib_device;
struct ib_qp;
struct ib_uobject;

/**
 * enum ib_flow_attr_type - what a rule is about
 * @IB_FLOW_ATTR_NORMAL: packets that match its specs
 * @IB_FLOW_ATTR_ALL_DEFAULT: packets that no other rule wants
 * @IB_FLOW_ATTR_MC_DEFAULT: multicast packets that no other rule wants
 * @IB_FLOW_ATTR_SNIFFER: all packets of the port, which others get as well
 */
enum ib_flow_attr_type {
	IB_FLOW_ATTR_NORMAL		= 0x0,
	IB_FLOW_ATTR_ALL_DEFAULT	= 0x1,
	IB_FLOW_ATTR_MC_DEFAULT		= 0x2,
	IB_FLOW_ATTR_SNIFFER		= 0x3
};

/**
 * enum ib_flow_flags - properties of a rule
 * @IB_FLOW_ATTR_FLAGS_DONT_TRAP: later rules see the packet, too
 * @IB_FLOW_ATTR_FLAGS_EGRESS: the rule is for packets that are sent
 * @IB_FLOW_ATTR_FLAGS_RESERVED: first bit that is no flag
 */
enum ib_flow_flags {
	IB_FLOW_ATTR_FLAGS_DONT_TRAP	= BIT(1),
	IB_FLOW_ATTR_FLAGS_EGRESS	= BIT(2),
	IB_FLOW_ATTR_FLAGS_RESERVED	= BIT(3)
};

/**
 * struct ib_flow_attr - the rule that is wanted
 * @type: what it is about
 * @size: bytes of the rule with all its specs, as long as the specs are
 * @priority: rules with a lower number go first
 * @flags: a mask of &enum ib_flow_flags
 * @num_of_specs: how many specs follow
 * @port: the port whose packets it is for
 * @flows: the specs, packed: each starts where the one before ends by its size
 */
struct ib_flow_attr {
	enum ib_flow_attr_type	type;
	u16			size;
	u16			priority;
	u32			flags;
	u8			num_of_specs;
	u32			port;
	union ib_flow_spec	flows[];
};

/**
 * struct ib_flow - a rule
 * @qp: the QP that receives; NULL for rules that lead elsewhere
 * @device: the device; never changes
 * @uobject: user space's handle of it
 */
struct ib_flow {
	struct ib_qp		*qp;
	struct ib_device	*device;
	struct ib_uobject	*uobject;
};

#endif /* _RDMA_VERBS_FLOW_H */
