# SPDX-License-Identifier: GPL-2.0-only
# What the guest's scripts share. Each step that fails names itself and ends the run.
set -u
PATIENCE=300	# seconds that a command may take on an emulated machine
ADDR=10.77.0.1 INITIATOR=10.77.0.2
NQN=nqn.2026-01.org.ib-core:disk
IQN=iqn.2026-01.org.ib-core:disk
trace=/sys/kernel/tracing
config=/sys/kernel/config
backstore=$config/target/core/iblock_0/disk

fail()
{
	echo "FAILED: $*"
	exit 1
}

try()
{
	"$@" >/tmp/try.log 2>&1 || { cat /tmp/try.log; fail "$*"; }
}

# wait_for SECONDS WHAT COMMAND ...: until it succeeds
wait_for()
{
	local tries=$(($1 * 10)) what=$2
	shift 2
	until "$@" >/dev/null 2>&1; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || fail "no $what"
		sleep 0.1
	done
}

# rdma_up PROVIDER: the kernel's own software provider on eth0
rdma_up()
{
	try ip link set lo up
	try ip link set eth0 up
	try ip addr add "${2:-$ADDR}/24" dev eth0
	try modprobe "$(provider_module "$1")"
	try rdma link add "${1}0" type "$1" netdev eth0
	wait_for 10 "active port" grep -q ACTIVE "/sys/class/infiniband/${1}0/ports/1/state"
}

provider_module()
{
	case $1 in
	rxe) echo rdma_rxe ;;
	siw) echo siw ;;
	esac
}

rdma_down()
{
	try rdma link del "${1}0"
	try modprobe -r "$(provider_module "$1")"
}

# ram_disk MEGABYTES: /dev/ram0
ram_disk()
{
	try modprobe brd rd_nr=1 rd_size=$(($1 * 1024))
	wait_for 5 "/dev/ram0" test -b /dev/ram0
}

nvmf_target()
{
	local subsystem=$config/nvmet/subsystems/$NQN port=$config/nvmet/ports/1

	try modprobe nvmet-rdma
	try mkdir "$subsystem"
	echo 1 >"$subsystem/attr_allow_any_host"
	try mkdir "$subsystem/namespaces/1"
	echo /dev/ram0 >"$subsystem/namespaces/1/device_path"
	echo 1 >"$subsystem/namespaces/1/enable" || fail "enable the namespace"
	try mkdir "$port"
	echo rdma >"$port/addr_trtype"
	echo ipv4 >"$port/addr_adrfam"
	echo "$ADDR" >"$port/addr_traddr"
	echo 4420 >"$port/addr_trsvcid"
	try ln -s "$subsystem" "$port/subsystems/$NQN"
}

nvmf_target_down()
{
	local subsystem=$config/nvmet/subsystems/$NQN port=$config/nvmet/ports/1

	try rm "$port/subsystems/$NQN"
	try rmdir "$port"
	echo 0 >"$subsystem/namespaces/1/enable"
	try rmdir "$subsystem/namespaces/1" "$subsystem"
	try modprobe -r nvmet-rdma
	try modprobe -r nvmet
}

# nvmf_connect: sets DISK
nvmf_connect()
{
	try modprobe nvme-core io_timeout=$PATIENCE admin_timeout=$PATIENCE
	try modprobe nvme-rdma
	wait_for 5 "/dev/nvme-fabrics" test -c /dev/nvme-fabrics
	try nvme connect -t rdma -a "$ADDR" -s 4420 -n "$NQN" --keep-alive-tmo=$PATIENCE \
		--hostnqn=nqn.2014-08.org.nvmexpress:uuid:11111111-2222-3333-4444-555555555555 \
		--hostid=11111111-2222-3333-4444-555555555555
	DISK=/dev/nvme0n1
	wait_for 20 "$DISK" test -b "$DISK"
}

nvmf_disconnect()
{
	try nvme disconnect -n "$NQN"
	try modprobe -r nvme-rdma
	try modprobe -r nvme-fabrics
}

# lio_disk: $backstore, which is LIO's name for /dev/ram0
lio_disk()
{
	try modprobe target_core_iblock
	wait_for 5 "the target's configfs" test -d $config/target
	try mkdir -p "${backstore%/*}"
	try mkdir $backstore
	echo udev_path=/dev/ram0 >$backstore/control
	echo 1 >$backstore/enable || fail "enable the backstore"
}

lio_disk_down()
{
	try rmdir $backstore "${backstore%/*}"
	try modprobe -r target_core_iblock
	try modprobe -r target_core_mod
}

iser_target()
{
	local portal tpg

	lio_disk
	try modprobe iscsi_target_mod
	try modprobe ib_isert
	try mkdir -p "$config/target/iscsi/$IQN/tpgt_1"
	tpg=$config/target/iscsi/$IQN/tpgt_1
	try mkdir "$tpg/lun/lun_0"
	try ln -s $backstore "$tpg/lun/lun_0/disk"
	echo 0 >"$tpg/attrib/authentication"
	echo 1 >"$tpg/attrib/generate_node_acls"
	echo 0 >"$tpg/attrib/demo_mode_write_protect"
	portal=$tpg/np/$ADDR:3260
	try mkdir "$portal"
	echo 1 >"$portal/iser" || fail "an iSER portal"
	echo 1 >"$tpg/enable" || fail "enable the iSER target"
}

iser_target_down()
{
	local tpg=$config/target/iscsi/$IQN/tpgt_1

	echo 0 >"$tpg/enable"
	try rmdir "$tpg/np/$ADDR:3260"
	try rm "$tpg/lun/lun_0/disk"
	try rmdir "$tpg/lun/lun_0" "$tpg" "$config/target/iscsi/$IQN" "$config/target/iscsi"
	try modprobe -r ib_isert
	try modprobe -r iscsi_target_mod
	lio_disk_down
}

# iser_connect: sets DISK
iser_connect()
{
	try modprobe ib_iser
	mkdir -p /etc/iscsi /run/lock/iscsi
	echo InitiatorName=iqn.2026-01.org.ib-core:initiator >/etc/iscsi/initiatorname.iscsi
	rm -rf /etc/iscsi/nodes
	try iscsid
	wait_for 20 "iscsid" iscsiadm -m iface
	try iscsiadm -m node -o new -T "$IQN" -p "$ADDR:3260,1" -I iser
	# Pings of 5 s and commands of 30 s are for machines that are not emulated.
	for limit in noop_out_interval noop_out_timeout; do
		try iscsiadm -m node -T "$IQN" -p "$ADDR:3260" -I iser -o update \
			-n "node.conn[0].timeo.$limit" -v 0
	done
	try iscsiadm -m node -T "$IQN" -p "$ADDR:3260" -I iser --login
	try modprobe sd_mod
	DISK=/dev/sda
	wait_for 20 "$DISK" test -b "$DISK"
	echo $PATIENCE >/sys/block/sda/device/timeout
}

iser_disconnect()
{
	try iscsiadm -m node -T "$IQN" -p "$ADDR:3260" -I iser --logout
	try iscsiadm -k 0
	wait_for 10 "end of iscsid" sh -c '! pidof iscsid'
	try modprobe -r ib_iser
}
