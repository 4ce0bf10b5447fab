# SPDX-License-Identifier: GPL-2.0-only
# NVMe over Fabrics: nvme-rdma and nvmet-rdma.
. "$IB_CORE/tools/guest/ulps/lib.sh"
need nvme fio

target()
{
	ram_disk 64
	nvmf_target
}

run()
{
	nvmf_connect
	disk_check
	nvmf_disconnect
}

down()
{
	disk_behind
	nvmf_target_down
}

ulp
