// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the QP state table, against a list that was written apart from it:
 * type by type instead of state by state, in words, from what the specification
 * and ibv_modify_qp(3) want of each type.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/string.h>
#include <rdma/ib_verbs.h>

static const struct {
	const char *word;
	u32 bit;
} words[] = {
	{ "cur",	IB_QP_CUR_STATE },
	{ "notify",	IB_QP_EN_SQD_ASYNC_NOTIFY },
	{ "access",	IB_QP_ACCESS_FLAGS },
	{ "pkey",	IB_QP_PKEY_INDEX },
	{ "port",	IB_QP_PORT },
	{ "qkey",	IB_QP_QKEY },
	{ "av",		IB_QP_AV },
	{ "mtu",	IB_QP_PATH_MTU },
	{ "timeout",	IB_QP_TIMEOUT },
	{ "retry",	IB_QP_RETRY_CNT },
	{ "rnr",	IB_QP_RNR_RETRY },
	{ "rq_psn",	IB_QP_RQ_PSN },
	{ "rd_out",	IB_QP_MAX_QP_RD_ATOMIC },
	{ "alt",	IB_QP_ALT_PATH },
	{ "rnr_timer",	IB_QP_MIN_RNR_TIMER },
	{ "sq_psn",	IB_QP_SQ_PSN },
	{ "rd_in",	IB_QP_MAX_DEST_RD_ATOMIC },
	{ "mig",	IB_QP_PATH_MIG_STATE },
	{ "dest",	IB_QP_DEST_QPN },
};

#define EVER	(IB_QP_STATE | IB_QP_RATE_LIMIT)
#define STATES	(IB_QPS_ERR + 1)

/* One way that asks for or allows something; those that do neither are not listed. */
struct way {
	enum ib_qp_type type;
	enum ib_qp_state from;
	enum ib_qp_state to;
	const char *must;
	const char *may;
};

#define WAY(type, from, to, must, may) \
	{ IB_QPT_##type, IB_QPS_##from, IB_QPS_##to, must, may }

static const struct way ways[] = {
	WAY(SMI, RESET, INIT, "pkey qkey", ""),
	WAY(SMI, INIT, INIT, "", "pkey qkey"),
	WAY(SMI, INIT, RTR, "", "pkey qkey"),
	WAY(SMI, RTR, RTS, "sq_psn", "cur qkey"),
	WAY(SMI, RTS, RTS, "", "cur qkey"),
	WAY(SMI, RTS, SQD, "", "notify"),
	WAY(SMI, SQD, SQD, "", "pkey qkey"),
	WAY(SMI, SQD, RTS, "", "cur qkey"),
	WAY(SMI, SQE, RTS, "", "cur qkey"),

	WAY(GSI, RESET, INIT, "pkey qkey", ""),
	WAY(GSI, INIT, INIT, "", "pkey qkey"),
	WAY(GSI, INIT, RTR, "", "pkey qkey"),
	WAY(GSI, RTR, RTS, "sq_psn", "cur qkey"),
	WAY(GSI, RTS, RTS, "", "cur qkey"),
	WAY(GSI, RTS, SQD, "", "notify"),
	WAY(GSI, SQD, SQD, "", "pkey qkey"),
	WAY(GSI, SQD, RTS, "", "cur qkey"),
	WAY(GSI, SQE, RTS, "", "cur qkey"),

	WAY(UD, RESET, INIT, "pkey port qkey", ""),
	WAY(UD, INIT, INIT, "", "pkey port qkey"),
	WAY(UD, INIT, RTR, "", "pkey qkey"),
	WAY(UD, RTR, RTS, "sq_psn", "cur qkey"),
	WAY(UD, RTS, RTS, "", "cur qkey"),
	WAY(UD, RTS, SQD, "", "notify"),
	WAY(UD, SQD, SQD, "", "pkey qkey"),
	WAY(UD, SQD, RTS, "", "cur qkey"),
	WAY(UD, SQE, RTS, "", "cur qkey"),

	WAY(UC, RESET, INIT, "pkey port access", ""),
	WAY(UC, INIT, INIT, "", "pkey port access"),
	WAY(UC, INIT, RTR, "av mtu dest rq_psn", "alt access pkey"),
	WAY(UC, RTR, RTS, "sq_psn", "cur alt access mig"),
	WAY(UC, RTS, RTS, "", "cur alt access mig"),
	WAY(UC, RTS, SQD, "", "notify"),
	WAY(UC, SQD, SQD, "", "av alt access pkey mig"),
	WAY(UC, SQD, RTS, "", "cur alt access mig"),
	WAY(UC, SQE, RTS, "", "cur access"),

	WAY(RC, RESET, INIT, "pkey port access", ""),
	WAY(RC, INIT, INIT, "", "pkey port access"),
	WAY(RC, INIT, RTR, "av mtu dest rq_psn rd_in rnr_timer", "alt access pkey"),
	WAY(RC, RTR, RTS, "sq_psn timeout retry rnr rd_out", "cur alt access mig rnr_timer"),
	WAY(RC, RTS, RTS, "", "cur alt access mig rnr_timer"),
	WAY(RC, RTS, SQD, "", "notify"),
	WAY(RC, SQD, SQD, "",
	    "port av timeout retry rnr rd_out rd_in alt access pkey rnr_timer mig"),
	WAY(RC, SQD, RTS, "", "cur alt access mig rnr_timer"),

	/* An initiator sends only, so it has no responder's limits. */
	WAY(XRC_INI, RESET, INIT, "pkey port access", ""),
	WAY(XRC_INI, INIT, INIT, "", "pkey port access"),
	WAY(XRC_INI, INIT, RTR, "av mtu dest rq_psn", "alt access pkey"),
	WAY(XRC_INI, RTR, RTS, "sq_psn timeout retry rnr rd_out", "cur alt access mig"),
	WAY(XRC_INI, RTS, RTS, "", "cur alt access mig"),
	WAY(XRC_INI, RTS, SQD, "", "notify"),
	WAY(XRC_INI, SQD, SQD, "", "port av timeout retry rnr rd_out alt access pkey mig"),
	WAY(XRC_INI, SQD, RTS, "", "cur alt access mig"),

	/* A target answers only, so it never retries. */
	WAY(XRC_TGT, RESET, INIT, "pkey port access", ""),
	WAY(XRC_TGT, INIT, INIT, "", "pkey port access"),
	WAY(XRC_TGT, INIT, RTR, "av mtu dest rq_psn rd_in rnr_timer", "alt access pkey"),
	WAY(XRC_TGT, RTR, RTS, "sq_psn timeout", "cur alt access mig rnr_timer"),
	WAY(XRC_TGT, RTS, RTS, "", "cur alt access mig rnr_timer"),
	WAY(XRC_TGT, RTS, SQD, "", "notify"),
	WAY(XRC_TGT, SQD, SQD, "", "port av timeout rd_in alt access pkey rnr_timer mig"),
	WAY(XRC_TGT, SQD, RTS, "", "cur alt access mig rnr_timer"),

	WAY(RAW_PACKET, RESET, INIT, "port", ""),
};

/* Row: from, column: to; RESET INIT RTR RTS SQD SQE ERR. */
static const char *const legal[STATES] = {
	[IB_QPS_RESET]	= "xx.....",
	[IB_QPS_INIT]	= "xxx...x",
	[IB_QPS_RTR]	= "x..x..x",
	[IB_QPS_RTS]	= "x..xx.x",
	[IB_QPS_SQD]	= "x..xx.x",
	[IB_QPS_SQE]	= "x..x..x",
	[IB_QPS_ERR]	= "x.....x",
};

static bool is_legal(int from, int to)
{
	return legal[from][to] == 'x';
}

static u32 word_bit(struct kunit *test, const char *word, size_t len)
{
	for (int i = 0; i < ARRAY_SIZE(words); i++)
		if (strlen(words[i].word) == len && !strncmp(words[i].word, word, len))
			return words[i].bit;
	KUNIT_FAIL(test, "no such attribute: %s", word);
	return 0;
}

static u32 bits_of(struct kunit *test, const char *list)
{
	u32 bits = 0;

	while (*list) {
		size_t len = strcspn(list, " ");

		bits |= word_bit(test, list, len);
		list += len;
		list += strspn(list, " ");
	}
	return bits;
}

struct wants {
	u32 must;
	u32 may;
};

static struct wants wants_of(struct kunit *test, int type, int from, int to)
{
	struct wants wants = {};

	for (int i = 0; i < ARRAY_SIZE(ways); i++) {
		const struct way *way = &ways[i];

		if (way->type == type && way->from == from && way->to == to) {
			wants.must |= bits_of(test, way->must);
			wants.may |= bits_of(test, way->may);
		}
	}
	return wants;
}

/* Calls fn for each type and pair of states of which it can be said what they want. */
static void try_each_way(struct kunit *test, bool want_legal,
			 void (*fn)(struct kunit *test, int type, int from, int to))
{
	for (int type = 0; type < IB_QPT_MAX; type++)
		for (int from = 0; from < STATES; from++)
			for (int to = 0; to < STATES; to++)
				if (is_legal(from, to) == want_legal)
					fn(test, type, from, to);
}

static void expect_ok(struct kunit *test, bool ok, int from, int to, int type, u32 mask)
{
	KUNIT_EXPECT_EQ_MSG(test, ok, ib_modify_qp_is_ok(from, to, type, mask),
			    "type %d, %d to %d, mask %#x", type, from, to, mask);
}

static void legal_with_required(struct kunit *test, int type, int from, int to)
{
	struct wants wants = wants_of(test, type, from, to);

	expect_ok(test, true, from, to, type, wants.must);
	expect_ok(test, true, from, to, type, wants.must | EVER);
	expect_ok(test, true, from, to, type, wants.must | wants.may | EVER);
}

static void state_required_suffices(struct kunit *test)
{
	try_each_way(test, true, legal_with_required);
}

/* Whatever is given, there is no way: nothing, the right things, each thing, all. */
static void illegal_with_anything(struct kunit *test, int type, int from, int to)
{
	expect_ok(test, false, from, to, type, 0);
	expect_ok(test, false, from, to, type, U32_MAX);
	for (int i = 0; i < ARRAY_SIZE(ways); i++)
		if (ways[i].type == type)
			expect_ok(test, false, from, to, type, bits_of(test, ways[i].must));
	for (int bit = 0; bit < 32; bit++)
		expect_ok(test, false, from, to, type, BIT(bit));
}

static void state_illegal_pairs(struct kunit *test)
{
	try_each_way(test, false, illegal_with_anything);
}

static void one_missing(struct kunit *test, int type, int from, int to)
{
	struct wants wants = wants_of(test, type, from, to);

	for (int bit = 0; bit < 32; bit++) {
		u32 all = wants.must | wants.may | EVER;

		if (!(wants.must & BIT(bit)))
			continue;
		expect_ok(test, false, from, to, type, wants.must & ~BIT(bit));
		expect_ok(test, false, from, to, type, all & ~BIT(bit));
	}
	if (wants.must)
		expect_ok(test, false, from, to, type, EVER | wants.may);
}

static void state_each_missing_attribute(struct kunit *test)
{
	try_each_way(test, true, one_missing);
}

static void one_extra(struct kunit *test, int type, int from, int to)
{
	struct wants wants = wants_of(test, type, from, to);
	u32 all = wants.must | wants.may | EVER;

	for (int bit = 0; bit < 32; bit++) {
		bool allowed = all & BIT(bit);

		expect_ok(test, allowed, from, to, type, wants.must | BIT(bit));
		expect_ok(test, allowed, from, to, type, all | BIT(bit));
		expect_ok(test, allowed && !(wants.must & ~BIT(bit)), from, to, type, BIT(bit));
	}
}

static void state_each_extra_attribute(struct kunit *test)
{
	try_each_way(test, true, one_extra);
}

/* Only a state that hardware leaves by itself can be one that the caller must name. */
static void state_current_state_only_from_running(struct kunit *test)
{
	static const bool running[STATES] = {
		[IB_QPS_RTR] = true, [IB_QPS_RTS] = true,
		[IB_QPS_SQD] = true, [IB_QPS_SQE] = true,
	};

	for (int i = 0; i < ARRAY_SIZE(ways); i++) {
		const struct way *way = &ways[i];
		bool named = bits_of(test, way->may) & IB_QP_CUR_STATE;

		if (named)
			KUNIT_EXPECT_TRUE(test, running[way->from]);
		expect_ok(test, named, way->from, way->to, way->type,
			  bits_of(test, way->must) | IB_QP_CUR_STATE | IB_QP_STATE);
	}
}

/* The walk from birth to death that every ULP makes. */
static void state_life_of_a_connection(struct kunit *test)
{
	const u32 init = IB_QP_STATE | IB_QP_PKEY_INDEX | IB_QP_PORT | IB_QP_ACCESS_FLAGS;
	const u32 rtr = IB_QP_STATE | IB_QP_AV | IB_QP_PATH_MTU | IB_QP_DEST_QPN |
			IB_QP_RQ_PSN | IB_QP_MAX_DEST_RD_ATOMIC | IB_QP_MIN_RNR_TIMER;
	const u32 rts = IB_QP_STATE | IB_QP_TIMEOUT | IB_QP_RETRY_CNT | IB_QP_RNR_RETRY |
			IB_QP_SQ_PSN | IB_QP_MAX_QP_RD_ATOMIC;

	expect_ok(test, true, IB_QPS_RESET, IB_QPS_INIT, IB_QPT_RC, init);
	expect_ok(test, true, IB_QPS_INIT, IB_QPS_RTR, IB_QPT_RC, rtr);
	expect_ok(test, true, IB_QPS_RTR, IB_QPS_RTS, IB_QPT_RC, rts);
	expect_ok(test, true, IB_QPS_RTS, IB_QPS_ERR, IB_QPT_RC, IB_QP_STATE);
	expect_ok(test, true, IB_QPS_ERR, IB_QPS_RESET, IB_QPT_RC, IB_QP_STATE);

	expect_ok(test, false, IB_QPS_RESET, IB_QPS_RTR, IB_QPT_RC, rtr);
	expect_ok(test, false, IB_QPS_INIT, IB_QPS_RTS, IB_QPT_RC, rts);
	expect_ok(test, false, IB_QPS_RESET, IB_QPS_ERR, IB_QPT_RC, IB_QP_STATE);
}

static void state_unknown_values(struct kunit *test)
{
	static const int states[] = { -1, STATES, STATES + 1, 255, INT_MAX, INT_MIN };
	static const int types[] = {
		-1, IB_QPT_MAX, IB_QPT_MAX + 1, IB_QPT_DRIVER, IB_QPT_RESERVED1,
		IB_QPT_RESERVED10, INT_MAX, INT_MIN,
	};

	for (int i = 0; i < ARRAY_SIZE(states); i++)
		for (int other = 0; other < STATES; other++) {
			expect_ok(test, false, states[i], other, IB_QPT_RC, IB_QP_STATE);
			expect_ok(test, false, other, states[i], IB_QPT_RC, IB_QP_STATE);
		}
	for (int i = 0; i < ARRAY_SIZE(types); i++)
		for (int from = 0; from < STATES; from++)
			expect_ok(test, false, from, IB_QPS_RESET, types[i], IB_QP_STATE);
}

static struct kunit_case qp_state_cases[] = {
	KUNIT_CASE(state_required_suffices),
	KUNIT_CASE(state_illegal_pairs),
	KUNIT_CASE(state_each_missing_attribute),
	KUNIT_CASE(state_each_extra_attribute),
	KUNIT_CASE(state_current_state_only_from_running),
	KUNIT_CASE(state_life_of_a_connection),
	KUNIT_CASE(state_unknown_values),
	{}
};

static struct kunit_suite qp_state_suite = {
	.name = "ib_core_qp_state",
	.test_cases = qp_state_cases,
};

kunit_test_suite(qp_state_suite);
