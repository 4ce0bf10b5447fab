// SPDX-License-Identifier: GPL-2.0-only
#define CREATE_TRACE_POINTS
#include <trace/events/rdma_core.h>
