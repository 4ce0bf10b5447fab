# SPDX-License-Identifier: GPL-2.0-only
# programs.sh ROLE PROVIDER NAME: a program of rdma-core or perftest against itself, on the kernel's uverbs and ucma.
. "$IB_CORE/tools/guest/ulps/lib.sh"
name=$1
payload=/tmp/payload

# on_verbs PROGRAM ARG ...: finds its peer by TCP
on_verbs()
{
	need "$1"
	program=$* peer=$ADDR
	options='-d $device -g $(gid_index)' listens=listens_tcp
}

# on_perftest PROGRAM: by TCP, or by the RDMA CM where the provider has no other way
on_perftest()
{
	need "$1"
	program="$1 -F -n 200 -s 65536" peer=$ADDR
	options='-d $device -x $(gid_index)' listens=listens_tcp
	[ "$provider" != siw ] || { options='-d $device -R' listens=listens_cm; }
}

# on_cm PROGRAM SERVER CLIENT: by the RDMA CM
on_cm()
{
	need "$1"
	program=$1 options= server=$2 peer=$3 listens=listens_cm
}

# 4853 is port 18515, 0A is LISTEN
listens_tcp()
{
	grep -qE ':4853 [0-9A-F:]+ 0A ' /proc/net/tcp /proc/net/tcp6
}

listens_cm()
{
	rdma resource show cm_id | grep -q LISTEN
}

server=
case $name in
rc_pingpong) on_verbs ibv_rc_pingpong -c -n 300 ;;
srq_pingpong) on_verbs ibv_srq_pingpong -c -n 300 ;;
ud_pingpong) on_verbs ibv_ud_pingpong -c -n 300 ;;
rping) on_cm rping "-s -a $ADDR -V -S 4096 -C 50" "-c -a $ADDR -V -S 4096 -C 50" ;;
ucmatose) on_cm ucmatose "-b $ADDR -C 20 -S 4096" "-s $ADDR -C 20 -S 4096" ;;
udaddy) on_cm udaddy "-b $ADDR -C 20 -S 1000" "-s $ADDR -C 20 -S 1000" ;;
rcopy) on_cm rcopy "" "$payload $ADDR:/tmp/copied" ;;
send) on_perftest ib_send_bw ;;
write) on_perftest ib_write_bw ;;
read) on_perftest ib_read_bw ;;
*) fail "there is no program '$name'" ;;
esac

target()
{
	userspace_up
	eval "exec $program $options $server" >/tmp/server.log 2>&1 &
	serving=$!
	wait_for 20 "listening $name" "$listens"
}

run()
{
	local words

	[ "$role" = both ] || userspace_up
	try dd if=/dev/urandom of=$payload bs=1M count=4
	sum <$payload >"$meeting/want"
	words=$(eval "echo $program $options")
	try $words $peer
}

down()
{
	if [ "$name" = rcopy ]; then
		kill "$serving"
		[ "$(sum </tmp/copied)" = "$(cat "$meeting/want")" ] || fail "the copied file differs"
		return
	fi
	served "$name"
}

ulp
