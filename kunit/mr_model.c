// SPDX-License-Identifier: GPL-2.0-only
/*
 * The reference model of a mapping: slow, and too simple to be wrong. It cuts
 * each element into pieces that lie in one page, and looks at one piece after
 * the other. A position is a page's number and a byte in it, so that none is
 * ever past the top of the address space.
 *
 * Beside it, a source of random lists to try it on.
 */
#include <linux/prandom.h>
#include <linux/sizes.h>

#include "mr_test.h"

/**
 * struct piece - part of an element, within one page
 * @page: number of the page: its address divided by the page size
 * @from: first byte of it in the page
 * @bytes: how long it is
 */
struct piece {
	u64 page;
	u32 from;
	u64 bytes;
};

static struct piece first_piece(u64 addr, u64 bytes, u32 page_size)
{
	struct piece p = { addr / page_size, addr % page_size };

	p.bytes = min_t(u64, bytes, page_size - p.from);
	return p;
}

static struct piece next_piece(struct piece p, u64 left, u32 page_size)
{
	return (struct piece){ p.page + 1, 0, min_t(u64, left, page_size) };
}

/* Does @p begin right where @prev ended, in the middle of a page? */
static bool same_page(const struct piece *prev, const struct piece *p, u32 page_size)
{
	return prev->from + prev->bytes < page_size && prev->page == p->page &&
	       prev->from + prev->bytes == p->from;
}

/* May a page follow on another? Both must be used up to the border. */
static bool new_page(const struct piece *prev, const struct piece *p, u32 page_size)
{
	return prev->from + prev->bytes == page_size && p->from == 0;
}

/**
 * mr_model_map() - say what a mapping should be
 * @list: what to map
 * @map: filled in; iova, length and offset only where there is no errno
 */
void mr_model_map(const struct mr_list *list, struct mr_mapping *map)
{
	struct piece prev = {};

	map->ret = -EINVAL;
	map->npages = 0;
	map->length = 0;
	map->offset = 0;
	if (!list->nents || list->offset >= list->elems[0].len)
		return;

	for (u32 i = 0; i < list->nents; i++) {
		u64 skip = i ? 0 : list->offset, addr, left;
		struct piece p;

		if (!list->elems[i].len) {
			map->ret = i + 1;
			continue;
		}
		if (list->elems[i].len - 1 > U64_MAX - list->elems[i].addr)
			return;
		addr = list->elems[i].addr + skip;
		left = list->elems[i].len - skip;
		if (!i)
			map->iova = addr;

		p = first_piece(addr, left, list->page_size);
		for (;; p = next_piece(p, left, list->page_size)) {
			/* The first page of all may begin anywhere. */
			bool first = !map->npages;

			if (first || !same_page(&prev, &p, list->page_size)) {
				if (!first && !new_page(&prev, &p, list->page_size))
					return;
				if (map->npages == list->max_pages) {
					map->ret = map->length ? i : -ENOMEM;
					map->offset = list->elems[i].len - left;
					return;
				}
				map->pages[map->npages++] = p.page * list->page_size;
			}
			map->length += p.bytes;
			left -= p.bytes;
			prev = p;
			if (!left)
				break;
		}
		map->ret = i + 1;
	}
}

static u32 below(struct rnd_state *rng, u32 n)
{
	return prandom_u32_state(rng) % n;
}

static u64 random_addr(struct rnd_state *rng, u32 page_size)
{
	u64 addr = (u64)prandom_u32_state(rng) << 32 | prandom_u32_state(rng);

	switch (below(rng, 8)) {
	case 0:
		return addr;
	case 1:
		return U64_MAX - below(rng, 16 * page_size);
	default:
		return addr >> 24;
	}
}

static u32 random_len(struct rnd_state *rng, u64 addr, u32 page_size)
{
	u32 to_border = page_size - (addr & (page_size - 1));

	switch (below(rng, 8)) {
	case 0:
		return 0;
	case 1:
		return 1 + below(rng, 64);
	case 2:
		return below(rng, 4 * page_size + 1);
	default:
		return to_border + below(rng, 4) * page_size;
	}
}

/* Most elements join the one before, since a list that ends at once tests little. */
static void random_elem(struct rnd_state *rng, u32 page_size, const struct mr_elem *prev,
			struct mr_elem *elem)
{
	u64 end = prev->addr + prev->len, in_page = page_size - 1;

	switch (below(rng, 16)) {
	case 0:
		elem->addr = random_addr(rng, page_size);
		break;
	case 1:
		elem->addr = end + below(rng, page_size);
		break;
	default:
		elem->addr = end;
		if (!(end & in_page) && below(rng, 4))
			elem->addr = random_addr(rng, page_size) & ~in_page;
		break;
	}
	elem->len = random_len(rng, elem->addr, page_size);
}

/**
 * mr_model_random_list() - make up something to map
 * @rng: where chance comes from
 * @elems: room for %MR_MAX_PAGES elements
 * @list: filled in
 *
 * Pages of 512 bytes to 2 MiB, room for 1 to 300 of them, elements of nothing to
 * four pages and a bit, addresses up to the top.
 */
void mr_model_random_list(struct rnd_state *rng, struct mr_elem *elems,
			  struct mr_list *list)
{
	const struct mr_elem *prev = &elems[0];

	list->page_size = SZ_512 << below(rng, 13);
	list->max_pages = 1 + below(rng, below(rng, 2) ? 300 : 16);
	list->nents = 1 + below(rng, below(rng, 16) ? 12 : 300);
	list->elems = elems;
	elems[0].addr = random_addr(rng, list->page_size);
	elems[0].len = random_len(rng, elems[0].addr, list->page_size);
	list->offset = below(rng, 2) ? below(rng, elems[0].len + 1) : 0;
	for (u32 i = 1; i < list->nents; i++) {
		random_elem(rng, list->page_size, prev, &elems[i]);
		if (elems[i].len)
			prev = &elems[i];
	}
}
