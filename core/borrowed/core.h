/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What our rooms call in objects that are still borrowed from the kernel. A
 * prototype leaves this file when the room that owns it is built.
 */
#ifndef _RDMA_CORE_BORROWED_CORE_H
#define _RDMA_CORE_BORROWED_CORE_H

#include <rdma/restrack.h>

/* Put back what rdma_restrack_begin_del() hid. */
void rdma_restrack_abort_del(struct rdma_restrack_entry *res);
/* Show a finished object to dumps. */
void rdma_restrack_add(struct rdma_restrack_entry *res);
/* Hide an object from dumps, keep its id, and wait for those that look at it. */
void rdma_restrack_begin_del(struct rdma_restrack_entry *res);
/* Give up the id of an object that is gone. */
void rdma_restrack_commit_del(struct rdma_restrack_entry *res);
/* Make an entry ready for the calls above. */
void rdma_restrack_new(struct rdma_restrack_entry *res,
		       enum rdma_restrack_type type);
/* Name the owner of an object after that of the object it belongs to. */
void rdma_restrack_parent_name(struct rdma_restrack_entry *dst,
			       const struct rdma_restrack_entry *parent);

#endif /* _RDMA_CORE_BORROWED_CORE_H */
