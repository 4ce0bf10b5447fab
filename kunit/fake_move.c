// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fake provider's engine: executes what was posted to a QP, byte for byte,
 * between local memory and a peer that is but a buffer.
 *
 * It is as strict as hardware is: a key must be registered and cover what is
 * asked for, a region is not registered twice, and a list of SGEs keeps to the
 * limits of the device.
 */
#include <linux/io.h>
#include <linux/scatterlist.h>

#include "fake.h"

/* A run of local bytes that is contiguous for the CPU. */
struct run {
	u8 *virt;
	u32 len;
};

static int wrong(struct fake_mover *mover, const char *what)
{
	mover->wrong = what;
	return -EPROTO;
}

static u8 *to_virt(const struct ib_qp *qp, const struct fake_mover *mover, u64 addr)
{
	u8 *virt = mover->to_virt ? mover->to_virt(addr) : NULL;

	if (virt)
		return virt;
	return ib_uses_virt_dma(qp->device) ? (u8 *)(uintptr_t)addr : phys_to_virt(addr);
}

static struct fake_mr *find_mr(const struct fake_mover *mover, u32 key)
{
	for (u32 i = 0; i < mover->nr_mrs; i++)
		if (mover->mrs[i]->key == key)
			return mover->mrs[i];
	return NULL;
}

static int register_mr(struct fake_mover *mover, const struct fake_wr *wr)
{
	struct fake_mr *fmr = to_fake_mr(wr->mr);

	if (fmr->key)
		return wrong(mover, "region registered before it was invalidated");
	if (wr->key != wr->mr->lkey)
		return wrong(mover, "registered by another key than the region's");
	fmr->key = wr->key;
	fmr->access = wr->access;
	for (u32 i = 0; i < mover->nr_mrs; i++)
		if (mover->mrs[i] == fmr)
			return 0;
	if (mover->nr_mrs == FAKE_MOVER_MRS)
		return wrong(mover, "too many regions");
	mover->mrs[mover->nr_mrs++] = fmr;
	return 0;
}

static int invalidate_mr(struct fake_mover *mover, u32 key)
{
	struct fake_mr *fmr = find_mr(mover, key);

	if (!key || !fmr)
		return wrong(mover, "invalidated a key that is not registered");
	fmr->key = 0;
	return 0;
}

/* Bytes @pos and following of the elements of both lists. */
static u64 element_run(const struct sg_table *sgt, u64 *pos, u32 *len)
{
	struct scatterlist *sg;
	int i;

	for_each_sg(sgt->sgl, sg, sgt->nents, i) {
		if (*pos < sg_dma_len(sg)) {
			*len = sg_dma_len(sg) - *pos;
			return sg_dma_address(sg) + *pos;
		}
		*pos -= sg_dma_len(sg);
	}
	return 0;
}

/* The DMA address of a region's byte @pos, and how far it goes on from there. */
static u64 mr_run(const struct fake_mr *fmr, u64 pos, u32 *len)
{
	u64 page_size = fmr->base.page_size;
	u64 in_pages = (fmr->base.iova & (page_size - 1)) + pos;
	u64 addr;

	if (fmr->base.type == IB_MR_TYPE_INTEGRITY) {
		addr = element_run(&fmr->data, &pos, len);
		return addr ?: element_run(&fmr->meta, &pos, len);
	}
	if (in_pages / page_size >= fmr->npages)
		return 0;
	*len = page_size - in_pages % page_size;
	return fmr->pages[in_pages / page_size] + in_pages % page_size;
}

/* The run that byte @pos of an SGE begins. */
static int sge_run(const struct ib_qp *qp, struct fake_mover *mover, const struct ib_sge *sge,
		   u32 pos, bool read, struct run *run)
{
	struct fake_mr *fmr;
	u32 len = sge->length - pos;
	u64 addr = sge->addr + pos;

	if (sge->lkey != qp->pd->local_dma_lkey) {
		fmr = find_mr(mover, sge->lkey);
		if (!sge->lkey || !fmr)
			return wrong(mover, "local key is not registered");
		if (read && !(fmr->access & IB_ACCESS_LOCAL_WRITE))
			return wrong(mover, "region does not allow to write to it");
		if (read && rdma_protocol_iwarp(qp->device, 1) &&
		    !(fmr->access & IB_ACCESS_REMOTE_WRITE))
			return wrong(mover, "region does not allow the peer to write to it");
		if (addr < fmr->base.iova || addr - fmr->base.iova + len > fmr->base.length)
			return wrong(mover, "beyond the region");
		addr = mr_run(fmr, addr - fmr->base.iova, &len);
		if (!addr)
			return wrong(mover, "region has fewer pages than bytes");
	}
	run->virt = to_virt(qp, mover, addr);
	run->len = min3(len, sge->length - pos, mover->step ?: U32_MAX);
	return 0;
}

static int move_bytes(const struct ib_qp *qp, struct fake_mover *mover, const struct fake_wr *wr,
		      bool read)
{
	u64 remote = wr->remote_addr;
	struct run run;
	int ret;

	for (int i = 0; i < wr->num_sge; i++) {
		for (u32 pos = 0; pos < wr->sge[i].length; pos += run.len) {
			ret = sge_run(qp, mover, &wr->sge[i], pos, read, &run);
			if (ret)
				return ret;
			if (remote < mover->base || remote - mover->base + run.len > mover->len)
				return wrong(mover, "beyond the peer's memory");
			if (read)
				memcpy(run.virt, mover->mem + (remote - mover->base), run.len);
			else
				memcpy(mover->mem + (remote - mover->base), run.virt, run.len);
			remote += run.len;
		}
	}
	return 0;
}

static int move_one(const struct ib_qp *qp, struct fake_mover *mover, const struct fake_wr *wr)
{
	bool read = wr->opcode == IB_WR_RDMA_READ || wr->opcode == IB_WR_RDMA_READ_WITH_INV;
	int ret;

	switch (wr->opcode) {
	case IB_WR_REG_MR:
	case IB_WR_REG_MR_INTEGRITY:
		return register_mr(mover, wr);
	case IB_WR_LOCAL_INV:
		return invalidate_mr(mover, wr->inv_rkey);
	case IB_WR_SEND:
		return 0;
	case IB_WR_RDMA_WRITE:
	case IB_WR_RDMA_READ:
	case IB_WR_RDMA_READ_WITH_INV:
		break;
	default:
		return wrong(mover, "opcode");
	}

	if (!wr->num_sge || wr->num_sge > (read ? qp->max_read_sge : qp->max_write_sge))
		return wrong(mover, "number of SGEs");
	if (wr->rkey != mover->rkey)
		return wrong(mover, "remote key");
	ret = move_bytes(qp, mover, wr, read);
	if (!ret && wr->opcode == IB_WR_RDMA_READ_WITH_INV)
		ret = invalidate_mr(mover, wr->inv_rkey);
	return ret;
}

/**
 * fake_move() - execute and complete all that was posted to a QP's send queue
 * @qp: the QP
 * @mover: the peer, and what is registered
 *
 * Return: how many requests there were, or -EPROTO: the oldest one that is still
 * posted is wrong, and mover->wrong says in what.
 */
int fake_move(struct ib_qp *qp, struct fake_mover *mover)
{
	const struct fake_wr *wr;
	int n, ret;

	for (n = 0; (wr = fake_sent(qp, 0)); n++) {
		ret = move_one(qp, mover, wr);
		if (ret)
			return ret;
		fake_complete_send(qp, IB_WC_SUCCESS);
	}
	return n;
}
