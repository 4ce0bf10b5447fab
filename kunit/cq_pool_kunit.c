// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the pool of shared completion queues: growth, sharing, limits, and
 * what is left of it when its device goes.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/prandom.h>
#include <linux/workqueue.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>

#include "cq/cq.h"
#include "fake.h"

#define POOL_SEED	0xc9
#define POOL_CQES	4096
#define POOL_SHARERS	4
#define POOL_STEPS	400
#define POOL_HOLDS	8

static const struct fake_config plain = {};

static u32 vectors(struct fake *fake)
{
	return min_t(u32, fake->dev.num_comp_vectors, num_online_cpus());
}

static u32 cqs(struct fake *fake)
{
	return rdma_restrack_count(&fake->dev, RDMA_RESTRACK_CQ, false);
}

static void pool_cleanup(void *dev)
{
	ib_cq_pool_cleanup(dev);
}

/* A device whose pool is emptied when the test ends. */
static struct fake *pool_device(struct kunit *test, const struct fake_config *cfg)
{
	struct fake *fake = fake_create(test, cfg);

	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, pool_cleanup, &fake->dev));
	return fake;
}

static struct ib_cq *pool_get(struct kunit *test, struct fake *fake, u32 nr_cqe, int hint)
{
	struct ib_cq *cq = ib_cq_pool_get(&fake->dev, nr_cqe, hint, IB_POLL_WORKQUEUE);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
	return cq;
}

static const struct refuse_case {
	const char *desc;
	u32 nr_cqe;
	u32 max_cqe;
	int vectors;
	int ctx;
} refuse_cases[] = {
	{ "N3 more than the device has", 200, 128, 2, IB_POLL_SOFTIRQ },
	{ "N3 one more than the device has", 129, 128, 2, IB_POLL_SOFTIRQ },
	{ "N3 more than there are numbers", U32_MAX, 65536, 2, IB_POLL_SOFTIRQ },
	{ "N3 no vector", 16, 128, 0, IB_POLL_WORKQUEUE },
	{ "N3 negative vectors", 16, 128, -1, IB_POLL_WORKQUEUE },
	{ "device has no entries", 0, 0, 2, IB_POLL_WORKQUEUE },
	{ "B094 direct", 16, 128, 2, IB_POLL_DIRECT },
	{ "no such context", 16, 128, 2, IB_POLL_DIRECT + 1 },
	{ "negative context", 16, 128, 2, -1 },
};

KUNIT_ARRAY_PARAM_DESC(refuse, refuse_cases, desc);

/* -EINVAL, and nothing is allocated. */
static void pool_refuses(struct kunit *test)
{
	const struct refuse_case *c = test->param_value;
	struct fake *fake = pool_device(test, &plain);

	fake->dev.attrs.max_cqe = c->max_cqe;
	fake->dev.num_comp_vectors = c->vectors;
	KUNIT_EXPECT_PTR_EQ(test, ib_cq_pool_get(&fake->dev, c->nr_cqe, -1, c->ctx),
			    ERR_PTR(-EINVAL));
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_cq)), 0);
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);
}

static const struct size_case {
	const char *desc;
	u32 nr_cqe;
	u32 max_cqe;
	u32 size;
} size_cases[] = {
	{ "small", 1, 65536, POOL_CQES },
	{ "large", POOL_CQES + 1, 65536, POOL_CQES + 1 },
	{ "device has less", 1, 128, 128 },
	{ "all that the device has", 128, 128, 128 },
};

KUNIT_ARRAY_PARAM_DESC(size, size_cases, desc);

/* A batch is one CQ for each vector, of the pool's size where that is possible. */
static void pool_grows_by_batch(struct kunit *test)
{
	const struct size_case *c = test->param_value;
	struct fake *fake = pool_device(test, &plain);
	struct fake_call call;
	struct ib_cq *cq;
	u32 seen = 0;

	fake->dev.attrs.max_cqe = c->max_cqe;
	cq = pool_get(test, fake, c->nr_cqe, 1);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_cq)), vectors(fake));
	KUNIT_EXPECT_EQ(test, cq->cqe_used, c->nr_cqe);
	KUNIT_EXPECT_EQ(test, cq->comp_vector, 1 % vectors(fake));
	KUNIT_EXPECT_TRUE(test, cq->shared);
	for (u32 n = 0; fake_call_at(fake, n, &call); n++) {
		if (call.op != FAKE_OP(create_cq))
			continue;
		KUNIT_EXPECT_EQ(test, call.arg[0], c->size);
		KUNIT_EXPECT_EQ(test, call.arg[1], seen++);
	}
	ib_cq_pool_put(cq, c->nr_cqe);
	KUNIT_EXPECT_EQ(test, cq->cqe_used, 0);
}

/* Users share a CQ until it is full to the last entry; then the pool grows. */
static void pool_shares(struct kunit *test)
{
	struct fake *fake = pool_device(test, &plain);
	struct ib_cq *first = pool_get(test, fake, POOL_CQES - 100, 0);
	struct ib_cq *second = pool_get(test, fake, 99, 0);
	struct ib_cq *third = pool_get(test, fake, 1, 0);
	struct ib_cq *fourth;

	KUNIT_EXPECT_PTR_EQ(test, second, first);
	KUNIT_EXPECT_PTR_EQ(test, third, first);
	KUNIT_EXPECT_EQ(test, first->cqe_used, POOL_CQES);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_cq)), vectors(fake));

	fourth = pool_get(test, fake, 1, 0);
	KUNIT_EXPECT_PTR_NE(test, fourth, first);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_cq)), 2 * vectors(fake));

	ib_cq_pool_put(fourth, 1);
	KUNIT_EXPECT_PTR_EQ(test, pool_get(test, fake, 1, 0), fourth);
	ib_cq_pool_put(fourth, 1);
	ib_cq_pool_put(first, POOL_CQES - 100);
	ib_cq_pool_put(second, 99);
	ib_cq_pool_put(third, 1);
	KUNIT_EXPECT_EQ(test, first->cqe_used, 0);
}

static const struct hint_case {
	const char *desc;
	int hint;
} hint_cases[] = {
	{ "first", 0 },
	{ "second", 1 },
	{ "more than there are", 1001 },
	{ "most", INT_MAX },
};

KUNIT_ARRAY_PARAM_DESC(hint, hint_cases, desc);

static void pool_takes_hint(struct kunit *test)
{
	const struct hint_case *c = test->param_value;
	struct fake *fake = pool_device(test, &plain);
	struct ib_cq *cq = pool_get(test, fake, 1, c->hint);

	KUNIT_EXPECT_EQ(test, cq->comp_vector, c->hint % vectors(fake));
	ib_cq_pool_put(cq, 1);
}

/* Without a hint the vectors have their turns, evenly. */
static void pool_goes_round(struct kunit *test)
{
	struct fake *fake = pool_device(test, &plain);
	u32 seen[2] = {};

	for (u32 i = 0; i < 8 * vectors(fake); i++) {
		struct ib_cq *cq = pool_get(test, fake, 1, i % 2 ? -1 : INT_MIN);

		seen[cq->comp_vector]++;
		ib_cq_pool_put(cq, 1);
	}
	for (u32 v = 0; v < vectors(fake); v++)
		KUNIT_EXPECT_EQ(test, seen[v], 8);
}

/* More than was taken cannot be returned, and changes nothing. */
static void pool_put_refuses(struct kunit *test)
{
	struct fake *fake = pool_device(test, &plain);
	struct ib_cq *cq = pool_get(test, fake, 10, 0);

	ib_cq_pool_put(cq, 11);
	KUNIT_EXPECT_EQ(test, cq->cqe_used, 10);
	ib_cq_pool_put(cq, U32_MAX);
	KUNIT_EXPECT_EQ(test, cq->cqe_used, 10);
	ib_cq_pool_put(cq, 10);
	KUNIT_EXPECT_EQ(test, cq->cqe_used, 0);
}

/* The n-th CQ of a batch cannot be made: its errno, and those before it go. */
static void pool_batch_fails(struct kunit *test)
{
	for (u32 n = 1; n <= 2; n++) {
		struct fake *fake = pool_device(test, &plain);

		if (n > vectors(fake))
			break;
		fake_fail(fake, FAKE_OP(create_cq), n, -ENOSPC);
		KUNIT_EXPECT_PTR_EQ(test, ib_cq_pool_get(&fake->dev, 1, 0, IB_POLL_SOFTIRQ),
				    ERR_PTR(-ENOSPC));
		KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)), n - 1);
		KUNIT_EXPECT_EQ(test, cqs(fake), 0);
		KUNIT_EXPECT_TRUE(test, list_empty(&fake->dev.cq_pools[IB_POLL_SOFTIRQ]));
	}
}

/* A provider whose CQs are smaller than it was asked for. */
static int stingy_create_cq(struct ib_cq *cq, const struct ib_cq_init_attr *attr,
			    struct uverbs_attr_bundle *attrs)
{
	int ret = fake_cq_ops.create_cq(cq, attr, attrs);

	cq->cqe = attr->cqe / 2;
	return ret;
}

static const struct ib_device_ops stingy_ops = { .create_cq = stingy_create_cq };
static const struct fake_config stingy = { .ops = &stingy_ops };

/* N3: no CQ will ever do, so the pool tries once. */
static void pool_gives_up(struct kunit *test)
{
	struct fake *fake = pool_device(test, &stingy);

	KUNIT_EXPECT_PTR_EQ(test, ib_cq_pool_get(&fake->dev, POOL_CQES, 0, IB_POLL_WORKQUEUE),
			    ERR_PTR(-EINVAL));
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_cq)), vectors(fake));
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);
}

/* B087: emptied twice, in between used again; nothing stays on the lists. */
static void pool_cleanup_twice(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);

	ib_cq_pool_cleanup(&fake->dev);
	for (int round = 0; round < 2; round++) {
		for (int ctx = 0; ctx <= IB_POLL_LAST_POOL_TYPE; ctx++) {
			struct ib_cq *cq = ib_cq_pool_get(&fake->dev, 1, -1, ctx);

			KUNIT_ASSERT_NOT_ERR_OR_NULL(test, cq);
			ib_cq_pool_put(cq, 1);
		}
		ib_cq_pool_cleanup(&fake->dev);
		ib_cq_pool_cleanup(&fake->dev);
		for (int ctx = 0; ctx <= IB_POLL_LAST_POOL_TYPE; ctx++)
			KUNIT_EXPECT_TRUE(test, list_empty(&fake->dev.cq_pools[ctx]));
		KUNIT_EXPECT_EQ(test, cqs(fake), 0);
		KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)),
				fake_calls(fake, FAKE_OP(create_cq)));
	}
}

/* B087: a registration that fails has a pool that can be emptied. */
static void pool_of_failed_registration(struct kunit *test)
{
	struct fake *fake = fake_create(test, &(struct fake_config){ .link = FAKE_IB });

	fake_fail(fake, FAKE_OP(query_port), 1, -EIO);
	KUNIT_EXPECT_LT(test, ib_register_device(&fake->dev, "fake%d", NULL), 0);
	ib_cq_pool_cleanup(&fake->dev);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)), 0);
}

/* B104: a CQ that its sharer keeps leaves the pool, and lives. */
static void pool_cleanup_spares_used(struct kunit *test)
{
	struct fake *fake = fake_create(test, &plain);
	struct ib_cq *cq = pool_get(test, fake, 3, 0);

	ib_cq_pool_cleanup(&fake->dev);
	KUNIT_EXPECT_EQ(test, cqs(fake), 1);
	KUNIT_EXPECT_EQ(test, cq->cqe_used, 3);
	KUNIT_EXPECT_TRUE(test, list_empty(&fake->dev.cq_pools[IB_POLL_WORKQUEUE]));
	ib_cq_pool_put(cq, 3);
	ib_free_cq(cq);
	KUNIT_EXPECT_EQ(test, cqs(fake), 0);
}

/* A client that holds a shared CQ until it is told that the device goes. */
static struct holder {
	const struct ib_device *dev;
	struct ib_cq *cq;
	u32 destroyed_early;
} holder;

static void holder_remove(struct ib_device *dev, void *client_data)
{
	if (dev != holder.dev || !holder.cq)
		return;
	holder.destroyed_early = fake_calls(to_fake(dev), FAKE_OP(destroy_cq));
	ib_cq_pool_put(holder.cq, 5);
	holder.cq = NULL;
}

static int holder_add(struct ib_device *dev)
{
	return 0;
}

static struct ib_client holder_client = {
	.name = "kunit_cq_pool",
	.add = holder_add,
	.remove = holder_remove,
};

static void holder_unregister(void *unused)
{
	ib_unregister_client(&holder_client);
}

/* B088: the pool lives until every client has let go of it. */
static void pool_outlives_clients(struct kunit *test)
{
	struct fake *fake = fake_create(test, &(struct fake_config){ .registered = true });

	KUNIT_ASSERT_EQ(test, 0, ib_register_client(&holder_client));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, holder_unregister, NULL));
	holder = (struct holder){ .dev = &fake->dev, .cq = pool_get(test, fake, 5, 0) };
	ib_unregister_device(&fake->dev);
	fake->registered = false;
	KUNIT_EXPECT_NULL(test, holder.cq);
	KUNIT_EXPECT_EQ(test, holder.destroyed_early, 0);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_cq)),
			fake_calls(fake, FAKE_OP(create_cq)));
}

/* Users that take and return entries at random, all at the same time. */
struct sharer {
	struct work_struct work;
	struct fake *fake;
	struct rnd_state rng;
	u32 errors;
	struct ib_cq *cq[POOL_HOLDS];
	u32 nr[POOL_HOLDS];
};

static void sharer_step(struct sharer *sharer)
{
	u32 i = prandom_u32_state(&sharer->rng) % POOL_HOLDS;

	if (sharer->cq[i]) {
		ib_cq_pool_put(sharer->cq[i], sharer->nr[i]);
		sharer->cq[i] = NULL;
		return;
	}
	sharer->nr[i] = 1 + prandom_u32_state(&sharer->rng) % 1500;
	sharer->cq[i] = ib_cq_pool_get(&sharer->fake->dev, sharer->nr[i], -1,
				       IB_POLL_UNBOUND_WORKQUEUE);
	if (IS_ERR(sharer->cq[i])) {
		sharer->errors++;
		sharer->cq[i] = NULL;
	} else if (READ_ONCE(sharer->cq[i]->cqe_used) > sharer->cq[i]->cqe) {
		sharer->errors++;
	}
}

static void sharer_run(struct work_struct *work)
{
	struct sharer *sharer = container_of(work, struct sharer, work);

	for (int step = 0; step < POOL_STEPS; step++)
		sharer_step(sharer);
}

static void sharers_start(struct kunit *test, struct fake *fake, struct sharer *sharers)
{
	for (int u = 0; u < POOL_SHARERS; u++) {
		sharers[u].fake = fake;
		prandom_seed_state(&sharers[u].rng, POOL_SEED + u);
		INIT_WORK(&sharers[u].work, sharer_run);
		queue_work(system_dfl_wq, &sharers[u].work);
	}
}

/* What sharers hold of a CQ, counted the slow way. */
static u32 sharers_hold(struct sharer *sharers, const struct ib_cq *cq)
{
	u32 sum = 0;

	for (int u = 0; u < POOL_SHARERS; u++)
		for (int i = 0; i < POOL_HOLDS; i++)
			if (sharers[u].cq[i] == cq)
				sum += sharers[u].nr[i];
	return sum;
}

static void pool_under_fire(struct kunit *test)
{
	struct fake *fake = pool_device(test, &plain);
	struct sharer *sharers = kunit_kcalloc(test, POOL_SHARERS, sizeof(*sharers), GFP_KERNEL);
	struct ib_cq *cq;

	KUNIT_ASSERT_NOT_NULL(test, sharers);
	sharers_start(test, fake, sharers);
	for (int u = 0; u < POOL_SHARERS; u++) {
		flush_work(&sharers[u].work);
		KUNIT_EXPECT_EQ(test, sharers[u].errors, 0);
	}
	list_for_each_entry(cq, &fake->dev.cq_pools[IB_POLL_UNBOUND_WORKQUEUE], pool_entry) {
		KUNIT_EXPECT_EQ(test, cq->cqe_used, sharers_hold(sharers, cq));
		KUNIT_EXPECT_LE(test, cq->cqe_used, cq->cqe);
	}
	for (int u = 0; u < POOL_SHARERS; u++)
		for (int i = 0; i < POOL_HOLDS; i++)
			if (sharers[u].cq[i])
				ib_cq_pool_put(sharers[u].cq[i], sharers[u].nr[i]);
	list_for_each_entry(cq, &fake->dev.cq_pools[IB_POLL_UNBOUND_WORKQUEUE], pool_entry)
		KUNIT_EXPECT_EQ(test, cq->cqe_used, 0);
}

static struct kunit_case cq_pool_cases[] = {
	KUNIT_CASE_PARAM(pool_refuses, refuse_gen_params),
	KUNIT_CASE_PARAM(pool_grows_by_batch, size_gen_params),
	KUNIT_CASE(pool_shares),
	KUNIT_CASE_PARAM(pool_takes_hint, hint_gen_params),
	KUNIT_CASE(pool_goes_round),
	KUNIT_CASE(pool_put_refuses),
	KUNIT_CASE(pool_batch_fails),
	KUNIT_CASE(pool_gives_up),
	KUNIT_CASE(pool_cleanup_twice),
	KUNIT_CASE(pool_of_failed_registration),
	KUNIT_CASE(pool_cleanup_spares_used),
	KUNIT_CASE(pool_outlives_clients),
	KUNIT_CASE(pool_under_fire),
	{}
};

static struct kunit_suite cq_pool_suite = {
	.name = "ib_core_cq_pool",
	.test_cases = cq_pool_cases,
};

kunit_test_suite(cq_pool_suite);
