// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory regions: from a scatterlist to a page vector.
 *
 * A region shows its users one range of addresses, and the device finds each
 * page of it in a vector. So every page but the first must be used from its
 * start and every page but the last to its end, and the pages that elements
 * share or meet in are taken once. The walk hands out pages as long as that
 * holds, stops at the first element for which it does not, and says at which
 * byte.
 */
#include <linux/log2.h>
#include <linux/scatterlist.h>
#include <rdma/ib_verbs.h>

#include "mr/mr.h"

/**
 * ib_map_mr_sg() - map the largest prefix of a list that a region can take
 * @mr: a region of ib_alloc_mr() that no work request is using
 * @sg: the list, mapped for DMA
 * @sg_nents: how many elements the mapping of @sg has, which may be fewer than
 *	before it was mapped
 * @sg_offset: bytes to skip of the first element; on return the first byte of
 *	the element that the return value names which is not mapped, or 0 if
 *	that is all of it. NULL for 0
 * @page_size: size of the pages that the region is made of, in bytes: a power of
 *	two that the device supports, whatever the kernel's own pages are. It
 *	does not matter for %IB_MR_TYPE_SG_GAPS
 *
 * For %IB_MR_TYPE_MEM_REG an element joins the ones before it if it goes on where
 * they end, or if both, that end and its start, are on a page boundary. The
 * first element may start and the last one may end inside a page. A region for N
 * pages takes no more than that, and may cut an element in two: a further call
 * that starts there, on another region, maps the rest.
 *
 * Afterwards iova, length (in bytes) and page_size of @mr describe the mapping,
 * which replaces the one before, and @mr is ready for %IB_WR_REG_MR. Whoever
 * wants all of the list mapped compares the return value with @sg_nents.
 *
 * Context: Any context, if the driver's op is as it should be.
 * Return: the number of elements that are mapped whole, or
 * * %-EOPNOTSUPP: the device has no such regions
 * * %-EINVAL: nothing to map, no power of two, an offset past the first element,
 *   a first element that does not end within 64 bits, or a region of a type that
 *   is not mapped so; @mr is as it was
 * * the errno of the driver, if not even the first byte could be mapped
 */
int ib_map_mr_sg(struct ib_mr *mr, struct scatterlist *sg, int sg_nents,
		 unsigned int *sg_offset, unsigned int page_size)
{
	unsigned int none = 0;

	if (!mr->device->ops.map_mr_sg)
		return -EOPNOTSUPP;
	if (mr->type == IB_MR_TYPE_MEM_REG ? !is_power_of_2(page_size) :
					     mr->type != IB_MR_TYPE_SG_GAPS)
		return -EINVAL;
	if (!mr_sg_start_is_sane(sg, sg_nents, sg_offset))
		return -EINVAL;

	mr->page_size = page_size;
	return mr->device->ops.map_mr_sg(mr, sg, sg_nents, sg_offset ?: &none);
}
EXPORT_SYMBOL(ib_map_mr_sg);

/*
 * Where pages go, and what takes one: 0, or the errno that stops the walk. The
 * taker is a constant at both places that start a walk, so it is inlined there.
 */
struct mr_sink {
	int (*set_page)(struct ib_mr *mr, u64 page);
	u64 *next;
	u32 left_pages;
};

typedef int (*mr_take_page)(struct ib_mr *mr, struct mr_sink *sink, u64 page);

static __always_inline int mr_page_to_driver(struct ib_mr *mr,
					     struct mr_sink *sink, u64 page)
{
	return sink->set_page(mr, page);
}

static __always_inline int mr_page_to_vec(struct ib_mr *mr,
					  struct mr_sink *sink, u64 page)
{
	if (!sink->left_pages)
		return -ENOMEM;
	sink->left_pages--;
	*sink->next++ = page;
	return 0;
}

/**
 * struct mr_walk - how far a list is mapped
 * @sg: the element at hand
 * @left_elems: it and those after it
 * @in_page: mask of the address bits within a page
 * @addr: first byte of the element at hand that is to be mapped
 * @page: the next page to take
 * @last: last byte of the last element that was not a page of its own; it is on
 *	the border of its page if such elements came after it
 * @length_bytes: length of the region before the element at hand
 */
struct mr_walk {
	struct scatterlist *sg;
	unsigned int left_elems;
	u64 in_page;
	u64 addr;
	u64 page;
	u64 last;
	u64 length_bytes;
};

static __always_inline bool mr_walk_next(struct mr_walk *walk)
{
	/* Callers do not always know how long the list is. */
	if (!--walk->left_elems || unlikely(sg_is_last(walk->sg)))
		return false;
	walk->sg++;
	if (unlikely(sg_is_chain(walk->sg))) {
		barrier();	/* no conditional move: all others would pay for it */
		walk->sg = sg_chain_ptr(walk->sg);
	}
	return true;
}

/*
 * Take elements that are a page each. Returns 1 at the first that is not, 0 at
 * the end of the list, or the refusal.
 */
static __always_inline int mr_walk_whole_pages(struct mr_walk *walk, struct ib_mr *mr,
					       mr_take_page take, struct mr_sink *sink)
{
	int ret;

	do {
		u64 addr = sg_dma_address(walk->sg);

		if (unlikely(addr & walk->in_page ||
			     sg_dma_len(walk->sg) != walk->in_page + 1))
			return 1;
		ret = take(mr, sink, addr);
		if (unlikely(ret < 0)) {
			walk->addr = sg_dma_address(walk->sg);
			walk->page = walk->addr;
			return ret;
		}
		walk->length_bytes += walk->in_page + 1;
	} while (mr_walk_next(walk));
	return 0;
}

/* Take the pages of the element at hand; stops at the one that is refused. */
static __always_inline int mr_walk_elem(struct mr_walk *walk, struct ib_mr *mr,
					mr_take_page take, struct mr_sink *sink)
{
	u64 last_page = walk->last & ~walk->in_page;
	int ret;

	for (;;) {
		ret = take(mr, sink, walk->page);
		if (unlikely(ret < 0))
			return ret;
		if (likely(walk->page == last_page))
			break;
		walk->page += walk->in_page + 1;
	}
	walk->length_bytes += walk->last - walk->addr + 1;
	return 0;
}

/* What an element is to the ones before it. */
enum mr_join {
	MR_JOINS,		/* goes on with a new page */
	MR_JOINS_WITHIN,	/* ends in the page that was taken last, or is empty */
	MR_APART,		/* leaves a gap, or ends past the top */
};

static __always_inline enum mr_join mr_walk_join(struct mr_walk *walk,
						 const struct ib_mr *mr)
{
	u64 addr = sg_dma_address(walk->sg), len_bytes = sg_dma_len(walk->sg);
	u64 end = walk->last + 1;	/* 0 past the top, which is on a border, too */
	u64 taken_last = addr | walk->in_page;

	if (!len_bytes)
		return MR_JOINS_WITHIN;
	if (!mr_last_byte(addr, len_bytes, &walk->last))
		return MR_APART;

	if (!walk->length_bytes) {
		/* The first of all may begin anywhere. */
		walk->addr = mr->iova;
		walk->page = mr->iova & ~walk->in_page;
		return MR_JOINS;
	}
	walk->addr = addr;
	walk->page = addr;
	if (!((addr | end) & walk->in_page))
		return MR_JOINS;
	if (addr != end)
		return MR_APART;
	if (walk->last > taken_last) {
		walk->page = taken_last + 1;
		return MR_JOINS;
	}
	walk->length_bytes += len_bytes;
	return MR_JOINS_WITHIN;
}

/*
 * The one walk. Takes pages until the list ends, an element does not join, or a
 * page is refused, and describes in @mr what it took.
 */
static __always_inline int mr_walk_list(struct ib_mr *mr, struct scatterlist *sg,
					int sg_nents, unsigned int *sg_offset,
					mr_take_page take, struct mr_sink *sink)
{
	unsigned int offset = sg_offset ? *sg_offset : 0;
	int ret = 1;

	if (unlikely(!is_power_of_2(mr->page_size) ||
		     !mr_sg_start_is_sane(sg, sg_nents, sg_offset)))
		return -EINVAL;

	struct mr_walk walk = {
		.sg = sg,
		.left_elems = sg_nents,
		.in_page = mr->page_size - 1,
		.last = U64_MAX,	/* on a border: whole pages may follow */
	};
	mr->iova = sg_dma_address(sg) + offset;

	if (likely(!offset))
		ret = mr_walk_whole_pages(&walk, mr, take, sink);
	while (ret > 0) {
		enum mr_join join = mr_walk_join(&walk, mr);

		if (join == MR_APART)
			break;
		if (join == MR_JOINS)
			ret = mr_walk_elem(&walk, mr, take, sink);
		if (ret < 0)
			break;
		ret = mr_walk_next(&walk);
		if (ret && !((walk.last + 1) & walk.in_page))
			ret = mr_walk_whole_pages(&walk, mr, take, sink);
	}

	offset = 0;
	if (unlikely(ret < 0)) {
		/* Of the element at hand, what lies before the refused page is in. */
		u64 cut_bytes = max(walk.page, walk.addr) - walk.addr;

		walk.length_bytes += cut_bytes;
		if (walk.length_bytes)
			offset = walk.addr - sg_dma_address(walk.sg) + cut_bytes;
	}
	mr->length = walk.length_bytes;
	if (unlikely(!mr->length))
		return ret;
	if (sg_offset)
		*sg_offset = offset;
	return sg_nents - walk.left_elems;
}

/* Is the list one element within a page, as that of a small transfer is? */
static __always_inline bool mr_sg_is_one_page(const struct ib_mr *mr,
					      struct scatterlist *sg, int sg_nents,
					      const unsigned int *sg_offset)
{
	u64 in_page = mr->page_size - 1;

	return sg_nents == 1 && sg && is_power_of_2(mr->page_size) &&
	       (!sg_offset || !*sg_offset) &&
	       (u64)sg_dma_len(sg) - 1 <= (~sg_dma_address(sg) & in_page);
}

/* Out of line, so that a single page does not pay for what a walk needs. */
static noinline int mr_walk_to_driver(struct ib_mr *mr, struct scatterlist *sg,
				      int sg_nents, unsigned int *sg_offset,
				      int (*set_page)(struct ib_mr *, u64))
{
	struct mr_sink sink = { .set_page = set_page };

	return mr_walk_list(mr, sg, sg_nents, sg_offset, mr_page_to_driver, &sink);
}

/**
 * ib_sg_to_pages() - hand the pages of a list's largest prefix to a driver
 * @mr: the region; its page_size is what a page is
 * @sgl: the list, mapped for DMA
 * @sg_nents: how many elements the mapping of @sgl has
 * @sg_offset_p: bytes to skip of the first element, and on return where in the
 *	element that the return value names the first byte is that was not
 *	mapped, as ib_map_mr_sg() has it; NULL for 0
 * @set_page: takes the DMA address of the next page, on a boundary of page_size,
 *	and returns 0, or a negative errno if there is no room for it
 *
 * For map_mr_sg ops of drivers that have a page vector of their own kind. Sets
 * iova and length of @mr. The vector is dense: it has as many pages as it takes
 * for length bytes from iova on.
 *
 * Context: Any context that @set_page can be called in.
 * Return: the number of elements that are mapped whole, or
 * * %-EINVAL: nothing to map, page_size is no power of two, the offset is past
 *   the first element, or that does not end within 64 bits; @mr is as it was
 * * what @set_page answered, if that was for the very first page
 */
int ib_sg_to_pages(struct ib_mr *mr, struct scatterlist *sgl, int sg_nents,
		   unsigned int *sg_offset_p, int (*set_page)(struct ib_mr *, u64))
{
	int ret;

	if (!mr_sg_is_one_page(mr, sgl, sg_nents, sg_offset_p))
		return mr_walk_to_driver(mr, sgl, sg_nents, sg_offset_p, set_page);

	mr->iova = sg_dma_address(sgl);
	mr->length = sg_dma_len(sgl);
	ret = set_page(mr, mr->iova & ~((u64)mr->page_size - 1));
	if (unlikely(ret < 0)) {
		mr->length = 0;
		return ret;
	}
	return 1;
}
EXPORT_SYMBOL(ib_sg_to_pages);

/**
 * ib_sg_to_page_vec() - write the pages of a list's largest prefix to a vector
 * @mr: the region; its page_size is what a page is
 * @sgl: the list, mapped for DMA
 * @sg_nents: how many elements the mapping of @sgl has
 * @sg_offset: bytes to skip of the first element, and on return where in the
 *	element that the return value names the first byte is that was not
 *	mapped, as ib_map_mr_sg() has it; NULL for 0
 * @page_list: where the DMA addresses of the pages go
 * @max_pages: how many it has room for
 *
 * What ib_sg_to_pages() does, without a call for each page, for map_mr_sg ops of
 * drivers that keep the addresses as they are. Sets iova and length of @mr. The
 * vector is dense: it has as many pages as it takes for length bytes from iova
 * on, and what follows them in @page_list is as it was.
 *
 * Context: Any context.
 * Return: the number of elements that are mapped whole, or
 * * %-EINVAL: nothing to map, page_size is no power of two, the offset is past
 *   the first element, or that does not end within 64 bits; @mr is as it was
 * * %-ENOMEM: @max_pages is 0
 */
int ib_sg_to_page_vec(struct ib_mr *mr, struct scatterlist *sgl, int sg_nents,
		      unsigned int *sg_offset, u64 *page_list, u32 max_pages)
{
	struct mr_sink sink = { .next = page_list, .left_pages = max_pages };

	return mr_walk_list(mr, sgl, sg_nents, sg_offset, mr_page_to_vec, &sink);
}
EXPORT_SYMBOL(ib_sg_to_page_vec);
