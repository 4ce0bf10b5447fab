// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory described by one SGE over a range of IO virtual addresses, which the
 * IOMMU makes of all pieces with one flush of its TLB.
 *
 * This is an optimisation: whoever tries it has another way left if it fails.
 */
#include <kunit/static_stub.h>
#include <kunit/visibility.h>

#include "rw/rw.h"

/* The smallest thing that the IOMMU maps, less one; 0 without IOMMU. */
VISIBLE_IF_KUNIT unsigned long rw_iova_granule(struct device *dma_dev)
{
	KUNIT_STATIC_STUB_REDIRECT(rw_iova_granule, dma_dev);
	return dma_get_merge_boundary(dma_dev);
}
EXPORT_SYMBOL_IF_KUNIT(rw_iova_granule);

VISIBLE_IF_KUNIT bool rw_iova_alloc(struct device *dma_dev,
				    struct dma_iova_state *state,
				    phys_addr_t phys, size_t size)
{
	KUNIT_STATIC_STUB_REDIRECT(rw_iova_alloc, dma_dev, state, phys, size);
	return dma_iova_try_alloc(dma_dev, state, phys, size);
}
EXPORT_SYMBOL_IF_KUNIT(rw_iova_alloc);

VISIBLE_IF_KUNIT int rw_iova_link(struct device *dma_dev,
				  struct dma_iova_state *state,
				  const struct bio_vec *piece, size_t offset,
				  enum dma_data_direction dir)
{
	KUNIT_STATIC_STUB_REDIRECT(rw_iova_link, dma_dev, state, piece, offset, dir);
	return dma_iova_link(dma_dev, state, bvec_phys(piece), offset,
			     piece->bv_len, dir, 0);
}
EXPORT_SYMBOL_IF_KUNIT(rw_iova_link);

VISIBLE_IF_KUNIT int rw_iova_sync(struct device *dma_dev,
				  struct dma_iova_state *state, size_t linked)
{
	KUNIT_STATIC_STUB_REDIRECT(rw_iova_sync, dma_dev, state, linked);
	return dma_iova_sync(dma_dev, state, 0, linked);
}
EXPORT_SYMBOL_IF_KUNIT(rw_iova_sync);

/* Unmaps what was linked, and frees all that was allocated. */
VISIBLE_IF_KUNIT void rw_iova_free(struct device *dma_dev,
				   struct dma_iova_state *state, size_t linked,
				   enum dma_data_direction dir)
{
	KUNIT_STATIC_STUB_REDIRECT(rw_iova_free, dma_dev, state, linked, dir);
	dma_iova_destroy(dma_dev, state, linked, dir, 0);
}
EXPORT_SYMBOL_IF_KUNIT(rw_iova_free);

/* Pieces share a range only where they meet on a boundary that the IOMMU maps. */
static bool rw_iova_fits(struct device *dma_dev, struct rw_bvec_pos pos)
{
	unsigned long granule = rw_iova_granule(dma_dev);
	phys_addr_t start, end = 0;
	struct bio_vec piece;
	int ret;

	if (!granule)
		return false;
	while ((ret = rw_bvec_next(&pos, &piece)) > 0) {
		start = bvec_phys(&piece);
		if (end && (start | end) & granule)
			return false;
		end = start + piece.bv_len;
	}
	return !ret;
}

static int rw_iova_link_all(struct device *dma_dev, struct dma_iova_state *state,
			    struct rw_bvec_pos pos, enum dma_data_direction dir,
			    size_t *linked)
{
	struct bio_vec piece;
	int ret;

	while (rw_bvec_next(&pos, &piece) > 0) {
		ret = rw_iova_link(dma_dev, state, &piece, *linked, dir);
		if (ret)
			return ret;
		*linked += piece.bv_len;
	}
	return rw_iova_sync(dma_dev, state, *linked);
}

static bool rw_iova_map(struct device *dma_dev, struct dma_iova_state *state,
			struct rw_bvec_pos pos, enum dma_data_direction dir)
{
	struct rw_bvec_pos first = pos;
	struct bio_vec piece;
	size_t linked = 0;

	if (rw_bvec_next(&first, &piece) <= 0 || !rw_iova_fits(dma_dev, pos) ||
	    !rw_iova_alloc(dma_dev, state, bvec_phys(&piece), pos.left))
		return false;
	if (!rw_iova_link_all(dma_dev, state, pos, dir, &linked))
		return true;
	rw_iova_free(dma_dev, state, linked, dir);
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
	rw_iova_free(rw_dma_device(qp)->dma_device, &ctx->iova.state,
		     ctx->iova.mapped_len, dir);
}
