#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 180
#
# SMC_EXT: settings in this and other namespaces, devices, gauges; the same
# settings by sysctl.
#
#	init netns (here) ---- netns "other": no link between them needed
set -eu -o pipefail
. tests/net/lib.sh
. tests/nl/lib.sh

smc_start
ip netns add other
ns=/run/netns/other
undo() {
	let_go
	ip netns del other
	sysctl -qw net.smc.wmem=0
	echo 0 >"$loopback/dmb_type"
	echo 0 >"$loopback/active"
	echo 1 >"$loopback/active"
	smc_stop
}
trap undo EXIT

ask() {
	q SMC_EXT "$@"
}

# module
expect "version of the module" "$(modinfo -F version smc)" \
	"$(ask 1 "do" | attr 1)"

# settings: name and value as in /proc/sys
settings() {
	ask 6 dump "$@" |
		sed 's/6{1="\(.*\)" 2=\([0-9]*\).*}/\1 \2/' | sort
}
from_proc() {
	(cd /proc/sys/net/smc && for f in *; do echo "$f $(<"$f")"; done) | sort
}
expect "settings: those of /proc/sys" "$(from_proc)" "$(settings)"
expect "settings: as many as there are" 11 "$(settings | wc -l)"
# choice NAME: what the module chooses, if it does
choice() {
	ask 6 dump | sed -n "s/^6{1=\"$1\" 2=[0-9]* 3=\(.*\)}/\1/p"
}
expect "settings: nobody has chosen sizes" "524288 0 " \
	"$(choice rmem) $(choice wmem) $(choice smcd_buf_max)"
expect "settings: change" "" "$(ask 7 "do" 6=nest 1=s:wmem 2=u32:131072 end)"
expect "settings: /proc/sys shows it" 131072 "$(sysctl -n net.smc.wmem)"
expect "settings: now somebody has" "524288 " "$(choice rmem) $(choice wmem)"
expect "settings: not elsewhere" 65536 \
	"$(ip netns exec other sysctl -n net.smc.wmem)"
expect "settings: elsewhere, by file descriptor" "" \
	"$(ask 7 "do" "1=fd:$ns" 6=nest 1=s:rmem 2=u32:262144 end)"
expect "settings: it changed there" "262144 65536" \
	"$(ip netns exec other sysctl -n net.smc.rmem) $(sysctl -n net.smc.rmem)"
expect "settings: listed from there" "rmem 262144" \
	"$(settings "1=fd:$ns" | grep rmem)"
expect "settings: unknown" "error ENOENT: no such setting" \
	"$(ask 7 "do" 6=nest 1=s:wmemo 2=u32:65536 end)"
expect "settings: out of range" "error EINVAL: value is out of range" \
	"$(ask 7 "do" 6=nest 1=s:wmem 2=u32:16383 end)"
expect "settings: no value" "error EINVAL: name or value is missing" \
	"$(ask 7 "do" 6=nest 1=s:wmem end)"
expect "settings: no nest" "error EINVAL: nest of the object is missing" \
	"$(ask 7 "do")"
got=$(ask 7 "do" 6=nest 1=s:wmem 2=u32:65536 3=u32:1 end)
expect "settings: unknown attribute" "error EINVAL" "${got%%: ?*}"
expect "settings: not a namespace" \
	"error EINVAL: not a network namespace" \
	"$(ask 7 "do" 1=fd:/dev/null 6=nest 1=s:wmem 2=u32:65536 end)"
expect "settings: nothing changed by that" 131072 "$(sysctl -n net.smc.wmem)"
expect "settings: 0 takes it back" "" "$(ask 7 "do" 6=nest 1=s:wmem 2=u32:0 end)"
expect "settings: as if nobody had chosen" "65536 0" \
	"$(sysctl -n net.smc.wmem) $(choice wmem)"
for name in rmem wmem; do
	sysctl -qw "net.smc.$name=32768"
	sysctl -qw "net.smc.$name=0"
done
expect "settings: sysctl does so too" "65536 65536 524288 0" \
	"$(sysctl -n net.smc.rmem net.smc.wmem | paste -sd " ") $(choice rmem) $(choice wmem)"

# sockets of another namespace
listens_there() {
	[ "$(ask 2 dump "1=fd:$ns" | attr 5)" = 3 ]
}
ip netns exec other "$nl/hold" listen smc4 6290 1 >/dev/null &
held+=($!)
check "$(wait_for 20 listens_there && echo 0 || echo 1)" \
	"sockets: those of another namespace, by file descriptor"
expect "sockets: none here" "" "$(ask 2 dump)"
let_go

# limits of each setting, by sysctl: EINVAL outside, no change
cd /proc/sys/net/smc
while read -r name low high; do
	was=$(<"$name")
	for bad in -1 $((low - 1)) $((high + 1)) x; do
		why=$({ echo "$bad" >"$name"; } 2>&1 || true)
		expect "sysctl $name refuses $bad" "$was Invalid argument" \
			"$(<"$name") ${why##*: }"
	done
	for good in "$low" "$high" "$was"; do
		echo "$good" >"$name"
		expect "sysctl $name takes $good" "$good" "$(<"$name")"
	done
	[[ $name != [rw]mem ]] || echo 0 >"$name"
done <<'LIMITS'
autocorking_size 0 4294967295
smcr_buf_type 0 2
smcr_testlink_time 0 8589934
wmem 16384 1073741823
rmem 16384 1073741823
smcr_max_links_per_lgr 1 2
smcr_max_conns_per_lgr 16 255
limit_smc_hs 0 1
smcr_max_send_wr 2 2048
smcr_max_recv_wr 2 2048
smcd_buf_max 0 2147483647
LIMITS
cd "$TOP"

# rights
for c in 4 7 8 9 10; do
	expect "command $c: not for everybody" EPERM \
		"$(code "$(q_nobody SMC_EXT $c "do")")"
done
for c in "1 do" "2 dump" "3 dump" "5 do" "6 dump"; do
	# shellcheck disable=SC2086
	expect "command $c: anybody may look" 0 \
		"$(q_nobody SMC_EXT $c | grep -c ^error || true)"
done
expect "not everybody may look elsewhere" \
	"error EPERM: not allowed in this network namespace" \
	"$(q_nobody SMC_EXT 6 dump "1=fd:$ns")"
expect "root of a container may set its wmem, not the memory limit" "ok no" \
	"$(unshare -rn bash -c '
		cd /proc/sys/net/smc
		{ echo 131072 >wmem; } 2>/dev/null && echo ok || echo no
		{ echo 131072 >smcd_buf_max; } 2>/dev/null && echo ok || echo no
	' | paste -sd " ")"

# device
device() {
	ask 3 dump
}
expect "device: attributes" "4{2 3 4 5 6 7 8 9 10}" "$(device | types)"
expect "device: active, physical, no DMBs, no link groups" \
	"loopback-ism 1 0 0 0" "$(device | attrs 2 3 4 8 10)"
hold pair smc4 6300 2 1
expect "device: DMBs and link groups are counted" "4 2" \
	"$(device | attrs 8 10)"
expect "device: set type" "" "$(ask 4 "do" 4=nest 2=s:loopback-ism 4=u8:1 end)"
expect "device: type counts later" "1 0" \
	"$(<"$loopback/dmb_type") $(device | attrs 4)"
expect "device: switch off" "" \
	"$(ask 4 "do" 4=nest 2=s:loopback-ism 3=u8:0 end)"
expect "device: inactive ones tell the type to come" \
	'4{2="loopback-ism" 3=0 4=1}' "$(device)"
expect "device: off in sysfs" 0 "$(<"$loopback/active")"
expect "device: the stock family has none" "" "$(q SMC_GEN_NETLINK 5 dump)"
let_go
expect "device: switch on, with another type at once" "" \
	"$(ask 4 "do" 4=nest 2=s:loopback-ism 3=u8:1 4=u8:0 end)"
expect "device: on, physical" "1 0" "$(device | attrs 3 4)"
expect "device: unknown one" "error ENODEV: no such device with attributes" \
	"$(ask 4 "do" 4=nest 2=s:ism0 3=u8:1 end)"
expect "device: nothing to set" \
	"error EINVAL: name or attribute is missing" \
	"$(ask 4 "do" 4=nest 2=s:loopback-ism end)"
expect "device: type out of range" "error ERANGE" \
	"$(ask 4 "do" 4=nest 2=s:loopback-ism 4=u8:2 end | cut -d : -f 1)"

# gauges
gauges() {
	ask 5 "do" "$@"
}
expect "gauges: attributes" "5{2{} 3{} 4 5 6 7 8 9 10 11 12 13}" \
	"$(gauges "1=fd:$ns" | types)"
hold listen smc4 6310 3
hold pair inet 6320 2
expect "gauges: by mode: 4 listening, 4 SMC" "3=4 5=4" "$(gauges | nest 2)"
expect "gauges: by state: 4 active, 4 listening" "1=4 10=4" \
	"$(gauges | nest 3)"
read -r conns lgrs dmbs bytes <<<"$(gauges | sed 's/.*} 4=/4=/' | attrs 4 5 6 7)"
expect "gauges: connections, link groups, DMBs and their memory" "4 2 4 yes" \
	"$conns $lgrs $dmbs $([ "$bytes" -ge $((4 * 16384)) ] && echo yes)"
let_go
idle_check "nothing is left"

# tracepoints
events=/sys/kernel/tracing/events/smc
expect "tracepoints: formats" \
	'"sk=%p clcsk=%p net=%llu fallback_rsn=%d"
"smc=%p net=%llu len=%zu dev=%s"
"smc=%p net=%llu len=%zu dev=%s"
"lnk=%p lgr=%p net=%llu state=%d dev=%s location=%pS"' \
	"$(for e in smc_switch_to_fallback smc_tx_sendmsg smc_rx_recvmsg \
		smcr_link_down; do
		sed -n 's/^print fmt: \("[^"]*"\).*/\1/p' "$events/$e/format"
	done)"
echo 1 >"$events/enable"
hold pair smc4 6330 1 777
hold plain smc4 6331 1
let_go
echo 0 >"$events/enable"
trace=$(cat /sys/kernel/tracing/trace)
expect "tracepoints: bytes sent" 1 \
	"$(grep -c 'smc_tx_sendmsg: .*len=777 dev=' <<<"$trace")"
expect "tracepoints: fallback with its reason" 1 \
	"$(grep -c "smc_switch_to_fallback: .*fallback_rsn=$((0x03010000))" \
		<<<"$trace")"
