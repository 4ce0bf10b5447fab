// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fake provider's Ethernet: a network device that carries nothing, for the
 * GIDs that RoCE ports take from theirs, and tells ethtool what the test says.
 */
#include <linux/etherdevice.h>
#include <linux/ethtool.h>
#include <linux/netdevice.h>
#include <rdma/ib_cache.h>

#include "fake.h"

static const u8 fake_mac[ETH_ALEN] = { 0x02, 0xfa, 0x4e, 0x00, 0x00, 0x01 };

static netdev_tx_t fake_xmit(struct sk_buff *skb, struct net_device *ndev)
{
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops fake_netdev_ops = { .ndo_start_xmit = fake_xmit };

static int fake_get_link_ksettings(struct net_device *ndev,
				   struct ethtool_link_ksettings *link)
{
	const struct fake_eth *eth = to_fake_eth(ndev);

	link->base.speed = eth->speed;
	link->lanes = eth->lanes;
	return eth->err;
}

static const struct ethtool_ops fake_ethtool_ops = {
	.get_link_ksettings = fake_get_link_ksettings,
};

struct fake_binding {
	struct fake *fake;
	u32 port;
	struct net_device *ndev;
};

static void fake_unbind(void *data)
{
	struct fake_binding *binding = data;
	struct ib_device *dev = &binding->fake->dev;

	roce_del_all_netdev_gids(dev, binding->port, binding->ndev);
	ib_device_set_netdev(dev, NULL, binding->port);
}

static void fake_free_netdev(void *ndev)
{
	free_netdev(ndev);
}

static void fake_unregister_netdev(void *ndev)
{
	unregister_netdev(ndev);
}

/**
 * fake_netdev() - put a network device under a RoCE port
 * @test: the test, after which it goes
 * @fake: a registered device
 * @port: the port
 *
 * Return: the network device, which is not up and says 0 Mbit/s.
 */
struct net_device *fake_netdev(struct kunit *test, struct fake *fake, u32 port)
{
	struct fake_binding *binding = kunit_kzalloc(test, sizeof(*binding), GFP_KERNEL);
	struct net_device *ndev = alloc_etherdev(sizeof(struct fake_eth));

	KUNIT_ASSERT_NOT_NULL(test, ndev);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fake_free_netdev, ndev));
	KUNIT_ASSERT_NOT_NULL(test, binding);
	ndev->netdev_ops = &fake_netdev_ops;
	ndev->ethtool_ops = &fake_ethtool_ops;
	eth_hw_addr_set(ndev, fake_mac);
	KUNIT_ASSERT_EQ(test, 0, register_netdev(ndev));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fake_unregister_netdev, ndev));

	*binding = (struct fake_binding){ fake, port, ndev };
	KUNIT_ASSERT_EQ(test, 0, ib_device_set_netdev(&fake->dev, ndev, port));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fake_unbind, binding));
	rdma_roce_rescan_port(&fake->dev, port);
	return ndev;
}

/**
 * fake_gid_is_free() - tell whether nobody holds a GID
 * @fake: a device with fake_netdev() under @port
 * @port: the port
 * @index: of the GID
 *
 * Deletes all GIDs of the port and makes them anew, which works out for those
 * that nobody holds. What is held gets its place back by a later call.
 *
 * Return: false if a reference is left.
 */
bool fake_gid_is_free(struct fake *fake, u32 port, int index)
{
	struct net_device *ndev = ib_device_get_netdev(&fake->dev, port);
	const struct ib_gid_attr *attr;

	if (!ndev)
		return false;
	roce_del_all_netdev_gids(&fake->dev, port, ndev);
	dev_put(ndev);
	flush_workqueue(ib_wq);
	rdma_roce_rescan_port(&fake->dev, port);
	attr = rdma_get_gid_attr(&fake->dev, port, index);
	if (IS_ERR(attr))
		return false;
	rdma_put_gid_attr(attr);
	return true;
}
