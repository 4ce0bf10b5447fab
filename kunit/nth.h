/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory allocations that fail by their number, so that every path out of a
 * function that allocates is taken once:
 *
 *	bool failed = true;
 *
 *	for (u32 n = 1; failed; n++) {
 *		nth_fail(n);
 *		thing = thing_create();
 *		failed = nth_failed();
 *		...
 *	}
 *
 * The guest's script makes failslab look at allocations that may sleep.
 */
#ifndef _RDMA_KUNIT_NTH_H
#define _RDMA_KUNIT_NTH_H

#ifdef CONFIG_FAILSLAB
#include <linux/compiler.h>
#include <linux/sched.h>
#include <linux/types.h>

/**
 * nth_fail() - have this thread's n-th allocation from now on fail
 * @n: which; 1 is the next one
 */
static inline void nth_fail(u32 n)
{
	WRITE_ONCE(current->fail_nth, n);
}

/**
 * nth_failed() - end that
 *
 * Return: whether there were so many allocations, and one of them has failed.
 */
static inline bool nth_failed(void)
{
	u32 left = READ_ONCE(current->fail_nth);

	WRITE_ONCE(current->fail_nth, 0);
	return !left;
}
#endif

#endif /* _RDMA_KUNIT_NTH_H */
