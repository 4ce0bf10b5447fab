// SPDX-License-Identifier: GPL-2.0-only
/*
 * The bench that the read/write API is tested on.
 */
#include <kunit/device.h>
#include <kunit/resource.h>
#include <linux/dma-mapping.h>
#include <linux/io.h>
#include <linux/prandom.h>

#include "rw_rig.h"

static struct device *rig_dma_device(struct kunit *test)
{
	struct device_dma_parameters *parms = kunit_kzalloc(test, sizeof(*parms), GFP_KERNEL);
	struct device *dev = kunit_device_register(test, "rw_dma");

	KUNIT_ASSERT_NOT_NULL(test, parms);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, dev);
	dev->dma_parms = parms;
	dma_set_max_seg_size(dev, UINT_MAX);
	KUNIT_ASSERT_EQ(test, 0, dma_coerce_mask_and_coherent(dev, DMA_BIT_MASK(64)));
	return dev;
}

static u8 *rig_memory(struct kunit *test, size_t size)
{
	u8 *mem = kunit_kmalloc(test, size, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, mem);
	return mem;
}

/**
 * rw_rig_qp() - another QP on a bench
 * @test: the test
 * @rig: the bench
 * @spec: what it works with
 *
 * Return: the QP.
 */
struct ib_qp *rw_rig_qp(struct kunit *test, struct rw_rig *rig, const struct rw_spec *spec)
{
	struct ib_qp_init_attr attr = {
		.qp_type = IB_QPT_RC,
		.sq_sig_type = IB_SIGNAL_REQ_WR,
		.send_cq = rig->cq,
		.recv_cq = rig->cq,
		.create_flags = spec->integrity ? IB_QP_CREATE_INTEGRITY_EN : 0,
		.port_num = 1,
		.cap = {
			.max_send_wr = 320,
			.max_send_sge = spec->sges ?: FAKE_SGES,
			.max_rdma_ctxs = spec->ctxs ?: RW_CTXS,
		},
	};

	return fake_qp(test, fake_pd(test, rig->fake), &attr);
}

/**
 * rw_rig_create() - set up a bench that lives as long as the test
 * @test: the test
 * @spec: what it works with
 *
 * Return: the bench.
 */
struct rw_rig *rw_rig_create(struct kunit *test, const struct rw_spec *spec)
{
	const struct fake_config cfg = {
		.link = spec->link,
		.registered = true,
		.kernel_caps = IBK_LOCAL_DMA_LKEY | IBK_INTEGRITY_HANDOVER,
		.dma_device = spec->real_dma ? rig_dma_device(test) : NULL,
	};
	struct rw_rig *rig = kunit_kzalloc(test, sizeof(*rig), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, rig);
	rig->local = rig_memory(test, RW_LOCAL);
	rig->want_local = rig_memory(test, RW_LOCAL);
	rig->want_remote = rig_memory(test, RW_REMOTE);
	rig->mover.mem = rig_memory(test, RW_REMOTE);
	rig->mover.len = RW_REMOTE;
	rig->mover.base = RW_REMOTE_BASE;
	rig->mover.rkey = RW_RKEY;

	rig->fake = fake_create(test, &cfg);
	rig->fake->dev.attrs.max_sgl_rd = spec->max_sgl_rd;
	rig->fake->dev.attrs.max_fast_reg_page_list_len = spec->max_pages ?: 256;
	rig->fake->dev.attrs.max_pi_fast_reg_page_list_len = spec->max_pages ?: 256;
	rig->cq = fake_cq(test, rig->fake, 1024, IB_POLL_DIRECT);
	rig->qp = rw_rig_qp(test, rig, spec);
	return rig;
}

/**
 * rw_rig_reach() - let the device reach but a part of local memory
 * @rig: the bench, with DMA addresses from a device
 * @offset: the first byte that it cannot map; %RW_LOCAL if it can map all
 */
void rw_rig_reach(struct rw_rig *rig, u32 offset)
{
	rig->fake->dev.dma_device->bus_dma_limit = virt_to_phys(rig->local) + offset - 1;
}

static void rw_add_piece(struct rw_rig *rig, u32 offset, u32 len)
{
	struct rw_piece *piece = &rig->piece[rig->n++];

	piece->offset = offset;
	piece->len = len;
	rig->used = max(rig->used, offset + len);
	bvec_set_virt(&rig->bv[rig->n - 1], rig->local + offset, len);
}

/**
 * rw_cut() - cut local memory into pieces
 * @rig: the bench
 * @layout: how
 * @n: how many pieces
 * @seed: of what is random about that
 */
void rw_cut(struct rw_rig *rig, enum rw_layout layout, u32 n, u32 seed)
{
	struct rnd_state rng;

	prandom_seed_state(&rng, seed);
	rig->n = 0;
	rig->used = 0;
	for (u32 i = 0; i < n; i++) {
		u32 rnd = prandom_u32_state(&rng);
		u32 head = layout != RW_BYTES && i == 0 ? rnd % PAGE_SIZE : 0;
		u32 tail = layout != RW_BYTES && i == n - 1 && i ? rnd % PAGE_SIZE : 0;

		if (layout == RW_BYTES)
			rw_add_piece(rig, i * 128 + rnd % 64, 1 + (rnd >> 8) % 64);
		else
			rw_add_piece(rig, i * PAGE_SIZE * (layout == RW_PAGES ? 2 : 1) + head,
				     PAGE_SIZE - head - tail);
	}
}

/**
 * rw_cut_one() - make one piece of local memory
 * @rig: the bench
 * @offset: where
 * @len: how much
 */
void rw_cut_one(struct rw_rig *rig, u32 offset, u32 len)
{
	rig->n = 0;
	rig->used = 0;
	rw_add_piece(rig, offset, len);
}

/**
 * rw_bytes() - how many bytes the pieces have
 * @rig: the bench
 *
 * Return: the sum.
 */
u32 rw_bytes(const struct rw_rig *rig)
{
	u32 sum = 0;

	for (u32 i = 0; i < rig->n; i++)
		sum += rig->piece[i].len;
	return sum;
}

/* A chained list has its link in the middle. */
static void rw_build_sg(struct rw_rig *rig, bool chained)
{
	u32 first = chained && rig->n > 1 ? rig->n / 2 : rig->n;
	struct scatterlist *sg = rig->sg;

	sg_init_table(rig->sg, first == rig->n ? first : first + 1);
	if (first != rig->n) {
		sg_init_table(rig->sg + first + 1, rig->n - first);
		sg_chain(rig->sg, first + 1, rig->sg + first + 1);
	}
	for (u32 i = 0; i < rig->n; i++, sg = sg_next(sg))
		sg_set_buf(sg, rig->local + rig->piece[i].offset, rig->piece[i].len);
}

/**
 * rw_job() - a transfer of all pieces
 * @rig: where
 * @form: how the memory is given
 * @dir: which way
 *
 * Return: the job.
 */
struct rw_job rw_job(struct rw_rig *rig, enum rw_form form, enum dma_data_direction dir)
{
	return (struct rw_job) {
		.rig = rig,
		.form = form,
		.dir = dir,
		.len = rw_bytes(rig),
	};
}

/* An iterator as the block layer would have it, @skip bytes on. */
static struct bvec_iter rw_iter(const struct rw_job *job)
{
	struct bvec_iter iter = { .bi_size = job->len };
	u32 skip = job->skip;

	while (iter.bi_idx < job->rig->n && skip >= job->rig->piece[iter.bi_idx].len)
		skip -= job->rig->piece[iter.bi_idx++].len;
	iter.bi_offset = skip;
	return iter;
}

/**
 * rw_job_init() - set up the context of a job
 * @job: the job
 *
 * Return: what the init function returned.
 */
int rw_job_init(struct rw_job *job)
{
	struct rw_rig *rig = job->rig;

	if (job->form == RW_FORM_BVEC)
		return rdma_rw_ctx_init_bvec(&job->ctx, rig->qp, 1, rig->bv, rig->n, rw_iter(job),
					     RW_REMOTE_BASE + 1, RW_RKEY, job->dir);
	rw_build_sg(rig, job->form == RW_FORM_SG_CHAINED);
	return rdma_rw_ctx_init(&job->ctx, rig->qp, 1, rig->sg, rig->n, job->skip,
				RW_REMOTE_BASE + 1, RW_RKEY, job->dir);
}

/**
 * rw_job_destroy() - destroy the context of a job
 * @job: the job
 */
void rw_job_destroy(struct rw_job *job)
{
	struct rw_rig *rig = job->rig;

	if (job->form == RW_FORM_BVEC)
		rdma_rw_ctx_destroy_bvec(&job->ctx, rig->qp, 1, rig->bv, rig->n, job->dir);
	else
		rdma_rw_ctx_destroy(&job->ctx, rig->qp, 1, rig->sg, rig->n, job->dir);
}

/**
 * rw_chain_length() - how many work requests follow each other
 * @wr: the first
 *
 * Return: the number.
 */
u32 rw_chain_length(const struct ib_send_wr *wr)
{
	u32 n = 0;

	for (; wr; wr = wr->next)
		n++;
	return n;
}

/* How much of the peer's memory is looked at: more than what is asked for. */
static u32 rw_remote_used(const struct rw_job *job)
{
	return min(job->len + 256, RW_REMOTE);
}

/* Repeats a pattern whose length is prime, so that no two pages look the same. */
static void rw_paint(struct rw_rig *rig, u8 *mem, u32 len, u8 seed)
{
	for (u32 i = 0; i < sizeof(rig->pattern); i++)
		rig->pattern[i] = i * 7 + (i >> 8) + seed;
	for (u32 i = 0; i < len; i += sizeof(rig->pattern))
		memcpy(mem + i, rig->pattern, min_t(u32, len - i, sizeof(rig->pattern)));
}

static void rw_fill(struct rw_job *job)
{
	struct rw_rig *rig = job->rig;

	rw_paint(rig, rig->local, rig->used, 1);
	rw_paint(rig, rig->mover.mem, rw_remote_used(job), 101);
	memcpy(rig->want_local, rig->local, rig->used);
	memcpy(rig->want_remote, rig->mover.mem, rw_remote_used(job));
}

/* The reference: goes through the pieces byte by byte. */
static void rw_walk(struct rw_job *job)
{
	struct rw_rig *rig = job->rig;
	u32 skip = job->skip, left = job->len, remote = 1;

	for (u32 i = 0; i < rig->n; i++) {
		for (u32 pos = 0; pos < rig->piece[i].len; pos++) {
			u32 local = rig->piece[i].offset + pos;

			if (skip) {
				skip--;
				continue;
			}
			if (!left)
				return;
			left--;
			if (job->dir == DMA_TO_DEVICE)
				rig->want_remote[remote++] = rig->local[local];
			else
				rig->want_local[local] = rig->mover.mem[remote++];
		}
	}
}

static bool rw_execute(struct kunit *test, struct rw_job *job, int wrs)
{
	struct rw_rig *rig = job->rig;
	struct probes *probes = probes_create(test, 1);
	struct ib_send_wr *first;
	int moved;

	first = rdma_rw_ctx_wrs(&job->ctx, rig->qp, 1, &probes->probe[0].cqe, NULL);
	KUNIT_EXPECT_EQ(test, rw_chain_length(first), wrs);
	KUNIT_EXPECT_EQ(test, 0, ib_post_send(rig->qp, first, NULL));
	moved = fake_move(rig->qp, &rig->mover);
	KUNIT_EXPECT_EQ_MSG(test, moved, wrs, "%s", rig->mover.wrong ?: "short");
	KUNIT_EXPECT_EQ(test, ib_process_cq_direct(rig->cq, -1), 1);
	probes_expect_once(test, probes, 1);
	KUNIT_EXPECT_EQ(test, (u32)probes->probe[0].status, IB_WC_SUCCESS);
	return moved == wrs;
}

/**
 * rw_run() - do a job from beginning to end, and compare every byte
 * @test: the test
 * @job: the job
 *
 * Return: false if something was wrong, which the test has been told.
 */
bool rw_run(struct kunit *test, struct rw_job *job)
{
	struct rw_rig *rig = job->rig;
	u32 mrs_used = rig->qp->mrs_used;
	bool good;
	int wrs;

	rw_fill(job);
	rw_walk(job);
	wrs = rw_job_init(job);
	KUNIT_EXPECT_GT_MSG(test, wrs, 0, "%u pieces, %u skipped", rig->n, job->skip);
	if (wrs <= 0)
		return false;
	good = rw_execute(test, job, wrs);
	rw_job_destroy(job);
	good &= !memcmp(rig->local, rig->want_local, rig->used);
	good &= !memcmp(rig->mover.mem, rig->want_remote, rw_remote_used(job));
	good &= rig->qp->mrs_used == mrs_used;
	KUNIT_EXPECT_TRUE_MSG(test, good, "%u pieces, %u skipped, %u long", rig->n, job->skip,
			      job->len);
	return good;
}
