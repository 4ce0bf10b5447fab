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
int rdma_user_mmap_io(struct ib_ucontext *ucontext, struct vm_area_struct *vma, unsigned long pfn,
		      unsigned long size, pgprot_t prot, struct rdma_user_mmap_entry *entry);
int rdma_user_mmap_entry_insert(struct ib_ucontext *ucontext, struct rdma_user_mmap_entry *entry,
				size_t length);
int rdma_user_mmap_entry_insert_range(struct ib_ucontext *ucontext,
				      struct rdma_user_mmap_entry *entry, size_t length,
				      u32 min_pgoff, u32 max_pgoff);
struct rdma_user_mmap_entry *rdma_user_mmap_entry_get_pgoff(struct ib_ucontext *ucontext,
							    unsigned long pgoff);
struct rdma_user_mmap_entry *rdma_user_mmap_entry_get(struct ib_ucontext *ucontext,
						      struct vm_area_struct *vma);
void rdma_user_mmap_entry_put(struct rdma_user_mmap_entry *entry);
void rdma_user_mmap_entry_remove(struct rdma_user_mmap_entry *entry);
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
