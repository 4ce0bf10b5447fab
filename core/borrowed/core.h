/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What our rooms call in objects that are still borrowed from the kernel. A
 * prototype leaves this file when the room that owns it is built.
 */
#ifndef _RDMA_CORE_BORROWED_CORE_H
#define _RDMA_CORE_BORROWED_CORE_H

#include <rdma/restrack.h>

/* Makes a resource visible to users of the rdma tool; it is complete by then. */
void rdma_restrack_add(struct rdma_restrack_entry *res);
/* Hides it again, and waits for those who have found it. */
void rdma_restrack_del(struct rdma_restrack_entry *res);
/* Starts the bookkeeping of a resource that nobody sees yet. */
void rdma_restrack_new(struct rdma_restrack_entry *res,
		       enum rdma_restrack_type type);
/* Notes which module owns it; NULL for the current task. */
void rdma_restrack_set_name(struct rdma_restrack_entry *res, const char *caller);

#endif /* _RDMA_CORE_BORROWED_CORE_H */
