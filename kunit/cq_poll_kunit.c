// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of completion queues that the core polls: the four contexts, budgets,
 * events that nearly get lost, and the life of a CQ.
 */
#include <kunit/resource.h>
#include <kunit/run-in-irq-context.h>
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/irq_work.h>
#include <linux/workqueue.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>
#include <trace/events/rdma_core.h>

#include "fake.h"
#include "probe.h"

#define BATCH			16
#define BATCH_DIRECT		8
#define BUDGET_SOFTIRQ		256
#define BUDGET_WORKQUEUE	65536

static const struct fake_config plain = {};

static const struct context_case {
	const char *desc;
	enum ib_poll_context ctx;
} contexts[] = {
	{ "softirq", IB_POLL_SOFTIRQ },
	{ "workqueue", IB_POLL_WORKQUEUE },
	{ "unbound workqueue", IB_POLL_UNBOUND_WORKQUEUE },
	{ "direct", IB_POLL_DIRECT },
};

KUNIT_ARRAY_PARAM_DESC(context, contexts, desc);

/* All but the last, which nobody polls. */
static const void *event_gen_params(struct kunit *test, const void *prev, char *desc)
{
	const struct context_case *next = context_gen_params(test, prev, desc);

	return next && next->ctx != IB_POLL_DIRECT ? next : NULL;
}

static enum ib_poll_context param_ctx(struct kunit *test)
{
	return ((const struct context_case *)test->param_value)->ctx;
}

static u32 cqs(struct fake *fake)
{
	return rdma_restrack_count(&fake->dev, RDMA_RESTRACK_CQ, false);
}

/* Rounds of polling on one CQ, seen by the trace event that starts each. */
struct rounds {
	const struct ib_cq *cq;
	atomic_t n;
};

static void count_round(void *data, const struct ib_cq *cq)
{
	struct rounds *rounds = data;

	if (cq == rounds->cq)
		atomic_inc(&rounds->n);
}

static void rounds_stop(void *data)
{
	unregister_trace_cq_process(count_round, data);
	tracepoint_synchronize_unregister();
}

static struct rounds *rounds_count(struct kunit *test, const struct ib_cq *cq)
{
	struct rounds *rounds = kunit_kzalloc(test, sizeof(*rounds), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, rounds);
	rounds->cq = cq;
	KUNIT_ASSERT_EQ(test, 0, register_trace_cq_process(count_round, rounds));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, rounds_stop, rounds));
	return rounds;
}

/*
 * Waits until @n completions are told of, and until the round that told of the
 * last one has ended. Whoever must poll a direct CQ does.
 */
static void settle(struct kunit *test, struct ib_cq *cq, struct probes *probes, u32 n)
{
	if (cq->poll_ctx == IB_POLL_DIRECT)
		ib_process_cq_direct(cq, -1);
	KUNIT_EXPECT_TRUE(test, probes_wait(probes, n));
	if (cq->poll_ctx == IB_POLL_SOFTIRQ)
		synchronize_rcu();
	else if (cq->poll_ctx != IB_POLL_DIRECT)
		flush_work(&cq->work);
}

static void poll_delivers_each_once(struct kunit *test)
{
	static const enum ib_wc_opcode opcodes[] = {
		IB_WC_SEND, IB_WC_RDMA_WRITE, IB_WC_RDMA_READ, IB_WC_RECV, IB_WC_REG_MR,
		IB_WC_LOCAL_INV, IB_WC_RECV_RDMA_WITH_IMM,
	};
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = fake_cq(test, fake, 128, param_ctx(test));
	struct probes *probes = probes_create(test, 100);

	for (u32 i = 0; i < probes->n; i++) {
		struct ib_wc wc = probe_wc(&probes->probe[i], i % (IB_WC_GENERAL_ERR + 1),
					   opcodes[i % ARRAY_SIZE(opcodes)]);

		fake_complete(cq, &wc);
	}
	settle(test, cq, probes, probes->n);

	probes_expect_once(test, probes, probes->n);
	for (u32 i = 0; i < probes->n; i++) {
		const struct probe *probe = &probes->probe[i];

		KUNIT_EXPECT_EQ(test, probe->place, i);
		KUNIT_EXPECT_EQ(test, (u32)probe->status, i % (IB_WC_GENERAL_ERR + 1));
		KUNIT_EXPECT_EQ(test, (u32)probe->opcode, (u32)opcodes[i % ARRAY_SIZE(opcodes)]);
	}
}

static void poll_runs_in_its_context(struct kunit *test)
{
	enum ib_poll_context ctx = param_ctx(test);
	bool worker = ctx == IB_POLL_WORKQUEUE || ctx == IB_POLL_UNBOUND_WORKQUEUE;
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = fake_cq(test, fake, 8, ctx);
	struct probes *probes = probes_create(test, 1);
	struct ib_wc wc = probe_wc(&probes->probe[0], IB_WC_SUCCESS, IB_WC_SEND);

	fake_complete(cq, &wc);
	settle(test, cq, probes, 1);
	KUNIT_EXPECT_EQ(test, probes->probe[0].in_softirq, ctx == IB_POLL_SOFTIRQ);
	KUNIT_EXPECT_EQ(test, probes->probe[0].in_worker, worker);
	if (ctx == IB_POLL_DIRECT)
		KUNIT_EXPECT_PTR_EQ(test, probes->probe[0].task, current);
}

/* An event on a direct CQ is a mistake, and polls nothing. */
static void poll_direct_takes_no_events(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = fake_cq(test, fake, 8, IB_POLL_DIRECT);
	struct probes *probes = probes_create(test, 1);
	struct ib_wc wc = probe_wc(&probes->probe[0], IB_WC_SUCCESS, IB_WC_SEND);

	KUNIT_EXPECT_EQ(test, ib_req_notify_cq(cq, IB_CQ_NEXT_COMP), 0);
	fake_queue_wc(cq, &wc);
	KUNIT_EXPECT_TRUE(test, fake_notify(cq));
	KUNIT_EXPECT_EQ(test, atomic_read(&probes->told), 0);
	KUNIT_EXPECT_EQ(test, ib_process_cq_direct(cq, -1), 1);
	probes_expect_once(test, probes, 1);
}

/* The two workqueues are not the same one; the other contexts have none. */
static void poll_has_its_workqueue(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *bound = fake_cq(test, fake, 8, IB_POLL_WORKQUEUE);
	struct ib_cq *unbound = fake_cq(test, fake, 8, IB_POLL_UNBOUND_WORKQUEUE);

	KUNIT_EXPECT_NOT_NULL(test, bound->comp_wq);
	KUNIT_EXPECT_NOT_NULL(test, unbound->comp_wq);
	KUNIT_EXPECT_PTR_NE(test, bound->comp_wq, unbound->comp_wq);
	KUNIT_EXPECT_NULL(test, fake_cq(test, fake, 8, IB_POLL_SOFTIRQ)->comp_wq);
	KUNIT_EXPECT_NULL(test, fake_cq(test, fake, 8, IB_POLL_DIRECT)->comp_wq);
}

/*
 * What is fired, and how: a hard interrupt of a timer may not take the spinlocks
 * that a driver's handler may, so there it is an irq_work's interrupt that fires.
 */
struct gun {
	struct irq_work work;
	bool (*fire)(void *data);
	void *data;
};

static void gun_work(struct irq_work *work)
{
	struct gun *gun = container_of(work, struct gun, work);

	gun->fire(gun->data);
}

static bool gun_fire(void *data)
{
	struct gun *gun = data;

	if (!in_hardirq())
		return gun->fire(gun->data);
	irq_work_queue(&gun->work);
	return true;
}

/* From task, softirq and hard interrupt, all at once. */
static void fire_from_everywhere(struct kunit *test, bool (*fire)(void *data), int times,
				 void *data)
{
	struct gun gun = { .work = IRQ_WORK_INIT(gun_work), .fire = fire, .data = data };

	kunit_run_irq_test(test, gun_fire, times, &gun);
	irq_work_sync(&gun.work);
}

struct fire {
	struct ib_cq *cq;
	struct probes *probes;
	atomic_t next;
};

static bool fire_one(void *data)
{
	struct fire *fire = data;
	u32 i = atomic_inc_return(&fire->next) - 1;
	struct ib_wc wc;

	if (i < fire->probes->n) {
		wc = probe_wc(&fire->probes->probe[i], IB_WC_SUCCESS, IB_WC_SEND);
		fake_complete(fire->cq, &wc);
	}
	return true;
}

/* Events from task, softirq and hard interrupt, all at once. */
static void poll_takes_events_from_any_context(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct fire fire = {
		.cq = fake_cq(test, fake, 4096, param_ctx(test)),
		.probes = probes_create(test, 4096),
	};
	u32 fired;

	fire_from_everywhere(test, fire_one, 2000, &fire);
	fired = min_t(u32, atomic_read(&fire.next), fire.probes->n);
	settle(test, fire.cq, fire.probes, fired);
	probes_expect_once(test, fire.probes, fired);
}

static const struct budget_case {
	const char *desc;
	int budget;
	u32 queued;
	int handled;
} budget_cases[] = {
	{ "none", 0, 5, 0 },
	{ "one", 1, 5, 1 },
	{ "a batch", BATCH_DIRECT, 20, BATCH_DIRECT },
	{ "a batch and one", BATCH_DIRECT + 1, 20, BATCH_DIRECT + 1 },
	{ "just enough", 20, 20, 20 },
	{ "more than there are", 21, 20, 20 },
	{ "unlimited", -1, 20, 20 },
	{ "unlimited, empty", -1, 0, 0 },
	{ "very negative", INT_MIN, 20, 20 },
};

KUNIT_ARRAY_PARAM_DESC(budget, budget_cases, desc);

static void queue_probes(struct ib_cq *cq, struct probes *probes, u32 n)
{
	for (u32 i = 0; i < n; i++) {
		struct ib_wc wc = probe_wc(&probes->probe[i], IB_WC_SUCCESS, IB_WC_RECV);

		fake_queue_wc(cq, &wc);
	}
}

/* The provider is never asked for more than a batch, or than the budget has left. */
static void poll_direct_keeps_to_budget(struct kunit *test)
{
	const struct budget_case *c = test->param_value;
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = fake_cq(test, fake, 32, IB_POLL_DIRECT);
	struct probes *probes = probes_create(test, 32);
	u32 left = c->budget;
	struct fake_call call;

	queue_probes(cq, probes, c->queued);
	fake_forget(fake);
	KUNIT_EXPECT_EQ(test, ib_process_cq_direct(cq, c->budget), c->handled);
	probes_expect_once(test, probes, c->handled);
	for (u32 n = 0; fake_call_at(fake, n, &call); n++) {
		KUNIT_EXPECT_EQ(test, call.op, (u32)FAKE_OP(poll_cq));
		KUNIT_EXPECT_LE(test, call.arg[0], min_t(u32, BATCH_DIRECT, left));
		left -= min_t(u32, call.arg[0], left);
	}
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(req_notify_cq)), 0);
	ib_process_cq_direct(cq, -1);
}

/* One softirq round is 256 completions; the CQ is armed when it is empty, once. */
static void poll_softirq_budget(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = fake_cq(test, fake, 1024, IB_POLL_SOFTIRQ);
	struct probes *probes = probes_create(test, 3 * BUDGET_SOFTIRQ + 1);
	struct rounds *rounds = rounds_count(test, cq);

	queue_probes(cq, probes, probes->n);
	fake_forget(fake);
	fake_notify(cq);
	settle(test, cq, probes, probes->n);
	probes_expect_once(test, probes, probes->n);
	KUNIT_EXPECT_EQ(test, atomic_read(&rounds->n), 4);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(req_notify_cq)), 1);
}

/* A busy CQ lets another one in after its budget. */
static void poll_softirq_is_fair(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *busy = fake_cq(test, fake, 1024, IB_POLL_SOFTIRQ);
	struct ib_cq *other = fake_cq(test, fake, 1024, IB_POLL_SOFTIRQ);
	struct probes *probes = probes_create(test, 2 * BUDGET_SOFTIRQ + 1);
	struct probe *last = &probes->probe[probes->n - 1];
	struct ib_wc wc = probe_wc(last, IB_WC_SUCCESS, IB_WC_RECV);

	queue_probes(busy, probes, probes->n - 1);
	fake_queue_wc(other, &wc);
	local_bh_disable();
	fake_notify(busy);
	fake_notify(other);
	local_bh_enable();
	settle(test, busy, probes, probes->n);
	probes_expect_once(test, probes, probes->n);
	KUNIT_EXPECT_EQ(test, last->place, BUDGET_SOFTIRQ);
}

/* A provider whose CQ is full of completions of one probe. */
struct flood {
	u32 left;
	struct probe *probe;
};

static int flood_poll_cq(struct ib_cq *cq, int num_entries, struct ib_wc *wc)
{
	struct flood *flood = cq->cq_context;
	int n = min_t(u32, num_entries, flood->left);

	flood->left -= n;
	for (int i = 0; i < n; i++)
		wc[i] = probe_wc(flood->probe, IB_WC_SUCCESS, IB_WC_RECV);
	return n;
}

static const struct ib_device_ops flood_ops = { .poll_cq = flood_poll_cq };
static const struct fake_config flooded = { .ops = &flood_ops };

static void cq_free(void *cq)
{
	ib_free_cq(cq);
}

static struct ib_cq *cq_with(struct kunit *test, struct fake *fake, void *private,
			     enum ib_poll_context ctx)
{
	struct ib_cq *cq = ib_alloc_cq(&fake->dev, private, 64, 0, ctx);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, cq_free, cq));
	return cq;
}

static void poll_workqueue_budget(struct kunit *test)
{
	struct fake *fake = fake_create(test, &flooded);
	struct probes *probes = probes_create(test, 1);
	struct flood flood = { BUDGET_WORKQUEUE + 1, &probes->probe[0] };
	struct ib_cq *cq = cq_with(test, fake, &flood, IB_POLL_UNBOUND_WORKQUEUE);
	struct rounds *rounds = rounds_count(test, cq);

	fake_forget(fake);
	fake_notify(cq);
	settle(test, cq, probes, BUDGET_WORKQUEUE + 1);
	KUNIT_EXPECT_EQ(test, atomic_read(&probes->told), BUDGET_WORKQUEUE + 1);
	KUNIT_EXPECT_EQ(test, atomic_read(&rounds->n), 2);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(req_notify_cq)), 1);
}

/* Completions that slip in while the CQ is being armed, and raise no event. */
struct sneak {
	struct probes *probes;
	u32 next;
	u32 end;
};

static int sneak_req_notify_cq(struct ib_cq *cq, enum ib_cq_notify_flags flags)
{
	struct sneak *sneak = cq->cq_context;
	struct ib_wc wc;

	if (flags & IB_CQ_REPORT_MISSED_EVENTS && sneak->next < sneak->end) {
		wc = probe_wc(&sneak->probes->probe[sneak->next++], IB_WC_SUCCESS, IB_WC_RECV);
		fake_queue_wc(cq, &wc);
	}
	return fake_cq_ops.req_notify_cq(cq, flags);
}

static const struct ib_device_ops sneak_ops = { .req_notify_cq = sneak_req_notify_cq };
static const struct fake_config sneaky = { .ops = &sneak_ops };

static void poll_misses_no_event(struct kunit *test)
{
	struct fake *fake = fake_create(test, &sneaky);
	struct sneak sneak = { probes_create(test, 11), 1, 11 };
	struct ib_cq *cq = cq_with(test, fake, &sneak, param_ctx(test));
	struct ib_wc wc = probe_wc(&sneak.probes->probe[0], IB_WC_SUCCESS, IB_WC_RECV);
	struct rounds *rounds = rounds_count(test, cq);

	fake_complete(cq, &wc);
	settle(test, cq, sneak.probes, 11);
	probes_expect_once(test, sneak.probes, 11);
	KUNIT_EXPECT_EQ(test, atomic_read(&rounds->n), 11);
	if (param_ctx(test) == IB_POLL_SOFTIRQ)
		KUNIT_EXPECT_FALSE(test, cq->interrupt);
}

/* First armed plainly, later with the question about missed events. */
static void poll_arms(struct kunit *test)
{
	enum ib_poll_context ctx = param_ctx(test);
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = fake_cq(test, fake, 8, ctx);
	struct probes *probes = probes_create(test, 1);
	struct ib_wc wc = probe_wc(&probes->probe[0], IB_WC_SUCCESS, IB_WC_SEND);
	struct fake_call call;

	if (ctx == IB_POLL_DIRECT) {
		KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(req_notify_cq)), 0);
		return;
	}
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(req_notify_cq)), 1);
	KUNIT_ASSERT_TRUE(test, fake_last(fake, FAKE_OP(req_notify_cq), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], IB_CQ_NEXT_COMP);

	fake_complete(cq, &wc);
	settle(test, cq, probes, 1);
	KUNIT_ASSERT_TRUE(test, fake_last(fake, FAKE_OP(req_notify_cq), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], IB_CQ_NEXT_COMP | IB_CQ_REPORT_MISSED_EVENTS);
}

/* Requests without an ib_cqe, and a provider that fails to poll, end no worse. */
static void poll_survives(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = fake_cq(test, fake, 32, IB_POLL_DIRECT);
	struct probes *probes = probes_create(test, 20);

	fake_queue_wc(cq, &(struct ib_wc){ .status = IB_WC_WR_FLUSH_ERR });
	fake_queue_wc(cq, &(struct ib_wc){ .status = IB_WC_SUCCESS });
	KUNIT_EXPECT_EQ(test, ib_process_cq_direct(cq, -1), 2);

	queue_probes(cq, probes, 20);
	fake_fail(fake, FAKE_OP(poll_cq), 2, -EIO);
	KUNIT_EXPECT_EQ(test, ib_process_cq_direct(cq, -1), BATCH_DIRECT);
	KUNIT_EXPECT_EQ(test, ib_process_cq_direct(cq, -1), 20 - BATCH_DIRECT);
	probes_expect_once(test, probes, 20);
}

/* Tracing changes nothing; what the event cq_process prints is kept when it is on. */
static void poll_trace_has_no_effect(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = fake_cq(test, fake, 8, IB_POLL_WORKQUEUE);
	struct probes *probes = probes_create(test, 2);
	struct ib_wc wc = probe_wc(&probes->probe[0], IB_WC_SUCCESS, IB_WC_SEND);

	fake_complete(cq, &wc);
	settle(test, cq, probes, 1);
	if (!trace_cq_process_enabled() && !trace_cq_schedule_enabled())
		KUNIT_EXPECT_EQ(test, cq->timestamp, 0);

	rounds_count(test, cq);
	fake_complete(cq, &wc);
	settle(test, cq, probes, 2);
	KUNIT_EXPECT_NE(test, cq->timestamp, 0);
	KUNIT_EXPECT_TRUE(test, cq->interrupt);
}

static void cq_alloc(struct kunit *test)
{
	enum ib_poll_context ctx = param_ctx(test);
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = ib_alloc_cq(&fake->dev, fake, 77, 1, ctx);
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	KUNIT_EXPECT_PTR_EQ(test, cq->device, &fake->dev);
	KUNIT_EXPECT_PTR_EQ(test, cq->cq_context, (void *)fake);
	KUNIT_EXPECT_EQ(test, (u32)cq->poll_ctx, (u32)ctx);
	KUNIT_EXPECT_EQ(test, cq->comp_vector, 1);
	KUNIT_EXPECT_EQ(test, atomic_read(&cq->usecnt), 0);
	KUNIT_EXPECT_EQ(test, cq->cqe_used, 0);
	KUNIT_EXPECT_NULL(test, cq->uobject);
	KUNIT_EXPECT_NULL(test, cq->dim);
	KUNIT_EXPECT_EQ(test, cqs(fake), 1);
	KUNIT_ASSERT_TRUE(test, fake_last(fake, FAKE_OP(create_cq), &call));
	KUNIT_EXPECT_EQ(test, call.arg[0], 77);
	KUNIT_EXPECT_EQ(test, call.arg[1], 1);
	KUNIT_EXPECT_EQ(test, call.arg[2], 0);

	ib_free_cq(cq);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)), 1);
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);
}

static const struct alloc_case {
	const char *desc;
	int nr_cqe;
	int ctx;
	int provider;	/* errno of create_cq */
	int err;
} alloc_cases[] = {
	{ "no entries (B105)", 0, IB_POLL_SOFTIRQ, 0, -EINVAL },
	{ "negative entries", -1, IB_POLL_SOFTIRQ, 0, -EINVAL },
	{ "context behind the last (B090)", 8, IB_POLL_DIRECT + 1, 0, -EINVAL },
	{ "negative context", 8, -1, 0, -EINVAL },
	{ "provider refuses softirq", 8, IB_POLL_SOFTIRQ, -ENOSPC, -ENOSPC },
	{ "provider refuses workqueue", 8, IB_POLL_WORKQUEUE, -EBUSY, -EBUSY },
	{ "provider refuses direct", 8, IB_POLL_DIRECT, -ENOMEM, -ENOMEM },
};

KUNIT_ARRAY_PARAM_DESC(alloc, alloc_cases, desc);

static void cq_alloc_fails(struct kunit *test)
{
	const struct alloc_case *c = test->param_value;
	struct fake *fake = fake_create(test, &plain);

	fake->dev.use_cq_dim = true;
	fake_fail(fake, FAKE_OP(create_cq), 1, c->provider);
	KUNIT_EXPECT_PTR_EQ(test, ib_alloc_cq(&fake->dev, NULL, c->nr_cqe, 0, c->ctx),
			    ERR_PTR(c->err));
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_cq)), !!c->provider);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)), 0);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(req_notify_cq)), 0);
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);
}

/* Every vector that a CPU can serve gets its turn. */
static void cq_alloc_any_goes_round(struct kunit *test)
{
	static const int vectors[] = { -1, 0, 1, 2, 3, 1000 };
	struct fake *fake = fake_create(test, &plain);

	for (int v = 0; v < ARRAY_SIZE(vectors); v++) {
		u32 n = min_t(u32, max(vectors[v], 1), num_online_cpus());
		u64 seen = 0;

		fake->dev.num_comp_vectors = vectors[v];
		for (u32 i = 0; i < n; i++) {
			struct ib_cq *cq = ib_alloc_cq_any(&fake->dev, NULL, 8,
							   IB_POLL_DIRECT);

			KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
			KUNIT_EXPECT_LT(test, cq->comp_vector, n);
			seen |= BIT_ULL(cq->comp_vector);
			ib_free_cq(cq);
		}
		KUNIT_EXPECT_EQ(test, seen, GENMASK_ULL(n - 1, 0));
	}
}

/* In use, or not ours to free: nothing happens to it. */
static void cq_free_refuses(struct kunit *test)
{
	const struct ib_cq_init_attr attr = { .cqe = 8 };
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = fake_cq(test, fake, 8, IB_POLL_WORKQUEUE);
	struct ib_cq *user = ib_create_cq(&fake->dev, NULL, NULL, NULL, &attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, user);
	atomic_inc(&cq->usecnt);
	ib_free_cq(cq);
	atomic_dec(&cq->usecnt);
	cq->cqe_used = 1;
	ib_free_cq(cq);
	cq->cqe_used = 0;
	cq->shared = true;
	ib_free_cq(cq);
	cq->shared = false;
	ib_free_cq(user);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)), 0);
	KUNIT_EXPECT_EQ(test, cqs(fake), 2);
	ib_destroy_cq(user);
}

static int ordered_pre_destroy_cq(struct ib_cq *cq)
{
	return fake_enter(cq->device, pre_destroy_cq, .obj = cq);
}

static void ordered_post_destroy_cq(struct ib_cq *cq)
{
	fake_enter(cq->device, post_destroy_cq, .obj = cq);
}

static const struct ib_device_ops ordered_ops = {
	.pre_destroy_cq = ordered_pre_destroy_cq,
	.post_destroy_cq = ordered_post_destroy_cq,
};

static const struct fake_config ordered = { .ops = &ordered_ops };

/* A provider that ends a CQ in two steps is called in two steps. */
static void cq_free_in_two_steps(struct kunit *test)
{
	struct fake *fake = fake_create(test, &ordered);
	struct ib_cq *cq = ib_alloc_cq(&fake->dev, NULL, 8, 0, param_ctx(test));
	struct fake_call call;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	fake_forget(fake);
	ib_free_cq(cq);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP_ANY), 2);
	KUNIT_ASSERT_TRUE(test, fake_call_at(fake, 0, &call));
	KUNIT_EXPECT_EQ(test, call.op, (u32)FAKE_OP(pre_destroy_cq));
	KUNIT_ASSERT_TRUE(test, fake_call_at(fake, 1, &call));
	KUNIT_EXPECT_EQ(test, call.op, (u32)FAKE_OP(post_destroy_cq));
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

/* Where there is another CPU, the event comes there. */
static void notify_elsewhere(struct ib_cq *cq)
{
	int cpu = cpumask_any_but(cpu_online_mask, raw_smp_processor_id());

	if (cpu < nr_cpu_ids)
		fake_notify_on(cq, cpu);
	else
		fake_notify(cq);
}

static void cq_free_waits_for_polling(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = ib_alloc_cq(&fake->dev, NULL, 8, 0, param_ctx(test));
	struct slow slow = { .cqe.done = slow_done };

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	fake_queue_wc(cq, &(struct ib_wc){ .wr_cqe = &slow.cqe });
	notify_elsewhere(cq);
	while (!READ_ONCE(slow.started))
		cond_resched();
	ib_free_cq(cq);
	KUNIT_EXPECT_TRUE(test, slow.finished);
}

/* A provider that is slow to arm a CQ, and looks whether that is done in time. */
struct armer {
	bool arming;
	bool armed;
	bool destroyed_early;
};

static int armer_req_notify_cq(struct ib_cq *cq, enum ib_cq_notify_flags flags)
{
	struct armer *armer = cq->cq_context;

	if (flags & IB_CQ_REPORT_MISSED_EVENTS) {
		WRITE_ONCE(armer->arming, true);
		mdelay(20);
		WRITE_ONCE(armer->armed, true);
	}
	return fake_cq_ops.req_notify_cq(cq, flags);
}

static int armer_destroy_cq(struct ib_cq *cq, struct ib_udata *udata)
{
	struct armer *armer = cq->cq_context;

	armer->destroyed_early = !READ_ONCE(armer->armed);
	return fake_cq_ops.destroy_cq(cq, udata);
}

static const struct ib_device_ops armer_ops = {
	.destroy_cq = armer_destroy_cq,
	.req_notify_cq = armer_req_notify_cq,
};

static const struct fake_config arming_slowly = { .ops = &armer_ops };

/* A round of polling ends with arming the CQ, not with its last completion. */
static void cq_free_waits_for_arming(struct kunit *test)
{
	struct fake *fake = fake_create(test, &arming_slowly);
	struct armer armer = {};
	struct ib_cq *cq = ib_alloc_cq(&fake->dev, &armer, 8, 0, param_ctx(test));

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	notify_elsewhere(cq);
	while (!READ_ONCE(armer.arming))
		cond_resched();
	ib_free_cq(cq);
	KUNIT_EXPECT_FALSE(test, armer.destroyed_early);
}

/* A provider whose last event comes while its CQ is being destroyed. */
static int late_destroy_cq(struct ib_cq *cq, struct ib_udata *udata)
{
	cq->comp_handler(cq, cq->cq_context);
	msleep(20);
	return fake_cq_ops.destroy_cq(cq, udata);
}

static const struct ib_device_ops late_ops = { .destroy_cq = late_destroy_cq };
static const struct fake_config late = { .ops = &late_ops };

static void cq_free_ignores_late_event(struct kunit *test)
{
	struct fake *fake = fake_create(test, &late);
	struct ib_cq *cq = ib_alloc_cq(&fake->dev, NULL, 8, 0, param_ctx(test));

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	fake_forget(fake);
	ib_free_cq(cq);
	msleep(20);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(poll_cq)), 0);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)), 1);
}

/* A CQ that comes and goes while completions are fired at it from everywhere. */
struct siege {
	struct fake *fake;
	enum ib_poll_context ctx;
	spinlock_t lock;	/* protects @cq */
	struct ib_cq *cq;
	struct ib_cqe cqe;
	atomic_t fired;
	atomic_t told;
	bool stop;
};

static struct siege *siege_of(struct ib_cq *cq)
{
	return cq->cq_context;
}

static void siege_done(struct ib_cq *cq, struct ib_wc *wc)
{
	atomic_inc(&siege_of(cq)->told);
}

static int siege_destroy_cq(struct ib_cq *cq, struct ib_udata *udata)
{
	scoped_guard(spinlock_irqsave, &siege_of(cq)->lock)
		siege_of(cq)->cq = NULL;
	return fake_cq_ops.destroy_cq(cq, udata);
}

static const struct ib_device_ops siege_ops = { .destroy_cq = siege_destroy_cq };
static const struct fake_config under_fire = { .ops = &siege_ops };

static bool siege_fire(void *data)
{
	struct siege *siege = data;

	guard(spinlock_irqsave)(&siege->lock);
	if (siege->cq && to_fake_cq(siege->cq)->depth < 64) {
		atomic_inc(&siege->fired);
		fake_complete(siege->cq, &(struct ib_wc){ .wr_cqe = &siege->cqe });
	}
	return true;
}

struct siege_work {
	struct work_struct work;
	struct siege *siege;
	u32 lives;
};

static void siege_live(struct work_struct *work)
{
	struct siege_work *rw = container_of(work, struct siege_work, work);
	struct siege *siege = rw->siege;

	while (!READ_ONCE(siege->stop)) {
		struct ib_cq *cq = ib_alloc_cq(&siege->fake->dev, siege, 64, 0, siege->ctx);

		if (IS_ERR(cq))
			break;
		scoped_guard(spinlock_irqsave, &siege->lock)
			siege->cq = cq;
		usleep_range(20, 200);
		ib_free_cq(cq);
		rw->lives++;
	}
}

static void cq_alloc_free_under_fire(struct kunit *test)
{
	struct siege siege = {
		.fake = fake_create(test, &under_fire),
		.ctx = param_ctx(test),
		.cqe.done = siege_done,
	};
	struct siege_work life = { .siege = &siege };

	spin_lock_init(&siege.lock);
	INIT_WORK_ONSTACK(&life.work, siege_live);
	queue_work(system_dfl_wq, &life.work);
	while (!READ_ONCE(siege.cq) && work_busy(&life.work))
		cond_resched();
	fire_from_everywhere(test, siege_fire, 20000, &siege);
	WRITE_ONCE(siege.stop, true);
	flush_work(&life.work);
	destroy_work_on_stack(&life.work);

	KUNIT_EXPECT_GT(test, life.lives, 0);
	KUNIT_EXPECT_GT(test, atomic_read(&siege.fired), 0);
	KUNIT_EXPECT_LE(test, atomic_read(&siege.told), atomic_read(&siege.fired));
	KUNIT_EXPECT_EQ(test, cqs(siege.fake), 0);
}

static struct kunit_case cq_poll_cases[] = {
	KUNIT_CASE_PARAM(poll_delivers_each_once, context_gen_params),
	KUNIT_CASE_PARAM(poll_runs_in_its_context, context_gen_params),
	KUNIT_CASE(poll_direct_takes_no_events),
	KUNIT_CASE(poll_has_its_workqueue),
	KUNIT_CASE_PARAM(poll_takes_events_from_any_context, context_gen_params),
	KUNIT_CASE_PARAM(poll_direct_keeps_to_budget, budget_gen_params),
	KUNIT_CASE(poll_softirq_budget),
	KUNIT_CASE(poll_softirq_is_fair),
	KUNIT_CASE(poll_workqueue_budget),
	KUNIT_CASE_PARAM(poll_misses_no_event, event_gen_params),
	KUNIT_CASE_PARAM(poll_arms, context_gen_params),
	KUNIT_CASE(poll_survives),
	KUNIT_CASE(poll_trace_has_no_effect),
	KUNIT_CASE_PARAM(cq_alloc, context_gen_params),
	KUNIT_CASE_PARAM(cq_alloc_fails, alloc_gen_params),
	KUNIT_CASE(cq_alloc_any_goes_round),
	KUNIT_CASE(cq_free_refuses),
	KUNIT_CASE_PARAM(cq_free_in_two_steps, context_gen_params),
	KUNIT_CASE_PARAM(cq_free_waits_for_polling, event_gen_params),
	KUNIT_CASE_PARAM(cq_free_waits_for_arming, event_gen_params),
	KUNIT_CASE_PARAM(cq_free_ignores_late_event, event_gen_params),
	KUNIT_CASE_PARAM(cq_alloc_free_under_fire, event_gen_params),
	{}
};

static struct kunit_suite cq_poll_suite = {
	.name = "ib_core_cq_poll",
	.test_cases = cq_poll_cases,
};

kunit_test_suite(cq_poll_suite);
