// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of draining: for each type of QP, each kind of CQ, and what goes wrong.
 */
#include <kunit/resource.h>
#include <kunit/static_stub.h>
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/workqueue.h>
#include <rdma/ib_verbs.h>

#include "cq/cq.h"
#include "fake.h"
#include "probe.h"

#define SENDS	8
#define RECVS	8

static const struct fake_config ib = { .link = FAKE_IB, .registered = true };
static const struct fake_config roce = { .link = FAKE_ROCE, .registered = true };
static const struct fake_config raw = { .registered = true };

/* What a QP of a test consists of; entries are those that markers need, too. */
struct rig {
	struct fake *fake;
	struct ib_pd *pd;
	struct ib_cq *cq;
	struct ib_qp *qp;
	struct probes *probes;	/* sends, then receives */
};

struct rig_spec {
	const struct fake_config *cfg;
	enum ib_poll_context ctx;
	enum ib_qp_type type;
	bool srq;
};

static void srq_free(void *srq)
{
	ib_destroy_srq(srq);
}

static struct ib_srq *rig_srq(struct kunit *test, struct ib_pd *pd)
{
	struct ib_srq_init_attr attr = { .attr = { .max_wr = RECVS, .max_sge = 1 } };
	struct ib_srq *srq = ib_create_srq(pd, &attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, srq);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, srq_free, srq));
	return srq;
}

static struct rig *rig_create(struct kunit *test, const struct rig_spec *spec)
{
	struct rig *rig = kunit_kzalloc(test, sizeof(*rig), GFP_KERNEL);
	struct ib_qp_init_attr attr = {
		.qp_type = spec->type,
		.sq_sig_type = IB_SIGNAL_REQ_WR,
		.cap = {
			.max_send_wr = SENDS + 1,
			.max_recv_wr = RECVS + 1,
			.max_send_sge = 1,
			.max_recv_sge = 1,
		},
		.port_num = 1,
	};

	KUNIT_ASSERT_NOT_NULL(test, rig);
	rig->fake = fake_create(test, spec->cfg);
	rig->pd = fake_pd(test, rig->fake);
	rig->cq = fake_cq(test, rig->fake, SENDS + RECVS + 2, spec->ctx);
	attr.send_cq = rig->cq;
	attr.recv_cq = rig->cq;
	if (spec->srq)
		attr.srq = rig_srq(test, rig->pd);
	rig->qp = fake_qp(test, rig->pd, &attr);
	rig->probes = probes_create(test, SENDS + RECVS);
	return rig;
}

static void rig_post_send(struct kunit *test, struct rig *rig, u32 i)
{
	struct ib_rdma_wr wr = {
		.wr = {
			.wr_cqe = &rig->probes->probe[i].cqe,
			.opcode = IB_WR_SEND,
			.send_flags = IB_SEND_SIGNALED,
		},
	};

	KUNIT_ASSERT_EQ(test, 0, ib_post_send(rig->qp, &wr.wr, NULL));
}

static void rig_post_recv(struct kunit *test, struct rig *rig, u32 i)
{
	struct ib_recv_wr wr = { .wr_cqe = &rig->probes->probe[SENDS + i].cqe };

	if (rig->qp->srq)
		KUNIT_ASSERT_EQ(test, 0, ib_post_srq_recv(rig->qp->srq, &wr, NULL));
	else
		KUNIT_ASSERT_EQ(test, 0, ib_post_recv(rig->qp, &wr, NULL));
}

static void rig_post_all(struct kunit *test, struct rig *rig)
{
	for (u32 i = 0; i < SENDS; i++)
		rig_post_send(test, rig, i);
	for (u32 i = 0; i < RECVS; i++)
		rig_post_recv(test, rig, i);
}

/* The provider flushes only when it is told to, which is after a while. */
struct flusher {
	struct delayed_work work;
	struct ib_qp *qp;
	struct probes *probes;
	u32 told_before;
};

static void flusher_work(struct work_struct *work)
{
	struct flusher *flusher = container_of(to_delayed_work(work), struct flusher, work);

	flusher->told_before = atomic_read(&flusher->probes->told);
	fake_qp_hold(flusher->qp, false);
	fake_qp_flush(flusher->qp);
}

static struct flusher *flush_later(struct kunit *test, struct rig *rig)
{
	struct flusher *flusher = kunit_kzalloc(test, sizeof(*flusher), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, flusher);
	flusher->qp = rig->qp;
	flusher->probes = rig->probes;
	INIT_DELAYED_WORK(&flusher->work, flusher_work);
	fake_qp_hold(rig->qp, true);
	schedule_delayed_work(&flusher->work, msecs_to_jiffies(20));
	return flusher;
}

static const struct context_case {
	const char *desc;
	enum ib_poll_context ctx;
} contexts[] = {
	{ "direct (B092)", IB_POLL_DIRECT },
	{ "softirq", IB_POLL_SOFTIRQ },
	{ "workqueue", IB_POLL_WORKQUEUE },
	{ "unbound workqueue", IB_POLL_UNBOUND_WORKQUEUE },
};

KUNIT_ARRAY_PARAM_DESC(context, contexts, desc);

/* All but the first, in which nobody polls but the caller. */
static const void *polled_gen_params(struct kunit *test, const void *prev, char *desc)
{
	return context_gen_params(test, prev ?: contexts, desc);
}

static enum ib_poll_context param_ctx(struct kunit *test)
{
	return ((const struct context_case *)test->param_value)->ctx;
}

static void expect_flushed(struct kunit *test, struct rig *rig, u32 first, u32 n)
{
	for (u32 i = 0; i < rig->probes->n; i++) {
		const struct probe *probe = &rig->probes->probe[i];
		bool mine = i >= first && i < first + n;

		KUNIT_EXPECT_EQ_MSG(test, atomic_read(&probe->told), mine, "request %u", i);
		if (mine)
			KUNIT_EXPECT_EQ(test, (u32)probe->status, IB_WC_WR_FLUSH_ERR);
	}
}

/*
 * Returns when all has completed, however late that is; every request once, and
 * nothing afterwards (B092, B100, B102). The CQ had room for it all.
 */
static void drain_waits_for_all(struct kunit *test)
{
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = param_ctx(test), .type = IB_QPT_RC });
	struct flusher *flusher;

	rig_post_all(test, rig);
	flusher = flush_later(test, rig);
	ib_drain_qp(rig->qp);
	expect_flushed(test, rig, 0, SENDS + RECVS);
	KUNIT_EXPECT_EQ(test, flusher->told_before, 0);
	flush_delayed_work(&flusher->work);
	msleep(20);
	expect_flushed(test, rig, 0, SENDS + RECVS);
	KUNIT_EXPECT_LE(test, to_fake_cq(rig->cq)->max_depth, rig->cq->cqe);
	KUNIT_EXPECT_EQ(test, (u32)to_fake_qp(rig->qp)->state, IB_QPS_ERR);
}

static void drain_one_queue(struct kunit *test)
{
	enum ib_poll_context ctx = param_ctx(test);
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = ctx, .type = IB_QPT_RC });

	for (u32 i = 0; i < SENDS; i++)
		rig_post_send(test, rig, i);
	ib_drain_sq(rig->qp);
	expect_flushed(test, rig, 0, SENDS);

	rig = rig_create(test, &(struct rig_spec) { .cfg = &raw, .ctx = ctx, .type = IB_QPT_RC });
	for (u32 i = 0; i < RECVS; i++)
		rig_post_recv(test, rig, i);
	ib_drain_rq(rig->qp);
	expect_flushed(test, rig, SENDS, RECVS);
}

/* An idle QP is drained, and so is one that has been drained. */
static void drain_again(struct kunit *test)
{
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = param_ctx(test), .type = IB_QPT_RC });

	for (int i = 0; i < 3; i++)
		ib_drain_qp(rig->qp);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(post_send)), 3);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(post_recv)), 3);
}

/* B095: what marks the end of the send queue, by type; -1 where there is none. */
static const struct type_case {
	const char *desc;
	const struct fake_config *cfg;
	enum ib_qp_type type;
	int opcode;
	bool addressed;
} type_cases[] = {
	{ "RC", &ib, IB_QPT_RC, IB_WR_RDMA_WRITE },
	{ "UC", &ib, IB_QPT_UC, IB_WR_RDMA_WRITE },
	{ "UD, InfiniBand", &ib, IB_QPT_UD, IB_WR_SEND, true },
	{ "UD, RoCE", &roce, IB_QPT_UD, IB_WR_SEND, true },
	{ "UD, no addresses", &raw, IB_QPT_UD, -1 },
	{ "GSI", &ib, IB_QPT_GSI, IB_WR_SEND, true },
	{ "SMI", &ib, IB_QPT_SMI, IB_WR_SEND, true },
	{ "raw packet", &ib, IB_QPT_RAW_PACKET, IB_WR_SEND },
	{ "XRC initiator", &ib, IB_QPT_XRC_INI, IB_WR_RDMA_WRITE },
	{ "of a driver", &ib, IB_QPT_DRIVER, -1 },
	{ "unknown", &ib, IB_QPT_MAX, -1 },
};

KUNIT_ARRAY_PARAM_DESC(type, type_cases, desc);

/*
 * The marker is a request that the type has. Where there is none, the drain says
 * so and returns. The type is set behind the core's back, since not each one can
 * be had by asking.
 */
static void drain_by_type(struct kunit *test)
{
	const struct type_case *c = test->param_value;
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = c->cfg, .ctx = IB_POLL_WORKQUEUE, .type = IB_QPT_RC });
	struct fake_call call;

	if (c->cfg == &roce)
		fake_netdev(test, rig->fake, 1);
	rig->qp->qp_type = c->type;
	if (c->opcode >= 0)
		fake_qp_reject(rig->qp, c->opcode ^ IB_WR_RDMA_WRITE ^ IB_WR_SEND, -EINVAL);
	fake_forget(rig->fake);
	ib_drain_sq(rig->qp);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(post_send)), c->opcode >= 0);
	if (c->opcode >= 0) {
		KUNIT_ASSERT_TRUE(test, fake_last(rig->fake, FAKE_OP(post_send), &call));
		KUNIT_EXPECT_EQ(test, call.ret, 0);
		KUNIT_EXPECT_EQ(test, call.arg[0], 1);
		KUNIT_EXPECT_EQ(test, call.arg[1], c->opcode);
		KUNIT_EXPECT_TRUE(test, call.arg[2] & IB_SEND_SIGNALED);
		KUNIT_EXPECT_EQ(test, !!call.arg[3], c->addressed);
	}
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(create_ah)), c->addressed);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(destroy_ah)), c->addressed);
	rig->qp->qp_type = IB_QPT_RC;
}

/* The address handle of a datagram's marker cannot be had. */
static void drain_without_ah(struct kunit *test)
{
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &ib, .ctx = IB_POLL_WORKQUEUE, .type = IB_QPT_UD });

	fake_fail(rig->fake, FAKE_OP(create_ah), 1, -ENOSPC);
	ib_drain_sq(rig->qp);
	fake_fail(rig->fake, FAKE_OP(query_port), 1, -EIO);
	ib_drain_sq(rig->qp);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(post_send)), 0);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(destroy_ah)), 0);
}

/* B097: a queue that is full to the brim: said, and not waited for. */
static void drain_full_queue(struct kunit *test)
{
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = param_ctx(test), .type = IB_QPT_RC });

	fake_qp_hold(rig->qp, true);
	rig_post_all(test, rig);
	rig_post_send(test, rig, 0);
	rig_post_recv(test, rig, 0);
	ib_drain_qp(rig->qp);
	KUNIT_EXPECT_EQ(test, atomic_read(&rig->probes->told), 0);
	KUNIT_EXPECT_EQ(test, to_fake_qp(rig->qp)->sq.depth, SENDS + 1);
	KUNIT_EXPECT_EQ(test, to_fake_qp(rig->qp)->rq.depth, RECVS + 1);
}

static const struct refusal_case {
	const char *desc;
	u32 op;
	u32 posts;
} refusal_cases[] = {
	{ "error state", FAKE_OP(modify_qp), 0 },
	{ "send", FAKE_OP(post_send), 1 },
	{ "receive", FAKE_OP(post_recv), 1 },
};

KUNIT_ARRAY_PARAM_DESC(refusal, refusal_cases, desc);

/* A provider that refuses a step of it. */
static void drain_refused(struct kunit *test)
{
	const struct refusal_case *c = test->param_value;
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = IB_POLL_SOFTIRQ, .type = IB_QPT_RC });

	fake_fail(rig->fake, c->op, 0, -EIO);
	ib_drain_qp(rig->qp);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(post_send)), c->posts);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(post_recv)), c->posts);
	fake_fail(rig->fake, c->op, 0, 0);
}

static void own_drain_sq(struct ib_qp *qp)
{
	fake_enter(qp->device, drain_sq, .obj = qp);
}

static void own_drain_rq(struct ib_qp *qp)
{
	fake_enter(qp->device, drain_rq, .obj = qp);
}

static const struct ib_device_ops own_ops = {
	.drain_rq = own_drain_rq,
	.drain_sq = own_drain_sq,
};

static const struct fake_config own = { .ops = &own_ops, .registered = true };

/* A provider's own way comes first, and all of it is the provider's. */
static void drain_by_provider(struct kunit *test)
{
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &own, .ctx = IB_POLL_SOFTIRQ, .type = IB_QPT_RC });

	fake_forget(rig->fake);
	ib_drain_qp(rig->qp);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(drain_sq)), 1);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(drain_rq)), 1);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP_ANY), 2);
}

/* No CQ, nothing to drain; as in the target of an XRC connection. */
static void drain_without_cq(struct kunit *test)
{
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = IB_POLL_SOFTIRQ, .type = IB_QPT_RC });

	fake_forget(rig->fake);
	rig->qp->send_cq = NULL;
	rig->qp->recv_cq = NULL;
	ib_drain_qp(rig->qp);
	rig->qp->send_cq = rig->cq;
	rig->qp->recv_cq = rig->cq;
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP_ANY), 0);
}

/* A CQ that is polled by its owner knows no ib_cqe: said, and left alone. */
static void drain_foreign_cq(struct kunit *test)
{
	const struct ib_cq_init_attr attr = { .cqe = 8 };
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = IB_POLL_SOFTIRQ, .type = IB_QPT_RC });
	struct ib_cq *cq = ib_create_cq(&rig->fake->dev, NULL, NULL, NULL, &attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	fake_forget(rig->fake);
	rig->qp->send_cq = cq;
	rig->qp->recv_cq = cq;
	ib_drain_qp(rig->qp);
	rig->qp->send_cq = rig->cq;
	rig->qp->recv_cq = rig->cq;
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP_ANY), 0);
	ib_destroy_cq(cq);
}

/*
 * With an SRQ: what the QP took from it is delivered, its rest stays there; and
 * again, though the event comes but once.
 */
static void drain_srq(struct kunit *test)
{
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = param_ctx(test), .type = IB_QPT_RC, .srq = true });

	rig_post_all(test, rig);
	for (int i = 0; i < 3; i++)
		fake_complete_recv(rig->qp, IB_WC_WR_FLUSH_ERR, 0);
	ib_drain_qp(rig->qp);
	expect_flushed(test, rig, 0, SENDS + 3);
	KUNIT_EXPECT_EQ(test, to_fake_srq(rig->qp->srq)->rq.depth, RECVS - 3);

	fake_qp_hold(rig->qp, true);
	reinit_completion(&rig->qp->srq_completion);
	fake_qp_event(rig->qp, IB_EVENT_QP_LAST_WQE_REACHED);
	for (int i = 0; i < 3; i++)
		ib_drain_rq(rig->qp);
	expect_flushed(test, rig, 0, SENDS + 3);
}

/* A request whose done function takes its time. */
struct slow {
	struct ib_cqe cqe;
	bool started;
	bool finished;
};

static void slow_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct slow *slow = container_of(wc->wr_cqe, struct slow, cqe);

	WRITE_ONCE(slow->started, true);
	if (in_serving_softirq())
		mdelay(20);
	else
		msleep(20);
	WRITE_ONCE(slow->finished, true);
}

/* With an SRQ: a completion that somebody else is handling is waited for. */
static void drain_srq_waits_for_polling(struct kunit *test)
{
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = param_ctx(test), .type = IB_QPT_RC, .srq = true });
	int cpu = cpumask_any_but(cpu_online_mask, raw_smp_processor_id());
	struct slow slow = { .cqe.done = slow_done };

	if (cpu >= nr_cpu_ids)
		kunit_skip(test, "needs two CPUs");
	fake_queue_wc(rig->cq, &(struct ib_wc){ .wr_cqe = &slow.cqe });
	fake_notify_on(rig->cq, cpu);
	while (!READ_ONCE(slow.started))
		cond_resched();
	ib_drain_rq(rig->qp);
	KUNIT_EXPECT_TRUE(test, slow.finished);
}

static bool no_last_wqe(struct ib_qp *qp)
{
	return false;
}

/* With an SRQ: the provider never says that the QP has ended. */
static void drain_srq_times_out(struct kunit *test)
{
	struct rig *rig = rig_create(test, &(struct rig_spec) {
		.cfg = &raw, .ctx = IB_POLL_DIRECT, .type = IB_QPT_RC, .srq = true });

	rig_post_recv(test, rig, 0);
	fake_complete_recv(rig->qp, IB_WC_SUCCESS, 0);
	kunit_activate_static_stub(test, drain_wait_last_wqe, no_last_wqe);
	fake_forget(rig->fake);
	ib_drain_rq(rig->qp);
	KUNIT_EXPECT_EQ(test, fake_calls(rig->fake, FAKE_OP(poll_cq)), 0);
	ib_process_cq_direct(rig->cq, -1);
}

static struct kunit_case cq_drain_cases[] = {
	KUNIT_CASE_PARAM(drain_waits_for_all, context_gen_params),
	KUNIT_CASE_PARAM(drain_one_queue, context_gen_params),
	KUNIT_CASE_PARAM(drain_again, context_gen_params),
	KUNIT_CASE_PARAM(drain_by_type, type_gen_params),
	KUNIT_CASE(drain_without_ah),
	KUNIT_CASE_PARAM(drain_full_queue, context_gen_params),
	KUNIT_CASE_PARAM(drain_refused, refusal_gen_params),
	KUNIT_CASE(drain_by_provider),
	KUNIT_CASE(drain_without_cq),
	KUNIT_CASE(drain_foreign_cq),
	KUNIT_CASE_PARAM(drain_srq, context_gen_params),
	KUNIT_CASE_PARAM(drain_srq_waits_for_polling, polled_gen_params),
	KUNIT_CASE(drain_srq_times_out),
	{}
};

static struct kunit_suite cq_drain_suite = {
	.name = "ib_core_cq_drain",
	.test_cases = cq_drain_cases,
};

kunit_test_suite(cq_drain_suite);
