// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory described by one SGE over a range of IO virtual addresses, which the
 * IOMMU makes of all pieces with one flush of its TLB.
 *
 * This is an optimisation: whoever tries it has another way left if it fails.
 */
#include "rw/rw.h"

/* Pieces share a range only where they meet on a boundary that the IOMMU maps. */
static bool rw_iova_fits(struct device *dma_dev, struct rw_bvec_pos pos)
{
	unsigned long granule = dma_get_merge_boundary(dma_dev);
	phys_addr_t start, end = 0;
	struct bio_vec piece;
	int ret;

	if (!granule)
		return false;
	for (bool first = true; (ret = rw_bvec_next(&pos, &piece)) > 0; first = false) {
		start = bvec_phys(&piece);
		if (!first && (start | end) & granule)
			return false;
		end = start + piece.bv_len;
	}
	return !ret;
}

static int rw_iova_link(struct device *dma_dev, struct dma_iova_state *state,
			struct rw_bvec_pos *pos, enum dma_data_direction dir,
			size_t *linked)
{
	struct bio_vec piece;
	int ret;

	while (rw_bvec_next(pos, &piece) > 0) {
		ret = dma_iova_link(dma_dev, state, bvec_phys(&piece), *linked,
				    piece.bv_len, dir, 0);
		if (ret)
			return ret;
		*linked += piece.bv_len;
	}
	return dma_iova_sync(dma_dev, state, 0, *linked);
}

static bool rw_iova_map(struct device *dma_dev, struct dma_iova_state *state,
			struct rw_bvec_pos pos, enum dma_data_direction dir)
{
	struct rw_bvec_pos first = pos;
	struct bio_vec piece;
	size_t linked = 0;

	if (rw_bvec_next(&first, &piece) <= 0 || !rw_iova_fits(dma_dev, pos) ||
	    !dma_iova_try_alloc(dma_dev, state, bvec_phys(&piece), pos.left))
		return false;
	if (!rw_iova_link(dma_dev, state, &pos, dir, &linked))
		return true;
	/* Takes what was linked, and frees all that was allocated. */
	dma_iova_destroy(dma_dev, state, linked, dir, 0);
	return false;
}

/**
 * rw_iova_init() - set up a context for one SGE over all pieces, if possible
 * @ctx: the context; not touched unless that is possible
 * @op: what to do
 * @pos: the memory
 *
 * Context: Process context; may sleep.
 * Return: whether it was possible. It takes one work request.
 */
bool rw_iova_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
		  struct rw_bvec_pos pos)
{
	struct ib_device *dev = rw_dma_device(op->qp);
	struct dma_iova_state state;

	if (ib_uses_virt_dma(dev) ||
	    !rw_iova_map(dev->dma_device, &state, pos, op->dir))
		return false;

	ctx->iova.state = state;
	ctx->iova.mapped_len = pos.left;
	ctx->iova.sge.addr = state.addr;
	ctx->iova.sge.length = pos.left;
	ctx->iova.sge.lkey = op->qp->pd->local_dma_lkey;
	rw_fill_wr(&ctx->iova.wr, op, &ctx->iova.sge, 1, op->remote_addr);
	ctx->nr_ops = 1;
	ctx->type = RW_BVEC_IOVA;
	return true;
}

/**
 * rw_iova_destroy() - undo rw_iova_init()
 * @ctx: the context
 * @qp: as given to it
 * @dir: as given to it
 *
 * Context: Any.
 */
void rw_iova_destroy(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
		     enum dma_data_direction dir)
{
	dma_iova_destroy(rw_dma_device(qp)->dma_device, &ctx->iova.state,
			 ctx->iova.mapped_len, dir, 0);
}
