# SPDX-License-Identifier: GPL-2.0-only
# The other end: connects across the wire, writes, and reads back what it wrote.
. "$IB_CORE/tools/guest/lib.sh"
rdma_up rxe $INITIATOR
wait_for 120 "target" busybox ping -c 1 -W 1 $ADDR
try modprobe nvme-rdma
wait_for 60 "connection" nvme connect -t rdma -a $ADDR -s 4420 -n $NQN
wait_for 20 "disk" test -b /dev/nvme0n1
try dd if=/dev/urandom of=/tmp/want bs=1M count=32
try dd if=/tmp/want of=/dev/nvme0n1 bs=1M oflag=direct
try dd if=/dev/nvme0n1 of=/tmp/got bs=1M count=32 iflag=direct
try cmp /tmp/want /tmp/got
nvmf_disconnect
rdma_down rxe
echo "initiator: 32 MB there and back, the same"
