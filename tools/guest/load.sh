# SPDX-License-Identifier: GPL-2.0-only
# load.sh ULP: fio writes, reads back and verifies, shallow and deep, small and large.
ulp=$1
. "$IB_CORE/tools/guest/lib.sh"
rdma_up rxe
ram_disk 64
"${ulp}_target"
"${ulp}_connect"
for depth in 1 32; do
	for size in 4k 64k 1m; do
		case $size in 4k) total=1m ;; 64k) total=8m ;; 1m) total=32m ;; esac
		try fio --name="$ulp-$size-$depth" --filename="$DISK" --rw=randwrite --bs=$size --iodepth=$depth \
			--size=$total --direct=1 --ioengine=libaio --verify=crc32c --verify_fatal=1 --do_verify=1 \
			--randseed=7 --allrandrepeat=1
		echo "$ulp: $total in pieces of $size at depth $depth, verified"
	done
done
"${ulp}_disconnect"
"${ulp}_target_down"
rdma_down rxe
