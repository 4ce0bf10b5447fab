/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What our rooms call in objects that are still borrowed from the kernel. A
 * prototype leaves this file when the room that owns it is built.
 */
#ifndef _RDMA_CORE_BORROWED_CORE_H
#define _RDMA_CORE_BORROWED_CORE_H

#endif /* _RDMA_CORE_BORROWED_CORE_H */
