// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory described by MRs from the QP's pool: each transfer is cut into parts
 * that one MR can hold, and each part is up to three work requests, to
 * invalidate the MR's last use, to register it, and to move the data.
 *
 * A part ends where the MR is full, which is a matter of pages and may be in the
 * middle of an element, or at a gap that a page vector cannot express.
 */
#include <linux/slab.h>

#include "rw/rw.h"

static inline u64 rw_count_pages(u64 start, u64 end)
{
	return ((end + PAGE_SIZE - 1) >> PAGE_SHIFT) - (start >> PAGE_SHIFT);
}

/*
 * How many MRs are enough. All but the last are full, so that they have taken
 * pages_per_mr pages or as many elements, or they have ended at a gap.
 */
static u32 rw_count_mrs(struct rw_sg_pos pos, u32 pages_per_mr)
{
	u64 start = sg_dma_address(pos.sg) + pos.offset;
	u64 end = sg_dma_address(pos.sg) + sg_dma_len(pos.sg);
	u64 pages = rw_count_pages(start, end);
	u32 gaps = 0;

	while (--pos.nents) {
		pos.sg = rw_sg_next(pos.sg);
		start = sg_dma_address(pos.sg);
		gaps += start != end && offset_in_page(start | end);
		end = start + sg_dma_len(pos.sg);
		pages += rw_count_pages(start, end);
	}
	return DIV_ROUND_UP_ULL(pages, pages_per_mr) + gaps;
}

/*
 * Moves on by what an MR has taken: @nents whole elements, and @offset bytes of
 * the one behind. False if that is not what the MR says it holds, or if it holds
 * nothing, or more than an SGE can.
 */
static bool rw_sg_advance(struct rw_sg_pos *pos, u32 nents, u32 offset,
			  u64 taken)
{
	u64 bytes = 0;

	if (nents > pos->nents)
		return false;
	bytes -= pos->offset;
	while (nents--) {
		bytes += sg_dma_len(pos->sg);
		if (--pos->nents)
			pos->sg = rw_sg_next(pos->sg);
	}
	if (offset && (!pos->nents || offset >= sg_dma_len(pos->sg)))
		return false;
	bytes += offset;
	pos->offset = offset;
	return bytes == taken && taken && taken <= U32_MAX;
}

/* Maps as much as goes into @mr, and moves on. */
static bool rw_map_part(struct ib_mr *mr, struct rw_sg_pos *pos, u32 pages_per_mr)
{
	unsigned int offset = pos->offset;
	int mapped;

	/* Not more elements than pages: some providers take those for pages. */
	mapped = ib_map_mr_sg(mr, pos->sg, min(pos->nents, pages_per_mr), &offset,
			      PAGE_SIZE);
	return mapped >= 0 && rw_sg_advance(pos, mapped, offset, mr->length);
}

/**
 * rw_reg_first() - the work request that a part starts with
 * @reg: the part
 *
 * Return: the invalidation, if its MR needs one, else the registration.
 */
struct ib_send_wr *rw_reg_first(struct rdma_rw_reg_ctx *reg)
{
	return reg->inv_wr.next ? &reg->inv_wr : &reg->reg_wr.wr;
}

/**
 * rw_reg_fill() - the work requests of a part whose MR is mapped
 * @reg: the part; zeroed but for its mr
 * @op: what to do
 * @opcode: how to register: %IB_WR_REG_MR or %IB_WR_REG_MR_INTEGRITY
 * @remote_addr: where in the peer's memory
 *
 * The MR's key is filled in when the context is posted, since a new one is made
 * for each post.
 *
 * Return: how many work requests there are.
 */
int rw_reg_fill(struct rdma_rw_reg_ctx *reg, const struct rw_op *op,
		enum ib_wr_opcode opcode, u64 remote_addr)
{
	struct ib_mr *mr = reg->mr;

	reg->sge.addr = mr->iova;
	reg->sge.length = mr->length;
	rw_fill_wr(&reg->wr, op, &reg->sge, 1, remote_addr);

	reg->reg_wr.wr.opcode = opcode;
	reg->reg_wr.wr.next = &reg->wr.wr;
	reg->reg_wr.mr = mr;
	reg->reg_wr.key = mr->lkey;
	reg->reg_wr.access = IB_ACCESS_LOCAL_WRITE;
	if (rdma_protocol_iwarp(op->qp->device, op->port_num))
		reg->reg_wr.access |= IB_ACCESS_REMOTE_WRITE;
	if (!mr->need_inval)
		return 2;

	reg->inv_wr.opcode = IB_WR_LOCAL_INV;
	reg->inv_wr.ex.invalidate_rkey = mr->lkey;
	reg->inv_wr.next = &reg->reg_wr.wr;
	return 3;
}

static void rw_put_mrs(struct ib_qp *qp, struct rdma_rw_reg_ctx *reg, u32 nr)
{
	while (nr--)
		ib_mr_pool_put(qp, &qp->rdma_mrs, reg[nr].mr);
}

/* One part: takes an MR from the pool, or leaves it as it was. */
static int rw_part_init(struct rdma_rw_reg_ctx *reg, const struct rw_op *op,
			struct rw_sg_pos *pos, u64 remote_addr)
{
	struct ib_qp *qp = op->qp;
	int wrs;

	reg->mr = ib_mr_pool_get(qp, &qp->rdma_mrs);
	if (!reg->mr)
		return -EAGAIN;
	if (!rw_map_part(reg->mr, pos,
			 rw_pages_per_mr(rw_dma_device(qp), qp->integrity_en))) {
		rw_put_mrs(qp, reg, 1);
		return -EINVAL;
	}

	wrs = rw_reg_fill(reg, op, IB_WR_REG_MR, remote_addr);
	if (op->dir == DMA_FROM_DEVICE &&
	    rdma_cap_read_inv(qp->device, op->port_num))
		reg->wr.wr.opcode = IB_WR_RDMA_READ_WITH_INV;
	return wrs;
}

/* All parts, chained; returns how many there are, and adds up their requests. */
static int rw_parts_init(struct rdma_rw_reg_ctx *reg, u32 max_parts,
			 const struct rw_op *op, struct rw_sg_pos *pos,
			 int *wrs)
{
	u64 remote_addr = op->remote_addr;
	u32 i;
	int ret = 0;

	for (i = 0; pos->nents; i++) {
		ret = i < max_parts ?
		      rw_part_init(&reg[i], op, pos, remote_addr) : -EINVAL;
		if (ret < 0)
			break;
		*wrs += ret;
		remote_addr += reg[i].sge.length;
		if (i)
			reg[i - 1].wr.wr.next = rw_reg_first(&reg[i]);
	}
	if (ret >= 0)
		return i;
	rw_put_mrs(op->qp, reg, i);
	return ret;
}

/**
 * rw_registered_init() - set up a context for MRs
 * @ctx: the context
 * @op: what to do
 * @pos: the memory; at least one element
 *
 * Context: Process context; may sleep.
 * Return: how many work requests it takes, or
 * * %-EAGAIN: the QP's pool has not enough MRs left
 * * %-EINVAL: the device cannot register memory, or not this
 * * %-ENOMEM: out of memory
 */
int rw_registered_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
		       struct rw_sg_pos pos)
{
	u32 pages_per_mr = rw_pages_per_mr(rw_dma_device(op->qp),
					   op->qp->integrity_en);
	struct rdma_rw_reg_ctx *reg;
	int parts, wrs = 0;
	u32 max_parts;

	if (!pages_per_mr)
		return -EINVAL;
	max_parts = rw_count_mrs(pos, pages_per_mr);
	reg = kzalloc_objs(*reg, max_parts);
	if (!reg)
		return -ENOMEM;

	parts = rw_parts_init(reg, max_parts, op, &pos, &wrs);
	if (parts < 0) {
		kfree(reg);
		return parts;
	}
	ctx->reg = reg;
	ctx->nr_ops = parts;
	ctx->type = RW_SG_MR;
	return wrs;
}

/**
 * rw_registered_destroy() - undo rw_registered_init()
 * @ctx: the context
 * @qp: as given to it
 *
 * Context: Any.
 */
void rw_registered_destroy(struct rdma_rw_ctx *ctx, struct ib_qp *qp)
{
	rw_put_mrs(qp, ctx->reg, ctx->nr_ops);
	kfree(ctx->reg);
}
