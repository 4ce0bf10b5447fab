/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pools of memory regions that a queue pair keeps for its own use.
 *
 * A pool is filled when the QP is set up, so that taking an MR in the data path neither
 * allocates nor sleeps. It hangs on a list of the caller's, such as ib_qp::rdma_mrs, under
 * ib_qp::mr_lock.
 */
#ifndef _RDMA_MR_POOL_H
#define _RDMA_MR_POOL_H 1

#include <rdma/ib_verbs.h>

int ib_mr_pool_init(struct ib_qp *qp, struct list_head *list, int nr, enum ib_mr_type type,
		    u32 max_num_sg, u32 max_num_meta_sg);
void ib_mr_pool_destroy(struct ib_qp *qp, struct list_head *list);

struct ib_mr *ib_mr_pool_get(struct ib_qp *qp, struct list_head *list);
void ib_mr_pool_put(struct ib_qp *qp, struct list_head *list, struct ib_mr *mr);

#endif /* _RDMA_MR_POOL_H */
