// SPDX-License-Identifier: GPL-2.0-only
/*
 * Moderation: fewer interrupts for a CQ that is busy, by lib/dim.
 *
 * Whoever polls the CQ feeds samples to rdma_dim(), which at times picks
 * another profile and schedules the work that tells the provider. The dim lives
 * from the CQ's creation to its end and is gone before the provider's CQ is.
 */
#include <linux/compiler.h>
#include <linux/dim.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include <rdma/ib_verbs.h>

#include <trace/events/rdma_core.h>

#include "cq/cq.h"

/* An interrupt after so many completions, or so long after the first. */
static const struct cq_profile {
	u8 comps;
	u8 usec;
} cq_profiles[RDMA_DIM_PARAMS_NUM_PROFILES] = {
	{ .comps = 1,	.usec = 1 },
	{ .comps = 4,	.usec = 1 },
	{ .comps = 4,	.usec = 2 },
	{ .comps = 8,	.usec = 2 },
	{ .comps = 8,	.usec = 4 },
	{ .comps = 8,	.usec = 16 },
	{ .comps = 16,	.usec = 16 },
	{ .comps = 16,	.usec = 32 },
	{ .comps = 32,	.usec = 32 },
};

/* rdma_dim() leaves @dim alone until the profile is in force. */
static void cq_dim_apply(struct work_struct *work)
{
	struct dim *dim = container_of(work, struct dim, work);
	const struct cq_profile *profile = &cq_profiles[dim->profile_ix];
	struct ib_cq *cq = dim->priv;

	trace_cq_modify(cq, profile->comps, profile->usec);
	cq->device->ops.modify_cq(cq, profile->comps, profile->usec);
	WRITE_ONCE(dim->state, DIM_START_MEASURE);
}

/**
 * cq_dim_create() - moderate a CQ, if its device wants that
 * @cq: a CQ that has not been armed yet
 *
 * Without memory the CQ just goes unmoderated.
 *
 * Context: Process context; may sleep.
 */
void cq_dim_create(struct ib_cq *cq)
{
	const struct ib_device *dev = cq->device;
	struct dim *dim;

	if (!dev->use_cq_dim || !dev->ops.modify_cq ||
	    cq->poll_ctx == IB_POLL_DIRECT)
		return;

	dim = kzalloc_obj(*dim);
	if (!dim)
		return;
	INIT_WORK(&dim->work, cq_dim_apply);
	dim->priv = cq;
	dim->profile_ix = RDMA_DIM_START_PROFILE;
	dim->tune_state = DIM_GOING_RIGHT;
	dim->state = DIM_START_MEASURE;
	cq->dim = dim;
}

/**
 * cq_dim_destroy() - end the moderation of a CQ
 * @cq: the CQ; nobody polls it any more
 *
 * When this returns the provider's modify_cq is not running and will not be
 * called again.
 *
 * Context: Process context; may sleep.
 */
void cq_dim_destroy(struct ib_cq *cq)
{
	if (!cq->dim)
		return;
	cancel_work_sync(&cq->dim->work);
	kfree(cq->dim);
	cq->dim = NULL;
}
