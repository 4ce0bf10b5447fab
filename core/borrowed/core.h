/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What our rooms call in objects that are still borrowed from the kernel. A
 * prototype leaves this file when the room that owns it is built.
 */
#ifndef _RDMA_CORE_BORROWED_CORE_H
#define _RDMA_CORE_BORROWED_CORE_H

#include <rdma/restrack.h>

struct ib_gid_attr;
union ib_gid;

/* Asks the IP stack for the next hop's MAC and the hop limit. */
int rdma_addr_find_l2_eth_by_grh(const union ib_gid *sgid, const union ib_gid *dgid, u8 *dmac,
				 const struct ib_gid_attr *sgid_attr, int *hoplimit);
/* The list of a device's resources: enter, leave in three steps, name. */
void rdma_restrack_abort_del(struct rdma_restrack_entry *res);
void rdma_restrack_add(struct rdma_restrack_entry *res);
void rdma_restrack_begin_del(struct rdma_restrack_entry *res);
void rdma_restrack_commit_del(struct rdma_restrack_entry *res);
void rdma_restrack_new(struct rdma_restrack_entry *res, enum rdma_restrack_type type);
void rdma_restrack_parent_name(struct rdma_restrack_entry *dst,
			       const struct rdma_restrack_entry *parent);
void rdma_restrack_set_name(struct rdma_restrack_entry *res, const char *caller);

#endif /* _RDMA_CORE_BORROWED_CORE_H */
