// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the RDMA read/write API: every way to describe memory, with the bytes
 * moved and compared, and every way to fail.
 */
#include <kunit/resource.h>
#include <kunit/static_stub.h>
#include <kunit/test.h>
#include <linux/prandom.h>
#include <rdma/rw.h>

#include "rw/rw.h"
#include "nth.h"
#include "rw_rig.h"

#define RW_SEED		0x2f
#define RW_RANDOM_RUNS	100

/* How a transfer goes, by kind of device; and what it must not use. */
static const struct path_case {
	const char *desc;
	struct rw_spec spec;
	enum rw_form form;
	enum dma_data_direction dir;
	enum rw_layout layout;
	bool force_mr;
	bool registered;	/* by MRs, and not otherwise */
} path_cases[] = {
	{ "write, sg", { .link = FAKE_IB }, RW_FORM_SG, DMA_TO_DEVICE, RW_BYTES },
	{ "read, sg", { .link = FAKE_IB }, RW_FORM_SG, DMA_FROM_DEVICE, RW_BYTES },
	{ "write, chained sg", { .link = FAKE_IB }, RW_FORM_SG_CHAINED, DMA_TO_DEVICE, RW_BYTES },
	{ "read, chained sg", { .link = FAKE_IB }, RW_FORM_SG_CHAINED, DMA_FROM_DEVICE, RW_BYTES },
	{ "write, bvec", { .link = FAKE_ROCE }, RW_FORM_BVEC, DMA_TO_DEVICE, RW_BYTES },
	{ "read, bvec", { .link = FAKE_ROCE }, RW_FORM_BVEC, DMA_FROM_DEVICE, RW_BYTES },
	{ "write, sg, DMA", { .link = FAKE_IB, .real_dma = true }, RW_FORM_SG_CHAINED,
	  DMA_TO_DEVICE, RW_BYTES },
	{ "read, sg, DMA", { .link = FAKE_IB, .real_dma = true }, RW_FORM_SG,
	  DMA_FROM_DEVICE, RW_BYTES },
	{ "write, bvec, DMA", { .link = FAKE_IB, .real_dma = true }, RW_FORM_BVEC,
	  DMA_TO_DEVICE, RW_BYTES },
	{ "read, bvec, DMA", { .link = FAKE_IB, .real_dma = true }, RW_FORM_BVEC,
	  DMA_FROM_DEVICE, RW_BYTES },
	{ "write, sg, one SGE", { .link = FAKE_IB, .sges = 1 }, RW_FORM_SG,
	  DMA_TO_DEVICE, RW_BYTES },
	{ "read, bvec, three SGEs", { .link = FAKE_IB, .sges = 3 }, RW_FORM_BVEC,
	  DMA_FROM_DEVICE, RW_BYTES },
	{ "write, iWARP", { .link = FAKE_IWARP }, RW_FORM_SG, DMA_TO_DEVICE, RW_BYTES },
	{ "read, iWARP", { .link = FAKE_IWARP }, RW_FORM_SG, DMA_FROM_DEVICE, RW_PAGES,
	  .registered = true },
	{ "read, iWARP, chained", { .link = FAKE_IWARP, .real_dma = true }, RW_FORM_SG_CHAINED,
	  DMA_FROM_DEVICE, RW_CONTIGUOUS, .registered = true },
	{ "read, iWARP, bvec", { .link = FAKE_IWARP }, RW_FORM_BVEC, DMA_FROM_DEVICE, RW_PAGES,
	  .registered = true },
	{ "read, iWARP, small MRs", { .link = FAKE_IWARP, .max_pages = 3, .ctxs = 90 },
	  RW_FORM_SG, DMA_FROM_DEVICE, RW_PAGES, .registered = true },
	{ "read, iWARP, bvec, MRs of a page", { .link = FAKE_IWARP, .max_pages = 1, .ctxs = 260 },
	  RW_FORM_BVEC, DMA_FROM_DEVICE, RW_CONTIGUOUS, .registered = true },
	{ "write, forced", { .link = FAKE_IB }, RW_FORM_SG, DMA_TO_DEVICE, RW_PAGES,
	  .force_mr = true, .registered = true },
	{ "read, forced, bvec", { .link = FAKE_IB, .real_dma = true }, RW_FORM_BVEC,
	  DMA_FROM_DEVICE, RW_CONTIGUOUS, .force_mr = true, .registered = true },
	{ "read, device likes MRs", { .link = FAKE_IB, .max_sgl_rd = 1 }, RW_FORM_SG,
	  DMA_FROM_DEVICE, RW_PAGES },
	{ "read, device likes MRs, gaps", { .link = FAKE_IB, .max_sgl_rd = 4 }, RW_FORM_SG,
	  DMA_FROM_DEVICE, RW_BYTES },
};

KUNIT_ARRAY_PARAM_DESC(path, path_cases, desc);

static void force_off(void *unused)
{
	rw_force_mr = false;
}

/* Before the QP is created, which gets MRs for it. */
static void force_mr(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, force_off, NULL));
	rw_force_mr = true;
}

/* Those of whole pages are slow to compare byte by byte: not each count then. */
static u32 next_count(u32 n, enum rw_layout layout)
{
	if (layout == RW_BYTES || n < 5)
		return n + 1;
	if (n < 40)
		return n + 7;
	return n < 254 ? min(n + 71, 254) : n + 1;
}

static void rw_moves(struct kunit *test)
{
	const struct path_case *c = test->param_value;
	struct rw_rig *rig;

	if (c->force_mr)
		force_mr(test);
	rig = rw_rig_create(test, &c->spec);
	fake_forget(rig->fake);
	for (u32 n = 1; n <= 257; n = next_count(n, c->layout)) {
		struct rw_job job;

		rw_cut(rig, c->layout, n, RW_SEED + n);
		job = rw_job(rig, c->form, c->dir);
		if (!rw_run(test, &job))
			break;
		KUNIT_EXPECT_EQ(test, job.ctx.type, RW_NONE);
	}
	if (c->registered)
		KUNIT_EXPECT_GT(test, fake_calls(rig->fake, FAKE_OP(map_mr_sg)), 0);
	else if (!c->spec.max_sgl_rd)
		KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(map_mr_sg)), 0);
}

/* Any number of bytes may be skipped but all. */
static void rw_skips(struct kunit *test)
{
	static const struct rw_spec specs[] = {
		{ .link = FAKE_IB },
		{ .link = FAKE_IWARP, .ctxs = 40 },
	};

	for (int s = 0; s < ARRAY_SIZE(specs); s++) {
		struct rw_rig *rig = rw_rig_create(test, &specs[s]);

		for (enum rw_form form = RW_FORM_SG; form <= RW_FORM_BVEC; form++) {
			rw_cut(rig, RW_BYTES, 7, RW_SEED);
			for (u32 skip = 0; skip < rw_bytes(rig); skip++) {
				struct rw_job job = rw_job(rig, form, DMA_FROM_DEVICE);

				job.skip = skip;
				job.len -= skip;
				if (!rw_run(test, &job))
					break;
			}
		}
	}
}

/* Not a byte is left to move: said before an element behind the list is touched. */
static void rw_skips_too_much(struct kunit *test)
{
	static const u32 beyond[] = { 0, 1, 4096, U32_MAX / 2 };
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .real_dma = true });
	struct rdma_rw_ctx before;

	for (u32 n = 1; n < 5; n++) {
		for (int b = 0; b < ARRAY_SIZE(beyond); b++) {
			struct rw_job job;

			rw_cut(rig, RW_BYTES, n, RW_SEED);
			job = rw_job(rig, RW_FORM_SG, DMA_TO_DEVICE);
			memset(&job.ctx, 0xa5, sizeof(job.ctx));
			before = job.ctx;
			job.skip = rw_bytes(rig) + beyond[b];
			KUNIT_EXPECT_EQ(test, rw_job_init(&job), -EIO);
			KUNIT_EXPECT_MEMEQ(test, &job.ctx, &before, sizeof(before));
		}
	}
	KUNIT_EXPECT_EQ(test, rdma_rw_ctx_init(&before, rig->qp, 1, rig->sg, 0, 0, 0, 0,
					       DMA_TO_DEVICE), -EIO);
}

/* bio_vecs of which a part is moved; empty ones among them. */
static void rw_bvec_parts(struct kunit *test)
{
	static const struct rw_spec specs[] = {
		{ .link = FAKE_IB },
		{ .link = FAKE_IB, .real_dma = true },
		{ .link = FAKE_IWARP, .ctxs = 40 },
	};

	for (int s = 0; s < ARRAY_SIZE(specs); s++) {
		struct rw_rig *rig = rw_rig_create(test, &specs[s]);
		u32 total;

		rw_cut(rig, RW_BYTES, 20, RW_SEED);
		rig->piece[3].len = 0;
		rig->bv[3].bv_len = 0;
		rig->piece[19].len = 0;
		rig->bv[19].bv_len = 0;
		total = rw_bytes(rig);
		for (u32 skip = 0; skip < total; skip += 13) {
			for (u32 len = 1; len <= total - skip; len += 11) {
				struct rw_job job = rw_job(rig, RW_FORM_BVEC, DMA_FROM_DEVICE);

				job.skip = skip;
				job.len = len;
				if (!rw_run(test, &job))
					return;
			}
		}
	}
}

static const struct bvec_case {
	const char *desc;
	u32 nr_bvec;
	struct bvec_iter iter;
} bvec_cases[] = {
	{ "no entries", 0, { .bi_size = 1 } },
	{ "no bytes", 3, { .bi_size = 0 } },
	{ "index behind the end", 3, { .bi_size = 1, .bi_idx = 3 } },
	{ "index far behind the end", 3, { .bi_size = 1, .bi_idx = U32_MAX } },
	{ "one byte too many", 3, { .bi_size = 301 } },
	{ "one byte too many, one entry", 1, { .bi_size = 101 } },
	{ "one byte too many behind an offset", 3, { .bi_size = 251, .bi_offset = 50 } },
	{ "offset behind the entry", 3, { .bi_size = 1, .bi_offset = 101 } },
	{ "far too many", 3, { .bi_size = U32_MAX } },
};

KUNIT_ARRAY_PARAM_DESC(bvec, bvec_cases, desc);

/* -EINVAL in each way of mapping, with nothing kept and the context as it was. */
static void rw_bvec_refuses(struct kunit *test)
{
	static const struct rw_spec specs[] = {
		{ .link = FAKE_IB },
		{ .link = FAKE_IB, .real_dma = true },
		{ .link = FAKE_IWARP },
	};
	const struct bvec_case *c = test->param_value;

	for (int s = 0; s < ARRAY_SIZE(specs); s++) {
		struct rw_rig *rig = rw_rig_create(test, &specs[s]);
		struct rdma_rw_ctx ctx = {}, before = {};

		for (int i = 0; i < 3; i++)
			bvec_set_virt(&rig->bv[i], rig->local + i * 4096, 100);
		KUNIT_EXPECT_EQ(test, rdma_rw_ctx_init_bvec(&ctx, rig->qp, 1, rig->bv, c->nr_bvec,
							    c->iter, RW_REMOTE_BASE, RW_RKEY,
							    DMA_FROM_DEVICE), -EINVAL);
		KUNIT_EXPECT_MEMEQ(test, &ctx, &before, sizeof(ctx));
		KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
	}
}

/* N5: one element of many pages, cut by pages wherever it starts. */
static void rw_registers_by_pages(struct kunit *test)
{
	static const struct {
		u32 offset, len, max_pages;
		u32 mrs;
	} cases[] = {
		{ 0, SZ_2M, 256, 2 },
		{ 0, SZ_1M, 256, 1 },
		{ 0, SZ_1M + 1, 256, 2 },
		{ 1, SZ_1M, 256, 2 },
		{ 0x800, SZ_2M, 256, 3 },
		{ 0xfff, SZ_64K, 4, 5 },
		{ 0, 4096, 1, 1 },
		{ 0x800, 0x1000, 1, 2 },
		{ 0x800, 0x1001, 2, 1 },
		{ 0x801, 0x2000, 2, 2 },
	};

	static const enum rw_form forms[] = { RW_FORM_SG, RW_FORM_BVEC };

	for (int i = 0; i < ARRAY_SIZE(cases); i++) {
		for (int f = 0; f < ARRAY_SIZE(forms); f++) {
			struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) {
				.link = FAKE_IWARP, .max_pages = cases[i].max_pages });
			struct rw_job job;

			rw_cut_one(rig, cases[i].offset, cases[i].len);
			job = rw_job(rig, forms[f], DMA_FROM_DEVICE);
			fake_forget(rig->fake);
			rw_run(test, &job);
			KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(map_mr_sg)),
					cases[i].mrs);
		}
	}
}

/* Random lists of random pieces, on all kinds of device. */
static void rw_moves_at_random(struct kunit *test)
{
	static const struct rw_spec specs[] = {
		{ .link = FAKE_IB },
		{ .link = FAKE_IB, .real_dma = true, .sges = 5 },
		{ .link = FAKE_IWARP, .ctxs = 64, .max_pages = 5 },
		{ .link = FAKE_IB, .max_sgl_rd = 2, .ctxs = 12, .max_pages = 4 },
	};
	struct rnd_state rng;

	prandom_seed_state(&rng, RW_SEED);
	for (int s = 0; s < ARRAY_SIZE(specs); s++) {
		struct rw_rig *rig = rw_rig_create(test, &specs[s]);

		for (int i = 0; i < RW_RANDOM_RUNS; i++) {
			u32 rnd = prandom_u32_state(&rng);
			struct rw_job job;

			rw_cut(rig, rnd % 3, 1 + rnd / 4 % 24, rnd);
			job = rw_job(rig, rnd / 128 % 3, rnd & BIT(12) ? DMA_TO_DEVICE :
									  DMA_FROM_DEVICE);
			job.skip = prandom_u32_state(&rng) % job.len;
			job.len -= job.skip;
			if (!rw_run(test, &job)) {
				kunit_err(test, "seed %#x, run %d on device %d\n", RW_SEED, i, s);
				return;
			}
		}
	}
}

/* The pool is empty: -EAGAIN where an MR is a must, and nothing has changed. */
static void rw_pool_runs_dry(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IWARP,
								     .ctxs = 3 });
	struct rw_job job[4];

	for (int form = RW_FORM_SG; form <= RW_FORM_BVEC; form++) {
		rw_cut(rig, RW_PAGES, 4, RW_SEED);
		for (int i = 0; i < 4; i++) {
			job[i] = rw_job(rig, form, DMA_FROM_DEVICE);
			KUNIT_EXPECT_EQ(test, rw_job_init(&job[i]), i < 3 ? 2 : -EAGAIN);
			KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, min(i + 1, 3));
		}
		KUNIT_EXPECT_EQ(test, job[3].ctx.nr_ops, 0);
		for (int i = 0; i < 3; i++)
			rw_job_destroy(&job[i]);
		KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
	}
}

/* A context that cannot be set up is as it was, and its MRs are back. */
static void expect_refusal(struct kunit *test, struct rw_job *job, int err)
{
	struct rdma_rw_ctx before;

	memset(&job->ctx, 0x5a, sizeof(job->ctx));
	before = job->ctx;
	KUNIT_EXPECT_EQ(test, rw_job_init(job), err);
	KUNIT_EXPECT_MEMEQ(test, &job->ctx, &before, sizeof(before));
	KUNIT_EXPECT_EQ(test, job->rig->qp->mrs_used, 0);
}

/* B043: the n-th step of a context that takes many MRs fails; the next try goes well. */
static void rw_registration_fails(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IWARP,
								     .max_pages = 2 });

	for (int form = RW_FORM_SG; form <= RW_FORM_BVEC; form++) {
		for (u32 n = 1; n <= 4; n++) {
			struct rw_job job;

			rw_cut(rig, RW_PAGES, 8, RW_SEED);
			job = rw_job(rig, form, DMA_FROM_DEVICE);
			fake_fail(rig->fake, FAKE_OP(map_mr_sg), n, -EIO);
			expect_refusal(test, &job, -EINVAL);
			rw_run(test, &job);
		}
	}
}

/* Every way to describe memory: what it says when that cannot be mapped for DMA. */
static const struct way {
	const char *desc;
	enum fake_link link;
	enum rw_form form;
	int dma_err;
} ways[] = {
	{ "sg", FAKE_IB, RW_FORM_SG, -EIO },
	{ "chained sg", FAKE_IB, RW_FORM_SG_CHAINED, -EIO },
	{ "bvec", FAKE_IB, RW_FORM_BVEC, -ENOMEM },
	{ "sg, registered", FAKE_IWARP, RW_FORM_SG, -EIO },
	{ "bvec, registered", FAKE_IWARP, RW_FORM_BVEC, -EIO },
};

KUNIT_ARRAY_PARAM_DESC(way, ways, desc);

/*
 * The device does not reach the last pieces. Those before them are unmapped again,
 * which the debugging of DMA watches, and the next try goes well.
 */
static void rw_dma_fails(struct kunit *test)
{
	const struct way *way = test->param_value;
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = way->link,
								     .real_dma = true });

	for (u32 n = 1; n <= 5; n++) {
		struct rw_job job;

		rw_cut(rig, RW_PAGES, n, RW_SEED);
		job = rw_job(rig, way->form, DMA_FROM_DEVICE);
		kunit_warning_suppress(test) {
			for (u32 i = 0; i < n; i++) {
				rw_rig_reach(rig, rig->piece[i].offset);
				expect_refusal(test, &job, way->dma_err);
			}
		}
		rw_rig_reach(rig, RW_LOCAL);
		rw_run(test, &job);
	}
}

#ifdef CONFIG_FAILSLAB
/* Each memory allocation in turn fails. */
static void rw_survives_any_failure(struct kunit *test)
{
	const struct way *way = test->param_value;
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = way->link,
								     .real_dma = true });
	struct rw_job job;
	bool failed = true;
	u32 refused = 0;

	rw_cut(rig, RW_PAGES, 5, RW_SEED);
	job = rw_job(rig, way->form, DMA_FROM_DEVICE);
	for (u32 n = 1; failed; n++) {
		int ret;

		nth_fail(n);
		ret = rw_job_init(&job);
		failed = nth_failed();
		if (ret < 0) {
			KUNIT_EXPECT_TRUE(test, failed);
			KUNIT_EXPECT_EQ(test, ret, -ENOMEM);
			refused++;
		} else {
			rw_job_destroy(&job);
		}
		KUNIT_EXPECT_EQ(test, job.ctx.type, RW_NONE);
		KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
	}
	KUNIT_EXPECT_GT(test, refused, 0);
	rw_run(test, &job);
}
#endif

/* Where MRs are but faster, neither their lack nor their failure is an error. */
static void rw_falls_back(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IB, .ctxs = 1,
								     .max_sgl_rd = 3 });
	struct rw_job first, second;

	rw_cut(rig, RW_PAGES, 8, RW_SEED);
	first = rw_job(rig, RW_FORM_SG, DMA_FROM_DEVICE);
	second = first;
	KUNIT_EXPECT_EQ(test, rw_job_init(&first), 2);
	KUNIT_EXPECT_EQ(test, first.ctx.type, RW_SG_MR);
	rw_run(test, &second);
	rw_job_destroy(&first);

	fake_fail(rig->fake, FAKE_OP(map_mr_sg), 1, -EIO);
	rw_run(test, &second);
	KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);

	rw_cut(rig, RW_PAGES, 3, RW_SEED);
	first = rw_job(rig, RW_FORM_SG, DMA_FROM_DEVICE);
	KUNIT_EXPECT_EQ(test, rw_job_init(&first), 1);
	KUNIT_EXPECT_EQ(test, first.ctx.type, RW_SG_MULTI);
	rw_job_destroy(&first);
}

/* B021: reads of bio_vecs take no MR where SGEs do. */
static void rw_bvec_spares_pool(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IB, .ctxs = 1,
								     .max_sgl_rd = 3 });
	struct rw_job job[2];

	rw_cut(rig, RW_PAGES, 8, RW_SEED);
	for (int i = 0; i < 2; i++) {
		job[i] = rw_job(rig, RW_FORM_BVEC, DMA_FROM_DEVICE);
		KUNIT_EXPECT_EQ(test, rw_job_init(&job[i]), 1);
	}
	KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
	for (int i = 0; i < 2; i++)
		rw_job_destroy(&job[i]);
}

/* A QP without SGEs, a device without MRs: -EINVAL. */
static void rw_without_means(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IWARP });
	struct rw_job job;

	rw_cut(rig, RW_PAGES, 2, RW_SEED);
	for (int form = RW_FORM_SG; form <= RW_FORM_BVEC; form++) {
		rig->qp->max_write_sge = 0;
		job = rw_job(rig, form, DMA_TO_DEVICE);
		KUNIT_EXPECT_EQ(test, rw_job_init(&job), -EINVAL);
		rig->fake->dev.attrs.max_fast_reg_page_list_len = 0;
		job = rw_job(rig, form, DMA_FROM_DEVICE);
		KUNIT_EXPECT_EQ(test, rw_job_init(&job), -EINVAL);
	}
	KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
}

/* An IOMMU of the test's: what it has linked, and where. */
#define IOVA_BASE	0x7f0000000000ULL

static struct {
	u32 fail_link;		/* the n-th; 0: none */
	int fail_sync;
	bool no_space;
	u32 ranges;		/* that are allocated */
	u32 nr;
	struct {
		u64 offset;
		struct bio_vec bv;
	} piece[RW_PIECES];
} iommu;

static unsigned long iommu_granule(struct device *dev)
{
	return PAGE_SIZE - 1;
}

static bool iommu_alloc(struct device *dev, struct dma_iova_state *state, phys_addr_t phys,
			size_t size)
{
	if (iommu.no_space)
		return false;
	state->addr = IOVA_BASE + offset_in_page(phys);
	state->__size = size;
	iommu.nr = 0;
	iommu.ranges++;
	return true;
}

static int iommu_link(struct device *dev, struct dma_iova_state *state,
		      const struct bio_vec *piece, size_t offset, enum dma_data_direction dir)
{
	if (iommu.nr + 1 == iommu.fail_link)
		return -EIO;
	if (offset && offset_in_page(state->addr + offset))
		return -EFAULT;
	iommu.piece[iommu.nr].offset = state->addr + offset;
	iommu.piece[iommu.nr++].bv = *piece;
	return 0;
}

static int iommu_sync(struct device *dev, struct dma_iova_state *state, size_t linked)
{
	return iommu.fail_sync;
}

static void iommu_free(struct device *dev, struct dma_iova_state *state, size_t linked,
		       enum dma_data_direction dir)
{
	size_t sum = 0;

	for (u32 i = 0; i < iommu.nr; i++)
		sum += iommu.piece[i].bv.bv_len;
	if (sum == linked)
		iommu.ranges--;
}

static u8 *iommu_to_virt(u64 addr)
{
	for (u32 i = 0; i < iommu.nr; i++)
		if (addr >= iommu.piece[i].offset &&
		    addr - iommu.piece[i].offset < iommu.piece[i].bv.bv_len)
			return bvec_virt(&iommu.piece[i].bv) + (addr - iommu.piece[i].offset);
	return NULL;
}

static struct rw_rig *iommu_rig(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IB,
								     .real_dma = true });

	memset(&iommu, 0, sizeof(iommu));
	kunit_activate_static_stub(test, rw_iova_granule, iommu_granule);
	kunit_activate_static_stub(test, rw_iova_alloc, iommu_alloc);
	kunit_activate_static_stub(test, rw_iova_link, iommu_link);
	kunit_activate_static_stub(test, rw_iova_sync, iommu_sync);
	kunit_activate_static_stub(test, rw_iova_free, iommu_free);
	rig->mover.to_virt = iommu_to_virt;
	rig->mover.step = 1;
	return rig;
}

/* Pieces that meet on page boundaries become one SGE. */
static void rw_iova_moves(struct kunit *test)
{
	struct rw_rig *rig = iommu_rig(test);

	for (u32 n = 2; n <= 257; n = next_count(n, RW_PAGES)) {
		struct rw_job job;

		rw_cut(rig, RW_PAGES, n, RW_SEED + n);
		job = rw_job(rig, RW_FORM_BVEC, n & 1 ? DMA_TO_DEVICE : DMA_FROM_DEVICE);
		KUNIT_EXPECT_EQ(test, rw_job_init(&job), 1);
		KUNIT_EXPECT_EQ(test, job.ctx.type, RW_BVEC_IOVA);
		rw_job_destroy(&job);
		KUNIT_EXPECT_EQ(test, iommu.ranges, 0);
		if (n < 20 || n > 256)
			rw_run(test, &job);
	}
}

/* What does not fit a range, or fails to become one, is moved by SGEs. */
static void rw_iova_falls_back(struct kunit *test)
{
	struct rw_rig *rig = iommu_rig(test);
	struct rw_job job;

	rw_cut(rig, RW_PAGES, 6, RW_SEED);
	job = rw_job(rig, RW_FORM_BVEC, DMA_TO_DEVICE);
	iommu.no_space = true;
	rw_run(test, &job);
	iommu.no_space = false;
	for (iommu.fail_link = 1; iommu.fail_link <= 6; iommu.fail_link++) {
		KUNIT_EXPECT_EQ(test, rw_job_init(&job), 1);
		KUNIT_EXPECT_EQ(test, job.ctx.type, RW_BVEC_MULTI);
		KUNIT_EXPECT_EQ(test, iommu.ranges, 0);
		rw_job_destroy(&job);
	}
	iommu.fail_link = 0;
	iommu.fail_sync = -EIO;
	KUNIT_EXPECT_EQ(test, rw_job_init(&job), 1);
	KUNIT_EXPECT_EQ(test, job.ctx.type, RW_BVEC_MULTI);
	KUNIT_EXPECT_EQ(test, iommu.ranges, 0);
	rw_job_destroy(&job);

	iommu.fail_sync = 0;
	rw_cut(rig, RW_BYTES, 6, RW_SEED);
	job = rw_job(rig, RW_FORM_BVEC, DMA_TO_DEVICE);
	KUNIT_EXPECT_EQ(test, rw_job_init(&job), 1);
	KUNIT_EXPECT_EQ(test, job.ctx.type, RW_BVEC_MULTI);
	rw_job_destroy(&job);
}

/* What is chained behind a context, and who is told. */
static void rw_chains(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IB, .sges = 2 });
	struct probes *probes = probes_create(test, 2);
	struct ib_send_wr send = {
		.wr_cqe = &probes->probe[1].cqe,
		.opcode = IB_WR_SEND,
		.send_flags = IB_SEND_SIGNALED,
	};
	struct rw_job job;
	int wrs;

	rw_cut(rig, RW_BYTES, 7, RW_SEED);
	job = rw_job(rig, RW_FORM_SG, DMA_TO_DEVICE);
	wrs = rw_job_init(&job);
	KUNIT_EXPECT_EQ(test, wrs, 4);
	for (int round = 0; round < 2; round++) {
		KUNIT_EXPECT_EQ(test, 0, rdma_rw_ctx_post(&job.ctx, rig->qp, 1,
							  &probes->probe[0].cqe, &send));
		KUNIT_EXPECT_EQ(test, fake_move(rig->qp, &rig->mover), wrs + 1);
		ib_process_cq_direct(rig->cq, -1);
		KUNIT_EXPECT_EQ(test, atomic_read(&probes->probe[0].told), round);
		KUNIT_EXPECT_EQ(test, atomic_read(&probes->probe[1].told), round + 1);

		KUNIT_EXPECT_EQ(test, 0, rdma_rw_ctx_post(&job.ctx, rig->qp, 1,
							  &probes->probe[0].cqe, NULL));
		KUNIT_EXPECT_EQ(test, fake_move(rig->qp, &rig->mover), wrs);
		ib_process_cq_direct(rig->cq, -1);
		KUNIT_EXPECT_EQ(test, atomic_read(&probes->probe[0].told), round + 1);
	}
	rw_job_destroy(&job);
}

/* Each post has a key of its own, and the one before is invalidated first. */
static void rw_renews_keys(struct kunit *test)
{
	struct rw_rig *rig;
	struct rw_job job;
	u32 last_key = 0;

	force_mr(test);
	rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IB, .ctxs = 1 });
	rw_cut(rig, RW_PAGES, 2, RW_SEED);
	for (int i = 0; i < 300; i++) {
		job = rw_job(rig, RW_FORM_SG, DMA_TO_DEVICE);
		KUNIT_EXPECT_EQ(test, rw_job_init(&job), i ? 3 : 2);
		rdma_rw_ctx_wrs(&job.ctx, rig->qp, 1, NULL, NULL);
		KUNIT_EXPECT_NE(test, job.ctx.reg->reg_wr.key, last_key);
		KUNIT_EXPECT_EQ(test, job.ctx.reg->sge.lkey, job.ctx.reg->reg_wr.key);
		KUNIT_EXPECT_EQ(test, job.ctx.reg->mr->rkey, job.ctx.reg->reg_wr.key);
		if (i)
			KUNIT_EXPECT_EQ(test, job.ctx.reg->inv_wr.ex.invalidate_rkey, last_key);
		KUNIT_EXPECT_TRUE(test, job.ctx.reg->mr->need_inval);
		last_key = job.ctx.reg->reg_wr.key;
		rw_job_destroy(&job);
	}
}

/* A read that invalidates its key names the key of this post, and leaves none. */
static void rw_read_invalidates(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IWARP,
								     .ctxs = 1 });
	struct ib_send_wr *wr;
	struct rw_job job;

	rw_cut(rig, RW_PAGES, 2, RW_SEED);
	for (int i = 0; i < 3; i++) {
		job = rw_job(rig, RW_FORM_SG, DMA_FROM_DEVICE);
		KUNIT_EXPECT_EQ(test, rw_job_init(&job), 2);
		wr = rdma_rw_ctx_wrs(&job.ctx, rig->qp, 1, NULL, NULL);
		KUNIT_EXPECT_EQ(test, (u32)wr->next->opcode, IB_WR_RDMA_READ_WITH_INV);
		KUNIT_EXPECT_EQ(test, wr->next->ex.invalidate_rkey, job.ctx.reg->reg_wr.key);
		KUNIT_EXPECT_FALSE(test, job.ctx.reg->mr->need_inval);
		rw_job_destroy(&job);
	}
}

/* A context that is not set up, or of another kind, is not acted upon. */
static void rw_refuses_wrong_context(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) { .link = FAKE_IB });
	struct rdma_rw_ctx none = {};
	struct rw_job job;

	KUNIT_EXPECT_NULL(test, rdma_rw_ctx_wrs(&none, rig->qp, 1, NULL, NULL));
	KUNIT_EXPECT_EQ(test, rdma_rw_ctx_post(&none, rig->qp, 1, NULL, NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(post_send)), 0);

	for (enum rw_form form = RW_FORM_SG; form <= RW_FORM_BVEC; form++) {
		rw_cut(rig, RW_BYTES, 20, RW_SEED);
		job = rw_job(rig, form, DMA_TO_DEVICE);
		KUNIT_EXPECT_EQ(test, rw_job_init(&job), 2);
		rdma_rw_ctx_destroy_signature(&job.ctx, rig->qp, 1, rig->sg, 1, NULL, 0,
					      DMA_TO_DEVICE);
		if (form == RW_FORM_BVEC)
			rdma_rw_ctx_destroy(&job.ctx, rig->qp, 1, rig->sg, 1, DMA_TO_DEVICE);
		else
			rdma_rw_ctx_destroy_bvec(&job.ctx, rig->qp, 1, rig->bv, 1, DMA_TO_DEVICE);
		KUNIT_EXPECT_NE(test, job.ctx.type, RW_NONE);
		rw_job_destroy(&job);
		KUNIT_EXPECT_EQ(test, job.ctx.type, RW_NONE);
		rw_job_destroy(&job);
	}
}

static struct kunit_case rw_cases[] = {
	KUNIT_CASE_PARAM(rw_moves, path_gen_params),
	KUNIT_CASE(rw_skips),
	KUNIT_CASE(rw_skips_too_much),
	KUNIT_CASE(rw_bvec_parts),
	KUNIT_CASE_PARAM(rw_bvec_refuses, bvec_gen_params),
	KUNIT_CASE(rw_registers_by_pages),
	KUNIT_CASE(rw_moves_at_random),
	KUNIT_CASE(rw_pool_runs_dry),
	KUNIT_CASE(rw_registration_fails),
	KUNIT_CASE_PARAM(rw_dma_fails, way_gen_params),
#ifdef CONFIG_FAILSLAB
	KUNIT_CASE_PARAM(rw_survives_any_failure, way_gen_params),
#endif
	KUNIT_CASE(rw_falls_back),
	KUNIT_CASE(rw_bvec_spares_pool),
	KUNIT_CASE(rw_without_means),
	KUNIT_CASE(rw_iova_moves),
	KUNIT_CASE(rw_iova_falls_back),
	KUNIT_CASE(rw_chains),
	KUNIT_CASE(rw_renews_keys),
	KUNIT_CASE(rw_read_invalidates),
	KUNIT_CASE(rw_refuses_wrong_context),
	{}
};

static struct kunit_suite rw_suite = {
	.name = "ib_core_rw",
	.test_cases = rw_cases,
};

kunit_test_suite(rw_suite);
