// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes: what the suites post, to see how often, where and in which order the
 * core tells that a request has completed.
 */
#include <linux/delay.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "probe.h"

static void probe_done(struct ib_cq *cq, struct ib_wc *wc)
{
	struct probe *probe = container_of(wc->wr_cqe, struct probe, cqe);

	probe->status = wc->status;
	probe->opcode = wc->opcode;
	probe->in_softirq = in_serving_softirq();
	probe->in_worker = in_task() && current->flags & PF_WQ_WORKER;
	probe->task = current;
	probe->place = atomic_read(&probe->all->told);
	atomic_inc(&probe->told);
	atomic_inc_return(&probe->all->told);	/* orders all of that before it */
}

/**
 * probes_create() - make probes that live as long as the test
 * @test: the test
 * @n: how many
 *
 * Return: the probes.
 */
struct probes *probes_create(struct kunit *test, u32 n)
{
	struct probes *probes = kunit_kzalloc(test, struct_size(probes, probe, n), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, probes);
	probes->n = n;
	for (u32 i = 0; i < n; i++) {
		probes->probe[i].cqe.done = probe_done;
		probes->probe[i].all = probes;
	}
	return probes;
}

/**
 * probe_wc() - the completion of a probe
 * @probe: the probe
 * @status: how it ended
 * @opcode: what it was
 *
 * Return: the completion, to be put on a fake CQ.
 */
struct ib_wc probe_wc(struct probe *probe, enum ib_wc_status status, enum ib_wc_opcode opcode)
{
	return (struct ib_wc) {
		.wr_cqe = &probe->cqe,
		.status = status,
		.opcode = opcode,
	};
}

/**
 * probes_wait() - wait until the core has told of completions
 * @probes: the probes
 * @n: how many completions, of whichever probes
 *
 * Return: false if they did not come within five seconds.
 */
bool probes_wait(struct probes *probes, u32 n)
{
	for (int ms = 0; ms < 5000; ms++) {
		if (atomic_read(&probes->told) >= n)
			return true;
		usleep_range(1000, 2000);
	}
	return false;
}

/**
 * probes_expect_once() - each of the first probes has completed once, no other has
 * @test: the test
 * @probes: the probes
 * @n: how many
 */
void probes_expect_once(struct kunit *test, struct probes *probes, u32 n)
{
	for (u32 i = 0; i < probes->n; i++)
		KUNIT_EXPECT_EQ_MSG(test, atomic_read(&probes->probe[i].told), i < n,
				    "probe %u", i);
}
