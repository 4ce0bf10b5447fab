/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What stands for user space in the kernel: a user context, and the objects in it.
 *
 * A user context lives as long as the file that it was made through. A uobject is the
 * handle of one verbs object in such a file; the object that it names points back to it,
 * and a kernel user's object points to NULL.
 */
#ifndef _RDMA_VERBS_UOBJECT_H
#define _RDMA_VERBS_UOBJECT_H

#include <linux/atomic.h>
#include <linux/cgroup_rdma.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/types.h>
#include <linux/xarray.h>
#include <rdma/restrack.h>

struct ib_device;
struct ib_ucq_object;
struct ib_uqp_object;
struct ib_usrq_object;
struct ib_uverbs_file;
struct ib_uwq_object;
struct uverbs_api_object;
struct uverbs_attr_bundle;

/**
 * enum rdma_remove_reason - why a uobject goes
 * @RDMA_REMOVE_DESTROY: user space asked for it, or it is the first round of closing a
 *	file; the object may refuse
 * @RDMA_REMOVE_CLOSE: the file is being closed; the object must go
 * @RDMA_REMOVE_DRIVER_REMOVE: the device is being unregistered; the object must go
 * @RDMA_REMOVE_ABORT: its creation failed before anybody could see it
 * @RDMA_REMOVE_DRIVER_FAILURE: the driver cannot destroy it; the handle goes without it
 */
enum rdma_remove_reason {
	RDMA_REMOVE_DESTROY,
	RDMA_REMOVE_CLOSE,
	RDMA_REMOVE_DRIVER_REMOVE,
	RDMA_REMOVE_ABORT,
	RDMA_REMOVE_DRIVER_FAILURE,
};

/**
 * struct ib_rdmacg_object - who pays for an object
 * @cg: the RDMA control group that it is charged to
 */
struct ib_rdmacg_object {
#ifdef CONFIG_CGROUP_RDMA
	struct rdma_cgroup *cg;
#endif
};

/**
 * struct ib_ucontext - one opening of a device by user space
 * @device: the device; never changes
 * @ufile: the file; never changes
 * @cg_obj: what the control group was charged for it
 * @enabled_caps: capabilities (ib_ucaps.h) that user space proved to have; never changes
 * @res: entry in the list of resources; the core's
 * @mmap_xa: struct rdma_user_mmap_entry by page offset; the core's
 */
struct ib_ucontext {
	struct ib_device *device;
	struct ib_uverbs_file *ufile;
	struct ib_rdmacg_object cg_obj;
	u64 enabled_caps;
	struct rdma_restrack_entry res;
	struct xarray mmap_xa;
};

/**
 * struct ib_uobject - user space's handle of an object
 * @user_handle: a number that user space gave and gets back with events
 * @ufile: the file that it belongs to
 * @context: the user context that it belongs to
 * @object: what it names, of a type that @uapi_object tells
 * @list: link in the file's list of objects
 * @cg_obj: what the control group was charged for it
 * @id: the handle's number in its file
 * @ref: users of the memory
 * @usecnt: readers, or -1 for one writer; decides who may use @object now
 * @rcu: lookups may outlive the last reference
 * @uapi_object: describes the type of @object
 */
struct ib_uobject {
	u64 user_handle;
	struct ib_uverbs_file *ufile;
	struct ib_ucontext *context;
	void *object;
	struct list_head list;
	struct ib_rdmacg_object cg_obj;
	int id;
	struct kref ref;
	atomic_t usecnt;
	struct rcu_head rcu;
	const struct uverbs_api_object *uapi_object;
};

/**
 * ib_uverbs_get_ucontext_file() - the user context of a file
 * @ufile: the file
 *
 * Context: A system call on @ufile, or under SRCU of its device.
 * Return: the context, there as long as the call lasts, or
 * * %-EIO: the device is gone
 * * %-EINVAL: there is none yet
 */
struct ib_ucontext *ib_uverbs_get_ucontext_file(struct ib_uverbs_file *ufile);

#if IS_ENABLED(CONFIG_INFINIBAND_USER_ACCESS)
/**
 * uverbs_destroy_def_handler() - the handler of a method that only destroys its object
 * @attrs: the call
 *
 * The framework destroys the object after it.
 *
 * Context: A system call.
 * Return: 0.
 */
int uverbs_destroy_def_handler(struct uverbs_attr_bundle *attrs);

/**
 * rdma_uattrs_has_raw_cap() - may the caller send what it likes?
 * @attrs: the call
 *
 * Context: A system call.
 * Return: what rdma_dev_has_raw_cap() says of the device; false without a user context.
 */
bool rdma_uattrs_has_raw_cap(const struct uverbs_attr_bundle *attrs);
#else
static inline int uverbs_destroy_def_handler(struct uverbs_attr_bundle *attrs)
{
	return 0;
}

static inline bool rdma_uattrs_has_raw_cap(const struct uverbs_attr_bundle *attrs)
{
	return false;
}
#endif

#endif /* _RDMA_VERBS_UOBJECT_H */
