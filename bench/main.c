// SPDX-License-Identifier: GPL-2.0-only
/*
 * A benchmark of the RDMA core in guest instructions.
 *
 * In a guest whose time is driven by its instructions, the time stamp counter
 * counts them. A row is warmed up, then measured in batches; what an op that
 * does nothing costs is taken off. Each row is one line of the kernel log:
 *
 *	ib_bench: NAME = COUNT
 */
#include <linux/kernel_stat.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <rdma/ib_cache.h>
#include <asm/msr.h>
#include <asm/tsc.h>

#include "bench.h"

static char *netdev;
module_param(netdev, charp, 0444);
MODULE_PARM_DESC(netdev, "measure the RDMA device on this netdev instead of the null provider");

/*
 * Instructions that the guest has run. The clock jumps ahead when it idles, and the
 * counter with it, so what the scheduler books as idle is taken off again.
 */
static u64 bench_instructions(void)
{
	u64 idle_us = get_cpu_idle_time_us(0, NULL) + get_cpu_iowait_time_us(0, NULL);

	return rdtsc() - mul_u64_u32_div(idle_us, tsc_khz, USEC_PER_MSEC);
}

static char *rows = "";
module_param(rows, charp, 0444);
MODULE_PARM_DESC(rows, "measure only rows whose name contains this");

static int bench_nothing(struct bench *b)
{
	return 0;
}

static const struct bench_row nothing = { .op = bench_nothing };

/**
 * bench_cq() - make a CQ for a row
 * @dev: the device
 * @context: where completions are handled
 *
 * Return: the CQ or an ERR_PTR.
 */
struct ib_cq *bench_cq(struct ib_device *dev, enum ib_poll_context context)
{
	return ib_alloc_cq(dev, NULL, BENCH_CQE, 0, context);
}

/**
 * bench_qp() - make an RC QP for a row
 * @pd: its PD
 * @cq: of both its queues
 *
 * Return: the QP or an ERR_PTR.
 */
struct ib_qp *bench_qp(struct ib_pd *pd, struct ib_cq *cq)
{
	struct ib_qp_init_attr attr = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = {
			.max_send_wr = BENCH_LOOPS,
			.max_recv_wr = BENCH_LOOPS,
			.max_send_sge = BENCH_SGES,
			.max_recv_sge = BENCH_SGES,
			.max_rdma_ctxs = 4,
		},
		.sq_sig_type = IB_SIGNAL_REQ_WR,
		.qp_type = IB_QPT_RC,
		.port_num = 1,
	};

	return ib_create_qp(pd, &attr);
}

static int bench_qp_init(struct ib_qp *qp)
{
	struct ib_qp_attr attr = {
		.qp_state = IB_QPS_INIT,
		.port_num = 1,
		.qp_access_flags = IB_ACCESS_REMOTE_READ | IB_ACCESS_REMOTE_WRITE,
	};

	return ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_PKEY_INDEX | IB_QP_PORT |
			    IB_QP_ACCESS_FLAGS);
}

static int bench_qp_rtr(struct ib_qp *qp, const struct ib_gid_attr *gid, u32 remote_qpn)
{
	struct ib_qp_attr attr = {
		.qp_state = IB_QPS_RTR,
		.path_mtu = IB_MTU_1024,
		.dest_qp_num = remote_qpn,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 12,
	};
	union ib_gid dgid = gid->gid;

	attr.ah_attr.type = rdma_ah_find_type(qp->device, 1);
	rdma_ah_set_port_num(&attr.ah_attr, 1);
	rdma_ah_set_grh(&attr.ah_attr, &dgid, 0, gid->index, 64, 0);
	if (attr.ah_attr.type == RDMA_AH_ATTR_TYPE_IB)
		rdma_ah_set_dlid(&attr.ah_attr, 1);
	else if (rdma_read_gid_l2_fields(gid, NULL, attr.ah_attr.roce.dmac))
		return -EHOSTUNREACH;
	return ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_AV | IB_QP_PATH_MTU | IB_QP_DEST_QPN |
			    IB_QP_RQ_PSN | IB_QP_MAX_DEST_RD_ATOMIC | IB_QP_MIN_RNR_TIMER);
}

static int bench_qp_rts(struct ib_qp *qp)
{
	struct ib_qp_attr attr = {
		.qp_state = IB_QPS_RTS,
		.timeout = 14,
		.retry_cnt = 6,
		.rnr_retry = 7,
		.max_rd_atomic = 1,
	};

	return ib_modify_qp(qp, &attr, IB_QP_STATE | IB_QP_TIMEOUT | IB_QP_RETRY_CNT |
			    IB_QP_RNR_RETRY | IB_QP_SQ_PSN | IB_QP_MAX_QP_RD_ATOMIC);
}

/**
 * bench_qp_to_rts() - connect an RC QP
 * @qp: in reset
 * @gid: the address of both ends
 * @remote_qpn: number of the QP at the other end
 *
 * Return: 0 or a negative errno.
 */
int bench_qp_to_rts(struct ib_qp *qp, const struct ib_gid_attr *gid, u32 remote_qpn)
{
	int ret = bench_qp_init(qp);

	if (!ret)
		ret = bench_qp_rtr(qp, gid, remote_qpn);
	if (!ret)
		ret = bench_qp_rts(qp);
	return ret;
}

/* Instructions of @loops ops, or a negative errno. */
static s64 bench_batch(struct bench *b, u32 loops)
{
	int (*op)(struct bench *b) = b->row->op;
	unsigned long flags = 0;
	u64 start;
	int ret = 0;

	if (!b->row->threads)
		rcu_barrier();		/* what RCU holds is where it was before the batch */
	if (!b->row->sleeps)
		local_irq_save(flags);
	start = b->row->idles ? bench_instructions() : rdtsc();
	for (u32 i = 0; i < loops; i++)
		ret |= op(b);
	start = (b->row->idles ? bench_instructions() : rdtsc()) - start;
	if (!b->row->sleeps)
		local_irq_restore(flags);
	return ret ? -EIO : start;
}

static int bench_compare(const void *a, const void *b)
{
	return cmp_int(*(const s64 *)a, *(const s64 *)b);
}

/*
 * Instructions of a batch of @row, in hundredths: of the cheapest one or, where
 * that is luck, of those in the middle.
 */
static s64 bench_typical(const struct bench_row *row, s64 *counts, u32 n)
{
	s64 sum = 0;

	sort(counts, n, sizeof(*counts), bench_compare, NULL);
	if (!row->threads)
		return counts[0] * 100;
	for (u32 i = n / 4; i < n - n / 4; i++)
		sum += counts[i];
	return div_s64(sum * 100, n - n / 4 * 2);
}

/* The first half of the batches fills what slab and RCU keep, the second is counted. */
static int bench_batches(struct bench *b, s64 *counts, u32 loops)
{
	s64 count = 0;

	for (u32 i = 0; i < BENCH_BATCHES * 2 && count >= 0; i++) {
		count = bench_batch(b, loops);
		counts[i % BENCH_BATCHES] = count;
	}
	return min(count, 0);
}

/* The row's batches, with all that it needs around them. */
static int bench_round(struct bench *b, s64 *counts, u32 loops)
{
	const struct bench_row *row = b->row;
	int ret;

	b->priv = NULL;
	ret = row->setup ? row->setup(b) : 0;
	if (ret)
		return ret;
	ret = bench_batches(b, counts, loops);
	if (row->teardown)
		row->teardown(b);
	return ret;
}

/* Instructions of one op, in hundredths, or a negative errno. */
static s64 bench_measure(struct bench *b, const struct bench_row *row)
{
	u32 rounds = row->threads ? BENCH_ROUNDS : 1;
	u32 loops = row->loops ?: BENCH_LOOPS;
	u32 n = rounds * BENCH_BATCHES;
	int ret = 0;
	s64 *counts __free(kfree) = kmalloc_array(n, sizeof(*counts), GFP_KERNEL);

	if (!counts)
		return -ENOMEM;
	b->row = row;
	for (b->round = 0; b->round < rounds && !ret; b->round++)
		ret = bench_round(b, counts + b->round * BENCH_BATCHES, loops);
	return ret ?: div_s64(bench_typical(row, counts, n), loops);
}

static int bench_run(struct bench *b, const struct bench_row *row)
{
	s64 floor = bench_measure(b, &nothing);
	s64 count = floor < 0 ? floor : bench_measure(b, row);

	if (count == -EOPNOTSUPP)
		return 0;
	if (count < 0) {
		pr_err("ib_bench: %s failed: %pe\n", row->name, ERR_PTR(count));
		return count;
	}
	count = div_s64(count - floor, row->per ?: 1);
	pr_info("ib_bench: %s = %lld.%02lld\n", row->name, count / 100, count % 100);
	cond_resched();
	return 0;
}

static int bench_tables(struct bench *b, const struct bench_row *const *tables, int n)
{
	int ret = 0;

	for (int i = 0; i < n && !ret; i++)
		for (const struct bench_row *row = tables[i]; row->name && !ret; row++)
			if (strstr(row->name, rows))
				ret = bench_run(b, row);
	return ret;
}

static const struct bench_row *const null_tables[] = {
	mr_rows, rw_rows, cq_rows, object_rows, device_rows,
};

static const struct bench_row *const wire_tables[] = { wire_rows };
static const struct bench_row *const disk_tables[] = { disk_rows };

static int bench_on(struct bench *b)
{
	const struct ib_gid_attr *gid;
	int ret;

	b->pd = ib_alloc_pd(b->dev, 0);
	if (IS_ERR(b->pd))
		return PTR_ERR(b->pd);
	b->cq = bench_cq(b->dev, IB_POLL_DIRECT);
	ret = PTR_ERR_OR_ZERO(b->cq);
	if (ret)
		goto dealloc_pd;
	b->qp = bench_qp(b->pd, b->cq);
	ret = PTR_ERR_OR_ZERO(b->qp);
	if (ret)
		goto free_cq;
	gid = rdma_get_gid_attr(b->dev, 1, 0);
	ret = PTR_ERR_OR_ZERO(gid);
	if (ret)
		goto destroy_qp;
	ret = bench_qp_to_rts(b->qp, gid, b->qp->qp_num);
	rdma_put_gid_attr(gid);
	if (!ret)
		ret = netdev ? bench_tables(b, wire_tables, ARRAY_SIZE(wire_tables)) :
			       bench_tables(b, null_tables, ARRAY_SIZE(null_tables));
destroy_qp:
	ib_destroy_qp(b->qp);
free_cq:
	ib_free_cq(b->cq);
dealloc_pd:
	ib_dealloc_pd(b->pd);
	return ret;
}

static int bench_on_null(struct bench *b)
{
	int ret;

	b->dev = null_create();
	if (IS_ERR(b->dev))
		return PTR_ERR(b->dev);
	ret = bench_on(b);
	null_destroy(b->dev);
	return ret;
}

static int bench_on_netdev(struct bench *b)
{
	struct net_device *ndev = dev_get_by_name(&init_net, netdev);
	int ret;

	if (!ndev)
		return -ENODEV;
	b->dev = ib_device_get_by_netdev(ndev, RDMA_DRIVER_UNKNOWN);
	dev_put(ndev);
	if (!b->dev)
		return -ENODEV;
	ret = bench_on(b);
	ib_device_put(b->dev);
	return ret;
}

static int __init bench_init(void)
{
	struct bench b = {};

	if (disk_path)
		return bench_tables(&b, disk_tables, ARRAY_SIZE(disk_tables));
	return netdev ? bench_on_netdev(&b) : bench_on_null(&b);
}
module_init(bench_init);

static void __exit bench_exit(void)
{
}
module_exit(bench_exit);

MODULE_DESCRIPTION("Benchmark of the RDMA core in guest instructions");
MODULE_LICENSE("GPL");
