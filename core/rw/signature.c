// SPDX-License-Identifier: GPL-2.0-only
/*
 * The read/write API for data with protection information: one MR that covers
 * both, registered with the attributes by which the device checks, inserts or
 * strips the information on its way.
 */
#include <linux/slab.h>

#include "rw/rw.h"

/* Both lists of the caller; the second one may be empty. */
struct rw_sig_lists {
	struct rw_sg_pos data;
	struct rw_sg_pos prot;
};

static int rw_sig_dma_map(const struct rw_op *op, struct rw_sig_lists *lists)
{
	struct rw_sg_pos data = lists->data;
	int ret;

	ret = rw_dma_map(op, &lists->data);
	if (ret || !lists->prot.nents)
		return ret;
	ret = rw_dma_map(op, &lists->prot);
	if (ret)
		rw_dma_unmap(op->qp, data.sg, data.nents, op->dir);
	return ret;
}

/* Lists as the caller gave them, not as DMA mapping may have shortened them. */
static void rw_sig_dma_unmap(struct ib_qp *qp, const struct rw_sig_lists *lists,
			     enum dma_data_direction dir)
{
	if (lists->prot.nents)
		rw_dma_unmap(qp, lists->prot.sg, lists->prot.nents, dir);
	rw_dma_unmap(qp, lists->data.sg, lists->data.nents, dir);
}

static int rw_sig_map_mr(struct ib_mr *mr, const struct rw_sig_lists *lists,
			 const struct ib_sig_attrs *sig_attrs)
{
	int ret;

	*mr->sig_attrs = *sig_attrs;
	ret = ib_map_mr_sg_pi(mr, lists->data.sg, lists->data.nents, NULL,
			      lists->prot.sg, lists->prot.nents, NULL, SZ_4K);
	if (ret)
		ibdev_err_ratelimited(mr->device,
				      "%u elements of data and protection do not map: %d\n",
				      lists->data.nents + lists->prot.nents, ret);
	return ret;
}

static int rw_sig_register(struct rdma_rw_ctx *ctx, const struct rw_op *op,
			   const struct rw_sig_lists *lists,
			   const struct ib_sig_attrs *sig_attrs)
{
	struct ib_qp *qp = op->qp;
	int ret;

	struct rdma_rw_reg_ctx *reg __free(kfree) = kzalloc_obj(*reg);
	if (!reg)
		return -ENOMEM;
	reg->mr = ib_mr_pool_get(qp, &qp->sig_mrs);
	if (!reg->mr)
		return -EAGAIN;
	ret = rw_sig_map_mr(reg->mr, lists, sig_attrs);
	if (ret) {
		ib_mr_pool_put(qp, &qp->sig_mrs, reg->mr);
		return ret;
	}

	ret = rw_reg_fill(reg, op, IB_WR_REG_MR_INTEGRITY, op->remote_addr);
	/* Nothing but data goes over the wire then. */
	if (sig_attrs->wire.sig_type == IB_SIG_TYPE_NONE)
		reg->sge.length -= reg->mr->sig_attrs->meta_length;
	ctx->type = RW_SIGNATURE;
	ctx->nr_ops = 1;
	ctx->reg = no_free_ptr(reg);
	return ret;
}

/**
 * rdma_rw_ctx_signature_init() - set up a context for data with protection
 * @ctx: the context
 * @qp: the QP that it will be posted to, created for integrity
 * @port_num: the port that @qp is connected through
 * @sg: the local data
 * @sg_cnt: how many elements it has
 * @prot_sg: the local protection information
 * @prot_sg_cnt: how many elements that has; 0 if it is not in memory
 * @sig_attrs: what the device shall do with it in memory and on the wire
 * @remote_addr: where in the peer's memory
 * @rkey: the peer's key
 * @dir: %DMA_TO_DEVICE to write to the peer, %DMA_FROM_DEVICE to read from it
 *
 * Context: Process context; may sleep.
 * Return: how many work requests it takes; or, with @ctx as it was,
 * * %-EINVAL: more elements than an MR holds, or @sg_cnt is 0
 * * %-EAGAIN: the QP's pool has no MR for this left
 * * %-EIO: the memory cannot be mapped for DMA
 * * %-ENOMEM: out of memory
 * * else: the errno of ib_map_mr_sg_pi()
 */
int rdma_rw_ctx_signature_init(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
			       u32 port_num, struct scatterlist *sg, u32 sg_cnt,
			       struct scatterlist *prot_sg, u32 prot_sg_cnt,
			       struct ib_sig_attrs *sig_attrs, u64 remote_addr,
			       u32 rkey, enum dma_data_direction dir)
{
	u32 limit = rw_pages_per_mr(rw_dma_device(qp), qp->integrity_en);
	const struct rw_op op = {
		.remote_addr = remote_addr,
		.rkey = rkey,
		.dir = dir,
		.port_num = port_num,
		.qp = qp,
	};
	const struct rw_sig_lists given = {
		.data = { .sg = sg, .nents = sg_cnt },
		.prot = { .sg = prot_sg, .nents = prot_sg_cnt },
	};
	struct rw_sig_lists mapped = given;
	int ret;

	if (!sg_cnt || sg_cnt > limit || prot_sg_cnt > limit) {
		ibdev_err_ratelimited(qp->device,
				      "%u and %u elements, an MR takes 1 to %u\n",
				      sg_cnt, prot_sg_cnt, limit);
		return -EINVAL;
	}
	ret = rw_sig_dma_map(&op, &mapped);
	if (ret)
		return ret;
	ret = rw_sig_register(ctx, &op, &mapped, sig_attrs);
	if (ret < 0)
		rw_sig_dma_unmap(qp, &given, dir);
	return ret;
}
EXPORT_SYMBOL(rdma_rw_ctx_signature_init);

/**
 * rdma_rw_ctx_destroy_signature() - undo rdma_rw_ctx_signature_init()
 * @ctx: the context; its requests have completed, or were never posted
 * @qp: as given to it
 * @port_num: as given to it
 * @sg: as given to it
 * @sg_cnt: as given to it
 * @prot_sg: as given to it
 * @prot_sg_cnt: as given to it
 * @dir: as given to it
 *
 * A context of another kind, or one that is not set up, is left as it is, with a
 * message.
 *
 * Context: Any.
 */
void rdma_rw_ctx_destroy_signature(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
				   u32 port_num, struct scatterlist *sg,
				   u32 sg_cnt, struct scatterlist *prot_sg,
				   u32 prot_sg_cnt, enum dma_data_direction dir)
{
	const struct rw_sig_lists lists = {
		.data = { .sg = sg, .nents = sg_cnt },
		.prot = { .sg = prot_sg, .nents = prot_sg_cnt },
	};

	if (ctx->type != RW_SIGNATURE) {
		ibdev_err_ratelimited(qp->device,
				      "rw context of type %u has no signature\n",
				      ctx->type);
		return;
	}
	ib_mr_pool_put(qp, &qp->sig_mrs, ctx->reg->mr);
	kfree(ctx->reg);
	rw_sig_dma_unmap(qp, &lists, dir);
	ctx->type = RW_NONE;
}
EXPORT_SYMBOL(rdma_rw_ctx_destroy_signature);
