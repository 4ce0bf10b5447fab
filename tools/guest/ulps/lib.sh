# SPDX-License-Identifier: GPL-2.0-only
# What the ULPs' scripts share. Each is called as SCRIPT ROLE PROVIDER [ARG ...] and defines
#   target   what one end sets up, and says it is ready by returning
#   run      what the other end does with it: real I/O, checked
#   down     what the first end does when the other has ended
# and then calls "ulp ARG ...", which these get. ROLE is both, or target or initiator where each end is a guest
# of its own: they meet in a folder that both see.
. "$IB_CORE/tools/guest/lib.sh"
role=$1 provider=$2
shift 2
device=${provider}0
LACKING=77

meeting=/run/vm/meeting-$test
[ "$role" != initiator ] || meeting=/run/vm/peer/meeting-$test

# need PROGRAM ...: what the distribution may lack
need()
{
	local program
	for program in "$@"; do
		command -v "$program" >/dev/null || { echo "no $program here"; exit $LACKING; }
	done
}

post()
{
	: >"$meeting/$1"
}

# await WORD: what the other end posts; its failure is ours
await()
{
	until [ -e "$meeting/$1" ]; do
		[ ! -e "$meeting/failed" ] || { trap - EXIT; fail "the other end failed"; }
		sleep 0.1
	done
}

ulp()
{
	mkdir -p "$meeting"
	trap '[ $? = 0 ] || post failed' EXIT
	case $role in
	initiator) rdma_up "$provider" "$INITIATOR" ;;
	*) rdma_up "$provider" ;;
	esac
	case $role in
	both) target "$@"; run "$@"; down "$@" ;;
	target) target "$@"; post ready; await done; down "$@"; post gone ;;
	initiator) await ready; run "$@"; post done; await gone ;;
	esac
	rdma_down "$provider"
	try ip addr flush dev eth0 scope global
}

# serve NAME COMMAND ...: in the background, from when it says that it is ready
serve()
{
	local name=$1
	shift
	: >/tmp/server.log
	"$@" >/tmp/server.log 2>&1 &
	serving=$!
	wait_for 30 "$name server" grep -qx ready /tmp/server.log
}

# served NAME: it has to end well
served()
{
	wait "$serving" || { cat /tmp/server.log; fail "the $1 server, with status $?"; }
}

# userspace_up: what rdma-core opens
userspace_up()
{
	try modprobe ib_uverbs
	try modprobe rdma_ucm
	try modprobe ib_umad
}

# gid_index: the port's RoCE v2 GID that is made of its IPv4 address
gid_index()
{
	local port=/sys/class/infiniband/$device/ports/1 i
	for i in $(cd "$port/gids" && grep -ls '0000:0000:0000:0000:0000:ffff:0a4d:' -- * | sort -n); do
		[ "$(cat "$port/gid_attrs/types/$i")" != "RoCE v2" ] || { echo "$i"; return; }
	done
	fail "$device has no RoCE v2 GID of 10.77.0.0/24"
}

sum()
{
	sha256sum | cut -d' ' -f1
}

# disk_check: fio's own verification on $DISK, then 16 MB there and back; down() looks at them from behind
disk_check()
{
	local want got size total
	for size in 4k 64k 1m; do
		case $size in 4k) total=1m ;; 64k) total=4m ;; 1m) total=16m ;; esac
		try fio --name="$size" --filename="$DISK" --rw=randwrite --bs=$size --iodepth=16 --size=$total --direct=1 \
			--ioengine=libaio --verify=crc32c --verify_fatal=1 --do_verify=1 --randseed=7 --allrandrepeat=1
	done
	try dd if=/dev/urandom of=/tmp/want bs=1M count=16
	want=$(sum </tmp/want)
	try dd if=/tmp/want of="$DISK" bs=1M oflag=direct
	got=$(dd if="$DISK" bs=1M count=16 iflag=direct 2>/tmp/try.log | sum)
	[ "$got" = "$want" ] || fail "$DISK gives $got, not $want"
	echo "$want" >"$meeting/want"
}

# disk_behind: what the initiator wrote is what the exported disk holds
disk_behind()
{
	local got
	got=$(dd if=/dev/ram0 bs=1M count=16 iflag=direct 2>/tmp/try.log | sum)
	[ "$got" = "$(cat "$meeting/want")" ] || fail "the target's disk has $got, not $(cat "$meeting/want")"
}
