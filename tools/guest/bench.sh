# SPDX-License-Identifier: GPL-2.0-only
# bench.sh MODULE ROWS: guest instructions of each row whose name contains ROWS,
# to /run/vm/rows as NAME = COUNT lines.
module=$1 rows=$2
. "$IB_CORE/tools/guest/lib.sh"
now=/sys/module/ib_bench/parameters/instructions

# measure [PARAMETER ...]: the rows of the module itself
measure()
{
	dmesg -C
	insmod "$module" rows="$rows" "$@" || { dmesg | tail -n 5; fail "the benchmark's module"; }
	dmesg | sed -n 's/.*ib_bench: \(.* = .*\)/\1/p' >>/run/vm/rows
	rmmod ib_bench
}

read_4k()
{
	try fio --name=bench --filename="$DISK" --rw=randread --bs=4k --iodepth=1 --direct=1 --ioengine=psync --thread \
		--randrepeat=1 --size=64M --number_ios="$1" --norandommap --gtod_reduce=1 --disable_clat=1
}

read_64k()
{
	try dd if="$DISK" of=/dev/null bs=64k count="$1" iflag=direct
}

# cost COMMAND COUNT: instructions of the cheapest of some runs
cost()
{
	local best= start end
	for run in 1 2 3 4 5; do
		start=$(cat $now)
		"$@"
		end=$(cat $now)
		[ -n "$best" ] && [ "$best" -le $((end - start)) ] || best=$((end - start))
	done
	echo "$best"
}

# program ROW COMMAND COUNT: what one of COUNT more requests costs, so that starting the program costs nothing
program()
{
	case $1 in *"$rows"*) ;; *) return ;; esac
	local few many
	few=$(cost "$2" "$3") || fail "$few"
	many=$(cost "$2" $((3 * $3))) || fail "$many"
	awk -v name="$1" -v spent=$((many - few)) -v count=$((2 * $3)) \
		'BEGIN { printf "%s = %.2f\n", name, spent / count }' >>/run/vm/rows
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
try insmod "$module" rows=none
program "NVMe-oF on rxe, random read of 4 KiB" read_4k 400
program "NVMe-oF on rxe, sequential read of 64 KiB" read_64k 100
nvmf_disconnect
nvmf_target_down
rdma_down rxe
