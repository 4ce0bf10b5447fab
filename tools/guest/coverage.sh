# SPDX-License-Identifier: GPL-2.0-only
# coverage.sh SCRIPT [ARG ...]: run another script of this folder, then leave
# what gcov has counted in our objects in /run/vm/gcov.
. "$IB_CORE/tools/guest/lib.sh"
script=$1
shift
bash "$IB_CORE/tools/guest/$script.sh" "$@" || fail "$script $*"

cd /sys/kernel/debug/gcov || fail "counters: is this a coverage kernel?"
find . -path '*/drivers/infiniband/core/*.gcda' >/tmp/counters
while read -r file; do
	copy=/run/vm/gcov/${file##*/drivers/infiniband/core/}
	mkdir -p "${copy%/*}"
	cat "$file" >"$copy" || fail "read $file"
done </tmp/counters
