# SPDX-License-Identifier: GPL-2.0-only
# One end of a wire: an NVMe over Fabrics target, until the other end has been and gone.
. "$IB_CORE/tools/guest/lib.sh"
rdma_up rxe
ram_disk 96
nvmf_target
wait_for 120 "initiator" busybox ping -c 1 -W 1 $INITIATOR
while busybox ping -c 1 -W 2 $INITIATOR >/dev/null; do
	sleep 1
done
nvmf_target_down
rdma_down rxe
echo "target: the initiator has gone"
