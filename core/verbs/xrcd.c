// SPDX-License-Identifier: GPL-2.0-only
/*
 * XRC domains: SRQs and target QPs that processes share, by a file or none.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/slab.h>

#include <rdma/ib_verbs.h>

/**
 * ib_alloc_xrcd_user() - allocate an XRC domain
 * @device: the device
 * @inode: the file by which other processes find it, or NULL
 * @udata: the user's command, or NULL for a domain of the kernel
 *
 * Context: Process context; may sleep.
 * Return: the domain, to be freed with ib_dealloc_xrcd_user(), or
 * * %-EOPNOTSUPP: the device has none
 * * %-ENOMEM: out of memory
 * * another errno of the driver's alloc_xrcd
 */
struct ib_xrcd *ib_alloc_xrcd_user(struct ib_device *device, struct inode *inode,
				   struct ib_udata *udata)
{
	struct ib_xrcd *xrcd;
	int ret;

	if (!device->ops.alloc_xrcd)
		return ERR_PTR(-EOPNOTSUPP);
	xrcd = rdma_zalloc_drv_obj(device, ib_xrcd);
	if (!xrcd)
		return ERR_PTR(-ENOMEM);
	init_rwsem(&xrcd->tgt_qps_rwsem);
	xa_init(&xrcd->tgt_qps);
	xrcd->inode = inode;
	xrcd->device = device;

	ret = device->ops.alloc_xrcd(xrcd, udata);
	if (!ret)
		return xrcd;
	kfree(xrcd);
	return ERR_PTR(ret);
}
EXPORT_SYMBOL(ib_alloc_xrcd_user);

/**
 * ib_dealloc_xrcd_user() - free an XRC domain
 * @xrcd: the domain
 * @udata: the user's command, or NULL for a domain of the kernel
 *
 * Context: Process context; may sleep.
 * Return: 0, %-EBUSY if an SRQ or QP uses it, or an errno of the driver's
 * dealloc_xrcd; after an error the domain is still there.
 */
int ib_dealloc_xrcd_user(struct ib_xrcd *xrcd, struct ib_udata *udata)
{
	int ret;

	/* Each target QP is a user, so that the second can only be our own bug. */
	if (atomic_read(&xrcd->usecnt) || WARN_ON_ONCE(!xa_empty(&xrcd->tgt_qps)))
		return -EBUSY;
	ret = xrcd->device->ops.dealloc_xrcd(xrcd, udata);
	if (!ret)
		kfree(xrcd);
	return ret;
}
EXPORT_SYMBOL(ib_dealloc_xrcd_user);
