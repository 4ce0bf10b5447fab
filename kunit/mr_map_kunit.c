// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the mapping of scatterlists into memory regions. Each rule of the
 * contract is a case of that name, made of rows; each row is tried by a call for
 * each page, by a vector, and through ib_map_mr_sg() on a device.
 */
#include <kunit/test.h>
#include <linux/ktime.h>
#include <linux/log2.h>
#include <linux/prandom.h>
#include <linux/scatterlist.h>
#include <linux/sizes.h>
#include <rdma/ib_verbs.h>

#include "mr/mr.h"
#include "mr_map_test.h"

#define ROW_ELEMS	4
#define ROW_PAGES	4

/**
 * struct map_row - a list and what comes of it
 * @desc: what it is about
 * @page_size: 0 for @P
 * @max_pages: pages that fit
 * @offset: bytes to skip
 * @elems: up to the first element that is all 0
 * @ret: the answer
 * @pages: what is taken, up to the first 0
 * @iova: first address
 * @length: bytes that are mapped
 * @offset_out: the first byte that is not, in element @ret
 */
struct map_row {
	const char *desc;
	u32 page_size;
	u32 max_pages;
	u32 offset;
	struct mr_elem elems[ROW_ELEMS];
	int ret;
	u64 pages[ROW_PAGES];
	u64 iova;
	u64 length;
	u32 offset_out;
};

static void map_row(struct kunit *test, const struct map_row *row)
{
	struct map_ctx *m = test->priv;
	struct mr_list list = {
		.page_size = row->page_size ?: P,
		.max_pages = row->max_pages,
		.offset = row->offset,
		.elems = row->elems,
	};

	while (list.nents < ROW_ELEMS &&
	       (row->elems[list.nents].addr || row->elems[list.nents].len))
		list.nents++;

	m->want.ret = row->ret;
	m->want.offset = row->offset_out;
	m->want.iova = row->iova;
	m->want.length = row->length;
	for (m->want.npages = 0; m->want.npages < ROW_PAGES; m->want.npages++) {
		if (!row->pages[m->want.npages])
			break;
		m->want.pages[m->want.npages] = row->pages[m->want.npages];
	}

	map_try(test, m, &list, row->desc);
	map_by_device(test, m, &list);
	map_compare(test, m, row->desc);

	/* The model has to agree with the contract, too. It does not look at the page size. */
	if (!is_power_of_2(list.page_size))
		return;
	m->got = m->want;
	mr_model_map(&list, &m->want);
	map_compare(test, m, row->desc);
}

static void map_rows(struct kunit *test, const struct map_row *rows)
{
	for (const struct map_row *row = rows; row->desc; row++)
		map_row(test, row);
}

/* The case of a rule, from its rows; the last of them is empty. */
#define MAP_RULE(name, rows)						\
static void name(struct kunit *test)					\
{									\
	map_rows(test, rows);						\
}

/* The worked values of the contract, in its order. */
static const struct map_row worked_values[] = {
	{ "two pages", 0, 8, 0, { { 0x10000, 4096 }, { 0x30000, 4096 } },
	  2, { 0x10000, 0x30000 }, 0x10000, 8192 },
	{ "first starts and last ends inside", 0, 8, 0,
	  { { 0x10200, 3584 }, { 0x30000, 4096 }, { 0x50000, 100 } },
	  3, { 0x10000, 0x30000, 0x50000 }, 0x10200, 7780 },
	{ "first ends inside", 0, 8, 0, { { 0x10000, 2048 }, { 0x30000, 4096 } },
	  1, { 0x10000 }, 0x10000, 2048 },
	{ "two halves of a page", 0, 8, 0,
	  { { 0x10000, 2048 }, { 0x10800, 2048 }, { 0x20000, 4096 } },
	  3, { 0x10000, 0x20000 }, 0x10000, 8192 },
	{ "cut inside the first", 0, 2, 0, { { 0x10000, 16384 } },
	  0, { 0x10000, 0x11000 }, 0x10000, 8192, 8192 },
	{ "and the rest of it", 0, 2, 8192, { { 0x10000, 16384 } },
	  1, { 0x12000, 0x13000 }, 0x12000, 8192 },
	{ "contiguous over a border", 0, 8, 256,
	  { { 0x10e00, 512 }, { 0x11000, 512 }, { 0x11200, 512 } },
	  3, { 0x10000, 0x11000 }, 0x10f00, 1280 },
	{ "second starts inside", 0, 8, 0, { { 0x10000, 4096 }, { 0x30800, 2048 } },
	  1, { 0x10000 }, 0x10000, 4096 },
	{ "pages of 64 KiB", SZ_64K, 2, 512, { { 0x1f0000, 65536 }, { 0x400000, 65536 } },
	  2, { 0x1f0000, 0x400000 }, 0x1f0200, 130560 },
	{ "cut in an unaligned first", 0, 1, 0, { { 0x1800, 4096 } },
	  0, { 0x1000 }, 0x1800, 2048, 2048 },
	{ "top of the address space", 0, 8, 0, { { 0xffffffffffffe000, 8192 } },
	  1, { 0xffffffffffffe000, 0xfffffffffffff000 }, 0xffffffffffffe000, 8192 },
};

static void map_row_desc(const struct map_row *row, char *desc)
{
	strscpy(desc, row->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(worked, worked_values, map_row_desc);

static void map_worked_values(struct kunit *test)
{
	map_row(test, test->param_value);
}

static const struct map_row first_may_have_offset[] = {
	{ "none", 0, 8, 0, { { 0x12345, 100 } }, 1, { 0x12000 }, 0x12345, 100 },
	{ "in the page", 0, 8, 99, { { 0x12345, 100 } }, 1, { 0x12000 }, 0x123a8, 1 },
	{ "past a page", 0, 8, 5000, { { 0x12345, 8192 } },
	  1, { 0x13000, 0x14000 }, 0x136cd, 3192 },
	{ "to the last byte", 0, 8, 8191, { { 0x10000, 8192 } }, 1, { 0x11000 }, 0x11fff, 1 },
	{}
};

MAP_RULE(map_first_may_have_offset, first_may_have_offset)

static const struct map_row aligned_or_contiguous[] = {
	{ "aligned", 0, 8, 0, { { 0x5000, 4096 }, { 0x1000, 4096 } },
	  2, { 0x5000, 0x1000 }, 0x5000, 8192 },
	{ "contiguous", 0, 8, 0, { { 0x1100, 256 }, { 0x1200, 256 } },
	  2, { 0x1000 }, 0x1100, 512 },
	{ "both", 0, 8, 0, { { 0x1000, 4096 }, { 0x2000, 4096 } },
	  2, { 0x1000, 0x2000 }, 0x1000, 8192 },
	{ "one after the other", 0, 8, 0, { { 0x1f00, 256 }, { 0x8000, 256 }, { 0x8100, 256 } },
	  3, { 0x1000, 0x8000 }, 0x1f00, 768 },
	{ "aligned, below the first", 0, 8, 0, { { 0x9000, 4096 }, { 0x9000, 4096 } },
	  2, { 0x9000, 0x9000 }, 0x9000, 8192 },
	{}
};

MAP_RULE(map_aligned_or_contiguous, aligned_or_contiguous)

static const struct map_row gap_ends_prefix[] = {
	{ "ends inside", 0, 8, 0, { { 0x1000, 4095 }, { 0x3000, 4096 } },
	  1, { 0x1000 }, 0x1000, 4095 },
	{ "starts inside", 0, 8, 0, { { 0x1000, 4096 }, { 0x3001, 4095 } },
	  1, { 0x1000 }, 0x1000, 4096 },
	{ "same place in another page", 0, 8, 0, { { 0x1000, 2048 }, { 0x2800, 2048 } },
	  1, { 0x1000 }, 0x1000, 2048 },
	{ "gap within the page", 0, 8, 0, { { 0x1000, 1024 }, { 0x1800, 1024 } },
	  1, { 0x1000 }, 0x1000, 1024 },
	{ "overlap", 0, 8, 0, { { 0x1000, 2048 }, { 0x1400, 2048 } },
	  1, { 0x1000 }, 0x1000, 2048 },
	{ "third", 0, 8, 0, { { 0x1000, 4096 }, { 0x3000, 100 }, { 0x5000, 4096 } },
	  2, { 0x1000, 0x3000 }, 0x1000, 4196 },
	{}
};

MAP_RULE(map_gap_ends_prefix, gap_ends_prefix)

static const struct map_row last_may_be_short[] = {
	{ "one byte", 0, 8, 0, { { 0x1000, 4096 }, { 0x3000, 1 } },
	  2, { 0x1000, 0x3000 }, 0x1000, 4097 },
	{ "into a further page", 0, 8, 0, { { 0x1000, 4096 }, { 0x3000, 4097 } },
	  2, { 0x1000, 0x3000, 0x4000 }, 0x1000, 8193 },
	{}
};

MAP_RULE(map_last_may_be_short, last_may_be_short)

static const struct map_row contiguous_coalesces[] = {
	{ "four in a page", 0, 8, 0,
	  { { 0x1000, 1 }, { 0x1001, 1 }, { 0x1002, 1 }, { 0x1003, 4093 } },
	  4, { 0x1000 }, 0x1000, 4096 },
	{ "up to the border and on", 0, 8, 0, { { 0x1800, 1024 }, { 0x1c00, 1024 }, { 0x2000, 1 } },
	  3, { 0x1000, 0x2000 }, 0x1800, 2049 },
	{ "over the border", 0, 8, 0, { { 0x1800, 1024 }, { 0x1c00, 8192 }, { 0x3c00, 1024 } },
	  3, { 0x1000, 0x2000, 0x3000 }, 0x1800, 10240 },
	{ "in the top page", 0, 8, 0,
	  { { 0xfffffffffffff000, 2048 }, { 0xfffffffffffff800, 2048 } },
	  2, { 0xfffffffffffff000 }, 0xfffffffffffff000, 4096 },
	{ "a full page needs no room", 0, 1, 0, { { 0x1000, 2048 }, { 0x1800, 2048 } },
	  2, { 0x1000 }, 0x1000, 4096 },
	{}
};

MAP_RULE(map_contiguous_coalesces, contiguous_coalesces)

static const struct map_row capacity_ends_prefix[] = {
	{ "between elements", 0, 2, 0, { { 0x1000, 4096 }, { 0x3000, 4096 }, { 0x5000, 4096 } },
	  2, { 0x1000, 0x3000 }, 0x1000, 8192 },
	{ "in the second", 0, 2, 0, { { 0x1000, 4096 }, { 0x3000, 12288 } },
	  1, { 0x1000, 0x3000 }, 0x1000, 8192, 4096 },
	{ "in one that goes on", 0, 1, 0, { { 0x1000, 2048 }, { 0x1800, 4096 } },
	  1, { 0x1000 }, 0x1000, 4096, 2048 },
	{ "from there", 0, 1, 2048, { { 0x1800, 4096 } }, 1, { 0x2000 }, 0x2000, 2048 },
	{ "exactly full", 0, 2, 0, { { 0x1000, 8192 } }, 1, { 0x1000, 0x2000 }, 0x1000, 8192 },
	{}
};

MAP_RULE(map_capacity_ends_prefix, capacity_ends_prefix)

static const struct map_row offset_out_is_zero_on_boundary[] = {
	{ "end of the list", 0, 8, 100, { { 0x1000, 4096 } }, 1, { 0x1000 }, 0x1064, 3996 },
	{ "a gap", 0, 8, 100, { { 0x1000, 4096 }, { 0x1100, 10 } }, 1, { 0x1000 }, 0x1064, 3996 },
	{ "no room", 0, 1, 100, { { 0x1000, 4096 }, { 0x2000, 10 } }, 1, { 0x1000 }, 0x1064, 3996 },
	{}
};

MAP_RULE(map_offset_out_is_zero_on_boundary, offset_out_is_zero_on_boundary)

static const struct map_row length_is_exact[] = {
	{ "a byte", 0, 8, 0, { { 0x1fff, 1 } }, 1, { 0x1000 }, 0x1fff, 1 },
	{ "two, over a border", 0, 8, 0, { { 0x1fff, 2 } }, 1, { 0x1000, 0x2000 }, 0x1fff, 2 },
	{ "4 GiB, but for a byte", SZ_2G, 8, 0, { { 0x80000000, 0xffffffff } },
	  1, { 0x80000000, 0x100000000 }, 0x80000000, 0xffffffff },
	{ "more than 4 GiB", SZ_2G, 8, 0, { { 0x80000000, SZ_2G }, { 0x100000000, 0xffffffff } },
	  2, { 0x80000000, 0x100000000, 0x180000000 }, 0x80000000, 0x17fffffff },
	{}
};

MAP_RULE(map_length_is_exact, length_is_exact)

static const struct map_row larger_pages[] = {
	{ "2 MiB", SZ_2M, 8, 0, { { 0x3ff000, 4096 }, { 0x800000, 4096 } },
	  2, { 0x200000, 0x800000 }, 0x3ff000, 8192 },
	{ "2 MiB, aligned to 4 KiB only", SZ_2M, 8, 0, { { 0x200000, SZ_2M }, { 0x401000, 4096 } },
	  1, { 0x200000 }, 0x200000, SZ_2M },
	{ "512", 512, 8, 0, { { 0x1100, 256 }, { 0x3000, 512 }, { 0x5200, 100 } },
	  3, { 0x1000, 0x3000, 0x5200 }, 0x1100, 868 },
	{ "1", 1, 8, 0, { { 0x1001, 2 }, { 0x5, 1 } }, 2, { 0x1001, 0x1002, 0x5 }, 0x1001, 3 },
	{}
};

MAP_RULE(map_larger_pages, larger_pages)

/* B029 */
static const struct map_row gaps_at_borders_of_larger_pages[] = {
	{ "64 KiB", SZ_64K, 8, 0, { { 0x18f800, 0x800 }, { 0x170000, 0x1000 } },
	  2, { 0x180000, 0x170000 }, 0x18f800, 0x1800 },
	{ "4 KiB border inside", SZ_64K, 8, 0, { { 0x18e800, 0x800 }, { 0x170000, 0x1000 } },
	  1, { 0x180000 }, 0x18e800, 0x800 },
	{}
};

MAP_RULE(map_gaps_at_borders_of_larger_pages, gaps_at_borders_of_larger_pages)

static const struct map_row split_element_larger_than_page[] = {
	{ "aligned", 0, 8, 0, { { 0x1000, 16384 } },
	  1, { 0x1000, 0x2000, 0x3000, 0x4000 }, 0x1000, 16384 },
	{ "from its rounded-down start", 0, 8, 0, { { 0x1fff, 4098 } },
	  1, { 0x1000, 0x2000, 0x3000 }, 0x1fff, 4098 },
	{}
};

MAP_RULE(map_split_element_larger_than_page, split_element_larger_than_page)

/* B001 */
static const struct map_row top_of_address_space[] = {
	{ "the last byte", 0, 8, 0, { { U64_MAX, 1 } }, 1, { 0xfffffffffffff000 }, U64_MAX, 1 },
	{ "two pages", 0, 8, 0, { { 0xffffffffffffe000, 8192 } },
	  1, { 0xffffffffffffe000, 0xfffffffffffff000 }, 0xffffffffffffe000, 8192 },
	{ "unaligned", 0, 8, 0, { { 0xffffffffffffefff, 4097 } },
	  1, { 0xffffffffffffe000, 0xfffffffffffff000 }, 0xffffffffffffefff, 4097 },
	{ "one big page", SZ_2M, 8, 0, { { 0xfffffffffff00000, SZ_1M } },
	  1, { 0xffffffffffe00000 }, 0xfffffffffff00000, SZ_1M },
	{ "and on from below", 0, 8, 0, { { 0xfffffffffffff000, 4096 }, { 0x1000, 4096 } },
	  2, { 0xfffffffffffff000, 0x1000 }, 0xfffffffffffff000, 8192 },
	{ "no wrap into the middle of page 0", 0, 8, 0,
	  { { 0xfffffffffffff000, 4096 }, { 0x10, 4080 } },
	  1, { 0xfffffffffffff000 }, 0xfffffffffffff000, 4096 },
	{ "cut below the top", 0, 1, 0, { { 0xffffffffffffe800, 6144 } },
	  0, { 0xffffffffffffe000 }, 0xffffffffffffe800, 2048, 2048 },
	{}
};

MAP_RULE(map_top_of_address_space, top_of_address_space)

/* N1 */
static const struct map_row partial_is_exact[] = {
	{ "room for 1", 0, 1, 0, { { 0x1000, 0x3000 } }, 0, { 0x1000 }, 0x1000, 0x1000, 0x1000 },
	{ "room for 2", 0, 2, 0, { { 0x1000, 0x3000 } },
	  0, { 0x1000, 0x2000 }, 0x1000, 0x2000, 0x2000 },
	{ "room for 3", 0, 3, 0, { { 0x1000, 0x3000 } },
	  1, { 0x1000, 0x2000, 0x3000 }, 0x1000, 0x3000 },
	{ "room for 4", 0, 4, 0, { { 0x1000, 0x3000 } },
	  1, { 0x1000, 0x2000, 0x3000 }, 0x1000, 0x3000 },
	{ "1, from 0x800", 0, 1, 0x800, { { 0x1000, 0x3000 } },
	  0, { 0x1000 }, 0x1800, 0x800, 0x1000 },
	{ "2, from 0x800", 0, 2, 0x800, { { 0x1000, 0x3000 } },
	  0, { 0x1000, 0x2000 }, 0x1800, 0x1800, 0x2000 },
	{ "3, from 0x800", 0, 3, 0x800, { { 0x1000, 0x3000 } },
	  1, { 0x1000, 0x2000, 0x3000 }, 0x1800, 0x2800 },
	{ "unaligned", 0, 1, 0, { { 0x1800, 0x1000 } }, 0, { 0x1000 }, 0x1800, 0x800, 0x800 },
	{ "unaligned, room for 2", 0, 2, 0, { { 0x1800, 0x1000 } },
	  1, { 0x1000, 0x2000 }, 0x1800, 0x1000 },
	{}
};

MAP_RULE(map_partial_is_exact, partial_is_exact)

/* B2 */
static const struct map_row rejects_offset_past_first[] = {
	{ "at its end", 0, 8, 4096, { { 0x1000, 4096 }, { 0x2000, 4096 } }, -EINVAL },
	{ "past it", 0, 8, 4097, { { 0x1000, 4096 }, { 0x2000, 4096 } }, -EINVAL },
	{ "far past it", 0, 8, U32_MAX, { { 0x1000, 4096 } }, -EINVAL },
	{ "first is empty", 0, 8, 0, { { 0x1000, 0 }, { 0x2000, 4096 } }, -EINVAL },
	{}
};

MAP_RULE(map_rejects_offset_past_first, rejects_offset_past_first)

/* B3 */
static const struct map_row rejects_odd_page_sizes[] = {
	{ "3", 3, 8, 0, { { 0x1000, 4096 } }, -EINVAL },
	{ "4095", 4095, 8, 0, { { 0x1000, 4096 } }, -EINVAL },
	{ "12 KiB", 3 * P, 8, 0, { { 0x1000, 4096 } }, -EINVAL },
	{ "all ones", U32_MAX, 8, 0, { { 0x1000, 4096 } }, -EINVAL },
	{}
};

MAP_RULE(map_rejects_odd_page_sizes, rejects_odd_page_sizes)

/* B4 */
static const struct map_row rejects_element_past_top[] = {
	{ "first, by a byte", 0, 8, 0, { { U64_MAX, 2 } }, -EINVAL },
	{ "first, by far", 0, 8, 0, { { 0xfffffffffffff000, 0x10000 } }, -EINVAL },
	{ "first, with an offset", 0, 8, 2, { { U64_MAX, 3 } }, -EINVAL },
	{ "second", 0, 8, 0, { { 0x1000, 4096 }, { 0xfffffffffffff000, 4097 } },
	  1, { 0x1000 }, 0x1000, 4096 },
	{ "second, contiguous", 0, 8, 0,
	  { { 0xfffffffffffff000, 2048 }, { 0xfffffffffffff800, 2049 } },
	  1, { 0xfffffffffffff000 }, 0xfffffffffffff000, 2048 },
	{}
};

MAP_RULE(map_rejects_element_past_top, rejects_element_past_top)

/* B5, B006 */
static const struct map_row empty_element_adds_no_page[] = {
	{ "last", 0, 8, 0, { { 0x1000, 4096 }, { 0x3000, 0 } }, 2, { 0x1000 }, 0x1000, 4096 },
	{ "tail", 0, 8, 0, { { 0x1000, 4096 }, { 0x9, 0 }, { 0x7, 0 }, { 0x5, 0 } },
	  4, { 0x1000 }, 0x1000, 4096 },
	{ "middle", 0, 8, 0, { { 0x1000, 4096 }, { 0x123, 0 }, { 0x3000, 4096 } },
	  3, { 0x1000, 0x3000 }, 0x1000, 8192 },
	{ "inside a page", 0, 8, 0, { { 0x1000, 100 }, { 0x5555, 0 }, { 0x1064, 100 } },
	  3, { 0x1000 }, 0x1000, 200 },
	{ "before a gap", 0, 8, 0, { { 0x1000, 100 }, { 0x5555, 0 }, { 0x2064, 100 } },
	  2, { 0x1000 }, 0x1000, 100 },
	{ "no room needed", 0, 1, 0, { { 0x1000, 4096 }, { 0x3000, 0 } },
	  2, { 0x1000 }, 0x1000, 4096 },
	{}
};

MAP_RULE(map_empty_element_adds_no_page, empty_element_adds_no_page)

static const struct mr_elem many[] = {
	{ 0x1800, 0x3000 }, { 0x4800, 0x800 }, { 0x9000, 0x8000 }, { 0x40, 0 },
	{ 0x20010, 0x10 }, { 0x20020, 0x20000 }, { 0x1, 1 }, { 0x2, 0x5ffe },
};

static void map_capacity_goes_on(struct kunit *test)
{
	for (u32 max_pages = 1; max_pages < 40; max_pages++) {
		struct mr_list list = { P, max_pages, 0x123, ARRAY_SIZE(many), many };
		char what[32];

		snprintf(what, sizeof(what), "room for %u", max_pages);
		map_goes_on(test, test->priv, list, what);
	}
}

/* B001: a megabyte that ends at the top. */
static void map_top_of_address_space_in_256_pages(struct kunit *test)
{
	const struct mr_elem elem = { 0xfffffffffff00000ULL, SZ_1M };
	struct mr_list list = { P, 300, 0, 1, &elem };
	struct map_ctx *m = test->priv;

	m->want = (struct mr_mapping){
		.ret = 1, .iova = elem.addr, .length = elem.len, .npages = 256,
	};
	for (u32 i = 0; i < 256; i++)
		m->want.pages[i] = elem.addr + i * P;
	map_try(test, m, &list, "1 MiB");
}

static void map_restarts(struct kunit *test)
{
	const struct mr_elem first[] = { { 0x1000, 4096 }, { 0x5000, 4096 }, { 0x9000, 10 } };
	const struct mr_elem second = { 0x700100, 256 };
	struct map_ctx *m = test->priv;
	struct ib_mr *mr = mr_alloc(test, m->ctx, IB_MR_TYPE_MEM_REG, 8);

	map_fill(m->sg, first, 3);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 3, NULL, P), 3);
	map_fill(m->sg, &second, 1);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 1, NULL, SZ_64K), 1);
	KUNIT_EXPECT_EQ(test, mr->iova, 0x700100);
	KUNIT_EXPECT_EQ(test, mr->length, 256);
	KUNIT_EXPECT_EQ(test, mr->page_size, SZ_64K);
	KUNIT_EXPECT_EQ(test, to_fake_mr(mr)->npages, 1);
	KUNIT_EXPECT_EQ(test, to_fake_mr(mr)->pages[0], 0x700000);
}

static void map_sg_gaps_takes_anything(struct kunit *test)
{
	static const struct fake_config cfg = { .kernel_caps = IBK_SG_GAPS_REG };
	static const u32 page_sizes[] = { 0, 3, P, U32_MAX };
	const struct mr_elem elems[] = { { 0x1001, 7 }, { 0x1003, 5 }, { 0x77, 4096 }, { 1, 1 } };
	struct mr_ctx *ctx = mr_ctx_create(test, &cfg);
	struct ib_mr *mr = mr_alloc(test, ctx, IB_MR_TYPE_SG_GAPS, 3);
	struct map_ctx *m = test->priv;
	u32 offset;

	map_fill(m->sg, elems, 4);
	for (int i = 0; i < ARRAY_SIZE(page_sizes); i++) {
		offset = 2;
		KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 3, &offset, page_sizes[i]), 3);
		KUNIT_EXPECT_EQ(test, mr->iova, 0x1003);
		KUNIT_EXPECT_EQ(test, mr->length, 7 + 5 + 4096 - 2);
		KUNIT_EXPECT_EQ(test, mr->page_size, page_sizes[i]);
	}
	/* N elements, and no more. */
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 4, NULL, 0), 3);
	/* What cannot be a byte range is refused for this type, too: B2, B4. */
	offset = 7;
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 3, &offset, 0), -EINVAL);
	sg_dma_address(&m->sg[0]) = U64_MAX;
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 3, NULL, 0), -EINVAL);
}

/* B004: four pages that became two elements; the answer is to be compared with 2. */
static void map_counts_mapped_elements(struct kunit *test)
{
	const struct mr_elem merged[] = { { 0x1000, 8192 }, { 0x8000, 8192 } };
	struct map_ctx *m = test->priv;
	struct ib_mr *mr = mr_alloc(test, m->ctx, IB_MR_TYPE_MEM_REG, 4);
	struct ib_mr *small = mr_alloc(test, m->ctx, IB_MR_TYPE_MEM_REG, 3);
	u32 offset = 0;

	map_fill(m->sg, merged, 2);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(mr, m->sg, 2, NULL, P), 2);
	KUNIT_EXPECT_EQ(test, ib_map_mr_sg(small, m->sg, 2, &offset, P), 1);
	KUNIT_EXPECT_EQ(test, offset, 4096);
	KUNIT_EXPECT_EQ(test, small->length, 12288);
}

static void map_follows_chains(struct kunit *test)
{
	struct mr_elem elems[] = { { 0x1000, P }, { 0x3000, P }, { 0x5000, P }, { 0x7000, 9 } };
	struct mr_list list = { P, 8, 0, ARRAY_SIZE(elems), elems };
	struct map_ctx *m = test->priv;
	struct scatterlist *tail = m->sg + 10;

	sg_init_table(m->sg, 3);
	sg_init_table(tail, 2);
	sg_chain(m->sg, 3, tail);
	mr_model_map(&list, &m->want);
	KUNIT_ASSERT_EQ(test, m->want.ret, 4);
	map_try(test, m, &list, "two and two");
}

#define MODEL_SEED	0x6d61705f7367ULL
#define MODEL_LISTS	100000

/* Each form against the model, and the rest of the list after a cut. */
static void map_matches_model(struct kunit *test)
{
	struct mr_elem *elems = kunit_kmalloc_array(test, MR_MAX_PAGES, sizeof(*elems),
						    GFP_KERNEL);
	u64 pages = 0, whole = 0, refused = 0, start = ktime_get_ns();
	struct map_ctx *m = test->priv;
	struct rnd_state rng;
	struct mr_list list;
	char what[48];

	KUNIT_ASSERT_NOT_NULL(test, elems);
	prandom_seed_state(&rng, MODEL_SEED);
	for (u32 i = 0; i < MODEL_LISTS; i++) {
		mr_model_random_list(&rng, elems, &list);
		snprintf(what, sizeof(what), "seed %#llx, list %u", MODEL_SEED, i);
		mr_model_map(&list, &m->want);
		pages += m->want.npages;
		whole += m->want.ret == list.nents;
		refused += m->want.ret < 0;
		map_try(test, m, &list, what);
		if (m->want.ret >= 0 && m->want.ret < list.nents)
			map_goes_on(test, m, list, what);
	}
	kunit_info(test, "%u lists from seed %#llx: %llu whole, %llu refused, %llu pages, %llu ms\n",
		   MODEL_LISTS, MODEL_SEED, whole, refused, pages,
		   (ktime_get_ns() - start) / NSEC_PER_MSEC);
}

static struct kunit_case map_cases[] = {
	KUNIT_CASE_PARAM(map_worked_values, worked_gen_params),
	KUNIT_CASE(map_first_may_have_offset),
	KUNIT_CASE(map_aligned_or_contiguous),
	KUNIT_CASE(map_gap_ends_prefix),
	KUNIT_CASE(map_last_may_be_short),
	KUNIT_CASE(map_contiguous_coalesces),
	KUNIT_CASE(map_capacity_ends_prefix),
	KUNIT_CASE(map_capacity_goes_on),
	KUNIT_CASE(map_offset_out_is_zero_on_boundary),
	KUNIT_CASE(map_length_is_exact),
	KUNIT_CASE(map_sg_gaps_takes_anything),
	KUNIT_CASE(map_restarts),
	KUNIT_CASE(map_larger_pages),
	KUNIT_CASE(map_gaps_at_borders_of_larger_pages),
	KUNIT_CASE(map_split_element_larger_than_page),
	KUNIT_CASE(map_top_of_address_space),
	KUNIT_CASE(map_top_of_address_space_in_256_pages),
	KUNIT_CASE(map_partial_is_exact),
	KUNIT_CASE(map_rejects_offset_past_first),
	KUNIT_CASE(map_rejects_odd_page_sizes),
	KUNIT_CASE(map_rejects_element_past_top),
	KUNIT_CASE(map_empty_element_adds_no_page),
	KUNIT_CASE(map_counts_mapped_elements),
	KUNIT_CASE(map_follows_chains),
	KUNIT_CASE_SLOW(map_matches_model),
	{}
};

static struct kunit_suite map_suite = {
	.name = "ib_core_mr_map",
	.init = map_init,
	.test_cases = map_cases,
};

kunit_test_suite(map_suite);
