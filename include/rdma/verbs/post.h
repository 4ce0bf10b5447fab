/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Posting and polling: the calls that every message costs, each no more than a jump into
 * the driver.
 *
 * None of them checks its arguments or the driver's ops table: registration has seen to
 * it that a device for the kernel's consumers has these ops.
 */
#ifndef _RDMA_VERBS_POST_H
#define _RDMA_VERBS_POST_H

#include <linux/err.h>
#include <rdma/verbs/cq.h>
#include <rdma/verbs/device.h>
#include <rdma/verbs/pd.h>
#include <rdma/verbs/qp.h>
#include <rdma/verbs/srq.h>
#include <rdma/verbs/wc.h>
#include <rdma/verbs/wr.h>

/**
 * ib_post_send() - post a chain of send requests
 * @qp: the QP, in a state that takes them
 * @send_wr: the first request; the others hang on its next pointer
 * @bad_send_wr: where to put the first request that was not posted, on failure; may be
 *               NULL
 *
 * On failure all requests in front of the bad one are posted and will complete, the bad
 * one and those behind it are not.
 *
 * Context: Any; does not sleep.
 * Return: 0, or what the driver says: -%ENOMEM when the queue is full, -%EINVAL for a
 * request that makes no sense.
 */
static inline int ib_post_send(struct ib_qp *qp,
			       const struct ib_send_wr *send_wr,
			       const struct ib_send_wr **bad_send_wr)
{
	const struct ib_send_wr *unwanted;

	return qp->device->ops.post_send(qp, send_wr, bad_send_wr ?: &unwanted);
}

/**
 * ib_post_recv() - post a chain of receive buffers to a QP
 * @qp: the QP, which has a receive queue of its own
 * @recv_wr: the first request; the others hang on its next pointer
 * @bad_recv_wr: where to put the first request that was not posted, on failure; may be
 *               NULL
 *
 * Context: Any; does not sleep.
 * Return: 0, or what the driver says; see ib_post_send().
 */
static inline int ib_post_recv(struct ib_qp *qp,
			       const struct ib_recv_wr *recv_wr,
			       const struct ib_recv_wr **bad_recv_wr)
{
	const struct ib_recv_wr *unwanted;

	return qp->device->ops.post_recv(qp, recv_wr, bad_recv_wr ?: &unwanted);
}

/**
 * ib_post_srq_recv() - post a chain of receive buffers to an SRQ
 * @srq: the SRQ
 * @recv_wr: the first request; the others hang on its next pointer
 * @bad_recv_wr: where to put the first request that was not posted, on failure; may be
 *               NULL
 *
 * Context: Any; does not sleep.
 * Return: 0, or what the driver says; see ib_post_send().
 */
static inline int ib_post_srq_recv(struct ib_srq *srq,
				   const struct ib_recv_wr *recv_wr,
				   const struct ib_recv_wr **bad_recv_wr)
{
	const struct ib_recv_wr *unwanted;

	return srq->device->ops.post_srq_recv(srq, recv_wr, bad_recv_wr ?: &unwanted);
}

/**
 * ib_poll_cq() - take completions from a CQ
 * @cq: the CQ, one that the core does not poll
 * @num_entries: how many to take at most
 * @wc: where to put them, room for @num_entries
 *
 * Context: Any; does not sleep.
 * Return: how many were taken, less than @num_entries when the CQ is empty now; or a
 * negative errno.
 */
static inline int ib_poll_cq(struct ib_cq *cq, int num_entries,
			     struct ib_wc *wc)
{
	return cq->device->ops.poll_cq(cq, num_entries, wc);
}

/**
 * ib_req_notify_cq() - ask for one event of a CQ
 * @cq: the CQ, one that the core does not poll
 * @flags: IB_CQ_SOLICITED or IB_CQ_NEXT_COMP, with IB_CQ_REPORT_MISSED_EVENTS or without
 *
 * A completion that came in between the last poll and this call raises no event. With
 * IB_CQ_REPORT_MISSED_EVENTS the answer tells if that may have happened.
 *
 * Context: Any; does not sleep.
 * Return: 0 when the next completion will raise the event, with nothing missed if
 * reporting was asked for; above 0, only if it was, when the CQ must be polled again since
 * there may be something in it; a negative errno on failure.
 */
static inline int ib_req_notify_cq(struct ib_cq *cq,
				   enum ib_cq_notify_flags flags)
{
	return cq->device->ops.req_notify_cq(cq, flags);
}

/**
 * ib_create_srq() - create a shared receive queue
 * @pd: its PD
 * @srq_init_attr: the SRQ that is wanted; on success, its shape as it came out
 *
 * Context: Process context; may sleep.
 * Return: the SRQ, for ib_destroy_srq(), or ERR_PTR(): -%EOPNOTSUPP if the device has no
 * SRQs, -%ENOMEM, or what the driver says.
 */
static inline struct ib_srq *
ib_create_srq(struct ib_pd *pd, struct ib_srq_init_attr *srq_init_attr)
{
	if (pd->device->ops.create_srq)
		return ib_create_srq_user(pd, srq_init_attr, NULL, NULL);
	return ERR_PTR(-EOPNOTSUPP);
}

#endif /* _RDMA_VERBS_POST_H */
