/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Queue pairs: what the other rooms use beside the public verbs.
 */
#ifndef _RDMA_CORE_VERBS_QP_H
#define _RDMA_CORE_VERBS_QP_H

#include <linux/types.h>

struct ib_device;
struct ib_event;
struct ib_pd;
struct ib_qp;
struct ib_qp_init_attr;
struct ib_uqp_object;
struct uverbs_attr_bundle;

/* A QP of user space, and the users of what a QP stands on. */
struct ib_qp *ib_create_qp_user(struct ib_device *dev, struct ib_pd *pd,
				struct ib_qp_init_attr *attr,
				struct uverbs_attr_bundle *uattrs,
				struct ib_uqp_object *uobj, const char *caller);
void ib_qp_usecnt_inc(struct ib_qp *qp);
void ib_qp_usecnt_dec(struct ib_qp *qp);

/* Between qp.c and qp_open.c: handles of one shared QP. */
void qp_init(struct ib_qp *qp, struct ib_device *dev);
struct ib_qp *qp_share(struct ib_qp *real_qp, const struct ib_qp_init_attr *attr);
int qp_destroy_shared(struct ib_qp *handle);

#if IS_ENABLED(CONFIG_KUNIT)
int qp_create_security(struct ib_qp *qp);
int qp_open_security(struct ib_qp *handle);
#endif

#endif /* _RDMA_CORE_VERBS_QP_H */
