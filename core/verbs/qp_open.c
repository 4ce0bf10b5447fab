// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shared queue pairs: an XRC target QP and the handles that processes hold on it.
 *
 * The real QP belongs to an XRC domain, which finds it by its number; nobody has
 * a pointer to it but its handles. A handle is a struct ib_qp of its own, made by
 * ib_open_qp() or with the real QP, with number, type and event handler and
 * nothing else in it; verbs go through &ib_qp->real_qp. The real QP counts its
 * handles in usecnt and dies with the last one that is destroyed. Closing the
 * handles instead leaves it in the domain, to be opened again.
 *
 * Lock order: ib_xrcd::tgt_qps_rwsem, then what ib_destroy_qp_user() takes;
 * ib_device::qp_open_list_lock is a leaf, but events are delivered under it.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/list.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/xarray.h>
#include <rdma/ib_verbs.h>

#include <kunit/static_stub.h>
#include <kunit/visibility.h>

#include "borrowed/core.h"
#include "verbs/qp.h"

/* The real QP has an event: each handle hears it as its own. */
static void qp_event_to_handles(struct ib_event *event, void *context)
{
	struct ib_qp *real_qp = context;
	struct ib_event copy = *event;
	struct ib_qp *handle;

	guard(spinlock_irqsave)(&real_qp->device->qp_open_list_lock);
	list_for_each_entry(handle, &real_qp->open_list, open_list) {
		if (!handle->event_handler)
			continue;
		copy.element.qp = handle;
		handle->event_handler(&copy, handle->qp_context);
	}
}

static void qp_handle_link(struct ib_qp *handle)
{
	struct ib_qp *real_qp = handle->real_qp;

	atomic_inc(&real_qp->usecnt);
	guard(spinlock_irqsave)(&handle->device->qp_open_list_lock);
	list_add(&handle->open_list, &real_qp->open_list);
}

/* No event reaches the handle any more when this returns. */
static void qp_handle_unlink(struct ib_qp *handle)
{
	scoped_guard(spinlock_irqsave, &handle->device->qp_open_list_lock)
		list_del(&handle->open_list);
	atomic_dec(&handle->real_qp->usecnt);
}

/* May the opener use the P_Keys that the real QP is set to? */
VISIBLE_IF_KUNIT int qp_open_security(struct ib_qp *handle)
{
	KUNIT_STATIC_STUB_REDIRECT(qp_open_security, handle);
	return ib_open_shared_qp_security(handle, handle->device);
}
EXPORT_SYMBOL_IF_KUNIT(qp_open_security);

static struct ib_qp *qp_handle_create(struct ib_qp *real_qp,
				      void (*event_handler)(struct ib_event *, void *),
				      void *qp_context)
{
	struct ib_qp *handle __free(kfree) = kzalloc_obj(*handle);
	int ret;

	if (!handle)
		return ERR_PTR(-ENOMEM);
	qp_init(handle, real_qp->device);
	handle->real_qp = real_qp;
	handle->qp_num = real_qp->qp_num;
	handle->qp_type = real_qp->qp_type;
	handle->event_handler = event_handler;
	handle->qp_context = qp_context;

	ret = qp_open_security(handle);
	if (ret)
		return ERR_PTR(ret);
	qp_handle_link(handle);
	return_ptr(handle);
}

/**
 * qp_share() - put a new XRC target QP into its domain and open it
 * @real_qp: the QP, complete but for this
 * @attr: what it was created from; names the domain and the first handle's events
 *
 * From here on the QP stands on the domain alone, and its events go to handles.
 *
 * Context: Process context; may sleep.
 * Return: the first handle, or an errno with nothing counted and nothing found:
 * * %-ENOMEM: no memory for the handle or the domain's index
 * * %-EBUSY: the domain has a QP of this number
 * * other: what the security module says
 */
struct ib_qp *qp_share(struct ib_qp *real_qp, const struct ib_qp_init_attr *attr)
{
	struct ib_xrcd *xrcd = attr->xrcd;
	struct ib_qp *handle;
	int ret;

	real_qp->event_handler = qp_event_to_handles;
	real_qp->qp_context = real_qp;
	real_qp->pd = NULL;
	real_qp->send_cq = NULL;
	real_qp->recv_cq = NULL;
	real_qp->srq = NULL;
	real_qp->rwq_ind_tbl = NULL;
	real_qp->xrcd = xrcd;

	guard(rwsem_write)(&xrcd->tgt_qps_rwsem);
	handle = qp_handle_create(real_qp, attr->event_handler, attr->qp_context);
	if (IS_ERR(handle))
		return handle;
	ret = xa_insert(&xrcd->tgt_qps, real_qp->qp_num, real_qp, GFP_KERNEL);
	if (ret) {
		ib_close_qp(handle);
		return ERR_PTR(ret);
	}
	atomic_inc(&xrcd->usecnt);
	return handle;
}

/**
 * ib_open_qp() - get a handle on a QP that is shared
 * @xrcd: the XRC domain of the QP
 * @qp_open_attr: the number of the QP, its type, which is %IB_QPT_XRC_TGT, and
 *	where its events shall go
 *
 * The QP lives at least until the handle is given back with ib_close_qp() or
 * ib_destroy_qp(). Events of the QP come to the handlers of all handles, in
 * atomic context; a handler must not close or destroy a handle.
 *
 * Context: Process context; may sleep.
 * Return: the handle, or
 * * %-EINVAL: the type is not one that can be shared, or @xrcd has no such QP
 * * %-ENOMEM: out of memory
 * * other: the security module refuses the caller the P_Keys of the QP
 */
struct ib_qp *ib_open_qp(struct ib_xrcd *xrcd,
			 struct ib_qp_open_attr *qp_open_attr)
{
	struct ib_qp *real_qp;

	if (qp_open_attr->qp_type != IB_QPT_XRC_TGT)
		return ERR_PTR(-EINVAL);

	guard(rwsem_read)(&xrcd->tgt_qps_rwsem);
	real_qp = xa_load(&xrcd->tgt_qps, qp_open_attr->qp_num);
	if (!real_qp)
		return ERR_PTR(-EINVAL);
	return qp_handle_create(real_qp, qp_open_attr->event_handler,
				qp_open_attr->qp_context);
}
EXPORT_SYMBOL(ib_open_qp);

/**
 * ib_close_qp() - give a handle on a shared QP back
 * @qp: the handle, from ib_open_qp() or from creating an XRC target QP
 *
 * The QP itself stays in its domain even without a handle, so that another
 * process can go on with it; ib_destroy_qp() of the last handle ends it.
 *
 * Context: Process context; may sleep.
 * Return: 0, or -EINVAL when @qp is no handle but a QP; it is left alone then.
 */
int ib_close_qp(struct ib_qp *qp)
{
	if (qp->real_qp == qp)
		return -EINVAL;

	qp_handle_unlink(qp);
	if (qp->qp_sec)
		ib_close_shared_qp_security(qp->qp_sec);
	kfree(qp);
	return 0;
}
EXPORT_SYMBOL(ib_close_qp);

/**
 * qp_destroy_shared() - give a handle back, and end the QP if it was the last
 * @handle: the handle; gone when this returns
 *
 * The domain's lock is held all along, so that the QP cannot be opened while it
 * goes. If the driver refuses, the QP stays in the domain, where it can be opened
 * and destroyed again.
 *
 * Context: Process context; may sleep.
 * Return: 0, since the handle is gone in any case.
 */
int qp_destroy_shared(struct ib_qp *handle)
{
	struct ib_qp *real_qp = handle->real_qp;
	struct ib_xrcd *xrcd = real_qp->xrcd;
	u32 qp_num = real_qp->qp_num;

	guard(rwsem_write)(&xrcd->tgt_qps_rwsem);
	ib_close_qp(handle);
	if (atomic_read(&real_qp->usecnt) || ib_destroy_qp(real_qp))
		return 0;
	xa_erase(&xrcd->tgt_qps, qp_num);
	atomic_dec(&xrcd->usecnt);
	return 0;
}
