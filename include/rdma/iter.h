/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Walking through DMA-mapped memory in blocks of a page size of the device's.
 *
 * The memory is a scatter list that can be cut at multiples of the block size: only the
 * first element may start, and only the last may end, inside a block. A walk visits each
 * block once, whichever elements it lies in.
 */
#ifndef _RDMA_ITER_H_
#define _RDMA_ITER_H_

#include <linux/scatterlist.h>
#include <rdma/ib_umem.h>

/**
 * struct ib_block_iter - a walk, at one of its blocks
 * @__sg: the element that the next block comes from
 * @__dma_addr: address in the current block, not rounded down
 * @__sg_numblocks: blocks of the memory that are left, for a walk through an ib_umem
 * @__sg_nents: elements that are left
 * @__sg_advance: bytes of @__sg that are done
 * @__pg_bit: log2 of the block size
 */
struct ib_block_iter {
	struct scatterlist *__sg;
	dma_addr_t __dma_addr;
	size_t __sg_numblocks;
	unsigned int __sg_nents;
	unsigned int __sg_advance;
	unsigned int __pg_bit;
};

void __rdma_block_iter_start(struct ib_block_iter *biter, struct scatterlist *sglist,
			     unsigned int nents, unsigned long pgsz);
bool __rdma_block_iter_next(struct ib_block_iter *biter);

/**
 * rdma_block_iter_dma_address() - where the current block is
 * @biter: the walk, at a block
 *
 * Return: the DMA address of the block's start, a multiple of the block size.
 */
static inline dma_addr_t rdma_block_iter_dma_address(struct ib_block_iter *biter)
{
	dma_addr_t block = BIT_ULL(biter->__pg_bit);

	return biter->__dma_addr & -block;
}

/**
 * rdma_for_each_block() - walk through a scatter list
 * @sglist: the list, DMA-mapped
 * @biter: a struct ib_block_iter, to be asked with rdma_block_iter_dma_address()
 * @nents: elements that were mapped
 * @pgsz: bytes in a block, a power of two
 */
#define rdma_for_each_block(sglist, biter, nents, pgsz)			\
	for (__rdma_block_iter_start(biter, sglist, nents, pgsz);	\
	     __rdma_block_iter_next(biter);)

/**
 * __rdma_umem_block_iter_start() - begin a walk; rdma_umem_for_each_dma_block() does it
 * @biter: the walk
 * @umem: the memory
 * @pgsz: bytes in a block
 *
 * Context: Any context.
 */
static inline void __rdma_umem_block_iter_start(struct ib_block_iter *biter, struct ib_umem *umem,
						unsigned long pgsz)
{
	struct sg_table *sgt = &umem->sgt_append.sgt;

	__rdma_block_iter_start(biter, sgt->sgl, sgt->nents, pgsz);
	/* The mapping starts at the page of the first byte, which may be blocks before it. */
	biter->__sg_advance = ib_umem_offset(umem) & -pgsz;
	biter->__sg_numblocks = ib_umem_num_dma_blocks(umem, pgsz);
}

/**
 * __rdma_umem_block_iter_next() - go to the next block; rdma_umem_for_each_dma_block() does it
 * @biter: the walk
 *
 * Context: Any context.
 * Return: true if there is one, false at the end.
 */
static inline bool __rdma_umem_block_iter_next(struct ib_block_iter *biter)
{
	if (!__rdma_block_iter_next(biter) || !biter->__sg_numblocks)
		return false;
	biter->__sg_numblocks--;
	return true;
}

/**
 * rdma_umem_for_each_dma_block() - walk through user memory
 * @umem: the memory
 * @biter: a struct ib_block_iter, to be asked with rdma_block_iter_dma_address()
 * @pgsz: bytes in a block: at most PAGE_SIZE, or what ib_umem_find_best_pgsz() returned
 *
 * The blocks are ib_umem_num_dma_blocks() in number. They cover the memory from its address
 * rounded down to its end rounded up to @pgsz.
 */
#define rdma_umem_for_each_dma_block(umem, biter, pgsz)			\
	for (__rdma_umem_block_iter_start(biter, umem, pgsz);		\
	     __rdma_umem_block_iter_next(biter);)

#endif /* _RDMA_ITER_H_ */
