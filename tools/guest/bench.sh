# SPDX-License-Identifier: GPL-2.0-only
# bench.sh MODULE ROWS: guest instructions of each row whose name contains ROWS,
# to /run/vm/rows as NAME = COUNT lines.
module=$1 rows=$2
. "$IB_CORE/tools/guest/lib.sh"

# measure [PARAMETER ...]: the rows of the module itself
measure()
{
	dmesg -C
	insmod "$module" rows="$rows" "$@" || { dmesg | tail -n 5; fail "the benchmark's module"; }
	dmesg | sed -n 's/.*ib_bench: \(.* = .*\)/\1/p' >>/run/vm/rows
	rmmod ib_bench
}

try modprobe ib_core
measure
case $rows in
'' | rxe* | NVMe*) ;;
*) exit 0 ;;
esac
rdma_up rxe
measure netdev=eth0
ram_disk 64
nvmf_target
nvmf_connect
measure disk="$DISK"
nvmf_disconnect
nvmf_target_down
rdma_down rxe
