#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 180
#
# SMC_GEN_NETLINK answers as the stock family does, attribute by attribute;
# each refusal has its errno and a text; who may nothing may still look.
set -eu -o pipefail
. tests/net/lib.sh
. tests/nl/lib.sh

genl=SMC_GEN_NETLINK
smc_start
trap 'let_go; smc_stop' EXIT

# cmd NAME=NUMBER of <linux/smc.h>
declare -A cmd=(
	[sys]=1 [lgr_r]=2 [link_r]=3 [lgr_d]=4 [dev_d]=5 [dev_r]=6 [stats]=7
	[fback]=8 [ueid]=9 [ueid_add]=10 [ueid_del]=11 [ueid_flush]=12 [seid]=13
	[seid_on]=14 [seid_off]=15 [hs]=16 [hs_on]=17 [hs_off]=18
)

get() {
	q "$genl" "${cmd[$1]}" dump
}

change() {
	local c=$1
	shift
	q "$genl" "${cmd[$c]}" "do" "$@"
}

# system information: order and size of each attribute
expect "sys info: attributes" "1{1 2 3 6 4 5}" "$(get sys | types)"
expect "sys info: version 2" 02 "$(get sys | attr 1)"
expect "sys info: host name is padded and ends in NUL" \
	"$(printf '%-32s\0' "$(hostname)" | xxd -p -c 0)" "$(get sys | attr 4)"
was=$(hostname)
hostname a-host-name-of-32-characters-4321
expect "sys info: host name of 32 characters, read when asked" \
	"$(printf '%s\0' a-host-name-of-32-characters-432 | xxd -p -c 0)" \
	"$(get sys | attr 4)"
hostname "$was"
expect "sys info: no SEID" 00 "$(get sys | attr 5)"

# what does not exist is an empty dump
for c in lgr_r link_r dev_r lgr_d; do
	expect "$c: nothing there, nothing sent" "" "$(get $c)"
done

# the device
expect "SMC-D device: attributes" "5{1 2 3 4 5 6 7 8{1 2}}" \
	"$(get dev_d | types)"
expect "SMC-D device: name" loopback-ism "$(get dev_d | attr_text 7)"
expect "SMC-D device: CHID" ffff "$(get dev_d | attr 4)"

# EIDs
change ueid_flush
expect "EIDs: none" "" "$(get ueid)"
for e in A B.1 C-2 ABCDEFGHIJKLMNOPQRSTUVWXYZ012345; do
	expect "EIDs: add $e" "" "$(change ueid_add "1=s:$e")"
done
expect "EIDs: all four, in order, padded, ended" \
	"$(printf '%-32s\n' A B.1 C-2 ABCDEFGHIJKLMNOPQRSTUVWXYZ012345)" \
	"$(get ueid | attr_text 1)"
expect "EIDs: a fifth" "error ERANGE: EID table is full" \
	"$(change ueid_add 1=s:E)"
expect "EIDs: again" "error EEXIST: EID is already there" \
	"$(change ueid_add "1=s:$(printf '%-32s' A)")"
expect "EIDs: lower case" "error EINVAL: EID has lower case letters" \
	"$(change ueid_add 1=s:Ab)"
expect "EIDs: 33 characters" "error EINVAL: EID has more than 32 characters" \
	"$(change ueid_add 1=s:ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456)"
expect "EIDs: leading dot" \
	"error EINVAL: EID does not begin with A-Z or 0-9" \
	"$(change ueid_add 1=s:.A)"
expect "EIDs: empty" "error EINVAL: EID is empty" "$(change ueid_add 1=s:)"
expect "EIDs: missing" "error EINVAL: EID is missing" "$(change ueid_add)"
expect "EIDs: not ended" EINVAL \
	"$(change ueid_add 1=x:414243 | sed 's/error \(.*\):.*/\1/')"
expect "EIDs: nothing changed" 4 "$(get ueid | wc -l)"
expect "EIDs: remove one that is not there" "error ENOENT: no such EID" \
	"$(change ueid_del 1=s:ZZZ)"
expect "EIDs: remove" "" "$(change ueid_del 1=s:B.1)"
expect "EIDs: the others stay in order" "$(printf '%-32s\n' A C-2 | head -n 2)" \
	"$(get ueid | attr_text 1 | head -n 2)"
expect "EIDs: flush" "" "$(change ueid_flush)"
expect "EIDs: none after the flush" "" "$(get ueid)"
change ueid_add "1=s:$eid"

# SEID
expect "SEID: none, disabled" "1=00 2=00" "$(get seid)"
for c in seid_on seid_off; do
	expect "SEID: $c" "error EOPNOTSUPP: this machine has no system EID" \
		"$(change $c)"
done

# limited handshakes, in one with the sysctl, per namespace
expect "handshakes: not limited" "1=00" "$(get hs)"
change hs_on
expect "handshakes: limited" "1=01" "$(get hs)"
expect "handshakes: the sysctl says so" 1 "$(sysctl -n net.smc.limit_smc_hs)"
expect "handshakes: not so elsewhere" "1=00" \
	"$(unshare -n "$nl/nlq" "$genl" "${cmd[hs]}" dump)"
sysctl -qw net.smc.limit_smc_hs=0
expect "handshakes: not limited again" "1=00" "$(get hs)"
change hs_on
change hs_off
expect "handshakes: off" "1=00" "$(get hs)"

# what is refused
expect "dump commands have no do" EOPNOTSUPP \
	"$(change sys | sed 's/error \(.*\):.*/\1/')"
expect "unknown attributes are refused with a text" 18 "$(
	for c in {1..18}; do
		case $c in
		10 | 11 | 12 | 14 | 15 | 17 | 18) how="do" ;;
		*) how=dump ;;
		esac
		q "$genl" "$c" $how 2=s:x
	done | grep -Ec '^error EINVAL: .+'
)"
for c in sys dev_d lgr_d stats fback ueid seid hs; do
	expect "$c: anybody may look" 0 \
		"$(q_nobody "$genl" "${cmd[$c]}" dump | grep -c ^error || true)"
done
for c in ueid_add ueid_del ueid_flush seid_on seid_off hs_on hs_off; do
	expect "$c: not for everybody" EPERM \
		"$(q_nobody "$genl" "${cmd[$c]}" "do" |
			sed 's/error \(.*\):.*/\1/')"
done
expect "root of a container is not root" EPERM \
	"$(unshare -rn "$nl/nlq" "$genl" "${cmd[ueid_flush]}" "do" |
		sed 's/error \(.*\):.*/\1/')"
expect "nothing changed by all that" "$(printf '%-32s' "$eid")" \
	"$(get ueid | attr_text 1)"

# statistics: the layout, then every figure that a known exchange moves
rmb="{5 1 2 3 4 6 7}"
hist="{1 2 3 4 5 6 7 8 9}"
tech="{5$rmb 6$rmb 3$hist 4$hist 1$hist 2$hist 7 8 9 10 11 12 13 14"
tech+=" 15 16 17 18 19 20 21}"
expect "statistics: attributes" "7{1$tech 2$tech 3 4}" "$(get stats | types)"

# figure TYPE: a u64 of the SMC-D part that follows the histograms
figure() {
	local hex

	hex=$(get stats | sed 's/} 2{5{.*//; s/.*} 7=/7=/' | attr "$1")
	echo $((16#$(echo "$hex" | fold -w 2 | tac | tr -d '\n')))
}

before=$(unshare -n "$nl/nlq" "$genl" "${cmd[stats]}" dump)
calls=$(figure 19)
bytes=$(figure 17)
client=$(figure 8)
server=$(figure 10)
hold pair smc4 6100 3 10000
expect "statistics: send calls" 3 $(($(figure 19) - calls))
expect "statistics: bytes sent" 30000 $(($(figure 17) - bytes))
expect "statistics: handshakes of clients" 3 $(($(figure 8) - client))
expect "statistics: handshakes of servers" 3 $(($(figure 10) - server))
expect "statistics: another namespace has its own" "$before" \
	"$(unshare -n "$nl/nlq" "$genl" "${cmd[stats]}" dump)"

# the link groups of these connections
lgr="4{1 2 10 3 11 4 5 7 12 13 6 9{0 1 2 4 3}}"
expect "link groups: attributes, one group for each role" "$lgr
$lgr" "$(get lgr_d | types)"
# link groups without what is nested
groups() {
	get lgr_d | sed 's/ 9{.*//'
}

expect "link groups: bytes of the fixed ones" "8 16 16 16 16 2 8 8" "$(
	for t in 1 2 10 3 11 4 5 7; do
		groups | head -n 1 | attr $t | tr -d '\n' | wc -c
	done | paste -sd ' '
)"
expect "link groups: connections" "3 3" "$(groups | attr_u32 5 | paste -sd ' ')"
expect "link groups: CHID as u32" "65535 65535" \
	"$(groups | attr_u32 7 | paste -sd ' ')"
expect "link groups: negotiated EID" "$(printf '%-32s' "$eid")" \
	"$(get lgr_d | sed 's/.* 9{/{/' | head -n 1 | attr_text 3)"
expect "link groups: ids differ, low byte is 0" "2 2" "$(
	groups | attr 1 | sort -u | wc -l
) $(groups | attr 1 | grep -c '^00')"
expect "link groups: other namespaces do not see them" "" \
	"$(unshare -n "$nl/nlq" "$genl" "${cmd[lgr_d]}" dump)"
expect "device: link groups counted, critical" "2 01" \
	"$(get dev_d | sed 's/ 8{.*//' | attr_u32 1) $(get dev_d | attr 2 | head -n 1)"
let_go

# fallbacks: first message has the totals, each a reason and its count
expect "fallbacks: none" "" "$(unshare -n "$nl/nlq" "$genl" "${cmd[fback]}" dump)"
unshare -n bash -eu -c '
	. tests/nl/lib.sh
	ip link set lo up
	hold plain smc4 6101 2
	q '"$genl ${cmd[fback]}"' dump
	let_go
' >/run/fback
expect "fallbacks: of a server whose client knows no SMC" \
	"8{1=01 2=0200000000000000 3=0000000000000000 4=00000103 5=0200}" \
	"$(cat /run/fback)"

# module
expect "tools load the module by family" "smc smc smc" "$(
	for f in SMC_GEN_NETLINK SMC_EXT SMC_PNETID; do
		modprobe --show-depends "net-pf-16-proto-16-family-$f" |
			grep -o 'smc\.ko' | head -n 1 | sed 's/\.ko//'
	done | paste -sd ' '
)"
