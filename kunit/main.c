// SPDX-License-Identifier: GPL-2.0-only
/*
 * The module that holds every KUnit suite of the RDMA core.
 */
#include <linux/module.h>

MODULE_IMPORT_NS("EXPORTED_FOR_KUNIT_TESTING");
MODULE_DESCRIPTION("KUnit tests of the RDMA core");
MODULE_LICENSE("GPL");
