#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 240
#
# smcd and smcss on the module: what scripts read, what they change, what they
# refuse, and what they say when the module is not there. Connections are made
# by socat over smc_run.
set -eu -o pipefail
. tests/net/lib.sh

tmp=$(mktemp -d)
modprobe=$(cat /proc/sys/kernel/modprobe)
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups
	env HOME=/nonexistent)
jobs_of=()
export XDG_STATE_HOME=$tmp/state

cleanup() {
	close_all
	echo "$modprobe" >/proc/sys/kernel/modprobe
	modprobe smc_diag || true
	smcd ueid flush 2>/dev/null || true
	ip -6 addr del 2001:db8::/128 dev lo 2>/dev/null || true
	ip netns del tools 2>/dev/null || true
	rm -rf "$tmp"
}
trap cleanup EXIT

close_all() {
	[ "${#jobs_of[@]}" -eq 0 ] || kill "${jobs_of[@]}" 2>/dev/null || true
	jobs_of=()
}

# refuses NAME CODE PATTERN COMMAND...: exit code CODE, no output, and a line
# on stderr that matches PATTERN
refuses() {
	local name=$1 code=$2 pattern=$3 rc=0
	shift 3

	"$@" >"$tmp/out" 2>"$tmp/err" || rc=$?
	[ "$rc" -eq "$code" ] && [ ! -s "$tmp/out" ] &&
		head -n 1 "$tmp/err" | grep -Eq -- "$pattern" && rc=0 || rc=1
	check "$rc" "$name"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$tmp/out" "$tmp/err"
}

# serve SMC-FAMILY SOCAT-ADDRESS
serve() {
	smc_run -f "$1" socat "$2,fork,reuseaddr" EXEC:cat 2>/dev/null &
	jobs_of+=($!)
}

# talk PORT: one connection that stays
talk() {
	{ echo hello; exec sleep 600 2>/dev/null; } |
		smc_run socat -t 600 - "TCP4:127.0.0.1:$1" >"$tmp/echo" 2>&1 &
	jobs_of+=($!)
	wait_for 20 grep -q hello "$tmp/echo"
}

listens() {
	smcss -l | awk '{ print $4 }' | grep -Fqx -- "$1"
}

# columns PEER-PORT: mode and reason, as scripts read them
columns() {
	smcss | awk -v port=":$1" '$5 ~ port "$" { print $7, $8 }'
}

modprobe smc
modprobe smc_diag
smcd ueid flush

# What is there before anything happened
gives "info: SMC-D features" "v1 v2" sed -n 's/^SMC-D Features: *//p' \
	<(smcd info)
for line in 'SMC Version: +2\.[0-9]' 'SMC Hostname: +' 'SEID: +n/a' 'ISM: +v2' \
	'RoCE: +'; do
	is "info: ${line%%:*}" grep -Eq "^$line" <(smcd info)
done
is "info: the module's version" \
	grep -qx "Module Version:   $(cat VERSION)" <(smcd -d info)
is "device: loopback-ism" \
	grep -Eq '^0000 LO    loopback-ism  ffff (Yes|No)  ' <(smcd device)
is "device: its memory" grep -Eq ' (physical|virtual) +[0-9]+ +[0-9]+$' \
	<(smcd -d device)
gives "seid: none" "n/a" smcd seid
gives "ueid: none" "" smcd ueid
gives "linkgroup: none" "" smcd linkgroup
for object in info device linkgroup stats ueid seid hs-limit tune gauges; do
	is "$object: JSON" jq -es 'length == 1' <(smcd --json "$object")
done
for object in info device linkgroup stats ueid hs-limit tune; do
	is "smcr $object: JSON" jq -es 'length == 1' <(smcr --json "$object")
done
is "smcss: JSON" jq -e '.sockets | arrays' <(smcss -a --json)

# EIDs
is "ueid add" smcd ueid add FIRST
gives "ueid show" "$(printf '%-32s' FIRST)" smcd ueid
refuses "ueid add twice" 1 '^smcd: ueid add: .*already' smcd ueid add FIRST
for e in second '' .A 'A B' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456; do
	refuses "ueid add '$e'" 2 '^smcd: ueid add: ' smcd ueid add "$e"
done
for e in B C ABCDEFGHIJKLMNOPQRSTUVWXYZ012345; do
	is "ueid add $e" smcd ueid add "$e"
done
refuses "a fifth EID" 1 '^smcd: ueid add: .*full' smcd ueid add E
refuses "ueid add, no privilege" 4 '^smcd: ueid add: .*' \
	"${nobody[@]}" smcd ueid add E
refuses "ueid del, no privilege" 4 '^smcd: ueid del: .*' \
	"${nobody[@]}" smcd ueid del FIRST
refuses "ueid flush, no privilege" 4 '^smcd: ueid flush: .*' \
	"${nobody[@]}" smcd ueid flush
refuses "ueid del of one that is not there" 1 '^smcd: ueid del: .*no such' \
	smcd ueid del NOPE
gives "none of that changed anything" 4 sh -c 'smcd ueid | wc -l'
is "ueid del" smcd ueid del B
gives "it is gone" 3 sh -c 'smcd ueid | wc -l'
is "ueid flush" smcd ueid flush
gives "all are gone" "" smcd ueid
is "anyone may look" "${nobody[@]}" smcd device
is "anyone may look at sockets" "${nobody[@]}" smcss -a

# Unknown words
refuses "unknown object" 2 "unknown object 'nonsense'" smcd nonsense
refuses "unknown command" 2 "unknown command 'nonsense'" smcd ueid nonsense
refuses "unknown setting" 2 '^smcd: tune set: ' smcd tune set nonsense 1
refuses "seid enable" 3 '^smcd: seid enable: ' smcd seid enable

# Switches
is "hs-limit enable" smcd hs-limit enable
gives "hs-limit is on" "Handshake limitation: enabled" smcd hs-limit
gives "the sysctl says so too" 1 cat /proc/sys/net/smc/limit_smc_hs
is "hs-limit disable" smcd hs-limit disable
gives "hs-limit is off" "Handshake limitation: disabled" smcd hs-limit
old=$(cat /proc/sys/net/smc/smcr_testlink_time)
is "tune set" smcd tune set smcr_testlink_time 77
# shellcheck disable=SC2016 # they are awk's
gives "tune show" 77 awk '$1 == "smcr_testlink_time" { print $2 }' \
	<(smcd tune)
gives "the sysctl is the same" 77 cat /proc/sys/net/smc/smcr_testlink_time
smcd tune set smcr_testlink_time "$old"

# C26: without an EID it falls back, and both sides say why
smcd stats reset >/dev/null
serve inet TCP4-LISTEN:7100,bind=127.0.0.1
is "a listener" wait_for 20 listens 127.0.0.1:7100
talk 7100
gives "C26: the client's columns" "TCP 0x05000000/0x03030008" columns 7100
is "C26: the client in words" grep -Fq \
	'TCP 0x05000000/0x03030008 peer declined: no enterprise ID: add one with smcd ueid add' \
	<(smcss -e)
is "C26: the server in words" grep -Eq \
	' TCP 0x03030008 no enterprise ID: add one with smcd ueid add' \
	<(smcss -e)
is "C26: statistics in words" \
	grep -Eq '^     no enterprise ID +1$' <(smcd -d stats)
close_all

# With one it does not
smcd ueid add "$eid"
smcd stats reset >/dev/null
serve inet TCP4-LISTEN:7101,bind=127.0.0.1
wait_for 20 listens 127.0.0.1:7101
talk 7101
gives "C26: SMC-D now" "SMCD " columns 7101
gives "-D shows both ends" 2 sh -c 'smcss -D | grep -c " SMCD "'
is "full GIDs are those of the link group" \
	grep -Fq "$(smcd -d linkgroup | sed -n 's/^GID      : //p;T;q')" \
	<(smcss -D --full-gid)
is "-d has buffers and cursors" \
	grep -Eq ' SMCD  <->  [0-9a-f]{8} 00[0-9a-f]{6} ' <(smcss -d)
id=$(smcd linkgroup | awk 'NR == 2 { print $1 }')
is "linkgroup" grep -Eq '^[0-9a-f]{8}    0  ' <(smcd linkgroup)
gives "linkgroup by id" 2 sh -c "smcd linkgroup show $id | wc -l"
gives "conditions: by link group, one end" 1 sh -c \
	"smcss --no-headings lgr $id mode smcd | wc -l"
gives "conditions: by device" 2 sh -c \
	"smcss --no-headings dev loopback-ism state active | wc -l"
gives "conditions: nothing fits" 0 sh -c \
	"smcss --no-headings dev loopback-ism mode tcp | wc -l"
is "linkgroup lines" grep -Eq '^EID      : VM-TEST ' <(smcd -d linkgroup)
gives "stats: both roles" "1 1" jq -r \
	'.stats.connections | "\(.client.v2) \(.server.v2)"' \
	<(smcd --json stats)
gives "stats: no fallback" 0 jq '.stats.fallback | .client + .server' \
	<(smcd --json stats)
is "stats: buffers are in use" jq -e '.stats.rx.buffer_bytes > 0' \
	<(smcd --json stats)
gives "gauges: sockets" 2 jq .gauges.sockets.smc <(smcd --json gauges)
close_all

# Statistics are of one namespace
ip netns add tools
is "another namespace has its own counters" jq -e \
	'.stats.connections.client.v2 == 0' \
	<(ip netns exec tools smcd -a stats --json)

# --netns: its sockets, and only its
ip netns exec tools ip link set lo up
ip netns exec tools smc_run socat TCP4-LISTEN:7210 - >/dev/null 2>&1 &
jobs_of+=($!)
in_tools() {
	smcss -l --netns "$1" --no-headings --output local-address |
		grep -qx '0.0.0.0:7210'
}
is "--netns: by name" wait_for 20 in_tools tools
is "--netns: by a process of it" in_tools "${jobs_of[-1]}"
is "--netns: not ours" sh -c '! smcss -l | grep -q 7210'
is "--netns all: with its name" grep -Eq '^tools +LISTEN .* 0.0.0.0:7210 ' \
	<(smcss -l --netns all)
gives "--netns all: as JSON" tools jq -r \
	'.sockets[] | select(.local.port == 7210) | .netns' \
	<(smcss -l --netns all --json)
is "tune in another namespace" smcd --netns tools tune set wmem 131072
gives "it is changed there" "131072 65536" sh -c "{ ip netns exec tools \
	sysctl -n net.smc.wmem; sysctl -n net.smc.wmem; } | xargs"
refuses "--netns: there is none" 2 "^smcd: tune show: no network namespace" \
	smcd --netns nowhere tune show
refuses "--netns without privilege" 4 \
	"^smcd: tune show: cannot enter network namespace 'tools': Operation" \
	"${nobody[@]}" smcd --netns tools tune show
close_all

# C11
ip -6 addr add 2001:db8::/128 dev lo
serve smc TCP4-LISTEN:7200
serve smc TCP6-LISTEN:7201
serve smc 'TCP6-LISTEN:7202,bind=[::1]'
serve smc 'TCP6-LISTEN:7203,bind=[2001:db8::]'
serve inet TCP6-LISTEN:7204
for addr in 0.0.0.0:7200 '[::]:7201' '[::1]:7202' '[2001:db8::]:7203' \
	'[::]:7204'; do
	is "C11: listener on $addr" wait_for 20 listens "$addr"
done
close_all

# Without the modules
echo /bin/false >/proc/sys/kernel/modprobe
is "unload smc_diag" wait_for 20 rmmod smc_diag
refuses "B04: smcss without smc_diag" 3 \
	'^smcss: smc_diag module is not loaded \(modprobe smc_diag\)$' smcss -a
smcd ueid flush
is "unload smc" wait_for 20 rmmod smc
for object in info device linkgroup stats ueid seid; do
	refuses "$object without smc" 3 \
		'smc module is not loaded \(modprobe smc\)$' smcd "$object"
done
is "help without smc" smcd help
gives "version without smc" "smcd (smc-suite) $(cat VERSION)" smcd --version
