// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of what the read/write API says that it needs, of the QPs that are made
 * by that, and of data with protection information.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <rdma/rw.h>
#include <rdma/signature.h>

#include "rw/rw.h"
#include "nth.h"
#include "rw_rig.h"

#define B023_CTXS	64

static const struct sizing_case {
	const char *desc;
	enum fake_link link;
	u32 max_sgl_rd, max_sge_rd, mr_pages;
	bool force;
	u32 create_flags;
	u32 pages;
	u32 mr_factor;
	u32 ctxs;
	u32 send_wr;
} sizing_cases[] = {
	{ "direct", FAKE_IB, 0, 16, 256, false, 0, 256, 16, 10, 10 },
	{ "direct, one page", FAKE_IB, 0, 16, 256, false, 0, 1, 1, 10, 10 },
	{ "no page", FAKE_IB, 0, 16, 256, false, 0, 0, 0, 0, 0 },
	{ "device likes MRs", FAKE_IB, 1, 16, 256, false, 0, 257, 2, 10, 30 },
	{ "iWARP", FAKE_IWARP, 0, 16, 128, false, 0, 256, 2, 10, 30 },
	{ "MRs larger than we take", FAKE_IWARP, 0, 16, 512, false, 0, 512, 2, 10, 30 },
	{ "forced", FAKE_IB, 0, 16, 256, true, 0, 256, 1, 10, 30 },
	{ "integrity", FAKE_IB, 0, 16, 256, false, IB_QP_CREATE_INTEGRITY_EN, 16, 1, 10, 30 },
	{ "no SGEs", FAKE_IB, 0, 0, 256, false, 0, 7, 7, 10, 10 },
	{ "no MRs", FAKE_IWARP, 0, 16, 0, false, 0, 7, 7, 10, 30 },
	{ "B023 as many as there are", FAKE_IB, 0, 16, 256, false, 0, 1, 1, U32_MAX, U32_MAX },
	{ "B023 just fits", FAKE_IWARP, 0, 16, 256, false, 0, 1, 1, U32_MAX / 3, U32_MAX },
	{ "B023 overflows", FAKE_IWARP, 0, 16, 256, false, 0, 1, 1, U32_MAX / 3 + 1, U32_MAX },
	{ "B023 overflows to 0", FAKE_IWARP, 0, 16, 256, false, 0, 1, 1, U32_MAX, U32_MAX },
};

KUNIT_ARRAY_PARAM_DESC(sizing, sizing_cases, desc);

static void force_off(void *unused)
{
	rw_force_mr = false;
}

static void rw_sizes(struct kunit *test)
{
	const struct sizing_case *c = test->param_value;
	struct fake *fake = fake_create(test, &(struct fake_config) { .link = c->link,
								      .registered = true });
	struct ib_device_attr *attrs = &fake->dev.attrs;

	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, force_off, NULL));
	rw_force_mr = c->force;
	attrs->max_sgl_rd = c->max_sgl_rd;
	attrs->max_sge_rd = c->max_sge_rd;
	attrs->max_fast_reg_page_list_len = c->mr_pages;
	KUNIT_EXPECT_EQ(test, rdma_rw_mr_factor(&fake->dev, 1, c->pages), c->mr_factor);
	KUNIT_EXPECT_EQ(test, rdma_rw_max_send_wr(&fake->dev, 1, c->ctxs, c->create_flags),
			c->send_wr);
}

static const struct qp_case {
	const char *desc;
	enum fake_link link;
	u32 create_flags;
	u32 send_wr, ctxs;
	u32 want_wr;
	u32 mrs, sig_mrs;
} qp_cases[] = {
	{ "direct", FAKE_IB, 0, 5, 10, 15, 0, 0 },
	{ "iWARP", FAKE_IWARP, 0, 5, 10, 35, 10, 0 },
	{ "integrity", FAKE_IB, IB_QP_CREATE_INTEGRITY_EN, 5, 10, 35, 10, 10 },
	{ "more than the device has", FAKE_IWARP, 0, 4000, 100, 4096, 100, 0 },
	{ "B023 contexts without end", FAKE_IB, 0, 5, U32_MAX, 4096, 0, 0 },
	{ "B023 requests without end", FAKE_IB, 0, U32_MAX, 5, 4096, 0, 0 },
	{ "no contexts", FAKE_IWARP, 0, 5, 0, 5, 0, 0 },
};

KUNIT_ARRAY_PARAM_DESC(qp, qp_cases, desc);

static struct ib_qp *sized_qp(struct kunit *test, struct fake *fake, const struct qp_case *c)
{
	struct ib_cq *cq = fake_cq(test, fake, 64, IB_POLL_DIRECT);
	struct ib_qp_init_attr attr = {
		.qp_type = IB_QPT_RC,
		.send_cq = cq,
		.recv_cq = cq,
		.create_flags = c->create_flags,
		.port_num = 1,
		.cap = {
			.max_send_wr = c->send_wr,
			.max_send_sge = 1,
			.max_rdma_ctxs = c->ctxs,
		},
	};

	return ib_create_qp(fake_pd(test, fake), &attr);
}

static struct fake *integrity_device(struct kunit *test, enum fake_link link)
{
	struct fake *fake = fake_create(test, &(struct fake_config) {
		.link = link, .registered = true,
		.kernel_caps = IBK_LOCAL_DMA_LKEY | IBK_INTEGRITY_HANDOVER });

	fake->dev.attrs.max_pi_fast_reg_page_list_len = 64;
	return fake;
}

/* The send queue has room for all contexts, the pools have their MRs, and none stays. */
static void rw_qp_is_sized(struct kunit *test)
{
	const struct qp_case *c = test->param_value;
	struct fake *fake = integrity_device(test, c->link);
	struct ib_qp *qp = sized_qp(test, fake, c);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	KUNIT_EXPECT_EQ(test, to_fake_qp(qp)->init_cap.max_send_wr, c->want_wr);
	KUNIT_EXPECT_EQ(test, list_count_nodes(&qp->rdma_mrs), c->mrs);
	KUNIT_EXPECT_EQ(test, list_count_nodes(&qp->sig_mrs), c->sig_mrs);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dereg_mr)),
			fake_calls(fake, FAKE_OP(alloc_mr)) +
			fake_calls(fake, FAKE_OP(alloc_mr_integrity)));
}

/* The n-th MR of a QP cannot be had: its errno, and no MR stays. */
static void rw_qp_mrs_fail(struct kunit *test)
{
	static const struct {
		u32 op, n;
	} fails[] = {
		{ FAKE_OP(alloc_mr), 1 },
		{ FAKE_OP(alloc_mr), 3 },
		{ FAKE_OP(alloc_mr_integrity), 1 },
		{ FAKE_OP(alloc_mr_integrity), 3 },
	};
	const struct qp_case c = { .create_flags = IB_QP_CREATE_INTEGRITY_EN, .ctxs = 3 };

	for (int i = 0; i < ARRAY_SIZE(fails); i++) {
		struct fake *fake = integrity_device(test, FAKE_IB);
		u32 failed = fails[i].op;

		fake_fail(fake, failed, fails[i].n, -ENOSPC);
		KUNIT_EXPECT_PTR_EQ(test, sized_qp(test, fake, &c), ERR_PTR(-ENOSPC));
		KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_qp)), 1);
		KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dereg_mr)) + 1,
				fake_calls(fake, FAKE_OP(alloc_mr)) +
				fake_calls(fake, FAKE_OP(alloc_mr_integrity)));
	}
}

/*
 * B023, B026: a CQ and a QP of the size that is asked for here stand all of their
 * contexts at once, registration, invalidation and all.
 */
static void rw_all_at_once(struct kunit *test)
{
	struct rw_spec spec = { .link = FAKE_IB, .ctxs = B023_CTXS };
	struct probes *probes = probes_create(test, B023_CTXS);
	struct rw_rig *rig;
	struct rw_job *job;
	u32 wrs;

	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, force_off, NULL));
	rw_force_mr = true;
	rig = rw_rig_create(test, &spec);
	job = kunit_kcalloc(test, B023_CTXS, sizeof(*job), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, job);
	wrs = rdma_rw_max_send_wr(&rig->fake->dev, 1, B023_CTXS, 0);
	to_fake_qp(rig->qp)->sq.cap = wrs;
	rw_cut(rig, RW_PAGES, 4, 0);
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < B023_CTXS; i++) {
			job[i] = rw_job(rig, RW_FORM_SG, DMA_TO_DEVICE);
			KUNIT_EXPECT_EQ(test, rw_job_init(&job[i]), 2 + round);
			KUNIT_EXPECT_EQ(test, 0, rdma_rw_ctx_post(&job[i].ctx, rig->qp, 1,
								  &probes->probe[i].cqe, NULL));
		}
		KUNIT_EXPECT_EQ(test, fake_move(rig->qp, &rig->mover), B023_CTXS * (2 + round));
		KUNIT_EXPECT_EQ(test, ib_process_cq_direct(rig->cq, -1), B023_CTXS);
		for (int i = 0; i < B023_CTXS; i++)
			rw_job_destroy(&job[i]);
	}
	KUNIT_EXPECT_EQ(test, to_fake_qp(rig->qp)->sq.max_depth, wrs);
	KUNIT_EXPECT_LE(test, to_fake_cq(rig->cq)->max_depth, wrs);
}

/* Data of @n pages and as many bits of protection information of 8 bytes each. */
struct sig_lists {
	struct scatterlist data[RW_PIECES];
	struct scatterlist prot[RW_PIECES];
	u32 n;
	u32 prot_n;
	u32 bytes;
};

static struct sig_lists *sig_lists_create(struct kunit *test, struct rw_rig *rig, u32 n,
					  u32 prot_n)
{
	struct sig_lists *lists = kunit_kzalloc(test, sizeof(*lists), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, lists);
	lists->n = n;
	lists->prot_n = prot_n;
	lists->bytes = n * PAGE_SIZE;
	sg_init_table(lists->data, n ?: 1);
	sg_init_table(lists->prot, prot_n ?: 1);
	for (u32 i = 0; i < n; i++)
		sg_set_buf(&lists->data[i], rig->local + i * 2 * PAGE_SIZE, PAGE_SIZE);
	for (u32 i = 0; i < prot_n; i++)
		sg_set_buf(&lists->prot[i], rig->local + (i * 2 + 1) * PAGE_SIZE + 64, 8);
	return lists;
}

static int sig_init(struct rw_rig *rig, struct sig_lists *lists, struct rdma_rw_ctx *ctx,
		    enum ib_signature_type wire, enum dma_data_direction dir)
{
	struct ib_sig_attrs attrs = {
		.mem.sig_type = IB_SIG_TYPE_T10_DIF,
		.wire.sig_type = wire,
	};

	return rdma_rw_ctx_signature_init(ctx, rig->qp, 1, lists->data, lists->n,
					  lists->prot_n ? lists->prot : NULL, lists->prot_n,
					  &attrs, RW_REMOTE_BASE, RW_RKEY, dir);
}

static void sig_destroy(struct rw_rig *rig, struct sig_lists *lists, struct rdma_rw_ctx *ctx,
			enum dma_data_direction dir)
{
	rdma_rw_ctx_destroy_signature(ctx, rig->qp, 1, lists->data, lists->n,
				      lists->prot_n ? lists->prot : NULL, lists->prot_n, dir);
}

static const struct sig_case {
	const char *desc;
	u32 n, prot_n;
	enum ib_signature_type wire;
	enum dma_data_direction dir;
	bool real_dma;
} sig_cases[] = {
	{ "write both", 5, 5, IB_SIG_TYPE_T10_DIF, DMA_TO_DEVICE },
	{ "write data", 5, 5, IB_SIG_TYPE_NONE, DMA_TO_DEVICE },
	{ "write what has none", 5, 0, IB_SIG_TYPE_T10_DIF, DMA_TO_DEVICE },
	{ "read both", 5, 5, IB_SIG_TYPE_T10_DIF, DMA_FROM_DEVICE },
	{ "read both, DMA", 3, 2, IB_SIG_TYPE_T10_DIF, DMA_FROM_DEVICE, true },
	{ "read data", 1, 1, IB_SIG_TYPE_NONE, DMA_FROM_DEVICE },
	{ "write all that an MR holds", 256, 256, IB_SIG_TYPE_T10_DIF, DMA_TO_DEVICE },
};

KUNIT_ARRAY_PARAM_DESC(sig, sig_cases, desc);

static void sig_fill(struct rw_rig *rig)
{
	for (u32 i = 0; i < RW_LOCAL; i++)
		rig->local[i] = i * 5 + (i >> 9);
	for (u32 i = 0; i < RW_REMOTE; i++)
		rig->mover.mem[i] = ~(i * 3 + (i >> 7));
}

/* Byte @pos of data, and of protection information behind it. */
static u8 *sig_byte(struct rw_rig *rig, const struct sig_lists *lists, u32 pos)
{
	u32 page = pos / PAGE_SIZE;

	if (pos < lists->bytes)
		return rig->local + page * 2 * PAGE_SIZE + pos % PAGE_SIZE;
	pos -= lists->bytes;
	return rig->local + (pos / 8 * 2 + 1) * PAGE_SIZE + 64 + pos % 8;
}

static void rw_sig_moves(struct kunit *test)
{
	const struct sig_case *c = test->param_value;
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) {
		.link = FAKE_IB, .integrity = true, .real_dma = c->real_dma });
	struct sig_lists *lists = sig_lists_create(test, rig, c->n, c->prot_n);
	struct probes *probes = probes_create(test, 1);
	u32 total = lists->bytes + (c->wire == IB_SIG_TYPE_NONE ? 0 : c->prot_n * 8);
	u32 differ = 0;

	for (int round = 0; round < 2; round++) {
		struct rdma_rw_ctx ctx = {};

		sig_fill(rig);
		KUNIT_ASSERT_EQ(test, sig_init(rig, lists, &ctx, c->wire, c->dir), 2 + round);
		KUNIT_EXPECT_EQ(test, 0, rdma_rw_ctx_post(&ctx, rig->qp, 1,
							  &probes->probe[0].cqe, NULL));
		KUNIT_EXPECT_EQ_MSG(test, fake_move(rig->qp, &rig->mover), 2 + round, "%s",
				    rig->mover.wrong ?: "");
		KUNIT_EXPECT_EQ(test, ib_process_cq_direct(rig->cq, -1), 1);
		sig_destroy(rig, lists, &ctx, c->dir);
		for (u32 pos = 0; pos < total; pos++)
			differ += *sig_byte(rig, lists, pos) != rig->mover.mem[pos];
		differ += c->dir == DMA_TO_DEVICE &&
			  rig->mover.mem[total] != (u8)~(total * 3 + (total >> 7));
	}
	KUNIT_EXPECT_EQ(test, differ, 0);
	KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
}

/* Each refusal, with the context as it was and no MR kept. */
static void rw_sig_refuses(struct kunit *test)
{
	static const struct {
		u32 n, prot_n;
		int map_err;
		int err;
	} cases[] = {
		{ 0, 1, 0, -EINVAL },
		{ 9, 1, 0, -EINVAL },
		{ 1, 9, 0, -EINVAL },
		{ 8, 8, -EFAULT, -EFAULT },
		{ 8, 8, -ENOMEM, -ENOMEM },
	};
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) {
		.link = FAKE_IB, .integrity = true, .max_pages = 8, .real_dma = true });
	struct rdma_rw_ctx ctx = {}, before = {};

	for (int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sig_lists *lists = sig_lists_create(test, rig, cases[i].n, cases[i].prot_n);

		fake_fail(rig->fake, FAKE_OP(map_mr_sg_pi), 1, cases[i].map_err);
		KUNIT_EXPECT_EQ(test, sig_init(rig, lists, &ctx, IB_SIG_TYPE_NONE, DMA_TO_DEVICE),
				cases[i].err);
		KUNIT_EXPECT_MEMEQ(test, &ctx, &before, sizeof(ctx));
		KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
	}
}

/* Data and protection information, of which the device does not reach all. */
static void rw_sig_dma_fails(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) {
		.link = FAKE_IB, .integrity = true, .real_dma = true });
	struct sig_lists *lists = sig_lists_create(test, rig, 2, 4);
	struct rdma_rw_ctx ctx = {}, before = {};

	/* Pages with data and with protection information take turns. */
	kunit_warning_suppress(test) {
		for (u32 page = 0; page < 8; page++) {
			rw_rig_reach(rig, page * PAGE_SIZE);
			KUNIT_EXPECT_EQ(test, sig_init(rig, lists, &ctx, IB_SIG_TYPE_NONE,
						       DMA_TO_DEVICE), -EIO);
			KUNIT_EXPECT_MEMEQ(test, &ctx, &before, sizeof(ctx));
			KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
		}
	}
	rw_rig_reach(rig, RW_LOCAL);
	KUNIT_EXPECT_EQ(test, sig_init(rig, lists, &ctx, IB_SIG_TYPE_NONE, DMA_TO_DEVICE), 2);
	sig_destroy(rig, lists, &ctx, DMA_TO_DEVICE);
}

#ifdef CONFIG_FAILSLAB
static void rw_sig_survives_any_failure(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) {
		.link = FAKE_IB, .integrity = true, .real_dma = true });
	struct sig_lists *lists = sig_lists_create(test, rig, 2, 2);
	struct rdma_rw_ctx ctx = {};
	bool failed = true;
	u32 n;

	for (n = 1; failed; n++) {
		int ret;

		nth_fail(n);
		ret = sig_init(rig, lists, &ctx, IB_SIG_TYPE_NONE, DMA_TO_DEVICE);
		failed = nth_failed();
		if (failed)
			KUNIT_EXPECT_EQ(test, ret, -ENOMEM);
		else
			sig_destroy(rig, lists, &ctx, DMA_TO_DEVICE);
		KUNIT_EXPECT_EQ(test, ctx.type, RW_NONE);
		KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
	}
	KUNIT_EXPECT_EQ(test, n, 3);
}
#endif

static void rw_sig_pool_runs_dry(struct kunit *test)
{
	struct rw_rig *rig = rw_rig_create(test, &(struct rw_spec) {
		.link = FAKE_IB, .integrity = true, .ctxs = 2 });
	struct sig_lists *lists = sig_lists_create(test, rig, 1, 1);
	struct rdma_rw_ctx ctx[3] = {};

	for (int i = 0; i < 3; i++)
		KUNIT_EXPECT_EQ(test, sig_init(rig, lists, &ctx[i], IB_SIG_TYPE_NONE,
					       DMA_TO_DEVICE), i < 2 ? 2 : -EAGAIN);
	for (int i = 0; i < 2; i++)
		sig_destroy(rig, lists, &ctx[i], DMA_TO_DEVICE);
	sig_destroy(rig, lists, &ctx[2], DMA_TO_DEVICE);
	KUNIT_EXPECT_EQ(test, rig->qp->mrs_used, 0);
}

static struct kunit_case rw_sizing_cases[] = {
	KUNIT_CASE_PARAM(rw_sizes, sizing_gen_params),
	KUNIT_CASE_PARAM(rw_qp_is_sized, qp_gen_params),
	KUNIT_CASE(rw_qp_mrs_fail),
	KUNIT_CASE(rw_all_at_once),
	KUNIT_CASE_PARAM(rw_sig_moves, sig_gen_params),
	KUNIT_CASE(rw_sig_refuses),
	KUNIT_CASE(rw_sig_dma_fails),
#ifdef CONFIG_FAILSLAB
	KUNIT_CASE(rw_sig_survives_any_failure),
#endif
	KUNIT_CASE(rw_sig_pool_runs_dry),
	{}
};

static struct kunit_suite rw_sizing_suite = {
	.name = "ib_core_rw_sizing",
	.test_cases = rw_sizing_cases,
};

kunit_test_suite(rw_sizing_suite);
