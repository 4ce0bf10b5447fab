# SPDX-License-Identifier: GPL-2.0-only
# Asks kmemleak twice, since a block must look unreferenced for a while, and
# fails with what it found.
for round in 1 2; do
	sleep 6
	echo scan >/sys/kernel/debug/kmemleak
done
leaks=$(cat /sys/kernel/debug/kmemleak)
[ -z "$leaks" ] || { echo "$leaks" | tee /dev/kmsg; exit 1; }
