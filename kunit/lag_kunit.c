// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of choosing a bond's network device for an address, with a bond that keeps the packet it
 * was asked about; and of the flow label and UDP source port that the choice rests on.
 */
#include <kunit/resource.h>
#include <kunit/static_stub.h>
#include <kunit/test-bug.h>
#include <kunit/test.h>
#include <linux/etherdevice.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/netdevice.h>
#include <linux/prandom.h>
#include <linux/udp.h>
#include <net/ipv6.h>

#include <rdma/ib_verbs.h>
#include <rdma/lag.h>

#include "verbs/lag.h"
#include "nth.h"

#define LAG_SEED	0x1a6
#define LABEL		0x54321

static const u8 bond_mac[ETH_ALEN] = { 0x02, 0, 0, 0, 0, 0x01 };
static const u8 peer_mac[ETH_ALEN] = { 0x02, 0, 0, 0, 0, 0x99 };
static const union ib_gid gid4 = { .raw = { [10] = 0xff, 0xff, 192, 168, 1, 2 } };
static const union ib_gid peer4 = { .raw = { [10] = 0xff, 0xff, 192, 168, 1, 9 } };
static const union ib_gid gid6 = { .raw = { 0xfe, 0x80, [15] = 2 } };
static const union ib_gid peer6 = { .raw = { 0xfe, 0x80, [15] = 9 } };

/* What a bond has to itself: what it answers, and what it was asked. */
struct bond {
	struct net_device *slave;
	int asked;
	bool all;
	u8 packet[128];
	int len, network, transport;
	__be16 protocol;
};

struct lag_test {
	struct ib_device *device;
	struct net_device *bond, *slave, *given;
	struct ib_gid_attr gid;
	struct rdma_ah_attr attr;
	int error;
};

static struct net_device *bond_get_xmit_slave(struct net_device *dev, struct sk_buff *skb, bool all)
{
	struct bond *bond = netdev_priv(dev);

	bond->asked++;
	bond->all = all;
	bond->len = min_t(int, skb->len, sizeof(bond->packet));
	memcpy(bond->packet, skb_mac_header(skb), bond->len);
	bond->network = skb_network_offset(skb);
	bond->transport = skb_transport_offset(skb);
	bond->protocol = skb->protocol;
	return bond->slave;
}

static const struct net_device_ops bond_ops = { .ndo_get_xmit_slave = bond_get_xmit_slave };
static const struct net_device_ops plain_ops = {};

/* Stands in for the GID table. */
static struct net_device *given_netdev(const struct ib_gid_attr *attr)
{
	struct lag_test *t = kunit_get_current_test()->priv;

	if (t->error)
		return ERR_PTR(t->error);
	dev_hold(t->given);
	return t->given;
}

KUNIT_DEFINE_ACTION_WRAPPER(free_netdev_action, free_netdev, struct net_device *);

static struct net_device *make_netdev(struct kunit *test, const struct net_device_ops *ops)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct bond));

	KUNIT_ASSERT_NOT_NULL(test, dev);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, free_netdev_action, dev));
	dev->netdev_ops = ops;
	return dev;
}

static void use_gids(struct lag_test *t, const union ib_gid *gid, const union ib_gid *peer)
{
	t->gid.gid = *gid;
	t->attr.grh.dgid = *peer;
}

static int lag_init(struct kunit *test)
{
	struct lag_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	if (!t)
		return -ENOMEM;
	test->priv = t;
	t->device = kunit_kzalloc(test, sizeof(*t->device), GFP_KERNEL);
	if (!t->device)
		return -ENOMEM;
	t->slave = make_netdev(test, &plain_ops);
	t->bond = make_netdev(test, &bond_ops);
	t->bond->flags |= IFF_MASTER;
	t->bond->priv_flags |= IFF_BONDING;
	dev_addr_mod(t->bond, 0, bond_mac, sizeof(bond_mac));
	((struct bond *)netdev_priv(t->bond))->slave = t->slave;
	t->given = t->bond;

	t->gid.gid_type = IB_GID_TYPE_ROCE_UDP_ENCAP;
	rcu_assign_pointer(t->gid.ndev, t->bond);
	t->attr.type = RDMA_AH_ATTR_TYPE_ROCE;
	t->attr.grh.sgid_attr = &t->gid;
	t->attr.grh.flow_label = LABEL;
	ether_addr_copy(t->attr.roce.dmac, peer_mac);
	use_gids(t, &gid4, &peer4);

	kunit_activate_static_stub(test, lag_hold_netdev, given_netdev);
	return 0;
}

static struct net_device *choose(struct lag_test *t)
{
	return rdma_lag_get_ah_roce_slave(t->device, &t->attr, GFP_KERNEL);
}

/* The chosen device has one reference more, the bond is as before; putting gives it back. */
static void lag_holds_the_slave(struct kunit *test)
{
	struct lag_test *t = test->priv;
	int bond_refs = netdev_refcnt_read(t->bond), slave_refs = netdev_refcnt_read(t->slave);

	KUNIT_ASSERT_PTR_EQ(test, choose(t), t->slave);
	KUNIT_EXPECT_EQ(test, netdev_refcnt_read(t->bond), bond_refs);
	KUNIT_EXPECT_EQ(test, netdev_refcnt_read(t->slave), slave_refs + 1);
	rdma_lag_put_ah_roce_slave(t->slave);
	KUNIT_EXPECT_EQ(test, netdev_refcnt_read(t->slave), slave_refs);
	rdma_lag_put_ah_roce_slave(NULL);
}

static void lag_asks_for_all_slaves_if_told(struct kunit *test)
{
	struct lag_test *t = test->priv;
	struct bond *bond = netdev_priv(t->bond);

	rdma_lag_put_ah_roce_slave(choose(t));
	KUNIT_EXPECT_FALSE(test, bond->all);
	t->device->lag_flags = RDMA_LAG_FLAGS_HASH_ALL_SLAVES;
	rdma_lag_put_ah_roce_slave(choose(t));
	KUNIT_EXPECT_TRUE(test, bond->all);
	KUNIT_EXPECT_EQ(test, bond->asked, 2);
}

static void expect_none(struct kunit *test)
{
	struct lag_test *t = test->priv;
	struct bond *bond = netdev_priv(t->bond);
	int refs = netdev_refcnt_read(t->bond);

	KUNIT_EXPECT_NULL(test, choose(t));
	KUNIT_EXPECT_EQ(test, bond->asked, 0);
	KUNIT_EXPECT_EQ(test, netdev_refcnt_read(t->bond), refs);
}

/* NULL where there is nothing to choose; the GID table is not even asked for the first three. */
static void lag_has_no_choice(struct kunit *test)
{
	struct lag_test *t = test->priv;

	t->error = -EINVAL;
	t->attr.grh.flow_label = 0;
	expect_none(test);
	t->attr.grh.flow_label = LABEL;

	t->gid.gid_type = IB_GID_TYPE_ROCE;
	expect_none(test);
	t->gid.gid_type = IB_GID_TYPE_ROCE_UDP_ENCAP;

	t->attr.type = RDMA_AH_ATTR_TYPE_IB;
	expect_none(test);
	t->attr.type = RDMA_AH_ATTR_TYPE_ROCE;
	t->error = 0;

	t->given = t->slave;
	expect_none(test);
	t->given = t->bond;

	t->bond->netdev_ops = &plain_ops;
	expect_none(test);
}

static void lag_bond_has_no_answer(struct kunit *test)
{
	struct lag_test *t = test->priv;
	struct bond *bond = netdev_priv(t->bond);

	bond->slave = NULL;
	KUNIT_EXPECT_NULL(test, choose(t));
	KUNIT_EXPECT_EQ(test, bond->asked, 1);
}

static void lag_gid_has_no_netdev(struct kunit *test)
{
	struct lag_test *t = test->priv;

	t->error = -ENODEV;
	KUNIT_EXPECT_EQ(test, PTR_ERR(choose(t)), -ENODEV);
	t->error = -EINVAL;
	KUNIT_EXPECT_EQ(test, PTR_ERR(choose(t)), -EINVAL);
}

#ifdef CONFIG_FAILSLAB
/* No packet, so no answer; and nobody keeps the bond. Reference trackers may fail unseen. */
static void lag_survives_any_failure(struct kunit *test)
{
	struct lag_test *t = test->priv;
	int refs = netdev_refcnt_read(t->bond);
	bool failed = true;
	u32 refused = 0;

	for (u32 n = 1; failed; n++) {
		struct net_device *slave;

		nth_fail(n);
		slave = choose(t);
		failed = nth_failed();
		if (IS_ERR(slave)) {
			KUNIT_EXPECT_TRUE(test, failed);
			KUNIT_EXPECT_PTR_EQ(test, slave, ERR_PTR(-ENOMEM));
			refused++;
		} else {
			KUNIT_EXPECT_PTR_EQ(test, slave, t->slave);
			rdma_lag_put_ah_roce_slave(slave);
		}
		KUNIT_EXPECT_EQ(test, netdev_refcnt_read(t->bond), refs);
	}
	KUNIT_EXPECT_GT(test, refused, 0);
}
#endif

static void expect_eth(struct kunit *test, const struct bond *bond, u16 protocol)
{
	const struct ethhdr *eth = (const void *)bond->packet;

	KUNIT_EXPECT_MEMEQ(test, eth->h_source, bond_mac, ETH_ALEN);
	KUNIT_EXPECT_MEMEQ(test, eth->h_dest, peer_mac, ETH_ALEN);
	KUNIT_EXPECT_EQ(test, ntohs(eth->h_proto), protocol);
	KUNIT_EXPECT_EQ(test, ntohs(bond->protocol), protocol);
	KUNIT_EXPECT_EQ(test, bond->network, ETH_HLEN);
}

static void expect_udp(struct kunit *test, const struct bond *bond)
{
	const struct udphdr *udp = (const void *)bond->packet + bond->transport;

	KUNIT_EXPECT_EQ(test, ntohs(udp->source), rdma_flow_label_to_udp_sport(LABEL));
	KUNIT_EXPECT_EQ(test, ntohs(udp->dest), ROCE_V2_UDP_DPORT);
	KUNIT_EXPECT_EQ(test, ntohs(udp->len), sizeof(*udp));
	KUNIT_EXPECT_EQ(test, bond->len, bond->transport + (int)sizeof(*udp));
}

static void lag_hashes_an_ipv4_packet(struct kunit *test)
{
	struct lag_test *t = test->priv;
	const struct bond *bond = netdev_priv(t->bond);
	const struct iphdr *ip = (const void *)bond->packet + ETH_HLEN;

	rdma_lag_put_ah_roce_slave(choose(t));
	expect_eth(test, bond, ETH_P_IP);
	KUNIT_EXPECT_EQ(test, *(const u8 *)ip, 0x45);
	KUNIT_EXPECT_EQ(test, ntohs(ip->frag_off), 0);
	KUNIT_EXPECT_EQ(test, ntohs(ip->tot_len), 28);
	KUNIT_EXPECT_EQ(test, ip->protocol, IPPROTO_UDP);
	KUNIT_EXPECT_MEMEQ(test, &ip->saddr, gid4.raw + 12, 4);
	KUNIT_EXPECT_MEMEQ(test, &ip->daddr, peer4.raw + 12, 4);
	KUNIT_EXPECT_EQ(test, bond->transport, ETH_HLEN + (int)sizeof(*ip));
	expect_udp(test, bond);
}

static void lag_hashes_an_ipv6_packet(struct kunit *test)
{
	struct lag_test *t = test->priv;
	const struct bond *bond = netdev_priv(t->bond);
	const struct ipv6hdr *ip = (const void *)bond->packet + ETH_HLEN;

	use_gids(t, &gid6, &peer6);
	rdma_lag_put_ah_roce_slave(choose(t));
	expect_eth(test, bond, ETH_P_IPV6);
	KUNIT_EXPECT_EQ(test, ntohl(*(const __be32 *)ip), 0x60000000 | LABEL);
	KUNIT_EXPECT_EQ(test, ip->nexthdr, IPPROTO_UDP);
	KUNIT_EXPECT_EQ(test, ntohs(ip->payload_len), sizeof(struct udphdr));
	KUNIT_EXPECT_MEMEQ(test, &ip->saddr, gid6.raw, 16);
	KUNIT_EXPECT_MEMEQ(test, &ip->daddr, peer6.raw, 16);
	KUNIT_EXPECT_EQ(test, bond->transport, ETH_HLEN + (int)sizeof(*ip));
	expect_udp(test, bond);
}

static const struct sport_case {
	const char *desc;
	u32 label;
	u16 sport;
} sport_cases[] = {
	{ "no label", 0, 0xc000 },
	{ "low bits", 0x00001, 0xc001 },
	{ "all low bits", 0x03fff, 0xffff },
	{ "the lowest high bit", 0x04000, 0xc001 },
	{ "all high bits", 0xfc000, 0xc03f },
	{ "all bits", 0xfffff, 0xffc0 },
	{ "bits that are no label", 0xfff00000, 0xc000 },
};

KUNIT_ARRAY_PARAM_DESC(sport, sport_cases, desc);

static void sport_of_label(struct kunit *test)
{
	const struct sport_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, rdma_flow_label_to_udp_sport(c->label), c->sport);
	if (c->label)
		KUNIT_EXPECT_EQ(test, rdma_get_udp_sport(c->label, 17, 18), c->sport);
}

/* The product, folded to 20 bits by hand: bits 0-19, 20-39 and 40-47 on top of each other. */
static void label_of_qps(struct kunit *test)
{
	struct rnd_state rng;

	KUNIT_EXPECT_EQ(test, rdma_calc_flow_label(0, 0xffffff), 0);
	KUNIT_EXPECT_EQ(test, rdma_calc_flow_label(1, 1), 1);
	KUNIT_EXPECT_EQ(test, rdma_calc_flow_label(0x100000, 1), 1);
	KUNIT_EXPECT_EQ(test, rdma_calc_flow_label(0x100000, 0x100000), 1);
	KUNIT_EXPECT_EQ(test, rdma_calc_flow_label(0x1000, 0x100), 1);

	prandom_seed_state(&rng, LAG_SEED);
	for (int i = 0; i < 1000; i++) {
		u32 a = prandom_u32_state(&rng) & IB_QPN_MASK;
		u32 b = prandom_u32_state(&rng) & IB_QPN_MASK;
		u64 product = (u64)a * b;
		u32 low = product & 0xfffff, middle = product >> 20 & 0xfffff, high = product >> 40;

		KUNIT_ASSERT_EQ(test, rdma_calc_flow_label(a, b), low ^ middle ^ high);
		KUNIT_ASSERT_EQ(test, rdma_calc_flow_label(b, a), rdma_calc_flow_label(a, b));
		KUNIT_ASSERT_EQ(test, rdma_get_udp_sport(0, a, b),
				rdma_flow_label_to_udp_sport(low ^ middle ^ high));
		KUNIT_ASSERT_GE(test, rdma_get_udp_sport(0, a, b),
				IB_ROCE_UDP_ENCAP_VALID_PORT_MIN);
	}
}

static struct kunit_case lag_cases[] = {
	KUNIT_CASE(lag_holds_the_slave),
	KUNIT_CASE(lag_asks_for_all_slaves_if_told),
	KUNIT_CASE(lag_has_no_choice),
	KUNIT_CASE(lag_bond_has_no_answer),
	KUNIT_CASE(lag_gid_has_no_netdev),
#ifdef CONFIG_FAILSLAB
	KUNIT_CASE(lag_survives_any_failure),
#endif
	KUNIT_CASE(lag_hashes_an_ipv4_packet),
	KUNIT_CASE(lag_hashes_an_ipv6_packet),
	KUNIT_CASE_PARAM(sport_of_label, sport_gen_params),
	KUNIT_CASE(label_of_qps),
	{}
};

static struct kunit_suite lag_suite = {
	.name = "ib_core_lag",
	.init = lag_init,
	.test_cases = lag_cases,
};

kunit_test_suite(lag_suite);
