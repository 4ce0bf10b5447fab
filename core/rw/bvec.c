// SPDX-License-Identifier: GPL-2.0-only
/*
 * The read/write API for bio_vecs, and those that need registration: MRs are
 * made from scatterlists, so such a context has one of its own.
 */
#include <linux/slab.h>

#include "rw/rw.h"

/* Every piece of @pos as an element; returns how many, or -EINVAL. */
static int rw_bvec_to_sg(struct scatterlist *sgl, struct rw_bvec_pos *pos)
{
	struct scatterlist *sg = sgl;
	struct bio_vec piece;
	int ret;

	while ((ret = rw_bvec_next(pos, &piece)) > 0)
		sg_set_page(sg++, piece.bv_page, piece.bv_len, piece.bv_offset);
	if (ret)
		return ret;
	sg_mark_end(sg - 1);
	return sg - sgl;
}

static int rw_bvec_register(struct rdma_rw_ctx *ctx, const struct rw_op *op,
			    struct sg_table *sgt)
{
	struct rw_sg_pos pos = { .sg = sgt->sgl, .nents = sgt->orig_nents };
	int ret;

	ret = rw_dma_map(op, &pos);
	if (ret)
		return ret;
	sgt->nents = pos.nents;
	ret = rw_registered_init(ctx, op, pos);
	if (ret < 0)
		rw_dma_unmap(op->qp, sgt->sgl, sgt->orig_nents, op->dir);
	return ret;
}

/**
 * rw_bvec_registered_init() - set up a context for MRs over bio_vecs
 * @ctx: the context
 * @op: what to do
 * @pos: the memory; at least one byte
 *
 * Context: Process context; may sleep.
 * Return: how many work requests it takes, or
 * * %-EAGAIN: the QP's pool has not enough MRs left
 * * %-EINVAL: the bio_vecs hold fewer bytes than asked for, or the device cannot
 *   register them
 * * %-EIO: they cannot be mapped for DMA
 * * %-ENOMEM: out of memory
 */
int rw_bvec_registered_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
			    struct rw_bvec_pos pos)
{
	u32 room = pos.end - pos.bv;
	struct sg_table sgt = {};
	int ret;

	sgt.sgl = kmalloc_objs(*sgt.sgl, room);
	if (!sgt.sgl)
		return -ENOMEM;
	sg_init_table(sgt.sgl, room);

	ret = rw_bvec_to_sg(sgt.sgl, &pos);
	if (ret > 0) {
		sgt.orig_nents = ret;
		ret = rw_bvec_register(ctx, op, &sgt);
	}
	if (ret < 0) {
		kfree(sgt.sgl);
		return ret;
	}
	ctx->reg[0].sgt = sgt;
	ctx->type = RW_BVEC_MR;
	return ret;
}

static __always_inline bool rw_bvec_must_register(const struct rw_op *op)
{
	return unlikely(rw_force_mr) ||
	       (op->dir == DMA_FROM_DEVICE &&
		rdma_protocol_iwarp(rw_dma_device(op->qp), op->port_num));
}

static noinline int rw_bvec_init_many(struct rdma_rw_ctx *ctx, struct rw_op op,
				      struct rw_bvec_pos pos)
{
	if (rw_bvec_must_register(&op))
		return rw_bvec_registered_init(ctx, &op, pos);
	return rw_bvec_direct_init(ctx, &op, pos);
}

static __always_inline int rw_bvec_single_init(struct rdma_rw_ctx *ctx,
					       const struct rw_op *op,
					       struct bio_vec *piece)
{
	struct ib_device *dev = rw_dma_device(op->qp);
	u64 addr = ib_dma_map_bvec(dev, piece, op->dir);

	if (unlikely(ib_dma_mapping_error(dev, addr)))
		return -ENOMEM;
	return rw_single_init(ctx, RW_BVEC_SINGLE, op, addr, piece->bv_len);
}

/**
 * rdma_rw_ctx_init_bvec() - set up a context for bio_vecs
 * @ctx: the context
 * @qp: the QP that it will be posted to
 * @port_num: the port that @qp is connected through
 * @bvecs: the local memory
 * @nr_bvec: how many entries @bvecs has
 * @iter: from where on and how many bytes of it; may cover a part of @bvecs
 * @remote_addr: where in the peer's memory
 * @rkey: the peer's key
 * @dir: %DMA_TO_DEVICE to write to the peer, %DMA_FROM_DEVICE to read from it
 *
 * Maps the memory for DMA and prepares the work requests, which
 * rdma_rw_ctx_post() or rdma_rw_ctx_wrs() then give away. Memory is registered
 * only where it must be: for reads on iWARP, and where the module parameter
 * force_mr says so.
 *
 * Context: Process context; may sleep.
 * Return: how many work requests it takes; or, with @ctx as it was,
 * * %-EINVAL: nothing to do, or @bvecs ends before @iter does
 * * %-EAGAIN: the QP's pool has not enough MRs left
 * * %-EIO: the memory cannot be mapped for DMA
 * * %-ENOMEM: out of memory, or out of DMA addresses
 */
int rdma_rw_ctx_init_bvec(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
			  u32 port_num, const struct bio_vec *bvecs,
			  u32 nr_bvec, struct bvec_iter iter, u64 remote_addr,
			  u32 rkey, enum dma_data_direction dir)
{
	const struct rw_op op = {
		.qp = qp,
		.port_num = port_num,
		.dir = dir,
		.rkey = rkey,
		.remote_addr = remote_addr,
	};
	struct rw_bvec_pos pos = {
		.bv = bvecs + iter.bi_idx,
		.end = bvecs + nr_bvec,
		.offset = iter.bi_offset,
		.left = iter.bi_size,
	};
	struct rw_bvec_pos rest = pos;
	struct bio_vec piece;

	if (iter.bi_idx >= nr_bvec || !iter.bi_size ||
	    rw_bvec_next(&rest, &piece) < 0)
		return -EINVAL;
	if (rest.left || rw_bvec_must_register(&op))
		return rw_bvec_init_many(ctx, op, pos);
	return rw_bvec_single_init(ctx, &op, &piece);
}
EXPORT_SYMBOL(rdma_rw_ctx_init_bvec);

static noinline void rw_bvec_registered_destroy(struct rdma_rw_ctx *ctx,
						struct ib_qp *qp,
						enum dma_data_direction dir)
{
	struct sg_table sgt = ctx->reg[0].sgt;

	rw_registered_destroy(ctx, qp);
	rw_dma_unmap(qp, sgt.sgl, sgt.orig_nents, dir);
	kfree(sgt.sgl);
}

/**
 * rdma_rw_ctx_destroy_bvec() - undo rdma_rw_ctx_init_bvec()
 * @ctx: the context; its requests have completed, or were never posted
 * @qp: as given to it
 * @port_num: as given to it
 * @bvecs: as given to it
 * @nr_bvec: as given to it
 * @dir: as given to it
 *
 * A context of another kind, or one that is not set up, is left as it is, with a
 * message.
 *
 * Context: Any.
 */
void rdma_rw_ctx_destroy_bvec(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
			      u32 port_num, const struct bio_vec *bvecs,
			      u32 nr_bvec, enum dma_data_direction dir)
{
	switch (ctx->type) {
	case RW_BVEC_SINGLE:
		ib_dma_unmap_bvec(rw_dma_device(qp), ctx->single.sge.addr,
				  ctx->single.sge.length, dir);
		break;
	case RW_BVEC_MULTI:
		rw_bvec_direct_destroy(ctx, qp, dir);
		break;
	case RW_BVEC_IOVA:
		rw_iova_destroy(ctx, qp, dir);
		break;
	case RW_BVEC_MR:
		rw_bvec_registered_destroy(ctx, qp, dir);
		break;
	default:
		ibdev_err_ratelimited(qp->device,
				      "rw context of type %u is not one of bio_vecs\n",
				      ctx->type);
		return;
	}
	ctx->type = RW_NONE;
}
EXPORT_SYMBOL(rdma_rw_ctx_destroy_bvec);
