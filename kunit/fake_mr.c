// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fake provider's memory regions: a page vector and a key, no translation.
 */
#include <linux/scatterlist.h>
#include <linux/slab.h>

#include "fake.h"

static struct ib_mr *mr_create(struct ib_pd *pd, u32 max)
{
	struct fake_mr *fmr = kzalloc_flex(*fmr, pages, max);

	if (!fmr)
		return ERR_PTR(-ENOMEM);
	fmr->max = max;
	fmr->base.lkey = fake_new_key(pd->device);
	fmr->base.rkey = fmr->base.lkey;
	return &fmr->base;
}

/* arg: access flags */
static struct ib_mr *fake_get_dma_mr(struct ib_pd *pd, int access)
{
	int ret = fake_enter(pd->device, get_dma_mr, .obj = pd, .arg = { access });

	return ret ? ERR_PTR(ret) : mr_create(pd, 0);
}

/* arg: start, length, virtual address, access flags */
static struct ib_mr *fake_reg_user_mr(struct ib_pd *pd, u64 start, u64 length,
				      u64 virt_addr, int access, struct ib_dmah *dmah,
				      struct ib_udata *udata)
{
	int ret = fake_enter(pd->device, reg_user_mr, .obj = pd,
			     .arg = { start, length, virt_addr, access });

	return ret ? ERR_PTR(ret) : mr_create(pd, 0);
}

/* arg: flags, start, length, access flags */
static struct ib_mr *fake_rereg_user_mr(struct ib_mr *mr, int flags, u64 start, u64 length,
					u64 virt_addr, int access, struct ib_pd *pd,
					struct ib_udata *udata)
{
	int ret = fake_enter(mr->device, rereg_user_mr, .obj = mr,
			     .arg = { flags, start, length, access });

	return ERR_PTR(ret);
}

/* arg: advice, flags, elements */
static int fake_advise_mr(struct ib_pd *pd, enum ib_uverbs_advise_mr_advice advice,
			  u32 flags, struct ib_sge *sge, u32 num_sge,
			  struct uverbs_attr_bundle *attrs)
{
	return fake_enter(pd->device, advise_mr, .obj = pd,
			  .arg = { advice, flags, num_sge });
}

/* arg: type, max_num_sg */
static struct ib_mr *fake_alloc_mr(struct ib_pd *pd, enum ib_mr_type type, u32 max_num_sg)
{
	int ret = fake_enter(pd->device, alloc_mr, .obj = pd, .arg = { type, max_num_sg });

	return ret ? ERR_PTR(ret) : mr_create(pd, max_num_sg);
}

/* arg: data elements, metadata elements */
static struct ib_mr *fake_alloc_mr_integrity(struct ib_pd *pd, u32 max_data, u32 max_meta)
{
	int ret = fake_enter(pd->device, alloc_mr_integrity, .obj = pd,
			     .arg = { max_data, max_meta });
	struct ib_mr *mr = ret ? ERR_PTR(ret) : mr_create(pd, max_data + max_meta);

	if (!IS_ERR(mr)) {
		to_fake_mr(mr)->max = max_data;
		to_fake_mr(mr)->max_meta = max_meta;
	}
	return mr;
}

static int fake_dereg_mr(struct ib_mr *mr, struct ib_udata *udata)
{
	int ret = fake_enter(mr->device ?: mr->pd->device, dereg_mr, .obj = mr);

	if (!ret)
		kfree(to_fake_mr(mr));
	return ret;
}

static int mr_set_page(struct ib_mr *mr, u64 addr)
{
	struct fake_mr *fmr = to_fake_mr(mr);

	if (fmr->npages == fmr->max)
		return -ENOMEM;
	fmr->pages[fmr->npages++] = addr;
	return 0;
}

/* A device that takes any list: one entry for each element, as it is. */
static int mr_map_gaps(struct fake_mr *fmr, struct scatterlist *sgl, int nents,
		       unsigned int *offset)
{
	struct ib_mr *mr = &fmr->base;
	unsigned int skip = *offset;
	struct scatterlist *sg;
	int i;

	mr->iova = sg_dma_address(sgl) + skip;
	mr->length = 0;
	for_each_sg(sgl, sg, min_t(u32, nents, fmr->max), i) {
		fmr->pages[fmr->npages++] = sg_dma_address(sg) + skip;
		mr->length += sg_dma_len(sg) - skip;
		skip = 0;
	}
	*offset = 0;
	return i;
}

/* arg: elements, offset or -1 if there is none, page size */
static int fake_map_mr_sg(struct ib_mr *mr, struct scatterlist *sg, int nents,
			  unsigned int *offset)
{
	struct fake_mr *fmr = to_fake_mr(mr);
	int ret = fake_enter(mr->device, map_mr_sg, .obj = mr,
			     .arg = { nents, offset ? *offset : U64_MAX, mr->page_size });
	unsigned int none = 0;

	if (ret)
		return ret;
	fmr->npages = 0;
	if (mr->type == IB_MR_TYPE_SG_GAPS)
		return mr_map_gaps(fmr, sg, nents, offset ?: &none);
	return ib_sg_to_pages(mr, sg, nents, offset, mr_set_page);
}

static u64 sg_bytes(struct scatterlist *sgl, int nents, const unsigned int *offset)
{
	struct scatterlist *sg;
	u64 bytes = 0;
	int i;

	for_each_sg(sgl, sg, nents, i)
		bytes += sg_dma_len(sg);
	return bytes - (offset ? *offset : 0);
}

/* arg: data elements, metadata elements, offset of each or -1 if there is none */
static int fake_map_mr_sg_pi(struct ib_mr *mr, struct scatterlist *data_sg, int data_nents,
			     unsigned int *data_offset, struct scatterlist *meta_sg,
			     int meta_nents, unsigned int *meta_offset)
{
	struct fake_mr *fmr = to_fake_mr(mr);
	int ret = fake_enter(mr->device, map_mr_sg_pi, .obj = mr,
			     .arg = { data_nents, meta_nents,
				      data_offset ? *data_offset : U64_MAX,
				      meta_offset ? *meta_offset : U64_MAX });

	if (ret)
		return ret;
	if (data_nents > fmr->max || meta_nents > fmr->max_meta)
		return -ENOMEM;
	mr->iova = 0;
	mr->length = sg_bytes(data_sg, data_nents, data_offset) +
		     sg_bytes(meta_sg, meta_nents, meta_offset);
	if (mr->sig_attrs)
		mr->sig_attrs->meta_length = sg_bytes(meta_sg, meta_nents, meta_offset);
	fmr->data = (struct sg_table){ .sgl = data_sg, .nents = data_nents };
	fmr->meta = (struct sg_table){ .sgl = meta_sg, .nents = meta_nents };
	return 0;
}

/* arg: mask */
static int fake_check_mr_status(struct ib_mr *mr, u32 mask, struct ib_mr_status *status)
{
	int ret = fake_enter(mr->device, check_mr_status, .obj = mr, .arg = { mask });

	if (!ret)
		status->fail_status = 0;
	return ret;
}

const struct ib_device_ops fake_mr_ops = {
	.advise_mr = fake_advise_mr,
	.alloc_mr = fake_alloc_mr,
	.alloc_mr_integrity = fake_alloc_mr_integrity,
	.check_mr_status = fake_check_mr_status,
	.dereg_mr = fake_dereg_mr,
	.get_dma_mr = fake_get_dma_mr,
	.map_mr_sg = fake_map_mr_sg,
	.map_mr_sg_pi = fake_map_mr_sg_pi,
	.reg_user_mr = fake_reg_user_mr,
	.rereg_user_mr = fake_rereg_user_mr,
};
