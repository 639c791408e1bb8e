#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 180
#
# smc_dbg on a real kernel: what rtnetlink, the log and the module tell
#
#	self:  dbg0 (10.88.0.1/24), dbg0.300    netns dbg:  its own sysctl
set -eu -o pipefail
. tests/net/lib.sh

tmp=$(mktemp -d)
smc_start
cleanup() {
	ip link del dbg0 2>/dev/null || true
	ip netns del dbg 2>/dev/null || true
	smc_stop
	rm -rf "$tmp"
}
trap cleanup EXIT

# holds NAME FILE FILTER: what jq makes of a file is true
holds() {
	is "$1" jq -e "$3" "$tmp/b/$2"
}

ip link add dbg0 type dummy
ip link set dbg0 address 02:00:00:00:00:02 up
ip addr add 10.88.0.1/24 dev dbg0
ip link add link dbg0 name dbg0.300 type vlan id 300
ip netns add dbg
ip netns exec dbg sysctl -qw net.smc.wmem=123456

is "a bundle in a folder" smc_dbg -o "$tmp/b" --interval 1
holds "the module's version" host/kernel.json '.module.smc.version'
holds "the modules" host/modules.json \
	'.modules | map(.name) | index("smc") and index("smc_diag")'
holds "lines of the log" host/dmesg.json '.dmesg | any(test("smc"))'
holds "an interface" netns/self/links.json \
	'.links[] | select(.name == "dbg0") | .kind == "dummy" and .admin == "up"
		and .address == "02:00:00:00:00:02" and .mtu == 1500'
holds "a VLAN, and what it is on" netns/self/links.json \
	'.links[] | select(.name == "dbg0.300") |
		.kind == "vlan" and .vlan == "300" and .below == "dbg0"'
holds "an address" netns/self/addresses.json \
	'.addresses | any(.dev == "dbg0" and .address == "10.88.0.1" and
		.length == 24)'
holds "a route" netns/self/routes.json \
	'.routes | any(.to == "10.88.0.0" and .dev == "dbg0")'
holds "sysctls of the own namespace" netns/self/sysctl.json \
	'.sysctl.net.smc.wmem != "123456"'
holds "and of another" netns/dbg/sysctl.json \
	'.sysctl.net.smc.wmem == "123456"'
holds "its interfaces" netns/dbg/links.json '.links | map(.name) == ["lo"]'
holds "EIDs" host/ueid.json ".ueids[0].eid == \"$eid\""
holds "sockets" netns/self/sockets.json '.sockets'
holds "counters, once more" netns/self/smcd-stats-2.json 'length > 0'
holds "tables" netns/self/tables-2.json \
	'.ueid | length == 1'
if [ "$VM_MODULE" = ours ]; then
	holds "the device" netns/self/tables-1.json \
		'.dev_smcd[0].SMC_NLA_DEV_PCI_ID == "loopback-ism"'
fi
holds "nothing of our own tools fails" index.json \
	'[.files[] | select(.why) | select(.name |
		test("smcr|pnet|check|rnics|gids") | not)] == []'
is "redacted" smc_dbg -o "$tmp/r" --interval 0 --redact
is "no address and no EID is left" bash -c \
	"! grep -rE '10\\.88\\.0|02:00:00:00:00:02|$eid' '$tmp/r'"
setpriv --reuid=65534 --regid=65534 --clear-groups \
	env TMPDIR=/tmp smc_dbg -o "/tmp/nobody-$$.tgz" --interval 0 >/dev/null
is "whoever is not root gets a bundle, too" tar -tzf "/tmp/nobody-$$.tgz"
rm -f "/tmp/nobody-$$.tgz"
