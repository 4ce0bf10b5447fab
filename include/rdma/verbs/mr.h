/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory regions and windows: memory that a device may access, and the keys to it.
 *
 * A kernel consumer allocates a region once (ib_alloc_mr()), then as often as it likes
 * maps a DMA-mapped scatter list into it (ib_map_mr_sg()), registers it (IB_WR_REG_MR),
 * lets it be used, and invalidates it (IB_WR_LOCAL_INV, or by the peer).
 */
#ifndef _RDMA_VERBS_MR_H
#define _RDMA_VERBS_MR_H

#include <linux/bits.h>
#include <linux/list.h>
#include <linux/types.h>
#include <rdma/frmr_pools.h>
#include <rdma/restrack.h>
#include <rdma/signature.h>
#include <rdma/verbs/dm.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>

struct ib_device;
struct ib_frmr_pool;
struct ib_pd;
struct ib_sge;
struct ib_udata;
struct ib_uobject;
struct scatterlist;

/**
 * enum ib_mr_type - what a memory region is for
 * @IB_MR_TYPE_MEM_REG: any memory of the kernel's, as long as all pages of a mapping but
 *                      the first and the last are used whole; see ib_map_mr_sg()
 * @IB_MR_TYPE_SG_GAPS: any memory of the kernel's, cut in any way; for devices that have
 *                      IBK_SG_GAPS_REG
 * @IB_MR_TYPE_DM: memory on the device
 * @IB_MR_TYPE_USER: memory of a process
 * @IB_MR_TYPE_DMA: all memory, at its DMA addresses, with no translation
 * @IB_MR_TYPE_INTEGRITY: memory of the kernel's with protection information (T10-PI)
 *
 * ib_alloc_mr() makes the first two, ib_alloc_mr_integrity() the last.
 */
enum ib_mr_type {
	IB_MR_TYPE_MEM_REG,
	IB_MR_TYPE_SG_GAPS,
	IB_MR_TYPE_DM,
	IB_MR_TYPE_USER,
	IB_MR_TYPE_DMA,
	IB_MR_TYPE_INTEGRITY,
};

/**
 * enum ib_access_flags - what the keys of a region, or a QP, allow
 * @IB_ACCESS_LOCAL_WRITE: the device may write on behalf of this side
 * @IB_ACCESS_REMOTE_WRITE: the peer may write; needs IB_ACCESS_LOCAL_WRITE
 * @IB_ACCESS_REMOTE_READ: the peer may read
 * @IB_ACCESS_REMOTE_ATOMIC: the peer may do atomics; needs IB_ACCESS_LOCAL_WRITE
 * @IB_ACCESS_MW_BIND: windows may be bound to it
 * @IB_ZERO_BASED: its addresses count from 0
 * @IB_ACCESS_ON_DEMAND: pages are faulted in when the device needs them, not pinned
 * @IB_ACCESS_HUGETLB: the memory is in huge pages
 * @IB_ACCESS_RELAXED_ORDERING: the device's writes may overtake each other
 * @IB_ACCESS_FLUSH_GLOBAL: the peer may flush to where the whole system sees it
 * @IB_ACCESS_FLUSH_PERSISTENT: the peer may flush to where it survives a power failure
 * @IB_ACCESS_OPTIONAL: flags that a driver may ignore
 * @IB_ACCESS_SUPPORTED: all flags that mean something
 */
enum ib_access_flags {
	IB_ACCESS_LOCAL_WRITE = IB_UVERBS_ACCESS_LOCAL_WRITE,
	IB_ACCESS_REMOTE_WRITE = IB_UVERBS_ACCESS_REMOTE_WRITE,
	IB_ACCESS_REMOTE_READ = IB_UVERBS_ACCESS_REMOTE_READ,
	IB_ACCESS_REMOTE_ATOMIC = IB_UVERBS_ACCESS_REMOTE_ATOMIC,
	IB_ACCESS_MW_BIND = IB_UVERBS_ACCESS_MW_BIND,
	IB_ZERO_BASED = IB_UVERBS_ACCESS_ZERO_BASED,
	IB_ACCESS_ON_DEMAND = IB_UVERBS_ACCESS_ON_DEMAND,
	IB_ACCESS_HUGETLB = IB_UVERBS_ACCESS_HUGETLB,
	IB_ACCESS_RELAXED_ORDERING = IB_UVERBS_ACCESS_RELAXED_ORDERING,
	IB_ACCESS_FLUSH_GLOBAL = IB_UVERBS_ACCESS_FLUSH_GLOBAL,
	IB_ACCESS_FLUSH_PERSISTENT = IB_UVERBS_ACCESS_FLUSH_PERSISTENT,

	IB_ACCESS_OPTIONAL = IB_UVERBS_ACCESS_OPTIONAL_RANGE,
	IB_ACCESS_SUPPORTED = (2 * IB_ACCESS_FLUSH_PERSISTENT - 1) | IB_ACCESS_OPTIONAL,
};

/**
 * enum ib_mr_rereg_flags - what changes when a user's region is registered again
 * @IB_MR_REREG_TRANS: the memory behind it
 * @IB_MR_REREG_PD: its PD
 * @IB_MR_REREG_ACCESS: what its keys allow
 * @IB_MR_REREG_SUPPORTED: all of them
 */
enum ib_mr_rereg_flags {
	IB_MR_REREG_TRANS	= BIT(0),
	IB_MR_REREG_PD		= BIT(1),
	IB_MR_REREG_ACCESS	= BIT(2),
	IB_MR_REREG_SUPPORTED	= IB_MR_REREG_TRANS | IB_MR_REREG_PD | IB_MR_REREG_ACCESS
};

/**
 * enum ib_mr_status_check - what ib_check_mr_status() can look at
 * @IB_MR_CHECK_SIG_STATUS: whether the protection information was right
 */
enum ib_mr_status_check {
	IB_MR_CHECK_SIG_STATUS = 1,
};

/**
 * struct ib_mr_status - what ib_check_mr_status() found
 * @fail_status: the checks that failed, a mask of &enum ib_mr_status_check
 * @sig_err: which error was found where, if IB_MR_CHECK_SIG_STATUS failed
 */
struct ib_mr_status {
	u32			fail_status;
	struct ib_sig_err	sig_err;
};

/**
 * enum ib_mw_type - kinds of memory window
 * @IB_MW_TYPE_1: bound by a verb, to any QP of its PD
 * @IB_MW_TYPE_2: bound by a work request, to one QP
 */
enum ib_mw_type {
	IB_MW_TYPE_1 = 1,
	IB_MW_TYPE_2 = 2
};

/**
 * struct ib_mr - a memory region
 * @device: the device; never changes
 * @pd: whose QPs may use it; with IB_MR_REREG_PD that of a user's region may change, and
 *      is to be read only in a system call that holds the uobject's lock
 * @lkey: the key for this side
 * @rkey: the key for the peer
 * @iova: where it starts in the device's eyes
 * @length: bytes in it
 * @page_size: bytes of a page of its translation
 * @type: what it is for; never changes
 * @need_inval: the peer may still use @rkey; its owner sets it and clears it, the pools
 *              and the R/W API invalidate such a region before they use it again
 * @uobject: user space's handle of it
 * @qp_entry: its place in a pool of a QP (mr_pool), guarded by the QP's mr_lock
 * @dm: the device memory it is on; IB_MR_TYPE_DM only
 * @sig_attrs: what its protection information is; IB_MR_TYPE_INTEGRITY only
 * @dmah: how to steer DMA to it, NULL for no hints
 * @frmr: for regions that come from an FRMR pool
 * @frmr.pool: the pool, NULL for other regions
 * @frmr.key: the properties that all of the pool's regions have
 * @frmr.handle: the driver's handle
 * @res: the core's resource tracking entry
 *
 * A mapping sets @iova, @length and @page_size; until the region is registered no one
 * but its owner looks at them.
 */
struct ib_mr {
	struct ib_device	*device;
	struct ib_pd		*pd;
	u32			lkey;
	u32			rkey;
	u64			iova;
	u64			length;
	unsigned int		page_size;
	enum ib_mr_type		type;
	bool			need_inval;
	union {
		struct ib_uobject	*uobject;
		struct list_head	qp_entry;
	};
	struct ib_dm		*dm;
	struct ib_sig_attrs	*sig_attrs;
	struct ib_dmah		*dmah;
	struct {
		struct ib_frmr_pool	*pool;
		struct ib_frmr_key	key;
		u32			handle;
	} frmr;
	struct rdma_restrack_entry res;
};

/**
 * struct ib_mw - a memory window: rights to a part of a region, given and taken quickly
 * @device: the device; never changes
 * @pd: its PD; never changes
 * @uobject: user space's handle of it
 * @rkey: the key for the peer; a new one with each binding
 * @type: its kind; never changes
 */
struct ib_mw {
	struct ib_device	*device;
	struct ib_pd		*pd;
	struct ib_uobject	*uobject;
	u32			rkey;
	enum ib_mw_type		type;
};

/**
 * ib_access_writable() - whether access flags can lead to writes
 * @access_flags: a mask of &enum ib_access_flags
 *
 * Atomics write what they add or swap, and a window bound to the region may allow
 * writes that the region itself does not.
 *
 * Context: Any.
 * Return: true if the memory must be writable.
 */
static inline bool ib_access_writable(int access_flags)
{
	const int writers = IB_ACCESS_LOCAL_WRITE | IB_ACCESS_REMOTE_WRITE |
			    IB_ACCESS_REMOTE_ATOMIC | IB_ACCESS_MW_BIND;

	return access_flags & writers;
}

/* A region for kernel memory, and one with protection information; ERR_PTR() on failure. */
struct ib_mr *ib_alloc_mr(struct ib_pd *pd, enum ib_mr_type mr_type,
			  u32 max_num_sg);
struct ib_mr *ib_alloc_mr_integrity(struct ib_pd *pd,
				    u32 max_num_data_sg,
				    u32 max_num_meta_sg);

/* A region over the caller's own address space. */
struct ib_mr *ib_reg_user_mr(struct ib_pd *pd, u64 start, u64 length,
			     u64 virt_addr, int mr_access_flags);

/* Tells the device what is going to happen to parts of regions: prefetch, mostly. */
int ib_advise_mr(struct ib_pd *pd, enum ib_uverbs_advise_mr_advice advice,
		 u32 flags, struct ib_sge *sg_list, u32 num_sge);

/* Frees a region that was registered with @udata; on failure it stays as it was. */
int ib_dereg_mr_user(struct ib_mr *mr, struct ib_udata *udata);

/**
 * ib_dereg_mr() - free a region of the kernel's
 * @mr: the region; no work request may use it any more
 *
 * Context: Process context; may sleep.
 * Return: 0, or what the driver says: the region then still exists. Drivers refuse while
 * windows are bound to it.
 */
static inline int ib_dereg_mr(struct ib_mr *mr)
{
	return ib_dereg_mr_user(mr, NULL);
}

/* Map DMA-mapped scatter lists: how many elements were taken, or an errno. */
int ib_map_mr_sg(struct ib_mr *mr, struct scatterlist *sg, int sg_nents,
		 unsigned int *sg_offset, unsigned int page_size);
int ib_map_mr_sg_pi(struct ib_mr *mr, struct scatterlist *data_sg,
		    int data_sg_nents, unsigned int *data_sg_offset,
		    struct scatterlist *meta_sg, int meta_sg_nents,
		    unsigned int *meta_sg_offset, unsigned int page_size);

/* For drivers: walk a scatter list by pages of mr->page_size bytes, into a call or a vector. */
int ib_sg_to_pages(struct ib_mr *mr, struct scatterlist *sgl, int sg_nents,
		   unsigned int *sg_offset, int (*set_page)(struct ib_mr *, u64));
int ib_sg_to_page_vec(struct ib_mr *mr, struct scatterlist *sgl, int sg_nents,
		      unsigned int *sg_offset, u64 *page_list, u32 max_pages);

/**
 * ib_map_mr_sg_zbva() - map a scatter list at address 0
 * @mr: the region
 * @sg: the list, DMA-mapped
 * @sg_nents: elements in it
 * @sg_offset: bytes of the first element to skip; where the next mapping has to start,
 *             on return; NULL for 0
 * @page_size: bytes of a page, a power of two
 *
 * As ib_map_mr_sg(), but the peer addresses the region from 0 on.
 *
 * Context: Any that ib_map_mr_sg() may be called in.
 * Return: as ib_map_mr_sg(): how many elements were mapped, or an errno.
 */
static inline int
ib_map_mr_sg_zbva(struct ib_mr *mr, struct scatterlist *sg, int sg_nents,
		  unsigned int *sg_offset, unsigned int page_size)
{
	int mapped = ib_map_mr_sg(mr, sg, sg_nents, sg_offset, page_size);

	if (mapped >= 0)
		mr->iova = 0;
	return mapped;
}

/* Looks for errors that the device found in a region's protection information. */
int ib_check_mr_status(struct ib_mr *mr, u32 check_mask,
		       struct ib_mr_status *mr_status);

/**
 * ib_update_fast_reg_key() - give a region's keys another low byte
 * @mr: the region, invalid at this time
 * @newkey: the byte, for both keys
 *
 * Context: Any; no work request may be using @mr.
 */
static inline void ib_update_fast_reg_key(struct ib_mr *mr, u8 newkey)
{
	mr->lkey = (mr->lkey & ~U8_MAX) | newkey;
	mr->rkey = (mr->rkey & ~U8_MAX) | newkey;
}

/**
 * ib_inc_rkey() - the key to use after this one
 * @rkey: a key
 *
 * The low byte is the consumer's, and a stale copy of a key that was used before stops
 * working when it changes.
 *
 * Context: Any.
 * Return: @rkey with its low byte one higher, 0 after 0xff.
 */
static inline u32 ib_inc_rkey(u32 rkey)
{
	return (rkey & ~U8_MAX) | (u8)(rkey + 1);
}

#endif /* _RDMA_VERBS_MR_H */
