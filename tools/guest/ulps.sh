# SPDX-License-Identifier: GPL-2.0-only
# ulps.sh ROLE PROVIDER: the tests of /run/vm/tests (NAME SECONDS SCRIPT [ARG ...]), each in a shell of its own,
# until one fails: what it leaves behind would spoil the next. /run/vm/results tells of each
#   begin NAME
#   end NAME STATUS LAST LINE OF ITS OUTPUT
# and /run/vm/points-NAME holds what a test with many parts has to say of each.
role=$1 provider=$2
while read -r name seconds script args; do
	export test=$name points=/run/vm/points-$name
	echo "begin $name" >>/run/vm/results
	timeout -k 5 "$seconds" bash "$IB_CORE/tools/guest/ulps/$script.sh" "$role" "$provider" $args >"/run/vm/said-$name" 2>&1 </dev/null
	status=$?
	case $status in
	124 | 137) echo "did not end within $seconds s" >>"/run/vm/said-$name" ;;
	esac
	echo "end $name $status $(grep -v '^$' "/run/vm/said-$name" | tail -n 1)" >>/run/vm/results
	case $status in 0 | 77) ;; *) exit 1 ;; esac
done </run/vm/tests
