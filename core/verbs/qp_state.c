// SPDX-License-Identifier: GPL-2.0-only
/*
 * The states of a queue pair: which ways lead from one to another, and which
 * attributes each of them wants or allows.
 *
 * The table follows the InfiniBand Architecture Specification, volume 1,
 * chapter 11.2.5 (Modify Queue Pair), with the types that came later put
 * beside the one that they behave like. It is constant; nothing locks here.
 */
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/export.h>
#include <rdma/ib_verbs.h>

#define QP_STATES	(IB_QPS_ERR + 1)

#define SMI		BIT(IB_QPT_SMI)
#define GSI		BIT(IB_QPT_GSI)
#define RC		BIT(IB_QPT_RC)
#define UC		BIT(IB_QPT_UC)
#define UD		BIT(IB_QPT_UD)
#define RAW_PACKET	BIT(IB_QPT_RAW_PACKET)
#define XRC_INI		BIT(IB_QPT_XRC_INI)
#define XRC_TGT		BIT(IB_QPT_XRC_TGT)

#define MANAGEMENT	(SMI | GSI)
#define DATAGRAM	(UD | MANAGEMENT)
#define CONNECTED	(RC | UC | XRC_INI | XRC_TGT)
#define RESPONDER	(RC | XRC_TGT)		/* answers READ and atomics, sends RNR NAKs */
#define NO_RESPONDER	(UC | XRC_INI)

/* Where a packet goes, and what the two ends must agree on before the first one. */
#define PATH		(IB_QP_AV | IB_QP_PATH_MTU | IB_QP_DEST_QPN | IB_QP_RQ_PSN)
/* What a requester does about a peer that is slow or silent. */
#define PATIENCE	(IB_QP_TIMEOUT | IB_QP_RETRY_CNT | IB_QP_RNR_RETRY)
/* What may change under a running connection. */
#define RUNNING		(IB_QP_CUR_STATE | IB_QP_ALT_PATH | IB_QP_ACCESS_FLAGS | \
			 IB_QP_PATH_MIG_STATE)
/* The same with the send queue drained, when the state is known for certain. */
#define DRAINED		(IB_QP_AV | IB_QP_ALT_PATH | IB_QP_ACCESS_FLAGS | \
			 IB_QP_PKEY_INDEX | IB_QP_PATH_MIG_STATE)

/* No transition asks for these, and each allows them. */
#define ANY_TIME	(IB_QP_STATE | IB_QP_RATE_LIMIT)

/* The states in which the caller may say which one it believes the QP is in. */
#define MAY_BE_STALE	(BIT(IB_QPS_RTR) | BIT(IB_QPS_RTS) | BIT(IB_QPS_SQD) | BIT(IB_QPS_SQE))

/**
 * struct qp_rule - what one transition wants from some types of QP
 * @types: the types, a bit each
 * @must: attributes that have to be given
 * @may: attributes that can be given as well
 */
struct qp_rule {
	u16 types;
	u32 must;
	u32 may;
};

/*
 * A transition is a list of rules that ends with an empty one, which is also
 * the rule for the types that the list does not name: nothing wanted, nothing
 * allowed. Where there is no list there is no way from the one state to the other.
 */
#define RULES		(const struct qp_rule[])
#define NO_ATTRIBUTES	(RULES { {} })

static const struct qp_rule *const qp_transitions[QP_STATES][QP_STATES] = {
	[IB_QPS_RESET][IB_QPS_RESET] = NO_ATTRIBUTES,
	[IB_QPS_RESET][IB_QPS_INIT] = RULES {
		{ CONNECTED,	IB_QP_PKEY_INDEX | IB_QP_PORT | IB_QP_ACCESS_FLAGS },
		{ UD,		IB_QP_PKEY_INDEX | IB_QP_PORT | IB_QP_QKEY },
		{ MANAGEMENT,	IB_QP_PKEY_INDEX | IB_QP_QKEY },
		{ RAW_PACKET,	IB_QP_PORT },
		{}
	},

	[IB_QPS_INIT][IB_QPS_RESET] = NO_ATTRIBUTES,
	[IB_QPS_INIT][IB_QPS_INIT] = RULES {
		{ CONNECTED,	0, IB_QP_PKEY_INDEX | IB_QP_PORT | IB_QP_ACCESS_FLAGS },
		{ UD,		0, IB_QP_PKEY_INDEX | IB_QP_PORT | IB_QP_QKEY },
		{ MANAGEMENT,	0, IB_QP_PKEY_INDEX | IB_QP_QKEY },
		{}
	},
	[IB_QPS_INIT][IB_QPS_RTR] = RULES {
		{ RESPONDER,	PATH | IB_QP_MAX_DEST_RD_ATOMIC | IB_QP_MIN_RNR_TIMER,
				IB_QP_ALT_PATH | IB_QP_ACCESS_FLAGS | IB_QP_PKEY_INDEX },
		{ NO_RESPONDER,	PATH,
				IB_QP_ALT_PATH | IB_QP_ACCESS_FLAGS | IB_QP_PKEY_INDEX },
		{ DATAGRAM,	0, IB_QP_PKEY_INDEX | IB_QP_QKEY },
		{}
	},
	[IB_QPS_INIT][IB_QPS_ERR] = NO_ATTRIBUTES,

	[IB_QPS_RTR][IB_QPS_RESET] = NO_ATTRIBUTES,
	[IB_QPS_RTR][IB_QPS_RTS] = RULES {
		{ RC,		IB_QP_SQ_PSN | PATIENCE | IB_QP_MAX_QP_RD_ATOMIC,
				RUNNING | IB_QP_MIN_RNR_TIMER },
		{ UC,		IB_QP_SQ_PSN, RUNNING },
		{ XRC_INI,	IB_QP_SQ_PSN | PATIENCE | IB_QP_MAX_QP_RD_ATOMIC, RUNNING },
		{ XRC_TGT,	IB_QP_SQ_PSN | IB_QP_TIMEOUT, RUNNING | IB_QP_MIN_RNR_TIMER },
		{ DATAGRAM,	IB_QP_SQ_PSN, IB_QP_CUR_STATE | IB_QP_QKEY },
		{}
	},
	[IB_QPS_RTR][IB_QPS_ERR] = NO_ATTRIBUTES,

	[IB_QPS_RTS][IB_QPS_RESET] = NO_ATTRIBUTES,
	[IB_QPS_RTS][IB_QPS_RTS] = RULES {
		{ RESPONDER,	0, RUNNING | IB_QP_MIN_RNR_TIMER },
		{ NO_RESPONDER,	0, RUNNING },
		{ DATAGRAM,	0, IB_QP_CUR_STATE | IB_QP_QKEY },
		{}
	},
	[IB_QPS_RTS][IB_QPS_SQD] = RULES {
		{ CONNECTED | DATAGRAM, 0, IB_QP_EN_SQD_ASYNC_NOTIFY },
		{}
	},
	[IB_QPS_RTS][IB_QPS_ERR] = NO_ATTRIBUTES,

	[IB_QPS_SQD][IB_QPS_RESET] = NO_ATTRIBUTES,
	[IB_QPS_SQD][IB_QPS_RTS] = RULES {
		{ RESPONDER,	0, RUNNING | IB_QP_MIN_RNR_TIMER },
		{ NO_RESPONDER,	0, RUNNING },
		{ DATAGRAM,	0, IB_QP_CUR_STATE | IB_QP_QKEY },
		{}
	},
	[IB_QPS_SQD][IB_QPS_SQD] = RULES {
		{ RC,		0, DRAINED | IB_QP_PORT | PATIENCE | IB_QP_MAX_QP_RD_ATOMIC |
				   IB_QP_MAX_DEST_RD_ATOMIC | IB_QP_MIN_RNR_TIMER },
		{ UC,		0, DRAINED },
		{ XRC_INI,	0, DRAINED | IB_QP_PORT | PATIENCE | IB_QP_MAX_QP_RD_ATOMIC },
		{ XRC_TGT,	0, DRAINED | IB_QP_PORT | IB_QP_TIMEOUT |
				   IB_QP_MAX_DEST_RD_ATOMIC | IB_QP_MIN_RNR_TIMER },
		{ DATAGRAM,	0, IB_QP_PKEY_INDEX | IB_QP_QKEY },
		{}
	},
	[IB_QPS_SQD][IB_QPS_ERR] = NO_ATTRIBUTES,

	/* A send error stops only UC and datagrams here; the others are in ERR by then. */
	[IB_QPS_SQE][IB_QPS_RESET] = NO_ATTRIBUTES,
	[IB_QPS_SQE][IB_QPS_RTS] = RULES {
		{ UC,		0, IB_QP_CUR_STATE | IB_QP_ACCESS_FLAGS },
		{ DATAGRAM,	0, IB_QP_CUR_STATE | IB_QP_QKEY },
		{}
	},
	[IB_QPS_SQE][IB_QPS_ERR] = NO_ATTRIBUTES,

	[IB_QPS_ERR][IB_QPS_RESET] = NO_ATTRIBUTES,
	[IB_QPS_ERR][IB_QPS_ERR] = NO_ATTRIBUTES,
};

static const struct qp_rule *qp_find_rule(enum ib_qp_state from, enum ib_qp_state to,
					  enum ib_qp_type type)
{
	const struct qp_rule *rule;

	if ((u32)from >= QP_STATES || (u32)to >= QP_STATES || (u32)type >= IB_QPT_MAX)
		return NULL;
	rule = qp_transitions[from][to];
	while (rule && rule->types && !(rule->types & BIT(type)))
		rule++;
	return rule;
}

/**
 * ib_modify_qp_is_ok() - tell whether a QP may change its state in this way
 * @cur_state: the state in which the QP is
 * @next_state: the state into which it shall go; the same one changes attributes only
 * @type: the QP's type
 * @mask: what will be given to the change, an IB_QP_* bit each
 *
 * The specification fixes for each type of QP which state can follow which one,
 * what has to be said on the way and what can be said as well. Drivers ask here
 * first in their modify_qp(). %IB_QP_STATE and %IB_QP_RATE_LIMIT may always be
 * there; %IB_QP_CUR_STATE only where hardware can have left the state on its own.
 * The types that have no transport to speak of (raw IPv6 and Ethertype, and raw
 * packets after %IB_QPS_INIT) need nothing and are allowed nothing.
 *
 * Any value is safe; a state or a type that does not exist is not ok, and
 * neither are the types that belong to a driver, which must judge them itself.
 *
 * Context: Any context.
 * Return: true if the transition exists, @mask has all that it needs, and
 * nothing that it does not allow.
 */
bool ib_modify_qp_is_ok(enum ib_qp_state cur_state, enum ib_qp_state next_state,
			enum ib_qp_type type, enum ib_qp_attr_mask mask)
{
	const struct qp_rule *rule = qp_find_rule(cur_state, next_state, type);

	if (!rule)
		return false;
	if ((mask & IB_QP_CUR_STATE) && !(MAY_BE_STALE & BIT(cur_state)))
		return false;
	return !(rule->must & ~mask) && !(mask & ~(rule->must | rule->may | ANY_TIME));
}
EXPORT_SYMBOL(ib_modify_qp_is_ok);
