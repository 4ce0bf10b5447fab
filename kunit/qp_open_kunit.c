// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of shared queue pairs: XRC targets and the handles on them.
 */
#include <kunit/static_stub.h>
#include <kunit/test.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>

#include "fake.h"
#include "nth.h"
#include "verbs/qp.h"

struct domain {
	struct fake *fake;
	struct ib_xrcd *xrcd;
	struct ib_qp_init_attr attr;
};

static void domain_free(void *xrcd)
{
	ib_dealloc_xrcd_user(xrcd, NULL);
}

static struct domain *domain_of(struct kunit *test, const struct fake_config *cfg)
{
	struct domain *domain = kunit_kzalloc(test, sizeof(*domain), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, domain);
	domain->fake = fake_create(test, cfg);
	domain->xrcd = ib_alloc_xrcd_user(&domain->fake->dev, NULL, NULL);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, domain->xrcd);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, domain_free, domain->xrcd));
	domain->attr = (struct ib_qp_init_attr){
		.qp_type = IB_QPT_XRC_TGT,
		.xrcd = domain->xrcd,
	};
	fake_forget(domain->fake);
	return domain;
}

static struct domain *domain_new(struct kunit *test)
{
	static const struct fake_config cfg = { .link = FAKE_IB, .registered = true };

	return domain_of(test, &cfg);
}

static struct ib_qp *target_create(struct domain *domain)
{
	return ib_create_qp_user(&domain->fake->dev, NULL, &domain->attr, NULL, NULL,
				 KBUILD_MODNAME);
}

static struct ib_qp *target_new(struct kunit *test, struct domain *domain)
{
	struct ib_qp *qp = target_create(domain);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, qp);
	return qp;
}

static struct ib_qp *target_open(struct domain *domain, u32 qp_num)
{
	struct ib_qp_open_attr attr = { .qp_num = qp_num, .qp_type = IB_QPT_XRC_TGT };

	return ib_open_qp(domain->xrcd, &attr);
}

static bool target_is_tracked(struct domain *domain, u32 qp_num)
{
	struct rdma_restrack_entry *res =
		rdma_restrack_get_byid(&domain->fake->dev, RDMA_RESTRACK_QP, qp_num);

	if (IS_ERR(res))
		return false;
	rdma_restrack_put(res);
	return true;
}

static void open_first_handle_comes_with_the_qp(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *handle = target_new(test, domain);
	struct ib_qp *real_qp = handle->real_qp;
	u32 qp_num = handle->qp_num;

	KUNIT_EXPECT_PTR_NE(test, real_qp, handle);
	KUNIT_EXPECT_PTR_EQ(test, real_qp->real_qp, real_qp);
	KUNIT_EXPECT_PTR_EQ(test, handle->device, &domain->fake->dev);
	KUNIT_EXPECT_EQ(test, handle->qp_type, IB_QPT_XRC_TGT);
	KUNIT_EXPECT_EQ(test, real_qp->qp_num, qp_num);
	KUNIT_EXPECT_PTR_EQ(test, real_qp->xrcd, domain->xrcd);
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&real_qp->usecnt));
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&domain->xrcd->usecnt));
	KUNIT_EXPECT_PTR_EQ(test, real_qp, xa_load(&domain->xrcd->tgt_qps, qp_num));
	KUNIT_EXPECT_STREQ(test, real_qp->res.kern_name, KBUILD_MODNAME);
	KUNIT_EXPECT_TRUE(test, target_is_tracked(domain, qp_num));

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&domain->xrcd->usecnt));
	KUNIT_EXPECT_TRUE(test, xa_empty(&domain->xrcd->tgt_qps));
	KUNIT_EXPECT_FALSE(test, target_is_tracked(domain, qp_num));
	KUNIT_EXPECT_EQ(test, 1, fake_calls(domain->fake, FAKE_OP(destroy_qp)));
}

/* Whatever a target was created with, it stands on its domain alone. */
static void open_target_stands_on_domain(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_pd *pd = fake_pd(test, domain->fake);
	struct ib_rwq_ind_table table = {};
	struct ib_qp *handle;

	domain->attr.send_cq = fake_cq(test, domain->fake, 8, IB_POLL_DIRECT);
	domain->attr.recv_cq = domain->attr.send_cq;
	domain->attr.rwq_ind_tbl = &table;
	handle = ib_create_qp_user(&domain->fake->dev, pd, &domain->attr, NULL, NULL,
				   KBUILD_MODNAME);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, handle);
	ib_qp_usecnt_inc(handle);	/* as uverbs does with whatever it has created */
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&pd->usecnt));
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&domain->attr.send_cq->usecnt));

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&pd->usecnt));
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&domain->attr.send_cq->usecnt));
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&table.usecnt));
}

static void open_needs_domain(struct kunit *test)
{
	struct domain *domain = domain_new(test);

	domain->attr.xrcd = NULL;
	KUNIT_EXPECT_PTR_EQ(test, target_create(domain), ERR_PTR(-EINVAL));
	KUNIT_EXPECT_EQ(test, 0, fake_calls(domain->fake, FAKE_OP_ANY));
}

static void open_and_close(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *first = target_new(test, domain);
	struct ib_qp *real_qp = first->real_qp;
	struct ib_qp *second = target_open(domain, first->qp_num);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, second);
	KUNIT_EXPECT_PTR_EQ(test, second->real_qp, real_qp);
	KUNIT_EXPECT_EQ(test, second->qp_num, first->qp_num);
	KUNIT_EXPECT_EQ(test, second->qp_type, IB_QPT_XRC_TGT);
	KUNIT_EXPECT_EQ(test, 2, atomic_read(&real_qp->usecnt));
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&domain->xrcd->usecnt));

	KUNIT_EXPECT_EQ(test, 0, ib_close_qp(second));
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&real_qp->usecnt));
	KUNIT_EXPECT_EQ(test, 0, fake_calls(domain->fake, FAKE_OP(destroy_qp)));
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(first));
}

/* All handles closed: the QP waits in its domain to be opened again. */
static void open_again_after_last_close(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *handle = target_new(test, domain);
	u32 qp_num = handle->qp_num;

	KUNIT_EXPECT_EQ(test, 0, ib_close_qp(handle));
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&domain->xrcd->usecnt));
	KUNIT_EXPECT_TRUE(test, target_is_tracked(domain, qp_num));
	KUNIT_EXPECT_EQ(test, -EBUSY, ib_dealloc_xrcd_user(domain->xrcd, NULL));

	handle = target_open(domain, qp_num);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, handle);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&domain->xrcd->usecnt));
}

static void open_last_destroy_ends_the_qp(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *first = target_new(test, domain);
	struct ib_qp *second = target_open(domain, first->qp_num);
	u32 qp_num = first->qp_num;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, second);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(first));
	KUNIT_EXPECT_EQ(test, 0, fake_calls(domain->fake, FAKE_OP(destroy_qp)));
	KUNIT_EXPECT_TRUE(test, target_is_tracked(domain, qp_num));

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(second));
	KUNIT_EXPECT_EQ(test, 1, fake_calls(domain->fake, FAKE_OP(destroy_qp)));
	KUNIT_EXPECT_PTR_EQ(test, target_open(domain, qp_num), ERR_PTR(-EINVAL));
}

static void open_refuses_other_types(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *handle = target_new(test, domain);
	struct ib_qp_open_attr attr = { .qp_num = handle->qp_num };

	for (int type = 0; type < IB_QPT_MAX; type++) {
		attr.qp_type = type;
		if (type != IB_QPT_XRC_TGT)
			KUNIT_EXPECT_PTR_EQ(test, ib_open_qp(domain->xrcd, &attr),
					    ERR_PTR(-EINVAL));
	}
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&handle->real_qp->usecnt));
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
}

static void open_refuses_unknown_number(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *handle = target_new(test, domain);

	KUNIT_EXPECT_PTR_EQ(test, target_open(domain, handle->qp_num + 1), ERR_PTR(-EINVAL));
	KUNIT_EXPECT_PTR_EQ(test, target_open(domain, U32_MAX), ERR_PTR(-EINVAL));
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
}

static void open_close_refuses_real_qp(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *handle = target_new(test, domain);

	KUNIT_EXPECT_EQ(test, -EINVAL, ib_close_qp(handle->real_qp));
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&handle->real_qp->usecnt));
	KUNIT_EXPECT_EQ(test, -EBUSY, ib_destroy_qp(handle->real_qp));
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
}

static int security_refuses(struct ib_qp *qp)
{
	return -EACCES;
}

static void open_refused_by_security(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *handle = target_new(test, domain);

	kunit_activate_static_stub(test, qp_open_security, security_refuses);
	KUNIT_EXPECT_PTR_EQ(test, target_open(domain, handle->qp_num), ERR_PTR(-EACCES));
	kunit_deactivate_static_stub(test, qp_open_security);
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&handle->real_qp->usecnt));
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
}

static void expect_nothing_left(struct kunit *test, struct domain *domain, u32 destroyed)
{
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&domain->xrcd->usecnt));
	KUNIT_EXPECT_TRUE(test, xa_empty(&domain->xrcd->tgt_qps));
	KUNIT_EXPECT_EQ(test, destroyed, fake_calls(domain->fake, FAKE_OP(destroy_qp)));
}

static void open_create_fails_in_driver(struct kunit *test)
{
	struct domain *domain = domain_new(test);

	fake_fail(domain->fake, FAKE_OP(create_qp), 1, -ENOSPC);
	KUNIT_EXPECT_PTR_EQ(test, target_create(domain), ERR_PTR(-ENOSPC));
	expect_nothing_left(test, domain, 0);
}

static void open_create_fails_in_security(struct kunit *test)
{
	struct domain *domain = domain_new(test);

	kunit_activate_static_stub(test, qp_create_security, security_refuses);
	KUNIT_EXPECT_PTR_EQ(test, target_create(domain), ERR_PTR(-EACCES));
	expect_nothing_left(test, domain, 1);
}

/* The first handle cannot be had: the new QP goes, and the domain is free again. */
static void open_create_fails_at_first_handle(struct kunit *test)
{
	struct domain *domain = domain_new(test);

	kunit_activate_static_stub(test, qp_open_security, security_refuses);
	KUNIT_EXPECT_PTR_EQ(test, target_create(domain), ERR_PTR(-EACCES));
	expect_nothing_left(test, domain, 1);
}

/* A driver that numbers all its QPs alike. */
static int same_number_create_qp(struct ib_qp *qp, struct ib_qp_init_attr *attr,
				 struct ib_udata *udata)
{
	int ret = fake_qp_ops.create_qp(qp, attr, udata);

	qp->qp_num = 77;
	return ret;
}

static const struct ib_device_ops same_number_ops = { .create_qp = same_number_create_qp };

static void open_create_refuses_taken_number(struct kunit *test)
{
	static const struct fake_config cfg = {
		.link = FAKE_IB, .registered = true, .ops = &same_number_ops,
	};
	struct domain *domain = domain_of(test, &cfg);
	unsigned long other;

	KUNIT_ASSERT_EQ(test, 0, xa_insert(&domain->xrcd->tgt_qps, 77, &other, GFP_KERNEL));
	KUNIT_EXPECT_PTR_EQ(test, target_create(domain), ERR_PTR(-EBUSY));
	KUNIT_EXPECT_PTR_EQ(test, xa_erase(&domain->xrcd->tgt_qps, 77), &other);
	expect_nothing_left(test, domain, 1);
}

/* The driver will not destroy the QP with its last handle: it can be found again. */
static void open_failed_destroy_remains_findable(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *handle = target_new(test, domain);
	u32 qp_num = handle->qp_num;

	fake_fail(domain->fake, FAKE_OP(destroy_qp), 1, -EAGAIN);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&domain->xrcd->usecnt));
	KUNIT_EXPECT_TRUE(test, target_is_tracked(domain, qp_num));

	handle = target_open(domain, qp_num);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, handle);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
	expect_nothing_left(test, domain, 2);
}

#ifdef CONFIG_FAILSLAB
/* Each memory allocation of a target with its first handle in turn fails. */
static void open_create_survives_any_failure(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	bool failed = true;
	u32 refused = 0;

	for (u32 n = 1; failed; n++) {
		struct ib_qp *handle;

		nth_fail(n);
		handle = target_create(domain);
		failed = nth_failed();
		if (IS_ERR(handle)) {
			KUNIT_EXPECT_PTR_EQ(test, handle, ERR_PTR(-ENOMEM));
			refused++;
		} else {
			KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
		}
		KUNIT_EXPECT_EQ(test, 0, atomic_read(&domain->xrcd->usecnt));
		KUNIT_EXPECT_TRUE(test, xa_empty(&domain->xrcd->tgt_qps));
		KUNIT_EXPECT_EQ(test, 0, rdma_restrack_count(&domain->fake->dev,
							     RDMA_RESTRACK_QP, false));
	}
	/* The QP, its security, the handle, its security, the place in the domain. */
	KUNIT_EXPECT_GE(test, refused, 3);
}

/* Likewise one more handle. */
static void open_survives_any_failure(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *first = target_new(test, domain);
	bool failed = true;

	for (u32 n = 1; failed; n++) {
		struct ib_qp *handle;

		nth_fail(n);
		handle = target_open(domain, first->qp_num);
		failed = nth_failed();
		if (failed)
			KUNIT_EXPECT_PTR_EQ(test, handle, ERR_PTR(-ENOMEM));
		else
			KUNIT_EXPECT_EQ(test, 0, ib_close_qp(handle));
		KUNIT_EXPECT_EQ(test, 1, atomic_read(&first->real_qp->usecnt));
	}
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(first));
	expect_nothing_left(test, domain, 1);
}
#endif

struct heard {
	int events;
	struct ib_qp *qp;
};

static void hear(struct ib_event *event, void *context)
{
	struct heard *heard = context;

	heard->events++;
	heard->qp = event->element.qp;
}

/* Each handle hears of an event as its own; the driver's event stays as it was. */
static void open_events_reach_all_handles(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct heard heard[2] = {};
	struct ib_qp_open_attr attr = {
		.qp_type = IB_QPT_XRC_TGT, .event_handler = hear, .qp_context = &heard[1],
	};
	struct ib_qp *handle[3];
	struct ib_event event = { .event = IB_EVENT_COMM_EST };
	struct ib_qp *real_qp;

	domain->attr.event_handler = hear;
	domain->attr.qp_context = &heard[0];
	handle[0] = target_new(test, domain);
	real_qp = handle[0]->real_qp;
	attr.qp_num = handle[0]->qp_num;
	handle[1] = ib_open_qp(domain->xrcd, &attr);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, handle[1]);
	handle[2] = target_open(domain, attr.qp_num);		/* does not listen */
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, handle[2]);

	event.device = real_qp->device;
	event.element.qp = real_qp;
	real_qp->event_handler(&event, real_qp->qp_context);
	KUNIT_EXPECT_PTR_EQ(test, event.element.qp, real_qp);
	for (int i = 0; i < 2; i++) {
		KUNIT_EXPECT_EQ(test, heard[i].events, 1);
		KUNIT_EXPECT_PTR_EQ(test, heard[i].qp, handle[i]);
	}

	KUNIT_EXPECT_EQ(test, 0, ib_close_qp(handle[1]));
	fake_qp_event(real_qp, IB_EVENT_QP_FATAL);
	KUNIT_EXPECT_EQ(test, heard[0].events, 2);
	KUNIT_EXPECT_EQ(test, heard[1].events, 1);

	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle[2]));
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle[0]));
}

/* Verbs on a handle are verbs on the QP. */
static void open_verbs_go_to_real_qp(struct kunit *test)
{
	struct domain *domain = domain_new(test);
	struct ib_qp *handle = target_new(test, domain);
	struct ib_qp_attr attr = { .qp_state = IB_QPS_ERR };
	struct ib_qp_init_attr init = {};
	struct fake_call call;

	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp(handle, &attr, IB_QP_STATE));
	KUNIT_ASSERT_TRUE(test, fake_last(domain->fake, FAKE_OP(modify_qp), &call));
	KUNIT_EXPECT_PTR_EQ(test, call.obj, (const void *)handle->real_qp);
	KUNIT_EXPECT_EQ(test, 0, ib_modify_qp_with_udata(handle, &attr, IB_QP_STATE, NULL));
	KUNIT_EXPECT_EQ(test, 0, ib_query_qp(handle, &attr, IB_QP_STATE, &init));
	KUNIT_ASSERT_TRUE(test, fake_last(domain->fake, FAKE_OP(query_qp), &call));
	KUNIT_EXPECT_PTR_EQ(test, call.obj, (const void *)handle->real_qp);
	KUNIT_EXPECT_EQ(test, attr.qp_state, IB_QPS_ERR);
	KUNIT_EXPECT_EQ(test, 0, ib_destroy_qp(handle));
}

static struct kunit_case qp_open_cases[] = {
	KUNIT_CASE(open_first_handle_comes_with_the_qp),
	KUNIT_CASE(open_target_stands_on_domain),
	KUNIT_CASE(open_needs_domain),
	KUNIT_CASE(open_and_close),
	KUNIT_CASE(open_again_after_last_close),
	KUNIT_CASE(open_last_destroy_ends_the_qp),
	KUNIT_CASE(open_refuses_other_types),
	KUNIT_CASE(open_refuses_unknown_number),
	KUNIT_CASE(open_close_refuses_real_qp),
	KUNIT_CASE(open_refused_by_security),
	KUNIT_CASE(open_create_fails_in_driver),
	KUNIT_CASE(open_create_fails_in_security),
	KUNIT_CASE(open_create_fails_at_first_handle),
	KUNIT_CASE(open_create_refuses_taken_number),
	KUNIT_CASE(open_failed_destroy_remains_findable),
#ifdef CONFIG_FAILSLAB
	KUNIT_CASE(open_create_survives_any_failure),
	KUNIT_CASE(open_survives_any_failure),
#endif
	KUNIT_CASE(open_events_reach_all_handles),
	KUNIT_CASE(open_verbs_go_to_real_qp),
	{}
};

static struct kunit_suite qp_open_suite = {
	.name = "ib_core_qp_open",
	.test_cases = qp_open_cases,
};

kunit_test_suite(qp_open_suite);
