# SPDX-License-Identifier: GPL-2.0-only
# loads.sh N: load and unload the whole stack N times, with a link in between.
. "$IB_CORE/tools/guest/lib.sh"
modules='ib_core ib_cm iw_cm rdma_cm ib_uverbs ib_umad rdma_ucm rdma_rxe siw ib_iser ib_isert nvme-rdma nvmet-rdma'
for i in $(seq "$1"); do
	for module in $modules; do
		try modprobe "$module"
	done
	[ "$i" != 1 ] || { try ip link set lo up; try ip link set eth0 up; try ip addr add $ADDR/24 dev eth0; }
	try rdma link add rxe0 type rxe netdev eth0
	try rdma link add siw0 type siw netdev eth0
	try rdma resource show
	try rdma link del siw0
	try rdma link del rxe0
	try modprobe -r ib_iser ib_isert nvme-rdma nvmet-rdma
	try modprobe -r rdma_rxe siw rdma_ucm ib_umad ib_uverbs
	for module in rdma_cm ib_cm iw_cm ib_uverbs_support ib_core; do
		modprobe -r $module 2>/dev/null
	done
	! grep -q '^ib_core ' /proc/modules || fail "round $i leaves ib_core loaded: $(grep '^ib_core ' /proc/modules)"
	echo "round $i of $1"
done
[ ! -e /sys/kernel/debug/kmemleak ] || bash "$IB_CORE/tools/guest/leaks.sh"
