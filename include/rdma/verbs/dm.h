/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Device memory, which lies on the device itself, and DMA handles, which tell the
 * device how to steer its accesses to host memory (PCIe TPH).
 */
#ifndef _RDMA_VERBS_DM_H
#define _RDMA_VERBS_DM_H

#include <linux/atomic.h>
#include <linux/errno.h>
#include <linux/types.h>
#include <rdma/restrack.h>

struct ib_device;
struct ib_uobject;
struct pci_dev;

/* It relies on errno.h and struct pci_dev, but brings neither. */
#include <linux/pci-tph.h>

/**
 * struct ib_dm_alloc_attr - the device memory that is wanted
 * @length: bytes
 * @alignment: log2 of the alignment of its start
 * @flags: for the driver; none are defined
 */
struct ib_dm_alloc_attr {
	u64	length;
	u32	alignment;
	u32	flags;
};

/**
 * struct ib_dm_mr_attr - the region to make of a piece of device memory
 * @length: bytes
 * @offset: where the piece starts, in bytes from the start of the device memory
 * @access_flags: what its keys allow, a mask of &enum ib_access_flags
 */
struct ib_dm_mr_attr {
	u64		length;
	u64		offset;
	u32		access_flags;
};

/**
 * struct ib_dm - a piece of device memory
 * @device: where it lies; never changes
 * @length: bytes
 * @flags: as they were asked for
 * @uobject: user space's handle of it
 * @usecnt: memory regions on it; it cannot be freed until they are gone
 */
struct ib_dm {
	struct ib_device	*device;
	u32			length;
	u32			flags;
	struct ib_uobject	*uobject;
	atomic_t		usecnt;
};

/* Bits of &ib_dmah.valid_fields, by number. */
enum {
	IB_DMAH_CPU_ID_EXISTS,
	IB_DMAH_MEM_TYPE_EXISTS,
	IB_DMAH_PH_EXISTS,
};

/**
 * struct ib_dmah - how the device should steer its DMA to some memory
 * @device: the device; never changes
 * @uobject: user space's handle of it
 * @res: the core's resource tracking entry
 * @cpu_id: the CPU that will use the data
 * @mem_type: volatile or persistent memory
 * @usecnt: memory regions that use it; it cannot be freed until they are gone
 * @ph: the processing hint, 2 bits
 * @valid_fields: which of @cpu_id, @mem_type and @ph are set, a mask of the bits
 *                IB_DMAH_CPU_ID_EXISTS and its like
 */
struct ib_dmah {
	struct ib_device	*device;
	struct ib_uobject	*uobject;
	struct rdma_restrack_entry res;
	u32			cpu_id;
	enum tph_mem_type	mem_type;
	atomic_t		usecnt;
	u8			ph;
	u8			valid_fields;
};

#endif /* _RDMA_VERBS_DM_H */
