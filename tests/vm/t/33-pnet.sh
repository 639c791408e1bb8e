#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 120
#
# The PNET table: per namespace, follows devices, dumps resume.
#
#	dummy devices in init netns (here) and netns "other"
set -eu -o pipefail
. tests/net/lib.sh
. tests/nl/lib.sh

smc_start
ip netns add other
undo() {
	q SMC_PNETID 4 "do" >/dev/null
	for dev in pn0 pn1 pn2 pn3; do
		ip link del "$dev" 2>/dev/null || true
	done
	ip netns del other
	smc_stop
}
trap undo EXIT

pnet() {
	q SMC_PNETID "$@"
}

table() {
	pnet 1 "${@:-dump}"
}

# entry ID NETDEV DEVICE PORT, as table shows it
entry() {
	echo "1=\"$1\" 2=\"$2\" 3=\"$3\" 4=$4"
}

ip link add pn0 type dummy
expect "empty" "" "$(table)"
expect "add a network device" "" "$(pnet 2 "do" 1=s:neta 2=s:pn0)"
expect "add one that is not there yet" "" "$(pnet 2 "do" 1=s:NETB 2=s:pn1)"
expect "add the loopback device and a port" "" \
	"$(pnet 2 "do" 1=s:NETB 3=s:loopback-ism 4=u8:2)"
expect "upper case, n/a, ports" "$(entry NETA pn0 n/a 255)
$(entry NETB pn1 n/a 255)
$(entry NETB n/a loopback-ism 2)" "$(table)"
expect "one PNET ID only" "$(entry NETB pn1 n/a 255)
$(entry NETB n/a loopback-ism 2)" "$(table "do" 1=s:netb)"
expect "one that nobody has" "" "$(table "do" 1=s:NETX)"
expect "without a PNET ID" "error EINVAL: PNET ID is missing" "$(table "do")"
expect "again" "error EEXIST: device has a PNET ID already" \
	"$(pnet 2 "do" 1=s:NETA 2=s:pn0)"
expect "one of two is new" "" \
	"$(pnet 2 "do" 1=s:NETB 2=s:pn1 3=s:loopback-ism)"
expect "the port is part of it" "$(entry NETB n/a loopback-ism 1)" \
	"$(table | tail -n 1)"
expect "port 3" "error EINVAL: port is neither 1 nor 2" \
	"$(pnet 2 "do" 1=s:NETC 3=s:rxe0 4=u8:3)"
expect "no device" "error EINVAL: device is missing" \
	"$(pnet 2 "do" 1=s:NETC)"
expect "17 characters" "error EINVAL: PNET ID has more than 16 characters" \
	"$(pnet 2 "do" 1=s:ABCDEFGHIJKLMNOPQ 2=s:pn9)"
expect "odd characters" \
	"error EINVAL: PNET ID has characters other than A-Z 0-9" \
	"$(pnet 2 "do" 1=s:A-B 2=s:pn9)"
expect "blanks around it" "" "$(pnet 2 "do" "1=s: SIXTEENLETTERSAB " 2=s:pn9)"
expect "16 characters, ended" "$(entry SIXTEENLETTERSAB pn9 n/a 255)" \
	"$(table "do" 1=s:SIXTEENLETTERSAB)"
expect "a name that is none" \
	"error EINVAL: not a name of a network device" \
	"$(pnet 2 "do" 1=s:NETC 2=s:a/b)"
expect "delete one that is not there" \
	"error ENOENT: no device has this PNET ID" "$(pnet 3 "do" 1=s:NETC)"
expect "delete" "" "$(pnet 3 "do" 1=s:SIXTEENLETTERSAB)"
expect "SMC-D device shows it, set by the user" '1=1 2="NETB"' \
	"$(q SMC_GEN_NETLINK 5 dump | nest 8)"

# devices come and are renamed
ip link add pn1 type dummy
ip link set pn0 name pn2
expect "an entry follows its device" "$(entry NETA pn2 n/a 255)" \
	"$(table | grep NETA)"
ip link set pn1 name pn3
expect "so does one whose device came later" "$(entry NETB pn3 n/a 255)" \
	"$(table | grep 'NETB" 2="pn')"
pnet 2 "do" 1=s:NETD 2=s:pn0
ip link set pn2 name pn0
expect "an entry that waits for the name wins" "$(entry NETA pn2 n/a 255)
$(entry NETD pn0 n/a 255)" "$(table | grep -E 'NETA|NETD')"
ip link del pn0
expect "an entry outlives its device" "$(entry NETD pn0 n/a 255)" "$(table | grep NETD)"

# rights and namespaces
for c in 2 3 4; do
	expect "command $c: not for everybody" EPERM \
		"$(code "$(q_nobody SMC_PNETID $c "do" 1=s:NETA)")"
done
expect "anybody may look" "$(pnet 1 dump)" "$(q_nobody SMC_PNETID 1 dump)"
other() {
	ip netns exec other "$nl/nlq" -t "$@" || true
}
expect "another namespace has its own table" "" "$(other SMC_PNETID 1 dump)"
expect "no RDMA or SMC-D devices there" "error EOPNOTSUPP: only the initial \
network namespace has such devices" \
	"$(other SMC_PNETID 2 "do" 1=s:NETA 3=s:loopback-ism)"
expect "network devices there" "" \
	"$(other SMC_PNETID 2 "do" 1=s:NETO 2=s:lo)"
expect "from here, by file descriptor" "" \
	"$(q SMC_EXT 8 "do" 1=fd:/run/netns/other 7=nest 1=s:NETP 2=s:eth0 end)"
expect "both are there" "NETO NETP" \
	"$(other SMC_PNETID 1 dump | attr 1 | paste -sd ' ')"
expect "delete by file descriptor" "" \
	"$(q SMC_EXT 9 "do" 1=fd:/run/netns/other 7=nest 1=s:NETO end)"
expect "flush by file descriptor" "" \
	"$(q SMC_EXT 10 "do" 1=fd:/run/netns/other)"
expect "nothing there, all of ours here" "0 5" \
	"$(other SMC_PNETID 1 dump | wc -l) $(table | wc -l)"

# a long table: each entry once, in several datagrams
pnet 4 "do"
expect "flush" "" "$(table)"
many=120
for ((i = 0; i < many; i++)); do
	echo "1=s:N$((i % 7)) 2=s:many$i"
done | xargs -n 2 "$nl/nlq" SMC_PNETID 2 "do"
"$nl/nlq" -m SMC_PNETID 1 dump >/run/pnet 2>/run/datagrams
expect "$many entries: each once" "$many" "$(sort -u /run/pnet | wc -l)"
expect "$many entries: more than one datagram" yes \
	"$([ "$(cut -d ' ' -f 1 /run/datagrams)" -gt 2 ] && echo yes)"
