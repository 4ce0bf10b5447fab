/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What our rooms call in objects that are still borrowed from the kernel. A
 * prototype leaves this file when the room that owns it is built.
 */
#ifndef _RDMA_CORE_BORROWED_CORE_H
#define _RDMA_CORE_BORROWED_CORE_H

#include <linux/xarray.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>

struct ib_qp_security;
struct net_device;
struct uverbs_attr_bundle;

/* The netdev of a port with a reference, or NULL. */
struct net_device *ib_device_get_netdev(struct ib_device *ib_dev, u32 port);
/* Asks the IP stack for the next hop's MAC and the hop limit. */
int rdma_addr_find_l2_eth_by_grh(const union ib_gid *sgid, const union ib_gid *dgid, u8 *dmac,
				 const struct ib_gid_attr *sgid_attr, int *hoplimit);
/* The list of a device's resources of a type, ib_device::res[type]: by id. */
struct rdma_restrack_root {
	struct xarray xa;
	u32 next_id;
};

/* The list of a device's resources: enter, leave in three steps, name. */
void rdma_restrack_abort_del(struct rdma_restrack_entry *res);
void rdma_restrack_add(struct rdma_restrack_entry *res);
void rdma_restrack_begin_del(struct rdma_restrack_entry *res);
void rdma_restrack_commit_del(struct rdma_restrack_entry *res);
void rdma_restrack_del(struct rdma_restrack_entry *res);
void rdma_restrack_new(struct rdma_restrack_entry *res, enum rdma_restrack_type type);
void rdma_restrack_parent_name(struct rdma_restrack_entry *dst,
			       const struct rdma_restrack_entry *parent);
void rdma_restrack_set_name(struct rdma_restrack_entry *res, const char *caller);

/* Who may use which P_Key of a subnet: for QPs and handles on them. */
#ifdef CONFIG_SECURITY_INFINIBAND
void ib_close_shared_qp_security(struct ib_qp_security *sec);
int ib_create_qp_security(struct ib_qp *qp, struct ib_device *dev);
void ib_destroy_qp_security_abort(struct ib_qp_security *sec);
void ib_destroy_qp_security_begin(struct ib_qp_security *sec);
void ib_destroy_qp_security_end(struct ib_qp_security *sec);
int ib_open_shared_qp_security(struct ib_qp *qp, struct ib_device *dev);
int ib_security_modify_qp(struct ib_qp *qp, struct ib_qp_attr *qp_attr,
			  int qp_attr_mask, struct ib_udata *udata);
#else
static inline void ib_close_shared_qp_security(struct ib_qp_security *sec) {}
static inline void ib_destroy_qp_security_abort(struct ib_qp_security *sec) {}
static inline void ib_destroy_qp_security_begin(struct ib_qp_security *sec) {}
static inline void ib_destroy_qp_security_end(struct ib_qp_security *sec) {}

static inline int ib_create_qp_security(struct ib_qp *qp, struct ib_device *dev)
{
	return 0;
}

static inline int ib_open_shared_qp_security(struct ib_qp *qp, struct ib_device *dev)
{
	return 0;
}

static inline int ib_security_modify_qp(struct ib_qp *qp, struct ib_qp_attr *qp_attr,
					int qp_attr_mask, struct ib_udata *udata)
{
	return qp->device->ops.modify_qp(qp->real_qp, qp_attr, qp_attr_mask, udata);
}
#endif

/* The driver's part of a command, with nothing in it any more to read or fill. */
#if IS_ENABLED(CONFIG_INFINIBAND_USER_ACCESS)
struct ib_udata *uverbs_get_cleared_udata(struct uverbs_attr_bundle *attrs);
#else
static inline struct ib_udata *uverbs_get_cleared_udata(struct uverbs_attr_bundle *attrs)
{
	return NULL;
}
#endif

#endif /* _RDMA_CORE_BORROWED_CORE_H */
