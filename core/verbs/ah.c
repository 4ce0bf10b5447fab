// SPDX-License-Identifier: GPL-2.0-only
/*
 * Address handles: where a datagram goes, in the form that the device likes.
 *
 * A handle holds its PD by usecnt and, if it has a global route, its source GID
 * by reference.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/slab.h>

#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>
#include <rdma/lag.h>

#include "verbs/verbs.h"

static gfp_t ah_gfp(u32 flags)
{
	return flags & RDMA_CREATE_AH_SLEEPABLE ? GFP_KERNEL : GFP_ATOMIC;
}

static void ah_free(struct ib_ah *ah)
{
	if (ah->sgid_attr)
		rdma_put_gid_attr(ah->sgid_attr);
	kfree(ah);
}

/* Makes a handle from complete attributes. */
static struct ib_ah *ah_create(struct ib_pd *pd, struct rdma_ah_init_attr *init,
			       struct ib_udata *udata)
{
	struct ib_device *device = pd->device;
	struct ib_ah *ah;
	int ret;

	might_sleep_if(init->flags & RDMA_CREATE_AH_SLEEPABLE);
	if (udata ? !device->ops.create_user_ah : !device->ops.create_ah)
		return ERR_PTR(-EOPNOTSUPP);
	ah = rdma_zalloc_drv_obj_gfp(device, ib_ah, ah_gfp(init->flags));
	if (!ah)
		return ERR_PTR(-ENOMEM);
	ah->device = device;
	ah->pd = pd;
	ah->type = init->ah_attr->type;
	ah->sgid_attr = rdma_update_sgid_attr(init->ah_attr, NULL);

	ret = udata ? device->ops.create_user_ah(ah, init, udata) :
		      device->ops.create_ah(ah, init, NULL);
	if (ret) {
		ah_free(ah);
		return ERR_PTR(ret);
	}
	atomic_inc(&pd->usecnt);
	return ah;
}

/**
 * rdma_create_ah() - create an address handle for a UD destination
 * @pd: its protection domain
 * @ah_attr: the address; not changed, and not needed any more on return
 * @flags: %RDMA_CREATE_AH_SLEEPABLE if the caller may sleep
 *
 * For RoCE the caller has resolved the destination's Ethernet address.
 *
 * Context: Any context; process context that may sleep with
 * %RDMA_CREATE_AH_SLEEPABLE.
 * Return: the handle, to be destroyed with rdma_destroy_ah(), or
 * * %-EINVAL: the attributes do not fit the port, see rdma_fill_sgid_attr()
 * * %-EOPNOTSUPP: the device has no address handles
 * * %-ENOMEM: out of memory
 * * another errno of the GID table, the bonding driver or the driver's create_ah
 */
struct ib_ah *rdma_create_ah(struct ib_pd *pd, struct rdma_ah_attr *ah_attr, u32 flags)
{
	struct rdma_ah_init_attr init = { .ah_attr = ah_attr, .flags = flags };
	const struct ib_gid_attr *given;
	struct net_device *slave;
	struct ib_ah *ah;
	int ret;

	ret = rdma_fill_sgid_attr(pd->device, ah_attr, &given);
	if (ret)
		return ERR_PTR(ret);
	slave = rdma_lag_get_ah_roce_slave(pd->device, ah_attr, ah_gfp(flags));
	if (IS_ERR(slave)) {
		ah = ERR_CAST(slave);
	} else {
		init.xmit_slave = slave;
		ah = ah_create(pd, &init, NULL);
		rdma_lag_put_ah_roce_slave(slave);
	}
	rdma_unfill_sgid_attr(ah_attr, given);
	return ah;
}
EXPORT_SYMBOL(rdma_create_ah);

/**
 * rdma_create_user_ah() - create an address handle for a user
 * @pd: its protection domain
 * @ah_attr: the address; for RoCE its Ethernet address and hop limit are
 *	resolved here and set
 * @udata: the user's command, for the driver; NULL for none
 *
 * Context: Process context; may sleep.
 * Return: the handle, to be destroyed with rdma_destroy_ah_user(), or an errno as
 * from rdma_create_ah(), or one of the address resolution.
 */
struct ib_ah *rdma_create_user_ah(struct ib_pd *pd, struct rdma_ah_attr *ah_attr,
				  struct ib_udata *udata)
{
	struct rdma_ah_init_attr init = {
		.ah_attr = ah_attr,
		.flags = RDMA_CREATE_AH_SLEEPABLE,
	};
	const struct ib_gid_attr *given;
	struct ib_ah *ah;
	int ret;

	ret = rdma_fill_sgid_attr(pd->device, ah_attr, &given);
	if (ret)
		return ERR_PTR(ret);
	if (ah_attr->type == RDMA_AH_ATTR_TYPE_ROCE)
		ret = ib_resolve_eth_dmac(pd->device, ah_attr);
	ah = ret ? ERR_PTR(ret) : ah_create(pd, &init, udata);
	rdma_unfill_sgid_attr(ah_attr, given);
	return ah;
}
EXPORT_SYMBOL(rdma_create_user_ah);

/**
 * ib_create_ah_from_wc() - create a handle that answers a received message
 * @pd: its protection domain
 * @wc: the message's completion
 * @grh: the 40 bytes in front of its payload
 * @port_num: the port where it arrived
 *
 * Context: Process context; may sleep.
 * Return: the handle, to be destroyed with rdma_destroy_ah(), or an errno as from
 * ib_init_ah_attr_from_wc() or rdma_create_ah().
 */
struct ib_ah *ib_create_ah_from_wc(struct ib_pd *pd, const struct ib_wc *wc,
				   const struct ib_grh *grh, u32 port_num)
{
	struct rdma_ah_attr attr;
	struct ib_ah *ah;
	int ret;

	ret = ib_init_ah_attr_from_wc(pd->device, port_num, wc, grh, &attr);
	if (ret)
		return ERR_PTR(ret);
	ah = rdma_create_ah(pd, &attr, RDMA_CREATE_AH_SLEEPABLE);
	rdma_destroy_ah_attr(&attr);
	return ah;
}
EXPORT_SYMBOL(ib_create_ah_from_wc);

/**
 * rdma_modify_ah() - change where a handle leads
 * @ah: the handle
 * @ah_attr: the new address, of the same type; not changed
 *
 * After an error the handle is what it was.
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EINVAL: another type, or the attributes do not fit the port
 * * %-EOPNOTSUPP: the driver cannot
 * * another errno of the GID table or the driver's modify_ah
 */
int rdma_modify_ah(struct ib_ah *ah, struct rdma_ah_attr *ah_attr)
{
	struct ib_device *device = ah->device;
	const struct ib_gid_attr *given;
	int ret;

	if (ah->type != ah_attr->type)
		return -EINVAL;
	ret = rdma_fill_sgid_attr(device, ah_attr, &given);
	if (ret)
		return ret;
	ret = driver_call(device->ops.modify_ah, ah, ah_attr);
	if (!ret)
		ah->sgid_attr = rdma_update_sgid_attr(ah_attr, ah->sgid_attr);
	rdma_unfill_sgid_attr(ah_attr, given);
	return ret;
}
EXPORT_SYMBOL(rdma_modify_ah);

/**
 * rdma_query_ah() - ask where a handle leads
 * @ah: the handle
 * @ah_attr: set to its address; holds no reference
 *
 * Context: As the driver's query_ah; process context is always right.
 * Return: 0, %-EOPNOTSUPP if the driver cannot tell, or an errno of the driver.
 */
int rdma_query_ah(struct ib_ah *ah, struct rdma_ah_attr *ah_attr)
{
	ah_attr->grh.sgid_attr = NULL;
	return driver_call(ah->device->ops.query_ah, ah, ah_attr);
}
EXPORT_SYMBOL(rdma_query_ah);

/**
 * rdma_destroy_ah_user() - destroy an address handle, of the kernel or of a user
 * @ah: the handle; no posted send may still need it
 * @flags: %RDMA_DESTROY_AH_SLEEPABLE if the caller may sleep
 * @udata: the user's command, or NULL for a handle of the kernel
 *
 * Context: Any context; process context that may sleep with
 * %RDMA_DESTROY_AH_SLEEPABLE.
 * Return: 0, or an errno of the driver's destroy_ah, after which the handle is
 * still there.
 */
int rdma_destroy_ah_user(struct ib_ah *ah, u32 flags, struct ib_udata *udata)
{
	struct ib_pd *pd = ah->pd;
	int ret;

	might_sleep_if(flags & RDMA_DESTROY_AH_SLEEPABLE);
	ret = ah->device->ops.destroy_ah(ah, flags);
	if (ret)
		return ret;
	atomic_dec(&pd->usecnt);
	ah_free(ah);
	return 0;
}
EXPORT_SYMBOL(rdma_destroy_ah_user);
