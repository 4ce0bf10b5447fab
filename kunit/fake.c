// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fake provider's device: configuration, ports, script and call record.
 *
 * Lock order: fake::lock is a leaf and may be taken in any context.
 */
#include <kunit/test.h>
#include <linux/module.h>
#include <rdma/ib_mad.h>

#include "fake.h"

/* What each kind of port is to the core. */
static const struct fake_port {
	u32 core_caps;
	u32 gids;
	u32 pkeys;
	enum rdma_link_layer layer;
	u8 node;
} fake_ports[] = {
	[FAKE_RAW] = {
		.core_caps = RDMA_CORE_PORT_RAW_PACKET,
		.layer = IB_LINK_LAYER_ETHERNET,
		.node = RDMA_NODE_IB_CA,
	},
	[FAKE_USNIC] = {
		.core_caps = RDMA_CORE_PORT_USNIC,
		.gids = 1,
		.layer = IB_LINK_LAYER_ETHERNET,
		.node = RDMA_NODE_USNIC_UDP,
	},
	[FAKE_IB] = {
		.core_caps = RDMA_CORE_CAP_PROT_IB | RDMA_CORE_CAP_AF_IB,
		.gids = FAKE_GIDS,
		.pkeys = FAKE_PKEYS,
		.layer = IB_LINK_LAYER_INFINIBAND,
		.node = RDMA_NODE_IB_CA,
	},
	[FAKE_ROCE] = {
		.core_caps = RDMA_CORE_CAP_PROT_ROCE | RDMA_CORE_CAP_PROT_ROCE_UDP_ENCAP |
			     RDMA_CORE_CAP_AF_IB | RDMA_CORE_CAP_ETH_AH,
		.gids = FAKE_GIDS,
		.pkeys = 1,
		.layer = IB_LINK_LAYER_ETHERNET,
		.node = RDMA_NODE_IB_CA,
	},
	[FAKE_IWARP] = {
		.core_caps = RDMA_CORE_PORT_IWARP,
		.gids = 1,
		.pkeys = 1,
		.layer = IB_LINK_LAYER_ETHERNET,
		.node = RDMA_NODE_RNIC,
	},
	[FAKE_MAD] = {
		.core_caps = RDMA_CORE_PORT_IBA_IB,
		.gids = FAKE_GIDS,
		.pkeys = FAKE_PKEYS,
		.layer = IB_LINK_LAYER_INFINIBAND,
		.node = RDMA_NODE_IB_CA,
	},
};

static const struct ib_device_attr default_attrs = {
	.max_mr_size = U64_MAX,
	.page_size_cap = PAGE_SIZE,
	.max_qp = 1024,
	.max_qp_wr = 4096,
	.max_send_sge = FAKE_SGES,
	.max_recv_sge = FAKE_SGES,
	.max_sge_rd = FAKE_SGES,
	.max_cq = 1024,
	.max_cqe = 65536,
	.max_mr = 1024,
	.max_pd = 1024,
	.max_qp_rd_atom = 16,
	.max_qp_init_rd_atom = 16,
	.max_srq = 1024,
	.max_srq_wr = 4096,
	.max_srq_sge = FAKE_SGES,
	.max_pkeys = FAKE_PKEYS,
	.max_ah = 1024,
};

static const struct fake_port *port_of(struct ib_device *dev)
{
	return &fake_ports[to_fake(dev)->cfg.link];
}

/* The errno that the n-th call of @op gets. Takes the counts as they are now. */
static int fate(const struct fake *fake, u32 op)
{
	u32 at = fake->fail_at[op];

	if (at && (at == U32_MAX || at == fake->counts[op]))
		return fake->fail_err[op];
	return 0;
}

/**
 * fake_note() - write down a call of an op, and learn whether it fails
 * @dev: the device
 * @call: op, object and arguments
 *
 * Context: Any context.
 * Return: 0, or the errno that the script says.
 */
int fake_note(struct ib_device *dev, const struct fake_call *call)
{
	struct fake *fake = to_fake(dev);
	struct fake_call *entry;

	guard(spinlock_irqsave)(&fake->lock);
	entry = &fake->log[fake->counts[FAKE_OP_ANY] % FAKE_LOG];
	fake->counts[call->op]++;
	fake->counts[FAKE_OP_ANY]++;
	*entry = *call;
	entry->ret = fate(fake, call->op) ?: fate(fake, FAKE_OP_ANY);
	return entry->ret;
}

/**
 * fake_fail() - make calls of an op fail
 * @fake: the device
 * @op: the op, or %FAKE_OP_ANY for whichever comes
 * @n: which call, counted from now on: 1 is the next one, 0 is each
 * @err: the negative errno; 0 takes the order back
 */
void fake_fail(struct fake *fake, u32 op, u32 n, int err)
{
	guard(spinlock_irqsave)(&fake->lock);
	fake->fail_err[op] = err;
	if (!err)
		fake->fail_at[op] = 0;
	else
		fake->fail_at[op] = n ? fake->counts[op] + n : U32_MAX;
}

/**
 * fake_calls() - how often an op was called
 * @fake: the device
 * @op: the op, or %FAKE_OP_ANY for all calls together
 *
 * Return: calls since creation or fake_forget(), those that failed included.
 */
u32 fake_calls(struct fake *fake, u32 op)
{
	guard(spinlock_irqsave)(&fake->lock);
	return fake->counts[op];
}

/**
 * fake_call_at() - look up a call by its number
 * @fake: the device
 * @n: 0 is the first since creation or fake_forget()
 * @call: filled in
 *
 * Return: false if there was no such call, or it is forgotten already.
 */
bool fake_call_at(struct fake *fake, u32 n, struct fake_call *call)
{
	u32 total;

	guard(spinlock_irqsave)(&fake->lock);
	total = fake->counts[FAKE_OP_ANY];
	if (n >= total || total - n > FAKE_LOG)
		return false;
	*call = fake->log[n % FAKE_LOG];
	return true;
}

/**
 * fake_last() - look up the newest call of an op
 * @fake: the device
 * @op: the op, or %FAKE_OP_ANY
 * @call: filled in
 *
 * Return: false if it was not called, or it is forgotten already.
 */
bool fake_last(struct fake *fake, u32 op, struct fake_call *call)
{
	u32 n = fake_calls(fake, FAKE_OP_ANY);

	while (n && fake_call_at(fake, --n, call))
		if (op == FAKE_OP_ANY || call->op == op)
			return true;
	return false;
}

/**
 * fake_forget() - empty the record and the script
 * @fake: the device
 */
void fake_forget(struct fake *fake)
{
	guard(spinlock_irqsave)(&fake->lock);
	memset(fake->counts, 0, sizeof(fake->counts));
	memset(fake->fail_at, 0, sizeof(fake->fail_at));
}

/**
 * fake_new_key() - a number that no other object of the device has
 * @dev: the device
 *
 * Return: a key whose low 8 bits are 0.
 */
u32 fake_new_key(struct ib_device *dev)
{
	return (u32)atomic_inc_return(&to_fake(dev)->next_key) << 8;
}

static int fake_query_device(struct ib_device *dev, struct ib_device_attr *attr,
			     struct ib_udata *udata)
{
	const struct fake_config *cfg = &to_fake(dev)->cfg;
	int ret = fake_enter(dev, query_device, .obj = dev);

	if (ret)
		return ret;
	*attr = cfg->attrs ? *cfg->attrs : default_attrs;
	attr->kernel_cap_flags |= cfg->kernel_caps;
	attr->device_cap_flags |= cfg->device_caps;
	if (cfg->max_fast_reg_pages)
		attr->max_fast_reg_page_list_len = cfg->max_fast_reg_pages;
	else if (!cfg->attrs)
		attr->max_fast_reg_page_list_len = 256;
	return 0;
}

/* arg: port */
static int fake_query_port(struct ib_device *dev, u32 port, struct ib_port_attr *attr)
{
	int ret = fake_enter(dev, query_port, .obj = dev, .arg = { port });

	if (ret)
		return ret;
	attr->state = IB_PORT_ACTIVE;
	attr->phys_state = IB_PORT_PHYS_STATE_LINK_UP;
	attr->max_mtu = IB_MTU_4096;
	attr->active_mtu = IB_MTU_1024;
	attr->gid_tbl_len = port_of(dev)->gids;
	attr->pkey_tbl_len = port_of(dev)->pkeys;
	attr->max_msg_sz = SZ_1G;
	attr->lid = port;
	attr->sm_lid = 1;
	attr->active_width = IB_WIDTH_4X;
	attr->active_speed = IB_SPEED_EDR;
	return 0;
}

/* arg: port */
static int fake_get_port_immutable(struct ib_device *dev, u32 port,
				   struct ib_port_immutable *immutable)
{
	const struct fake_config *cfg = &to_fake(dev)->cfg;
	int ret = fake_enter(dev, get_port_immutable, .obj = dev, .arg = { port });

	if (ret)
		return ret;
	immutable->core_cap_flags = cfg->core_cap_flags ?: port_of(dev)->core_caps;
	immutable->gid_tbl_len = port_of(dev)->gids;
	immutable->pkey_tbl_len = port_of(dev)->pkeys;
	if (immutable->core_cap_flags & RDMA_CORE_CAP_IB_MAD)
		immutable->max_mad_size = IB_MGMT_MAD_SIZE;
	return 0;
}

static enum rdma_link_layer fake_get_link_layer(struct ib_device *dev, u32 port)
{
	return port_of(dev)->layer;
}

/* arg: port, index */
static int fake_query_gid(struct ib_device *dev, u32 port, int index, union ib_gid *gid)
{
	int ret = fake_enter(dev, query_gid, .obj = dev, .arg = { port, index });

	if (ret)
		return ret;
	if (index < 0 || index >= FAKE_GIDS)
		return -EINVAL;
	*gid = to_fake(dev)->gids[port - 1][index];
	return 0;
}

/* arg: port, index */
static int fake_query_pkey(struct ib_device *dev, u32 port, u16 index, u16 *pkey)
{
	int ret = fake_enter(dev, query_pkey, .obj = dev, .arg = { port, index });

	if (ret)
		return ret;
	if (index >= FAKE_PKEYS)
		return -EINVAL;
	*pkey = to_fake(dev)->pkeys[port - 1][index];
	return 0;
}

/* arg: port, index, type of the GID */
static int fake_add_gid(const struct ib_gid_attr *attr, void **context)
{
	return fake_enter(attr->device, add_gid, .obj = attr->device,
			  .arg = { attr->port_num, attr->index, attr->gid_type });
}

/* arg: port, index, type of the GID */
static int fake_del_gid(const struct ib_gid_attr *attr, void **context)
{
	return fake_enter(attr->device, del_gid, .obj = attr->device,
			  .arg = { attr->port_num, attr->index, attr->gid_type });
}

static const struct ib_device_ops fake_device_ops = {
	.owner = THIS_MODULE,
	.driver_id = RDMA_DRIVER_UNKNOWN,
	.uverbs_no_driver_id_binding = 1,

	.add_gid = fake_add_gid,
	.del_gid = fake_del_gid,
	.get_link_layer = fake_get_link_layer,
	.get_port_immutable = fake_get_port_immutable,
	.query_device = fake_query_device,
	.query_gid = fake_query_gid,
	.query_pkey = fake_query_pkey,
	.query_port = fake_query_port,
};

/* The first table to bring an op wins, so the test's own comes first. */
static void fake_set_ops(struct fake *fake)
{
	const struct fake_config *cfg = &fake->cfg;
	struct ib_device *dev = &fake->dev;

	if (cfg->ops)
		ib_set_device_ops(dev, cfg->ops);
	ib_set_device_ops(dev, &fake_device_ops);
	ib_set_device_ops(dev, &fake_obj_ops);
	ib_set_device_ops(dev, &fake_cq_ops);
	ib_set_device_ops(dev, &fake_qp_ops);
	ib_set_device_ops(dev, &fake_mr_ops);
	for (int i = 0; i < FAKE_WITHOUT && cfg->without[i]; i++)
		((void **)&dev->ops)[cfg->without[i]] = NULL;
}

static void fake_set_tables(struct fake *fake)
{
	for (int port = 0; port < FAKE_PORTS; port++) {
		fake->pkeys[port][0] = IB_DEFAULT_PKEY_FULL;
		for (int i = 0; i < 2; i++) {
			union ib_gid *gid = &fake->gids[port][i];

			gid->global.subnet_prefix = cpu_to_be64(0xfe80000000000000ULL);
			gid->global.interface_id = cpu_to_be64(0xfa4e000000000000ULL |
							       (port + 1) << 8 | i);
		}
	}
}

static void fake_free(void *data)
{
	struct fake *fake = data;

	if (fake->registered)
		ib_unregister_device(&fake->dev);
	ib_dealloc_device(&fake->dev);
}

/**
 * fake_create() - make a fake device that lives as long as the test
 * @test: the test; it ends here when there is no device to be had
 * @cfg: what it is; copied
 *
 * The record starts empty: what registration called is forgotten.
 *
 * Context: Process context; may sleep.
 * Return: the device.
 */
struct fake *fake_create(struct kunit *test, const struct fake_config *cfg)
{
	struct fake *fake = ib_alloc_device(fake, dev);
	struct ib_device *dev;

	KUNIT_ASSERT_NOT_NULL(test, fake);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fake_free, fake));
	dev = &fake->dev;
	fake->cfg = *cfg;
	spin_lock_init(&fake->lock);
	KUNIT_ASSERT_LE(test, cfg->ports, FAKE_PORTS);

	dev->phys_port_cnt = cfg->ports ?: 1;
	dev->node_type = fake_ports[cfg->link].node;
	dev->node_guid = cpu_to_be64(0xfa4e000000000000ULL);
	dev->num_comp_vectors = 2;
	dev->local_dma_lkey = 0xfa4e00;
	fake_set_tables(fake);
	fake_set_ops(fake);
	if (cfg->registered) {
		if (cfg->link == FAKE_IWARP)	/* the core asks its netdev about a port */
			for (u32 port = 1; port <= dev->phys_port_cnt; port++)
				fake_netdev(test, fake, port);
		KUNIT_ASSERT_EQ(test, 0, ib_register_device(dev, "fake%d", cfg->dma_device));
		fake->registered = true;
	} else {
		dev->dma_device = cfg->dma_device;
		KUNIT_ASSERT_EQ(test, 0, dev->ops.query_device(dev, &dev->attrs, NULL));
	}
	fake_forget(fake);
	return fake;
}
