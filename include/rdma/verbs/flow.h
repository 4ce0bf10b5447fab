/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Flow steering: rules by which a device picks the packets that a raw QP receives.
 *
 * A rule is a &struct ib_flow_attr with specs behind it, one for each header that a
 * packet must have and one for each thing to do. A header spec holds values and a mask:
 * a packet matches when it is equal to the values in all bits that the mask has set.
 * Actions for IPsec are in <rdma/verbs/flow_action.h>.
 */
#ifndef _RDMA_VERBS_FLOW_H
#define _RDMA_VERBS_FLOW_H

#include <linux/bits.h>
#include <linux/types.h>

struct ib_counters;
struct ib_device;
struct ib_flow_action;
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
 * enum ib_flow_spec_type - kinds of spec
 * @IB_FLOW_SPEC_ETH: Ethernet header
 * @IB_FLOW_SPEC_IB: InfiniBand local route header
 * @IB_FLOW_SPEC_IPV4: IPv4 header
 * @IB_FLOW_SPEC_IPV6: IPv6 header
 * @IB_FLOW_SPEC_ESP: IPsec ESP header
 * @IB_FLOW_SPEC_TCP: TCP header
 * @IB_FLOW_SPEC_UDP: UDP header
 * @IB_FLOW_SPEC_VXLAN_TUNNEL: VXLAN header
 * @IB_FLOW_SPEC_GRE: GRE header
 * @IB_FLOW_SPEC_MPLS: MPLS label
 * @IB_FLOW_SPEC_INNER: bit of a spec for a header inside a tunnel
 * @IB_FLOW_SPEC_ACTION_TAG: write a tag into the completion
 * @IB_FLOW_SPEC_ACTION_DROP: drop the packet
 * @IB_FLOW_SPEC_ACTION_HANDLE: do what a &struct ib_flow_action says
 * @IB_FLOW_SPEC_ACTION_COUNT: count the packet
 */
enum ib_flow_spec_type {
	IB_FLOW_SPEC_ETH		= 0x20,
	IB_FLOW_SPEC_IB			= 0x22,
	IB_FLOW_SPEC_IPV4		= 0x30,
	IB_FLOW_SPEC_IPV6		= 0x31,
	IB_FLOW_SPEC_ESP		= 0x34,
	IB_FLOW_SPEC_TCP		= 0x40,
	IB_FLOW_SPEC_UDP		= 0x41,
	IB_FLOW_SPEC_VXLAN_TUNNEL	= 0x50,
	IB_FLOW_SPEC_GRE		= 0x51,
	IB_FLOW_SPEC_MPLS		= 0x60,
	IB_FLOW_SPEC_INNER		= 0x100,
	IB_FLOW_SPEC_ACTION_TAG		= 0x1000,
	IB_FLOW_SPEC_ACTION_DROP	= 0x1001,
	IB_FLOW_SPEC_ACTION_HANDLE	= 0x1002,
	IB_FLOW_SPEC_ACTION_COUNT	= 0x1003,
};

/* The bits of a header spec's type that give its layer; headers a rule can name. */
#define IB_FLOW_SPEC_LAYER_MASK	0xF0
#define IB_FLOW_SPEC_SUPPORT_LAYERS 10

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
 * struct ib_flow_eth_filter - fields of an Ethernet header
 * @dst_mac: destination
 * @src_mac: source
 * @ether_type: EtherType
 * @vlan_tag: VLAN tag
 */
struct ib_flow_eth_filter {
	u8	dst_mac[6];
	u8	src_mac[6];
	__be16	ether_type;
	__be16	vlan_tag;
};

/**
 * struct ib_flow_ib_filter - fields of a local route header
 * @dlid: destination LID
 * @sl: service level
 */
struct ib_flow_ib_filter {
	__be16	dlid;
	__u8	sl;
};

/**
 * enum ib_ipv4_flags - the flags of an IPv4 header
 * @IB_IPV4_DONT_FRAG: not to be fragmented
 * @IB_IPV4_MORE_FRAG: a fragment, and not the last one
 */
enum ib_ipv4_flags {
	IB_IPV4_DONT_FRAG = 0x2,
	IB_IPV4_MORE_FRAG = 0x4
};

/**
 * struct ib_flow_ipv4_filter - fields of an IPv4 header
 * @src_ip: source
 * @dst_ip: destination
 * @proto: protocol
 * @tos: type of service
 * @ttl: time to live
 * @flags: a mask of &enum ib_ipv4_flags
 */
struct ib_flow_ipv4_filter {
	__be32	src_ip;
	__be32	dst_ip;
	u8	proto;
	u8	tos;
	u8	ttl;
	u8	flags;
};

/**
 * struct ib_flow_ipv6_filter - fields of an IPv6 header
 * @src_ip: source
 * @dst_ip: destination
 * @flow_label: flow label
 * @next_hdr: next header
 * @traffic_class: traffic class
 * @hop_limit: hop limit
 */
struct ib_flow_ipv6_filter {
	u8	src_ip[16];
	u8	dst_ip[16];
	__be32	flow_label;
	u8	next_hdr;
	u8	traffic_class;
	u8	hop_limit;
} __packed;

/**
 * struct ib_flow_tcp_udp_filter - fields of a TCP or UDP header
 * @dst_port: destination
 * @src_port: source
 */
struct ib_flow_tcp_udp_filter {
	__be16	dst_port;
	__be16	src_port;
};

/**
 * struct ib_flow_tunnel_filter - fields of a VXLAN header
 * @tunnel_id: the VNI, 24 bits
 */
struct ib_flow_tunnel_filter {
	__be32	tunnel_id;
};

/**
 * struct ib_flow_esp_filter - fields of an ESP header
 * @spi: security parameter index
 * @seq: sequence number
 */
struct ib_flow_esp_filter {
	__be32	spi;
	__be32	seq;
};

/**
 * struct ib_flow_gre_filter - fields of a GRE header
 * @c_ks_res0_ver: flags and version
 * @protocol: EtherType of the payload
 * @key: key
 */
struct ib_flow_gre_filter {
	__be16	c_ks_res0_ver;
	__be16	protocol;
	__be32	key;
};

/**
 * struct ib_flow_mpls_filter - an MPLS label
 * @tag: the label stack entry
 */
struct ib_flow_mpls_filter {
	__be32	tag;
};

/* Each spec starts with its type and its size in bytes, the whole struct. */

/* IB_FLOW_SPEC_ETH */
struct ib_flow_spec_eth {
	u32				type;
	u16				size;
	struct ib_flow_eth_filter	val;
	struct ib_flow_eth_filter	mask;
};

/* IB_FLOW_SPEC_IB */
struct ib_flow_spec_ib {
	u32				type;
	u16				size;
	struct ib_flow_ib_filter	val;
	struct ib_flow_ib_filter	mask;
};

/* IB_FLOW_SPEC_IPV4 */
struct ib_flow_spec_ipv4 {
	u32				type;
	u16				size;
	struct ib_flow_ipv4_filter	val;
	struct ib_flow_ipv4_filter	mask;
};

/* IB_FLOW_SPEC_IPV6 */
struct ib_flow_spec_ipv6 {
	u32				type;
	u16				size;
	struct ib_flow_ipv6_filter	val;
	struct ib_flow_ipv6_filter	mask;
};

/* IB_FLOW_SPEC_TCP, IB_FLOW_SPEC_UDP */
struct ib_flow_spec_tcp_udp {
	u32				type;
	u16				size;
	struct ib_flow_tcp_udp_filter	val;
	struct ib_flow_tcp_udp_filter	mask;
};

/* IB_FLOW_SPEC_VXLAN_TUNNEL */
struct ib_flow_spec_tunnel {
	u32				type;
	u16				size;
	struct ib_flow_tunnel_filter	val;
	struct ib_flow_tunnel_filter	mask;
};

/* IB_FLOW_SPEC_ESP */
struct ib_flow_spec_esp {
	u32				type;
	u16				size;
	struct ib_flow_esp_filter	val;
	struct ib_flow_esp_filter	mask;
};

/* IB_FLOW_SPEC_GRE */
struct ib_flow_spec_gre {
	u32				type;
	u16				size;
	struct ib_flow_gre_filter	val;
	struct ib_flow_gre_filter	mask;
};

/* IB_FLOW_SPEC_MPLS */
struct ib_flow_spec_mpls {
	u32				type;
	u16				size;
	struct ib_flow_mpls_filter	val;
	struct ib_flow_mpls_filter	mask;
};

/* IB_FLOW_SPEC_ACTION_TAG: completions carry @tag_id, 24 bits of it at most. */
struct ib_flow_spec_action_tag {
	enum ib_flow_spec_type		type;
	u16				size;
	u32				tag_id;
};

/* IB_FLOW_SPEC_ACTION_DROP */
struct ib_flow_spec_action_drop {
	enum ib_flow_spec_type		type;
	u16				size;
};

/* IB_FLOW_SPEC_ACTION_HANDLE: @act, which the rule holds a reference to. */
struct ib_flow_spec_action_handle {
	enum ib_flow_spec_type		type;
	u16				size;
	struct ib_flow_action		*act;
};

/* IB_FLOW_SPEC_ACTION_COUNT: in @counters, which the rule holds a reference to. */
struct ib_flow_spec_action_count {
	enum ib_flow_spec_type		type;
	u16				size;
	struct ib_counters		*counters;
};

/**
 * union ib_flow_spec - a spec of any kind
 * @type: its kind, one of &enum ib_flow_spec_type, maybe with IB_FLOW_SPEC_INNER
 * @size: its size in bytes
 * @eth: Ethernet header
 * @ib: local route header
 * @ipv4: IPv4 header
 * @tcp_udp: TCP or UDP header
 * @ipv6: IPv6 header
 * @tunnel: VXLAN header
 * @esp: ESP header
 * @gre: GRE header
 * @mpls: MPLS label
 * @flow_tag: write a tag
 * @drop: drop
 * @action: do an action
 * @flow_count: count
 */
union ib_flow_spec {
	struct {
		u32				type;
		u16				size;
	};
	struct ib_flow_spec_eth			eth;
	struct ib_flow_spec_ib			ib;
	struct ib_flow_spec_ipv4		ipv4;
	struct ib_flow_spec_tcp_udp		tcp_udp;
	struct ib_flow_spec_ipv6		ipv6;
	struct ib_flow_spec_tunnel		tunnel;
	struct ib_flow_spec_esp			esp;
	struct ib_flow_spec_gre			gre;
	struct ib_flow_spec_mpls		mpls;
	struct ib_flow_spec_action_tag		flow_tag;
	struct ib_flow_spec_action_drop		drop;
	struct ib_flow_spec_action_handle	action;
	struct ib_flow_spec_action_count	flow_count;
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
