/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The RDMA read/write API inside: one file for each way to describe memory.
 *
 * A context is written to only when nothing can fail any more; until then its
 * parts live in locals. So a failed init leaves it as it was.
 */
#ifndef _RDMA_CORE_RW_H
#define _RDMA_CORE_RW_H

#include <linux/bvec.h>
#include <linux/dma-mapping.h>
#include <linux/scatterlist.h>

#include <rdma/ib_verbs.h>
#include <rdma/rw.h>

/**
 * enum rw_type - what a context was set up for; kept in rdma_rw_ctx::type
 * @RW_NONE: nothing, or it has been destroyed
 * @RW_SG_SINGLE: scatterlist, one SGE
 * @RW_SG_MULTI: scatterlist, any number of SGEs and work requests
 * @RW_SG_MR: scatterlist, registered
 * @RW_SIGNATURE: scatterlists of data and protection information, registered
 * @RW_BVEC_SINGLE: bio_vecs, one SGE
 * @RW_BVEC_MULTI: bio_vecs, any number of SGEs and work requests
 * @RW_BVEC_MR: bio_vecs, registered by way of a scatterlist of ours
 * @RW_BVEC_IOVA: bio_vecs, mapped by the IOMMU into one range
 */
enum rw_type {
	RW_NONE,
	RW_SG_SINGLE,
	RW_SG_MULTI,
	RW_SG_MR,
	RW_SIGNATURE,
	RW_BVEC_SINGLE,
	RW_BVEC_MULTI,
	RW_BVEC_MR,
	RW_BVEC_IOVA,
};

/**
 * struct rw_op - what is to be done with the memory
 * @qp: where it will be posted
 * @port_num: the port that @qp is connected through
 * @dir: %DMA_TO_DEVICE to write to the peer, %DMA_FROM_DEVICE to read from it
 * @rkey: the peer's key
 * @remote_addr: where in the peer's memory
 */
struct rw_op {
	struct ib_qp *qp;
	u32 port_num;
	enum dma_data_direction dir;
	u32 rkey;
	u64 remote_addr;
};

/**
 * struct rw_sg_pos - what is left of a scatterlist that is mapped for DMA
 * @sg: the element that comes next
 * @nents: how many there are from @sg on; where 0, @sg must not be touched
 * @offset: how many bytes of @sg are done already; less than its length
 */
struct rw_sg_pos {
	struct scatterlist *sg;
	u32 nents;
	u32 offset;
};

/*
 * The next element of a list that is known to go on; sg_next() would look for
 * the end as well.
 */
static inline struct scatterlist *rw_sg_next(struct scatterlist *sg)
{
	sg++;
	return unlikely(sg_is_chain(sg)) ? sg_chain_ptr(sg) : sg;
}

/**
 * struct rw_bvec_pos - what is left of an array of bio_vecs
 * @bv: the one that comes next
 * @end: behind the last one; never touched
 * @offset: how many bytes of @bv are done already
 * @left: how many bytes are to come
 */
struct rw_bvec_pos {
	const struct bio_vec *bv;
	const struct bio_vec *end;
	u32 offset;
	u32 left;
};

/**
 * rw_bvec_next() - take the next piece of memory
 * @pos: where; moves on
 * @piece: the piece, not empty
 *
 * Return: 1, or 0 if all bytes have been taken, or -EINVAL if the array ends
 * before them.
 */
static __always_inline int rw_bvec_next(struct rw_bvec_pos *pos,
					struct bio_vec *piece)
{
	while (pos->left) {
		const struct bio_vec *bv = pos->bv;
		u32 len;

		if (unlikely(bv == pos->end || pos->offset > bv->bv_len))
			return -EINVAL;
		len = min(bv->bv_len - pos->offset, pos->left);
		piece->bv_page = bv->bv_page;
		piece->bv_offset = bv->bv_offset + pos->offset;
		piece->bv_len = len;
		pos->bv++;
		pos->offset = 0;
		pos->left -= len;
		if (likely(len))
			return 1;
	}
	return 0;
}

static inline struct ib_device *rw_dma_device(const struct ib_qp *qp)
{
	return qp->pd->device;
}

/*
 * The only two places where a scatterlist of the caller's is mapped for DMA and
 * unmapped: every kind of memory goes the same way in and out.
 */
static __always_inline int rw_dma_map(const struct rw_op *op, struct rw_sg_pos *pos)
{
	struct sg_table sgt = { .sgl = pos->sg, .orig_nents = pos->nents };
	int ret;

	if (unlikely(!pos->nents))
		return -EIO;
	ret = ib_dma_map_sgtable_attrs(rw_dma_device(op->qp), &sgt, op->dir, 0);
	pos->nents = sgt.nents;
	return ret;
}

static inline void rw_dma_unmap(struct ib_qp *qp, struct scatterlist *sg,
				u32 sg_cnt, enum dma_data_direction dir)
{
	ib_dma_unmap_sg(rw_dma_device(qp), sg, sg_cnt, dir);
}

/*
 * An RDMA READ or WRITE of @num_sge pieces; nothing follows it yet. One store a
 * field: assigned as a whole, it would be cleared first and then filled in.
 */
static __always_inline void rw_fill_wr(struct ib_rdma_wr *wr,
				       const struct rw_op *op,
				       struct ib_sge *sge, u32 num_sge,
				       u64 remote_addr)
{
	wr->wr.next = NULL;
	wr->wr.wr_cqe = NULL;
	wr->wr.sg_list = sge;
	wr->wr.num_sge = num_sge;
	wr->wr.opcode = op->dir == DMA_TO_DEVICE ? IB_WR_RDMA_WRITE :
						   IB_WR_RDMA_READ;
	wr->wr.send_flags = 0;
	wr->wr.ex.imm_data = 0;
	wr->remote_addr = remote_addr;
	wr->rkey = op->rkey;
}

/* One piece: its SGE and its work request live in the context itself. */
static __always_inline int rw_single_init(struct rdma_rw_ctx *ctx,
					  enum rw_type type,
					  const struct rw_op *op, u64 addr,
					  u32 length)
{
	ctx->type = type;
	ctx->nr_ops = 1;
	ctx->single.sge.addr = addr;
	ctx->single.sge.length = length;
	ctx->single.sge.lkey = op->qp->pd->local_dma_lkey;
	rw_fill_wr(&ctx->single.wr, op, &ctx->single.sge, 1, op->remote_addr);
	return 1;
}

/* sizing.c */
extern bool rw_force_mr;	/* the administrator wants all memory registered */
u32 rw_pages_per_mr(const struct ib_device *dev, bool integrity);

/* direct.c */
int rw_sg_direct_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
		      struct rw_sg_pos pos);
int rw_bvec_direct_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
			struct rw_bvec_pos pos);
void rw_bvec_direct_destroy(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
			    enum dma_data_direction dir);

/* registered.c */
int rw_registered_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
		       struct rw_sg_pos pos);
void rw_registered_destroy(struct rdma_rw_ctx *ctx, struct ib_qp *qp);
int rw_reg_fill(struct rdma_rw_reg_ctx *reg, const struct rw_op *op,
		enum ib_wr_opcode opcode, u64 remote_addr);
struct ib_send_wr *rw_reg_first(struct rdma_rw_reg_ctx *reg);

/* bvec.c */
int rw_bvec_registered_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
			    struct rw_bvec_pos pos);

/* iova.c */
bool rw_iova_init(struct rdma_rw_ctx *ctx, const struct rw_op *op,
		  struct rw_bvec_pos pos);
void rw_iova_destroy(struct rdma_rw_ctx *ctx, struct ib_qp *qp,
		     enum dma_data_direction dir);

#if IS_ENABLED(CONFIG_KUNIT)
/* What the IOMMU does, for suites on a machine that has none. */
unsigned long rw_iova_granule(struct device *dma_dev);
bool rw_iova_alloc(struct device *dma_dev, struct dma_iova_state *state,
		   phys_addr_t phys, size_t size);
int rw_iova_link(struct device *dma_dev, struct dma_iova_state *state,
		 const struct bio_vec *piece, size_t offset,
		 enum dma_data_direction dir);
int rw_iova_sync(struct device *dma_dev, struct dma_iova_state *state,
		 size_t linked);
void rw_iova_free(struct device *dma_dev, struct dma_iova_state *state,
		  size_t linked, enum dma_data_direction dir);
#endif

#endif /* _RDMA_CORE_RW_H */
