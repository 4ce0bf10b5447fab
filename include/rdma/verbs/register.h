/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The life of a device, as its driver leads it: allocate, set the operations, register; and
 * back. What others see of it in between is in <rdma/verbs/device.h>.
 */
#ifndef _RDMA_VERBS_REGISTER_H
#define _RDMA_VERBS_REGISTER_H

#include <linux/build_bug.h>
#include <linux/container_of.h>
#include <linux/stddef.h>
#include <net/net_namespace.h>
#include <rdma/verbs/device.h>

/**
 * _ib_alloc_device() - allocate a device; ib_alloc_device() checks more
 * @size: bytes of the driver's struct, which begins with its struct ib_device
 * @net: the network namespace that it is to belong to; the first one is taken if all devices
 *	are shared
 *
 * Context: Process context; may sleep.
 * Return: the device, in zeroed memory, to be freed by ib_dealloc_device(); NULL if there is
 * no memory, or @size is too small.
 */
struct ib_device *_ib_alloc_device(size_t size, struct net *net);

/**
 * ib_alloc_device_with_net() - allocate a driver's device in a network namespace
 * @drv_struct: the driver's struct, without "struct"
 * @member: its struct ib_device, which must be first
 * @net: the namespace
 *
 * Context: Process context, may sleep.
 * Return: the zeroed driver's struct, to be freed by ib_dealloc_device(), or NULL.
 */
#define ib_alloc_device_with_net(drv_struct, member, net)				\
	container_of(_ib_alloc_device(sizeof(struct drv_struct) +			\
				BUILD_BUG_ON_ZERO(offsetof(struct drv_struct, member)),	\
				net),							\
		     struct drv_struct, member)

/**
 * ib_alloc_device() - allocate a driver's device in the first network namespace
 * @drv_struct: the driver's struct, without "struct"
 * @member: its struct ib_device, which must be first
 *
 * Context: Process context, may sleep.
 * Return: the zeroed driver's struct, to be freed by ib_dealloc_device(), or NULL.
 */
#define ib_alloc_device(drv_struct, member)						\
	ib_alloc_device_with_net(drv_struct, member, &init_net)

/**
 * ib_dealloc_device() - free a device
 * @device: the device, never registered or unregistered again
 *
 * Calls ops.dealloc_driver if there is one. The memory goes with the last reference to the
 * struct device.
 *
 * Context: Process context; may sleep.
 */
void ib_dealloc_device(struct ib_device *device);

/**
 * ib_set_device_ops() - add operations to a device
 * @device: the device, not yet registered
 * @ops: a table; what it leaves NULL or 0 adds nothing
 *
 * May be called for several tables; of two that bring the same operation the first one wins.
 * Their owner and driver_id must not differ, if given.
 *
 * Context: Any context.
 */
void ib_set_device_ops(struct ib_device *device, const struct ib_device_ops *ops);

/**
 * ib_register_device() - show a device to clients, user space and netlink
 * @device: the device, with its operations, ports, node type and completion vectors set
 * @name: its name, unique in its network namespace; %%d in it stands for the first free number
 * @dma_device: the device that does DMA, or NULL if addresses are to be kernel pointers
 *
 * Operations are called from here on. Clients are told in the order of their registration;
 * one that does not want the device keeps nobody else from it. With ops.dealloc_driver the
 * device may be gone when this returns, if somebody unregisters it.
 *
 * Context: Process context; may sleep.
 * Return: 0, or, with the device left for ib_dealloc_device(),
 * * %-ENFILE: the name is taken
 * * %-ENOMEM: out of memory
 * * another errno of the driver's operations, of the port's checks, or of the driver core
 */
int ib_register_device(struct ib_device *device, const char *name, struct device *dma_device);

/**
 * ib_unregister_device() - take a device away from all who use it
 * @device: the device, registered
 *
 * Clients are told in the reverse order of their registration, and who keeps the device by
 * ib_device_try_get() is waited for. No operation is called once this has returned. With
 * ops.dealloc_driver the device is freed, too.
 *
 * Context: Process context; may sleep. Not under a lock that a client takes to let go of a
 * device, the RTNL for one.
 */
void ib_unregister_device(struct ib_device *device);

/**
 * ib_unregister_device_and_put() - take a device away that the caller keeps
 * @device: the device, kept by ib_device_try_get() or the like, which ends here; its driver
 *	has ops.dealloc_driver
 *
 * As ib_unregister_device(), and may be called by several at a time: the device is
 * unregistered when the first of them returns.
 *
 * Context: Process context; may sleep. Locks as for ib_unregister_device().
 */
void ib_unregister_device_and_put(struct ib_device *device);

/**
 * ib_unregister_device_queued() - have a device taken away by a worker
 * @ib_dev: the device, registered; its driver has ops.dealloc_driver
 *
 * For callers that hold a lock which ib_unregister_device() forbids. The driver's module must
 * call ib_unregister_driver() before it goes.
 *
 * Context: Any context.
 */
void ib_unregister_device_queued(struct ib_device *ib_dev);

/**
 * ib_unregister_driver() - take all devices of a driver away
 * @driver_id: the driver, which has ops.dealloc_driver and makes no more devices
 *
 * Waits as well for those that others are unregistering.
 *
 * Context: Process context; may sleep. Locks as for ib_unregister_device().
 */
void ib_unregister_driver(enum rdma_driver_id driver_id);

/**
 * ib_add_sub_device() - have a driver make a device below another
 * @parent: the device above; kept registered for as long as the new one is there
 * @type: what kind of device
 * @name: its name
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EOPNOTSUPP: the driver makes none
 * * %-EINVAL: @parent is not registered
 * * another errno of the driver's add_sub_dev
 */
int ib_add_sub_device(struct ib_device *parent, enum rdma_nl_dev_type type, const char *name);

/**
 * ib_del_sub_device_and_put() - have a driver remove a device below another
 * @sub: the device, kept by the caller, which ends here in any case
 *
 * Context: Process context; may sleep. Locks as for ib_unregister_device().
 * Return: 0, or %-EOPNOTSUPP if there is no device above it.
 */
int ib_del_sub_device_and_put(struct ib_device *sub);

#endif /* _RDMA_VERBS_REGISTER_H */
