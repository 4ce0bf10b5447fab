/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Protection domains, which say what belongs together: a QP can use only memory regions,
 * windows, address handles and SRQs of its own domain. And XRC domains, which let QPs of
 * several processes share the SRQs in them.
 */
#ifndef _RDMA_VERBS_PD_H
#define _RDMA_VERBS_PD_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/bug.h>
#include <linux/rwsem.h>
#include <linux/types.h>
#include <linux/xarray.h>
#include <rdma/restrack.h>

struct ib_device;
struct ib_mr;
struct ib_udata;
struct ib_uobject;
struct inode;

/**
 * enum ib_pd_flags - what a PD is to have
 * @IB_PD_UNSAFE_GLOBAL_RKEY: a key that lets peers at all memory of the machine. Saves
 *                            registrations, trusts the whole network, and is logged.
 */
enum ib_pd_flags {
	IB_PD_UNSAFE_GLOBAL_RKEY	= BIT(0),
};

/**
 * struct ib_pd - a protection domain
 * @local_dma_lkey: an lkey for SGEs with DMA addresses of any kernel memory
 * @flags: as they were asked for
 * @device: the device; never changes
 * @uobject: user space's handle of it, NULL for a PD of the kernel's
 * @usecnt: objects in it; it cannot be deallocated until they are gone
 * @unsafe_global_rkey: the key that IB_PD_UNSAFE_GLOBAL_RKEY asks for
 * @__internal_mr: the region behind the keys above, where the device has none of its own;
 *                 the core's
 * @res: the core's resource tracking entry
 */
struct ib_pd {
	u32			local_dma_lkey;
	u32			flags;
	struct ib_device	*device;
	struct ib_uobject	*uobject;
	atomic_t		usecnt;
	u32			unsafe_global_rkey;
	struct ib_mr		*__internal_mr;
	struct rdma_restrack_entry res;
};

/**
 * struct ib_xrcd - an XRC domain
 * @device: the device; never changes
 * @usecnt: SRQs and QPs in it; it cannot be deallocated until they are gone
 * @inode: the file by which processes find it, NULL for none
 * @tgt_qps_rwsem: guards the lives of the QPs in @tgt_qps
 * @tgt_qps: target QPs in it, by number
 */
struct ib_xrcd {
	struct ib_device	*device;
	atomic_t		usecnt;
	struct inode		*inode;
	struct rw_semaphore	tgt_qps_rwsem;
	struct xarray		tgt_qps;
};

struct ib_pd *__ib_alloc_pd(struct ib_device *device, unsigned int flags,
			    const char *caller);

/**
 * ib_alloc_pd() - allocate a protection domain
 * @device: the device
 * @flags: a mask of &enum ib_pd_flags
 *
 * Resource tracking lists the PD under the caller's module name.
 *
 * Context: Process context; may sleep.
 * Return: the PD, for ib_dealloc_pd(), or ERR_PTR(): -%ENOMEM, or what the driver says.
 */
#define ib_alloc_pd(device, flags) \
	__ib_alloc_pd((device), (flags), KBUILD_MODNAME)

/* Deallocates a PD that was allocated with @udata; on failure it stays as it was. */
int ib_dealloc_pd_user(struct ib_pd *pd, struct ib_udata *udata);

/**
 * ib_dealloc_pd() - deallocate a PD that ib_alloc_pd() made
 * @pd: the PD; nothing may be left in it
 *
 * A driver that cannot deallocate a PD of the kernel's is broken, and is warned about.
 *
 * Context: Process context; may sleep.
 */
static inline void ib_dealloc_pd(struct ib_pd *pd)
{
	int ret = ib_dealloc_pd_user(pd, NULL);

	WARN_ONCE(ret, "a kernel PD could not be deallocated: %d", ret);
}

/* An XRC domain that processes find by @inode, and its end: -EBUSY while it is used. */
struct ib_xrcd *ib_alloc_xrcd_user(struct ib_device *device,
				   struct inode *inode, struct ib_udata *udata);
int ib_dealloc_xrcd_user(struct ib_xrcd *xrcd, struct ib_udata *udata);

#endif /* _RDMA_VERBS_PD_H */
