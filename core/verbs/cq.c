// SPDX-License-Identifier: GPL-2.0-only
/*
 * Completion queues as objects: those whose owner polls them by itself. What
 * ib_alloc_cq() gives, a queue with a poller, is the cq room's.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/slab.h>

#include <rdma/ib_verbs.h>

#include "verbs/verbs.h"

/**
 * __ib_create_cq() - create a completion queue for the kernel
 * @device: the device
 * @comp_handler: called when the queue is armed and a completion arrives, in any
 *	context
 * @event_handler: called for asynchronous events of the queue; may be NULL
 * @cq_context: for both of them
 * @cq_attr: its size in completions, its interrupt vector, its flags
 * @caller: name of the calling module, as the resource list shows it
 *
 * Use ib_create_cq(), which fills in @caller.
 *
 * Context: Process context; may sleep.
 * Return: the queue, to be destroyed with ib_destroy_cq(), or
 * * %-EINVAL: a size of 0
 * * %-EOPNOTSUPP: the device has none for the kernel
 * * %-ENOMEM: out of memory
 * * another errno of the driver's create_cq
 */
struct ib_cq *__ib_create_cq(struct ib_device *device, ib_comp_handler comp_handler,
			     void (*event_handler)(struct ib_event *, void *),
			     void *cq_context, const struct ib_cq_init_attr *cq_attr,
			     const char *caller)
{
	struct ib_cq *cq;
	int ret;

	if (!cq_attr->cqe)
		return ERR_PTR(-EINVAL);
	if (!device->ops.create_cq)
		return ERR_PTR(-EOPNOTSUPP);
	cq = rdma_zalloc_drv_obj(device, ib_cq);
	if (!cq)
		return ERR_PTR(-ENOMEM);
	cq->device = device;
	cq->cq_context = cq_context;
	cq->comp_handler = comp_handler;
	cq->event_handler = event_handler;
	track_new(&cq->res, RDMA_RESTRACK_CQ, caller);

	ret = track_publish(&cq->res, device->ops.create_cq(cq, cq_attr, NULL));
	if (!ret)
		return cq;
	kfree(cq);
	return ERR_PTR(ret);
}
EXPORT_SYMBOL(__ib_create_cq);

/**
 * rdma_set_cq_moderation() - let the device gather completions before it tells
 * @cq: the queue; not one of the shared pool's
 * @cq_count: tell after so many completions
 * @cq_period: or after so many microseconds
 *
 * Context: As the driver's modify_cq; process context is always right.
 * Return: 0, %-EOPNOTSUPP if the queue is shared or the driver cannot, or an
 * errno of the driver.
 */
int rdma_set_cq_moderation(struct ib_cq *cq, u16 cq_count, u16 cq_period)
{
	if (cq->shared || !cq->device->ops.modify_cq)
		return -EOPNOTSUPP;
	return cq->device->ops.modify_cq(cq, cq_count, cq_period);
}
EXPORT_SYMBOL(rdma_set_cq_moderation);

/**
 * ib_destroy_cq_user() - destroy a completion queue, of the kernel or of a user
 * @cq: the queue; not one of the shared pool's
 * @udata: the user's command, or NULL for a queue of the kernel
 *
 * After an error the queue is still there and listed.
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EOPNOTSUPP: the queue is the pool's to destroy
 * * %-EBUSY: a QP, SRQ or WQ uses it
 * * another errno of the driver's destroy_cq
 */
int ib_destroy_cq_user(struct ib_cq *cq, struct ib_udata *udata)
{
	int ret;

	if (cq->shared)
		return -EOPNOTSUPP;
	if (atomic_read(&cq->usecnt))
		return -EBUSY;
	rdma_restrack_begin_del(&cq->res);
	ret = track_unpublish(&cq->res, cq->device->ops.destroy_cq(cq, udata));
	if (!ret)
		kfree(cq);
	return ret;
}
EXPORT_SYMBOL(ib_destroy_cq_user);
