// SPDX-License-Identifier: GPL-2.0-only
/*
 * The RDMA read/write API: a target moves data between its memory and its
 * peer's without a care for how its device wants memory described.
 *
 * A context is set up by one of the init functions, posted, and destroyed when
 * its last request has completed; it may be set up again then. Its owner
 * serialises all of that.
 */
#include <linux/slab.h>

#include "rw/rw.h"

/* Goes to the element that holds the first byte. */
static __always_inline bool rw_sg_seek(struct rw_sg_pos *pos)
{
	while (pos->nents) {
		u32 len = sg_dma_len(pos->sg);

		if (likely(pos->offset < len))
			return true;
		pos->offset -= len;
		if (--pos->nents)
			pos->sg = sg_next(pos->sg);
	}
	return false;
}

/* Nothing else than an MR will do. */
static __always_inline bool rw_must_register(const struct rw_op *op)
{
	return unlikely(rw_force_mr) ||
	       (op->dir == DMA_FROM_DEVICE &&
		rdma_protocol_iwarp(op->qp->device, op->port_num));
}

/* The device says that it reads faster into an MR than into so many SGEs. */
static bool rw_should_register(const struct rw_op *op, u32 nents)
{
	u32 max_sgl_rd = op->qp->device->attrs.max_sgl_rd;

	return op->dir == DMA_FROM_DEVICE && max_sgl_rd && nents > max_sgl_rd;
}

/* Where registering is but a matter of speed, any failure of it is none. */
static noinline int rw_sg_init_many(struct rdma_rw_ctx *ctx, struct rw_op op,
				    struct rw_sg_pos pos)
{
	int ret;

	if (rw_must_register(&op))
		return rw_registered_init(ctx, &op, pos);
	if (rw_should_register(&op, pos.nents)) {
		ret = rw_registered_init(ctx, &op, pos);
		if (ret > 0)
			return ret;
	}
	return rw_sg_direct_init(ctx, &op, pos);
}

/* Beyond this point @op goes by value: one element is done from registers. */
static __always_inline int rw_sg_init(struct rdma_rw_ctx *ctx,
				      const struct rw_op *op,
				      struct rw_sg_pos pos)
{
	if (pos.nents > 1 || rw_must_register(op))
		return rw_sg_init_many(ctx, *op, pos);
	return rw_single_init(ctx, RW_SG_SINGLE, op,
			      sg_dma_address(pos.sg) + pos.offset,
			      sg_dma_len(pos.sg) - pos.offset);
}

/**
 * rdma_rw_ctx_init() - set up a context for a scatterlist
 * @ctx: the context
 * @qp: the QP that it will be posted to
 * @port_num: the port that @qp is connected through
 * @sg: the local memory, not mapped for DMA
 * @sg_cnt: how many elements @sg has
 * @sg_offset: how many bytes of the list to skip; may be more than the first
 *	element has
 * @remote_addr: where in the peer's memory
 * @rkey: the peer's key
 * @dir: %DMA_TO_DEVICE to write to the peer, %DMA_FROM_DEVICE to read from it
 *
 * Maps the memory for DMA and prepares the work requests, which
 * rdma_rw_ctx_post() or rdma_rw_ctx_wrs() then give away. Memory is registered
 * where it must be, which is for reads on iWARP and where the module parameter
 * force_mr says so; and it is tried for reads into more elements than the
 * device likes.
 *
 * Context: Process context; may sleep.
 * Return: how many work requests it takes; or, with @ctx as it was,
 * * %-EIO: the memory cannot be mapped for DMA, or nothing of it is left after
 *   @sg_offset
 * * %-EAGAIN: the QP's pool has not enough MRs left
 * * %-EINVAL: the device cannot register this memory
 * * %-ENOMEM: out of memory
 */
int rdma_rw_ctx_init(struct rdma_rw_ctx *ctx, struct ib_qp *qp, u32 port_num,
		     struct scatterlist *sg, u32 sg_cnt, u32 sg_offset,
		     u64 remote_addr, u32 rkey, enum dma_data_direction dir)
{
	const struct rw_op op = {
		.qp = qp,
		.port_num = port_num,
		.dir = dir,
		.rkey = rkey,
		.remote_addr = remote_addr,
	};
	struct rw_sg_pos pos = {
		.sg = sg,
		.nents = sg_cnt,
		.offset = sg_offset,
	};
	int ret;

	ret = rw_dma_map(&op, &pos);
	if (ret)
		return ret;
	ret = likely(rw_sg_seek(&pos)) ? rw_sg_init(ctx, &op, pos) : -EIO;
	if (unlikely(ret < 0))
		rw_dma_unmap(qp, sg, sg_cnt, dir);
	return ret;
}
EXPORT_SYMBOL(rdma_rw_ctx_init);

/**
 * rdma_rw_ctx_destroy() - undo rdma_rw_ctx_init()
 * @ctx: the context; its requests have completed, or were never posted
 * @qp: as given to it
 * @port_num: as given to it
 * @sg: as given to it
 * @sg_cnt: as given to it
 * @dir: as given to it
 *
 * A context of another kind, or one that is not set up, is left as it is, with a
 * message.
 *
 * Context: Any.
 */
void rdma_rw_ctx_destroy(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
			 u32 port_num, struct scatterlist *sg, u32 sg_cnt,
			 enum dma_data_direction dir)
{
	switch (ctx->type) {
	case RW_SG_SINGLE:
		break;
	case RW_SG_MULTI:
		kfree(ctx->map.wrs);
		break;
	case RW_SG_MR:
		rw_registered_destroy(ctx, qp);
		break;
	default:
		ibdev_err_ratelimited(qp->device,
				      "rw context of type %u is not one of a scatterlist\n",
				      ctx->type);
		return;
	}
	ctx->type = RW_NONE;
	rw_dma_unmap(qp, sg, sg_cnt, dir);
}
EXPORT_SYMBOL(rdma_rw_ctx_destroy);

/*
 * Each use of an MR has a key of its own. This is for posting, not for init: a
 * context that is never posted must leave its MRs as it found them. A read that
 * invalidates the key does so when it completes.
 */
static void rw_renew_key(struct rdma_rw_reg_ctx *reg)
{
	struct ib_mr *mr = reg->mr;
	bool read_inv = reg->wr.wr.opcode == IB_WR_RDMA_READ_WITH_INV;

	ib_update_fast_reg_key(mr, ib_inc_rkey(mr->lkey));
	mr->need_inval = !read_inv;
	reg->reg_wr.key = mr->lkey;
	reg->sge.lkey = mr->lkey;
	if (read_inv)
		reg->wr.wr.ex.invalidate_rkey = mr->lkey;
}

static void rw_renew_keys(struct rdma_rw_reg_ctx *reg, u32 nr)
{
	for (u32 i = 0; i < nr; i++)
		rw_renew_key(&reg[i]);
}

/* Without a request of the caller's behind it the chain's last one is signalled. */
static __always_inline void rw_end_chain(struct ib_send_wr *last,
					 struct ib_cqe *cqe,
					 struct ib_send_wr *chain_wr)
{
	last->next = chain_wr;
	last->wr_cqe = cqe;
	last->send_flags = chain_wr ? 0 : IB_SEND_SIGNALED;
}

/* What is not one request in the context itself: out of the way of that. */
static noinline struct ib_send_wr *rw_wrs_many(struct rdma_rw_ctx *ctx,
					       struct ib_qp *qp,
					       struct ib_cqe *cqe,
					       struct ib_send_wr *chain_wr)
{
	struct ib_send_wr *first, *last;
	u32 tail = ctx->nr_ops - 1;

	switch (ctx->type) {
	case RW_SG_MULTI:
	case RW_BVEC_MULTI:
		first = &ctx->map.wrs->wr;
		last = &ctx->map.wrs[tail].wr;
		break;
	case RW_BVEC_IOVA:
		first = &ctx->iova.wr.wr;
		last = first;
		break;
	case RW_SG_MR:
	case RW_BVEC_MR:
	case RW_SIGNATURE:
		rw_renew_keys(ctx->reg, ctx->nr_ops);
		first = rw_reg_first(ctx->reg);
		last = &ctx->reg[tail].wr.wr;
		break;
	default:
		ibdev_err_ratelimited(qp->device, "rw context is not set up\n");
		return NULL;
	}
	rw_end_chain(last, cqe, chain_wr);
	return first;
}

/**
 * rdma_rw_ctx_wrs() - the work requests of a context, for the caller to post
 * @ctx: the context
 * @qp: as given to its init
 * @port_num: as given to its init
 * @cqe: whom to tell that the last request of the context has completed, or
 *	that it has failed
 * @chain_wr: a request of the caller's to follow those of the context, or NULL
 *
 * Call this once for each time the chain is posted, and post it then: MRs get
 * their new keys here. Without @chain_wr the last request of the context is
 * signalled, with it none is.
 *
 * Context: Any.
 * Return: the first request of the chain, or NULL if @ctx is not set up.
 */
struct ib_send_wr *rdma_rw_ctx_wrs(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
				   u32 port_num, struct ib_cqe *cqe,
				   struct ib_send_wr *chain_wr)
{
	if (ctx->type != RW_SG_SINGLE && ctx->type != RW_BVEC_SINGLE)
		return rw_wrs_many(ctx, qp, cqe, chain_wr);
	rw_end_chain(&ctx->single.wr.wr, cqe, chain_wr);
	return &ctx->single.wr.wr;
}
EXPORT_SYMBOL(rdma_rw_ctx_wrs);

/**
 * rdma_rw_ctx_post() - post the work requests of a context
 * @ctx: the context
 * @qp: as given to its init
 * @port_num: as given to its init
 * @cqe: whom to tell that the last request has completed; must be there unless
 *	there is @chain_wr
 * @chain_wr: a request of the caller's to follow those of the context, or NULL
 *
 * Context: Any, if the provider's post_send allows it.
 * Return: 0, or
 * * %-EINVAL: @ctx is not set up
 * * else: the errno of ib_post_send()
 */
int rdma_rw_ctx_post(struct rdma_rw_ctx *ctx, struct ib_qp *qp, u32 port_num,
		     struct ib_cqe *cqe, struct ib_send_wr *chain_wr)
{
	struct ib_send_wr *first = rdma_rw_ctx_wrs(ctx, qp, port_num, cqe, chain_wr);

	return likely(first) ? ib_post_send(qp, first, NULL) : -EINVAL;
}
EXPORT_SYMBOL(rdma_rw_ctx_post);
