# SPDX-License-Identifier: GPL-2.0-only
# iSER: open-iscsi with ib_iser, LIO with ib_isert.
. "$IB_CORE/tools/guest/ulps/lib.sh"
need iscsid iscsiadm fio

target()
{
	ram_disk 64
	iser_target
}

run()
{
	iser_connect
	disk_check
	iser_disconnect
}

down()
{
	disk_behind
	iser_target_down
}

ulp
