// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of walking through DMA-mapped memory in blocks, and of the best block size for user
 * memory. The memory is made of addresses alone: nobody touches it.
 */
#include <kunit/test.h>
#include <linux/prandom.h>
#include <linux/scatterlist.h>
#include <linux/sizes.h>

#include <rdma/ib_umem.h>
#include <rdma/iter.h>

#define ITER_SEED	0x17e7
#define ITER_LISTS	20000
#define MAX_ELEMENTS	12
#define MAX_BLOCKS	256

struct span {
	u64 addr;
	u32 len;
};

static void make_list(struct scatterlist *sgl, const struct span *spans, int count)
{
	sg_init_table(sgl, count);
	for (int i = 0; i < count; i++) {
		sg_dma_address(&sgl[i]) = spans[i].addr;
		sg_dma_len(&sgl[i]) = spans[i].len;
	}
}

static const struct walk_case {
	const char *desc;
	unsigned long pgsz;
	struct span spans[4];
	int count, nents;
	u64 blocks[8];
	int block_count;
} walk_cases[] = {
	{ "one page", SZ_4K, { { 0x10000, 0x1000 } }, 1, 1, { 0x10000 }, 1 },
	{ "one byte, the last of a page", SZ_4K, { { 0x10fff, 1 } }, 1, 1, { 0x10000 }, 1 },
	{ "two bytes across a border", SZ_4K, { { 0x10fff, 2 } }, 1, 1, { 0x10000, 0x11000 }, 2 },
	{ "a long element", SZ_4K, { { 0x10800, 0x2000 } }, 1, 1,
	  { 0x10000, 0x11000, 0x12000 }, 3 },
	{ "separate pages", SZ_4K, { { 0x50000, 0x1000 }, { 0x30000, 0x1000 } }, 2, 2,
	  { 0x50000, 0x30000 }, 2 },
	{ "the same page twice", SZ_4K, { { 0x50000, 0x1000 }, { 0x50000, 0x1000 } }, 2, 2,
	  { 0x50000, 0x50000 }, 2 },
	{ "many elements in a block", SZ_64K,
	  { { 0x20000, 0x4000 }, { 0x24000, 0x4000 }, { 0x28000, 0x8000 }, { 0x90000, 0x10000 } },
	  4, 4, { 0x20000, 0x90000 }, 2 },
	{ "elements that no block ends with", SZ_64K,
	  { { 0x2c000, 0x8000 }, { 0x34000, 0x20000 }, { 0x54000, 0x1000 } }, 3, 3,
	  { 0x20000, 0x30000, 0x40000, 0x50000 }, 4 },
	{ "fewer elements than the list has", SZ_4K,
	  { { 0x10000, 0x1000 }, { 0x20000, 0x1000 }, { 0x30000, 0x1000 } }, 3, 2,
	  { 0x10000, 0x20000 }, 2 },
	{ "more elements than the list has", SZ_4K, { { 0x10000, 0x1000 } }, 1, 5,
	  { 0x10000 }, 1 },
	{ "no elements", SZ_4K, { { 0x10000, 0x1000 } }, 1, 0, { }, 0 },
	{ "empty elements add no block", SZ_4K,
	  { { 0x70000, 0 }, { 0x10000, 0x1000 }, { 0x80000, 0 }, { 0x20000, 0x1000 } }, 4, 4,
	  { 0x10000, 0x20000 }, 2 },
	{ "nothing but empty elements", SZ_4K, { { 0x70000, 0 }, { 0x80000, 0 } }, 2, 2, { }, 0 },
	{ "a block size of 0", 0, { { 0x10000, 0x1000 } }, 1, 1, { }, 0 },
	{ "a block size of 1", 1, { { 0x10000, 3 } }, 1, 1, { 0x10000, 0x10001, 0x10002 }, 3 },
	{ "B012: unaligned, in blocks of 2 GiB", SZ_2G, { { 0x58500000, 0xc0000000 } }, 1, 1,
	  { 0x0, 0x80000000, 0x100000000 }, 3 },
	{ "B012: the longest element, in blocks of 4 GiB", SZ_4G,
	  { { 0x1fffff000, 0xffffffff }, { 0x2ffffefff, 0xffffffff } }, 2, 2,
	  { 0x100000000, 0x200000000, 0x300000000 }, 3 },
	{ "the top of the address space", SZ_4K, { { 0xffffffffffffe000, 0x2000 } }, 1, 1,
	  { 0xffffffffffffe000, 0xfffffffffffff000 }, 2 },
};

KUNIT_ARRAY_PARAM_DESC(walk, walk_cases, desc);

static void walk_visits_each_block(struct kunit *test)
{
	const struct walk_case *c = test->param_value;
	struct scatterlist sgl[ARRAY_SIZE(c->spans)];
	struct ib_block_iter biter;
	int n = 0;

	make_list(sgl, c->spans, c->count);
	rdma_for_each_block(sgl, &biter, c->nents, c->pgsz) {
		KUNIT_ASSERT_LT_MSG(test, n, c->block_count, "the walk does not end");
		KUNIT_EXPECT_EQ(test, rdma_block_iter_dma_address(&biter), c->blocks[n]);
		n++;
	}
	KUNIT_EXPECT_EQ(test, n, c->block_count);
	KUNIT_EXPECT_FALSE(test, __rdma_block_iter_next(&biter));
}

/*
 * A list that can be cut into blocks: a new range begins where a block does, and only after an
 * element that ended with one; elements that do not are continued by the next.
 */
static int random_list(struct rnd_state *rng, struct span *spans, u64 pgsz)
{
	int count = 1 + prandom_u32_state(rng) % MAX_ELEMENTS;
	u64 at = (u64)prandom_u32_state(rng) << 16 | (prandom_u32_state(rng) & 0xffff);

	for (int i = 0; i < count; i++) {
		u64 len = 1 + prandom_u32_state(rng) % (3 * pgsz);

		if (prandom_u32_state(rng) % 2)
			len = ALIGN(at + len, pgsz) - at;
		spans[i] = (struct span) { at, len };
		at += len;
		if (IS_ALIGNED(at, pgsz) && prandom_u32_state(rng) % 2)
			at += pgsz * (prandom_u32_state(rng) % 1000);
	}
	return count;
}

/* The model: each block that an element touches, once for elements that share it. */
static int model_blocks(const struct span *spans, int count, u64 pgsz, u64 *blocks)
{
	int n = 0;

	for (int i = 0; i < count; i++) {
		u64 first = ALIGN_DOWN(spans[i].addr, pgsz);
		u64 end = spans[i].addr + spans[i].len;

		if (i && first != spans[i].addr)
			first += pgsz;
		for (u64 block = first; block < end; block += pgsz)
			blocks[n++] = block;
	}
	return n;
}

static void walk_matches_model(struct kunit *test)
{
	struct scatterlist *sgl = kunit_kcalloc(test, MAX_ELEMENTS, sizeof(*sgl), GFP_KERNEL);
	u64 *blocks = kunit_kcalloc(test, MAX_BLOCKS, sizeof(*blocks), GFP_KERNEL);
	struct span spans[MAX_ELEMENTS];
	struct ib_block_iter biter;
	struct rnd_state rng;

	KUNIT_ASSERT_NOT_NULL(test, sgl);
	KUNIT_ASSERT_NOT_NULL(test, blocks);
	prandom_seed_state(&rng, ITER_SEED);
	for (int list = 0; list < ITER_LISTS; list++) {
		u64 pgsz = 1ULL << (9 + prandom_u32_state(&rng) % 13);
		int count = random_list(&rng, spans, pgsz);
		int expected = model_blocks(spans, count, pgsz, blocks), n = 0;

		make_list(sgl, spans, count);
		rdma_for_each_block(sgl, &biter, count, pgsz) {
			KUNIT_ASSERT_LT_MSG(test, n, expected, "seed %#x list %d", ITER_SEED, list);
			KUNIT_ASSERT_EQ_MSG(test, rdma_block_iter_dma_address(&biter), blocks[n],
					    "seed %#x list %d block %d", ITER_SEED, list, n);
			n++;
		}
		KUNIT_ASSERT_EQ_MSG(test, n, expected, "seed %#x list %d", ITER_SEED, list);
	}
}

/* User memory as ib_umem_get_*() would describe it. */
static void make_umem(struct ib_umem *umem, struct scatterlist *sgl, const struct span *spans,
		      int count, u64 addr, u64 len)
{
	make_list(sgl, spans, count);
	*umem = (struct ib_umem) {
		.address = addr,
		.iova = addr,
		.length = len,
		.sgt_append.sgt = { .sgl = sgl, .nents = count, .orig_nents = count },
	};
}

static const struct umem_case {
	const char *desc;
	unsigned long pgsz;
	u64 addr, len;
	struct span spans[2];
	int count;
	u64 blocks[4];
	int block_count;
} umem_cases[] = {
	{ "a page", PAGE_SIZE, 0x7000, 0x1000, { { 0x10000, PAGE_SIZE } }, 1, { 0x10000 }, 1 },
	{ "B014: blocks smaller than a page", SZ_1K, 0x7c00, 0x400, { { 0x10000, PAGE_SIZE } }, 1,
	  { 0x10c00 }, 1 },
	{ "B014: across a page border", SZ_1K, 0x7c00, 0x800,
	  { { 0x10000, PAGE_SIZE }, { 0x40000, PAGE_SIZE } }, 2, { 0x10c00, 0x40000 }, 2 },
	{ "B014: not on a block border", SZ_1K, 0x7a00, 0x300, { { 0x10000, PAGE_SIZE } }, 1,
	  { 0x10800, 0x10c00 }, 2 },
	{ "fewer blocks than are mapped", PAGE_SIZE, 0x7000, 0x1000,
	  { { 0x10000, 2 * PAGE_SIZE } }, 1, { 0x10000 }, 1 },
	{ "a large block", SZ_64K, 0x27000, 0x2000, { { 0x87000, 0x2000 } }, 1, { 0x80000 }, 1 },
};

KUNIT_ARRAY_PARAM_DESC(umem, umem_cases, desc);

static void umem_walk_stays_inside(struct kunit *test)
{
	const struct umem_case *c = test->param_value;
	struct scatterlist sgl[ARRAY_SIZE(c->spans)];
	struct ib_block_iter biter;
	struct ib_umem umem;
	int n = 0;

	make_umem(&umem, sgl, c->spans, c->count, c->addr, c->len);
	KUNIT_ASSERT_EQ(test, ib_umem_num_dma_blocks(&umem, c->pgsz), c->block_count);
	rdma_umem_for_each_dma_block(&umem, &biter, c->pgsz) {
		KUNIT_ASSERT_LT_MSG(test, n, c->block_count, "the walk does not end");
		KUNIT_EXPECT_EQ(test, rdma_block_iter_dma_address(&biter), c->blocks[n]);
		n++;
	}
	KUNIT_EXPECT_EQ(test, n, c->block_count);
}

#if IS_ENABLED(CONFIG_INFINIBAND_USER_MEM)
static const struct pgsz_case {
	const char *desc;
	unsigned long allowed;
	u64 iova, len;
	struct span spans[2];
	int count;
	unsigned long best;
} pgsz_cases[] = {
	{ "one page", SZ_4K | SZ_2M, 0x1000, 0x1000, { { 0x5000, 0x1000 } }, 1, SZ_4K },
	{ "a large page", SZ_4K | SZ_2M, SZ_2M, SZ_2M, { { SZ_4M, SZ_2M } }, 1, SZ_2M },
	{ "a large page, iova and address apart", SZ_4K | SZ_2M, SZ_2M + SZ_4K, SZ_2M - SZ_4K,
	  { { SZ_4M, SZ_2M - SZ_4K } }, 1, SZ_4K },
	{ "the last page of the address space", SZ_4K | SZ_2M, 0xfffffffffffff000, 0x1000,
	  { { 0x5000, 0x1000 } }, 1, SZ_4K },
	{ "past the last page of it", SZ_4K | SZ_2M, 0xfffffffffffff000, 0x2000,
	  { { 0x5000, 0x2000 } }, 1, 0 },
	{ "B008: two chunks, of which neither is a block", 2 * SZ_1M - SZ_4K, 0, 0x6000,
	  { { 0x10000, 0x3000 }, { 0x43000, 0x3000 } }, 2, SZ_4K },
	{ "B009: one block across an aligned border", 2 * SZ_1M - SZ_4K, 61440, 28672,
	  { { 61440, 28672 } }, 1, SZ_128K },
	{ "B010: no size fits", SZ_2M, 0x1000, 0x1000, { { 0x5000, 0x1000 } }, 1, 0 },
	{ "B010: no size is allowed", 0, 0x1000, 0x1000, { { 0x5000, 0x1000 } }, 1, 0 },
};

KUNIT_ARRAY_PARAM_DESC(pgsz, pgsz_cases, desc);

static void umem_best_block_size(struct kunit *test)
{
	const struct pgsz_case *c = test->param_value;
	struct scatterlist sgl[ARRAY_SIZE(c->spans)];
	struct ib_umem umem;

	make_umem(&umem, sgl, c->spans, c->count, ALIGN_DOWN(c->iova, PAGE_SIZE), c->len);
	KUNIT_EXPECT_EQ(test, ib_umem_find_best_pgsz(&umem, c->allowed, c->iova), c->best);
}
#endif

static struct kunit_case iter_cases[] = {
	KUNIT_CASE_PARAM(walk_visits_each_block, walk_gen_params),
	KUNIT_CASE(walk_matches_model),
	KUNIT_CASE_PARAM(umem_walk_stays_inside, umem_gen_params),
#if IS_ENABLED(CONFIG_INFINIBAND_USER_MEM)
	KUNIT_CASE_PARAM(umem_best_block_size, pgsz_gen_params),
#endif
	{}
};

static struct kunit_suite iter_suite = {
	.name = "ib_core_umem_iter",
	.test_cases = iter_cases,
};

kunit_test_suite(iter_suite);
