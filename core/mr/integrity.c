// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory regions that carry protection information (T10-PI): data and metadata
 * are registered together, and the device checks, inserts or strips the tuples.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/slab.h>
#include <rdma/ib_verbs.h>
#include <rdma/signature.h>
#include <trace/events/rdma_core.h>

#include "mr/mr.h"

static struct ib_mr *mr_alloc_integrity(struct ib_pd *pd, u32 max_num_data_sg,
					u32 max_num_meta_sg)
{
	const struct ib_device_ops *ops = &pd->device->ops;
	struct ib_mr *mr;

	if (!ops->alloc_mr_integrity || !ops->map_mr_sg_pi)
		return ERR_PTR(-EOPNOTSUPP);
	if (!max_num_data_sg || !max_num_meta_sg)
		return ERR_PTR(-EINVAL);

	struct ib_sig_attrs *sig_attrs __free(kfree) = kzalloc_obj(*sig_attrs);
	if (!sig_attrs)
		return ERR_PTR(-ENOMEM);

	mr = ops->alloc_mr_integrity(pd, max_num_data_sg, max_num_meta_sg);
	if (!IS_ERR(mr))
		mr_adopt(mr, pd, IB_MR_TYPE_INTEGRITY, no_free_ptr(sig_attrs));
	return mr;
}

/**
 * ib_alloc_mr_integrity() - allocate a memory region for data that is protected
 * @pd: the protection domain that it belongs to
 * @max_num_data_sg: how many elements of data one mapping may take; at least 1
 * @max_num_meta_sg: how many elements of metadata; at least 1
 *
 * The region's sig_attrs, all zero at first, are the caller's to fill in before
 * the region is registered. They live as long as the region.
 *
 * Context: Process context; may sleep.
 * Return: the region, to be given back with ib_dereg_mr(), or an ERR_PTR():
 * * %-EOPNOTSUPP: the device does not handle protection information
 * * %-EINVAL: a count is 0
 * * %-ENOMEM: out of memory
 * * what the driver answered otherwise
 */
struct ib_mr *ib_alloc_mr_integrity(struct ib_pd *pd,
				    u32 max_num_data_sg,
				    u32 max_num_meta_sg)
{
	struct ib_mr *mr;

	mr = mr_alloc_integrity(pd, max_num_data_sg, max_num_meta_sg);
	trace_mr_integ_alloc(pd, max_num_data_sg, max_num_meta_sg, mr);
	return mr;
}
EXPORT_SYMBOL(ib_alloc_mr_integrity);

/**
 * ib_map_mr_sg_pi() - map data and its protection information into a region
 * @mr: a region of ib_alloc_mr_integrity()
 * @data_sg: the data, mapped for DMA
 * @data_sg_nents: how many elements the mapping of @data_sg has
 * @data_sg_offset: bytes to skip of the first of them; NULL for none
 * @meta_sg: the metadata, mapped for DMA; not looked at if @meta_sg_nents is 0
 * @meta_sg_nents: how many elements the mapping of @meta_sg has; 0 where the
 *	tuples exist on the wire only
 * @meta_sg_offset: bytes to skip of the first of them; NULL for none
 * @page_size: size of the pages that the device works with, in bytes
 *
 * The two offsets reach the driver as they are, NULL included: it may try one
 * layout after the other, and each try starts from what the caller gave.
 *
 * Context: Any context, if the driver's op is as it should be.
 * Return: 0 when all of both lists is mapped, or
 * * %-EOPNOTSUPP: the device does not handle protection information, or @mr is
 *   a region of another type
 * * %-EINVAL: a count is negative or a list missing, an offset is not within the
 *   first element, or that element does not end within 64 bits
 * * %-ENOMEM: the region is too small
 * * what the driver answered otherwise
 */
int ib_map_mr_sg_pi(struct ib_mr *mr, struct scatterlist *data_sg,
		    int data_sg_nents, unsigned int *data_sg_offset,
		    struct scatterlist *meta_sg, int meta_sg_nents,
		    unsigned int *meta_sg_offset, unsigned int page_size)
{
	int ret;

	if (!mr->device->ops.map_mr_sg_pi || mr->type != IB_MR_TYPE_INTEGRITY)
		return -EOPNOTSUPP;
	if (!mr_sg_start_is_sane(data_sg, data_sg_nents, data_sg_offset))
		return -EINVAL;
	if (meta_sg_nents &&
	    !mr_sg_start_is_sane(meta_sg, meta_sg_nents, meta_sg_offset))
		return -EINVAL;

	mr->page_size = page_size;
	ret = mr->device->ops.map_mr_sg_pi(mr, data_sg, data_sg_nents,
					   data_sg_offset, meta_sg,
					   meta_sg_nents, meta_sg_offset);

	/* A count of elements is a partial success, which callers do not expect. */
	return ret > 0 ? -ENOMEM : ret;
}
EXPORT_SYMBOL(ib_map_mr_sg_pi);

/**
 * ib_check_mr_status() - ask what became of a region's last transfer
 * @mr: the region
 * @check_mask: what to ask for: %IB_MR_CHECK_SIG_STATUS
 * @mr_status: the answer; of what is set in its fail_status the details follow
 *
 * Context: Any context, after the transfer has completed.
 * Return: 0 when @mr_status is filled in, %-EOPNOTSUPP if the device cannot be
 * asked, or what the driver answered otherwise.
 */
int ib_check_mr_status(struct ib_mr *mr, u32 check_mask,
		       struct ib_mr_status *mr_status)
{
	if (!mr->device->ops.check_mr_status)
		return -EOPNOTSUPP;
	return mr->device->ops.check_mr_status(mr, check_mask, mr_status);
}
EXPORT_SYMBOL(ib_check_mr_status);
