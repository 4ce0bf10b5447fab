# SPDX-License-Identifier: GPL-2.0-only
# RNBD on RTRS: a block device of the other end.
. "$IB_CORE/tools/guest/ulps/lib.sh"
need fio
ctl=/sys/devices/virtual/rnbd-client/ctl

target()
{
	ram_disk 64
	try modprobe rtrs-server
	# its threads see the root of the initramfs, which has this machine's files below /root
	try modprobe rnbd-server dev_search_path=/root/dev
}

run()
{
	try modprobe rnbd-client
	echo "sessname=ib-core path=ip:$ADDR device_path=ram0" >$ctl/map_device || fail "map the device"
	DISK=/dev/rnbd0
	wait_for 20 "$DISK" test -b "$DISK"
	disk_check
	echo normal >/sys/block/rnbd0/rnbd/unmap_device || fail "unmap the device"
	wait_for 20 "end of $DISK" test ! -e "$DISK"
	try modprobe -r rnbd-client
	try modprobe -r rtrs-client
}

down()
{
	disk_behind
	try modprobe -r rnbd-server
	try modprobe -r rtrs-server
}

ulp
