/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Probes: what the suites post, to see how often, where and in which order the
 * core tells that a request has completed.
 */
#ifndef _RDMA_KUNIT_PROBE_H
#define _RDMA_KUNIT_PROBE_H

#include <kunit/test.h>
#include <linux/atomic.h>
#include <rdma/ib_verbs.h>

/**
 * struct probes - the requests of one test
 * @told: completions seen so far, of all probes
 * @n: how many probes there are
 * @probe: the probes
 */
struct probes {
	atomic_t told;
	u32 n;
	struct probe {
		struct ib_cqe cqe;
		struct probes *all;
		atomic_t told;			/* completions of this one */
		u32 place;			/* in the order of all, from 0 */
		enum ib_wc_status status;
		enum ib_wc_opcode opcode;
		bool in_softirq;
		bool in_worker;
		struct task_struct *task;
	} probe[] __counted_by(n);
};

struct probes *probes_create(struct kunit *test, u32 n);
struct ib_wc probe_wc(struct probe *probe, enum ib_wc_status status,
		      enum ib_wc_opcode opcode);
bool probes_wait(struct probes *probes, u32 n);
void probes_expect_once(struct kunit *test, struct probes *probes, u32 n);

#endif /* _RDMA_KUNIT_PROBE_H */
