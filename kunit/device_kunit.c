// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what clients and drivers reach from a device: its clients' data, its
 * references, the way back from a struct device, its node, and its netdevs.
 */
#include <kunit/device.h>
#include <kunit/test.h>
#include <linux/etherdevice.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

static const struct fake_config registered = { .registered = true };

/* What the client below was told. */
static struct ib_device *client_added;
static void *client_removed_with;
static int client_data;

static struct ib_client client;

static int client_add(struct ib_device *dev)
{
	client_added = dev;
	ib_set_client_data(dev, &client, &client_data);
	return 0;
}

static void client_remove(struct ib_device *dev, void *data)
{
	if (dev == client_added)
		client_removed_with = data;
}

static struct ib_client client = {
	.name = "ib_core_kunit",
	.add = client_add,
	.remove = client_remove,
};

static void device_client_data(struct kunit *test)
{
	struct ib_device *dev = &fake_create(test, &registered)->dev;
	int other;

	client_added = NULL;
	client_removed_with = NULL;
	KUNIT_ASSERT_EQ(test, 0, ib_register_client(&client));
	KUNIT_EXPECT_PTR_EQ(test, client_added, dev);
	KUNIT_EXPECT_PTR_EQ(test, ib_get_client_data(dev, &client), (void *)&client_data);
	ib_set_client_data(dev, &client, &other);
	KUNIT_EXPECT_PTR_EQ(test, ib_get_client_data(dev, &client), (void *)&other);
	ib_unregister_client(&client);
	KUNIT_EXPECT_PTR_EQ(test, client_removed_with, (void *)&other);
}

static void device_try_get_needs_registration(struct kunit *test)
{
	static const struct fake_config loose = {};
	struct ib_device *dev = &fake_create(test, &registered)->dev;
	unsigned int before = refcount_read(&dev->refcount);

	KUNIT_EXPECT_TRUE(test, ib_device_try_get(dev));
	KUNIT_EXPECT_EQ(test, refcount_read(&dev->refcount), before + 1);
	ib_device_put(dev);
	KUNIT_EXPECT_EQ(test, refcount_read(&dev->refcount), before);

	KUNIT_EXPECT_FALSE(test, ib_device_try_get(&fake_create(test, &loose)->dev));
}

static void device_way_back(struct kunit *test)
{
	struct fake *fake = fake_create(test, &registered);
	struct device *dev = &fake->dev.dev;

	KUNIT_EXPECT_PTR_EQ(test, rdma_device_to_ibdev(dev), &fake->dev);
	KUNIT_EXPECT_PTR_EQ(test, rdma_device_to_drv_device(dev, struct fake, dev), fake);
}

static void device_node_is_the_parents(struct kunit *test)
{
	static const struct fake_config loose = {};
	struct device *parent = kunit_device_register(test, "ib_core_kunit_parent");
	struct ib_device *dev = &fake_create(test, &loose)->dev;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, parent);
	KUNIT_EXPECT_EQ(test, ibdev_to_node(dev), NUMA_NO_NODE);
	set_dev_node(parent, 0);
	dev->dev.parent = parent;
	KUNIT_EXPECT_EQ(test, ibdev_to_node(dev), dev_to_node(parent));
	set_dev_node(parent, NUMA_NO_NODE);
	KUNIT_EXPECT_EQ(test, ibdev_to_node(dev), NUMA_NO_NODE);
	dev->dev.parent = NULL;
}

static bool device_has_gid(struct ib_device *dev, u32 port)
{
	const struct ib_gid_attr *attr = rdma_get_gid_attr(dev, port, 0);

	if (IS_ERR(attr))
		return false;
	rdma_put_gid_attr(attr);
	return true;
}

/* A rescan finds again what the table has lost. */
static void device_rescan_fills_gid_table(struct kunit *test)
{
	static const struct fake_config cfg = { .link = FAKE_ROCE, .registered = true };
	struct fake *fake = fake_create(test, &cfg);
	struct net_device *ndev = fake_netdev(test, fake, 1);

	KUNIT_ASSERT_TRUE(test, device_has_gid(&fake->dev, 1));
	roce_del_all_netdev_gids(&fake->dev, 1, ndev);
	KUNIT_ASSERT_FALSE(test, device_has_gid(&fake->dev, 1));
	flush_workqueue(ib_wq);
	fake_forget(fake);

	rdma_roce_rescan_device(&fake->dev);
	KUNIT_EXPECT_TRUE(test, device_has_gid(&fake->dev, 1));
	KUNIT_EXPECT_GT(test, fake_calls(fake, FAKE_OP(add_gid)), 0);
}

/* A netdev of the driver's own starts with a struct rdma_netdev, which it fills in. */
static void netdev_set_id(struct net_device *ndev, int id)
{
	struct rdma_netdev *rn = netdev_priv(ndev);

	rn->mtu = id;
}

static int netdev_initialize(struct ib_device *dev, u32 port, struct net_device *ndev,
			     void *param)
{
	struct rdma_netdev *rn = netdev_priv(ndev);

	rn->hca = dev;
	rn->port_num = port;
	rn->set_id = netdev_set_id;
	rn->clnt_priv = param;
	return 0;
}

static int netdev_get_params(struct ib_device *dev, u32 port, enum rdma_netdev_t type,
			     struct rdma_netdev_alloc_params *params)
{
	*params = (struct rdma_netdev_alloc_params){
		.sizeof_priv = sizeof(struct rdma_netdev), .txqs = 1, .rxqs = 1, .param = dev,
		.initialize_rdma_netdev = netdev_initialize,
	};
	return 0;
}

static const struct ib_device_ops netdev_ops = { .rdma_netdev_get_params = netdev_get_params };

static void device_netdev_of_driver(struct kunit *test)
{
	static const struct fake_config cfg = { .ops = &netdev_ops };
	struct ib_device *dev = &fake_create(test, &cfg)->dev;
	struct net_device *ndev = rdma_alloc_netdev(dev, 1, RDMA_NETDEV_IPOIB, "fake%d",
						    NET_NAME_ENUM, ether_setup);
	struct rdma_netdev *rn;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ndev);
	KUNIT_EXPECT_EQ(test, 0, rdma_init_netdev(dev, 1, RDMA_NETDEV_IPOIB, "fake%d",
						  NET_NAME_ENUM, ether_setup, ndev));
	rn = netdev_priv(ndev);
	KUNIT_EXPECT_PTR_EQ(test, rn->hca, dev);
	KUNIT_EXPECT_EQ(test, rn->port_num, 1);
	KUNIT_EXPECT_PTR_EQ(test, rn->clnt_priv, (void *)dev);
	rn->set_id(ndev, 2044);
	KUNIT_EXPECT_EQ(test, rn->mtu, 2044);
	free_netdev(ndev);
}

static struct kunit_case device_cases[] = {
	KUNIT_CASE(device_client_data),
	KUNIT_CASE(device_try_get_needs_registration),
	KUNIT_CASE(device_way_back),
	KUNIT_CASE(device_node_is_the_parents),
	KUNIT_CASE(device_rescan_fills_gid_table),
	KUNIT_CASE(device_netdev_of_driver),
	{}
};

static struct kunit_suite device_suite = {
	.name = "ib_core_device",
	.test_cases = device_cases,
};

kunit_test_suite(device_suite);
