# SPDX-License-Identifier: GPL-2.0-only
# Runs the KUnit suites: they start as their module loads and report on the console.
set -e
modprobe ib_core
modprobe ib_core_kunit
[ ! -e /sys/kernel/debug/kmemleak ] || bash "$IB_CORE/tools/guest/leaks.sh"
