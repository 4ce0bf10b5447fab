// SPDX-License-Identifier: GPL-2.0-only
/*
 * The forms that a list is mapped in, and the comparison of what came of it.
 */
#include <linux/scatterlist.h>

#include "mr/mr.h"
#include "mr_map_test.h"

int taker_set_page(struct ib_mr *mr, u64 addr)
{
	struct taker *taker = container_of(mr, struct taker, mr);

	if (taker->npages == taker->room)
		return taker->refusal;
	taker->pages[taker->npages++] = addr;
	return 0;
}

void map_fill(struct scatterlist *sgl, const struct mr_elem *elems, u32 nents)
{
	struct scatterlist *sg;
	u32 i;

	for_each_sg(sgl, sg, nents, i) {
		sg_dma_address(sg) = elems[i].addr;
		sg_dma_len(sg) = elems[i].len;
	}
}

void map_take(struct map_ctx *m, u32 page_size, u32 room)
{
	struct taker *taker = &m->taker;

	taker->npages = 0;
	taker->room = room;
	taker->refusal = -ENOMEM;
	taker->mr.page_size = page_size;
	taker->pages[room] = NOT_A_PAGE;
}

static void map_got(struct map_ctx *m, int ret, u32 offset, const struct ib_mr *mr,
		    const u64 *pages, u32 npages)
{
	m->got.ret = ret;
	m->got.offset = offset;
	m->got.iova = mr->iova;
	m->got.length = mr->length;
	m->got.npages = npages;
	memcpy(m->got.pages, pages, npages * sizeof(*pages));
}

/* How many pages a mapping has to have, from what it says of itself. */
static u32 map_pages_of(const struct ib_mr *mr)
{
	u64 in_first = mr->iova & (mr->page_size - 1);

	return DIV_ROUND_UP_ULL(in_first + mr->length, mr->page_size);
}

void map_by_call(struct map_ctx *m, const struct mr_list *list)
{
	struct taker *taker = &m->taker;
	u32 offset = list->offset;
	int ret;

	map_take(m, list->page_size, list->max_pages);
	ret = ib_sg_to_pages(&taker->mr, m->sg, list->nents, &offset, taker_set_page);
	map_got(m, ret, offset, &taker->mr, taker->pages, taker->npages);
}

void map_by_vec(struct map_ctx *m, const struct mr_list *list)
{
	struct taker *taker = &m->taker;
	u32 offset = list->offset;
	int ret;

	map_take(m, list->page_size, list->max_pages);
	ret = ib_sg_to_page_vec(&taker->mr, m->sg, list->nents, &offset, taker->pages,
				list->max_pages);
	map_got(m, ret, offset, &taker->mr, taker->pages,
		ret < 0 ? 0 : map_pages_of(&taker->mr));
}

void map_by_device(struct kunit *test, struct map_ctx *m, const struct mr_list *list)
{
	struct ib_mr *mr = mr_alloc(test, m->ctx, IB_MR_TYPE_MEM_REG, list->max_pages);
	struct fake_mr *fmr = to_fake_mr(mr);
	u32 offset = list->offset;
	int ret;

	ret = ib_map_mr_sg(mr, m->sg, list->nents, &offset, list->page_size);
	map_got(m, ret, offset, mr, fmr->pages, fmr->npages);
	if (ret >= 0)
		KUNIT_EXPECT_EQ(test, mr->page_size, list->page_size);
	kunit_release_action(test, mr_dereg_action, mr);
}

void map_compare(struct kunit *test, const struct map_ctx *m, const char *what)
{
	const struct mr_mapping *got = &m->got, *want = &m->want;

	KUNIT_ASSERT_EQ_MSG(test, got->ret, want->ret, "%s", what);
	if (want->ret < 0)
		return;
	KUNIT_ASSERT_EQ_MSG(test, got->offset, want->offset, "%s", what);
	KUNIT_ASSERT_EQ_MSG(test, got->iova, want->iova, "%s", what);
	KUNIT_ASSERT_EQ_MSG(test, got->length, want->length, "%s", what);
	KUNIT_ASSERT_EQ_MSG(test, got->npages, want->npages, "%s", what);
	KUNIT_ASSERT_MEMEQ_MSG(test, got->pages, want->pages,
			       want->npages * sizeof(*want->pages), "%s", what);
}

/* The same list in each form, against @m's wanted mapping. */
void map_try(struct kunit *test, struct map_ctx *m, const struct mr_list *list,
	     const char *what)
{
	map_fill(m->sg, list->elems, list->nents);
	map_by_call(m, list);
	map_compare(test, m, what);
	map_by_vec(m, list);
	map_compare(test, m, what);
	KUNIT_ASSERT_EQ_MSG(test, m->taker.pages[list->max_pages], NOT_A_PAGE, "%s", what);
}

/* M6: going on where a call stopped covers the list exactly once. */
void map_goes_on(struct kunit *test, struct map_ctx *m, struct mr_list list,
		 const char *what)
{
	const u32 nents = list.nents;
	u64 left_bytes = 0;

	for (u32 i = 0; i < nents; i++)
		left_bytes += list.elems[i].len;
	left_bytes -= list.offset;

	for (u32 done = 0; done < nents; done += m->got.ret) {
		list.nents = nents - done;
		mr_model_map(&list, &m->want);
		map_fill(m->sg, list.elems, list.nents);
		map_by_call(m, &list);
		map_compare(test, m, what);
		if (m->got.ret < 0)
			return;
		KUNIT_ASSERT_GT_MSG(test, m->got.length, 0, "%s", what);
		left_bytes -= m->got.length;
		list.elems += m->got.ret;
		list.offset = m->got.offset;
	}
	KUNIT_ASSERT_EQ_MSG(test, left_bytes, 0, "%s", what);
}

int map_init(struct kunit *test)
{
	static const struct fake_config cfg = {};
	struct map_ctx *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	if (!m)
		return -ENOMEM;
	m->ctx = mr_ctx_create(test, &cfg);
	sg_init_table(m->sg, MR_MAX_PAGES);
	test->priv = m;
	return 0;
}

