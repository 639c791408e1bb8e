#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 240
#
# smcss on real sockets: whose they are, the TCP socket below, buffers, and
# rates. socat over smc_run makes the connections:
#
#	drip | socat -u --- 127.0.0.1:PORT --- socat -u to /dev/null
set -eu -o pipefail
. tests/net/lib.sh

tmp=$(mktemp -d)
jobs_of=()

cleanup() {
	[ "${#jobs_of[@]}" -eq 0 ] || kill "${jobs_of[@]}" 2>/dev/null || true
	smc_stop
	rm -rf "$tmp"
}

# is NAME COMMAND...: one check
is() {
	local name=$1 rc=0
	shift

	"$@" >"$tmp/out" 2>"$tmp/err" || rc=$?
	check "$rc" "$name"
	[ "$rc" -eq 0 ] || {
		sed 's/^/# /' "$tmp/out" "$tmp/err"
		smcss -atmp | sed 's/^/# /'
	}
}

# sockets JQ-FILTER [ARGUMENT...]: it holds of the list of sockets
sockets() {
	smcss --json "${@:2}" | jq -e ".sockets | $1"
}

# some traffic, and processor time left for the tools
drip() {
	while head -c 100000 /dev/zero 2>/dev/null; do
		sleep 0.05
	done
}

# flow PORT FAMILY: zeros from one end to the other; sets $server and $client
flow() {
	smc_run socat -u "$2-LISTEN:$1,fork" /dev/null &
	server=$!
	wait_for 20 sockets 'length > 0' -l sport "$1" >/dev/null
	drip | smc_run socat -u - "TCP4:127.0.0.1:$1" &
	client=$!
	jobs_of+=("$server" "$client")
	wait_for 20 sockets 'length > 0' dport "$1" >/dev/null
}

smc_start
trap cleanup EXIT
smcd ueid flush
[ -e /sys/fs/cgroup/cgroup.procs ] || mount -t cgroup2 none /sys/fs/cgroup

# Without an EID: TCP
flow 7300 TCP6
for port in "sport 7300" "dport 7300"; do
	# shellcheck disable=SC2086
	is "TCP state of one that fell back, $port" \
		sockets 'length == 1 and all(.mode == "TCP" and
			.tcp.state == "ESTAB")' -t $port
done
is "TCP state in text" grep -Eq ' TCP 0x[0-9a-f]{8}.* tcp:ESTAB$' <(smcss -t)
is "TCP state of a listener" grep -Eq '^LISTEN .*:7300 +tcp:LISTEN$' \
	<(smcss -lt)
is "-t asks for what is shown only" sockets 'length == 1' -t dport 7300
is "memory is that of TCP" \
	sockets 'all(.memory.rx_bytes > 1000 and .memory.tx_bytes > 1000)' \
	-m dport 7300
kill "${jobs_of[@]}"
jobs_of=()
wait_for 20 sockets 'length == 0' -a >/dev/null

# With one: SMC-D, in a cgroup of its own
smcd ueid add "$eid"
mkdir -p /sys/fs/cgroup/smcss-test
echo $$ >/sys/fs/cgroup/smcss-test/cgroup.procs
flow 7301 TCP4
echo $$ >/sys/fs/cgroup/cgroup.procs
is "SMC-D" sockets 'length == 1 and .[0].mode == "SMCD"' dport 7301
inode=$(smcss --json dport 7301 | jq '.sockets[0].inode')
fd=$(find "/proc/$client/fd" -lname "socket:?$inode?" -printf '%f\n')
is "-p: process and descriptor of the client" grep -Eq \
	" users:\\(\\(\"socat\",pid=$client,fd=$fd\\)\\)\$" <(smcss -p dport 7301)
is "-p: its name and id as JSON" sockets \
	".[0].processes == [{name: \"socat\", pid: $client, fd: $fd}]" \
	-p dport 7301
is "pid: the listener" sockets 'length == 1 and .[0].state == "LISTEN"' \
	-l pid "$server"
is "comm" sockets 'length == 2' comm socat sport 7301,1024-65535
is "comm: nobody" sockets 'length == 0' -a comm nobody
for pid in "$client" "$server"; do
	echo "$pid" >/sys/fs/cgroup/cgroup.procs
done
is "cgroup: where the socket was made, not where its process is now" sockets \
	'all(.cgroup == "/smcss-test")' -p dport 7301
is "the TCP socket below SMC" sockets 'all(.tcp.state == "ESTAB")' -t
is "memory: buffers" sockets \
	'all(.memory | .rx_bytes >= 16384 and .tx_bytes >= 16384 and
		.tx_queued <= .tx_bytes)' -m state ACTIVE
is "-p, no privilege: own processes only" jq -e \
	'.sockets | length > 0 and all(.processes == [])' \
	<(setpriv --reuid=65534 --regid=65534 --clear-groups smcss --json -p)
is "-t, no privilege" jq -e '.sockets | all(.tcp.state == "ESTAB")' \
	<(setpriv --reuid=65534 --regid=65534 --clear-groups smcss --json -t)

# a busy host may move nothing in a round
smcss --json --watch=1 --count 4 dport 7301 >"$tmp/client"
smcss --json --watch=1 --count 4 sport 7301 >"$tmp/server"
is "rates: four rounds" test "$(wc -l <"$tmp/client")" -eq 4
is "rates: the client sends" jq -se \
	'[.[1:][].sockets[0].rates] | length == 3 and
		all(.rx == 0) and any(.tx > 1000)' "$tmp/client"
is "rates: the server receives" jq -se \
	'[.[1:][].sockets[0].rates] | all(.tx == 0) and any(.rx > 1000)' \
	"$tmp/server"
is "rates: the buffers' wrap does not fool them: as many as the statistics" \
	bash -c "$(cat <<-'END'
	bytes() { smcd --json -a stats | jq .stats.tx.bytes; }
	before=$(bytes)
	smcss --json --watch=2 --count 2 dport 7301 | tail -n 1 >"$1/rate"
	after=$(bytes)
	rate=$(jq '.sockets[0].rates.tx' "$1/rate")
	echo "rate $rate, bytes $((after - before)) in 2 s and what starting takes"
	[ "$((rate * 2))" -le "$((after - before))" ] &&
		[ "$((rate * 6))" -ge "$((after - before))" ]
	END
	)" - "$tmp"
smcss --watch=0.2 >"$tmp/watch" &
watch=$!
wait_for 20 grep -q 'B/s$' "$tmp/watch"
kill -INT "$watch"
is "--watch ends well by SIGINT" wait "$watch"
kill "${jobs_of[@]}"
jobs_of=()
wait_for 20 sockets 'length == 0' -a >/dev/null
rmdir /sys/fs/cgroup/smcss-test || true
