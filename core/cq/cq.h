/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Completion queues that the core polls: contexts, moderation, the shared pool.
 */
#ifndef _RDMA_CORE_CQ_H
#define _RDMA_CORE_CQ_H

#include <linux/types.h>

struct ib_cq;
struct ib_device;
struct ib_qp;
struct ib_wc;
enum ib_poll_context;

/* Completions that one call of the provider may return; the size of ib_cq::wc. */
#define CQ_BATCH	16

/**
 * struct cq_context - who polls a completion queue
 * @completed: the CQ's comp_handler, which the provider calls when an armed CQ
 *	has got a completion
 * @init: readies what @completed schedules, before the provider knows the CQ;
 *	NULL where nothing is scheduled, and such a CQ is never armed
 * @stop: returns when polling has ended for good: what is scheduled has run or
 *	never will, even if the provider still calls @completed; NULL as @init
 * @flush: returns when a round of polling that runs now has delivered what it
 *	took off the CQ; NULL as @init
 */
struct cq_context {
	void (*completed)(struct ib_cq *cq, void *private);
	void (*init)(struct ib_cq *cq);
	void (*stop)(struct ib_cq *cq);
	void (*flush)(struct ib_cq *cq);
};

const struct cq_context *cq_context_find(enum ib_poll_context poll_ctx);
bool cq_is_polled_by_core(const struct ib_cq *cq);

void cq_dim_create(struct ib_cq *cq);
void cq_dim_destroy(struct ib_cq *cq);

void ib_cq_pool_cleanup(struct ib_device *dev);

#if IS_ENABLED(CONFIG_KUNIT)
bool drain_wait_last_wqe(struct ib_qp *qp);
#endif

#endif /* _RDMA_CORE_CQ_H */
