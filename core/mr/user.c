// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory regions over the memory of a process, as a kernel user asks for them.
 * (System calls have uverbs do the same.)
 */
#include <linux/err.h>
#include <rdma/ib_verbs.h>

#include "mr/mr.h"

/**
 * ib_reg_user_mr() - register memory of the calling process
 * @pd: the protection domain that the region will belong to
 * @start: where the memory starts, as the process sees it
 * @length: how many bytes
 * @virt_addr: where it starts, as users of the region's keys see it
 * @access_flags: IB_ACCESS_* flags; with %IB_ACCESS_ON_DEMAND the memory is not
 *	pinned, and @start 0 with @length %U64_MAX stands for all of it
 *
 * Context: Process context, in the process whose memory it is; may sleep.
 * Return: the region, to be given back with ib_dereg_mr(), or an ERR_PTR():
 * * %-EOPNOTSUPP: the device does not register memory of processes
 * * %-EINVAL: the device cannot do without pinning, or the range does not end
 *   within 64 bits
 * * what the driver answered otherwise
 */
struct ib_mr *ib_reg_user_mr(struct ib_pd *pd, u64 start, u64 length,
			     u64 virt_addr, int access_flags)
{
	struct ib_device *dev = pd->device;
	struct ib_mr *mr;
	u64 last;

	if (!dev->ops.reg_user_mr)
		return ERR_PTR(-EOPNOTSUPP);
	if ((access_flags & IB_ACCESS_ON_DEMAND) &&
	    !(dev->attrs.kernel_cap_flags & IBK_ON_DEMAND_PAGING))
		return ERR_PTR(-EINVAL);
	if (length && (!mr_last_byte(start, length, &last) ||
		       !mr_last_byte(virt_addr, length, &last)))
		return ERR_PTR(-EINVAL);

	mr = dev->ops.reg_user_mr(pd, start, length, virt_addr, access_flags,
				  NULL, NULL);
	if (IS_ERR(mr))
		return mr;

	mr->iova = virt_addr;
	mr->length = length;
	mr_adopt(mr, pd, IB_MR_TYPE_USER, NULL);
	return mr;
}
EXPORT_SYMBOL(ib_reg_user_mr);

/**
 * ib_advise_mr() - tell the device how regions are going to be used
 * @pd: the protection domain of the regions
 * @advice: what to do, for instance to prefetch their pages
 * @flags: IB_UVERBS_ADVISE_MR_FLAG_* flags
 * @sg_list: which parts of which regions
 * @num_sge: how many entries @sg_list has; nothing is done for 0
 *
 * Context: Process context; may sleep.
 * Return: 0, %-EOPNOTSUPP if the device takes no advice, or what the driver
 * answered.
 */
int ib_advise_mr(struct ib_pd *pd, enum ib_uverbs_advise_mr_advice advice,
		 u32 flags, struct ib_sge *sg_list, u32 num_sge)
{
	const struct ib_device_ops *ops = &pd->device->ops;

	if (!ops->advise_mr)
		return -EOPNOTSUPP;
	return num_sge ? ops->advise_mr(pd, advice, flags, sg_list, num_sge, NULL) : 0;
}
EXPORT_SYMBOL(ib_advise_mr);
