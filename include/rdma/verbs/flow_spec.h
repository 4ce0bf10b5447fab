/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What steering rules are made of: one spec for each header that a packet must have, and
 * one for each thing to do with it.
 *
 * A header spec holds values and a mask: a packet matches when it is equal to the values
 * in all bits that the mask has set.
 */
#ifndef _RDMA_VERBS_FLOW_SPEC_H
#define _RDMA_VERBS_FLOW_SPEC_H

#include <linux/types.h>

struct ib_counters;
struct ib_flow_action;

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

/**
 * struct ib_flow_spec_eth - the packet has an Ethernet header
 * @type: IB_FLOW_SPEC_ETH
 * @size: size of this struct, in bytes
 * @val: what the header says
 * @mask: the bits of @val that count
 */
struct ib_flow_spec_eth {
	u32				type;
	u16				size;
	struct ib_flow_eth_filter	val;
	struct ib_flow_eth_filter	mask;
};

/**
 * struct ib_flow_spec_ib - the packet has a local route header
 * @type: IB_FLOW_SPEC_IB
 * @size: size of this struct, in bytes
 * @val: what the header says
 * @mask: the bits of @val that count
 */
struct ib_flow_spec_ib {
	u32				type;
	u16				size;
	struct ib_flow_ib_filter	val;
	struct ib_flow_ib_filter	mask;
};

/**
 * struct ib_flow_spec_ipv4 - the packet has an IPv4 header
 * @type: IB_FLOW_SPEC_IPV4
 * @size: size of this struct, in bytes
 * @val: what the header says
 * @mask: the bits of @val that count
 */
struct ib_flow_spec_ipv4 {
	u32				type;
	u16				size;
	struct ib_flow_ipv4_filter	val;
	struct ib_flow_ipv4_filter	mask;
};

/**
 * struct ib_flow_spec_ipv6 - the packet has an IPv6 header
 * @type: IB_FLOW_SPEC_IPV6
 * @size: size of this struct, in bytes
 * @val: what the header says
 * @mask: the bits of @val that count
 */
struct ib_flow_spec_ipv6 {
	u32				type;
	u16				size;
	struct ib_flow_ipv6_filter	val;
	struct ib_flow_ipv6_filter	mask;
};

/**
 * struct ib_flow_spec_tcp_udp - the packet has a TCP or UDP header
 * @type: IB_FLOW_SPEC_TCP or IB_FLOW_SPEC_UDP
 * @size: size of this struct, in bytes
 * @val: what the header says
 * @mask: the bits of @val that count
 */
struct ib_flow_spec_tcp_udp {
	u32				type;
	u16				size;
	struct ib_flow_tcp_udp_filter	val;
	struct ib_flow_tcp_udp_filter	mask;
};

/**
 * struct ib_flow_spec_tunnel - the packet has a VXLAN header
 * @type: IB_FLOW_SPEC_VXLAN_TUNNEL
 * @size: size of this struct, in bytes
 * @val: what the header says
 * @mask: the bits of @val that count
 */
struct ib_flow_spec_tunnel {
	u32				type;
	u16				size;
	struct ib_flow_tunnel_filter	val;
	struct ib_flow_tunnel_filter	mask;
};

/**
 * struct ib_flow_spec_esp - the packet has an ESP header
 * @type: IB_FLOW_SPEC_ESP
 * @size: size of this struct, in bytes
 * @val: what the header says
 * @mask: the bits of @val that count
 */
struct ib_flow_spec_esp {
	u32				type;
	u16				size;
	struct ib_flow_esp_filter	val;
	struct ib_flow_esp_filter	mask;
};

/**
 * struct ib_flow_spec_gre - the packet has a GRE header
 * @type: IB_FLOW_SPEC_GRE
 * @size: size of this struct, in bytes
 * @val: what the header says
 * @mask: the bits of @val that count
 */
struct ib_flow_spec_gre {
	u32				type;
	u16				size;
	struct ib_flow_gre_filter	val;
	struct ib_flow_gre_filter	mask;
};

/**
 * struct ib_flow_spec_mpls - the packet has an MPLS label
 * @type: IB_FLOW_SPEC_MPLS
 * @size: size of this struct, in bytes
 * @val: what the header says
 * @mask: the bits of @val that count
 */
struct ib_flow_spec_mpls {
	u32				type;
	u16				size;
	struct ib_flow_mpls_filter	val;
	struct ib_flow_mpls_filter	mask;
};

/**
 * struct ib_flow_spec_action_tag - put a number into the completion
 * @type: IB_FLOW_SPEC_ACTION_TAG
 * @size: size of this struct, in bytes
 * @tag_id: the number
 */
struct ib_flow_spec_action_tag {
	enum ib_flow_spec_type		type;
	u16				size;
	u32				tag_id;
};

/**
 * struct ib_flow_spec_action_drop - drop the packet
 * @type: IB_FLOW_SPEC_ACTION_DROP
 * @size: size of this struct, in bytes
 */
struct ib_flow_spec_action_drop {
	enum ib_flow_spec_type		type;
	u16				size;
};

/**
 * struct ib_flow_spec_action_handle - do what an action says
 * @type: IB_FLOW_SPEC_ACTION_HANDLE
 * @size: size of this struct, in bytes
 * @act: the action, which the rule holds on to
 */
struct ib_flow_spec_action_handle {
	enum ib_flow_spec_type		type;
	u16				size;
	struct ib_flow_action		*act;
};

/**
 * struct ib_flow_spec_action_count - count the packet
 * @type: IB_FLOW_SPEC_ACTION_COUNT
 * @size: size of this struct, in bytes
 * @counters: where to count, which the rule holds on to
 */
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

#endif /* _RDMA_VERBS_FLOW_SPEC_H */
