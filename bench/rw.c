// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows: contexts of the read/write API, made and destroyed.
 */
#include <linux/bvec.h>
#include <linux/gfp.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <rdma/rw.h>

#include "bench.h"

#define RW_REMOTE	0x10000000ULL
#define RW_RKEY		0x1234

struct rw_bench {
	struct rdma_rw_ctx ctx;
	struct ib_cqe cqe;
	struct page *pages;	/* every second one is used: neighbours might be merged */
	struct scatterlist sg[BENCH_SGES];
	struct bio_vec bvecs[BENCH_SGES];
};

static unsigned int rw_order(struct bench *b)
{
	return get_order(b->row->size * 2 * PAGE_SIZE);
}

static void rw_teardown(struct bench *b)
{
	struct rw_bench *r = b->priv;

	__free_pages(r->pages, rw_order(b));
	kfree(r);
}

static int rw_setup(struct bench *b)
{
	struct rw_bench *r = kzalloc_obj(*r);

	if (!r)
		return -ENOMEM;
	r->pages = alloc_pages(GFP_KERNEL, rw_order(b));
	if (!r->pages) {
		kfree(r);
		return -ENOMEM;
	}
	sg_init_table(r->sg, b->row->size);
	for (u32 i = 0; i < b->row->size; i++) {
		sg_set_page(&r->sg[i], r->pages + i * 2, PAGE_SIZE, 0);
		bvec_set_page(&r->bvecs[i], r->pages + i * 2, PAGE_SIZE, 0);
	}
	b->priv = r;
	return 0;
}

static int rw_sg(struct bench *b, enum dma_data_direction dir)
{
	struct rw_bench *r = b->priv;
	int ret = rdma_rw_ctx_init(&r->ctx, b->qp, 1, r->sg, b->row->size, 0, RW_REMOTE,
				   RW_RKEY, dir);

	if (ret < 0)
		return ret;
	rdma_rw_ctx_destroy(&r->ctx, b->qp, 1, r->sg, b->row->size, dir);
	return 0;
}

static int rw_sg_write(struct bench *b)
{
	return rw_sg(b, DMA_TO_DEVICE);
}

/* Reads of more than half the SGEs go through memory regions: see null.c */
static int rw_sg_read(struct bench *b)
{
	return rw_sg(b, DMA_FROM_DEVICE);
}

static int rw_sg_post(struct bench *b)
{
	struct rw_bench *r = b->priv;
	int ret = rdma_rw_ctx_init(&r->ctx, b->qp, 1, r->sg, b->row->size, 0, RW_REMOTE,
				   RW_RKEY, DMA_TO_DEVICE);

	if (ret < 0)
		return ret;
	ret = rdma_rw_ctx_post(&r->ctx, b->qp, 1, &r->cqe, NULL);
	rdma_rw_ctx_destroy(&r->ctx, b->qp, 1, r->sg, b->row->size, DMA_TO_DEVICE);
	return ret;
}

static int rw_bvec(struct bench *b)
{
	struct bvec_iter iter = { .bi_size = b->row->size * PAGE_SIZE };
	struct rw_bench *r = b->priv;
	int ret = rdma_rw_ctx_init_bvec(&r->ctx, b->qp, 1, r->bvecs, b->row->size, iter,
					RW_REMOTE, RW_RKEY, DMA_TO_DEVICE);

	if (ret < 0)
		return ret;
	rdma_rw_ctx_destroy_bvec(&r->ctx, b->qp, 1, r->bvecs, b->row->size, DMA_TO_DEVICE);
	return 0;
}

#define RW_ROW(_name, _size, _op) {						\
	.name = _name, .size = _size,						\
	.setup = rw_setup, .op = _op, .teardown = rw_teardown,			\
}

const struct bench_row rw_rows[] = {
	RW_ROW("rw ctx init+destroy, 1 sg", 1, rw_sg_write),
	RW_ROW("rw ctx init+destroy, 32 sg", BENCH_SGES, rw_sg_write),
	RW_ROW("rw ctx init+destroy, 32 sg registered", BENCH_SGES, rw_sg_read),
	RW_ROW("rw ctx init+destroy, 1 bvec", 1, rw_bvec),
	RW_ROW("rw ctx init+destroy, 32 bvec", BENCH_SGES, rw_bvec),
	RW_ROW("rw ctx init+post+destroy, 1 sg", 1, rw_sg_post),
	RW_ROW("rw ctx init+post+destroy, 32 sg", BENCH_SGES, rw_sg_post),
	{}
};
