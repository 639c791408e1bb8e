#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 180
#
# sock_diag shows each socket with its real addresses, state and mode, and
# what asked for besides; nothing is doubled, left out or stale.
set -eu -o pipefail
. tests/net/lib.sh
. tests/nl/lib.sh

smc_start
trap 'let_go; smc_stop' EXIT
diag=$nl/diagq
conninfo=1 dmbinfo=8

# field NAME: its value in each line
field() {
	sed -n "s/.* $1=\([^ ]*\).*/\1/p"
}

# of_port SPORT [DPORT]
of_port() {
	grep " sport=$1 .* dport=${2:-[0-9]*} " || true
}

short() {
	sed 's/\(.* dport=[0-9]*\).*/\1/'
}

# new and listening sockets
hold new smc4 0 1
hold new inet6 0 1
expect "new sockets: state INIT" \
	"family=10 state=2 mode=0 src=0.0.0.0 sport=0 dst=0.0.0.0 dport=0
family=43 state=2 mode=0 src=0.0.0.0 sport=0 dst=0.0.0.0 dport=0" \
	"$("$diag" | short | sort)"
let_go
hold listen smc4 6200 1
hold listen smc6 6201 1
hold listen inet 6202 1
hold listen inet6 6203 1
expect "listeners: family of the socket, addresses of TCP, state LISTEN" \
	"family=43 state=10 mode=0 src=127.0.0.1 sport=6200 dst=0.0.0.0 dport=0
family=43 state=10 mode=0 src=::1 sport=6201 dst=:: dport=0
family=2 state=10 mode=0 src=127.0.0.1 sport=6202 dst=0.0.0.0 dport=0
family=10 state=10 mode=0 src=::1 sport=6203 dst=:: dport=0" \
	"$("$diag" | short | sort -t = -k 6)"
let_go

# connections: both ends, all kinds
for kind in smc4 smc6 mapped inet inet6; do
	case $kind in
	smc4) family=43 addr=127.0.0.1 ;;
	smc6) family=43 addr=::1 ;;
	mapped) family=43 addr=::ffff:127.0.0.1 ;;
	inet) family=2 addr=127.0.0.1 ;;
	inet6) family=10 addr=::1 ;;
	esac
	hold pair $kind 6210 1 1000
	expect "$kind: both ends in mode SMCD with real addresses" "2" "$(
		"$diag" | grep -c "^family=$family state=1 mode=2 src=$addr \
sport=[1-9][0-9]* dst=$addr dport=[1-9]"
	)"
	let_go
done

# what is asked for and nothing else
hold pair smc4 6220 1 100000
plain=$("$diag" | of_port 6220)
expect "without extensions: neither CONNINFO nor DMBINFO" 0 \
	"$(grep -Ec 'token|linkid' <<<"$plain" || true)"
expect "without extensions: SHUTDOWN and FALLBACK" "0 0 00000000 00000000" \
	"$(for f in shutdown fallback; do
		field $f <<<"$plain"
	done | paste -sd ' ')"
server=$("$diag" $((conninfo | dmbinfo)) | of_port 6220 '[1-9][0-9]*')
client=$("$diag" $((conninfo | dmbinfo)) | of_port '[0-9]*' 6220)
expect "inode is that of the file" 1 "$(
	ino=$(field inode <<<"$client")
	find /proc/"${held[0]}"/fd -lname "socket:\[$ino\]" | wc -l
)"
expect "sizes agree on both ends" \
	"$(field rmbe <<<"$server") $(field rmbe <<<"$client")" \
	"$(field peer_rmbe <<<"$client") $(field peer_rmbe <<<"$server")"

# position of CURSOR in a buffer of SIZE
position() {
	echo $((${1%:*} * $2 + ${1#*:}))
}
size=$(field rmbe <<<"$server")
for f in tx_prod tx_prep tx_sent; do
	expect "client: $f is where it wrote to" 100000 \
		"$(position "$(field $f <<<"$client")" "$size")"
done
expect "client: nothing is read yet" "0:0 0:0" \
	"$(field rx_cons <<<"$client") $(field tx_fin <<<"$client")"
expect "server: it sees the bytes, and has read none" "100000 0:0" \
	"$(position "$(field rx_prod <<<"$server")" "$size") $(
		field tx_cons <<<"$server")"
expect "DMBs: each end's is the other's peer's" \
	"$(field dmb <<<"$server") $(field peer_dmb <<<"$server")" \
	"$(field peer_dmb <<<"$client") $(field dmb <<<"$client")"
expect "GIDs: one device" 1 "$(
	for f in gid peer_gid; do
		field $f <<<"$client"
		field $f <<<"$server"
	done | sort -u | wc -l
)"
expect "link ids are those of the link groups" \
	"$(q SMC_GEN_NETLINK 4 dump | sed 's/ 9{.*//' | attr 1 | sort -n)" \
	"$(printf '%d\n' "0x$(field linkid <<<"$client")" \
		"0x$(field linkid <<<"$server")" | sort -n)"
expect "anybody may look" "$("$diag" 255 | wc -l)" \
	"$(setpriv --reuid 65534 --clear-groups "$diag" 255 | wc -l)"
expect "another namespace has its own sockets" "" "$(unshare -n "$diag" 255)"

# the same sockets by SMC_EXT: same cookies, families, sizes
ext=$(q SMC_EXT 2 dump)
expect "SMC_EXT lists the same sockets" "$("$diag" | field cookie | sort -n)" \
	"$(attr 2 <<<"$ext" | sort -n)"
expect "SMC_EXT: 100000 bytes wait on either end" "100000 100000" \
	"$({ attr 13 <<<"$ext"; attr 14 <<<"$ext"; } | grep -v '^0$' |
		paste -sd ' ')"
let_go

for kind in smc4 smc6 mapped inet inet6; do
	case $kind in
	smc6 | inet6) want="10 10" ;;
	*) want="2 2" ;;
	esac
	hold pair $kind 6225 1
	expect "SMC_EXT: $kind has packets of family $want" "$want" "$(
		q SMC_EXT 2 dump | grep ' 5=5 ' | attr 4 | paste -sd ' '
	)"
	let_go
done

# fallback
hold plain inet 6230 1
expect "fallback: mode TCP, and the reason" "1 03010000" "$(
	"$diag" | of_port 6230 '[1-9][0-9]*' |
		sed -n 's/.*mode=\([0-9]*\) .* fallback=\([0-9a-f]*\) .*/\1 \2/p'
)"
let_go

# many sockets, several datagrams: each one once
many=$((3000 / SMC_TEST_SCALE))
ulimit -n 65536
hold listen smc4 0 $many
"$diag" -m >/run/diag 2>/run/datagrams
expect "$many sockets: all" $many "$(wc -l </run/diag)"
expect "$many sockets: each once" $many "$(field cookie </run/diag | sort -u | wc -l)"
expect "$many sockets: more than one datagram" yes \
	"$([ "$(cut -d ' ' -f 1 /run/datagrams)" -gt 2 ] && echo yes)"
expect "$many sockets: SMC_EXT has as many" $many \
	"$(q SMC_EXT 2 dump | attr 2 | sort -u | wc -l)"
expect "$many sockets: the gauge says so" $many \
	"$(q SMC_EXT 5 "do" | nest 2 | attrs 3)"
let_go

# dumps while sockets come and go, on all CPUs
(
	for _ in {1..5}; do
		hold pair inet 6240 20 5000
		let_go
	done
) &
churn=$!
rounds=0
while kill -0 $churn 2>/dev/null; do
	"$diag" 255 >/dev/null || break
	"$nl/nlq" SMC_EXT 2 dump >/dev/null || break
	"$nl/nlq" SMC_EXT 5 "do" >/dev/null || break
	rounds=$((rounds + 1))
done
check "$(wait $churn && [ $rounds -gt 0 ] && echo 0 || echo 1)" \
	"dumps while sockets come and go"
idle_check "nothing is left"
