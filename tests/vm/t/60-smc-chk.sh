#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 180
# kernels: 6.1 6.12
#
# smc_chk with real peers: two namespaces, joined by interfaces whose names the
# script of smc-tools could not read (B15, K1 to K6 there).
set -eu -o pipefail
. tests/net/lib.sh

tmp=$(mktemp -d)
jobs_of=()
long=fd00:1234:5678:9abc:1111:2222:3333:4445

cleanup() {
	[ "${#jobs_of[@]}" -eq 0 ] || kill "${jobs_of[@]}" 2>/dev/null || true
	ip netns del chka 2>/dev/null || true
	ip netns del chkb 2>/dev/null || true
	rm -rf "$tmp"
	smc_stop
}

# says NAME CODE LINE COMMAND...: its exit code, and a line that has LINE in it
says() {
	local name=$1 code=$2 line=$3 rc=0
	shift 3

	"$@" >"$tmp/out" 2>&1 || rc=$?
	if [ "$rc" -eq "$code" ] &&
		tr -s ' ' <"$tmp/out" | grep -Fq -- "$line"; then
		rc=0
	else
		rc=1
	fi
	check "$rc" "$name"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$tmp/out"
}

# holds NAME COMMAND...: it succeeds
holds() {
	local name=$1 rc=0
	shift

	"$@" || rc=$?
	check "$rc" "$name"
}

# serve COMMAND...: it runs until the end; its output is in $tmp/server
serve() {
	"$@" >"$tmp/server" 2>&1 &
	jobs_of+=($!)
}

listens() {
	ip netns exec chkb ss -Hltn | grep -q ":$1 "
}

# in_time NAME SECONDS COMMAND...: whatever it says
in_time() {
	local name=$1 limit=$2 begin=$SECONDS
	shift 2

	"$@" >/dev/null 2>&1 || true
	holds "$name" [ $((SECONDS - begin)) -le "$limit" ]
}

path_is() {
	says "path: $1" "$2" "$3" smc_chk --netns chka path "$4" -p "$5"
	smc_chk --netns chka path "$4" -p "$5" --json >"$tmp/json" || true
	holds "path: $1, as a word" grep -Fq "\"result\":\"$1\"" "$tmp/json"
}

# what came before is counted, and would be found
modprobe -r smc_diag smc
smc_start
trap cleanup EXIT
ip netns add chka
ip netns add chkb
ip link add eth0.100 netns chka type veth peer name br-3f2a netns chkb
ip -n chka addr add 10.9.0.1/24 dev eth0.100
ip -n chkb addr add 10.9.0.2/24 dev br-3f2a
ip -n chka addr add "${long%45}44/64" dev eth0.100 nodad
ip -n chkb addr add "$long/64" dev br-3f2a nodad
for n in chka chkb; do ip -n "$n" link set lo up; done
ip -n chka link set eth0.100 up
ip -n chkb link set br-3f2a up

# This host
says "C26: with an enterprise ID" 0 "ok eid enterprise IDs: $eid" smc_chk
smcd ueid flush
says "C26: no enterprise ID" 11 \
	"error eid no enterprise ID: all connections fall back to TCP; mend: smcd ueid add NAME" \
	smc_chk
smcd ueid add "$eid"
says "C29: in a namespace" 0 "pnet table of this namespace is empty" \
	smc_chk --netns chka
echo 0 >"$loopback/active"
says "C46: the device is off" 11 "warn device SMC-D device loopback-ism is switched off" \
	smc_chk
echo 1 >"$loopback/active"
says "C28: virtual buffers" 10 "usercopy buffers of loopback-ism are virtually contiguous, hardened usercopy is on" \
	sh -c "echo 1 >$loopback/dmb_type; echo 0 >$loopback/active
		echo 1 >$loopback/active; smc_chk"
says "C28: its mending command" 0 "physically contiguous" sh -c \
	"eval \"\$(smc_chk --json | jq -r '.findings[] |
		select(.check == \"usercopy\").fix')\"; smc_chk"

# A peer that uses SMC
serve smc_chk --netns chkb -S --json
wait_for 20 listens 37373
says "-C: this side" 0 "ok mode this side uses SMC-D" \
	smc_chk --netns chka -C 10.9.0.2
says "-C: the peer" 0 "ok peer the peer uses SMC-D" \
	smc_chk --netns chka -C 10.9.0.2
says "B15: an interface with a dot" 0 "an address of eth0.100, to 10.9.0.2:37373" \
	smc_chk --netns chka -C 10.9.0.2
says "K2: a long IPv6 address" 0 "an address of eth0.100, to [$long]:37373" \
	smc_chk --netns chka -6 -C "$long"
says "-d: the socket" 0 "info socket token 0x" \
	smc_chk --netns chka -d -C 10.9.0.2
smcd ueid flush
says "-C: no enterprise ID, this side" 11 \
	"error mode this side uses TCP, as the other side declined: no enterprise ID (0x03030008)" \
	smc_chk --netns chka -C 10.9.0.2
says "-C: no enterprise ID, the peer" 11 \
	"error peer the peer fell back to TCP: no enterprise ID (0x03030008)" \
	smc_chk --netns chka -C 10.9.0.2
smcd ueid add "$eid"
path_is ok 0 "ok path the option gets through, and the peer offers SMC" \
	10.9.0.2 37373
path_is ok 0 "ok path the option gets through" "$long" 37373

# C43: option 254 is dropped
ip netns exec chkb nft -f - <<'NFT'
table inet chk {
	chain in {
		type filter hook input priority 0;
		tcp flags syn tcp option 254 exists drop
	}
}
NFT
path_is dropped 11 "error path SYN with SMC option is lost on this path" \
	10.9.0.2 37373
in_time "C43: it is said in less than 5 s" 4 \
	smc_chk --netns chka path 10.9.0.2
ip netns exec chkb nft flush ruleset
kill -TERM "${jobs_of[0]}"
holds "-S: ends well by a signal" wait "${jobs_of[0]}"
is_json() {
	grep -v '^smc_chk: ' "$tmp/server" |
		jq -es 'length == 1 and
			(.[0].findings | map(.result) | index("smcd") and
			index("tcp"))' >/dev/null
}
holds "-S: one JSON document" is_json
jobs_of=()

# A peer that uses TCP
serve ip netns exec chkb socat TCP4-LISTEN:37374,fork,reuseaddr EXEC:cat
wait_for 20 listens 37374
says "-C: a peer without SMC" 11 \
	"error mode this side fell back to TCP: peer did not signal SMC (0x03010000); mend: start the peer's program with smc_run" \
	smc_chk --netns chka -C 10.9.0.2 -p 37374
path_is stripped 10 "warn path the option does not come back: stripped" \
	10.9.0.2 37374

# Nobody
says "K1: no server is an error" 11 "error connect nobody listens at 10.9.0.2:9 (" \
	smc_chk --netns chka -C 10.9.0.2 -p 9
in_time "K5: and fast" 2 smc_chk --netns chka -C 10.9.0.2 -p 9
path_is refused 11 "error path nobody listens at this port" 10.9.0.2 9

# C42: a peer that copies options, at an address of nobody
ip netns exec chkb "$net/replay" br-3f2a &
jobs_of+=($!)
ip -n chka neigh add 10.9.0.9 dev eth0.100 lladdr \
	"$(ip netns exec chkb cat /sys/class/net/br-3f2a/address)"
path_is replayed 11 "error path option replayed by peer, not a real SMC peer" \
	10.9.0.9 80
says "path: without privilege" 4 "smc_chk: path: SYN: Operation not permitted" \
	setpriv --reuid=65534 --regid=65534 --clear-groups smc_chk path 127.0.0.1
