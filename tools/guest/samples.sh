# SPDX-License-Identifier: GPL-2.0-only
# samples.sh FOLDER: load each example, on rxe, and see it say that it went well.
. "$IB_CORE/tools/guest/lib.sh"

rdma_up rxe
before=$(rdma resource show rxe0)
try insmod "$1/rdma_offer.ko"
dmesg | grep 'rxe0: offer: .* fetched, then refused' || { dmesg | tail -n 20; fail "rdma_offer on rxe0"; }
try rmmod rdma_offer
after=$(rdma resource show rxe0)
[ "$before" = "$after" ] || fail "rdma_offer leaves something: $before, then $after"
rdma_down rxe
[ ! -e /sys/kernel/debug/kmemleak ] || bash "$IB_CORE/tools/guest/leaks.sh"
