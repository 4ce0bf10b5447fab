# SPDX-License-Identifier: GPL-2.0-only
# demo.sh ULP: move /run/vm/payload over RDMA, raw and through ext4, and compare
# what comes back. Facts for the table go to /run/vm/facts as name=value lines.
ulp=$1
. "$IB_CORE/tools/guest/lib.sh"
payload=/run/vm/payload
size=$(stat -c %s $payload)
mb=$(((size + 1048575) / 1048576))

fact()
{
	echo "$1=$2" >>/run/vm/facts
}

step()
{
	printf '  %5s s  %s\n' "$(cut -d' ' -f1 /proc/uptime)" "$*"
}

sum()
{
	sha256sum | cut -d' ' -f1
}

watch_mrs()
{
	echo 1 >$trace/events/rdma_core/mr_alloc/enable || fail "the mr_alloc trace event"
	echo 'p:ib_core_map ib_core:ib_map_mr_sg' >$trace/kprobe_events || fail "a probe at ib_map_mr_sg"
	echo 1 >$trace/events/kprobes/ib_core_map/enable
}

count_mrs()
{
	fact mrs "$(grep -c 'mr_alloc:' $trace/trace)"
	fact registrations "$(awk '$1 == "ib_core_map" { print $2 }' $trace/kprobe_profile)"
	echo 0 >$trace/events/kprobes/ib_core_map/enable
	echo >$trace/kprobe_events
	echo 0 >$trace/events/rdma_core/mr_alloc/enable
}

fact kernel "$(uname -r)"
step "loading the RDMA stack, rxe on eth0"
modprobe ib_core
watch_mrs
rdma_up rxe
fact device "$(rdma link show rxe0/1 | sed 's/ *$//')"
fact gid "$(cd /sys/class/infiniband/rxe0/ports/1/gids && grep -s -m1 ':ffff:0a4d:' * | sed 's/^\([0-9]*\):\(.*\)/\2 (index \1)/' | head -n 1)"

step "target exports a block device by RDMA ($ulp), initiator connects"
ram_disk $((mb + mb / 2 + 48))
"${ulp}_target"
"${ulp}_connect"
fact resources "$(rdma resource show rxe0 | sed 's/^[0-9]*: rxe0: //')"

step "writing $mb MB raw, reading them back"
want=$(sum <$payload)
try dd if=$payload of="$DISK" bs=1M oflag=direct conv=sync,fsync
raw=$(dd if="$DISK" bs=1M count="$mb" iflag=direct 2>/tmp/try.log | head -c "$size" | sum)
[ "$raw" = "$want" ] || fail "the raw read-back differs: $raw, not $want"

step "making ext4, copying the file, unmounting, checking, comparing"
try modprobe ext4
try mkfs.ext4 -q -F "$DISK"
mkdir -p /mnt/disk
try mount -t ext4 "$DISK" /mnt/disk
try cp $payload /mnt/disk/file
try umount /mnt/disk
try fsck.ext4 -f -n "$DISK"
echo 3 >/proc/sys/vm/drop_caches
try mount -t ext4 -o ro "$DISK" /mnt/disk
file=$(sum </mnt/disk/file)
[ "$file" = "$want" ] || fail "the file read back differs: $file, not $want"
try umount /mnt/disk
count_mrs

step "disconnecting, unloading"
"${ulp}_disconnect"
"${ulp}_target_down"
rdma_down rxe
fact want "$want"
fact raw "$raw"
fact file "$file"
fact written "$((2 * mb))"
