// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory described by SGEs, without registration: one SGE for each piece, and as
 * many work requests as the QP's limit of SGEs demands.
 *
 * The work requests and the SGEs of a context are one allocation, which starts
 * with the work requests.
 */
#include <linux/overflow.h>
#include <linux/slab.h>

#include "rw/rw.h"

struct rw_direct {
	struct ib_rdma_wr *wrs;
	struct ib_sge *sges;
	u32 max_sge;
};

static int rw_direct_alloc(struct rw_direct *direct, const struct rw_op *op,
			   u32 nr_sge)
{
	u32 nr_wrs;

	direct->max_sge = op->dir == DMA_TO_DEVICE ? op->qp->max_write_sge :
						     op->qp->max_read_sge;
	if (unlikely(!direct->max_sge))
		return -EINVAL;
	nr_wrs = DIV_ROUND_UP(nr_sge, direct->max_sge);
	direct->wrs = kmalloc(size_add(array_size(nr_wrs, sizeof(*direct->wrs)),
				       array_size(nr_sge, sizeof(*direct->sges))),
			      GFP_KERNEL);
	if (!direct->wrs)
		return -ENOMEM;
	direct->sges = (struct ib_sge *)(direct->wrs + nr_wrs);
	return 0;
}

/* Spreads @nr_sge SGEs that are filled in over work requests. */
static int rw_direct_finish(struct rdma_rw_ctx *ctx, const struct rw_op *op,
			    const struct rw_direct *direct, u32 nr_sge)
{
	struct ib_rdma_wr *wr = direct->wrs;
	struct ib_sge *sge = direct->sges;
	u64 remote_addr = op->remote_addr;

	for (;;) {
		u32 here = min(nr_sge, direct->max_sge);
		const struct ib_sge *end = sge + here;

		rw_fill_wr(wr, op, sge, here, remote_addr);
		nr_sge -= here;
		if (!nr_sge)
			break;
		for (; sge != end; sge++)
			remote_addr += sge->length;
		wr->wr.next = &wr[1].wr;
		wr++;
	}

	ctx->map.wrs = direct->wrs;
	ctx->map.sges = direct->sges;
	ctx->nr_ops = wr - direct->wrs + 1;
	return ctx->nr_ops;
}

static void rw_sg_fill(struct ib_sge *sge, struct rw_sg_pos pos, u32 lkey)
{
	for (;;) {
		sge->addr = sg_dma_address(pos.sg) + pos.offset;
		sge->length = sg_dma_len(pos.sg) - pos.offset;
		sge->lkey = lkey;
		if (!--pos.nents)
			break;
		pos.sg = rw_sg_next(pos.sg);
		pos.offset = 0;
		sge++;
	}
}

/**
 * rw_sg_direct_init() - set up a context for SGEs from a scatterlist
 * @ctx: the context
 * @op: what to do
 * @pos: the memory; two elements or more
 *
 * Context: Process context; may sleep.
 * Return: how many work requests it takes, or
 * * %-EINVAL: the QP can take no SGE
 * * %-ENOMEM: out of memory
 */
int rw_sg_direct_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
		      struct rw_sg_pos pos)
{
	struct rw_direct direct;
	int ret;

	ret = rw_direct_alloc(&direct, op, pos.nents);
	if (ret)
		return ret;
	rw_sg_fill(direct.sges, pos, op->qp->pd->local_dma_lkey);
	ctx->type = RW_SG_MULTI;
	return rw_direct_finish(ctx, op, &direct, pos.nents);
}

static void rw_bvec_unmap(struct ib_device *dev, const struct ib_sge *sge,
			  u32 nr_sge, enum dma_data_direction dir)
{
	if (ib_uses_virt_dma(dev))
		return;
	for (const struct ib_sge *end = sge + nr_sge; sge != end; sge++)
		ib_dma_unmap_bvec(dev, sge->addr, sge->length, dir);
}

/* Maps all pieces, each to an SGE; returns how many, or maps none. */
static int rw_bvec_map(struct ib_sge *sges, const struct rw_op *op,
		       struct rw_bvec_pos *pos)
{
	struct ib_device *dev = rw_dma_device(op->qp);
	u32 lkey = op->qp->pd->local_dma_lkey;
	struct ib_sge *sge = sges;
	struct bio_vec piece;
	int ret;

	while ((ret = rw_bvec_next(pos, &piece)) > 0) {
		u64 addr = ib_dma_map_bvec(dev, &piece, op->dir);

		if (unlikely(ib_dma_mapping_error(dev, addr))) {
			ret = -ENOMEM;
			break;
		}
		sge->addr = addr;
		sge->length = piece.bv_len;
		sge->lkey = lkey;
		sge++;
	}
	if (likely(!ret))
		return sge - sges;
	rw_bvec_unmap(dev, sges, sge - sges, op->dir);
	return ret;
}

/**
 * rw_bvec_direct_init() - set up a context for SGEs from bio_vecs
 * @ctx: the context
 * @op: what to do
 * @pos: the memory; more than one piece of it
 *
 * Context: Process context; may sleep.
 * Return: how many work requests it takes, or
 * * %-EINVAL: the bio_vecs hold fewer bytes than asked for, or the QP can take
 *   no SGE
 * * %-ENOMEM: out of memory, or out of DMA addresses
 */
int rw_bvec_direct_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
			struct rw_bvec_pos pos)
{
	struct rw_direct direct;
	int ret;

	if (rw_iova_init(ctx, op, pos))
		return ctx->nr_ops;
	ret = rw_direct_alloc(&direct, op, pos.end - pos.bv);
	if (ret)
		return ret;
	ret = rw_bvec_map(direct.sges, op, &pos);
	if (ret < 0) {
		kfree(direct.wrs);
		return ret;
	}
	ctx->type = RW_BVEC_MULTI;
	return rw_direct_finish(ctx, op, &direct, ret);
}

/**
 * rw_bvec_direct_destroy() - undo rw_bvec_direct_init(), unless it took an IOVA
 * @ctx: the context
 * @qp: as given to it
 * @dir: as given to it
 *
 * Context: Any.
 */
void rw_bvec_direct_destroy(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
			    enum dma_data_direction dir)
{
	struct ib_device *dev = rw_dma_device(qp);

	for (u32 i = 0; i < ctx->nr_ops; i++)
		rw_bvec_unmap(dev, ctx->map.wrs[i].wr.sg_list,
			      ctx->map.wrs[i].wr.num_sge, dir);
	kfree(ctx->map.wrs);
}
