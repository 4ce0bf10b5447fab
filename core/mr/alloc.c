// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory regions: how they come and go.
 *
 * The driver makes the object and frees it; the core lends it to its PD, which
 * cannot go before it, and shows it to the resource tracker. It is shown when
 * it is complete, and hidden before the driver is asked to free it.
 */
#include <linux/err.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/xarray.h>
#include <rdma/ib_verbs.h>
#include <trace/events/rdma_core.h>

#include "borrowed/core.h"
#include "mr/mr.h"

/**
 * mr_adopt() - make the MR that a driver returned one of the core's
 * @mr: the new MR
 * @pd: its protection domain, which it counts as a user of from here on
 * @type: what it is for
 * @sig_attrs: what it frees when it goes, or NULL
 *
 * The last step of an allocation, and it cannot fail. Whatever else the tracker
 * reports about the MR must be set before.
 *
 * Context: Process context; may sleep.
 */
void mr_adopt(struct ib_mr *mr, struct ib_pd *pd, enum ib_mr_type type,
	      struct ib_sig_attrs *sig_attrs)
{
	mr->device = pd->device;
	mr->pd = pd;
	mr->type = type;
	mr->need_inval = false;
	mr->uobject = NULL;
	mr->dm = NULL;
	mr->dmah = NULL;
	mr->sig_attrs = sig_attrs;
	atomic_inc(&pd->usecnt);

	rdma_restrack_new(&mr->res, RDMA_RESTRACK_MR);
	rdma_restrack_parent_name(&mr->res, &pd->res);
	rdma_restrack_add(&mr->res);
}

static int mr_alloc_check(struct ib_device *dev, enum ib_mr_type mr_type,
			  u32 max_num_sg)
{
	if (!dev->ops.alloc_mr)
		return -EOPNOTSUPP;
	if (mr_type == IB_MR_TYPE_SG_GAPS) {
		if (!(dev->attrs.kernel_cap_flags & IBK_SG_GAPS_REG))
			return -EOPNOTSUPP;
	} else if (mr_type != IB_MR_TYPE_MEM_REG) {
		ibdev_warn_ratelimited(dev, "no MR of type %d can be allocated so\n",
				       mr_type);
		return -EINVAL;
	}
	return max_num_sg ? 0 : -EINVAL;
}

/**
 * ib_alloc_mr() - allocate a memory region that work requests register
 * @pd: the protection domain that it belongs to
 * @mr_type: %IB_MR_TYPE_MEM_REG, or %IB_MR_TYPE_SG_GAPS where the device has
 *	%IBK_SG_GAPS_REG
 * @max_num_sg: how many pages (elements for %IB_MR_TYPE_SG_GAPS) one mapping may
 *	take; at least 1. What the device states in max_fast_reg_page_list_len is
 *	sure to be possible; more is the driver's to grant or to refuse
 *
 * The region maps nothing yet: ib_map_mr_sg() fills it, an %IB_WR_REG_MR work
 * request makes it valid, %IB_WR_LOCAL_INV or a remote peer invalidates it, and
 * then it can be filled again.
 *
 * Context: Process context; may sleep.
 * Return: the region, to be given back with ib_dereg_mr(), or an ERR_PTR():
 * * %-EOPNOTSUPP: the device has no such regions
 * * %-EINVAL: no type that is allocated so, or @max_num_sg is 0
 * * what the driver answered otherwise
 */
struct ib_mr *ib_alloc_mr(struct ib_pd *pd, enum ib_mr_type mr_type,
			  u32 max_num_sg)
{
	struct ib_mr *mr;
	int ret;

	ret = mr_alloc_check(pd->device, mr_type, max_num_sg);
	if (ret)
		mr = ERR_PTR(ret);
	else
		mr = pd->device->ops.alloc_mr(pd, mr_type, max_num_sg);
	if (!IS_ERR(mr))
		mr_adopt(mr, pd, mr_type, NULL);

	trace_mr_alloc(pd, mr_type, max_num_sg, mr);
	return mr;
}
EXPORT_SYMBOL(ib_alloc_mr);

/*
 * Bring back what rdma_restrack_del() took out, under the id that it had. Another
 * region has that id only if all others were given out in the meantime.
 */
static void mr_track_again(struct ib_mr *mr, bool listed, struct task_struct *task)
{
	struct rdma_restrack_entry *res = &mr->res;
	struct xarray *xa = &mr->device->res[RDMA_RESTRACK_MR].xa;

	res->task = task;
	if (!listed)
		return;
	rdma_restrack_new(res, RDMA_RESTRACK_MR);
	if (rdma_restrack_is_tracked(res) &&
	    !xa_insert(xa, res->id, res, GFP_KERNEL | __GFP_NOFAIL))
		res->valid = true;
	else
		rdma_restrack_add(res);
}

/**
 * ib_dereg_mr_user() - give a memory region back to its device
 * @mr: any region, however it was made; freed on success
 * @udata: the system call that asks for it; NULL from the kernel
 *
 * Nobody may be using the region or its keys any more. Dumps of the resource
 * tracker that are looking at it are waited for.
 *
 * Context: Process context; may sleep.
 * Return: 0, or the errno of the driver, in which case the region is what it
 * was before.
 */
int ib_dereg_mr_user(struct ib_mr *mr, struct ib_udata *udata)
{
	struct ib_sig_attrs *sig_attrs = mr->sig_attrs;
	struct task_struct *task = mr->res.task;
	struct ib_dmah *dmah = mr->dmah;
	bool listed = mr->res.valid;
	struct ib_pd *pd = mr->pd;
	struct ib_dm *dm = mr->dm;
	int ret;

	trace_mr_dereg(mr);
	if (task)
		get_task_struct(task);
	rdma_restrack_del(&mr->res);
	ret = mr->device->ops.dereg_mr(mr, udata);
	if (ret) {
		mr_track_again(mr, listed, task);
		return ret;
	}

	if (task)
		put_task_struct(task);
	atomic_dec(&pd->usecnt);
	if (dm)
		atomic_dec(&dm->usecnt);
	if (dmah)
		atomic_dec(&dmah->usecnt);
	kfree(sig_attrs);
	return 0;
}
EXPORT_SYMBOL(ib_dereg_mr_user);
