/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory regions: what the other rooms may use of this one, and what its own
 * files share.
 */
#ifndef _RDMA_CORE_MR_H
#define _RDMA_CORE_MR_H

#include <linux/overflow.h>
#include <linux/scatterlist.h>
#include <linux/types.h>
#include <rdma/ib_verbs.h>

/**
 * mr_last_byte() - where a range ends, without a sum that can wrap
 * @addr: its first byte
 * @len_bytes: how long it is
 * @last: set to its last byte when the answer is true
 *
 * Every range of this room goes through here, and is carried on as first and
 * last byte, since the byte after the last one need not exist.
 *
 * Return: false if the range is empty or does not end within 64 bits.
 */
static __always_inline bool mr_last_byte(u64 addr, u64 len_bytes, u64 *last)
{
	return len_bytes && !check_add_overflow(addr, len_bytes - 1, last);
}

/**
 * mr_sg_start_is_sane() - can a mapping begin with this list?
 * @sg: the list, mapped for DMA
 * @sg_nents: how many elements the mapping of it has
 * @sg_offset: bytes to skip of the first of them; NULL for none
 *
 * Return: true if there is a byte to begin with, and the first element ends
 * within 64 bits.
 */
static __always_inline bool mr_sg_start_is_sane(struct scatterlist *sg,
						int sg_nents,
						const unsigned int *sg_offset)
{
	u64 last;

	return sg && sg_nents > 0 &&
	       (sg_offset ? *sg_offset : 0) < sg_dma_len(sg) &&
	       mr_last_byte(sg_dma_address(sg), sg_dma_len(sg), &last);
}

void mr_adopt(struct ib_mr *mr, struct ib_pd *pd, enum ib_mr_type type,
	      struct ib_sig_attrs *sig_attrs);

#endif /* _RDMA_CORE_MR_H */
