// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the DMA helpers, on both kinds of device: one that has a DMA device
 * behind it, and one that has none and is given kernel addresses.
 */
#include <kunit/test.h>
#include <linux/bvec.h>
#include <linux/dma-direct.h>
#include <linux/dma-mapping.h>
#include <linux/platform_device.h>
#include <linux/scatterlist.h>
#include <rdma/ib_verbs.h>

#include "fake.h"

#define DMA_PAGES	4

/* Both kinds run through the same cases; what differs is what an address is. */
static const struct kind {
	const char *desc;
	bool real;
} kinds[] = {
	{ "without DMA device", false },
	{ "with DMA device", true },
};

KUNIT_ARRAY_PARAM_DESC(kind, kinds, desc);

struct room {
	struct ib_device *dev;
	struct device *dma;	/* NULL for the kind without */
	struct page *pages[DMA_PAGES];
};

static void room_put_device(void *pdev)
{
	platform_device_unregister(pdev);
}

static struct device *room_dma_device(struct kunit *test)
{
	const struct platform_device_info info = {
		.name = "ib_core_dma_kunit", .id = PLATFORM_DEVID_AUTO,
		.dma_mask = DMA_BIT_MASK(64),
	};
	struct platform_device *pdev = platform_device_register_full(&info);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, pdev);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, room_put_device, pdev));
	KUNIT_ASSERT_EQ(test, 0, dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(64)));
	return &pdev->dev;
}

static void room_free_page(void *page)
{
	__free_page(page);
}

static struct room *room_new(struct kunit *test)
{
	const struct kind *kind = test->param_value;
	struct room *room = kunit_kzalloc(test, sizeof(*room), GFP_KERNEL);
	struct fake_config cfg = { .registered = true };

	KUNIT_ASSERT_NOT_NULL(test, room);
	for (int i = 0; i < DMA_PAGES; i++) {
		room->pages[i] = alloc_page(GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, room->pages[i]);
		KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, room_free_page,
								   room->pages[i]));
		memset(page_address(room->pages[i]), 'a' + i, PAGE_SIZE);
	}
	if (kind->real) {
		room->dma = room_dma_device(test);
		cfg.dma_device = room->dma;
	}
	room->dev = &fake_create(test, &cfg)->dev;
	return room;
}

/* The address that the device has to use for a byte of the kernel's. */
static u64 address_of(struct room *room, void *ptr)
{
	if (!room->dma)
		return (uintptr_t)ptr;
	return phys_to_dma(room->dma, virt_to_phys(ptr));
}

static void expect_mapped(struct kunit *test, struct room *room, u64 addr, void *ptr)
{
	KUNIT_EXPECT_EQ(test, 0, ib_dma_mapping_error(room->dev, addr));
	KUNIT_EXPECT_EQ(test, addr, address_of(room, ptr));
	if (room->dma)
		return;
	KUNIT_EXPECT_PTR_EQ(test, ib_virt_dma_to_ptr(addr), ptr);
	KUNIT_EXPECT_PTR_EQ(test, ib_virt_dma_to_page(addr), virt_to_page(ptr));
}

/* B035: a device that was registered without a DMA device is one of its own kind. */
static void dma_kind_of_device_B035(struct kunit *test)
{
	struct room *room = room_new(test);

	KUNIT_EXPECT_PTR_EQ(test, room->dev->dma_device, room->dma);
	KUNIT_EXPECT_EQ(test, ib_uses_virt_dma(room->dev), !room->dma);
	if (!room->dma)
		KUNIT_EXPECT_FALSE(test, ib_dma_pci_p2p_dma_supported(room->dev));
}

/* B034: without a DMA device there is no limit; with one the limit is its own. */
static void dma_segment_limit_B034(struct kunit *test)
{
	struct room *room = room_new(test);

	if (!room->dma) {
		KUNIT_EXPECT_EQ(test, ib_dma_max_seg_size(room->dev), UINT_MAX);
		return;
	}
	KUNIT_EXPECT_EQ(test, ib_dma_max_seg_size(room->dev), SZ_64K);
	dma_set_max_seg_size(room->dma, SZ_2M);
	KUNIT_EXPECT_EQ(test, ib_dma_max_seg_size(room->dev), SZ_2M);
	KUNIT_EXPECT_EQ(test, dma_get_max_seg_size(room->dma), SZ_2M);
}

static void dma_registration_leaves_limit_B034(struct kunit *test)
{
	struct device *dma = room_dma_device(test);
	const struct fake_config cfg = { .dma_device = dma, .registered = true };

	dma_set_max_seg_size(dma, 126976);
	KUNIT_EXPECT_EQ(test, ib_dma_max_seg_size(&fake_create(test, &cfg)->dev), 126976);
	KUNIT_EXPECT_EQ(test, dma_get_max_seg_size(dma), 126976);
}

static void dma_mapping_error_is_the_devices(struct kunit *test)
{
	struct room *room = room_new(test);

	KUNIT_EXPECT_EQ(test, !!ib_dma_mapping_error(room->dev, DMA_MAPPING_ERROR), !!room->dma);
}

static void dma_single(struct kunit *test)
{
	static const enum dma_data_direction dirs[] = {
		DMA_TO_DEVICE, DMA_FROM_DEVICE, DMA_BIDIRECTIONAL,
	};
	struct room *room = room_new(test);
	void *buf = page_address(room->pages[0]) + 0x120;

	for (int i = 0; i < ARRAY_SIZE(dirs); i++) {
		u64 addr = ib_dma_map_single(room->dev, buf, 512, dirs[i]);

		expect_mapped(test, room, addr, buf);
		ib_dma_sync_single_for_cpu(room->dev, addr, 512, dirs[i]);
		memset(buf, 'x' + i, 512);
		ib_dma_sync_single_for_device(room->dev, addr, 512, dirs[i]);
		ib_dma_unmap_single(room->dev, addr, 512, dirs[i]);
		KUNIT_EXPECT_EQ(test, ((u8 *)buf)[511], 'x' + i);
	}
}

static void dma_page(struct kunit *test)
{
	struct room *room = room_new(test);
	u64 addr = ib_dma_map_page(room->dev, room->pages[1], 0x40, 100, DMA_FROM_DEVICE);

	expect_mapped(test, room, addr, page_address(room->pages[1]) + 0x40);
	ib_dma_unmap_page(room->dev, addr, 100, DMA_FROM_DEVICE);
	KUNIT_EXPECT_EQ(test, *(u8 *)page_address(room->pages[1]), 'b');
}

static void dma_bvec(struct kunit *test)
{
	struct room *room = room_new(test);
	struct bio_vec bvec;
	u64 addr;

	bvec_set_page(&bvec, room->pages[2], 300, 0x200);
	addr = ib_dma_map_bvec(room->dev, &bvec, DMA_TO_DEVICE);
	expect_mapped(test, room, addr, page_address(room->pages[2]) + 0x200);
	ib_dma_unmap_bvec(room->dev, addr, bvec.bv_len, DMA_TO_DEVICE);
}

static void room_fill_sg(struct room *room, struct scatterlist *sg)
{
	sg_init_table(sg, DMA_PAGES);
	for (int i = 0; i < DMA_PAGES; i++)
		sg_set_page(&sg[i], room->pages[i], 64 * (i + 1), 16 * i);
}

static void expect_sg_mapped(struct kunit *test, struct room *room, struct scatterlist *sg)
{
	for (int i = 0; i < DMA_PAGES; i++) {
		expect_mapped(test, room, sg_dma_address(&sg[i]), sg_virt(&sg[i]));
		KUNIT_EXPECT_EQ(test, sg_dma_len(&sg[i]), 64 * (i + 1));
	}
}

static void dma_sg(struct kunit *test)
{
	struct room *room = room_new(test);
	struct scatterlist sg[DMA_PAGES];

	room_fill_sg(room, sg);
	KUNIT_ASSERT_EQ(test, DMA_PAGES,
			ib_dma_map_sg(room->dev, sg, DMA_PAGES, DMA_BIDIRECTIONAL));
	expect_sg_mapped(test, room, sg);
	ib_dma_unmap_sg(room->dev, sg, DMA_PAGES, DMA_BIDIRECTIONAL);

	KUNIT_ASSERT_EQ(test, DMA_PAGES,
			ib_dma_map_sg_attrs(room->dev, sg, DMA_PAGES, DMA_TO_DEVICE,
					    DMA_ATTR_SKIP_CPU_SYNC));
	expect_sg_mapped(test, room, sg);
	ib_dma_unmap_sg_attrs(room->dev, sg, DMA_PAGES, DMA_TO_DEVICE, DMA_ATTR_SKIP_CPU_SYNC);
}

static void room_free_table(void *sgt)
{
	sg_free_table(sgt);
}

static void dma_sgtable(struct kunit *test)
{
	struct room *room = room_new(test);
	struct sg_table *sgt = kunit_kzalloc(test, sizeof(*sgt), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, sgt);
	KUNIT_ASSERT_EQ(test, 0, sg_alloc_table(sgt, DMA_PAGES, GFP_KERNEL));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, room_free_table, sgt));
	room_fill_sg(room, sgt->sgl);
	sgt->nents = 0;
	KUNIT_ASSERT_EQ(test, 0, ib_dma_map_sgtable_attrs(room->dev, sgt, DMA_TO_DEVICE, 0));
	KUNIT_EXPECT_EQ(test, sgt->nents, DMA_PAGES);
	KUNIT_EXPECT_EQ(test, sgt->orig_nents, DMA_PAGES);
	expect_sg_mapped(test, room, sgt->sgl);
	ib_dma_unmap_sgtable_attrs(room->dev, sgt, DMA_TO_DEVICE, 0);
}

/* Nothing to map is no success on a device without a DMA device either. */
static void dma_sgtable_of_nothing(struct kunit *test)
{
	static const struct fake_config cfg = { .registered = true };
	struct ib_device *dev = &fake_create(test, &cfg)->dev;
	struct scatterlist sg;
	struct sg_table sgt = { .sgl = &sg };

	sg_init_table(&sg, 1);
	KUNIT_EXPECT_EQ(test, -EIO, ib_dma_map_sgtable_attrs(dev, &sgt, DMA_TO_DEVICE, 0));
	KUNIT_EXPECT_EQ(test, 0, ib_dma_map_sg(dev, &sg, 0, DMA_TO_DEVICE));
}

static struct kunit_case dma_cases[] = {
	KUNIT_CASE_PARAM(dma_kind_of_device_B035, kind_gen_params),
	KUNIT_CASE_PARAM(dma_segment_limit_B034, kind_gen_params),
	KUNIT_CASE(dma_registration_leaves_limit_B034),
	KUNIT_CASE_PARAM(dma_mapping_error_is_the_devices, kind_gen_params),
	KUNIT_CASE_PARAM(dma_single, kind_gen_params),
	KUNIT_CASE_PARAM(dma_page, kind_gen_params),
	KUNIT_CASE_PARAM(dma_bvec, kind_gen_params),
	KUNIT_CASE_PARAM(dma_sg, kind_gen_params),
	KUNIT_CASE_PARAM(dma_sgtable, kind_gen_params),
	KUNIT_CASE(dma_sgtable_of_nothing),
	{}
};

static struct kunit_suite dma_suite = {
	.name = "ib_core_dma",
	.test_cases = dma_cases,
};

kunit_test_suite(dma_suite);
