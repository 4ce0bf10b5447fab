// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows: bytes moved between two QPs of a real provider, one request at a time.
 *
 * All that the guest does until the completion has been seen counts.
 */
#include <linux/completion.h>
#include <linux/sizes.h>
#include <linux/skbuff.h>
#include <linux/slab.h>
#include <net/ipv6.h>
#include <rdma/ib_cache.h>

#include "bench.h"

#define WIRE_HELD	5	/* of each size, more in each round */

struct wire {
	struct sk_buff_head held;
	const struct ib_gid_attr *gid;
	struct ib_pd *pd;
	struct ib_cq *cq;
	struct ib_qp *qp[2];
	struct ib_mr *mr;
	struct ib_cqe cqe;
	struct completion done;
	enum ib_wc_status status;
	struct scatterlist sg;
	u64 addr;
	u8 *local;
	u8 *remote;
};

static void wire_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct wire *w = container_of(wc->wr_cqe, struct wire, cqe);

	w->status = wc->status;
	complete(&w->done);
}

static int wire_post(struct wire *w, struct ib_qp *qp, struct ib_send_wr *wr)
{
	int ret;

	wr->wr_cqe = &w->cqe;
	wr->send_flags |= IB_SEND_SIGNALED;
	reinit_completion(&w->done);
	ret = ib_post_send(qp, wr, NULL);
	if (ret)
		return ret;
	wait_for_completion(&w->done);
	return w->status == IB_WC_SUCCESS ? 0 : -EIO;
}

static int wire_rdma(struct bench *b, enum ib_wr_opcode opcode)
{
	struct wire *w = b->priv;
	struct ib_sge sge = {
		.addr = w->addr,
		.length = b->row->size,
		.lkey = w->pd->local_dma_lkey,
	};
	struct ib_rdma_wr wr = {
		.wr = { .opcode = opcode, .sg_list = &sge, .num_sge = 1 },
		.remote_addr = w->mr->iova,
		.rkey = w->mr->rkey,
	};

	return wire_post(w, w->qp[0], &wr.wr);
}

static int wire_write(struct bench *b)
{
	return wire_rdma(b, IB_WR_RDMA_WRITE);
}

static int wire_read(struct bench *b)
{
	return wire_rdma(b, IB_WR_RDMA_READ);
}

/* The first GID that an IP address stands behind. */
static const struct ib_gid_attr *wire_gid(struct ib_device *dev)
{
	for (int i = 0; i < 16; i++) {
		const struct ib_gid_attr *gid = rdma_get_gid_attr(dev, 1, i);

		if (IS_ERR(gid))
			continue;
		if (ipv6_addr_v4mapped((struct in6_addr *)&gid->gid))
			return gid;
		rdma_put_gid_attr(gid);
	}
	return ERR_PTR(-ENOENT);
}

/* Undoes as much of wire_setup() as was done. */
static void wire_free(struct wire *w)
{
	if (!w)
		return;
	if (!IS_ERR_OR_NULL(w->mr)) {
		ib_dma_unmap_sg(w->pd->device, &w->sg, 1, DMA_BIDIRECTIONAL);
		ib_dereg_mr(w->mr);
	}
	if (w->addr)
		ib_dma_unmap_single(w->pd->device, w->addr, SZ_64K, DMA_BIDIRECTIONAL);
	for (int i = 0; i < 2; i++)
		if (!IS_ERR_OR_NULL(w->qp[i]))
			ib_destroy_qp(w->qp[i]);
	if (!IS_ERR_OR_NULL(w->cq))
		ib_free_cq(w->cq);
	if (!IS_ERR_OR_NULL(w->pd))
		ib_dealloc_pd(w->pd);
	if (!IS_ERR_OR_NULL(w->gid))
		rdma_put_gid_attr(w->gid);
	__skb_queue_purge(&w->held);
	kfree(w->local);
	kfree(w->remote);
	kfree(w);
}

DEFINE_FREE(wire_free, struct wire *, wire_free(_T))

/*
 * Slab keeps what is free in sheaves. A row that starts where one is used up
 * changes sheaves with each packet and pays for it, so no two rounds start at the
 * same place: each holds more packets back, small ones and full ones.
 */
static int wire_hold(struct wire *w, u32 count)
{
	static const unsigned int sizes[] = { 128, 1280 };

	for (u32 i = 0; i < count * ARRAY_SIZE(sizes); i++) {
		struct sk_buff *skb = alloc_skb(sizes[i % ARRAY_SIZE(sizes)], GFP_KERNEL);

		if (!skb)
			return -ENOMEM;
		__skb_queue_tail(&w->held, skb);
	}
	return 0;
}

static int wire_connect(struct wire *w, struct ib_device *dev)
{
	w->gid = wire_gid(dev);
	if (IS_ERR(w->gid))
		return PTR_ERR(w->gid);
	w->pd = ib_alloc_pd(dev, 0);
	if (IS_ERR(w->pd))
		return PTR_ERR(w->pd);
	w->cq = bench_cq(dev, IB_POLL_SOFTIRQ);
	if (IS_ERR(w->cq))
		return PTR_ERR(w->cq);
	for (int i = 0; i < 2; i++) {
		w->qp[i] = bench_qp(w->pd, w->cq);
		if (IS_ERR(w->qp[i]))
			return PTR_ERR(w->qp[i]);
	}
	return bench_qp_to_rts(w->qp[0], w->gid, w->qp[1]->qp_num) ?:
	       bench_qp_to_rts(w->qp[1], w->gid, w->qp[0]->qp_num);
}

/* The far side's memory is registered, as it would be by a ULP. */
static int wire_register(struct wire *w)
{
	struct ib_reg_wr reg = {
		.wr.opcode = IB_WR_REG_MR,
		.access = IB_ACCESS_LOCAL_WRITE | IB_ACCESS_REMOTE_READ | IB_ACCESS_REMOTE_WRITE,
	};

	w->mr = ib_alloc_mr(w->pd, IB_MR_TYPE_MEM_REG, SZ_64K / SZ_4K);
	if (IS_ERR(w->mr))
		return PTR_ERR(w->mr);
	sg_init_one(&w->sg, w->remote, SZ_64K);
	if (ib_dma_map_sg(w->pd->device, &w->sg, 1, DMA_BIDIRECTIONAL) != 1 ||
	    ib_map_mr_sg(w->mr, &w->sg, 1, NULL, SZ_4K) != 1)
		return -EIO;
	reg.mr = w->mr;
	reg.key = w->mr->rkey;
	return wire_post(w, w->qp[1], &reg.wr);
}

static int wire_setup(struct bench *b)
{
	struct wire *w __free(wire_free) = kzalloc_obj(*w);
	int ret;

	if (!w)
		return -ENOMEM;
	__skb_queue_head_init(&w->held);
	init_completion(&w->done);
	w->cqe.done = wire_done;
	w->local = kzalloc(SZ_64K, GFP_KERNEL);
	w->remote = kzalloc(SZ_64K, GFP_KERNEL);
	if (!w->local || !w->remote)
		return -ENOMEM;
	ret = wire_hold(w, b->round * WIRE_HELD) ?: wire_connect(w, b->dev);
	if (ret)
		return ret;
	w->addr = ib_dma_map_single(b->dev, w->local, SZ_64K, DMA_BIDIRECTIONAL);
	ret = wire_register(w);
	if (ret)
		return ret;
	b->priv = no_free_ptr(w);
	return 0;
}

static void wire_teardown(struct bench *b)
{
	wire_free(b->priv);
}

#define WIRE_ROW(_name, _size, _op) {						\
	.name = _name, .size = _size, BENCH_THREADED,				\
	.setup = wire_setup, .op = _op, .teardown = wire_teardown,		\
}

const struct bench_row wire_rows[] = {
	WIRE_ROW("rxe RDMA WRITE, 64 B", 64, wire_write),
	WIRE_ROW("rxe RDMA WRITE, 4 KiB", SZ_4K, wire_write),
	WIRE_ROW("rxe RDMA WRITE, 64 KiB", SZ_64K, wire_write),
	WIRE_ROW("rxe RDMA READ, 64 B", 64, wire_read),
	WIRE_ROW("rxe RDMA READ, 4 KiB", SZ_4K, wire_read),
	WIRE_ROW("rxe RDMA READ, 64 KiB", SZ_64K, wire_read),
	{}
};
