// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fake provider's queue pairs and shared receive queues: what is posted is
 * kept until the test completes it, or until an error flushes it.
 *
 * Posting is not checked against the QP's state, so that a test of posting need
 * not bring a QP up; only the error state matters.
 *
 * Lock order: fake_qp::lock and fake_srq::lock are leaves, and not held when a
 * completion is made.
 */
#include <linux/slab.h>

#include "fake.h"

static const enum ib_wc_opcode wc_opcodes[] = {
	[IB_WR_RDMA_WRITE] = IB_WC_RDMA_WRITE,
	[IB_WR_RDMA_WRITE_WITH_IMM] = IB_WC_RDMA_WRITE,
	[IB_WR_SEND] = IB_WC_SEND,
	[IB_WR_SEND_WITH_IMM] = IB_WC_SEND,
	[IB_WR_SEND_WITH_INV] = IB_WC_SEND,
	[IB_WR_RDMA_READ] = IB_WC_RDMA_READ,
	[IB_WR_RDMA_READ_WITH_INV] = IB_WC_RDMA_READ,
	[IB_WR_ATOMIC_CMP_AND_SWP] = IB_WC_COMP_SWAP,
	[IB_WR_ATOMIC_FETCH_AND_ADD] = IB_WC_FETCH_ADD,
	[IB_WR_LSO] = IB_WC_LSO,
	[IB_WR_LOCAL_INV] = IB_WC_LOCAL_INV,
	[IB_WR_REG_MR] = IB_WC_REG_MR,
	[IB_WR_REG_MR_INTEGRITY] = IB_WC_REG_MR,
};

static void queue_init(struct fake_queue *queue, u32 cap)
{
	INIT_LIST_HEAD(&queue->wrs);
	queue->cap = cap;
}

static int queue_add(struct fake_queue *queue, struct fake_wr *wr)
{
	if (queue->depth >= queue->cap)
		return -ENOMEM;
	list_add_tail(&wr->entry, &queue->wrs);
	queue->depth++;
	queue->max_depth = max(queue->max_depth, queue->depth);
	return 0;
}

static struct fake_wr *queue_take(struct fake_queue *queue)
{
	struct fake_wr *wr = list_first_entry_or_null(&queue->wrs, struct fake_wr, entry);

	if (wr) {
		list_del(&wr->entry);
		queue->depth--;
	}
	return wr;
}

static void queue_empty(struct fake_queue *queue)
{
	struct fake_wr *wr;

	while ((wr = queue_take(queue)))
		kfree(wr);
}

static struct fake_wr *queue_at(struct fake_queue *queue, u32 n)
{
	struct fake_wr *wr;

	list_for_each_entry(wr, &queue->wrs, entry)
		if (!n--)
			return wr;
	return NULL;
}

/**
 * fake_sent() - look at a posted send that is not completed yet
 * @qp: the QP
 * @n: 0 is the oldest
 *
 * Return: the request, which lives until it is completed, or NULL.
 */
const struct fake_wr *fake_sent(struct ib_qp *qp, u32 n)
{
	struct fake_qp *fqp = to_fake_qp(qp);

	guard(spinlock_irqsave)(&fqp->lock);
	return queue_at(&fqp->sq, n);
}

/**
 * fake_received() - look at a posted receive that is not completed yet
 * @qp: the QP; its own receive queue
 * @n: 0 is the oldest
 *
 * Return: the request, which lives until it is completed, or NULL.
 */
const struct fake_wr *fake_received(struct ib_qp *qp, u32 n)
{
	struct fake_qp *fqp = to_fake_qp(qp);

	guard(spinlock_irqsave)(&fqp->lock);
	return queue_at(&fqp->rq, n);
}

/* Whether the send has a completion at all. */
static bool send_completes(struct ib_qp *qp, const struct fake_wr *wr, struct ib_wc *wc)
{
	wc->wr_id = wr->wr_id;
	wc->opcode = wr->opcode < ARRAY_SIZE(wc_opcodes) ? wc_opcodes[wr->opcode] : 0;
	for (int i = 0; i < wr->num_sge; i++)
		wc->byte_len += wr->sge[i].length;
	return wc->status != IB_WC_SUCCESS || to_fake_qp(qp)->sig_all ||
	       wr->send_flags & IB_SEND_SIGNALED;
}

/**
 * fake_complete_send() - complete the oldest posted send
 * @qp: the QP
 * @status: with what
 *
 * An unsignalled send that succeeds leaves its queue without a completion.
 *
 * Context: Any context that the CQ's handler can be called in.
 * Return: false if nothing was posted.
 */
bool fake_complete_send(struct ib_qp *qp, enum ib_wc_status status)
{
	struct ib_wc wc = { .status = status, .qp = qp };
	struct fake_qp *fqp = to_fake_qp(qp);
	bool completes = false;
	struct fake_wr *wr;

	/* Under one lock, so that completions keep the order of their requests. */
	scoped_guard(spinlock_irqsave, &fqp->lock) {
		wr = queue_take(&fqp->sq);
		if (wr)
			completes = send_completes(qp, wr, &wc);
		if (completes)
			fake_queue_wc(qp->send_cq, &wc);
	}
	if (completes)
		fake_announce(qp->send_cq, &wc);
	kfree(wr);
	return wr;
}

static struct fake_wr *take_recv(spinlock_t *lock, struct fake_queue *queue,
				 struct ib_cq *cq, struct ib_wc *wc)
{
	struct fake_wr *wr;

	guard(spinlock_irqsave)(lock);
	wr = queue_take(queue);
	if (wr) {
		wc->wr_id = wr->wr_id;
		fake_queue_wc(cq, wc);
	}
	return wr;
}

/**
 * fake_complete_recv() - complete the oldest posted receive
 * @qp: the QP; the receive comes from its SRQ if it has one
 * @status: with what
 * @byte_len: bytes that arrived
 *
 * Context: Any context that the CQ's handler can be called in.
 * Return: false if nothing was posted.
 */
bool fake_complete_recv(struct ib_qp *qp, enum ib_wc_status status, u32 byte_len)
{
	struct fake_srq *fsrq = qp->srq ? to_fake_srq(qp->srq) : NULL;
	struct fake_qp *fqp = to_fake_qp(qp);
	struct ib_wc wc = {
		.status = status,
		.opcode = IB_WC_RECV,
		.byte_len = byte_len,
		.qp = qp,
	};
	struct fake_wr *wr;

	if (fsrq)
		wr = take_recv(&fsrq->lock, &fsrq->rq, qp->recv_cq, &wc);
	else
		wr = take_recv(&fqp->lock, &fqp->rq, qp->recv_cq, &wc);
	if (wr)
		fake_announce(qp->recv_cq, &wc);
	kfree(wr);
	return wr;
}

/**
 * fake_qp_event() - raise an asynchronous event of a QP
 * @qp: the QP
 * @event: which
 */
void fake_qp_event(struct ib_qp *qp, enum ib_event_type event)
{
	struct ib_event ev = { .device = qp->device, .element.qp = qp, .event = event };

	if (qp->event_handler)
		qp->event_handler(&ev, qp->qp_context);
}

/**
 * fake_qp_flush() - complete all that a QP has posted with a flush error
 * @qp: the QP; receives on an SRQ stay, its last-WQE event is raised
 */
void fake_qp_flush(struct ib_qp *qp)
{
	while (fake_complete_send(qp, IB_WC_WR_FLUSH_ERR))
		;
	if (qp->srq) {
		fake_qp_event(qp, IB_EVENT_QP_LAST_WQE_REACHED);
		return;
	}
	while (fake_complete_recv(qp, IB_WC_WR_FLUSH_ERR, 0))
		;
}

/**
 * fake_qp_hold() - choose whether a QP in the error state flushes by itself
 * @qp: the QP
 * @hold: true: only fake_qp_flush() flushes
 */
void fake_qp_hold(struct ib_qp *qp, bool hold)
{
	to_fake_qp(qp)->hold = hold;
}

/**
 * fake_qp_reject() - make post_send refuse an opcode
 * @qp: the QP
 * @opcode: below 64
 * @err: the negative errno; it is the same for all refused opcodes; 0 accepts again
 */
void fake_qp_reject(struct ib_qp *qp, enum ib_wr_opcode opcode, int err)
{
	struct fake_qp *fqp = to_fake_qp(qp);

	guard(spinlock_irqsave)(&fqp->lock);
	if (err) {
		fqp->reject |= BIT_ULL(opcode);
		fqp->reject_err = err;
	} else {
		fqp->reject &= ~BIT_ULL(opcode);
	}
}

static struct fake_wr *wr_create(u64 wr_id, const struct ib_sge *sge, int num_sge)
{
	struct fake_wr *wr;

	if (num_sge < 0 || num_sge > FAKE_SGES)
		return ERR_PTR(-EINVAL);
	wr = kzalloc_obj(*wr, GFP_ATOMIC);
	if (!wr)
		return ERR_PTR(-ENOMEM);
	wr->wr_id = wr_id;
	wr->num_sge = num_sge;
	if (num_sge)
		memcpy(wr->sge, sge, num_sge * sizeof(*sge));
	return wr;
}

/* What belongs to some opcodes only. */
static void wr_set_operands(struct fake_wr *wr, const struct ib_send_wr *swr)
{
	switch (swr->opcode) {
	case IB_WR_RDMA_WRITE_WITH_IMM:
	case IB_WR_RDMA_WRITE:
	case IB_WR_RDMA_READ:
	case IB_WR_RDMA_READ_WITH_INV:
		wr->remote_addr = rdma_wr(swr)->remote_addr;
		wr->rkey = rdma_wr(swr)->rkey;
		break;
	case IB_WR_ATOMIC_CMP_AND_SWP:
	case IB_WR_ATOMIC_FETCH_AND_ADD:
		wr->remote_addr = atomic_wr(swr)->remote_addr;
		wr->rkey = atomic_wr(swr)->rkey;
		break;
	case IB_WR_REG_MR:
	case IB_WR_REG_MR_INTEGRITY:
		wr->mr = reg_wr(swr)->mr;
		wr->key = reg_wr(swr)->key;
		wr->access = reg_wr(swr)->access;
		break;
	default:
		break;
	}
}

static int post_one_send(struct fake_qp *fqp, const struct ib_send_wr *swr)
{
	struct fake_wr *wr = wr_create(swr->wr_id, swr->sg_list, swr->num_sge);
	int ret = 0;

	if (IS_ERR(wr))
		return PTR_ERR(wr);
	wr->opcode = swr->opcode;
	wr->send_flags = swr->send_flags;
	wr->imm = swr->ex.imm_data;
	wr->inv_rkey = swr->ex.invalidate_rkey;
	wr_set_operands(wr, swr);

	scoped_guard(spinlock_irqsave, &fqp->lock) {
		if (swr->opcode < 64 && fqp->reject & BIT_ULL(swr->opcode))
			ret = fqp->reject_err;
		ret = ret ?: queue_add(&fqp->sq, wr);
	}
	if (ret)
		kfree(wr);
	return ret;
}

static bool qp_flushes(struct fake_qp *fqp)
{
	return READ_ONCE(fqp->state) == IB_QPS_ERR && !fqp->hold;
}

/* Of a datagram's request, or 0. */
static u64 datagram_ah(const struct ib_qp *qp, const struct ib_send_wr *wr)
{
	if (qp->qp_type != IB_QPT_UD && qp->qp_type != IB_QPT_GSI && qp->qp_type != IB_QPT_SMI)
		return 0;
	return (uintptr_t)ud_wr(wr)->ah;
}

/* arg: requests in the chain; opcode, flags and address handle of the first */
static int fake_post_send(struct ib_qp *qp, const struct ib_send_wr *wr,
			  const struct ib_send_wr **bad_wr)
{
	struct fake_qp *fqp = to_fake_qp(qp);
	u64 n = 0;
	int ret;

	for (const struct ib_send_wr *w = wr; w; w = w->next)
		n++;
	ret = fake_enter(qp->device, post_send, .obj = qp,
			 .arg = { n, wr->opcode, wr->send_flags, datagram_ah(qp, wr) });
	while (!ret && wr) {
		ret = post_one_send(fqp, wr);
		if (!ret)
			wr = wr->next;
	}
	if (ret && bad_wr)
		*bad_wr = wr;
	if (qp_flushes(fqp))
		fake_qp_flush(qp);
	return ret;
}

static int post_chain_recv(spinlock_t *lock, struct fake_queue *queue,
			   const struct ib_recv_wr **chain)
{
	for (; *chain; *chain = (*chain)->next) {
		struct fake_wr *wr = wr_create((*chain)->wr_id, (*chain)->sg_list,
					       (*chain)->num_sge);
		int ret;

		if (IS_ERR(wr))
			return PTR_ERR(wr);
		wr->recv = true;
		scoped_guard(spinlock_irqsave, lock)
			ret = queue_add(queue, wr);
		if (ret) {
			kfree(wr);
			return ret;
		}
	}
	return 0;
}

static u64 recv_chain_length(const struct ib_recv_wr *wr)
{
	u64 n = 0;

	for (; wr; wr = wr->next)
		n++;
	return n;
}

/* arg: requests in the chain */
static int fake_post_recv(struct ib_qp *qp, const struct ib_recv_wr *wr,
			  const struct ib_recv_wr **bad_wr)
{
	struct fake_qp *fqp = to_fake_qp(qp);
	int ret = fake_enter(qp->device, post_recv, .obj = qp,
			     .arg = { recv_chain_length(wr) });

	if (!ret)
		ret = post_chain_recv(&fqp->lock, &fqp->rq, &wr);
	if (ret && bad_wr)
		*bad_wr = wr;
	if (qp_flushes(fqp))
		fake_qp_flush(qp);
	return ret;
}

/* arg: requests in the chain */
static int fake_post_srq_recv(struct ib_srq *srq, const struct ib_recv_wr *wr,
			      const struct ib_recv_wr **bad_wr)
{
	struct fake_srq *fsrq = to_fake_srq(srq);
	int ret = fake_enter(srq->device, post_srq_recv, .obj = srq,
			     .arg = { recv_chain_length(wr) });

	if (!ret)
		ret = post_chain_recv(&fsrq->lock, &fsrq->rq, &wr);
	if (ret && bad_wr)
		*bad_wr = wr;
	return ret;
}

/* arg: type, max_send_wr, max_recv_wr, create_flags */
static int fake_create_qp(struct ib_qp *qp, struct ib_qp_init_attr *attr,
			  struct ib_udata *udata)
{
	struct fake_qp *fqp = to_fake_qp(qp);
	int ret = fake_enter(qp->device, create_qp, .obj = qp,
			     .arg = { attr->qp_type, attr->cap.max_send_wr,
				      attr->cap.max_recv_wr, attr->create_flags });

	if (ret)
		return ret;
	spin_lock_init(&fqp->lock);
	queue_init(&fqp->sq, attr->cap.max_send_wr);
	queue_init(&fqp->rq, attr->cap.max_recv_wr);
	fqp->init_cap = attr->cap;
	fqp->sig_all = attr->sq_sig_type == IB_SIGNAL_ALL_WR;
	fqp->state = IB_QPS_RESET;
	qp->qp_num = fake_new_key(qp->device) >> 8;
	return 0;
}

/* arg: mask, state */
static int fake_modify_qp(struct ib_qp *qp, struct ib_qp_attr *attr, int mask,
			  struct ib_udata *udata)
{
	struct fake_qp *fqp = to_fake_qp(qp);
	int ret = fake_enter(qp->device, modify_qp, .obj = qp,
			     .arg = { mask, attr->qp_state });

	if (ret)
		return ret;
	scoped_guard(spinlock_irqsave, &fqp->lock) {
		fqp->attr = *attr;
		if (mask & IB_QP_STATE)
			fqp->state = attr->qp_state;
		if (fqp->state == IB_QPS_RESET) {
			queue_empty(&fqp->sq);
			queue_empty(&fqp->rq);
		}
	}
	if (mask & IB_QP_STATE && qp_flushes(fqp))
		fake_qp_flush(qp);
	return 0;
}

/* arg: mask */
static int fake_query_qp(struct ib_qp *qp, struct ib_qp_attr *attr, int mask,
			 struct ib_qp_init_attr *init_attr)
{
	struct fake_qp *fqp = to_fake_qp(qp);
	int ret = fake_enter(qp->device, query_qp, .obj = qp, .arg = { mask });

	if (ret)
		return ret;
	guard(spinlock_irqsave)(&fqp->lock);
	*attr = fqp->attr;
	attr->qp_state = fqp->state;
	attr->cur_qp_state = fqp->state;
	attr->cap = fqp->init_cap;
	init_attr->cap = fqp->init_cap;
	return 0;
}

static int fake_destroy_qp(struct ib_qp *qp, struct ib_udata *udata)
{
	struct fake_qp *fqp = to_fake_qp(qp);
	int ret = fake_enter(qp->device, destroy_qp, .obj = qp);

	if (ret)
		return ret;
	queue_empty(&fqp->sq);
	queue_empty(&fqp->rq);
	return 0;
}

/* arg: type, max_wr, max_sge, limit */
static int fake_create_srq(struct ib_srq *srq, struct ib_srq_init_attr *attr,
			   struct ib_udata *udata)
{
	struct fake_srq *fsrq = to_fake_srq(srq);
	int ret = fake_enter(srq->device, create_srq, .obj = srq,
			     .arg = { attr->srq_type, attr->attr.max_wr,
				      attr->attr.max_sge, attr->attr.srq_limit });

	if (ret)
		return ret;
	spin_lock_init(&fsrq->lock);
	queue_init(&fsrq->rq, attr->attr.max_wr);
	fsrq->attr = attr->attr;
	if (attr->srq_type == IB_SRQT_XRC)
		srq->ext.xrc.srq_num = fake_new_key(srq->device) >> 8;
	return 0;
}

/* arg: mask, max_wr, limit */
static int fake_modify_srq(struct ib_srq *srq, struct ib_srq_attr *attr,
			   enum ib_srq_attr_mask mask, struct ib_udata *udata)
{
	struct fake_srq *fsrq = to_fake_srq(srq);
	int ret = fake_enter(srq->device, modify_srq, .obj = srq,
			     .arg = { mask, attr->max_wr, attr->srq_limit });

	if (ret)
		return ret;
	guard(spinlock_irqsave)(&fsrq->lock);
	if (mask & IB_SRQ_MAX_WR) {
		fsrq->attr.max_wr = attr->max_wr;
		fsrq->rq.cap = attr->max_wr;
	}
	if (mask & IB_SRQ_LIMIT)
		fsrq->attr.srq_limit = attr->srq_limit;
	return 0;
}

static int fake_query_srq(struct ib_srq *srq, struct ib_srq_attr *attr)
{
	int ret = fake_enter(srq->device, query_srq, .obj = srq);

	if (!ret)
		*attr = to_fake_srq(srq)->attr;
	return ret;
}

static int fake_destroy_srq(struct ib_srq *srq, struct ib_udata *udata)
{
	int ret = fake_enter(srq->device, destroy_srq, .obj = srq);

	if (!ret)
		queue_empty(&to_fake_srq(srq)->rq);
	return ret;
}

const struct ib_device_ops fake_qp_ops = {
	.create_qp = fake_create_qp,
	.create_srq = fake_create_srq,
	.destroy_qp = fake_destroy_qp,
	.destroy_srq = fake_destroy_srq,
	.modify_qp = fake_modify_qp,
	.modify_srq = fake_modify_srq,
	.post_recv = fake_post_recv,
	.post_send = fake_post_send,
	.post_srq_recv = fake_post_srq_recv,
	.query_qp = fake_query_qp,
	.query_srq = fake_query_srq,

	INIT_RDMA_OBJ_SIZE(ib_qp, fake_qp, base),
	INIT_RDMA_OBJ_SIZE(ib_srq, fake_srq, base),
};

static void fake_qp_free(void *qp)
{
	ib_destroy_qp(qp);
}

/**
 * fake_qp() - create a QP for as long as the test lives
 * @test: the test
 * @pd: its protection domain
 * @attr: as for ib_create_qp()
 *
 * Return: the QP.
 */
struct ib_qp *fake_qp(struct kunit *test, struct ib_pd *pd, struct ib_qp_init_attr *attr)
{
	struct ib_qp *qp = ib_create_qp(pd, attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fake_qp_free, qp));
	return qp;
}
