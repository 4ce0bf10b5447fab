/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bench that the read/write API is tested on: a QP of the fake provider,
 * local memory cut into pieces, a peer's memory, and a reference that walks
 * bytes.
 */
#ifndef _RDMA_KUNIT_RW_RIG_H
#define _RDMA_KUNIT_RW_RIG_H

#include <linux/bvec.h>
#include <linux/scatterlist.h>
#include <rdma/rw.h>

#include "fake.h"
#include "probe.h"

#define RW_PIECES	260		/* most pieces of local memory */
#define RW_LOCAL	SZ_4M		/* where they lie */
#define RW_REMOTE	(SZ_2M + SZ_64K)
#define RW_REMOTE_BASE	0x123456789000ULL
#define RW_RKEY		0xabcd1234
#define RW_CTXS		8

/* How local memory is given. */
enum rw_form {
	RW_FORM_SG,
	RW_FORM_SG_CHAINED,
	RW_FORM_BVEC,
};

/* How it is cut. */
enum rw_layout {
	RW_BYTES,	/* 1 to 64 bytes here and there */
	RW_PAGES,	/* pages with holes between; the first and the last not whole */
	RW_CONTIGUOUS,	/* adjacent pages, one piece each */
};

/**
 * struct rw_spec - what a test works with
 * @link: kind of port
 * @real_dma: DMA addresses from a device, instead of kernel pointers
 * @integrity: the QP has protection information
 * @sges: SGEs of a request; 0 means all that the fake can
 * @ctxs: contexts, which is MRs of the pool, where there is one; 0 means 8
 * @max_sgl_rd: attribute of the device
 * @max_pages: attribute of the device: pages of an MR; 0 means 256
 */
struct rw_spec {
	enum fake_link link;
	bool real_dma;
	bool integrity;
	u32 sges;
	u32 ctxs;
	u32 max_sgl_rd;
	u32 max_pages;
};

/**
 * struct rw_rig - the bench
 * @fake: device
 * @cq: polled directly
 * @qp: with max_send_wr for 64 requests beyond those of the contexts
 * @mover: the peer
 * @local: local memory
 * @want_local: what it should be in the end
 * @want_remote: what the peer's memory should be in the end
 * @pattern: what memory is filled with
 * @used: how much of @local the pieces span
 * @n: pieces
 * @piece: the pieces, in order
 * @sg: the same as a scatterlist; room for a chain's link
 * @bv: the same as bio_vecs
 */
struct rw_rig {
	struct fake *fake;
	struct ib_cq *cq;
	struct ib_qp *qp;
	struct fake_mover mover;
	u8 *local;
	u8 *want_local;
	u8 *want_remote;
	u8 pattern[4099];
	u32 used;
	u32 n;
	struct rw_piece {
		u32 offset;
		u32 len;
	} piece[RW_PIECES];
	struct scatterlist sg[RW_PIECES + 1];
	struct bio_vec bv[RW_PIECES];
};

/**
 * struct rw_job - one transfer
 * @rig: where
 * @form: how the memory is given
 * @dir: which way
 * @skip: bytes of the pieces that are left out at the start
 * @len: bytes moved, for bio_vecs; the rest is the rest of the pieces
 * @ctx: the context
 */
struct rw_job {
	struct rw_rig *rig;
	enum rw_form form;
	enum dma_data_direction dir;
	u32 skip;
	u32 len;
	struct rdma_rw_ctx ctx;
};

struct rw_rig *rw_rig_create(struct kunit *test, const struct rw_spec *spec);
struct ib_qp *rw_rig_qp(struct kunit *test, struct rw_rig *rig, const struct rw_spec *spec);

void rw_cut(struct rw_rig *rig, enum rw_layout layout, u32 n, u32 seed);
void rw_cut_one(struct rw_rig *rig, u32 offset, u32 len);
u32 rw_bytes(const struct rw_rig *rig);

struct rw_job rw_job(struct rw_rig *rig, enum rw_form form, enum dma_data_direction dir);
int rw_job_init(struct rw_job *job);
void rw_job_destroy(struct rw_job *job);
void rw_rig_reach(struct rw_rig *rig, u32 offset);
u32 rw_chain_length(const struct ib_send_wr *wr);
bool rw_run(struct kunit *test, struct rw_job *job);

#endif /* _RDMA_KUNIT_RW_RIG_H */
