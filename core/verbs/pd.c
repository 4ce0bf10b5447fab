// SPDX-License-Identifier: GPL-2.0-only
/*
 * Protection domains: what QPs, SRQs, regions and handles must share to work
 * together.
 *
 * Every PD has a key for local memory. Where the device has no such key of its
 * own, the PD registers all of memory for itself, and ends that with itself.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/printk.h>
#include <linux/slab.h>

#include <rdma/ib_verbs.h>

#include "verbs/verbs.h"

static bool has_local_key(const struct ib_device *device)
{
	return device->attrs.kernel_cap_flags & IBK_LOCAL_DMA_LKEY;
}

/* How the PD's own region must be reachable; 0: it needs none. */
static int pd_access(const struct ib_pd *pd)
{
	int access = has_local_key(pd->device) ? 0 : IB_ACCESS_LOCAL_WRITE;

	if (pd->flags & IB_PD_UNSAFE_GLOBAL_RKEY)
		access |= IB_ACCESS_REMOTE_READ | IB_ACCESS_REMOTE_WRITE;
	return access;
}

/* Gives the PD its keys, by a region over all of memory where it takes one. */
static int pd_set_keys(struct ib_pd *pd)
{
	struct ib_device *device = pd->device;
	int access = pd_access(pd);
	struct ib_mr *mr = NULL;

	if (access) {
		mr = device->ops.get_dma_mr(pd, access);
		if (IS_ERR(mr))
			return PTR_ERR(mr);
		mr->device = device;
		mr->pd = pd;
		mr->type = IB_MR_TYPE_DMA;
		mr->uobject = NULL;
		mr->need_inval = false;
		pd->__internal_mr = mr;
	}
	pd->local_dma_lkey = has_local_key(device) ? device->local_dma_lkey : mr->lkey;
	if (pd->flags & IB_PD_UNSAFE_GLOBAL_RKEY)
		pd->unsafe_global_rkey = mr->rkey;
	return 0;
}

/* The driver's part of a new PD. */
static int pd_build(struct ib_pd *pd, const char *caller)
{
	const struct ib_device_ops *ops = &pd->device->ops;
	int ret = ops->alloc_pd(pd, NULL);

	if (ret)
		return ret;
	if (pd->flags & IB_PD_UNSAFE_GLOBAL_RKEY)
		pr_warn("%s: enabling unsafe global rkey\n", caller);
	ret = pd_set_keys(pd);
	if (ret)
		WARN_ON_ONCE(ops->dealloc_pd(pd, NULL));
	return ret;
}

/**
 * __ib_alloc_pd() - allocate a protection domain for the kernel
 * @device: the device whose objects it will hold
 * @flags: 0, or %IB_PD_UNSAFE_GLOBAL_RKEY for a remote key to all of memory in
 *	pd->unsafe_global_rkey
 * @caller: name of the calling module, as the resource list shows it
 *
 * Use ib_alloc_pd(), which fills in @caller. On return pd->local_dma_lkey is
 * good for any local memory.
 *
 * Context: Process context; may sleep.
 * Return: the PD, to be freed with ib_dealloc_pd(), or
 * * %-ENOMEM: out of memory
 * * another errno from the driver's alloc_pd or get_dma_mr
 */
struct ib_pd *__ib_alloc_pd(struct ib_device *device, unsigned int flags,
			    const char *caller)
{
	struct ib_pd *pd = rdma_zalloc_drv_obj(device, ib_pd);
	int ret;

	if (!pd)
		return ERR_PTR(-ENOMEM);
	pd->device = device;
	pd->flags = flags;
	track_new(&pd->res, RDMA_RESTRACK_PD, caller);

	ret = track_publish(&pd->res, pd_build(pd, caller));
	if (!ret)
		return pd;
	kfree(pd);
	return ERR_PTR(ret);
}
EXPORT_SYMBOL(__ib_alloc_pd);

/**
 * ib_dealloc_pd_user() - free a protection domain, of the kernel or of a user
 * @pd: the PD; nothing may be left in it, nor come into it from now on
 * @udata: the user's command, or NULL for a PD of the kernel
 *
 * After an error the PD is still there and listed, and the call can be repeated.
 * If it was the driver's dealloc_pd that refused, a region that the PD had
 * registered for its keys is gone all the same.
 *
 * Context: Process context; may sleep.
 * Return: 0, or an errno from the driver's dereg_mr or dealloc_pd.
 */
int ib_dealloc_pd_user(struct ib_pd *pd, struct ib_udata *udata)
{
	const struct ib_device_ops *ops = &pd->device->ops;
	int ret = 0;

	rdma_restrack_begin_del(&pd->res);
	if (pd->__internal_mr) {
		ret = ops->dereg_mr(pd->__internal_mr, NULL);
		if (!ret)
			pd->__internal_mr = NULL;
	}
	if (!ret)
		ret = ops->dealloc_pd(pd, udata);
	ret = track_unpublish(&pd->res, ret);
	if (!ret)
		kfree(pd);
	return ret;
}
EXPORT_SYMBOL(ib_dealloc_pd_user);
