# SPDX-License-Identifier: GPL-2.0-only
# pyverbs.sh ROLE PROVIDER FILE: a file of rdma-core's own test-suite, as the distribution ships it.
. "$IB_CORE/tools/guest/ulps/lib.sh"

target()
{
	userspace_up
}

run()
{
	local gid=0

	[ "$provider" != rxe ] || gid=$(gid_index)
	mkdir -p /tmp/suite
	try cp -r /usr/share/doc/rdma-core/tests /tmp/suite
	try gunzip -f /tmp/suite/tests/*.gz
	: >/tmp/suite/tests/__init__.py		# the suite's own loads every file
	python3 "$IB_CORE/tools/guest/ulps/suite.py" "$1" "$device" "$gid" "$points" || fail "$1 cannot be run"
}

down()
{
	:
}

ulp "$@"
