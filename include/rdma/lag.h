/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * RoCE on a bond: which of its network devices an address's packets leave by.
 */
#ifndef _RDMA_LAG_H_
#define _RDMA_LAG_H_

#include <net/lag.h>

struct ib_device;
struct rdma_ah_attr;

/**
 * enum rdma_lag_flags - ib_device::lag_flags
 * @RDMA_LAG_FLAGS_HASH_ALL_SLAVES: choose among all devices of the bond, also those that are down
 */
enum rdma_lag_flags {
	RDMA_LAG_FLAGS_HASH_ALL_SLAVES = 1 << 0
};

struct net_device *rdma_lag_get_ah_roce_slave(struct ib_device *device,
					      struct rdma_ah_attr *ah_attr, gfp_t flags);
void rdma_lag_put_ah_roce_slave(struct net_device *xmit_slave);

#endif /* _RDMA_LAG_H_ */
