// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of queue pairs: creation, what they count on, posting, and their end.
 */
#include <kunit/static_stub.h>
#include <kunit/test.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>
#include <rdma/rw.h>
#include <rdma/uverbs_ioctl.h>

#include "fake.h"
#include "verbs/qp.h"

#define RDMA_CTXS	4

/* A device with one of everything that a QP can stand on. */
struct ground {
	struct fake *fake;
	struct ib_pd *pd;
	struct ib_cq *send_cq;
	struct ib_cq *recv_cq;
	struct ib_srq *srq;
	struct ib_rwq_ind_table table;
	struct ib_qp_init_attr attr;
};

/* The uses of all of them. */
struct uses {
	int pd;
	int send_cq;
	int recv_cq;
	int srq;
	int table;
};

static void ground_srq_free(void *srq)
{
	ib_destroy_srq(srq);
}

static struct ground *ground_of(struct kunit *test, const struct fake_config *cfg)
{
	struct ib_srq_init_attr srq_attr = { .attr = { .max_wr = 16, .max_sge = 1 } };
	struct ground *ground = kunit_kzalloc(test, sizeof(*ground), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, ground);
	ground->fake = fake_create(test, cfg);
	ground->pd = fake_pd(test, ground->fake);
	ground->send_cq = fake_cq(test, ground->fake, 64, IB_POLL_DIRECT);
	ground->recv_cq = fake_cq(test, ground->fake, 64, IB_POLL_DIRECT);
	ground->srq = ib_create_srq(ground->pd, &srq_attr);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, ground->srq);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, ground_srq_free, ground->srq));
	ground->attr = (struct ib_qp_init_attr){
		.send_cq = ground->send_cq,
		.recv_cq = ground->recv_cq,
		.qp_type = IB_QPT_RC,
		.cap = { .max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 4,
			 .max_recv_sge = 2 },
	};
	fake_forget(ground->fake);
	return ground;
}

static struct ground *ground_ib(struct kunit *test)
{
	static const struct fake_config cfg = { .link = FAKE_IB, .registered = true };

	return ground_of(test, &cfg);
}

static struct uses uses_of(const struct ground *ground)
{
	return (struct uses){
		.pd = atomic_read(&ground->pd->usecnt),
		.send_cq = atomic_read(&ground->send_cq->usecnt),
		.recv_cq = atomic_read(&ground->recv_cq->usecnt),
		.srq = atomic_read(&ground->srq->usecnt),
		.table = atomic_read(&ground->table.usecnt),
	};
}

static void expect_uses(struct kunit *test, const struct ground *ground, struct uses want)
{
	struct uses now = uses_of(ground);

	KUNIT_EXPECT_EQ(test, now.pd, want.pd);
	KUNIT_EXPECT_EQ(test, now.send_cq, want.send_cq);
	KUNIT_EXPECT_EQ(test, now.recv_cq, want.recv_cq);
	KUNIT_EXPECT_EQ(test, now.srq, want.srq);
	KUNIT_EXPECT_EQ(test, now.table, want.table);
}

/* The SRQ is a user of the PD all the time. */
#define EXPECT_USES(test, ground, ...) \
	expect_uses(test, ground, (struct uses){ __VA_ARGS__ })

static bool is_tracked(struct ib_device *dev, u32 qp_num)
{
	struct rdma_restrack_entry *res;

	res = rdma_restrack_get_byid(dev, RDMA_RESTRACK_QP, qp_num);
	if (IS_ERR(res))
		return false;
	rdma_restrack_put(res);
	return true;
}

static void qp_create_and_destroy(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp = ib_create_qp(ground->pd, &ground->attr);
	u32 qp_num;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	qp_num = qp->qp_num;
	KUNIT_EXPECT_PTR_EQ(test, qp->device, &ground->fake->dev);
	KUNIT_EXPECT_PTR_EQ(test, qp->pd, ground->pd);
	KUNIT_EXPECT_PTR_EQ(test, qp->real_qp, qp);
	KUNIT_EXPECT_PTR_EQ(test, qp->send_cq, ground->send_cq);
	KUNIT_EXPECT_PTR_EQ(test, qp->recv_cq, ground->recv_cq);
	KUNIT_EXPECT_NULL(test, qp->srq);
	KUNIT_EXPECT_NULL(test, qp->uobject);
	KUNIT_EXPECT_EQ(test, qp->qp_type, IB_QPT_RC);
	KUNIT_EXPECT_EQ(test, qp->max_write_sge, 4);
	KUNIT_EXPECT_EQ(test, qp->max_read_sge, 4);
	KUNIT_EXPECT_FALSE(test, qp->integrity_en);
	KUNIT_EXPECT_STREQ(test, qp->res.kern_name, KBUILD_MODNAME);
	KUNIT_EXPECT_TRUE(test, is_tracked(qp->device, qp_num));
	EXPECT_USES(test, ground, .pd = 2, .send_cq = 1, .recv_cq = 1);

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	EXPECT_USES(test, ground, .pd = 1);
	KUNIT_EXPECT_FALSE(test, is_tracked(&ground->fake->dev, qp_num));
	KUNIT_EXPECT_EQ(test, 1, fake_calls(ground->fake, FAKE_OP(create_qp)));
	KUNIT_EXPECT_EQ(test, 1, fake_calls(ground->fake, FAKE_OP(destroy_qp)));
	KUNIT_EXPECT_EQ(test, 2, fake_calls(ground->fake, FAKE_OP_ANY));
}

static void qp_counts_all_that_it_stands_on(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp;

	ground->attr.srq = ground->srq;
	ground->attr.rwq_ind_tbl = &ground->table;
	ground->attr.recv_cq = ground->send_cq;
	qp = ib_create_qp(ground->pd, &ground->attr);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	EXPECT_USES(test, ground, .pd = 2, .send_cq = 2, .srq = 1, .table = 1);

	ib_qp_usecnt_inc(qp);
	EXPECT_USES(test, ground, .pd = 3, .send_cq = 4, .srq = 2, .table = 2);
	ib_qp_usecnt_dec(qp);
	EXPECT_USES(test, ground, .pd = 2, .send_cq = 2, .srq = 1, .table = 1);

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	EXPECT_USES(test, ground, .pd = 1);
}

static void qp_without_queues(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp;

	ground->attr.send_cq = NULL;
	ground->attr.recv_cq = NULL;
	qp = ib_create_qp(ground->pd, &ground->attr);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	EXPECT_USES(test, ground, .pd = 2);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	EXPECT_USES(test, ground, .pd = 1);
}

static void qp_limits_follow_capabilities(struct kunit *test)
{
	static const struct ib_device_attr attrs = {
		.max_qp_wr = 64, .max_send_sge = 16, .max_cqe = 64, .max_sge_rd = 3,
	};
	static const struct fake_config cfg = {
		.link = FAKE_IB, .registered = true, .attrs = &attrs,
	};
	struct ground *ground = ground_of(test, &cfg);
	struct ib_qp *qp;

	ground->attr.cap.max_send_sge = 7;
	ground->attr.create_flags = IB_QP_CREATE_INTEGRITY_EN;
	qp = fake_qp(test, ground->pd, &ground->attr);
	KUNIT_EXPECT_EQ(test, qp->max_write_sge, 7);
	KUNIT_EXPECT_EQ(test, qp->max_read_sge, 3);
	KUNIT_EXPECT_TRUE(test, qp->integrity_en);
}

/* A device whose create_qp() looks around, and puts CQs of its own in. */
static bool parts_were_valid;

static int looking_create_qp(struct ib_qp *qp, struct ib_qp_init_attr *attr,
			     struct ib_udata *udata)
{
	int ret = fake_enter(qp->device, create_qp, .obj = qp);

	parts_were_valid = list_empty(&qp->rdma_mrs) && list_empty(&qp->sig_mrs) &&
			   list_empty(&qp->open_list) && xa_empty(&qp->comp_cntrs);
	if (spin_trylock(&qp->mr_lock))
		spin_unlock(&qp->mr_lock);
	else
		parts_were_valid = false;
	qp->send_cq = NULL;
	qp->recv_cq = NULL;
	return ret ?: fake_qp_ops.create_qp(qp, attr, udata);
}

static const struct ib_device_ops looking_ops = { .create_qp = looking_create_qp };

static struct ground *ground_looking(struct kunit *test)
{
	static const struct fake_config cfg = {
		.link = FAKE_IB, .registered = true, .ops = &looking_ops,
	};

	parts_were_valid = false;
	return ground_of(test, &cfg);
}

/* B020: all parts are valid and empty before the driver sees them. */
static void qp_parts_valid_from_allocation_B020(struct kunit *test)
{
	struct ground *ground = ground_looking(test);
	struct ib_qp *qp = ib_create_qp(ground->pd, &ground->attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	KUNIT_EXPECT_TRUE(test, parts_were_valid);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
}

static void qp_uses_are_of_the_callers_cqs(struct kunit *test)
{
	struct ground *ground = ground_looking(test);
	struct ib_qp *qp = ib_create_qp(ground->pd, &ground->attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	KUNIT_EXPECT_PTR_EQ(test, qp->send_cq, ground->send_cq);
	KUNIT_EXPECT_PTR_EQ(test, qp->recv_cq, ground->recv_cq);
	EXPECT_USES(test, ground, .pd = 2, .send_cq = 1, .recv_cq = 1);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	EXPECT_USES(test, ground, .pd = 1);
}

static int security_refuses(struct ib_qp *qp)
{
	return -EACCES;
}

/* B020: a user QP that fails after the driver made it. */
static void qp_user_fails_after_driver_B020(struct kunit *test)
{
	struct uverbs_attr_bundle uattrs = {};
	struct ground *ground = ground_looking(test);
	struct ib_qp *qp;

	kunit_activate_static_stub(test, qp_create_security, security_refuses);
	qp = ib_create_qp_user(&ground->fake->dev, ground->pd, &ground->attr, &uattrs, NULL,
			       KBUILD_MODNAME);
	KUNIT_EXPECT_PTR_EQ(test, qp, ERR_PTR(-EACCES));
	KUNIT_EXPECT_TRUE(test, parts_were_valid);
	KUNIT_EXPECT_EQ(test, 1, fake_calls(ground->fake, FAKE_OP(destroy_qp)));
	EXPECT_USES(test, ground, .pd = 1);
}

static void qp_of_user_space(struct kunit *test)
{
	struct uverbs_attr_bundle uattrs = {};
	unsigned long object;
	struct ib_uqp_object *uobj = (void *)&object;	/* opaque to the core */
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp;

	qp = ib_create_qp_user(&ground->fake->dev, ground->pd, &ground->attr, &uattrs, uobj,
			       KBUILD_MODNAME);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	KUNIT_EXPECT_PTR_EQ(test, qp->uobject, uobj);
	KUNIT_EXPECT_NULL(test, qp->res.kern_name);
	KUNIT_EXPECT_PTR_EQ(test, qp->res.task, current);
	EXPECT_USES(test, ground, .pd = 1);
	ib_qp_usecnt_inc(qp);
	EXPECT_USES(test, ground, .pd = 2, .send_cq = 1, .recv_cq = 1);

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp_user(qp, &uattrs.driver_udata));
	EXPECT_USES(test, ground, .pd = 1);
}

/* Each step of ib_create_qp() that can fail, and what it leaves behind: nothing. */
static const struct create_case {
	const char *desc;
	bool rw;
	bool refuse;
	u32 op;
	u32 nth;
	int err;
	u32 created;
	u32 destroyed;
	u32 mrs;
} create_cases[] = {
	{ "driver refuses",	     false, false, FAKE_OP(create_qp), 1, -ENOSPC, 1, 0, 0 },
	{ "driver refuses rw",	     true,  false, FAKE_OP(create_qp), 1, -ENOMEM, 1, 0, 0 },
	{ "security refuses",	     false, true,  0,		       0, -EACCES, 1, 1, 0 },
	{ "security refuses rw",     true,  true,  0,		       0, -EACCES, 1, 1, 0 },
	{ "no first MR",	     true,  false, FAKE_OP(alloc_mr),  1, -ENOMEM, 1, 1, 0 },
	{ "no second MR",	     true,  false, FAKE_OP(alloc_mr),  2, -ENOSPC, 1, 1, 1 },
	{ "no last MR",	     true,  false, FAKE_OP(alloc_mr), RDMA_CTXS, -EIO, 1, 1,
	  RDMA_CTXS - 1 },
};

KUNIT_ARRAY_PARAM_DESC(create, create_cases, desc);

static void qp_create_fails(struct kunit *test)
{
	/* iWARP needs an MR for each READ. */
	static const struct fake_config cfg = { .link = FAKE_IWARP, .registered = true };
	const struct create_case *c = test->param_value;
	struct ground *ground = ground_of(test, &cfg);
	struct fake *fake = ground->fake;

	if (c->rw) {
		ground->attr.cap.max_rdma_ctxs = RDMA_CTXS;
		ground->attr.port_num = 1;
	}
	if (c->refuse)
		kunit_activate_static_stub(test, qp_create_security, security_refuses);
	if (c->op)
		fake_fail(fake, c->op, c->nth, c->err);

	KUNIT_EXPECT_PTR_EQ(test, ib_create_qp(ground->pd, &ground->attr), ERR_PTR(c->err));
	EXPECT_USES(test, ground, .pd = 1);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(create_qp)), c->created);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(destroy_qp)), c->destroyed);
	KUNIT_EXPECT_EQ(test, fake_calls(fake, FAKE_OP(dereg_mr)), c->mrs);
}

static void qp_needs_driver_op(struct kunit *test)
{
	static const struct fake_config cfg = {
		.link = FAKE_IB, .registered = true, .without = { FAKE_OP(create_qp) },
	};
	struct ground *ground = ground_of(test, &cfg);

	KUNIT_EXPECT_PTR_EQ(test, ib_create_qp(ground->pd, &ground->attr),
			    ERR_PTR(-EOPNOTSUPP));
	EXPECT_USES(test, ground, .pd = 1);
	KUNIT_EXPECT_EQ(test, 0, fake_calls(ground->fake, FAKE_OP_ANY));
}

static void qp_with_rdma_contexts(struct kunit *test)
{
	static const struct fake_config cfg = { .link = FAKE_IWARP, .registered = true };
	struct ground *ground = ground_of(test, &cfg);
	struct ib_qp *qp;

	ground->attr.cap.max_rdma_ctxs = RDMA_CTXS;
	ground->attr.port_num = 1;
	qp = ib_create_qp(ground->pd, &ground->attr);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	KUNIT_EXPECT_EQ(test, RDMA_CTXS, list_count_nodes(&qp->rdma_mrs));
	KUNIT_EXPECT_GT(test, ground->attr.cap.max_send_wr, 8);
	EXPECT_USES(test, ground, .pd = 2 + RDMA_CTXS, .send_cq = 1, .recv_cq = 1);

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	KUNIT_EXPECT_EQ(test, RDMA_CTXS, fake_calls(ground->fake, FAKE_OP(dereg_mr)));
	EXPECT_USES(test, ground, .pd = 1);
}

static void qp_in_use_is_not_destroyed(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp = fake_qp(test, ground->pd, &ground->attr);

	atomic_inc(&qp->usecnt);
	KUNIT_EXPECT_EQ(test, -EBUSY, ib_destroy_qp(qp));
	KUNIT_EXPECT_EQ(test, 0, fake_calls(ground->fake, FAKE_OP(destroy_qp)));
	KUNIT_EXPECT_TRUE(test, is_tracked(qp->device, qp->qp_num));
	EXPECT_USES(test, ground, .pd = 2, .send_cq = 1, .recv_cq = 1);
	atomic_dec(&qp->usecnt);
}

/* The driver refuses: nothing is undone, and the second attempt succeeds. */
static void qp_failed_destroy_remains_tracked(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp = ib_create_qp(ground->pd, &ground->attr);
	struct ib_qp_attr attr = { .qp_state = IB_QPS_ERR };
	u32 qp_num;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	qp_num = qp->qp_num;
	fake_fail(ground->fake, FAKE_OP(destroy_qp), 1, -EAGAIN);
	KUNIT_EXPECT_EQ(test, -EAGAIN, ib_destroy_qp(qp));
	KUNIT_EXPECT_TRUE(test, is_tracked(qp->device, qp_num));
	EXPECT_USES(test, ground, .pd = 2, .send_cq = 1, .recv_cq = 1);
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(qp, &attr, IB_QP_STATE));

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	KUNIT_EXPECT_FALSE(test, is_tracked(&ground->fake->dev, qp_num));
	EXPECT_USES(test, ground, .pd = 1);
}

/* A context that still has an MR is its owner's mistake: the QP goes all the same. */
static void qp_goes_with_mrs_in_use(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp = ib_create_qp(ground->pd, &ground->attr);
	u32 qp_num;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	qp_num = qp->qp_num;
	qp->mrs_used = 1;
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	KUNIT_EXPECT_FALSE(test, is_tracked(&ground->fake->dev, qp_num));
}

static void qp_returns_completion_counters(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_comp_cntr counters[2] = {};
	struct ib_qp *qp = ib_create_qp(ground->pd, &ground->attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	for (int i = 0; i < ARRAY_SIZE(counters); i++) {
		atomic_set(&counters[i].usecnt, 1);
		KUNIT_EXPECT_EQ(test, 0, xa_err(xa_store(&qp->comp_cntrs, i + 1, &counters[i],
							 GFP_KERNEL)));
	}
	fake_fail(ground->fake, FAKE_OP(destroy_qp), 1, -EAGAIN);
	KUNIT_EXPECT_EQ(test, -EAGAIN, ib_destroy_qp(qp));
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&counters[0].usecnt));

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(qp));
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&counters[0].usecnt));
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&counters[1].usecnt));
}

struct heard {
	int events;
	enum ib_event_type last;
	struct ib_qp *qp;
};

static void hear(struct ib_event *event, void *context)
{
	struct heard *heard = context;

	heard->events++;
	heard->last = event->event;
	heard->qp = event->element.qp;
}

static void qp_events_reach_owner(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct heard heard = {};
	struct ib_qp *qp;

	ground->attr.event_handler = hear;
	ground->attr.qp_context = &heard;
	qp = fake_qp(test, ground->pd, &ground->attr);

	fake_qp_event(qp, IB_EVENT_QP_FATAL);
	KUNIT_EXPECT_EQ(test, heard.events, 1);
	KUNIT_EXPECT_EQ(test, heard.last, IB_EVENT_QP_FATAL);
	KUNIT_EXPECT_PTR_EQ(test, heard.qp, qp);
	KUNIT_EXPECT_FALSE(test, completion_done(&qp->srq_completion));

	fake_qp_event(qp, IB_EVENT_QP_LAST_WQE_REACHED);
	KUNIT_EXPECT_EQ(test, heard.events, 2);
	KUNIT_EXPECT_EQ(test, heard.last, IB_EVENT_QP_LAST_WQE_REACHED);
	KUNIT_EXPECT_TRUE(test, completion_done(&qp->srq_completion));
}

static void qp_events_without_owner(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp = fake_qp(test, ground->pd, &ground->attr);

	fake_qp_event(qp, IB_EVENT_COMM_EST);
	fake_qp_event(qp, IB_EVENT_QP_LAST_WQE_REACHED);
	KUNIT_EXPECT_TRUE(test, completion_done(&qp->srq_completion));
}

static void qp_post_send_reaches_driver(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp = fake_qp(test, ground->pd, &ground->attr);
	struct ib_send_wr second = { .wr_id = 22, .opcode = IB_WR_SEND };
	struct ib_send_wr first = { .next = &second, .wr_id = 11, .opcode = IB_WR_SEND };
	const struct ib_send_wr *bad_wr = NULL;

	KUNIT_EXPECT_EQ(test, 0, ib_post_send(qp, &first, &bad_wr));
	KUNIT_ASSERT_NOT_NULL(test, fake_sent(qp, 1));
	KUNIT_EXPECT_EQ(test, 11, fake_sent(qp, 0)->wr_id);
	KUNIT_EXPECT_EQ(test, 22, fake_sent(qp, 1)->wr_id);

	fake_qp_reject(qp, IB_WR_LOCAL_INV, -EOPNOTSUPP);
	second.opcode = IB_WR_LOCAL_INV;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, ib_post_send(qp, &first, &bad_wr));
	KUNIT_EXPECT_PTR_EQ(test, bad_wr, &second);
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, ib_post_send(qp, &second, NULL));
}

static void qp_post_recv_reaches_driver(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp = fake_qp(test, ground->pd, &ground->attr);
	struct ib_sge sge[FAKE_SGES + 1] = {};
	struct ib_recv_wr second = { .wr_id = 22, .sg_list = sge };
	struct ib_recv_wr first = { .next = &second, .wr_id = 11 };
	const struct ib_recv_wr *bad_wr = NULL;

	KUNIT_EXPECT_EQ(test, 0, ib_post_recv(qp, &first, &bad_wr));
	KUNIT_ASSERT_NOT_NULL(test, fake_received(qp, 1));
	KUNIT_EXPECT_EQ(test, 11, fake_received(qp, 0)->wr_id);
	KUNIT_EXPECT_EQ(test, 22, fake_received(qp, 1)->wr_id);

	second.num_sge = ARRAY_SIZE(sge);
	KUNIT_EXPECT_EQ(test, -EINVAL, ib_post_recv(qp, &first, &bad_wr));
	KUNIT_EXPECT_PTR_EQ(test, bad_wr, &second);
	KUNIT_EXPECT_EQ(test, -EINVAL, ib_post_recv(qp, &second, NULL));
}

static void qp_post_srq_recv_reaches_driver(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_sge sge[FAKE_SGES + 1] = {};
	struct ib_recv_wr second = { .wr_id = 22, .sg_list = sge };
	struct ib_recv_wr first = { .next = &second, .wr_id = 11 };
	const struct ib_recv_wr *bad_wr = NULL;
	struct fake_call call;

	KUNIT_EXPECT_EQ(test, 0, ib_post_srq_recv(ground->srq, &first, &bad_wr));
	KUNIT_ASSERT_TRUE(test, fake_last(ground->fake, FAKE_OP(post_srq_recv), &call));
	KUNIT_EXPECT_PTR_EQ(test, call.obj, (const void *)ground->srq);
	KUNIT_EXPECT_EQ(test, call.arg[0], 2);
	KUNIT_EXPECT_EQ(test, to_fake_srq(ground->srq)->rq.depth, 2);

	second.num_sge = ARRAY_SIZE(sge);
	KUNIT_EXPECT_EQ(test, -EINVAL, ib_post_srq_recv(ground->srq, &first, &bad_wr));
	KUNIT_EXPECT_PTR_EQ(test, bad_wr, &second);
	KUNIT_EXPECT_EQ(test, -EINVAL, ib_post_srq_recv(ground->srq, &second, NULL));
}

static void qp_query_asks_driver(struct kunit *test)
{
	struct ground *ground = ground_ib(test);
	struct ib_qp *qp = fake_qp(test, ground->pd, &ground->attr);
	struct ib_qp_init_attr init = {};
	struct ib_qp_attr attr;

	memset(&attr, 0xff, sizeof(attr));
	fake_fail(ground->fake, FAKE_OP(query_qp), 1, -EIO);
	KUNIT_EXPECT_EQ(test, -EIO, ib_query_qp(qp, &attr, IB_QP_STATE, &init));
	KUNIT_EXPECT_NULL(test, attr.ah_attr.grh.sgid_attr);
	KUNIT_EXPECT_NULL(test, attr.alt_ah_attr.grh.sgid_attr);

	KUNIT_EXPECT_EQ(test, 0, ib_query_qp(qp, &attr, IB_QP_STATE, &init));
	KUNIT_EXPECT_EQ(test, attr.qp_state, IB_QPS_RESET);
	KUNIT_EXPECT_EQ(test, init.cap.max_send_wr, 8);
}

static void qp_query_needs_driver_op(struct kunit *test)
{
	static const struct fake_config cfg = {
		.link = FAKE_IB, .registered = true, .without = { FAKE_OP(query_qp) },
	};
	struct ground *ground = ground_of(test, &cfg);
	struct ib_qp *qp = fake_qp(test, ground->pd, &ground->attr);
	struct ib_qp_init_attr init;
	struct ib_qp_attr attr;

	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, ib_query_qp(qp, &attr, IB_QP_STATE, &init));
}

static struct kunit_case qp_cases[] = {
	KUNIT_CASE(qp_create_and_destroy),
	KUNIT_CASE(qp_counts_all_that_it_stands_on),
	KUNIT_CASE(qp_without_queues),
	KUNIT_CASE(qp_limits_follow_capabilities),
	KUNIT_CASE(qp_parts_valid_from_allocation_B020),
	KUNIT_CASE(qp_uses_are_of_the_callers_cqs),
	KUNIT_CASE(qp_user_fails_after_driver_B020),
	KUNIT_CASE(qp_of_user_space),
	KUNIT_CASE_PARAM(qp_create_fails, create_gen_params),
	KUNIT_CASE(qp_needs_driver_op),
	KUNIT_CASE(qp_with_rdma_contexts),
	KUNIT_CASE(qp_in_use_is_not_destroyed),
	KUNIT_CASE(qp_failed_destroy_remains_tracked),
	KUNIT_CASE(qp_goes_with_mrs_in_use),
	KUNIT_CASE(qp_returns_completion_counters),
	KUNIT_CASE(qp_events_reach_owner),
	KUNIT_CASE(qp_events_without_owner),
	KUNIT_CASE(qp_post_send_reaches_driver),
	KUNIT_CASE(qp_post_recv_reaches_driver),
	KUNIT_CASE(qp_post_srq_recv_reaches_driver),
	KUNIT_CASE(qp_query_asks_driver),
	KUNIT_CASE(qp_query_needs_driver_op),
	{}
};

static struct kunit_suite qp_suite = {
	.name = "ib_core_qp",
	.test_cases = qp_cases,
};

kunit_test_suite(qp_suite);
