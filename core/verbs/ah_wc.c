// SPDX-License-Identifier: GPL-2.0-only
/*
 * The way back: an address that answers what was received, from its completion
 * and its global header.
 *
 * What arrives in front of a UD payload is 40 bytes. InfiniBand and RoCE v1 put
 * the GRH there, RoCE v2 an IPv6 header, which is laid out the same way, or 20
 * bytes of nothing in particular and then an IPv4 header.
 */
#include <linux/err.h>
#include <linux/etherdevice.h>
#include <linux/export.h>
#include <linux/in6.h>
#include <linux/ip.h>
#include <net/checksum.h>
#include <net/ip.h>
#include <net/ipv6.h>

#include <rdma/ib_addr.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>

#include "borrowed/core.h"
#include "verbs/verbs.h"

#define NO_VLAN		0xffff
#define HOPS_MAX	0xff
#define IPV4_WORDS	5	/* RoCE v2 has no IP options */

/**
 * ib_get_rdma_header_version() - tell which IP version a received header has
 * @hdr: the 40 bytes in front of a UD payload
 *
 * A version field of 6 in the first byte can be a real one or noise before an
 * IPv4 header; then a good IPv4 checksum decides.
 *
 * Context: Any context.
 * Return: 4, 6 (which a GRH has as well), or 0 if it is neither.
 */
int ib_get_rdma_header_version(const union rdma_network_hdr *hdr)
{
	const struct iphdr *ip4 = &hdr->roce4grh;
	u32 version = be32_to_cpu(hdr->ibgrh.version_tclass_flow) >> 28;

	if (version != 6)
		return ip4->version == 4 ? 4 : 0;
	if (ip4->ihl == IPV4_WORDS && !ip_fast_csum(ip4, IPV4_WORDS))
		return 4;
	return 6;
}
EXPORT_SYMBOL(ib_get_rdma_header_version);

/**
 * ib_get_gids_from_rdma_hdr() - read both addresses of a received header
 * @hdr: the 40 bytes in front of a UD payload
 * @net_type: what they are
 * @sgid: set to the sender's GID
 * @dgid: set to the receiver's GID
 *
 * IPv4 addresses become GIDs of the mapped form ::ffff:a.b.c.d.
 *
 * Context: Any context.
 * Return: 0, or %-EINVAL if @sgid or @dgid is NULL or @net_type is unknown.
 */
int ib_get_gids_from_rdma_hdr(const union rdma_network_hdr *hdr,
			      enum rdma_network_type net_type, union ib_gid *sgid,
			      union ib_gid *dgid)
{
	if (!sgid || !dgid)
		return -EINVAL;

	switch (net_type) {
	case RDMA_NETWORK_IB:
	case RDMA_NETWORK_ROCE_V1:
	case RDMA_NETWORK_IPV6:
		*sgid = hdr->ibgrh.sgid;
		*dgid = hdr->ibgrh.dgid;
		return 0;
	case RDMA_NETWORK_IPV4:
		ipv6_addr_set_v4mapped(hdr->roce4grh.saddr, (struct in6_addr *)sgid->raw);
		ipv6_addr_set_v4mapped(hdr->roce4grh.daddr, (struct in6_addr *)dgid->raw);
		return 0;
	default:
		return -EINVAL;
	}
}
EXPORT_SYMBOL(ib_get_gids_from_rdma_hdr);

/**
 * ib_resolve_unicast_gid_dmac() - find the Ethernet address of the next hop
 * @device: whose address it is
 * @attr: RoCE attributes with a source GID; dmac and hop limit are set
 *
 * A link-local GID of RoCE v1 carries the MAC in itself, all others are asked
 * of the IP stack.
 *
 * Context: Process context; may sleep.
 * Return: 0, or an errno of the address resolution.
 */
int ib_resolve_unicast_gid_dmac(struct ib_device *device, struct rdma_ah_attr *attr)
{
	const struct ib_gid_attr *sgid_attr = attr->grh.sgid_attr;
	struct in6_addr *to = (struct in6_addr *)attr->grh.dgid.raw;
	int hops = HOPS_MAX;
	int ret;

	if (sgid_attr->gid_type == IB_GID_TYPE_ROCE && rdma_link_local_addr(to)) {
		rdma_get_ll_mac(to, attr->roce.dmac);
		return 0;
	}
	ret = rdma_addr_find_l2_eth_by_grh(&sgid_attr->gid, &attr->grh.dgid,
					   attr->roce.dmac, sgid_attr, &hops);
	attr->grh.hop_limit = hops;
	return ret;
}

/**
 * ib_resolve_eth_dmac() - find the Ethernet address for a destination GID
 * @device: whose address it is
 * @attr: RoCE attributes with a source GID; dmac is set, and for a unicast
 *	destination the hop limit
 *
 * Context: Process context; may sleep.
 * Return: 0, or an errno of the address resolution.
 */
int ib_resolve_eth_dmac(struct ib_device *device, struct rdma_ah_attr *attr)
{
	struct in6_addr *to = (struct in6_addr *)attr->grh.dgid.raw;

	if (!rdma_is_multicast_addr(to))
		return ib_resolve_unicast_gid_dmac(device, attr);
	if (ipv6_addr_v4mapped(to))
		ip_eth_mc_map(to->s6_addr32[3], attr->roce.dmac);
	else
		ipv6_eth_mc_map(to, attr->roce.dmac);
	return 0;
}

static enum rdma_network_type network_type(struct ib_device *device, u32 port_num,
					   const struct ib_wc *wc, const struct ib_grh *grh)
{
	if (!rdma_cap_eth_ah(device, port_num))
		return RDMA_NETWORK_IB;
	if (wc->wc_flags & IB_WC_WITH_NETWORK_HDR_TYPE)
		return wc->network_hdr_type;
	if (rdma_protocol_ib(device, port_num))
		return RDMA_NETWORK_IB;
	if (ib_get_rdma_header_version((const union rdma_network_hdr *)grh) == 4)
		return RDMA_NETWORK_IPV4;
	return grh->next_hdr == IPPROTO_UDP ? RDMA_NETWORK_IPV6 : RDMA_NETWORK_ROCE_V1;
}

/* Of the GIDs with the right address, the one that the packet came in by. */
struct eth_gid {
	enum ib_gid_type type;
	u16 vlan_id;
};

static bool eth_gid_matches(const union ib_gid *gid, const struct ib_gid_attr *attr,
			    void *context)
{
	const struct eth_gid *want = context;
	u16 vlan_id = NO_VLAN;

	return attr->gid_type == want->type &&
	       !rdma_read_gid_l2_fields(attr, &vlan_id, NULL) &&
	       vlan_id == want->vlan_id;
}

static const struct ib_gid_attr *find_local_gid(struct ib_device *device, u32 port_num,
						const struct ib_wc *wc,
						const union ib_gid *gid,
						enum rdma_network_type net_type)
{
	struct eth_gid want = {
		.type = ib_network_to_gid_type(net_type),
		.vlan_id = wc->wc_flags & IB_WC_WITH_VLAN ? wc->vlan_id : NO_VLAN,
	};

	if (rdma_protocol_roce(device, port_num))
		return rdma_find_gid_by_filter(device, gid, port_num, eth_gid_matches,
					       &want);
	/* What is for any subnet administrator came in by the port's first GID. */
	if (gid->global.interface_id == cpu_to_be64(IB_SA_WELL_KNOWN_GUID))
		return rdma_get_gid_attr(device, port_num, 0);
	return rdma_find_gid_by_port(device, gid, IB_GID_TYPE_IB, port_num, NULL);
}

/* The global route back: from the GID that the packet came in by to its sender. */
static int set_route(struct ib_device *device, u32 port_num, const struct ib_wc *wc,
		     const struct ib_grh *grh, struct rdma_ah_attr *attr)
{
	enum rdma_network_type net_type = network_type(device, port_num, wc, grh);
	u32 flow = be32_to_cpu(grh->version_tclass_flow);
	const struct ib_gid_attr *local;
	union ib_gid from, to;
	int ret;

	ret = ib_get_gids_from_rdma_hdr((const union rdma_network_hdr *)grh, net_type,
					&from, &to);
	if (ret)
		return ret;
	local = find_local_gid(device, port_num, wc, &to, net_type);
	if (IS_ERR(local))
		return PTR_ERR(local);
	rdma_move_grh_sgid_attr(attr, &from, flow & 0xfffff, HOPS_MAX, (flow >> 20) & 0xff,
				local);
	return 0;
}

/**
 * ib_init_ah_attr_from_wc() - work out how to answer a received message
 * @device: where it arrived
 * @port_num: at which port
 * @wc: its completion
 * @grh: the 40 bytes in front of its payload; may be NULL when @wc says that
 *	there is no global header
 * @ah_attr: set, whatever it holds; on success to be released with
 *	rdma_destroy_ah_attr(), after an error there is nothing to release
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EINVAL: no such port, no @grh where there must be one, an unknown network type
 * * %-EPROTOTYPE: the port is RoCE and the message has no global header
 * * %-ENOENT: the GID that it was sent to is not one of the port's
 * * another errno of the GID table or of the address resolution
 */
int ib_init_ah_attr_from_wc(struct ib_device *device, u32 port_num, const struct ib_wc *wc,
			    const struct ib_grh *grh, struct rdma_ah_attr *ah_attr)
{
	bool has_grh = wc->wc_flags & IB_WC_GRH;
	bool is_roce;
	int ret;

	might_sleep();
	memset(ah_attr, 0, sizeof(*ah_attr));
	if (!rdma_is_port_valid(device, port_num) || (has_grh && !grh))
		return -EINVAL;

	is_roce = rdma_protocol_roce(device, port_num);
	ah_attr->type = rdma_ah_find_type(device, port_num);
	rdma_ah_set_sl(ah_attr, wc->sl);
	rdma_ah_set_port_num(ah_attr, port_num);
	if (!is_roce) {
		rdma_ah_set_dlid(ah_attr, wc->slid);
		rdma_ah_set_path_bits(ah_attr, wc->dlid_path_bits);
	}
	if (!has_grh)
		return is_roce ? -EPROTOTYPE : 0;

	ret = set_route(device, port_num, wc, grh, ah_attr);
	if (ret || !is_roce)
		return ret;
	ret = ib_resolve_unicast_gid_dmac(device, ah_attr);
	if (ret)
		rdma_destroy_ah_attr(ah_attr);
	return ret;
}
EXPORT_SYMBOL(ib_init_ah_attr_from_wc);
