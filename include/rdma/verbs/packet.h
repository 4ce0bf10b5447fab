/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Packets: the network headers that a consumer gets to see, the numbers in them that
 * mean something special, and the conversions between their fields.
 */
#ifndef _RDMA_VERBS_PACKET_H
#define _RDMA_VERBS_PACKET_H

#include <linux/bug.h>
#include <linux/types.h>
#include <net/ip.h>
#include <rdma/verbs/gid.h>

/**
 * struct ib_grh - global route header, as it stands in front of a received datagram
 * @version_tclass_flow: 4 bits version (6), 8 bits traffic class, 20 bits flow label
 * @paylen: bytes behind this header, up to and with the ICRC
 * @next_hdr: the header that follows; 0x1b says a BTH
 * @hop_limit: hops left
 * @sgid: who sent it
 * @dgid: whom it is for, a port or a multicast group
 *
 * 40 bytes. A UD receive buffer has room for them before the payload.
 */
struct ib_grh {
	__be32		version_tclass_flow;
	__be16		paylen;
	u8		next_hdr;
	u8		hop_limit;
	union ib_gid	sgid;
	union ib_gid	dgid;
};

/**
 * union rdma_network_hdr - the 40 bytes in front of a received datagram
 * @ibgrh: a GRH or an IPv6 header, which look alike
 * @reserved: undefined when the packet came over IPv4
 * @roce4grh: the IPv4 header, in the last 20 of the 40 bytes
 */
union rdma_network_hdr {
	struct ib_grh ibgrh;
	struct {
		u8		reserved[20];
		struct iphdr	roce4grh;
	};
};

/* The UDP port that RoCE v2 is addressed to. */
#define ROCE_V2_UDP_DPORT	4791

/* QP numbers have 24 bits; the highest of them stands for a multicast group. */
#define IB_QPN_MASK		0xFFFFFF

enum {
	IB_MULTICAST_QPN	= 0xffffff
};

/* LID that reaches a port before it has one, and the first multicast LID. */
#define IB_LID_PERMISSIVE	cpu_to_be16(0xFFFF)
#define IB_MULTICAST_LID_BASE	cpu_to_be16(0xC000)

/* UDP source ports of RoCE v2 come from the dynamic range of RFC 6335. */
#define IB_ROCE_UDP_ENCAP_VALID_PORT_MIN	(0xC000)
#define IB_ROCE_UDP_ENCAP_VALID_PORT_MAX	(0xFFFF)

/* Flow labels have 20 bits. */
#define IB_GRH_FLOWLABEL_MASK	(0x000FFFFF)

/* Tell the version (4 or 6) of a received header, and take both GIDs out of it. */
int ib_get_rdma_header_version(const union rdma_network_hdr *hdr);
int ib_get_gids_from_rdma_hdr(const union rdma_network_hdr *hdr,
			      enum rdma_network_type net_type,
			      union ib_gid *sgid, union ib_gid *dgid);

/**
 * ib_lid_cpu16() - narrow a LID to InfiniBand's 16 bits
 * @lid: the LID in host byte order; only OPA has LIDs that do not fit, and to
 *       pass one of them is a bug, which is reported once
 *
 * Context: Any.
 * Return: the low 16 bits of @lid, in host byte order.
 */
static inline u16 ib_lid_cpu16(u32 lid)
{
	WARN_ON_ONCE(lid > U16_MAX);
	return lid;
}

/**
 * ib_lid_be16() - narrow a LID to what goes on an InfiniBand wire
 * @lid: the LID in host byte order, with the same limits as for ib_lid_cpu16()
 *
 * Context: Any.
 * Return: the low 16 bits of @lid, in network byte order.
 */
static inline __be16 ib_lid_be16(u32 lid)
{
	return cpu_to_be16(ib_lid_cpu16(lid));
}

/**
 * rdma_flow_label_to_udp_sport() - the UDP source port that goes with a flow label
 * @fl: the flow label, 20 bits
 *
 * Switches spread RoCE v2 flows by source port, so all providers must derive it
 * alike: the label's upper 6 bits are folded into its lower 14, and the result
 * counted from IB_ROCE_UDP_ENCAP_VALID_PORT_MIN.
 *
 * Context: Any.
 * Return: the port, in host byte order, 0xC000 to 0xFFFF.
 */
static inline u16 rdma_flow_label_to_udp_sport(u32 fl)
{
	u32 folded = fl ^ (fl & IB_GRH_FLOWLABEL_MASK) >> 14;

	return IB_ROCE_UDP_ENCAP_VALID_PORT_MIN | (folded & 0x3fff);
}

/**
 * rdma_calc_flow_label() - make up a flow label for a connection that has none
 * @lqpn: the local QP's number
 * @rqpn: the remote QP's number
 *
 * Both ends come to the same label, since it is made of the product of the two
 * numbers, whose 48 bits are folded to 20. Different connections most likely get
 * different labels, and so different paths through the network.
 *
 * Context: Any.
 * Return: the label, 20 bits.
 */
static inline u32 rdma_calc_flow_label(u32 lqpn, u32 rqpn)
{
	u64 product = (u64)lqpn * rqpn;
	u64 folded = product ^ product >> 20;

	return (folded ^ folded >> 40) & IB_GRH_FLOWLABEL_MASK;
}

/**
 * rdma_get_udp_sport() - choose a RoCE v2 connection's UDP source port
 * @fl: the flow label that the address handle asks for, or 0 for none
 * @lqpn: the local QP's number, used when there is no flow label
 * @rqpn: the remote QP's number, likewise
 *
 * Context: Any.
 * Return: the port, in host byte order, as rdma_flow_label_to_udp_sport() gives it.
 */
static inline u16 rdma_get_udp_sport(u32 fl, u32 lqpn, u32 rqpn)
{
	return rdma_flow_label_to_udp_sport(fl ?: rdma_calc_flow_label(lqpn, rqpn));
}

#endif /* _RDMA_VERBS_PACKET_H */
