# SPDX-License-Identifier: GPL-2.0-only
# rds.sh ROLE PROVIDER WHAT: RDS over RDMA. The distribution has no rds-tools; Python knows the socket family.
# Its modules stay loaded: rds_rdma warns as it goes (rds_ib_recv_exit), on the kernel's own core too.
. "$IB_CORE/tools/guest/ulps/lib.sh"
need python3
talk="$IB_CORE/tools/guest/ulps/rds.py"

target()
{
	try modprobe rds_rdma
	serve RDS python3 "$talk" "$1" serve "$ADDR"
}

run()
{
	local own=$INITIATOR

	[ "$role" != both ] || own=$ADDR
	try modprobe rds_rdma
	try python3 "$talk" "$1" ask "$ADDR" "$own"
}

down()
{
	served RDS
}

ulp "$@"
