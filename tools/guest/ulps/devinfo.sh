# SPDX-License-Identifier: GPL-2.0-only
# What uverbs tells of the device: each line is a point that the other core must tell too.
. "$IB_CORE/tools/guest/ulps/lib.sh"
need ibv_devinfo

target()
{
	userspace_up
}

run()
{
	local out=/tmp/devinfo

	try ibv_devices
	ibv_devinfo -v -d "$device" >$out || fail "ibv_devinfo"
	grep -q PORT_ACTIVE $out || fail "no active port: $(cat $out)"
	sed -e 's/[[:space:]]\+/ /g' -e 's/^ //' -e '/^$/d' -e 's/^/ok /' $out >>"$points"
}

down()
{
	:
}

ulp
