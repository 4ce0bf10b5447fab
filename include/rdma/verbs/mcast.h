/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Multicast: which groups a UD QP receives.
 */
#ifndef _RDMA_VERBS_MCAST_H
#define _RDMA_VERBS_MCAST_H

#include <linux/types.h>
#include <rdma/verbs/gid.h>

struct ib_qp;

/*
 * Have a UD QP receive what is sent to a group, and stop that. The group must exist
 * and the port have joined it; @lid is the group's LID in host byte order. A QP does
 * not go away while it is attached.
 */
int ib_attach_mcast(struct ib_qp *qp, union ib_gid *gid, u16 lid);
int ib_detach_mcast(struct ib_qp *qp, union ib_gid *gid, u16 lid);

#endif /* _RDMA_VERBS_MCAST_H */
