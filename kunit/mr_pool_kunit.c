// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of MR pools.
 */
#include <kunit/test.h>
#include <rdma/ib_verbs.h>
#include <rdma/mr_pool.h>

#include "mr_test.h"

#define POOL	5

/**
 * struct pool_ctx - what a test works on
 * @ctx: the device
 * @qp: a queue pair of it; its rdma_mrs is the pool
 * @before: regions that there are without the pool
 */
struct pool_ctx {
	struct mr_ctx *ctx;
	struct ib_qp *qp;
	u32 before;
};

static int pool_init(struct kunit *test)
{
	static const struct fake_config cfg = { .link = FAKE_IB, .registered = true };
	struct pool_ctx *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	struct ib_qp_init_attr attr = {
		.qp_type = IB_QPT_RC,
		.sq_sig_type = IB_SIGNAL_REQ_WR,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
	};

	KUNIT_ASSERT_NOT_NULL(test, p);
	p->ctx = mr_ctx_create(test, &cfg);
	attr.send_cq = fake_cq(test, p->ctx->fake, 8, IB_POLL_DIRECT);
	attr.recv_cq = attr.send_cq;
	p->qp = fake_qp(test, p->ctx->pd, &attr);
	p->before = mr_listed(p->ctx);
	fake_forget(p->ctx->fake);
	test->priv = p;
	return 0;
}

static void pool_expect(struct kunit *test, const struct pool_ctx *p, u32 regions, u32 waiting,
			int used)
{
	KUNIT_EXPECT_EQ(test, mr_listed(p->ctx), p->before + regions);
	KUNIT_EXPECT_EQ(test, list_count_nodes(&p->qp->rdma_mrs), waiting);
	KUNIT_EXPECT_EQ(test, p->qp->mrs_used, used);
}

static void pool_get_put(struct kunit *test)
{
	struct pool_ctx *p = test->priv;
	struct list_head *pool = &p->qp->rdma_mrs;
	struct ib_mr *mrs[POOL];
	struct fake_call call;

	KUNIT_ASSERT_EQ(test, ib_mr_pool_init(p->qp, pool, POOL, IB_MR_TYPE_MEM_REG, 7, 0), 0);
	pool_expect(test, p, POOL, POOL, 0);
	KUNIT_EXPECT_TRUE(test, fake_last(p->ctx->fake, FAKE_OP(alloc_mr), &call));
	KUNIT_EXPECT_EQ(test, call.arg[1], 7);

	for (int i = 0; i < POOL; i++) {
		mrs[i] = ib_mr_pool_get(p->qp, pool);
		KUNIT_ASSERT_NOT_NULL(test, mrs[i]);
		for (int j = 0; j < i; j++)
			KUNIT_EXPECT_PTR_NE(test, mrs[i], mrs[j]);
		pool_expect(test, p, POOL, POOL - i - 1, i + 1);
	}
	KUNIT_EXPECT_NULL(test, ib_mr_pool_get(p->qp, pool));
	pool_expect(test, p, POOL, 0, POOL);

	/* The one that came back last is the warmest, and goes first. */
	for (int i = 0; i < POOL; i++) {
		ib_mr_pool_put(p->qp, pool, mrs[i]);
		pool_expect(test, p, POOL, i + 1, POOL - i - 1);
	}
	KUNIT_EXPECT_PTR_EQ(test, ib_mr_pool_get(p->qp, pool), mrs[POOL - 1]);
	ib_mr_pool_put(p->qp, pool, mrs[POOL - 1]);

	ib_mr_pool_destroy(p->qp, pool);
	pool_expect(test, p, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, fake_calls(p->ctx->fake, FAKE_OP(dereg_mr)), POOL);
}

static void pool_of_integrity_regions(struct kunit *test)
{
	struct pool_ctx *p = test->priv;
	struct list_head *pool = &p->qp->rdma_mrs;
	struct fake_call call;
	struct ib_mr *mr;

	KUNIT_ASSERT_EQ(test, ib_mr_pool_init(p->qp, pool, 2, IB_MR_TYPE_INTEGRITY, 4, 3), 0);
	KUNIT_EXPECT_TRUE(test, fake_last(p->ctx->fake, FAKE_OP(alloc_mr_integrity), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], 4);
	KUNIT_EXPECT_EQ(test, call.arg[1], 3);
	mr = ib_mr_pool_get(p->qp, pool);
	KUNIT_ASSERT_NOT_NULL(test, mr);
	KUNIT_EXPECT_EQ(test, (int)mr->type, (int)IB_MR_TYPE_INTEGRITY);
	ib_mr_pool_put(p->qp, pool, mr);
	ib_mr_pool_destroy(p->qp, pool);
	pool_expect(test, p, 0, 0, 0);
}

/* The n-th region is refused: none is left. */
static void pool_init_fails(struct kunit *test)
{
	struct pool_ctx *p = test->priv;
	struct list_head *pool = &p->qp->rdma_mrs;

	for (u32 n = 1; n <= POOL; n++) {
		fake_forget(p->ctx->fake);
		fake_fail(p->ctx->fake, FAKE_OP(alloc_mr), n, -ENOSPC);
		KUNIT_EXPECT_EQ(test, ib_mr_pool_init(p->qp, pool, POOL, IB_MR_TYPE_MEM_REG, 1, 0),
				-ENOSPC);
		KUNIT_EXPECT_EQ(test, fake_calls(p->ctx->fake, FAKE_OP(dereg_mr)), n - 1);
		pool_expect(test, p, 0, 0, 0);
	}
}

static void pool_rejects_what_alloc_rejects(struct kunit *test)
{
	struct pool_ctx *p = test->priv;
	struct list_head *pool = &p->qp->rdma_mrs;

	KUNIT_EXPECT_EQ(test, ib_mr_pool_init(p->qp, pool, 1, IB_MR_TYPE_MEM_REG, 0, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, ib_mr_pool_init(p->qp, pool, 1, IB_MR_TYPE_USER, 1, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, ib_mr_pool_init(p->qp, pool, 1, IB_MR_TYPE_INTEGRITY, 1, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, ib_mr_pool_init(p->qp, pool, 0, IB_MR_TYPE_MEM_REG, 1, 0), 0);
	KUNIT_EXPECT_EQ(test, ib_mr_pool_init(p->qp, pool, -1, IB_MR_TYPE_MEM_REG, 1, 0), 0);
	pool_expect(test, p, 0, 0, 0);
}

/* B020: the lists of a queue pair are pools that are empty, from the start. */
static void pool_of_a_new_qp_is_empty(struct kunit *test)
{
	struct pool_ctx *p = test->priv;

	KUNIT_EXPECT_NULL(test, ib_mr_pool_get(p->qp, &p->qp->rdma_mrs));
	KUNIT_EXPECT_NULL(test, ib_mr_pool_get(p->qp, &p->qp->sig_mrs));
	ib_mr_pool_destroy(p->qp, &p->qp->rdma_mrs);
	ib_mr_pool_destroy(p->qp, &p->qp->sig_mrs);
	pool_expect(test, p, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, fake_calls(p->ctx->fake, FAKE_OP(dereg_mr)), 0);
}

/* K4: a pool leaves it to its user whether a region is to be invalidated. */
static void pool_keeps_need_inval(struct kunit *test)
{
	struct pool_ctx *p = test->priv;
	struct list_head *pool = &p->qp->rdma_mrs;
	struct ib_mr *mr;

	KUNIT_ASSERT_EQ(test, ib_mr_pool_init(p->qp, pool, 1, IB_MR_TYPE_MEM_REG, 1, 0), 0);
	for (int need = 1; need >= 0; need--) {
		mr = ib_mr_pool_get(p->qp, pool);
		KUNIT_ASSERT_NOT_NULL(test, mr);
		mr->need_inval = need;
		ib_mr_pool_put(p->qp, pool, mr);
		KUNIT_EXPECT_PTR_EQ(test, ib_mr_pool_get(p->qp, pool), mr);
		KUNIT_EXPECT_EQ(test, mr->need_inval, need);
		ib_mr_pool_put(p->qp, pool, mr);
	}
	ib_mr_pool_destroy(p->qp, pool);
}

static struct kunit_case pool_cases[] = {
	KUNIT_CASE(pool_get_put),
	KUNIT_CASE(pool_of_integrity_regions),
	KUNIT_CASE(pool_init_fails),
	KUNIT_CASE(pool_rejects_what_alloc_rejects),
	KUNIT_CASE(pool_of_a_new_qp_is_empty),
	KUNIT_CASE(pool_keeps_need_inval),
	{}
};

static struct kunit_suite pool_suite = {
	.name = "ib_core_mr_pool",
	.init = pool_init,
	.test_cases = pool_cases,
};

kunit_test_suite(pool_suite);
