# SPDX-License-Identifier: GPL-2.0-only
# SRP over the RDMA CM: ib_srp, and LIO with ib_srpt.
. "$IB_CORE/tools/guest/ulps/lib.sh"
need fio
# By IPv6: that is what srpt listens on, and on siw it makes nothing of an IPv4 caller.
TARGET=fd77::1 CALLER=fd77::2
NAME=fd77:0000:0000:0000:0000:0000:0000:0001	# srpt names an initiator after the address that it called
port=5555 node=/sys/class/infiniband/$device

# tpg: the port's group in configfs, which bears the second half of its GID
tpg()
{
	local guid
	guid=$(cut -d: -f5-8 "$node/ports/1/gids/0")
	echo "$config/target/srpt/$guid/$guid"
}

target()
{
	local tpg

	try ip addr add $TARGET/64 dev eth0 nodad
	ram_disk 64
	lio_disk
	try modprobe ib_srpt
	try mkdir -p $config/target/srpt
	echo $port >$config/target/srpt/discovery_auth/rdma_cm_port || fail "SRP port $port"
	tpg=$(tpg)
	try mkdir -p "$tpg"
	try mkdir "$tpg/lun/lun_0"
	try ln -s $backstore "$tpg/lun/lun_0/disk"
	try mkdir "$tpg/acls/$NAME"
	try mkdir "$tpg/acls/$NAME/lun_0"
	try ln -s "$tpg/lun/lun_0" "$tpg/acls/$NAME/lun_0/disk"
	echo 1 >"$tpg/enable" || fail "enable the SRP target"
	tr -d : <"$node/node_guid" >"$meeting/guid"
}

run()
{
	local host=/sys/class/infiniband_srp/srp-$device-1 guid

	[ "$role" = both ] || try ip addr add $CALLER/64 dev eth0 nodad
	guid=$(cat "$meeting/guid")
	try modprobe ib_srp
	try modprobe sd_mod
	wait_for 5 "$host" test -e "$host"
	echo "id_ext=$guid,ioc_guid=$guid,dest=[$TARGET]:$port" >/tmp/login
	wait_for 20 "login" cp /tmp/login "$host/add_target"	# on siw it may take another try, whatever the core
	DISK=/dev/sda
	wait_for 20 "$DISK" test -b "$DISK"
	disk_check
	echo 1 | tee /sys/class/srp_remote_ports/port-*/delete >/dev/null || fail "log out"
	wait_for 20 "end of $DISK" test ! -e "$DISK"
	wait_for 20 "end of ib_srp's users" modprobe -r ib_srp
}

down()
{
	local tpg

	disk_behind
	tpg=$(tpg)
	echo 0 >"$tpg/enable"
	try rm "$tpg/acls/$NAME/lun_0/disk"
	try rmdir "$tpg/acls/$NAME/lun_0" "$tpg/acls/$NAME"
	try rm "$tpg/lun/lun_0/disk"
	try rmdir "$tpg/lun/lun_0" "$tpg" "${tpg%/*}" $config/target/srpt
	try modprobe -r ib_srpt
	lio_disk_down
}

ulp
