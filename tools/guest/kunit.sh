# SPDX-License-Identifier: GPL-2.0-only
# Runs the KUnit suites: they start as their module loads and report on the console.
set -e
modprobe ib_core
# Suites that fail each allocation in turn want those that may sleep, and no
# noise; but none that kmemleak or the tracker of objects makes for itself.
# (Caches can be named one by one where none is shared, as in a KASAN kernel.)
if [ -d /sys/kernel/debug/failslab ]; then
    echo N > /sys/kernel/debug/failslab/ignore-gfp-wait
    echo 0 > /sys/kernel/debug/failslab/verbose
fi
if [ -d /sys/kernel/debug/failslab ] && [ -e /sys/kernel/debug/kmemleak ]; then
    for cache in /sys/kernel/slab/*; do
        case $cache in
        */kmemleak* | */debug_objects*) ;;
        *) echo 1 > "$cache/failslab" ;;
        esac
    done
    echo Y > /sys/kernel/debug/failslab/cache-filter
fi
modprobe ib_core_kunit
[ ! -e /sys/kernel/debug/kmemleak ] || bash "$IB_CORE/tools/guest/leaks.sh"
