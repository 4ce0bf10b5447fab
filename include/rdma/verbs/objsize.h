/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How large a driver's objects are.
 *
 * A driver puts the core's struct first in its own and states the size of the whole in its
 * table of operations. The core allocates that much, so that an object is one piece of
 * memory.
 */
#ifndef _RDMA_VERBS_OBJSIZE_H
#define _RDMA_VERBS_OBJSIZE_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/gfp_types.h>
#include <linux/stddef.h>
#include <linux/types.h>

/* The member of struct ib_device_ops that has the size of the driver's struct around @ib_struct. */
#define DECLARE_RDMA_OBJ_SIZE(ib_struct) size_t size_##ib_struct

/**
 * INIT_RDMA_OBJ_SIZE() - state in a table of operations how large an object is
 * @ib_struct: the core's struct, without "struct"
 * @drv_struct: the driver's, without "struct"
 * @member: the core's struct in the driver's; does not compile unless it has that type and is first
 */
#define INIT_RDMA_OBJ_SIZE(ib_struct, drv_struct, member)				\
	.size_##ib_struct = sizeof(struct drv_struct) +					\
		BUILD_BUG_ON_ZERO(offsetof(struct drv_struct, member)) +		\
		BUILD_BUG_ON_ZERO(!__same_type(((struct drv_struct *)NULL)->member,	\
					       struct ib_struct))

/**
 * rdma_zalloc_drv_obj_gfp() - allocate an object as large as the driver wants it
 * @ib_dev: the device
 * @ib_type: the core's struct, without "struct"
 * @gfp: how to allocate
 *
 * Return: the zeroed object, to be freed with kfree(), or NULL.
 */
#define rdma_zalloc_drv_obj_gfp(ib_dev, ib_type, gfp)					\
	((struct ib_type *)rdma_zalloc_obj(ib_dev, (ib_dev)->ops.size_##ib_type, gfp, false))

/**
 * rdma_zalloc_drv_obj() - allocate an object as large as the driver wants it; may sleep
 * @ib_dev: the device
 * @ib_type: the core's struct, without "struct"
 *
 * Return: the zeroed object, to be freed with kfree(), or NULL.
 */
#define rdma_zalloc_drv_obj(ib_dev, ib_type)						\
	rdma_zalloc_drv_obj_gfp(ib_dev, ib_type, GFP_KERNEL)

/**
 * rdma_zalloc_drv_obj_numa() - the same, on the node that ops.get_numa_node names
 * @ib_dev: the device
 * @ib_type: the core's struct, without "struct"
 *
 * Return: the zeroed object, to be freed with kfree(), or NULL.
 */
#define rdma_zalloc_drv_obj_numa(ib_dev, ib_type)					\
	((struct ib_type *)rdma_zalloc_obj(ib_dev, (ib_dev)->ops.size_##ib_type,	\
					   GFP_KERNEL, true))

#endif /* _RDMA_VERBS_OBJSIZE_H */
