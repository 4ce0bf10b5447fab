// SPDX-License-Identifier: GPL-2.0-only
/*
 * A worked example: memory offered to a peer, fetched by it, and taken back.
 *
 * One end, the host, registers a buffer that lies in pages all over memory, so that
 * its peer sees one range of addresses. The peer reads that range by RDMA. Then the
 * host invalidates the region, and a peer that tries again is refused.
 *
 * Both ends are queue pairs of the same port, which is what keeps this short: a real
 * protocol would connect them by the RDMA CM and tell its peer address and rkey in a
 * message. It runs on each RDMA device that there is when it loads, and says so.
 */
#include <linux/completion.h>
#include <linux/module.h>
#include <linux/scatterlist.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>

#define OFFER_PAGES	16
#define OFFER_BYTES	(OFFER_PAGES * PAGE_SIZE)
#define OFFER_PORT	1

/**
 * struct offer_end - one end of the connection
 * @qp: its queue pair
 * @sgt: its buffer
 * @mapped: @sgt is mapped for DMA
 * @mr: the region that shows @sgt as one range
 */
struct offer_end {
	struct ib_qp *qp;
	struct sg_table sgt;
	bool mapped;
	struct ib_mr *mr;
};

/**
 * struct offer - the example on one device
 * @dev: the device
 * @pd: what may be used together: both queue pairs and both regions
 * @cq: where completions of both ends arrive
 * @gid: the port's address
 * @host: offers memory
 * @peer: fetches it
 * @cqe: what a completion calls
 * @done: a completion has arrived
 * @status: and this is what it said
 */
struct offer {
	struct ib_device *dev;
	struct ib_pd *pd;
	struct ib_cq *cq;
	const struct ib_gid_attr *gid;
	struct offer_end host;
	struct offer_end peer;
	struct ib_cqe cqe;
	struct completion done;
	enum ib_wc_status status;
};

/* Buffers: single pages, filled with bytes that say where they are. */
static u8 offer_byte(unsigned int page, unsigned int at)
{
	return page * 31 + at * 7;
}

static void offer_unmap(struct offer *o, struct offer_end *end)
{
	if (end->mapped)
		ib_dma_unmap_sgtable_attrs(o->dev, &end->sgt, DMA_BIDIRECTIONAL, 0);
	end->mapped = false;
}

static void offer_free_buffer(struct offer *o, struct offer_end *end)
{
	struct scatterlist *sg;
	unsigned int i;

	offer_unmap(o, end);
	for_each_sgtable_sg(&end->sgt, sg, i)
		if (sg_page(sg))
			__free_page(sg_page(sg));
	sg_free_table(&end->sgt);
}

static int offer_alloc_buffer(struct offer_end *end)
{
	struct scatterlist *sg;
	unsigned int i;
	int ret;

	ret = sg_alloc_table(&end->sgt, OFFER_PAGES, GFP_KERNEL);
	if (ret)
		return ret;
	for_each_sgtable_sg(&end->sgt, sg, i) {
		struct page *page = alloc_page(GFP_KERNEL | __GFP_ZERO);

		if (!page)
			return -ENOMEM;
		sg_set_page(sg, page, PAGE_SIZE, 0);
	}
	return 0;
}

static void offer_fill(struct offer_end *end)
{
	struct scatterlist *sg;
	unsigned int i;

	for_each_sgtable_sg(&end->sgt, sg, i)
		for (unsigned int at = 0; at < PAGE_SIZE; at++)
			((u8 *)sg_virt(sg))[at] = offer_byte(i, at);
}

static int offer_compare(struct offer_end *end)
{
	struct scatterlist *sg;
	unsigned int i;

	for_each_sgtable_sg(&end->sgt, sg, i)
		for (unsigned int at = 0; at < PAGE_SIZE; at++)
			if (((u8 *)sg_virt(sg))[at] != offer_byte(i, at))
				return -EBADMSG;
	return 0;
}

/* Completions. */
static void offer_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct offer *o = container_of(wc->wr_cqe, struct offer, cqe);

	o->status = wc->status;
	complete(&o->done);
}

/* Post one work request and wait for its completion: slow, and easy to follow. */
static int offer_post(struct offer *o, struct offer_end *end, struct ib_send_wr *wr)
{
	int ret;

	wr->wr_cqe = &o->cqe;
	wr->send_flags = IB_SEND_SIGNALED;
	reinit_completion(&o->done);
	ret = ib_post_send(end->qp, wr, NULL);
	if (ret)
		return ret;
	wait_for_completion(&o->done);
	return o->status == IB_WC_SUCCESS ? 0 : -EIO;
}

/* Memory regions. */
static int offer_alloc(struct offer *o, struct offer_end *end)
{
	end->mr = ib_alloc_mr(o->pd, IB_MR_TYPE_MEM_REG, OFFER_PAGES);
	return PTR_ERR_OR_ZERO(end->mr);
}

static int offer_map(struct offer *o, struct offer_end *end)
{
	unsigned int nents;
	int ret;

	ret = ib_dma_map_sgtable_attrs(o->dev, &end->sgt, DMA_BIDIRECTIONAL, 0);
	if (ret)
		return ret;
	end->mapped = true;
	nents = end->sgt.nents;
	ret = ib_map_mr_sg(end->mr, end->sgt.sgl, nents, NULL, PAGE_SIZE);
	if (ret < 0)
		return ret;
	return ret == nents ? 0 : -EINVAL;	/* it must be all of the list */
}

static int offer_register(struct offer *o, struct offer_end *end, int access)
{
	struct ib_reg_wr reg = {
		.wr.opcode = IB_WR_REG_MR,
		.mr = end->mr,
		.access = access,
	};

	/* a new key each time, so that an old one does not open this registration */
	ib_update_fast_reg_key(end->mr, ib_inc_rkey(end->mr->rkey));
	reg.key = end->mr->rkey;
	return offer_post(o, end, &reg.wr);
}

static int offer_invalidate(struct offer *o, struct offer_end *end)
{
	struct ib_send_wr inv = {
		.opcode = IB_WR_LOCAL_INV,
		.ex.invalidate_rkey = end->mr->rkey,
	};

	return offer_post(o, end, &inv);
}

/* What the peer does with the address and the key that the host told it. */
static int offer_fetch(struct offer *o, u64 remote_addr, u32 rkey)
{
	struct ib_sge sge = {
		.addr = o->peer.mr->iova,
		.length = o->peer.mr->length,
		.lkey = o->peer.mr->lkey,
	};
	struct ib_rdma_wr read = {
		.wr = { .opcode = IB_WR_RDMA_READ, .sg_list = &sge, .num_sge = 1 },
		.remote_addr = remote_addr,
		.rkey = rkey,
	};

	return offer_post(o, &o->peer, &read.wr);
}

/* The story. */
static int offer_run(struct offer *o)
{
	const u64 addr = o->host.mr->iova;
	u32 rkey;
	int ret;

	ret = offer_register(o, &o->host, IB_ACCESS_REMOTE_READ);
	if (ret)
		return ret;
	ret = offer_register(o, &o->peer, IB_ACCESS_LOCAL_WRITE);
	if (ret)
		return ret;

	rkey = o->host.mr->rkey;
	ret = offer_fetch(o, addr, rkey);
	if (ret)
		return ret;

	ret = offer_invalidate(o, &o->host);
	if (ret)
		return ret;
	ret = offer_fetch(o, addr, rkey);
	if (ret != -EIO || o->status != IB_WC_REM_ACCESS_ERR)
		return -EBADE;

	/* the refusal has put both queue pairs into the error state: nothing uses the buffer */
	offer_unmap(o, &o->peer);
	return offer_compare(&o->peer);
}

/* Connection. */
static const struct ib_gid_attr *offer_gid(struct ib_device *dev)
{
	struct ib_port_attr port;
	int ret = ib_query_port(dev, OFFER_PORT, &port);

	if (ret)
		return ERR_PTR(ret);
	/* the last one: on Ethernet those behind IP addresses come after the default ones */
	for (int i = port.gid_tbl_len - 1; i >= 0; i--) {
		const struct ib_gid_attr *gid = rdma_get_gid_attr(dev, OFFER_PORT, i);

		if (!IS_ERR(gid))
			return gid;
	}
	return ERR_PTR(-ENOENT);
}

static int offer_set_local(struct rdma_ah_attr *ah_attr, const struct ib_gid_attr *gid)
{
	struct ib_port_attr port;
	int ret;

	if (ah_attr->type == RDMA_AH_ATTR_TYPE_ROCE)
		return rdma_read_gid_l2_fields(gid, NULL, ah_attr->roce.dmac);
	ret = ib_query_port(gid->device, OFFER_PORT, &port);
	if (!ret)
		rdma_ah_set_dlid(ah_attr, port.lid);
	return ret;
}

static int offer_connect(struct ib_qp *qp, const struct ib_gid_attr *gid, u32 remote_qpn)
{
	union ib_gid remote = gid->gid;
	struct ib_qp_attr attr = {
		.qp_state = IB_QPS_INIT,
		.port_num = OFFER_PORT,
		.qp_access_flags = IB_ACCESS_REMOTE_READ,
	};
	int ret;

	ret = ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_PKEY_INDEX | IB_QP_PORT |
			   IB_QP_ACCESS_FLAGS);
	if (ret)
		return ret;

	attr.qp_state = IB_QPS_RTR;
	attr.path_mtu = IB_MTU_1024;
	attr.dest_qp_num = remote_qpn;
	attr.max_dest_rd_atomic = 1;
	attr.min_rnr_timer = 12;
	attr.ah_attr.type = rdma_ah_find_type(qp->device, OFFER_PORT);
	rdma_ah_set_port_num(&attr.ah_attr, OFFER_PORT);
	rdma_ah_set_grh(&attr.ah_attr, &remote, 0, gid->index, 64, 0);
	/* the far end is this port too; of another one the RDMA CM finds out where it is */
	ret = offer_set_local(&attr.ah_attr, gid);
	if (ret)
		return ret;
	ret = ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_AV | IB_QP_PATH_MTU | IB_QP_DEST_QPN |
			   IB_QP_RQ_PSN | IB_QP_MAX_DEST_RD_ATOMIC | IB_QP_MIN_RNR_TIMER);
	if (ret)
		return ret;

	attr.qp_state = IB_QPS_RTS;
	attr.timeout = 14;
	attr.retry_cnt = 6;
	attr.rnr_retry = 7;
	attr.max_rd_atomic = 1;
	return ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_TIMEOUT | IB_QP_RETRY_CNT |
			    IB_QP_RNR_RETRY | IB_QP_SQ_PSN | IB_QP_MAX_QP_RD_ATOMIC);
}

static struct ib_qp *offer_qp(struct offer *o)
{
	struct ib_qp_init_attr attr = {
		.send_cq = o->cq,
		.recv_cq = o->cq,
		.cap = { .max_send_wr = 4, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.sq_sig_type = IB_SIGNAL_REQ_WR,
		.qp_type = IB_QPT_RC,
	};

	return ib_create_qp(o->pd, &attr);
}

/* Undoes as much of offer_end_init() as was done; queue pairs go before what they use. */
static void offer_end_fini(struct offer *o, struct offer_end *end)
{
	if (!IS_ERR_OR_NULL(end->qp))
		ib_destroy_qp(end->qp);
	if (!IS_ERR_OR_NULL(end->mr))
		ib_dereg_mr(end->mr);
	offer_free_buffer(o, end);
}

static int offer_end_init(struct offer *o, struct offer_end *end)
{
	int ret;

	ret = offer_alloc_buffer(end);
	if (ret)
		return ret;
	ret = offer_alloc(o, end);
	if (ret)
		return ret;
	ret = offer_map(o, end);
	if (ret)
		return ret;
	end->qp = offer_qp(o);
	return PTR_ERR_OR_ZERO(end->qp);
}

/* Undoes as much of offer_init() as was done. */
static void offer_fini(struct offer *o)
{
	offer_end_fini(o, &o->peer);
	offer_end_fini(o, &o->host);
	if (!IS_ERR_OR_NULL(o->gid))
		rdma_put_gid_attr(o->gid);
	if (!IS_ERR_OR_NULL(o->cq))
		ib_free_cq(o->cq);
	if (!IS_ERR_OR_NULL(o->pd))
		ib_dealloc_pd(o->pd);
}

static int offer_init(struct offer *o)
{
	int ret;

	init_completion(&o->done);
	o->cqe.done = offer_done;
	o->pd = ib_alloc_pd(o->dev, 0);
	if (IS_ERR(o->pd))
		return PTR_ERR(o->pd);
	o->cq = ib_alloc_cq_any(o->dev, NULL, 16, IB_POLL_SOFTIRQ);
	if (IS_ERR(o->cq))
		return PTR_ERR(o->cq);
	o->gid = offer_gid(o->dev);
	if (IS_ERR(o->gid))
		return PTR_ERR(o->gid);
	ret = offer_end_init(o, &o->host);
	if (ret)
		return ret;
	ret = offer_end_init(o, &o->peer);
	if (ret)
		return ret;
	offer_fill(&o->host);
	ret = offer_connect(o->host.qp, o->gid, o->peer.qp->qp_num);
	if (ret)
		return ret;
	return offer_connect(o->peer.qp, o->gid, o->host.qp->qp_num);
}

/* A client of the core: told of each device, now and later. */
static int offer_add(struct ib_device *dev)
{
	struct offer o = { .dev = dev };
	int ret;

	ret = offer_init(&o);
	if (!ret)
		ret = offer_run(&o);
	offer_fini(&o);
	if (ret)
		dev_err(&dev->dev, "offer: failed: %pe\n", ERR_PTR(ret));
	else
		dev_info(&dev->dev, "offer: %lu bytes in %d pages fetched, then refused\n",
			 OFFER_BYTES, OFFER_PAGES);
	return ret;
}

static void offer_remove(struct ib_device *dev, void *data)
{
}

static struct ib_client offer_client = {
	.name = "rdma_offer",
	.add = offer_add,
	.remove = offer_remove,
};

static int __init offer_module_init(void)
{
	return ib_register_client(&offer_client);
}
module_init(offer_module_init);

static void __exit offer_module_exit(void)
{
	ib_unregister_client(&offer_client);
}
module_exit(offer_module_exit);

MODULE_DESCRIPTION("Example: memory offered by RDMA, fetched, and taken back");
MODULE_LICENSE("GPL");
