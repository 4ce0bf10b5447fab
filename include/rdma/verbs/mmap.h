/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a driver lets user space map: door bells, queues, memory on the device.
 *
 * The driver inserts an entry in a user context and tells user space the offset. mmap() on
 * the uverbs file finds the entry by that offset. An entry lives until it was removed and
 * the last mapping is gone; then the driver gets it back by ops.mmap_free.
 */
#ifndef _RDMA_VERBS_MMAP_H
#define _RDMA_VERBS_MMAP_H

#include <linux/errno.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mm_types.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <asm/page.h>

struct ib_device;
struct ib_ucontext;

/**
 * struct rdma_user_mmap_entry - something that can be mapped; drivers embed it
 * @ref: users: the driver until it removes the entry, each lookup, each mapping
 * @ucontext: the user context; never changes
 * @start_pgoff: its first page offset, set when it is inserted
 * @npages: its length in pages, set when it is inserted
 * @driver_removed: the driver removed it: no more lookups
 * @dmabufs_lock: protects @dmabufs
 * @dmabufs: DMA buffers exported from it
 */
struct rdma_user_mmap_entry {
	struct kref ref;
	struct ib_ucontext *ucontext;
	unsigned long start_pgoff;
	size_t npages;
	bool driver_removed;
	struct mutex dmabufs_lock;	/* @dmabufs */
	struct list_head dmabufs;
};

/**
 * rdma_user_mmap_get_offset() - the offset that makes mmap() find an entry
 * @entry: the entry, inserted
 *
 * Return: the offset in bytes, for user space to hand to mmap().
 */
static inline u64 rdma_user_mmap_get_offset(const struct rdma_user_mmap_entry *entry)
{
	u64 pgoff = entry->start_pgoff;

	return pgoff << PAGE_SHIFT;
}

#if IS_ENABLED(CONFIG_INFINIBAND_USER_ACCESS)
/**
 * rdma_user_mmap_io() - map pages of the device into a process
 * @ucontext: the user context
 * @vma: where, as ops.mmap got it
 * @pfn: the first page frame
 * @size: bytes, which must be those of @vma
 * @prot: how to map, caching included
 * @entry: the entry that it is a mapping of, or NULL
 *
 * For the driver's mmap. The mapping holds @entry, and becomes zero pages when the device goes.
 *
 * Context: The driver's mmap.
 * Return: 0, or
 * * %-EINVAL: a private mapping, or one of another size
 * * %-EAGAIN: the pages cannot be mapped
 * * %-ENOMEM: out of memory
 */
int rdma_user_mmap_io(struct ib_ucontext *ucontext, struct vm_area_struct *vma, unsigned long pfn,
		      unsigned long size, pgprot_t prot, struct rdma_user_mmap_entry *entry);

/**
 * rdma_user_mmap_entry_insert() - insert an entry at any free offset
 * @ucontext: the user context
 * @entry: the entry
 * @length: bytes, rounded up to pages
 *
 * Context: Process context; may sleep.
 * Return: as rdma_user_mmap_entry_insert_range().
 */
int rdma_user_mmap_entry_insert(struct ib_ucontext *ucontext, struct rdma_user_mmap_entry *entry,
				size_t length);

/**
 * rdma_user_mmap_entry_insert_range() - insert an entry at a free offset within limits
 * @ucontext: the user context
 * @entry: the entry, in zeroed memory; there until ops.mmap_free gets it
 * @length: bytes, rounded up to pages
 * @min_pgoff: the first page offset that will do
 * @max_pgoff: the last one where it may begin
 *
 * Context: Process context; may sleep.
 * Return: 0, and rdma_user_mmap_get_offset() tells where; or
 * * %-EINVAL: no entry
 * * %-ENOMEM: no offset is free, or no memory
 */
int rdma_user_mmap_entry_insert_range(struct ib_ucontext *ucontext,
				      struct rdma_user_mmap_entry *entry, size_t length,
				      u32 min_pgoff, u32 max_pgoff);

/**
 * rdma_user_mmap_entry_get_pgoff() - find an entry by its offset
 * @ucontext: the user context
 * @pgoff: its first page offset
 *
 * Context: Any context, if interrupts are on.
 * Return: the entry, to be released with rdma_user_mmap_entry_put(), or NULL if there is none
 * or its driver has removed it.
 */
struct rdma_user_mmap_entry *rdma_user_mmap_entry_get_pgoff(struct ib_ucontext *ucontext,
							    unsigned long pgoff);

/**
 * rdma_user_mmap_entry_get() - find the entry that a process wants to map
 * @ucontext: the user context
 * @vma: what it asks for: a shared mapping of the whole entry
 *
 * Context: The driver's mmap.
 * Return: the entry, to be released with rdma_user_mmap_entry_put(), or NULL.
 */
struct rdma_user_mmap_entry *rdma_user_mmap_entry_get(struct ib_ucontext *ucontext,
						      struct vm_area_struct *vma);

/**
 * rdma_user_mmap_entry_put() - let go of an entry
 * @entry: the entry; the last one to let go hands it to ops.mmap_free
 *
 * Context: Process context, unless the driver's mmap_free stands others.
 */
void rdma_user_mmap_entry_put(struct rdma_user_mmap_entry *entry);

/**
 * rdma_user_mmap_entry_remove() - let nobody map an entry any more
 * @entry: the entry, inserted; NULL is none
 *
 * Takes back the DMA buffers that were exported from it, and lets go of it; mappings that there
 * are stay, and hold it.
 *
 * Context: Process context; may sleep.
 */
void rdma_user_mmap_entry_remove(struct rdma_user_mmap_entry *entry);

/**
 * rdma_user_mmap_disassociate() - take back all mappings of a device
 * @device: the device, registered; it is about to be reset, for example
 *
 * The processes see zero pages in their place.
 *
 * Context: Process context; may sleep.
 */
void rdma_user_mmap_disassociate(struct ib_device *device);
#else
/* Nobody can map anything: nothing is inserted, nothing is found. */
static inline int rdma_user_mmap_io(struct ib_ucontext *ucontext, struct vm_area_struct *vma,
				    unsigned long pfn, unsigned long size, pgprot_t prot,
				    struct rdma_user_mmap_entry *entry)
{
	return -EINVAL;
}

static inline int rdma_user_mmap_entry_insert(struct ib_ucontext *ucontext,
					      struct rdma_user_mmap_entry *entry, size_t length)
{
	return -EINVAL;
}

static inline int rdma_user_mmap_entry_insert_range(struct ib_ucontext *ucontext,
						    struct rdma_user_mmap_entry *entry,
						    size_t length, u32 min_pgoff, u32 max_pgoff)
{
	return -EINVAL;
}

static inline struct rdma_user_mmap_entry *
rdma_user_mmap_entry_get_pgoff(struct ib_ucontext *ucontext, unsigned long pgoff)
{
	return NULL;
}

static inline struct rdma_user_mmap_entry *
rdma_user_mmap_entry_get(struct ib_ucontext *ucontext, struct vm_area_struct *vma)
{
	return NULL;
}

static inline void rdma_user_mmap_entry_put(struct rdma_user_mmap_entry *entry)
{
}

static inline void rdma_user_mmap_entry_remove(struct rdma_user_mmap_entry *entry)
{
}

static inline void rdma_user_mmap_disassociate(struct ib_device *device)
{
}
#endif

/**
 * rdma_user_mmap_entry_insert_exact() - insert an entry at an offset that the driver chooses
 * @ucontext: the user context
 * @entry: the entry
 * @length: bytes, rounded up to pages
 * @pgoff: the first page offset
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL without user access in this kernel; else as
 * rdma_user_mmap_entry_insert_range().
 */
static inline int rdma_user_mmap_entry_insert_exact(struct ib_ucontext *ucontext,
						    struct rdma_user_mmap_entry *entry,
						    size_t length, u32 pgoff)
{
	return rdma_user_mmap_entry_insert_range(ucontext, entry, length, pgoff, pgoff);
}

#endif /* _RDMA_VERBS_MMAP_H */
