/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Verbs: what the objects of this room share beside the public interface.
 *
 * An address that the core was given may name its source GID by index only. A
 * verb that hands it to a driver first completes it, and takes that back when
 * done, so that the caller's attributes never change:
 *
 *	ret = rdma_fill_sgid_attr(dev, attr, &given);
 *	if (ret)
 *		return ret;
 *	... call the driver ...
 *	obj->sgid_attr = rdma_update_sgid_attr(attr, obj->sgid_attr);
 *	rdma_unfill_sgid_attr(attr, given);
 */
#ifndef _RDMA_CORE_VERBS_VERBS_H
#define _RDMA_CORE_VERBS_VERBS_H

#include <linux/errno.h>

#include "borrowed/core.h"

struct ib_device;
struct ib_gid_attr;
struct rdma_ah_attr;

/* What an optional op of the driver answers. */
#define driver_call(op, ...)						\
({									\
	typeof(op) _op = (op);						\
									\
	_op ? _op(__VA_ARGS__) : -EOPNOTSUPP;				\
})

/* The resource list: begin an entry; publish it, or drop it if the driver said @err. */
static inline void track_new(struct rdma_restrack_entry *res, enum rdma_restrack_type type,
			     const char *caller)
{
	rdma_restrack_new(res, type);
	rdma_restrack_set_name(res, caller);
}

static inline int track_publish(struct rdma_restrack_entry *res, int err)
{
	if (err)
		rdma_restrack_put(res);
	else
		rdma_restrack_add(res);
	return err;
}

/*
 * After rdma_restrack_begin_del(), which hides an object and waits for those who
 * look at it: end the entry, or show it again if the driver would not let it go.
 */
static inline int track_unpublish(struct rdma_restrack_entry *res, int err)
{
	if (err)
		rdma_restrack_abort_del(res);
	else
		rdma_restrack_commit_del(res);
	return err;
}

int rdma_fill_sgid_attr(struct ib_device *device, struct rdma_ah_attr *attr,
			const struct ib_gid_attr **given);
void rdma_unfill_sgid_attr(struct rdma_ah_attr *attr, const struct ib_gid_attr *given);
const struct ib_gid_attr *rdma_update_sgid_attr(const struct rdma_ah_attr *attr,
						const struct ib_gid_attr *old);

/* The next hop of an address: for attributes that come from user space. */
int ib_resolve_eth_dmac(struct ib_device *device, struct rdma_ah_attr *attr);
int ib_resolve_unicast_gid_dmac(struct ib_device *device, struct rdma_ah_attr *attr);

#endif /* _RDMA_CORE_VERBS_VERBS_H */
