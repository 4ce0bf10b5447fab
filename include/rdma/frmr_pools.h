/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pools of the hardware's memory keys, so that registering user memory reuses one instead
 * of making it anew.
 *
 * Keys of the same shape (struct ib_frmr_key) are interchangeable and share a pool. A key
 * that is not used goes back to its pool, and is destroyed when it has not been wanted for
 * some time.
 */
#ifndef FRMR_POOLS_H
#define FRMR_POOLS_H

#include <linux/types.h>
#include <asm/page.h>

struct ib_device;
struct ib_mr;

/**
 * struct ib_frmr_key - the shape of a memory key
 * @vendor_key: what else the driver tells apart
 * @kernel_vendor_key: the same, of keys for the kernel; 0 for keys that users may have
 * @num_dma_blocks: blocks that it can map
 * @access_flags: enum ib_access_flags
 * @ats: address translation by the device
 */
struct ib_frmr_key {
	u64 vendor_key;
	u64 kernel_vendor_key;
	size_t num_dma_blocks;
	int access_flags;
	u8 ats:1;
};

/**
 * struct ib_frmr_pool_ops - how a driver makes and destroys keys; process context, may sleep
 * @create_frmrs: makes @count keys of the shape @key and writes their numbers to @handles;
 *	0 or a negative errno, and no key then
 * @destroy_frmrs: destroys the @count keys @handles
 * @build_key: brings @in, which a user typed, into the form that the driver uses, @out;
 *	0 or a negative errno
 */
struct ib_frmr_pool_ops {
	int (*create_frmrs)(struct ib_device *device, struct ib_frmr_key *key, u32 *handles,
			    u32 count);
	void (*destroy_frmrs)(struct ib_device *device, u32 *handles, u32 count);
	int (*build_key)(struct ib_device *device, const struct ib_frmr_key *in,
			 struct ib_frmr_key *out);
};

int ib_frmr_pools_init(struct ib_device *device, const struct ib_frmr_pool_ops *pool_ops);
void ib_frmr_pools_cleanup(struct ib_device *device);

int ib_frmr_pool_pop(struct ib_device *device, struct ib_mr *mr);
void ib_frmr_pool_push(struct ib_device *device, struct ib_mr *mr);
void ib_frmr_pool_drop(struct ib_mr *mr);

#endif /* FRMR_POOLS_H */
