# SPDX-License-Identifier: GPL-2.0-only
# smc.sh ROLE PROVIDER BYTES: SMC-R with buffers of that size. The distribution has no smc-tools: smc.py does what they do.
. "$IB_CORE/tools/guest/ulps/lib.sh"
need python3
talk="$IB_CORE/tools/guest/ulps/smc.py"

smc_up()
{
	try modprobe smc
	echo "$1" >/proc/sys/net/smc/rmem
	echo "$1" >/proc/sys/net/smc/wmem
	try python3 "$talk" setup "$device"
}

target()
{
	smc_up "$1"
	serve SMC python3 "$talk" serve "$ADDR"
}

run()
{
	[ "$role" = both ] || smc_up "$1"
	try python3 "$talk" ask "$ADDR" "$1"
	[ "$role" = both ] || smc_down
}

smc_down()
{
	try python3 "$talk" forget
	wait_for 30 "end of SMC's users" modprobe -r smc
}

down()
{
	served SMC
	smc_down
}

ulp "$@"
