// SPDX-License-Identifier: GPL-2.0-only
/*
 * RoCE on a bond: which network device of the bond the packets of an address will leave by.
 *
 * The bond decides that by hashing a packet, so it is shown the headers of one: those which the
 * device will send, with the UDP source port that the flow label gives.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/etherdevice.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/netdevice.h>
#include <linux/rcupdate.h>
#include <linux/skbuff.h>
#include <linux/udp.h>
#include <kunit/static_stub.h>
#include <kunit/visibility.h>
#include <net/ipv6.h>
#include <net/lag.h>

#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>
#include <rdma/lag.h>

#include "verbs/lag.h"

static void lag_put_eth(struct sk_buff *skb, const struct rdma_ah_attr *ah_attr)
{
	struct ethhdr *eth;

	skb_reset_mac_header(skb);
	eth = skb_put_zero(skb, sizeof(*eth));
	eth->h_proto = skb->protocol;
	ether_addr_copy(eth->h_dest, ah_attr->roce.dmac);
	rdma_read_gid_l2_fields(ah_attr->grh.sgid_attr, NULL, eth->h_source);
}

static void lag_put_ip4(struct sk_buff *skb, const struct ib_global_route *grh)
{
	struct iphdr *ip;

	skb_set_network_header(skb, skb->len);
	ip = skb_put_zero(skb, sizeof(*ip));
	ip->version = 4;
	ip->ihl = sizeof(*ip) / sizeof(u32);
	ip->tot_len = htons(sizeof(*ip) + sizeof(struct udphdr));
	ip->protocol = IPPROTO_UDP;
	ip->saddr = ((const struct in6_addr *)&grh->sgid_attr->gid)->s6_addr32[3];
	ip->daddr = ((const struct in6_addr *)&grh->dgid)->s6_addr32[3];
}

static void lag_put_ip6(struct sk_buff *skb, const struct ib_global_route *grh)
{
	struct ipv6hdr *ip;

	skb_set_network_header(skb, skb->len);
	ip = skb_put_zero(skb, sizeof(*ip));
	ip6_flow_hdr(ip, 0, htonl(grh->flow_label & IB_GRH_FLOWLABEL_MASK));
	ip->payload_len = htons(sizeof(struct udphdr));
	ip->nexthdr = IPPROTO_UDP;
	memcpy(&ip->saddr, &grh->sgid_attr->gid, sizeof(ip->saddr));
	memcpy(&ip->daddr, &grh->dgid, sizeof(ip->daddr));
}

static void lag_put_udp(struct sk_buff *skb, u32 flow_label)
{
	struct udphdr *udp;

	skb_set_transport_header(skb, skb->len);
	udp = skb_put_zero(skb, sizeof(*udp));
	udp->source = htons(rdma_flow_label_to_udp_sport(flow_label));
	udp->dest = htons(ROCE_V2_UDP_DPORT);
	udp_set_len_short(udp, sizeof(*udp));
}

/* The headers of a packet to that address, as @bond would get them to transmit. */
static struct sk_buff *lag_build_packet(struct net_device *bond,
					const struct rdma_ah_attr *ah_attr, gfp_t flags)
{
	const struct ib_global_route *grh = &ah_attr->grh;
	bool ip4 = ipv6_addr_v4mapped((const struct in6_addr *)&grh->dgid);
	struct sk_buff *skb = alloc_skb(LL_RESERVED_SPACE(bond) + ETH_HLEN +
					sizeof(struct ipv6hdr) + sizeof(struct udphdr), flags);

	if (!skb)
		return NULL;

	skb->dev = bond;
	skb->protocol = htons(ip4 ? ETH_P_IP : ETH_P_IPV6);
	skb_reserve(skb, LL_RESERVED_SPACE(bond));
	lag_put_eth(skb, ah_attr);
	if (ip4)
		lag_put_ip4(skb, grh);
	else
		lag_put_ip6(skb, grh);
	lag_put_udp(skb, grh->flow_label);
	return skb;
}

/* The network device of a GID with a reference, or an error. */
VISIBLE_IF_KUNIT struct net_device *lag_hold_netdev(const struct ib_gid_attr *attr)
{
	struct net_device *netdev;

	KUNIT_STATIC_STUB_REDIRECT(lag_hold_netdev, attr);

	guard(rcu)();
	netdev = rdma_read_gid_attr_ndev_rcu(attr);
	if (!IS_ERR(netdev))
		dev_hold(netdev);
	return netdev;
}
EXPORT_SYMBOL_IF_KUNIT(lag_hold_netdev);

static struct net_device *lag_ask_bond(struct net_device *bond, struct sk_buff *skb, bool all)
{
	struct net_device *slave;

	guard(rcu)();
	slave = netdev_get_xmit_slave(bond, skb, all);
	dev_hold(slave);
	return slave;
}

/* Only the UDP source port tells connections apart, so there must be a flow label for it. */
static bool lag_has_choice(const struct rdma_ah_attr *ah_attr)
{
	return ah_attr->type == RDMA_AH_ATTR_TYPE_ROCE && ah_attr->grh.flow_label &&
	       ah_attr->grh.sgid_attr->gid_type == IB_GID_TYPE_ROCE_UDP_ENCAP;
}

/**
 * rdma_lag_get_ah_roce_slave() - the network device of a bond that packets to an address leave by
 * @device: the device; its lag_flags say among which network devices of the bond to choose
 * @ah_attr: the address; its GRH has a reference on a source GID
 * @flags: how to allocate
 *
 * Context: As @flags says.
 * Return: the network device with a reference, to be put by rdma_lag_put_ah_roce_slave();
 * NULL if the address is not RoCE v2 with a flow label, its network device is no bond, or
 * the bond has no answer; or * %-ENOMEM: no memory * %-EINVAL: the source GID is not valid
 * any more * %-ENODEV: the source GID has no network device
 */
struct net_device *rdma_lag_get_ah_roce_slave(struct ib_device *device,
					      struct rdma_ah_attr *ah_attr, gfp_t flags)
{
	bool all = device->lag_flags & RDMA_LAG_FLAGS_HASH_ALL_SLAVES;
	struct net_device *netdev, *slave = NULL;
	struct sk_buff *skb;

	if (!lag_has_choice(ah_attr))
		return NULL;

	netdev = lag_hold_netdev(ah_attr->grh.sgid_attr);
	if (IS_ERR(netdev))
		return netdev;

	if (netif_is_bond_master(netdev)) {
		skb = lag_build_packet(netdev, ah_attr, flags);
		slave = skb ? lag_ask_bond(netdev, skb, all) : ERR_PTR(-ENOMEM);
		kfree_skb(skb);
	}
	dev_put(netdev);
	return slave;
}
EXPORT_SYMBOL_IF_KUNIT(rdma_lag_get_ah_roce_slave);

/**
 * rdma_lag_put_ah_roce_slave() - put what rdma_lag_get_ah_roce_slave() returned
 * @xmit_slave: the network device, or NULL
 *
 * Context: Any context.
 */
void rdma_lag_put_ah_roce_slave(struct net_device *xmit_slave)
{
	dev_put(xmit_slave);
}
EXPORT_SYMBOL_IF_KUNIT(rdma_lag_put_ah_roce_slave);
