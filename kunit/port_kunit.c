// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what the core asks a driver about a port: link layer, virtual
 * functions, network devices.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/etherdevice.h>
#include <linux/if_link.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

static const struct transport_case {
	const char *desc;
	unsigned int node;
	enum rdma_transport_type transport;
} transport_cases[] = {
	{ "channel adapter", RDMA_NODE_IB_CA, RDMA_TRANSPORT_IB },
	{ "switch", RDMA_NODE_IB_SWITCH, RDMA_TRANSPORT_IB },
	{ "router", RDMA_NODE_IB_ROUTER, RDMA_TRANSPORT_IB },
	{ "RNIC", RDMA_NODE_RNIC, RDMA_TRANSPORT_IWARP },
	{ "usNIC", RDMA_NODE_USNIC, RDMA_TRANSPORT_USNIC },
	{ "usNIC over UDP", RDMA_NODE_USNIC_UDP, RDMA_TRANSPORT_USNIC_UDP },
	{ "unspecified", RDMA_NODE_UNSPECIFIED, RDMA_TRANSPORT_UNSPECIFIED },
	{ "unknown", 200, RDMA_TRANSPORT_IB },
};

KUNIT_ARRAY_PARAM_DESC(transport, transport_cases, desc);

/* Without an op of the driver's, the link layer goes with the transport. */
static void port_transport(struct kunit *test)
{
	static const struct fake_config cfg = { .without = { FAKE_OP(get_link_layer) } };
	const struct transport_case *c = test->param_value;
	struct fake *fake = fake_create(test, &cfg);

	KUNIT_EXPECT_EQ(test, (int)rdma_node_get_transport(c->node), (int)c->transport);
	fake->dev.node_type = c->node;
	KUNIT_EXPECT_EQ(test, (int)rdma_port_get_link_layer(&fake->dev, 1),
			(int)(c->transport == RDMA_TRANSPORT_IB ? IB_LINK_LAYER_INFINIBAND :
							      IB_LINK_LAYER_ETHERNET));
}

static void port_link_layer_of_driver(struct kunit *test)
{
	static const struct fake_config roce = { .link = FAKE_ROCE };
	struct fake *fake = fake_create(test, &roce);

	KUNIT_EXPECT_EQ(test, (int)rdma_port_get_link_layer(&fake->dev, 1),
			(int)IB_LINK_LAYER_ETHERNET);
}

static int call_vf(struct ib_device *dev, u32 op)
{
	struct ifla_vf_stats stats;
	struct ifla_vf_info info;
	struct ifla_vf_guid guid;

	switch (op) {
	case FAKE_OP(set_vf_link_state):
		return ib_set_vf_link_state(dev, 7, 1, IFLA_VF_LINK_STATE_DISABLE);
	case FAKE_OP(get_vf_config):
		return ib_get_vf_config(dev, 7, 1, &info);
	case FAKE_OP(get_vf_stats):
		return ib_get_vf_stats(dev, 7, 1, &stats);
	case FAKE_OP(get_vf_guid):
		return ib_get_vf_guid(dev, 7, 1, &guid, &guid);
	default:
		return ib_set_vf_guid(dev, 7, 1, 0x1122334455667788, IFLA_VF_IB_PORT_GUID);
	}
}

static const struct vf_case {
	const char *desc;
	u32 op;
	u64 arg[2];
} vf_cases[] = {
	{ "set link state", FAKE_OP(set_vf_link_state), { IFLA_VF_LINK_STATE_DISABLE } },
	{ "get configuration", FAKE_OP(get_vf_config) },
	{ "get counters", FAKE_OP(get_vf_stats) },
	{ "get GUIDs", FAKE_OP(get_vf_guid) },
	{ "set GUID", FAKE_OP(set_vf_guid), { 0x1122334455667788, IFLA_VF_IB_PORT_GUID } },
};

KUNIT_ARRAY_PARAM_DESC(vf, vf_cases, desc);

static void port_vf(struct kunit *test)
{
	const struct vf_case *c = test->param_value;
	const struct fake_config all = {};
	const struct fake_config lacks = { .without = { c->op } };
	struct fake *fake = fake_create(test, &all);
	struct fake_call call;

	KUNIT_EXPECT_EQ(test, call_vf(&fake->dev, c->op), 0);
	KUNIT_ASSERT_TRUE(test, fake_last(fake, FAKE_OP_ANY, &call));
	KUNIT_EXPECT_EQ(test, call.op, c->op);
	KUNIT_EXPECT_EQ(test, call.arg[0], 7);
	KUNIT_EXPECT_EQ(test, call.arg[1], 1);
	KUNIT_EXPECT_EQ(test, call.arg[2], c->arg[0]);
	KUNIT_EXPECT_EQ(test, call.arg[3], c->arg[1]);

	fake_fail(fake, c->op, 1, -ENXIO);
	KUNIT_EXPECT_EQ(test, call_vf(&fake->dev, c->op), -ENXIO);

	fake = fake_create(test, &lacks);
	KUNIT_EXPECT_EQ(test, call_vf(&fake->dev, c->op), -EOPNOTSUPP);
}

static int netdev_init(struct ib_device *dev, u32 port, struct net_device *ndev, void *param)
{
	return fake_enter(dev, alloc_rdma_netdev, .obj = ndev, .arg = { port, (uintptr_t)param });
}

static int netdev_get_params(struct ib_device *dev, u32 port, enum rdma_netdev_t type,
			     struct rdma_netdev_alloc_params *params)
{
	int ret = fake_enter(dev, rdma_netdev_get_params, .obj = dev, .arg = { port, type });

	if (ret)
		return ret;
	if (type != RDMA_NETDEV_IPOIB)
		return -EOPNOTSUPP;
	params->sizeof_priv = 128;
	params->txqs = 3;
	params->rxqs = 2;
	params->param = (void *)&fake_obj_ops;
	params->initialize_rdma_netdev = netdev_init;
	return 0;
}

static const struct ib_device_ops netdev_ops = { .rdma_netdev_get_params = netdev_get_params };

static void port_netdev(struct kunit *test)
{
	static const struct fake_config cfg = { .ops = &netdev_ops };
	struct fake *fake = fake_create(test, &cfg);
	struct ib_device *dev = &fake->dev;
	struct net_device *ndev;
	struct fake_call call;

	ndev = rdma_alloc_netdev(dev, 1, RDMA_NETDEV_IPOIB, "fake%d", NET_NAME_ENUM, ether_setup);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ndev);
	KUNIT_EXPECT_EQ(test, ndev->num_tx_queues, 3);
	KUNIT_EXPECT_EQ(test, ndev->num_rx_queues, 2);

	KUNIT_EXPECT_EQ(test, rdma_init_netdev(dev, 1, RDMA_NETDEV_IPOIB, "fake%d",
					       NET_NAME_ENUM, ether_setup, ndev), 0);
	KUNIT_EXPECT_TRUE(test, fake_last(fake, FAKE_OP(alloc_rdma_netdev), &call));
	KUNIT_EXPECT_PTR_EQ(test, call.obj, ndev);
	KUNIT_EXPECT_EQ(test, call.arg[0], 1);
	KUNIT_EXPECT_EQ(test, call.arg[1], (uintptr_t)&fake_obj_ops);

	fake_fail(fake, FAKE_OP(alloc_rdma_netdev), 1, -EIO);
	KUNIT_EXPECT_EQ(test, rdma_init_netdev(dev, 1, RDMA_NETDEV_IPOIB, "fake%d",
					       NET_NAME_ENUM, ether_setup, ndev), -EIO);
	free_netdev(ndev);
}

static void expect_no_netdev(struct kunit *test, struct ib_device *dev,
			     enum rdma_netdev_t type, int err)
{
	KUNIT_EXPECT_PTR_EQ(test, rdma_alloc_netdev(dev, 1, type, "fake%d", NET_NAME_ENUM,
						    ether_setup), ERR_PTR(err));
	KUNIT_EXPECT_EQ(test, rdma_init_netdev(dev, 1, type, "fake%d", NET_NAME_ENUM,
					       ether_setup, NULL), err);
}

static void port_netdev_fails(struct kunit *test)
{
	static const struct fake_config cfg = { .ops = &netdev_ops };
	static const struct fake_config none = {};
	struct fake *fake = fake_create(test, &cfg);

	expect_no_netdev(test, &fake->dev, (enum rdma_netdev_t)99, -EOPNOTSUPP);
	fake_fail(fake, FAKE_OP(rdma_netdev_get_params), 0, -ENODEV);
	expect_no_netdev(test, &fake->dev, RDMA_NETDEV_IPOIB, -ENODEV);
	fake = fake_create(test, &none);
	expect_no_netdev(test, &fake->dev, RDMA_NETDEV_IPOIB, -EOPNOTSUPP);
}

static struct kunit_case port_cases[] = {
	KUNIT_CASE_PARAM(port_transport, transport_gen_params),
	KUNIT_CASE(port_link_layer_of_driver),
	KUNIT_CASE_PARAM(port_vf, vf_gen_params),
	KUNIT_CASE(port_netdev),
	KUNIT_CASE(port_netdev_fails),
	{}
};

static struct kunit_suite port_suite = {
	.name = "ib_core_port",
	.test_cases = port_cases,
};

kunit_test_suite(port_suite);
