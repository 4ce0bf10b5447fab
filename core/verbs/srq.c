// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shared receive queues: receives that any QP of a protection domain may take.
 *
 * An SRQ holds its PD by usecnt, and by its type also a CQ and an XRC domain.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/slab.h>

#include <rdma/ib_verbs.h>

#include "verbs/verbs.h"

/* Adds @n to the users of all that an SRQ stands on. */
static void srq_hold(const struct ib_srq *srq, int n)
{
	atomic_add(n, &srq->pd->usecnt);
	if (ib_srq_has_cq(srq->srq_type))
		atomic_add(n, &srq->ext.cq->usecnt);
	if (srq->srq_type == IB_SRQT_XRC && srq->ext.xrc.xrcd)
		atomic_add(n, &srq->ext.xrc.xrcd->usecnt);
}

/**
 * ib_create_srq_user() - create a shared receive queue
 * @pd: its protection domain
 * @srq_init_attr: what it is to be; the driver sets max_wr and max_sge to what
 *	they have become, at least what was asked for
 * @uobject: the user's object, or NULL for an SRQ of the kernel
 * @udata: the user's command, or NULL for an SRQ of the kernel
 *
 * Context: Process context; may sleep.
 * Return: the SRQ, to be destroyed with ib_destroy_srq(), or
 * * %-EOPNOTSUPP: the device has none
 * * %-EINVAL: the type needs a CQ and there is none
 * * %-ENOMEM: out of memory
 * * another errno of the driver's create_srq
 */
struct ib_srq *ib_create_srq_user(struct ib_pd *pd, struct ib_srq_init_attr *srq_init_attr,
				  struct ib_usrq_object *uobject, struct ib_udata *udata)
{
	enum ib_srq_type type = srq_init_attr->srq_type;
	struct ib_device *device = pd->device;
	struct ib_srq *srq;
	int ret;

	if (!device->ops.create_srq)
		return ERR_PTR(-EOPNOTSUPP);
	if (ib_srq_has_cq(type) && !srq_init_attr->ext.cq)
		return ERR_PTR(-EINVAL);
	srq = rdma_zalloc_drv_obj(device, ib_srq);
	if (!srq)
		return ERR_PTR(-ENOMEM);
	srq->device = device;
	srq->pd = pd;
	srq->uobject = uobject;
	srq->event_handler = srq_init_attr->event_handler;
	srq->srq_context = srq_init_attr->srq_context;
	srq->srq_type = type;
	if (ib_srq_has_cq(type))
		srq->ext.cq = srq_init_attr->ext.cq;
	if (type == IB_SRQT_XRC)
		srq->ext.xrc.xrcd = srq_init_attr->ext.xrc.xrcd;
	srq_hold(srq, 1);
	rdma_restrack_new(&srq->res, RDMA_RESTRACK_SRQ);
	rdma_restrack_parent_name(&srq->res, &pd->res);

	ret = track_publish(&srq->res, device->ops.create_srq(srq, srq_init_attr, udata));
	if (ret) {
		srq_hold(srq, -1);
		kfree(srq);
		return ERR_PTR(ret);
	}
	return srq;
}
EXPORT_SYMBOL(ib_create_srq_user);

/**
 * ib_modify_srq() - change the size of an SRQ, or arm its limit event
 * @srq: the SRQ
 * @srq_attr: the new values
 * @srq_attr_mask: which of them count: %IB_SRQ_MAX_WR, %IB_SRQ_LIMIT
 *
 * Context: As the driver's modify_srq; process context is always right.
 * Return: 0, %-EOPNOTSUPP if the driver cannot, or an errno of the driver.
 */
int ib_modify_srq(struct ib_srq *srq, struct ib_srq_attr *srq_attr,
		  enum ib_srq_attr_mask srq_attr_mask)
{
	return driver_call(srq->device->ops.modify_srq, srq, srq_attr, srq_attr_mask, NULL);
}
EXPORT_SYMBOL(ib_modify_srq);

/**
 * ib_query_srq() - ask for the size and limit of an SRQ
 * @srq: the SRQ
 * @srq_attr: set to the values
 *
 * Context: As the driver's query_srq; process context is always right.
 * Return: 0, %-EOPNOTSUPP if the driver cannot tell, or an errno of the driver.
 */
int ib_query_srq(struct ib_srq *srq, struct ib_srq_attr *srq_attr)
{
	return driver_call(srq->device->ops.query_srq, srq, srq_attr);
}
EXPORT_SYMBOL(ib_query_srq);

/**
 * ib_destroy_srq_user() - destroy an SRQ, of the kernel or of a user
 * @srq: the SRQ
 * @udata: the user's command, or NULL for an SRQ of the kernel
 *
 * After an error the SRQ is still there and listed.
 *
 * Context: Process context; may sleep.
 * Return: 0, %-EBUSY if a QP uses it, or an errno of the driver's destroy_srq.
 */
int ib_destroy_srq_user(struct ib_srq *srq, struct ib_udata *udata)
{
	int ret;

	if (atomic_read(&srq->usecnt))
		return -EBUSY;
	rdma_restrack_begin_del(&srq->res);
	ret = track_unpublish(&srq->res, srq->device->ops.destroy_srq(srq, udata));
	if (ret)
		return ret;
	srq_hold(srq, -1);
	kfree(srq);
	return 0;
}
EXPORT_SYMBOL(ib_destroy_srq_user);
