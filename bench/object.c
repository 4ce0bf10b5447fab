// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows: devices and verbs objects made and destroyed, QP states, and the GID cache.
 */
#include <linux/slab.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_mad.h>

#include "bench.h"

static int object_pd(struct bench *b)
{
	struct ib_pd *pd = ib_alloc_pd(b->dev, 0);

	if (IS_ERR(pd))
		return PTR_ERR(pd);
	ib_dealloc_pd(pd);
	return 0;
}

static int object_cq(struct bench *b)
{
	struct ib_cq *cq = bench_cq(b->dev, IB_POLL_DIRECT);

	if (IS_ERR(cq))
		return PTR_ERR(cq);
	ib_free_cq(cq);
	return 0;
}

static int object_qp(struct bench *b)
{
	struct ib_qp_init_attr attr = {
		.send_cq = b->cq,
		.recv_cq = b->cq,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.sq_sig_type = IB_SIGNAL_REQ_WR,
		.qp_type = IB_QPT_RC,
	};
	struct ib_qp *qp = ib_create_qp(b->pd, &attr);

	return IS_ERR(qp) ? PTR_ERR(qp) : ib_destroy_qp(qp);
}

struct object_bench {
	const struct ib_gid_attr *gid;
	struct ib_qp *qp;
	union ib_gid last;
};

static void object_teardown(struct bench *b)
{
	struct object_bench *o = b->priv;

	ib_destroy_qp(o->qp);
	rdma_put_gid_attr(o->gid);
	kfree(o);
}

static int object_setup(struct bench *b)
{
	struct object_bench *o = kzalloc_obj(*o);
	int ret;

	if (!o)
		return -ENOMEM;
	o->gid = rdma_get_gid_attr(b->dev, 1, 0);
	ret = PTR_ERR_OR_ZERO(o->gid);
	if (ret)
		goto free;
	ret = rdma_query_gid(b->dev, 1, b->row->size, &o->last);
	if (ret)
		goto put_gid;
	o->qp = bench_qp(b->pd, b->cq);
	ret = PTR_ERR_OR_ZERO(o->qp);
	if (ret)
		goto put_gid;
	b->priv = o;
	return 0;
put_gid:
	rdma_put_gid_attr(o->gid);
free:
	kfree(o);
	return ret;
}

static int object_qp_rts(struct bench *b)
{
	struct ib_qp_attr reset = { .qp_state = IB_QPS_RESET };
	struct object_bench *o = b->priv;
	int ret = bench_qp_to_rts(o->qp, o->gid, o->qp->qp_num);

	return ret ?: ib_modify_qp(o->qp, &reset, IB_QP_STATE);
}

static int object_ah(struct bench *b)
{
	struct rdma_ah_attr attr = { .type = RDMA_AH_ATTR_TYPE_IB };
	struct ib_ah *ah;

	rdma_ah_set_port_num(&attr, 1);
	rdma_ah_set_dlid(&attr, 1);
	ah = rdma_create_ah(b->pd, &attr, 0);
	if (IS_ERR(ah))
		return PTR_ERR(ah);
	rdma_destroy_ah(ah, 0);
	return 0;
}

static int gid_get_put(struct bench *b)
{
	const struct ib_gid_attr *gid = rdma_get_gid_attr(b->dev, 1, b->row->size);

	if (IS_ERR(gid))
		return PTR_ERR(gid);
	rdma_put_gid_attr(gid);
	return 0;
}

static int gid_query(struct bench *b)
{
	union ib_gid gid;

	return rdma_query_gid(b->dev, 1, b->row->size, &gid);
}

static int gid_find(struct bench *b)
{
	struct object_bench *o = b->priv;
	const struct ib_gid_attr *gid = rdma_find_gid(b->dev, &o->last, IB_GID_TYPE_IB, NULL);

	if (IS_ERR(gid))
		return PTR_ERR(gid);
	rdma_put_gid_attr(gid);
	return 0;
}

static int pkey_find(struct bench *b)
{
	u16 index;

	return ib_find_cached_pkey(b->dev, 1, IB_DEFAULT_PKEY_FULL, &index);
}

const struct bench_row object_rows[] = {
	{ .name = "PD alloc+dealloc", .sleeps = true, .op = object_pd },
	{ .name = "CQ alloc+free", .sleeps = true, .op = object_cq },
	{ .name = "QP create+destroy", .sleeps = true, .op = object_qp },
	{
		.name = "QP to RTS and back", .sleeps = true, .setup = object_setup,
		.op = object_qp_rts, .teardown = object_teardown,
	},
	{ .name = "AH create+destroy", .sleeps = true, .op = object_ah },
	{ .name = "GID get+put, index 0", .size = 0, .op = gid_get_put },
	{ .name = "GID query, index 0", .size = 0, .op = gid_query },
	{
		.name = "GID find, first of 8", .size = 0, .setup = object_setup,
		.op = gid_find, .teardown = object_teardown,
	},
	{
		.name = "GID find, last of 8", .size = 7, .setup = object_setup,
		.op = gid_find, .teardown = object_teardown,
	},
	{ .name = "P_Key find", .op = pkey_find },
	{}
};

static int device_cycle(struct bench *b)
{
	struct ib_device *dev = null_create();

	if (IS_ERR(dev))
		return PTR_ERR(dev);
	null_destroy(dev);
	return 0;
}

const struct bench_row device_rows[] = {
	{
		.name = "device register+unregister", .loops = 16, .sleeps = true, .idles = true,
		.op = device_cycle,
	},
	{}
};
