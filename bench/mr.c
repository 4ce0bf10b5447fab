// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows: memory regions.
 */
#include <linux/scatterlist.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include "bench.h"

/* Ours only; the kernel's own core leaves it NULL. */
int ib_sg_to_page_vec(struct ib_mr *mr, struct scatterlist *sgl, int sg_nents,
		      unsigned int *sg_offset, u64 *page_list, u32 max_pages) __weak;

struct mr_bench {
	struct ib_mr *mr;
	struct ib_cqe cqe;
	u32 npages;
	u64 pages[BENCH_PAGES];
	struct scatterlist sg[BENCH_PAGES];
};

static int mr_alloc_dereg(struct bench *b)
{
	struct ib_mr *mr = ib_alloc_mr(b->pd, IB_MR_TYPE_MEM_REG, b->row->size);

	return IS_ERR(mr) ? PTR_ERR(mr) : ib_dereg_mr(mr);
}

static void mr_teardown(struct bench *b)
{
	struct mr_bench *m = b->priv;

	ib_dereg_mr(m->mr);
	kfree(m);
}

/* A list of row->size elements of @length bytes, each @stride bytes after the one before. */
static int mr_setup(struct bench *b, u32 length, u32 stride)
{
	struct mr_bench *m = kzalloc_obj(*m);

	if (!m)
		return -ENOMEM;
	m->mr = ib_alloc_mr(b->pd, IB_MR_TYPE_MEM_REG, BENCH_PAGES);
	if (IS_ERR(m->mr)) {
		int ret = PTR_ERR(m->mr);

		kfree(m);
		return ret;
	}
	m->mr->page_size = b->row->page_size;
	sg_init_table(m->sg, b->row->size);
	for (u32 i = 0; i < b->row->size; i++) {
		sg_dma_address(&m->sg[i]) = SZ_1G + (u64)i * stride;
		sg_dma_len(&m->sg[i]) = length;
	}
	b->priv = m;
	return 0;
}

static int mr_setup_sparse(struct bench *b)
{
	return mr_setup(b, SZ_4K, 2 * SZ_4K);
}

static int mr_setup_contiguous(struct bench *b)
{
	return mr_setup(b, SZ_4K, SZ_4K);
}

static int mr_setup_large(struct bench *b)
{
	return mr_setup(b, SZ_64K, 2 * SZ_64K);
}

static int mr_map(struct bench *b)
{
	struct mr_bench *m = b->priv;

	return ib_map_mr_sg(m->mr, m->sg, b->row->size, NULL, b->row->page_size) != b->row->size;
}

/* Drivers find their region from the core's; so does this, by a plain pointer. */
static struct mr_bench *mr_mapping;

static int mr_set_page(struct ib_mr *mr, u64 addr)
{
	struct mr_bench *m = mr_mapping;

	if (m->npages == BENCH_PAGES)
		return -ENOMEM;
	m->pages[m->npages++] = addr;
	return 0;
}

static int mr_to_pages(struct bench *b)
{
	struct mr_bench *m = b->priv;

	mr_mapping = m;
	m->npages = 0;
	return ib_sg_to_pages(m->mr, m->sg, b->row->size, NULL, mr_set_page) != b->row->size;
}

static int mr_to_page_vec(struct bench *b)
{
	struct mr_bench *m = b->priv;

	return ib_sg_to_page_vec(m->mr, m->sg, b->row->size, NULL, m->pages, BENCH_PAGES) !=
	       b->row->size;
}

static int vec_setup_sparse(struct bench *b)
{
	return ib_sg_to_page_vec ? mr_setup_sparse(b) : -EOPNOTSUPP;
}

static int vec_setup_contiguous(struct bench *b)
{
	return ib_sg_to_page_vec ? mr_setup_contiguous(b) : -EOPNOTSUPP;
}

static int vec_setup_large(struct bench *b)
{
	return ib_sg_to_page_vec ? mr_setup_large(b) : -EOPNOTSUPP;
}

static void mr_done(struct ib_cq *cq, struct ib_wc *wc)
{
}

/* What a ULP does for each request that it registers. */
static int mr_cycle(struct bench *b)
{
	struct mr_bench *m = b->priv;
	struct ib_send_wr inv = {
		.opcode = IB_WR_LOCAL_INV,
		.send_flags = IB_SEND_SIGNALED,
		.wr_cqe = &m->cqe,
		.ex.invalidate_rkey = m->mr->rkey,
	};
	struct ib_reg_wr reg = {
		.wr.opcode = IB_WR_REG_MR,
		.mr = m->mr,
		.access = IB_ACCESS_LOCAL_WRITE | IB_ACCESS_REMOTE_READ,
	};
	int ret;

	ib_update_fast_reg_key(m->mr, ib_inc_rkey(m->mr->rkey));
	if (mr_map(b))
		return -EINVAL;
	reg.key = m->mr->rkey;
	ret = ib_post_send(b->qp, &reg.wr, NULL);
	if (ret)
		return ret;
	ret = ib_post_send(b->qp, &inv, NULL);
	if (ret)
		return ret;
	null_complete(b->cq, &m->cqe, 1);
	return ib_process_cq_direct(b->cq, 1) != 1;
}

static int mr_setup_cycle(struct bench *b)
{
	int ret = mr_setup_sparse(b);

	if (!ret)
		((struct mr_bench *)b->priv)->cqe.done = mr_done;
	return ret;
}

#define MR_ROW(_name, _size, _page_size, _setup, _op) {				\
	.name = _name, .size = _size, .page_size = _page_size,			\
	.setup = _setup, .op = _op, .teardown = mr_teardown,			\
}

const struct bench_row mr_rows[] = {
	{ .name = "MR alloc+dereg, 16 pages", .size = 16, .sleeps = true, .op = mr_alloc_dereg },
	{ .name = "MR alloc+dereg, 256 pages", .size = 256, .sleeps = true, .op = mr_alloc_dereg },
	MR_ROW("ib_map_mr_sg, 1 x 4 KiB", 1, SZ_4K, mr_setup_sparse, mr_map),
	MR_ROW("ib_map_mr_sg, 16 x 4 KiB sparse", 16, SZ_4K, mr_setup_sparse, mr_map),
	MR_ROW("ib_map_mr_sg, 256 x 4 KiB sparse", 256, SZ_4K, mr_setup_sparse, mr_map),
	MR_ROW("ib_map_mr_sg, 256 x 4 KiB contiguous", 256, SZ_4K, mr_setup_contiguous, mr_map),
	MR_ROW("ib_map_mr_sg, 64 x 64 KiB in 4 KiB pages", 64, SZ_4K, mr_setup_large, mr_map),
	MR_ROW("ib_map_mr_sg, 64 x 64 KiB in 64 KiB pages", 64, SZ_64K, mr_setup_large, mr_map),
	MR_ROW("ib_sg_to_pages, 1 x 4 KiB", 1, SZ_4K, mr_setup_sparse, mr_to_pages),
	MR_ROW("ib_sg_to_pages, 16 x 4 KiB sparse", 16, SZ_4K, mr_setup_sparse, mr_to_pages),
	MR_ROW("ib_sg_to_pages, 256 x 4 KiB sparse", 256, SZ_4K, mr_setup_sparse, mr_to_pages),
	MR_ROW("ib_sg_to_pages, 256 x 4 KiB contiguous", 256, SZ_4K, mr_setup_contiguous,
	       mr_to_pages),
	MR_ROW("ib_sg_to_pages, 64 x 64 KiB in 4 KiB pages", 64, SZ_4K, mr_setup_large,
	       mr_to_pages),
	MR_ROW("ib_sg_to_pages, 64 x 64 KiB in 64 KiB pages", 64, SZ_64K, mr_setup_large,
	       mr_to_pages),
	MR_ROW("ib_sg_to_page_vec, 1 x 4 KiB", 1, SZ_4K, vec_setup_sparse, mr_to_page_vec),
	MR_ROW("ib_sg_to_page_vec, 16 x 4 KiB sparse", 16, SZ_4K, vec_setup_sparse,
	       mr_to_page_vec),
	MR_ROW("ib_sg_to_page_vec, 256 x 4 KiB sparse", 256, SZ_4K, vec_setup_sparse,
	       mr_to_page_vec),
	MR_ROW("ib_sg_to_page_vec, 256 x 4 KiB contiguous", 256, SZ_4K, vec_setup_contiguous,
	       mr_to_page_vec),
	MR_ROW("ib_sg_to_page_vec, 64 x 64 KiB in 4 KiB pages", 64, SZ_4K, vec_setup_large,
	       mr_to_page_vec),
	MR_ROW("ib_sg_to_page_vec, 64 x 64 KiB in 64 KiB pages", 64, SZ_64K, vec_setup_large,
	       mr_to_page_vec),
	MR_ROW("register+invalidate, 16 x 4 KiB", 16, SZ_4K, mr_setup_cycle, mr_cycle),
	{}
};
