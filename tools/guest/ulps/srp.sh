# SPDX-License-Identifier: GPL-2.0-only
# SRP over the RDMA CM: ib_srp, and LIO with ib_srpt.
. "$IB_CORE/tools/guest/ulps/lib.sh"
need fio
port=5555 backstore=$config/target/core/iblock_0/disk

target()
{
	local guid initiator=$INITIATOR tpg

	[ "$role" != both ] || initiator=$ADDR
	ram_disk 64
	try modprobe target_core_iblock
	wait_for 5 "the target's configfs" test -d $config/target
	try mkdir -p "$config/target/core/iblock_0"
	try mkdir "$backstore"
	echo udev_path=/dev/ram0 >"$backstore/control"
	echo 1 >"$backstore/enable" || fail "enable the backstore"
	try modprobe ib_srpt
	try mkdir -p $config/target/srpt
	echo $port >$config/target/srpt/discovery_auth/rdma_cm_port || fail "SRP port $port"
	guid=$(cat "/sys/class/infiniband/$device/node_guid")
	tpg=$config/target/srpt/$guid/$guid
	try mkdir -p "$tpg"
	try mkdir "$tpg/lun/lun_0"
	try ln -s "$backstore" "$tpg/lun/lun_0/disk"
	try mkdir "$tpg/acls/$initiator"
	try mkdir "$tpg/acls/$initiator/lun_0"
	try ln -s "$tpg/lun/lun_0" "$tpg/acls/$initiator/lun_0/disk"
	echo 1 >"$tpg/enable" || fail "enable the SRP target"
	echo "$guid" | tr -d : >"$meeting/guid"
}

run()
{
	local host=/sys/class/infiniband_srp/srp-$device-1 guid

	guid=$(cat "$meeting/guid")
	try modprobe ib_srp
	try modprobe sd_mod
	wait_for 5 "$host" test -e "$host"
	echo "id_ext=$guid,ioc_guid=$guid,dest=$ADDR:$port" >"$host/add_target" || fail "log in to the SRP target"
	DISK=/dev/sda
	wait_for 20 "$DISK" test -b "$DISK"
	disk_check
	echo 1 | tee /sys/class/srp_remote_ports/port-*/delete >/dev/null || fail "log out"
	wait_for 20 "end of $DISK" test ! -e "$DISK"
	wait_for 20 "end of ib_srp's users" modprobe -r ib_srp
}

down()
{
	local srpt=$config/target/srpt guid tpg

	disk_behind
	guid=$(cat "/sys/class/infiniband/$device/node_guid")
	tpg=$srpt/$guid/$guid
	echo 0 >"$tpg/enable"
	try rm "$tpg"/acls/*/lun_0/disk
	try rmdir "$tpg"/acls/*/lun_0
	try rmdir "$tpg"/acls/10.*
	try rm "$tpg/lun/lun_0/disk"
	try rmdir "$tpg/lun/lun_0" "$tpg" "$srpt/$guid" "$srpt"
	try modprobe -r ib_srpt
	try rmdir "$backstore" "$config/target/core/iblock_0"
	try modprobe -r target_core_iblock
	try modprobe -r target_core_mod
}

ulp
