// SPDX-License-Identifier: GPL-2.0-only
/*
 * Work queues: receive queues without a QP, that receive-side scaling spreads
 * packets over. A WQ holds its PD and its CQ by usecnt; the driver allocates it.
 */
#include <linux/err.h>
#include <linux/export.h>

#include <rdma/ib_verbs.h>

/**
 * ib_create_wq() - create a work queue for the kernel
 * @pd: its protection domain
 * @wq_attr: type, sizes, CQ; the driver sets max_wr and max_sge to what they have
 *	become, at least what was asked for
 *
 * Context: Process context; may sleep.
 * Return: the queue, to be destroyed with ib_destroy_wq_user(), or
 * * %-EOPNOTSUPP: the device has none
 * * %-EINVAL: there is no CQ
 * * another errno of the driver's create_wq
 */
struct ib_wq *ib_create_wq(struct ib_pd *pd, struct ib_wq_init_attr *wq_attr)
{
	struct ib_device *device = pd->device;
	struct ib_cq *cq = wq_attr->cq;
	struct ib_wq *wq;

	if (!device->ops.create_wq)
		return ERR_PTR(-EOPNOTSUPP);
	if (!cq)
		return ERR_PTR(-EINVAL);
	wq = device->ops.create_wq(pd, wq_attr, NULL);
	if (IS_ERR(wq))
		return wq;

	wq->device = device;
	wq->pd = pd;
	wq->cq = cq;
	wq->uobject = NULL;
	wq->wq_type = wq_attr->wq_type;
	wq->wq_context = wq_attr->wq_context;
	wq->event_handler = wq_attr->event_handler;
	atomic_set(&wq->usecnt, 0);
	atomic_inc(&cq->usecnt);
	atomic_inc(&pd->usecnt);
	return wq;
}
EXPORT_SYMBOL(ib_create_wq);

/**
 * ib_destroy_wq_user() - destroy a work queue, of the kernel or of a user
 * @wq: the queue
 * @udata: the user's command, or NULL for a queue of the kernel
 *
 * Context: Process context; may sleep.
 * Return: 0, %-EBUSY if an indirection table uses it, or an errno of the driver's
 * destroy_wq; after an error the queue is still there.
 */
int ib_destroy_wq_user(struct ib_wq *wq, struct ib_udata *udata)
{
	struct ib_pd *pd = wq->pd;
	struct ib_cq *cq = wq->cq;
	int ret;

	if (atomic_read(&wq->usecnt))
		return -EBUSY;
	ret = wq->device->ops.destroy_wq(wq, udata);	/* frees it */
	if (ret)
		return ret;
	atomic_dec(&cq->usecnt);
	atomic_dec(&pd->usecnt);
	return 0;
}
EXPORT_SYMBOL(ib_destroy_wq_user);
