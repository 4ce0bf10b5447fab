// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows: completions and posting.
 */
#include <linux/bottom_half.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include "bench.h"

#define CQ_COMPLETIONS	256	/* a multiple of every batch size that the core polls with */

struct cq_bench {
	struct ib_cqe cqe;
	struct ib_cq *softirq;
	u8 from[SZ_64K];
	u8 to[SZ_64K];
};

static void cq_done(struct ib_cq *cq, struct ib_wc *wc)
{
}

static int cq_setup(struct bench *b)
{
	struct cq_bench *c = kvzalloc_obj(*c);

	if (!c)
		return -ENOMEM;
	c->cqe.done = cq_done;
	b->priv = c;
	return 0;
}

static void cq_teardown(struct bench *b)
{
	kvfree(b->priv);
}

static int cq_poll(struct bench *b)
{
	struct cq_bench *c = b->priv;

	null_complete(b->cq, &c->cqe, b->row->size);
	return ib_process_cq_direct(b->cq, b->row->size) != b->row->size;
}

static int cq_setup_softirq(struct bench *b)
{
	struct cq_bench *c;
	int ret = cq_setup(b);

	if (ret)
		return ret;
	c = b->priv;
	c->softirq = bench_cq(b->dev, IB_POLL_SOFTIRQ);
	ret = PTR_ERR_OR_ZERO(c->softirq);
	if (ret)
		kvfree(c);
	return ret;
}

static void cq_teardown_softirq(struct bench *b)
{
	struct cq_bench *c = b->priv;

	ib_free_cq(c->softirq);
	kvfree(c);
}

/* From the driver's event to the CQ armed again, with all that is there handled in between. */
static int cq_softirq(struct bench *b)
{
	struct cq_bench *c = b->priv;

	null_complete(c->softirq, &c->cqe, b->row->size);
	local_bh_disable();
	c->softirq->comp_handler(c->softirq, c->softirq->cq_context);
	local_bh_enable();
	return null_left(c->softirq);
}

static int cq_poll_empty(struct bench *b)
{
	return ib_process_cq_direct(b->cq, 1);
}

static int cq_post_send(struct bench *b)
{
	struct cq_bench *c = b->priv;
	struct ib_sge sge = {
		.addr = (uintptr_t)c->from,
		.length = 64,
		.lkey = b->pd->local_dma_lkey,
	};
	struct ib_send_wr wr = {
		.wr_cqe = &c->cqe,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IB_WR_SEND,
		.send_flags = IB_SEND_SIGNALED,
	};

	return ib_post_send(b->qp, &wr, NULL);
}

static int cq_post_recv(struct bench *b)
{
	struct cq_bench *c = b->priv;
	struct ib_sge sge = {
		.addr = (uintptr_t)c->to,
		.length = 64,
		.lkey = b->pd->local_dma_lkey,
	};
	struct ib_recv_wr wr = { .wr_cqe = &c->cqe, .sg_list = &sge, .num_sge = 1 };

	return ib_post_recv(b->qp, &wr, NULL);
}

/* The floor under everything that moves bytes. */
static int cq_memcpy(struct bench *b)
{
	struct cq_bench *c = b->priv;

	memcpy(c->to, c->from, b->row->size);
	barrier_data(c->to);
	return 0;
}

const struct bench_row cq_rows[] = {
	{
		.name = "CQ poll, per completion", .size = CQ_COMPLETIONS, .per = CQ_COMPLETIONS,
		.setup = cq_setup, .op = cq_poll, .teardown = cq_teardown,
	},
	{
		.name = "CQ poll, one completion", .size = 1,
		.setup = cq_setup, .op = cq_poll, .teardown = cq_teardown,
	},
	{ .name = "CQ poll, nothing there", .op = cq_poll_empty },
	{
		.name = "CQ event, 1 completion in softirq", .size = 1, .sleeps = true,
		.setup = cq_setup_softirq, .op = cq_softirq, .teardown = cq_teardown_softirq,
	},
	{
		.name = "CQ event, 16 completions in softirq", .size = 16, .sleeps = true,
		.setup = cq_setup_softirq, .op = cq_softirq, .teardown = cq_teardown_softirq,
	},
	{
		.name = "ib_post_send", .setup = cq_setup, .op = cq_post_send,
		.teardown = cq_teardown,
	},
	{
		.name = "ib_post_recv", .setup = cq_setup, .op = cq_post_recv,
		.teardown = cq_teardown,
	},
	{
		.name = "memcpy, 64 B", .size = 64,
		.setup = cq_setup, .op = cq_memcpy, .teardown = cq_teardown,
	},
	{
		.name = "memcpy, 4 KiB", .size = SZ_4K,
		.setup = cq_setup, .op = cq_memcpy, .teardown = cq_teardown,
	},
	{
		.name = "memcpy, 64 KiB", .size = SZ_64K,
		.setup = cq_setup, .op = cq_memcpy, .teardown = cq_teardown,
	},
	{}
};
