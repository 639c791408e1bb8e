#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 120
#
# SMC_GEN_NETLINK answers as the stock family does, attribute by attribute;
# each refusal has its errno and a text; who may nothing may still look.
set -eu -o pipefail
. tests/net/lib.sh
. tests/nl/lib.sh

shopt -s extglob
smc_start
trap 'let_go; smc_stop' EXIT

# commands of <linux/smc.h>
declare -A cmd=(
	[sys]=1 [lgr_r]=2 [link_r]=3 [lgr_d]=4 [dev_d]=5 [dev_r]=6 [stats]=7
	[fback]=8 [ueid]=9 [ueid_add]=10 [ueid_del]=11 [ueid_flush]=12 [seid]=13
	[seid_on]=14 [seid_off]=15 [hs]=16 [hs_on]=17 [hs_off]=18
)

get() {
	q SMC_GEN_NETLINK "${cmd[$1]}" dump
}

get_elsewhere() {
	unshare -n "$nl/nlq" -t SMC_GEN_NETLINK "${cmd[$1]}" dump
}

change() {
	local c=$1
	shift
	q SMC_GEN_NETLINK "${cmd[$c]}" "do" "$@"
}

# system information
was=$(hostname)
hostname a-host-name-of-32-characters-4321
expect "sys info: all of it, host name of 32 characters" \
	'1{1=2 2=1 3=1 6=0 4="a-host-name-of-32-characters-432" 5=0}' "$(get sys)"
hostname short
expect "sys info: host name is read when asked, padded, ended" \
	"4=$(printf '%-32s' short | xxd -p -c 0)00 5=00}" \
	"$("$nl/nlq" SMC_GEN_NETLINK 1 dump | grep -o ' 4=.*' | cut -c 2-)"
hostname "$was"

# what does not exist is an empty dump
for c in lgr_r link_r dev_r lgr_d; do
	expect "$c: nothing there, nothing sent" "" "$(get $c)"
done

expect "SMC-D device: all of it" \
	'5{1=0 2=0 3=0 4=65535 5=0 6=0 7="loopback-ism" 8{1=0 2=0}}' \
	"$(get dev_d)"

# EIDs
change ueid_flush
expect "EIDs: none" "" "$(get ueid)"
longest=ABCDEFGHIJKLMNOPQRSTUVWXYZ012345
for e in A B.1 C-2 $longest; do
	expect "EIDs: add $e" "" "$(change ueid_add "1=s:$e")"
done
expect "EIDs: all four, in order, padded" \
	"$(printf '1="%-32s"\n' A B.1 C-2 $longest)" "$(get ueid)"
refused() {
	expect "EIDs: $1" "error $2" "$(change ueid_add "${@:3}")"
}
refused "a fifth" "ERANGE: EID table is full" 1=s:E
refused "again" "EEXIST: EID is already there" "1=s:$(printf '%-32s' A)"
refused "lower case" "EINVAL: EID has lower case letters" 1=s:Ab
refused "33 characters" "EINVAL: EID has more than 32 characters" 1=s:${longest}6
refused "leading dot" "EINVAL: EID does not begin with A-Z or 0-9" 1=s:.A
refused "empty" "EINVAL: EID is empty" 1=s:
refused "missing" "EINVAL: EID is missing"
expect "EIDs: not ended" EINVAL "$(code "$(change ueid_add 1=x:414243)")"
expect "EIDs: remove one that is not there" "error ENOENT: no such EID" \
	"$(change ueid_del 1=s:ZZZ)"
expect "EIDs: remove" "" "$(change ueid_del 1=s:B.1)"
expect "EIDs: the others stay, in order" \
	"$(printf '1="%-32s"\n' A C-2 $longest)" "$(get ueid)"
expect "EIDs: flush" "" "$(change ueid_flush)"
expect "EIDs: none after the flush" "" "$(get ueid)"
change ueid_add "1=s:$eid"

# SEID
expect "SEID: none, disabled" "1=0 2=0" "$(get seid)"
for c in seid_on seid_off; do
	expect "SEID: $c" "error EOPNOTSUPP: this machine has no system EID" \
		"$(change $c)"
done

# limited handshakes, in one with the sysctl, per namespace
expect "handshakes: not limited" "1=0" "$(get hs)"
change hs_on
expect "handshakes: limited" "1=1" "$(get hs)"
expect "handshakes: the sysctl says so" 1 "$(sysctl -n net.smc.limit_smc_hs)"
expect "handshakes: not so elsewhere" "1=0" "$(get_elsewhere hs)"
sysctl -qw net.smc.limit_smc_hs=0
expect "handshakes: by sysctl not limited again" "1=0" "$(get hs)"
change hs_on
change hs_off
expect "handshakes: off" "1=0" "$(get hs)"

# what is refused
expect "dump commands have no do" EOPNOTSUPP "$(code "$(change sys)")"
for c in "${!cmd[@]}"; do
	how=dump
	[[ $c != *_on && $c != *_off && $c != ueid_* ]] || how="do"
	got=$(q SMC_GEN_NETLINK "${cmd[$c]}" $how 2=s:x)
	expect "$c: an unknown attribute is refused with a text" \
		"error EINVAL" "${got%%: ?*}"
done
for c in sys dev_d lgr_d stats fback ueid seid hs; do
	expect "$c: anybody may look" "$(get $c)" \
		"$(q_nobody SMC_GEN_NETLINK "${cmd[$c]}" dump)"
done
for c in ueid_add ueid_del ueid_flush seid_on seid_off hs_on hs_off; do
	expect "$c: not for everybody" EPERM \
		"$(code "$(q_nobody SMC_GEN_NETLINK "${cmd[$c]}" "do")")"
done
expect "root of a container is not root" EPERM \
	"$(code "$(unshare -rn "$nl/nlq" SMC_GEN_NETLINK 12 "do" || true)")"
expect "nothing changed by all that" "$(printf '1="%-32s"' "$eid")" \
	"$(get ueid)"

# statistics: the layout, then figures that a known exchange moves
rmb="{5 1 2 3 4 6 7}"
hist="{1 2 3 4 5 6 7 8 9}"
tech="{5$rmb 6$rmb 3$hist 4$hist 1$hist 2$hist 7 8 9 10 11 12 13 14"
tech+=" 15 16 17 18 19 20 21}"
expect "statistics: attributes" "7{1$tech 2$tech 3 4}" "$(get stats | types)"

# figures TYPE...: of the SMC-D part that follows the histograms
figures() {
	get stats | sed 's/} 2{5{.*//; s/.*} 7=/7=/' | attrs "$@"
}

elsewhere=$(get_elsewhere stats)
read -r bytes calls client server <<<"$(figures 17 19 8 10)"
hold pair smc4 6100 3 10000
expect "statistics: bytes, send calls, handshakes of either role" \
	"$((bytes + 30000)) $((calls + 3)) $((client + 3)) $((server + 3))" \
	"$(figures 17 19 8 10)"
expect "statistics: another namespace has its own" "$elsewhere" \
	"$(get_elsewhere stats)"

# the link groups of these connections, one for each role
groups=$(get lgr_d)
lgr="4{1 2 10 3 11 4 5 7 12 13 6 9{0 1 2 4 3}}"
expect "link groups: attributes" "$lgr
$lgr" "$(types <<<"$groups")"
flat=${groups//9\{*([!\}])\}/}
expect "link groups: connections" "3 3" "$(attr 5 <<<"$flat" | paste -sd ' ')"
expect "link groups: ids differ, the low byte is 0" "2 0" "$(
	attr 1 <<<"$flat" | sort -u | wc -l
) $((($(attr 1 <<<"$flat" | paste -sd '|')) & 255))"
expect "link groups: version 2.1, Linux, who, EID" \
	"$(printf '0=2 1=1 2=2 4="%-32s" 3="%-32s"' "$was" "$eid")" \
	"$(head -n 1 <<<"$groups" | nest 9)"
expect "link groups: length of each, CHID with 4 bytes" \
	"4 8 8 8 8 1 4 4" "$(
	raw=$("$nl/nlq" SMC_GEN_NETLINK 4 dump | head -n 1)
	lens=()
	for t in 1 2 10 3 11 4 5 7; do
		hex=$(attrs $t <<<"$raw")
		lens+=($((${#hex} / 2)))
	done
	echo "${lens[*]}"
)"
expect "link groups: other namespaces do not see them" "" \
	"$(get_elsewhere lgr_d)"
expect "device: link groups counted, in use" "2 1" "$(get dev_d | attrs 1 2)"
let_go

# fallbacks: the first message has the totals, each a reason and its count
expect "fallbacks: none" "" "$(get_elsewhere fback)"
unshare -n bash -eu -c '
	. tests/nl/lib.sh
	ip link set lo up
	hold plain smc4 6101 2
	q SMC_GEN_NETLINK 8 dump
	let_go
' >/run/fback
expect "fallbacks: of a server whose client knows no SMC" \
	"8{1=1 2=2 3=0 4=$((0x03010000)) 5=2}" "$(cat /run/fback)"

for f in SMC_GEN_NETLINK SMC_EXT SMC_PNETID; do
	expect "family $f loads the module" smc.ko "$(
		modprobe --show-depends "net-pf-16-proto-16-family-$f" |
			grep -o 'smc\.ko' | head -n 1
	)"
done
