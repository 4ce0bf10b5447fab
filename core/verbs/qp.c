// SPDX-License-Identifier: GPL-2.0-only
/*
 * Queue pairs: creation, what they count on, and their end.
 *
 * A QP stands on a PD, two CQs and maybe an SRQ or an indirection table, and holds
 * a use of each from creation, which the kernel's and the user's constructors take
 * at different places, to destruction. In between it is found by resource tracking.
 * Its memory is sized by the driver and owned by the core.
 *
 * Lock order: none of its own. ib_qp::mr_lock belongs to the MR pool.
 */
#include <linux/cleanup.h>
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/xarray.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>
#include <rdma/rdma_counter.h>
#include <rdma/restrack.h>
#include <rdma/rw.h>
#include <rdma/uverbs_ioctl.h>

#include <kunit/static_stub.h>
#include <kunit/visibility.h>

#include "borrowed/core.h"
#include "verbs/qp.h"

/* Drivers report here; the owner of the QP hears it after the core. */
static void qp_event(struct ib_event *event, void *context)
{
	struct ib_qp *qp = event->element.qp;

	if (event->event == IB_EVENT_QP_LAST_WQE_REACHED)
		complete(&qp->srq_completion);
	if (qp->registered_event_handler)
		qp->registered_event_handler(event, qp->qp_context);
}

/**
 * qp_init() - make every part of a zeroed QP valid and empty
 * @qp: the QP
 * @dev: its device
 *
 * No step after this one leaves anything behind that destruction cannot walk.
 */
void qp_init(struct ib_qp *qp, struct ib_device *dev)
{
	qp->device = dev;
	qp->real_qp = qp;
	INIT_LIST_HEAD(&qp->open_list);
	INIT_LIST_HEAD(&qp->xrcd_list);
	INIT_LIST_HEAD(&qp->rdma_mrs);
	INIT_LIST_HEAD(&qp->sig_mrs);
	spin_lock_init(&qp->mr_lock);
	xa_init(&qp->comp_cntrs);
	init_completion(&qp->srq_completion);
}

/* For a QP that the driver does not know, or no longer. */
static void qp_discard(struct ib_qp *qp)
{
	if (!qp)
		return;
	rdma_restrack_put(&qp->res);
	xa_destroy(&qp->comp_cntrs);
	kfree(qp);
}

DEFINE_FREE(qp_discard, struct ib_qp *, qp_discard(_T))

static struct ib_qp *qp_alloc(struct ib_device *dev, struct ib_pd *pd,
			      const struct ib_qp_init_attr *attr)
{
	struct ib_qp *qp = rdma_zalloc_drv_obj_numa(dev, ib_qp);

	if (!qp)
		return NULL;
	qp_init(qp, dev);
	rdma_restrack_new(&qp->res, RDMA_RESTRACK_QP);
	qp->pd = pd;
	qp->send_cq = attr->send_cq;
	qp->recv_cq = attr->recv_cq;
	qp->srq = attr->srq;
	qp->rwq_ind_tbl = attr->rwq_ind_tbl;
	qp->qp_type = attr->qp_type;
	qp->port = attr->port_num;
	qp->event_handler = qp_event;
	qp->registered_event_handler = attr->event_handler;
	qp->qp_context = attr->qp_context;
	return qp;
}

/* A QP carries packets of a partition only if its owner may use it. */
VISIBLE_IF_KUNIT int qp_create_security(struct ib_qp *qp)
{
	KUNIT_STATIC_STUB_REDIRECT(qp_create_security, qp);
	return ib_create_qp_security(qp, qp->device);
}
EXPORT_SYMBOL_IF_KUNIT(qp_create_security);

/* Of @uattrs (a user's) and @caller (a kernel module's name) one is given. */
static struct ib_qp *qp_create(struct ib_device *dev, struct ib_pd *pd,
			       struct ib_qp_init_attr *attr,
			       struct uverbs_attr_bundle *uattrs,
			       struct ib_uqp_object *uobj, const char *caller)
{
	int ret;

	if (!dev->ops.create_qp)
		return ERR_PTR(-EOPNOTSUPP);
	WARN_ON_ONCE(!uattrs && !caller);

	struct ib_qp *qp __free(qp_discard) = qp_alloc(dev, pd, attr);
	if (!qp)
		return ERR_PTR(-ENOMEM);
	qp->uobject = uobj;
	rdma_restrack_set_name(&qp->res, uattrs ? NULL : caller);

	ret = dev->ops.create_qp(qp, attr, uattrs ? &uattrs->driver_udata : NULL);
	if (ret)
		return ERR_PTR(ret);
	/* There are drivers that replace these by CQs of their own: the uses are of ours. */
	qp->send_cq = attr->send_cq;
	qp->recv_cq = attr->recv_cq;

	ret = qp_create_security(qp);
	if (ret) {
		dev->ops.destroy_qp(qp, uattrs ? uverbs_get_cleared_udata(uattrs) : NULL);
		return ERR_PTR(ret);
	}
	rdma_restrack_add(&qp->res);
	return_ptr(qp);
}

/* Counts a use of everything that a QP stands on, or with @by -1 takes it back. */
static void qp_count_uses(const struct ib_qp *qp, int by)
{
	if (qp->pd)
		atomic_add(by, &qp->pd->usecnt);
	if (qp->send_cq)
		atomic_add(by, &qp->send_cq->usecnt);
	if (qp->recv_cq)
		atomic_add(by, &qp->recv_cq->usecnt);
	if (qp->srq)
		atomic_add(by, &qp->srq->usecnt);
	if (qp->rwq_ind_tbl)
		atomic_add(by, &qp->rwq_ind_tbl->usecnt);
}

/**
 * ib_qp_usecnt_inc() - count a QP as a user of all that it stands on
 * @qp: a QP from ib_create_qp_user(), which leaves this to its caller
 *
 * PD, send and receive CQ, SRQ and indirection table, where the QP has one,
 * cannot be destroyed before the QP. A CQ that is both is counted twice.
 *
 * Context: Any context.
 */
void ib_qp_usecnt_inc(struct ib_qp *qp)
{
	qp_count_uses(qp, 1);
}
EXPORT_SYMBOL(ib_qp_usecnt_inc);

/**
 * ib_qp_usecnt_dec() - take back what ib_qp_usecnt_inc() counted
 * @qp: the QP
 *
 * For drivers that put other CQs under a QP; ib_destroy_qp_user() does it itself.
 *
 * Context: Any context.
 */
void ib_qp_usecnt_dec(struct ib_qp *qp)
{
	qp_count_uses(qp, -1);
}
EXPORT_SYMBOL(ib_qp_usecnt_dec);

/**
 * ib_create_qp_user() - create a QP for user space
 * @dev: the device
 * @pd: the protection domain; NULL for an XRC target, which has none
 * @attr: what it shall be; the capabilities that it got are written back
 * @uattrs: the command, with the driver's part of it
 * @uobj: the object that user space holds
 * @caller: name of the calling module, which owns XRC targets since these outlive
 *	the process
 *
 * The result does not count as a user of PD, CQs, SRQ and indirection table yet:
 * see ib_qp_usecnt_inc(). Of an XRC target the result is a first handle; see
 * ib_open_qp().
 *
 * Context: Process context; may sleep.
 * Return: the QP, to be destroyed with ib_destroy_qp_user(), or
 * * %-EOPNOTSUPP: the device has no QPs
 * * %-EINVAL: an XRC target without a domain
 * * %-ENOMEM: out of memory
 * * %-EBUSY: the driver gave an XRC target a number that its domain has in use
 * * other: what the driver or the security module says
 */
struct ib_qp *ib_create_qp_user(struct ib_device *dev, struct ib_pd *pd,
				struct ib_qp_init_attr *attr,
				struct uverbs_attr_bundle *uattrs,
				struct ib_uqp_object *uobj, const char *caller)
{
	struct ib_qp *qp, *handle;

	if (attr->qp_type != IB_QPT_XRC_TGT)
		return qp_create(dev, pd, attr, uattrs, uobj, NULL);
	if (!attr->xrcd)
		return ERR_PTR(-EINVAL);

	qp = qp_create(dev, pd, attr, NULL, NULL, caller);
	if (IS_ERR(qp))
		return qp;
	handle = qp_share(qp, attr);
	if (IS_ERR(handle))
		ib_destroy_qp(qp);
	else
		handle->uobject = uobj;
	return handle;
}
EXPORT_SYMBOL(ib_create_qp_user);

/**
 * ib_create_qp_kernel() - create a QP for a kernel user; see ib_create_qp()
 * @pd: the protection domain
 * @qp_init_attr: CQs, SRQ, type, capabilities and event handler. When
 *	cap.max_rdma_ctxs is set the queues grow by what that many contexts of the
 *	RDMA READ/WRITE API need, for which port_num must be set too. The
 *	capabilities that the QP got are written back.
 * @caller: name of the calling module, which resource tracking shows
 *
 * PD, CQs, SRQ and indirection table cannot be destroyed before the QP. Events
 * come to the handler in the driver's context, which may be atomic.
 *
 * Context: Process context; may sleep.
 * Return: the QP in %IB_QPS_RESET, to be destroyed with ib_destroy_qp(), or
 * * %-EOPNOTSUPP: the device has no QPs
 * * %-ENOMEM: out of memory
 * * other: what the driver or the security module says, or why the MRs of the
 *   READ/WRITE API could not be had
 */
struct ib_qp *ib_create_qp_kernel(struct ib_pd *pd,
				  struct ib_qp_init_attr *qp_init_attr,
				  const char *caller)
{
	struct ib_device *dev = pd->device;
	struct ib_qp *qp;
	int ret;

	if (qp_init_attr->cap.max_rdma_ctxs)
		rdma_rw_init_qp(dev, qp_init_attr);

	qp = qp_create(dev, pd, qp_init_attr, NULL, NULL, caller);
	if (IS_ERR(qp))
		return qp;
	ib_qp_usecnt_inc(qp);

	if (qp_init_attr->cap.max_rdma_ctxs) {
		ret = rdma_rw_init_mrs(qp, qp_init_attr);
		if (ret) {
			ib_destroy_qp(qp);
			return ERR_PTR(ret);
		}
	}

	/* What hardware writes from a list it need not be able to read into one. */
	qp->max_write_sge = qp_init_attr->cap.max_send_sge;
	qp->max_read_sge = min_t(u32, qp->max_write_sge, dev->attrs.max_sge_rd);
	if (qp_init_attr->create_flags & IB_QP_CREATE_INTEGRITY_EN)
		qp->integrity_en = true;
	return qp;
}
EXPORT_SYMBOL(ib_create_qp_kernel);

/*
 * Takes the QP out of everything that could still hand it out or change it. What
 * the core attached to the QP itself goes here too, since the driver may need it.
 */
static void qp_retire(struct ib_qp *qp)
{
	rdma_restrack_begin_del(&qp->res);
	if (qp->qp_sec)
		ib_destroy_qp_security_begin(qp->qp_sec);
	if (!qp->uobject)
		rdma_rw_cleanup_mrs(qp);
	rdma_counter_unbind_qp(qp, qp->port, true);
}

/* The driver would not let go: undoes of qp_retire() what can be undone. */
static int qp_reinstate(struct ib_qp *qp, int err)
{
	if (qp->qp_sec)
		ib_destroy_qp_security_abort(qp->qp_sec);
	rdma_restrack_abort_del(&qp->res);
	return err;
}

static void qp_put_gid(const struct ib_gid_attr *attr)
{
	if (attr)
		rdma_put_gid_attr(attr);
}

/* The driver has forgotten the QP: so does everybody that it held or that held it. */
static void qp_free(struct ib_qp *qp)
{
	struct ib_comp_cntr *counter;
	unsigned long op_mask;

	qp_put_gid(qp->alt_path_sgid_attr);
	qp_put_gid(qp->av_sgid_attr);
	xa_for_each(&qp->comp_cntrs, op_mask, counter)
		atomic_dec(&counter->usecnt);
	qp_count_uses(qp, -1);
	if (qp->qp_sec)
		ib_destroy_qp_security_end(qp->qp_sec);
	rdma_restrack_commit_del(&qp->res);
	xa_destroy(&qp->comp_cntrs);
	kfree(qp);
}

/**
 * ib_destroy_qp_user() - end a QP; see ib_destroy_qp()
 * @qp: the QP, or a handle on a shared one
 * @udata: the driver's part of the user's command; NULL for a kernel QP
 *
 * Work that is still posted is dropped without completions: drain the QP first
 * if they matter. Of a shared QP only the handle goes, and with the last
 * one the QP; a driver's refusal leaves it in its XRC domain then.
 *
 * Context: Process context; may sleep.
 * Return:
 * * 0: the QP is gone, and no longer a user of its PD, CQs, SRQ and table
 * * %-EBUSY: it is attached to a multicast group or a flow, or it is a shared
 *   QP with handles
 * * other: the driver's answer; the QP is still tracked, can be used and has to be
 *   destroyed again, but the MRs of the READ/WRITE API and the binding to a
 *   counter are gone
 */
int ib_destroy_qp_user(struct ib_qp *qp, struct ib_udata *udata)
{
	int ret;

	if (qp->mrs_used > 0)
		ibdev_err_ratelimited(qp->device, "QP %u is destroyed with %d MRs in use\n",
				      qp->qp_num, qp->mrs_used);
	if (atomic_read(&qp->usecnt))
		return -EBUSY;
	if (qp->real_qp != qp)
		return qp_destroy_shared(qp);

	qp_retire(qp);
	ret = qp->device->ops.destroy_qp(qp, udata);
	if (ret)
		return qp_reinstate(qp, ret);
	qp_free(qp);
	return 0;
}
EXPORT_SYMBOL(ib_destroy_qp_user);
