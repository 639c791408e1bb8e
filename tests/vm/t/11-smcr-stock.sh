#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# kernels: 6.12
# module: stock
# timeout: 240
#
# smcr on the distribution's module and soft-RoCE: devices, link groups, links,
# counters. Both ends of the connections are in one namespace, policy routing
# sends them over the wire:
#
#	10.9.0.1 va (rxe_a, NETA) ---- (NETB, rxe_b) vb 10.9.0.2
set -eu -o pipefail
. tests/net/lib.sh

nl=build/tests/nl
tmp=$(mktemp -d)
jobs_of=()
export XDG_STATE_HOME=$tmp/state

cleanup() {
	close_all
	rdma link del rxe_a || true
	rdma link del rxe_b || true
	smcr ueid flush || true
	ip rule add pref 0 lookup local || true
	ip rule flush table 101 || true
	ip rule flush table 102 || true
	ip link del va || true
	ip netns del other || true
	rm -rf "$tmp"
} 2>/dev/null
trap cleanup EXIT

close_all() {
	[ "${#jobs_of[@]}" -eq 0 ] || kill "${jobs_of[@]}" 2>/dev/null || true
	jobs_of=()
}

# says NAME CODE TEXT COMMAND...: it exits with CODE and says TEXT
says() {
	local name=$1 code=$2 text=$3 rc=0
	shift 3

	"$@" >"$tmp/out" 2>&1 || rc=$?
	[ "$rc" -eq "$code" ] && [ "$(head -n 1 "$tmp/out")" = "$text" ] &&
		rc=0 || rc=1
	check "$rc" "$name"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$tmp/out"
}

# like NAME PATTERN COMMAND...: a line of what it prints matches PATTERN
like() {
	local name=$1 pattern=$2 rc=0
	shift 2

	"$@" >"$tmp/out" 2>&1 || rc=$?
	grep -Eq -- "$pattern" "$tmp/out" || rc=1
	check "$rc" "$name"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$tmp/out"
}

# side VETH ADDRESS PEER-VETH PEER-ADDRESS TABLE: one end of the wire
side() {
	echo 1 >"/proc/sys/net/ipv4/conf/$1/accept_local"
	echo 0 >"/proc/sys/net/ipv4/conf/$1/rp_filter"
	ip addr add "$2/24" dev "$1"
	ip rule add pref 5 iif lo to "$4" lookup "$5"
	ip route add "$4/32" dev "$1" src "$2" scope link table "$5"
	ip neigh replace "$4" lladdr "$(cat "/sys/class/net/$3/address")" \
		dev "$1" nud permanent
}

# pnet ID NETDEV IBDEV
pnet() {
	"$nl/nlq" SMC_PNETID 2 "do" "1=s:$1" "2=s:$2" >/dev/null
	"$nl/nlq" SMC_PNETID 2 "do" "1=s:$1" "3=s:$3" 4=u8:1 >/dev/null
}

modprobe smc
modprobe smc_diag
echo 0 >/proc/sys/net/ipv4/conf/all/rp_filter
ip link add va type veth peer name vb
ip link set va up
ip link set vb up
side va 10.9.0.1 vb 10.9.0.2 102
side vb 10.9.0.2 va 10.9.0.1 101
ip rule add pref 100 lookup local
ip rule del pref 0

gives "no device: no lines" "" smcr device
like "no device: no RoCE" '^RoCE: +n/a$' smcr info

rdma link add rxe_a type rxe netdev va
rdma link add rxe_b type rxe netdev vb
pnet NETA va rxe_a
pnet NETB vb rxe_b
smcr ueid add VM-TEST

has_both() {
	[ "$(smcr --no-headings device | grep -c ' ACTIVE  rxe ')" -eq 2 ]
}
wait_for 20 has_both
check $? "device: both, active, of a kind that is known"
like "device: network device, port, PNET ID" \
	'^va              rxe_a       1    ACTIVE  rxe             No       0  \*NETA            $' \
	smcr device
gives "device: JSON" '["va","rxe_a",1,"ACTIVE","rxe",false,0,"NETA",true]' \
	jq -c '.devices[] | select(.ibdev == "rxe_a") | [.netdev, .ibdev,
		.port, .state, .type, .critical, .links, .pnetid,
		.pnetid_by_user]' <(smcr --json device)
gives "device: by name" rxe_b smcr --no-headings --output ibdev device \
	netdev vb
says "device: none of that name" 1 \
	"smcr: device: no RDMA device 'rxe_c'" smcr device ibdev rxe_c
like "info: RoCE" '^RoCE: +v1 v2$' smcr info
gives "no link group: no lines" "" smcr linkgroup
gives "no link: no lines" "" smcr linkgroup link-show
says "no link group of that id" 1 "smcr: linkgroup: no link group 00010000" \
	smcr linkgroup 00010000
smcr stats reset >/dev/null

# Two connections over the wire
smc_run -f smc socat TCP4-LISTEN:7300,bind=10.9.0.2,fork EXEC:cat 2>/dev/null &
jobs_of+=($!)
listens() {
	smcss -l | grep -q ' 10.9.0.2:7300 '
}
wait_for 20 listens
for i in 1 2; do
	{ echo hello; exec sleep 600 2>/dev/null; } |
		smc_run -f smc socat -t 600 - \
			TCP4:10.9.0.2:7300,bind=10.9.0.1 >"$tmp/echo$i" 2>&1 &
	jobs_of+=($!)
	wait_for 30 grep -q hello "$tmp/echo$i"
	check $? "connection $i"
done
gives "they use SMC-R" 4 sh -c "smcss --no-headings mode smcr | wc -l"

# In the log: SMC-R lg ID ... link added: id UID, peerid UID
id=$(dmesg | sed -n 's/.*SMC-R lg \([0-9a-f]*\) .*link added.*/\1/p' | head -n 1)
gives "W3: the id is that of the log" "$id" \
	smcr --no-headings --output id linkgroup "$id"
other=${id:6:2}${id:4:2}${id:2:2}${id:0:2}
gives "W3: the old tools' order of bytes does, too" "$id" \
	smcr --no-headings --output id linkgroup "$other"
like "linkgroup: a server" '^[0-9a-f]{8} SERV     SINGLE      0       2  NETB' \
	smcr linkgroup
like "linkgroup: a client" '^[0-9a-f]{8} CLNT     SINGLE      0       2  NETA' \
	smcr linkgroup
for line in 'Version  : 2' 'Peer-OS  : LINUX' 'Direct   : (Yes|No)' \
	'EID      : VM-TEST' 'Sndbuf   : [1-9][0-9]* B' 'RMB      : [1-9]' \
	'Buf-Type : physical' 'Max-Conns: 255' 'Max-Links: 2' \
	'Netns    : self'; do
	like "linkgroup: ${line%% *}" "^$line" smcr -d linkgroup
done
gives "linkgroup: by network device" CLNT \
	smcr --no-headings --output role linkgroup netdev va
gives "linkgroup: by RDMA device" SERV \
	smcr --no-headings --output role linkgroup ibdev rxe_b
like "link-show" \
	'^[0-9a-f]{8} CLNT     SINGLE   va              LINK_ACTIVE          2  $' \
	smcr linkgroup link-show
uid=$(dmesg | sed -n 's/.*link added: id \([0-9a-f]*\),.*/\1/p' | head -n 1)
gives "link-show: the UID is that of the log" 1 \
	sh -c "smcr --output uid linkgroup link-show | grep -c $uid"
like "link-show: GIDs" \
	' rxe_a        1  0000:0000:0000:0000:0000:ffff:0a09:0001   0000:0000:0000:0000:0000:ffff:0a09:0002  $' \
	smcr -dd linkgroup link-show
gives "links of a device" '[1,true]' jq -c '.devices[] |
	select(.ibdev == "rxe_a") | [.links, .critical]' \
	<(smcr --json device)
like "stats" '^  SMC connections +4$' smcr stats
gives "stats: of SMC-D there are none" 0 \
	jq '.stats.connections.client.v2' <(smcd -a --json stats)

# Namespaces
ip netns add other
gives "--netns: link groups of another namespace are not shown" "" \
	smcr --netns other --no-headings linkgroup
gives "--netns all: each once, with its namespace" 2 sh -c \
	"smcr --netns all --no-headings linkgroup | grep -c ^self"
gives "--netns all: no other" 2 sh -c \
	"smcr --netns all --no-headings linkgroup | wc -l"
gives "seen from another namespace this one is a process" 2 \
	sh -c "ip netns exec other smcr --no-headings --output netns linkgroup |
		grep -Ec '^[0-9]+\$'"
gives "whoever may not look into it sees its number" "$(printf '1\n1')" \
	ip netns exec other setpriv --reuid=65534 --regid=65534 \
	--clear-groups smcr --no-headings --output netns linkgroup
close_all
