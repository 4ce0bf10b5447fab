/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the suites of the memory region room share: a fake device with a PD, and
 * the reference model of a mapping.
 */
#ifndef _RDMA_KUNIT_MR_TEST_H
#define _RDMA_KUNIT_MR_TEST_H

#include <kunit/test.h>
#include <rdma/ib_verbs.h>
#include <rdma/restrack.h>

#include "fake.h"

struct rnd_state;

/**
 * struct mr_ctx - what a test works on
 * @fake: the device
 * @pd: a PD of it
 */
struct mr_ctx {
	struct fake *fake;
	struct ib_pd *pd;
};

static inline struct mr_ctx *mr_ctx_create(struct kunit *test, const struct fake_config *cfg)
{
	struct mr_ctx *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, ctx);
	ctx->fake = fake_create(test, cfg);
	ctx->pd = fake_pd(test, ctx->fake);
	fake_forget(ctx->fake);
	return ctx;
}

/* How many regions the resource tracker lists. */
static inline u32 mr_listed(const struct mr_ctx *ctx)
{
	return rdma_restrack_count(&ctx->fake->dev, RDMA_RESTRACK_MR, false);
}

/* The PD and the tracker know of @n regions. */
static inline void mr_expect_regions(struct kunit *test, const struct mr_ctx *ctx, u32 n)
{
	KUNIT_EXPECT_EQ(test, atomic_read(&ctx->pd->usecnt), n);
	KUNIT_EXPECT_EQ(test, mr_listed(ctx), n);
}

static inline void mr_dereg_action(void *mr)
{
	ib_dereg_mr(mr);
}

/* A region that goes away with the test. */
static inline struct ib_mr *mr_alloc(struct kunit *test, const struct mr_ctx *ctx,
				     enum ib_mr_type type, u32 max)
{
	struct ib_mr *mr = ib_alloc_mr(ctx->pd, type, max);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, mr);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, mr_dereg_action, mr));
	return mr;
}

void mr_trace(struct kunit *test, const char *name, void *probe, void *data);

#define MR_MAX_PAGES	320

struct mr_elem {
	u64 addr;
	u32 len;
};

/**
 * struct mr_list - something to map
 * @page_size: bytes in a page
 * @max_pages: pages that fit
 * @offset: bytes to skip of the first element
 * @nents: how many elements
 * @elems: the elements
 */
struct mr_list {
	u32 page_size;
	u32 max_pages;
	u32 offset;
	u32 nents;
	const struct mr_elem *elems;
};

/**
 * struct mr_mapping - what came of it
 * @ret: elements that are mapped whole, or an errno
 * @offset: bytes of the element after those that are mapped
 * @iova: first address
 * @length: bytes
 * @npages: pages that are taken
 * @pages: where they are
 */
struct mr_mapping {
	int ret;
	u32 offset;
	u64 iova;
	u64 length;
	u32 npages;
	u64 pages[MR_MAX_PAGES];
};

void mr_model_map(const struct mr_list *list, struct mr_mapping *map);
void mr_model_random_list(struct rnd_state *rng, struct mr_elem *elems,
			  struct mr_list *list);

#endif /* _RDMA_KUNIT_MR_TEST_H */
