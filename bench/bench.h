/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The benchmark: rows that are measured alike, and the objects they work on.
 */
#ifndef _IB_BENCH_H
#define _IB_BENCH_H

#include <rdma/ib_verbs.h>

struct bench_row;

/**
 * struct bench - what a row has to work with
 * @row: the row being measured
 * @dev: the null provider, the device on eth0 for the rows of wire.c, or none for
 *	those of disk.c; likewise what follows
 * @pd: on @dev
 * @cq: on @dev
 * @qp: on @dev, in RTS
 * @round: which of the row's rounds it is
 * @priv: the row's own
 */
struct bench {
	const struct bench_row *row;
	struct ib_device *dev;
	struct ib_pd *pd;
	struct ib_cq *cq;
	struct ib_qp *qp;
	u32 round;
	void *priv;
};

/**
 * struct bench_row - one line of the table
 * @name: what is measured
 * @size: what @op makes of it: elements, entries or bytes
 * @page_size: of memory regions, in bytes
 * @per: how many times what @name says is done by one @op; 0 is 1
 * @loops: calls of @op in a batch; 0 is %BENCH_LOOPS
 * @threads: other threads take part in @op, when they like: the cheapest batch is
 *	luck, and the middle half of those of %BENCH_ROUNDS rounds counts instead
 * @sleeps: @op sleeps, so that interrupts stay on
 * @idles: @op waits for what only time brings, so that idle time is taken off
 * @setup: makes @priv, or says why the row cannot be had: -%EOPNOTSUPP skips it
 * @op: the thing itself; 0 or a negative errno
 * @teardown: undoes @setup
 */
struct bench_row {
	const char *name;
	u32 size;
	u32 page_size;
	u32 per;
	u32 loops;
	bool threads;
	bool sleeps;
	bool idles;
	int (*setup)(struct bench *b);
	int (*op)(struct bench *b);
	void (*teardown)(struct bench *b);
};

#define BENCH_LOOPS	64	/* also the ids that one node of an xarray holds */
#define BENCH_BATCHES	32	/* after as many that do not count */

/*
 * Short batches, so that most are as every run has them, and rounds that each begin anew: what
 * slab keeps for such a row may settle only when its objects have been freed once.
 */
#define BENCH_THREADED	.threads = true, .sleeps = true, .loops = 8
#define BENCH_ROUNDS	8

/* Tables end with a row without a name. */
extern const struct bench_row cq_rows[];
extern const struct bench_row device_rows[];
extern const struct bench_row disk_rows[];
extern const struct bench_row mr_rows[];
extern const struct bench_row object_rows[];
extern const struct bench_row rw_rows[];
extern const struct bench_row wire_rows[];

/* Of the rows of disk.c; NULL: they are not wanted. */
extern char *disk_path;

/* The null provider: each op answers at once, none moves or allocates anything. */
struct ib_device *null_create(void);
void null_destroy(struct ib_device *dev);
void null_complete(struct ib_cq *cq, struct ib_cqe *cqe, u32 count);
u32 null_left(struct ib_cq *cq);

struct ib_cq *bench_cq(struct ib_device *dev, enum ib_poll_context context);
struct ib_qp *bench_qp(struct ib_pd *pd, struct ib_cq *cq);
int bench_qp_to_rts(struct ib_qp *qp, const struct ib_gid_attr *gid, u32 remote_qpn);

/* Sizes of the null provider, and of what is asked of a real one. */
#define BENCH_PAGES	1024
#define BENCH_SGES	32
#define BENCH_CQE	512

#endif /* _IB_BENCH_H */
