# SPDX-License-Identifier: GPL-2.0-only
# NFS version 3 over RDMA: nfsd and the client of the kernel, ext4 behind them.
. "$IB_CORE/tools/guest/ulps/lib.sh"
need mount.nfs exportfs rpc.mountd rpcbind fio
export=/srv/ib-core mounted=/mnt/nfs control=/proc/fs/nfsd

target()
{
	ram_disk 64
	try modprobe ext4
	try mkfs.ext4 -q -F /dev/ram0
	try mkdir -p $export /run/rpcbind /run/sendsigs.omit.d /var/lib/nfs
	try mount -t ext4 /dev/ram0 $export
	try modprobe nfsd
	try modprobe rpcrdma
	try mount -t nfsd nfsd $control
	try rpcbind
	try exportfs -i -o rw,no_root_squash,insecure,no_subtree_check "*:$export"
	try rpc.mountd
	echo "rdma 20049" >$control/portlist || fail "NFS on RDMA"
	echo 4 >$control/threads || fail "NFS threads"
}

run()
{
	local options=rdma,port=20049,vers=3,nolock want got

	try modprobe nfsv3
	try modprobe rpcrdma
	mkdir -p $mounted
	try mount -t nfs -o "$options" "$ADDR:$export" $mounted
	grep " $mounted " /proc/mounts | grep -q proto=rdma || fail "the mount is not by RDMA: $(grep " $mounted " /proc/mounts)"
	try fio --name=nfs --directory=$mounted --rw=randwrite --bs=16k --iodepth=8 --size=4m --ioengine=libaio --direct=1 \
		--verify=crc32c --verify_fatal=1 --do_verify=1 --randseed=7 --allrandrepeat=1
	try dd if=/dev/urandom of=/tmp/want bs=1M count=16
	want=$(sum </tmp/want)
	try cp /tmp/want $mounted/file
	try umount $mounted
	try mount -t nfs -o "$options" "$ADDR:$export" $mounted
	got=$(sum <$mounted/file)
	[ "$got" = "$want" ] || fail "the file reads $got, not $want"
	for i in $(seq 50); do
		echo "$i" >"$mounted/small-$i" || fail "write a small file"
	done
	[ "$(cat $mounted/small-* | sort -n | tail -n 1)" = 50 ] || fail "read the small files"
	try rm $mounted/small-*
	try umount $mounted
	echo "$want" >"$meeting/want"
}

down()
{
	[ "$(sum <$export/file)" = "$(cat "$meeting/want")" ] || fail "the server's file differs"
	echo 0 >$control/threads || fail "end the NFS threads"
	try exportfs -ua
	kill $(pidof rpc.mountd rpcbind)
	try umount $control
	try umount $export
}

ulp
