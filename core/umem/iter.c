// SPDX-License-Identifier: GPL-2.0-only
/*
 * Walking through DMA-mapped memory in blocks.
 *
 * The walk is a place in the scatter list: an element and an offset in it. Taking a
 * block is moving that place to the block's end, over as many elements as it takes.
 */
#include <linux/bitops.h>
#include <linux/export.h>
#include <linux/scatterlist.h>

#include <rdma/iter.h>

/*
 * Moves on by that many bytes, to an element that has bytes left. The sum is of 64 bits,
 * since a block may be as large as an element can be.
 *
 * Returns whether there is such an element.
 */
static bool block_iter_move(struct ib_block_iter *biter, u64 bytes)
{
	u64 offset = biter->__sg_advance + bytes;

	while (biter->__sg_nents && biter->__sg && offset >= sg_dma_len(biter->__sg)) {
		offset -= sg_dma_len(biter->__sg);
		biter->__sg = sg_next(biter->__sg);
		biter->__sg_nents--;
	}
	biter->__sg_advance = offset;

	return biter->__sg_nents && biter->__sg;
}

/**
 * __rdma_block_iter_start() - begin a walk; rdma_for_each_block() does it
 * @biter: the walk
 * @sglist: the scatter list, DMA-mapped
 * @nents: elements that were mapped
 * @pgsz: bytes in a block, a power of two; 0 is a walk of no blocks
 *
 * Context: Any context.
 */
void __rdma_block_iter_start(struct ib_block_iter *biter, struct scatterlist *sglist,
			     unsigned int nents, unsigned long pgsz)
{
	*biter = (struct ib_block_iter) {
		.__sg = sglist,
		.__sg_nents = pgsz ? nents : 0,
		.__pg_bit = pgsz ? __fls(pgsz) : 0,
	};
}
EXPORT_SYMBOL(__rdma_block_iter_start);

/**
 * __rdma_block_iter_next() - go to the next block; rdma_for_each_block() does it
 * @biter: the walk
 *
 * Context: Any context.
 * Return: true if there is one, which rdma_block_iter_dma_address() tells, false at the end.
 */
bool __rdma_block_iter_next(struct ib_block_iter *biter)
{
	u64 size = BIT_ULL(biter->__pg_bit);

	if (!block_iter_move(biter, 0))
		return false;

	biter->__dma_addr = sg_dma_address(biter->__sg) + biter->__sg_advance;
	block_iter_move(biter, size - (biter->__dma_addr & (size - 1)));
	return true;
}
EXPORT_SYMBOL(__rdma_block_iter_next);
