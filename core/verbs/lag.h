/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the tests of lag.c replace; everybody else includes <rdma/lag.h>.
 */
#ifndef _RDMA_CORE_VERBS_LAG_H
#define _RDMA_CORE_VERBS_LAG_H

#include <linux/kconfig.h>

struct ib_gid_attr;
struct net_device;

#if IS_ENABLED(CONFIG_KUNIT)
struct net_device *lag_hold_netdev(const struct ib_gid_attr *attr);
#endif

#endif /* _RDMA_CORE_VERBS_LAG_H */
