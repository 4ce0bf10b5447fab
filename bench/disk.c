// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows: reads of a block device, one request at a time. The script that loads
 * the module has made it one that is reached by RDMA.
 *
 * All that the guest does until the bytes are there counts.
 */
#include <linux/bio.h>
#include <linux/blkdev.h>
#include <linux/gfp.h>
#include <linux/module.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include "bench.h"

char *disk_path;
module_param_named(disk, disk_path, charp, 0444);
MODULE_PARM_DESC(disk, "measure reads of this block device instead of the null provider");

struct disk {
	struct file *file;
	struct page *pages;
	sector_t pieces;	/* of the row's size that the device has */
	u32 turn;
};

static void disk_teardown(struct bench *b)
{
	struct disk *disk = b->priv;

	__free_pages(disk->pages, get_order(b->row->size));
	bdev_fput(disk->file);
	kfree(disk);
}

static int disk_setup(struct bench *b)
{
	struct disk *disk = kzalloc_obj(*disk);
	int ret = -ENOMEM;

	if (!disk)
		return ret;
	disk->pages = alloc_pages(GFP_KERNEL, get_order(b->row->size));
	if (!disk->pages)
		goto free;
	disk->file = bdev_file_open_by_path(disk_path, BLK_OPEN_READ, NULL, NULL);
	ret = PTR_ERR_OR_ZERO(disk->file);
	if (ret)
		goto free_pages;
	disk->pieces = bdev_nr_bytes(file_bdev(disk->file)) / b->row->size;
	b->priv = disk;
	return 0;
free_pages:
	__free_pages(disk->pages, get_order(b->row->size));
free:
	kfree(disk);
	return ret;
}

static int disk_read(struct bench *b, u32 piece)
{
	struct disk *disk = b->priv;
	struct bio_vec bvec;
	struct bio bio;
	int ret;

	bio_init(&bio, file_bdev(disk->file), &bvec, 1, REQ_OP_READ);
	bio.bi_iter.bi_sector = (piece % disk->pieces) * (b->row->size >> SECTOR_SHIFT);
	__bio_add_page(&bio, disk->pages, b->row->size, 0);
	ret = submit_bio_wait(&bio);
	bio_uninit(&bio);
	return ret;
}

static int disk_read_next(struct bench *b)
{
	struct disk *disk = b->priv;

	return disk_read(b, disk->turn++);
}

/* Everywhere in turn, by steps that share no factor with the device's size. */
static int disk_read_random(struct bench *b)
{
	struct disk *disk = b->priv;

	return disk_read(b, disk->turn++ * 7919);
}

#define DISK_ROW(_name, _size, _op) {						\
	.name = _name, .size = _size, BENCH_THREADED, .idles = true,		\
	.setup = disk_setup, .op = _op, .teardown = disk_teardown,		\
}

const struct bench_row disk_rows[] = {
	DISK_ROW("NVMe-oF on rxe, random read of 4 KiB", SZ_4K, disk_read_random),
	DISK_ROW("NVMe-oF on rxe, sequential read of 64 KiB", SZ_64K, disk_read_next),
	{}
};
