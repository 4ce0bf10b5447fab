// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fake provider's small objects, those with nothing to them but a call that
 * makes them and one that ends them: PD, AH, XRCD, WQ, multicast, VFs.
 */
#include <linux/if_link.h>
#include <linux/slab.h>

#include "fake.h"

static int fake_alloc_pd(struct ib_pd *pd, struct ib_udata *udata)
{
	return fake_enter(pd->device, alloc_pd, .obj = pd);
}

static int fake_dealloc_pd(struct ib_pd *pd, struct ib_udata *udata)
{
	return fake_enter(pd->device, dealloc_pd, .obj = pd);
}

/* arg: type, flags of the call, flags of the address */
static int fake_create_ah(struct ib_ah *ah, struct rdma_ah_init_attr *attr,
			  struct ib_udata *udata)
{
	return fake_enter(ah->device, create_ah, .obj = ah,
			  .arg = { attr->ah_attr->type, attr->flags,
				   attr->ah_attr->ah_flags });
}

/* arg: type, flags of the call, flags of the address */
static int fake_create_user_ah(struct ib_ah *ah, struct rdma_ah_init_attr *attr,
			       struct ib_udata *udata)
{
	return fake_enter(ah->device, create_user_ah, .obj = ah,
			  .arg = { attr->ah_attr->type, attr->flags,
				   attr->ah_attr->ah_flags });
}

/* arg: type, flags of the address */
static int fake_modify_ah(struct ib_ah *ah, struct rdma_ah_attr *attr)
{
	return fake_enter(ah->device, modify_ah, .obj = ah,
			  .arg = { attr->type, attr->ah_flags });
}

static int fake_query_ah(struct ib_ah *ah, struct rdma_ah_attr *attr)
{
	return fake_enter(ah->device, query_ah, .obj = ah);
}

/* arg: flags of the call */
static int fake_destroy_ah(struct ib_ah *ah, u32 flags)
{
	return fake_enter(ah->device, destroy_ah, .obj = ah, .arg = { flags });
}

static int fake_alloc_xrcd(struct ib_xrcd *xrcd, struct ib_udata *udata)
{
	return fake_enter(xrcd->device, alloc_xrcd, .obj = xrcd);
}

static int fake_dealloc_xrcd(struct ib_xrcd *xrcd, struct ib_udata *udata)
{
	return fake_enter(xrcd->device, dealloc_xrcd, .obj = xrcd);
}

/* arg: type, max_wr, max_sge */
static struct ib_wq *fake_create_wq(struct ib_pd *pd, struct ib_wq_init_attr *attr,
				    struct ib_udata *udata)
{
	int ret = fake_enter(pd->device, create_wq, .obj = pd,
			     .arg = { attr->wq_type, attr->max_wr, attr->max_sge });
	struct ib_wq *wq = ret ? ERR_PTR(ret) : kzalloc_obj(*wq);

	if (!wq)
		return ERR_PTR(-ENOMEM);
	if (!IS_ERR(wq))
		wq->wq_num = fake_new_key(pd->device) >> 8;
	return wq;
}

/* arg: mask, state */
static int fake_modify_wq(struct ib_wq *wq, struct ib_wq_attr *attr, u32 mask,
			  struct ib_udata *udata)
{
	return fake_enter(wq->device, modify_wq, .obj = wq, .arg = { mask, attr->wq_state });
}

static int fake_destroy_wq(struct ib_wq *wq, struct ib_udata *udata)
{
	int ret = fake_enter(wq->device, destroy_wq, .obj = wq);

	if (!ret)
		kfree(wq);
	return ret;
}

/* arg: lid, interface id of the GID */
static int fake_attach_mcast(struct ib_qp *qp, union ib_gid *gid, u16 lid)
{
	return fake_enter(qp->device, attach_mcast, .obj = qp,
			  .arg = { lid, be64_to_cpu(gid->global.interface_id) });
}

/* arg: lid, interface id of the GID */
static int fake_detach_mcast(struct ib_qp *qp, union ib_gid *gid, u16 lid)
{
	return fake_enter(qp->device, detach_mcast, .obj = qp,
			  .arg = { lid, be64_to_cpu(gid->global.interface_id) });
}

/* arg: VF, port, state */
static int fake_set_vf_link_state(struct ib_device *dev, int vf, u32 port, int state)
{
	return fake_enter(dev, set_vf_link_state, .obj = dev, .arg = { vf, port, state });
}

/* arg: VF, port */
static int fake_get_vf_config(struct ib_device *dev, int vf, u32 port,
			      struct ifla_vf_info *info)
{
	return fake_enter(dev, get_vf_config, .obj = dev, .arg = { vf, port });
}

/* arg: VF, port */
static int fake_get_vf_stats(struct ib_device *dev, int vf, u32 port,
			     struct ifla_vf_stats *stats)
{
	return fake_enter(dev, get_vf_stats, .obj = dev, .arg = { vf, port });
}

/* arg: VF, port */
static int fake_get_vf_guid(struct ib_device *dev, int vf, u32 port,
			    struct ifla_vf_guid *node, struct ifla_vf_guid *port_guid)
{
	return fake_enter(dev, get_vf_guid, .obj = dev, .arg = { vf, port });
}

/* arg: VF, port, GUID, type */
static int fake_set_vf_guid(struct ib_device *dev, int vf, u32 port, u64 guid, int type)
{
	return fake_enter(dev, set_vf_guid, .obj = dev, .arg = { vf, port, guid, type });
}

const struct ib_device_ops fake_obj_ops = {
	.alloc_pd = fake_alloc_pd,
	.alloc_xrcd = fake_alloc_xrcd,
	.attach_mcast = fake_attach_mcast,
	.create_ah = fake_create_ah,
	.create_user_ah = fake_create_user_ah,
	.create_wq = fake_create_wq,
	.dealloc_pd = fake_dealloc_pd,
	.dealloc_xrcd = fake_dealloc_xrcd,
	.destroy_ah = fake_destroy_ah,
	.destroy_wq = fake_destroy_wq,
	.detach_mcast = fake_detach_mcast,
	.get_vf_config = fake_get_vf_config,
	.get_vf_guid = fake_get_vf_guid,
	.get_vf_stats = fake_get_vf_stats,
	.modify_ah = fake_modify_ah,
	.modify_wq = fake_modify_wq,
	.query_ah = fake_query_ah,
	.set_vf_guid = fake_set_vf_guid,
	.set_vf_link_state = fake_set_vf_link_state,

	.size_ib_ah = sizeof(struct ib_ah),
	.size_ib_pd = sizeof(struct ib_pd),
	.size_ib_xrcd = sizeof(struct ib_xrcd),
};

static void fake_pd_free(void *pd)
{
	ib_dealloc_pd(pd);
}

/**
 * fake_pd() - allocate a PD for as long as the test lives
 * @test: the test
 * @fake: the device
 *
 * Return: the PD.
 */
struct ib_pd *fake_pd(struct kunit *test, struct fake *fake)
{
	struct ib_pd *pd = ib_alloc_pd(&fake->dev, 0);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, pd);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fake_pd_free, pd));
	return pd;
}
