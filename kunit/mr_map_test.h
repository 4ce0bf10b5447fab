/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the suites of the mapping share: a list, the forms to map it in, and the
 * comparison with what should have come of it.
 */
#ifndef _RDMA_KUNIT_MR_MAP_TEST_H
#define _RDMA_KUNIT_MR_MAP_TEST_H

#include <linux/scatterlist.h>
#include <linux/sizes.h>

#include "mr_test.h"

#define P		4096
#define NOT_A_PAGE	0xdeadbeefdeadbeefULL

/**
 * struct taker - a driver that is asked to take pages
 * @mr: its region
 * @npages: pages that it has
 * @room: pages that it takes
 * @refusal: what it says to further ones
 * @pages: the pages, and one that must stay as it is
 */
struct taker {
	struct ib_mr mr;
	u32 npages;
	u32 room;
	int refusal;
	u64 pages[MR_MAX_PAGES + 1];
};

/**
 * struct map_ctx - what a test works on
 * @ctx: the device
 * @taker: a driver without a device
 * @sg: the list
 * @got: what was mapped
 * @want: what should have been
 */
struct map_ctx {
	struct mr_ctx *ctx;
	struct taker taker;
	struct scatterlist sg[MR_MAX_PAGES];
	struct mr_mapping got;
	struct mr_mapping want;
};

int map_init(struct kunit *test);
void map_fill(struct scatterlist *sgl, const struct mr_elem *elems, u32 nents);

/* The forms: by a call for each page, by a vector, on a device. */
int taker_set_page(struct ib_mr *mr, u64 addr);
void map_take(struct map_ctx *m, u32 page_size, u32 room);
void map_by_call(struct map_ctx *m, const struct mr_list *list);
void map_by_vec(struct map_ctx *m, const struct mr_list *list);
void map_by_device(struct kunit *test, struct map_ctx *m, const struct mr_list *list);

/* What came of it against what should have; a difference ends the test. */
void map_compare(struct kunit *test, const struct map_ctx *m, const char *what);
void map_try(struct kunit *test, struct map_ctx *m, const struct mr_list *list,
	     const char *what);
void map_goes_on(struct kunit *test, struct map_ctx *m, struct mr_list list,
		 const char *what);

#endif /* _RDMA_KUNIT_MR_MAP_TEST_H */
