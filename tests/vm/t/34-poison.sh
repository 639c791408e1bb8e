#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 120
# kernels: debug
#
# C72: each GET and dump, with the longest host name, EID and PNET ID, in a
# kernel that poisons the memory of replies and variables: none of it is sent,
# each string is ended.
set -eu -o pipefail
. tests/net/lib.sh
. tests/nl/lib.sh

host=a-host-name-of-32-characters-432
longest=ABCDEFGHIJKLMNOPQRSTUVWXYZ012345
pnetid=SIXTEENLETTERSAB
was=$(hostname)

# Afresh: the module reads the host's name once, and random ids are new.
start() {
	hostname "$host"
	for module in smc_diag smc; do
		[ ! -e "/sys/module/$module" ] || rmmod "$module"
	done
	modprobe smc_diag
	knob_set lgr_free_delay_ms 100	# the next script finds none of them
	q SMC_GEN_NETLINK 10 "do" "1=s:$longest"
	q SMC_PNETID 2 "do" "1=s:$pnetid" 2=s:lo
	q SMC_PNETID 2 "do" "1=s:$pnetid" 3=s:loopback-ism
	hold listen smc6 6400 2
	hold pair inet 6401 2 1000
	hold pair smc6 6402 2 1
	hold plain smc4 6403 1
}
undo() {
	let_go
	q SMC_PNETID 4 "do" || true
	smcd ueid flush || true
	hostname "$was"
}
trap undo EXIT

poisoned() {
	! cat /sys/kernel/slab/kmalloc-{64,512,1k,2k,4k,8k}/poison | grep -qv 1
}
check "$(poisoned && echo 0 || echo 1)" "memory of replies is poisoned"
start
# A random id may look like poison, but not two.
"$net/poison" "$host" "$longest" "$pnetid" >/run/poison || {
	sed -n 's/^not ok/# at first not ok/p' /run/poison
	let_go
	start
	"$net/poison" "$host" "$longest" "$pnetid" >/run/poison || true
}
cat /run/poison
