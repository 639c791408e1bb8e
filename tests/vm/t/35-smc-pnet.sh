#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 120
#
# smc_pnet on the module: the options of old, moving a device, other namespaces,
# and what it explains of devices on each other.
#
#	pp10 (vlan) - pp0 (dummy)    in init netns (here)
#	pp1 (dummy), and a macvlan of pp0 in netns "pother"
set -eu -o pipefail
. tests/net/lib.sh
. tests/nl/lib.sh

smc_start
ip netns add pother
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
undo() {
	smc_pnet -f
	for dev in pp10 pp0 pp1 pp2 pbond pp3; do
		ip link del "$dev" 2>/dev/null || true
	done
	ip netns del pother
	smc_stop
}
trap undo EXIT

# says CODE COMMAND...: what it prints on both streams, if that is its status
says() {
	local want=$1 out rc=0
	shift

	out=$("$@" 2>&1) || rc=$?
	[ "$rc" -eq "$want" ] || echo "status $rc"
	echo "$out"
}

# why PART NAME [OPTION...]: of the interface $iface
why() {
	smc_pnet "${@:3}" --json explain "$iface" |
		jq -r --arg p "$1" --arg n "$2" '.explanation[] |
		select(.part == $p and .name == $n) |
		"\(.pnetid // "-") \(.why)"'
}

ip link add pp0 type dummy
ip link add pp1 type dummy
ip link add link pp0 name pp10 type vlan id 10

# the table
expect "empty" "" "$(says 0 smc_pnet)"
expect "C25: flush of an empty table" "" "$(says 0 smc_pnet -f)"
expect "C29: the first entry" \
	"smc_pnet: first entry: pp0 now uses devices with the PNET ID NET1 only" \
	"$(says 0 smc_pnet -a net1 -I pp0)"
expect "C32: loopback-ism" "" "$(says 0 smc_pnet -a NET1 -D loopback-ism)"
expect "port 2" "smc_pnet: SMC knows no device rxe9: its entry waits for one" \
	"$(says 0 smc_pnet -a NET2 -D rxe9 -P 2)"
expect "as smc-tools shows it" "NET1 pp0 n/a 255
NET1 n/a loopback-ism 1
NET2 n/a rxe9 2" "$(smc_pnet)"
expect "one PNET ID, in any case" "NET1 pp0 n/a 255
NET1 n/a loopback-ism 1" "$(smc_pnet -s net1)"
expect "what is there" "true true false" \
	"$(smc_pnet --json | jq -r '.entries[].present' | xargs)"
expect "no such PNET ID" "smc_pnet: show: no device has the PNET ID NOSUCH" \
	"$(says 1 smc_pnet -s NOSUCH)"
expect "delete no such PNET ID" "smc_pnet: del: kernel refused: no device has this PNET ID
          ('smc_pnet' shows the table)" "$(says 1 smc_pnet -d NOSUCH)"
expect "the device has one" "smc_pnet: add: kernel refused: device has a PNET ID already
          (pp0 has NET1; --replace gives it another)" \
	"$(says 1 smc_pnet -a NET3 -I pp0)"
expect "--replace: it is so" "" "$(says 0 smc_pnet -a NET1 -I pp0 --replace)"
expect "--replace: moves it" "" "$(says 0 smc_pnet add NET3 -I pp0 --replace)"
expect "no other has another, those of NET1 are added again" "NET2 n/a rxe9 2
NET1 n/a loopback-ism 1
NET3 pp0 n/a 255" "$(smc_pnet)"
for opt in "-f" "-d NET1" "-a NET4 -I pp1"; do
	# shellcheck disable=SC2086 # words
	expect "B06: not for everybody: $opt" "status 4" \
		"$(says 0 "${nobody[@]}" smc_pnet $opt | head -n 1)"
done
expect "anybody may look" "$(smc_pnet)" "$("${nobody[@]}" smc_pnet)"

# C30: a VLAN on a device
iface=pp10
smc_pnet -f
expect "C30: none" "- the PNET table of this namespace is empty" \
	"$(why interface pp10)"
smc_pnet -a A -I pp10 2>/dev/null
expect "C30: on the VLAN only" \
	"A by its own entry: pp0, the lowest device, has none" \
	"$(why interface pp10)"
smc_pnet -a B -I pp0
expect "C30: on both" "B by the entry of pp0, the lowest device" \
	"$(why interface pp10)"
smc_pnet -d A
expect "C30: on the lowest only" "B by the entry of pp0, the lowest device" \
	"$(why interface pp10)"
expect "the chain" "pp10 pp0" "$(smc_pnet --json explain pp10 |
	jq -r '.explanation[] | select(.part == "device") | .name' | xargs)"
expect "C32: what it has for loopback-ism" \
	"- virtual: a PNET ID has an effect only for SMC-D version 1, which it does not do" \
	"$(why smcd loopback-ism)"
expect "no such interface" \
	"smc_pnet: explain: there is no interface 'pp99' in this namespace" \
	"$(says 1 smc_pnet explain pp99)"
if ip link add pbond type bond 2>/dev/null; then
	ip link set pp1 down
	ip link set pp1 master pbond
	iface=pbond
	smc_pnet -a C -I pp1
	expect "C30: a bond" "C by the entry of pp1, the lowest device" \
		"$(why interface pbond)"
	ip link del pbond
fi

# C33: a device is renamed: the entry follows it; gone, and it is stale
ip link set pp1 name pp2
smc_pnet -a E -I pp2 --replace
iface=pp0
expect "C33: renamed" "E pp2 n/a 255" "$(smc_pnet -s E)"
ip link del pp2
expect "C33: gone" \
	"E stale: no interface has this name, it may be renamed" \
	"$(why entry pp2)"

# another namespace
smc_pnet -f
ip link add link pp0 name pmac netns pother type macvlan
ns=(--netns pother)
expect "E10: no devices there" \
	"smc_pnet: add: -D loopback-ism: only the initial network namespace has RDMA and SMC-D devices" \
	"$(says 3 smc_pnet "${ns[@]}" -a NET1 -I lo -D loopback-ism | head -n 1)"
expect "E10: nothing was added" "" "$(smc_pnet "${ns[@]}")"
iface=pmac
[[ $(why note "no PNET ID" "${ns[@]}") == *"SMC-R needs an entry for pmac" ]]
check $? "C29: what an empty table means there"
smc_pnet "${ns[@]}" -a NET1 -I pmac 2>/dev/null
expect "an entry there" "NET1 pmac n/a 255" "$(ip netns exec pother smc_pnet)"
expect "not here" "" "$(smc_pnet)"
expect "the lowest device is elsewhere" \
	"NET1 by its own entry: the device below pmac is in another namespace" \
	"$(why interface pmac "${ns[@]}")"
smc_pnet -a NET9 -I pp0 2>/dev/null
expect "--netns all" "pother:NET1 self:NET9" "$(smc_pnet --netns all --json |
	jq -r '.entries[] | "\(.netns):\(.pnetid)"' | sort | xargs)"
expect "flush there" "" "$(says 0 smc_pnet "${ns[@]}" -f)"
expect "and only there" "NET9 pp0 n/a 255" "$(smc_pnet)"

# many: each once
seq -f 'add N1 -I many%g' 150 | smc_pnet -b - 2>/dev/null
expect "a long table" 151 "$(smc_pnet | sort -u | wc -l)"
