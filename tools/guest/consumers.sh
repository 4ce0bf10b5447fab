# SPDX-License-Identifier: GPL-2.0-only
# consumers.sh MODULE ...: load each with all that it needs, then unload the
# lot; a line for each to /run/vm/loads. A module may refuse for want of a device.
. "$IB_CORE/tools/guest/lib.sh"

loaded()
{
	cut -d ' ' -f 1 /proc/modules
}

# unload_all: users before what they use, as often as that gets one further
unload_all()
{
	local before=none module
	until [ "$before" = "$(loaded)" ]; do
		before=$(loaded)
		for module in $before; do
			rmmod "$module" >/tmp/rmmod.log 2>&1
		done
	done
	[ -z "$before" ] || { cat /tmp/rmmod.log; fail "after $1 these do not unload:" $before; }
}

unload_all "the guest's start"
for module in "$@"; do
	if said=$(modprobe "$module" 2>&1); then
		result='loads'
	else
		case $said in
		*": No such device") result='no device' ;;
		*) fail "modprobe $module: $said" ;;
		esac
	fi
	unload_all "$module"
	echo "$module = $result" | tee -a /run/vm/loads
done
