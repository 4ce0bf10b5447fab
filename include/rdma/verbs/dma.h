/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DMA addresses for a device: the kernel's DMA API, and its stand-in for software devices.
 *
 * A driver that moves the data with the processor registers without a DMA device. A "DMA
 * address" is then the kernel pointer itself, mapping costs nothing and cannot fail, and
 * the driver finds the memory by ib_virt_dma_to_ptr(). ULPs need not know which of the two
 * they deal with, as long as they use these functions.
 *
 * Where nothing else is said a function may be used in any context, as that of the DMA API
 * that it stands for.
 */
#ifndef _RDMA_VERBS_DMA_H
#define _RDMA_VERBS_DMA_H

#include <linux/bvec.h>
#include <linux/dma-mapping.h>
#include <linux/errno.h>
#include <linux/kconfig.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/scatterlist.h>
#include <linux/types.h>
#include <rdma/verbs/device.h>

/**
 * ib_uses_virt_dma() - are the DMA addresses of a device kernel pointers?
 * @dev: the device
 *
 * Return: true if so.
 */
static inline bool ib_uses_virt_dma(struct ib_device *dev)
{
	return !dev->dma_device && IS_ENABLED(CONFIG_INFINIBAND_VIRT_DMA);
}

/**
 * ib_dma_pci_p2p_dma_supported() - can a device reach the memory of other PCI devices?
 * @dev: the device
 *
 * Return: true if so.
 */
static inline bool ib_dma_pci_p2p_dma_supported(struct ib_device *dev)
{
	return !ib_uses_virt_dma(dev) && dma_pci_p2pdma_supported(dev->dma_device);
}

/**
 * ib_virt_dma_to_ptr() - the memory at a DMA address
 * @dma_addr: an address of a device with ib_uses_virt_dma()
 *
 * Return: the kernel pointer.
 */
static inline void *ib_virt_dma_to_ptr(u64 dma_addr)
{
	uintptr_t virt = dma_addr;

	return (void *)virt;
}

/**
 * ib_virt_dma_to_page() - the page at a DMA address
 * @dma_addr: an address of a device with ib_uses_virt_dma()
 *
 * Return: the page.
 */
static inline struct page *ib_virt_dma_to_page(u64 dma_addr)
{
	void *virt = ib_virt_dma_to_ptr(dma_addr);

	return virt_to_page(virt);
}

/**
 * ib_dma_mapping_error() - did mapping fail?
 * @dev: the device it was mapped for
 * @dma_addr: what ib_dma_map_single(), ib_dma_map_page() or ib_dma_map_bvec() returned
 *
 * Return: 0 if @dma_addr can be used, else a negative errno.
 */
static inline int ib_dma_mapping_error(struct ib_device *dev, u64 dma_addr)
{
	return ib_uses_virt_dma(dev) ? 0 : dma_mapping_error(dev->dma_device, dma_addr);
}

/**
 * ib_dma_map_single() - map a piece of kernel memory
 * @dev: the device
 * @cpu_addr: its start
 * @size: its length in bytes
 * @direction: who writes
 *
 * Return: the DMA address, to be checked with ib_dma_mapping_error().
 */
static inline u64 ib_dma_map_single(struct ib_device *dev, void *cpu_addr, size_t size,
				    enum dma_data_direction direction)
{
	if (!ib_uses_virt_dma(dev))
		return dma_map_single(dev->dma_device, cpu_addr, size, direction);
	return (uintptr_t)cpu_addr;
}

/**
 * ib_dma_unmap_single() - undo ib_dma_map_single()
 * @dev: the device
 * @addr: what it returned
 * @size: length in bytes, as it was given
 * @direction: as it was given
 */
static inline void ib_dma_unmap_single(struct ib_device *dev, u64 addr, size_t size,
				       enum dma_data_direction direction)
{
	if (ib_uses_virt_dma(dev))
		return;
	dma_unmap_single(dev->dma_device, addr, size, direction);
}

/**
 * ib_dma_map_page() - map a part of a page
 * @dev: the device
 * @page: the page
 * @offset: where the part starts in it, in bytes
 * @size: its length in bytes
 * @direction: who writes
 *
 * Return: the DMA address, to be checked with ib_dma_mapping_error().
 */
static inline u64 ib_dma_map_page(struct ib_device *dev, struct page *page, unsigned long offset,
				  size_t size, enum dma_data_direction direction)
{
	if (!ib_uses_virt_dma(dev))
		return dma_map_page(dev->dma_device, page, offset, size, direction);
	return offset + (uintptr_t)page_address(page);
}

/**
 * ib_dma_unmap_page() - undo ib_dma_map_page()
 * @dev: the device
 * @addr: what it returned
 * @size: length in bytes, as it was given
 * @direction: as it was given
 */
static inline void ib_dma_unmap_page(struct ib_device *dev, u64 addr, size_t size,
				     enum dma_data_direction direction)
{
	if (ib_uses_virt_dma(dev))
		return;
	dma_unmap_page(dev->dma_device, addr, size, direction);
}

/**
 * ib_dma_map_bvec() - map a bio_vec
 * @dev: the device
 * @bvec: the memory; a software device must be able to reach it by pointer
 * @direction: who writes
 *
 * Return: the DMA address, to be checked with ib_dma_mapping_error(). One that is an error
 * must not be given to ib_dma_unmap_bvec().
 */
static inline u64 ib_dma_map_bvec(struct ib_device *dev, struct bio_vec *bvec,
				  enum dma_data_direction direction)
{
	if (!ib_uses_virt_dma(dev))
		return dma_map_phys(dev->dma_device, bvec_phys(bvec), bvec->bv_len, direction, 0);
	return (uintptr_t)bvec_virt(bvec);
}

/**
 * ib_dma_unmap_bvec() - undo ib_dma_map_bvec()
 * @dev: the device
 * @addr: what it returned
 * @size: length in bytes, that of the bio_vec
 * @direction: as it was given
 */
static inline void ib_dma_unmap_bvec(struct ib_device *dev, u64 addr, size_t size,
				     enum dma_data_direction direction)
{
	if (ib_uses_virt_dma(dev))
		return;
	dma_unmap_phys(dev->dma_device, addr, size, direction, 0);
}

/**
 * ib_dma_virt_map_sg() - map a scatter list for a device without DMA; ib_dma_map_sg() does it
 * @dev: the device
 * @sg: the list; its DMA addresses become kernel pointers
 * @nents: how many elements
 *
 * Context: Any context.
 * Return: @nents.
 */
int ib_dma_virt_map_sg(struct ib_device *dev, struct scatterlist *sg, int nents);

/**
 * ib_dma_map_sg_attrs() - map a scatter list, with attributes
 * @dev: the device
 * @sg: the list
 * @nents: elements of the list
 * @direction: who writes
 * @dma_attrs: DMA_ATTR_* bits
 *
 * Return: how many elements have a DMA address and length now, at most @nents; 0 if mapping
 * failed.
 */
static inline int ib_dma_map_sg_attrs(struct ib_device *dev, struct scatterlist *sg, int nents,
				      enum dma_data_direction direction, unsigned long dma_attrs)
{
	if (!ib_uses_virt_dma(dev))
		return dma_map_sg_attrs(dev->dma_device, sg, nents, direction, dma_attrs);
	return ib_dma_virt_map_sg(dev, sg, nents);
}

/**
 * ib_dma_unmap_sg_attrs() - undo ib_dma_map_sg_attrs()
 * @dev: the device
 * @sg: the list
 * @nents: elements of the list, as it was given (not what was returned)
 * @direction: as it was given
 * @dma_attrs: DMA_ATTR_* bits
 */
static inline void ib_dma_unmap_sg_attrs(struct ib_device *dev, struct scatterlist *sg, int nents,
					 enum dma_data_direction direction,
					 unsigned long dma_attrs)
{
	if (ib_uses_virt_dma(dev))
		return;
	dma_unmap_sg_attrs(dev->dma_device, sg, nents, direction, dma_attrs);
}

/**
 * ib_dma_map_sg() - map a scatter list
 * @dev: the device
 * @sg: the list
 * @nents: elements of the list
 * @direction: who writes
 *
 * Return: how many elements have a DMA address and length now, at most @nents; 0 if mapping
 * failed.
 */
static inline int ib_dma_map_sg(struct ib_device *dev, struct scatterlist *sg, int nents,
				enum dma_data_direction direction)
{
	return ib_dma_map_sg_attrs(dev, sg, nents, direction, 0);
}

/**
 * ib_dma_unmap_sg() - undo ib_dma_map_sg()
 * @dev: the device
 * @sg: the list
 * @nents: elements of the list, as it was given (not what was returned)
 * @direction: as it was given
 */
static inline void ib_dma_unmap_sg(struct ib_device *dev, struct scatterlist *sg, int nents,
				   enum dma_data_direction direction)
{
	ib_dma_unmap_sg_attrs(dev, sg, nents, direction, 0);
}

/**
 * ib_dma_map_sgtable_attrs() - map a scatter table
 * @dev: the device
 * @sgt: the table: orig_nents is read, and nents set when all is well
 * @direction: who writes
 * @dma_attrs: DMA_ATTR_* bits
 *
 * Return: 0, or -EINVAL, -ENOMEM, -EIO or -EREMOTEIO as dma_map_sgtable() tells.
 */
static inline int ib_dma_map_sgtable_attrs(struct ib_device *dev, struct sg_table *sgt,
					   enum dma_data_direction direction,
					   unsigned long dma_attrs)
{
	if (!ib_uses_virt_dma(dev))
		return dma_map_sgtable(dev->dma_device, sgt, direction, dma_attrs);

	int mapped = ib_dma_virt_map_sg(dev, sgt->sgl, sgt->orig_nents);

	if (mapped)
		sgt->nents = mapped;
	return mapped ? 0 : -EIO;
}

/**
 * ib_dma_unmap_sgtable_attrs() - undo ib_dma_map_sgtable_attrs()
 * @dev: the device
 * @sgt: the table
 * @direction: as it was given
 * @dma_attrs: DMA_ATTR_* bits
 */
static inline void ib_dma_unmap_sgtable_attrs(struct ib_device *dev, struct sg_table *sgt,
					      enum dma_data_direction direction,
					      unsigned long dma_attrs)
{
	if (ib_uses_virt_dma(dev))
		return;
	dma_unmap_sgtable(dev->dma_device, sgt, direction, dma_attrs);
}

/**
 * ib_dma_max_seg_size() - how much one element of a mapped scatter list can be
 * @dev: the device
 *
 * Return: bytes; UINT_MAX means no limit.
 */
static inline unsigned int ib_dma_max_seg_size(struct ib_device *dev)
{
	return ib_uses_virt_dma(dev) ? UINT_MAX : dma_get_max_seg_size(dev->dma_device);
}

/**
 * ib_dma_sync_single_for_cpu() - hand mapped memory to the processor
 * @dev: the device
 * @addr: what ib_dma_map_single() returned
 * @size: bytes
 * @dir: as it was mapped
 */
static inline void ib_dma_sync_single_for_cpu(struct ib_device *dev, u64 addr, size_t size,
					      enum dma_data_direction dir)
{
	if (ib_uses_virt_dma(dev))
		return;
	dma_sync_single_for_cpu(dev->dma_device, addr, size, dir);
}

/**
 * ib_dma_sync_single_for_device() - hand mapped memory back to the device
 * @dev: the device
 * @addr: what ib_dma_map_single() returned
 * @size: bytes
 * @dir: as it was mapped
 */
static inline void ib_dma_sync_single_for_device(struct ib_device *dev, u64 addr, size_t size,
						 enum dma_data_direction dir)
{
	if (ib_uses_virt_dma(dev))
		return;
	dma_sync_single_for_device(dev->dma_device, addr, size, dir);
}

#endif /* _RDMA_VERBS_DMA_H */
