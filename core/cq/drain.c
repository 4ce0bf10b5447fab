// SPDX-License-Identifier: GPL-2.0-only
/*
 * Draining a QP: returning only when every request that was posted has completed
 * and its done function has run.
 *
 * A QP in the error state completes its requests in the order in which they were
 * posted, so it is enough to post one more, the marker, and to wait for that. A
 * QP that receives from an SRQ has no receive queue to put a marker in: there
 * the provider says by an event that the QP has taken its last request, and what
 * that event leaves in the CQ is polled.
 */
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/jiffies.h>

#include <kunit/static_stub.h>
#include <kunit/visibility.h>

#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>

#include <trace/events/rdma_core.h>

#include "cq/cq.h"

/* How long a provider may take to say that an SRQ's QP has come to its end. */
#define DRAIN_SRQ_TIMEOUT	(60 * HZ)

struct drain_marker {
	struct ib_cqe cqe;
	struct completion reached;
};

/* The marker of a send queue; which part counts depends on the type of QP. */
union drain_send_wr {
	struct ib_send_wr wr;
	struct ib_rdma_wr rdma;
	struct ib_ud_wr ud;
};

static void drain_marker_done(struct ib_cq *cq, struct ib_wc *wc)
{
	complete(&container_of(wc->wr_cqe, struct drain_marker, cqe)->reached);
}

static void drain_marker_init(struct drain_marker *marker)
{
	marker->cqe.done = drain_marker_done;
	init_completion(&marker->reached);
}

/* Nobody polls a direct CQ for us. */
static void drain_marker_wait(struct drain_marker *marker, struct ib_cq *cq)
{
	if (cq->poll_ctx != IB_POLL_DIRECT) {
		wait_for_completion(&marker->reached);
		return;
	}
	do {
		ib_process_cq_direct(cq, cq->cqe);
	} while (!wait_for_completion_timeout(&marker->reached, 1));
}

static int drain_enter_error(struct ib_qp *qp, struct ib_cq *cq)
{
	struct ib_qp_attr attr = { .qp_state = IB_QPS_ERR };

	if (!cq_is_polled_by_core(cq))
		return -EINVAL;
	return ib_modify_qp(qp, &attr, IB_QP_STATE);
}

/* An address for a datagram that never leaves: that of the QP's own port. */
static struct ib_ah *drain_create_ah(struct ib_qp *qp)
{
	u32 port_num = qp->port ?: rdma_start_port(qp->device);
	struct rdma_ah_attr ah_attr = {
		.type = rdma_ah_find_type(qp->device, port_num),
		.port_num = port_num,
	};
	struct ib_port_attr port = {};
	union ib_gid gid = {};
	int ret;

	if (ah_attr.type == RDMA_AH_ATTR_TYPE_UNDEFINED)
		return ERR_PTR(-EOPNOTSUPP);
	if (ah_attr.type == RDMA_AH_ATTR_TYPE_ROCE) {
		ret = rdma_query_gid(qp->device, port_num, 0, &gid);
		rdma_ah_set_grh(&ah_attr, &gid, 0, 0, 1, 0);
	} else {
		ret = ib_query_port(qp->device, port_num, &port);
		rdma_ah_set_dlid(&ah_attr, port.lid);
	}
	if (ret)
		return ERR_PTR(ret);
	return rdma_create_ah(qp->pd, &ah_attr, RDMA_CREATE_AH_SLEEPABLE);
}

/* Providers check the opcode against the type before they look at the state. */
static const struct drain_kind {
	bool known;
	bool addressed;		/* needs an address handle */
	enum ib_wr_opcode opcode;
} drain_kinds[IB_QPT_MAX] = {
	[IB_QPT_SMI]		= { true, true, IB_WR_SEND },
	[IB_QPT_GSI]		= { true, true, IB_WR_SEND },
	[IB_QPT_RC]		= { true, false, IB_WR_RDMA_WRITE },
	[IB_QPT_UC]		= { true, false, IB_WR_RDMA_WRITE },
	[IB_QPT_UD]		= { true, true, IB_WR_SEND },
	[IB_QPT_RAW_IPV6]	= { true, false, IB_WR_SEND },
	[IB_QPT_RAW_ETHERTYPE]	= { true, false, IB_WR_SEND },
	[IB_QPT_RAW_PACKET]	= { true, false, IB_WR_SEND },
	[IB_QPT_XRC_INI]	= { true, false, IB_WR_RDMA_WRITE },
};

static int drain_post_send(struct ib_qp *qp, enum ib_wr_opcode opcode,
			   struct ib_ah *ah)
{
	struct drain_marker marker;
	union drain_send_wr send = {};
	int ret;

	drain_marker_init(&marker);
	if (ah)
		send.ud.ah = ah;
	send.wr.wr_cqe = &marker.cqe;
	send.wr.opcode = opcode;
	send.wr.send_flags = IB_SEND_SIGNALED;
	ret = ib_post_send(qp, &send.wr, NULL);
	if (!ret)
		drain_marker_wait(&marker, qp->send_cq);
	return ret;
}

static int drain_send_queue(struct ib_qp *qp)
{
	const struct drain_kind *kind;
	struct ib_ah *ah = NULL;
	int ret;

	ret = drain_enter_error(qp, qp->send_cq);
	if (ret)
		return ret;
	if (qp->qp_type >= IB_QPT_MAX || !drain_kinds[qp->qp_type].known)
		return -EOPNOTSUPP;

	kind = &drain_kinds[qp->qp_type];
	if (kind->addressed)
		ah = drain_create_ah(qp);
	if (IS_ERR(ah))
		return PTR_ERR(ah);
	ret = drain_post_send(qp, kind->opcode, ah);
	if (ah)
		rdma_destroy_ah(ah, RDMA_DESTROY_AH_SLEEPABLE);
	return ret;
}

static int drain_recv_queue(struct ib_qp *qp)
{
	struct ib_recv_wr recv = {};
	struct drain_marker marker;
	int ret;

	ret = drain_enter_error(qp, qp->recv_cq);
	if (ret)
		return ret;

	drain_marker_init(&marker);
	recv.wr_cqe = &marker.cqe;
	ret = ib_post_recv(qp, &recv, NULL);
	if (!ret)
		drain_marker_wait(&marker, qp->recv_cq);
	return ret;
}

/* Delivers what a CQ holds now, whoever took it off. */
static void drain_poll_once(struct ib_cq *cq)
{
	const struct cq_context *context = cq_context_find(cq->poll_ctx);

	ib_process_cq_direct(cq, cq->cqe);
	if (context->flush)
		context->flush(cq);
}

/* False if the provider did not say in time that the QP has ended. */
VISIBLE_IF_KUNIT bool drain_wait_last_wqe(struct ib_qp *qp)
{
	KUNIT_STATIC_STUB_REDIRECT(drain_wait_last_wqe, qp);
	return wait_for_completion_timeout(&qp->srq_completion,
					   DRAIN_SRQ_TIMEOUT);
}
EXPORT_SYMBOL_IF_KUNIT(drain_wait_last_wqe);

/*
 * The event says that the QP has ended, and is sent once; whoever drains the QP
 * again must find it too.
 */
static int drain_shared_recv_queue(struct ib_qp *qp)
{
	struct ib_cq *cq = ib_srq_has_cq(qp->srq->srq_type) ?
			   qp->srq->ext.cq : qp->recv_cq;
	int ret;

	if (!cq)
		return -EINVAL;
	ret = drain_enter_error(qp, cq);
	if (ret)
		return ret;
	if (!drain_wait_last_wqe(qp))
		return -ETIMEDOUT;
	complete(&qp->srq_completion);
	drain_poll_once(cq);
	return 0;
}

static void drain_report(const struct ib_qp *qp, const char *queue, int ret)
{
	if (ret)
		ibdev_err_ratelimited(qp->device,
				      "QP %u, type %u: %s queue not drained: %pe\n",
				      qp->qp_num, qp->qp_type, queue, ERR_PTR(ret));
}

/**
 * ib_drain_sq() - wait until every posted send has completed
 * @qp: the QP; its send CQ is from ib_alloc_cq() or the pool
 *
 * Moves the QP to the error state and returns when the done function has run for
 * each request that was posted before; a provider may bring its own way. The
 * caller has left room for one more entry in the send queue and in the CQ, and
 * sees to it that nobody else posts meanwhile.
 *
 * The request that marks the end is of a kind that the type of QP allows. If it
 * cannot be posted, because the queue is full or the type of QP knows none, this
 * returns at once with a message, and the queue is not drained. A QP without a
 * send CQ has nothing to drain.
 *
 * Context: Process context; may sleep. Not from a done function of that CQ.
 */
void ib_drain_sq(struct ib_qp *qp)
{
	if (!qp->send_cq)
		return;
	if (qp->device->ops.drain_sq)
		qp->device->ops.drain_sq(qp);
	else
		drain_report(qp, "send", drain_send_queue(qp));
	trace_cq_drain_complete(qp->send_cq);
}
EXPORT_SYMBOL(ib_drain_sq);

/**
 * ib_drain_rq() - wait until every posted receive has completed
 * @qp: the QP; its receive CQ is from ib_alloc_cq() or the pool
 *
 * As ib_drain_sq(), for the receive queue, which needs room for one entry more,
 * too. For a QP that receives from an SRQ it waits, a minute at most, until the
 * QP has taken its last request from there, and then until what it received has
 * been handled.
 *
 * Context: Process context; may sleep. Not from a done function of that CQ.
 */
void ib_drain_rq(struct ib_qp *qp)
{
	if (!qp->recv_cq)
		return;
	if (qp->device->ops.drain_rq)
		qp->device->ops.drain_rq(qp);
	else if (qp->srq)
		drain_report(qp, "shared receive", drain_shared_recv_queue(qp));
	else
		drain_report(qp, "receive", drain_recv_queue(qp));
	trace_cq_drain_complete(qp->recv_cq);
}
EXPORT_SYMBOL(ib_drain_rq);

/**
 * ib_drain_qp() - wait until everything posted to a QP has completed
 * @qp: the QP; its CQs are from ib_alloc_cq() or the pool
 *
 * ib_drain_sq() and ib_drain_rq() in one. A provider's own way of draining a
 * receive queue is not asked about an SRQ.
 *
 * Context: Process context; may sleep. Not from a done function of those CQs.
 */
void ib_drain_qp(struct ib_qp *qp)
{
	ib_drain_sq(qp);
	if (qp->srq)
		drain_report(qp, "shared receive", drain_shared_recv_queue(qp));
	else
		ib_drain_rq(qp);
}
EXPORT_SYMBOL(ib_drain_qp);
