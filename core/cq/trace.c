// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kconfig.h>

#define CREATE_TRACE_POINTS
#include <trace/events/rdma_core.h>

#if IS_ENABLED(CONFIG_KUNIT)
/* The suites count rounds of polling by these. */
EXPORT_TRACEPOINT_SYMBOL_GPL(cq_process);
EXPORT_TRACEPOINT_SYMBOL_GPL(cq_reschedule);
EXPORT_TRACEPOINT_SYMBOL_GPL(cq_schedule);
#endif
