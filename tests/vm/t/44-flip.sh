#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 150
#
# loopback-ism off and on a hundred times under traffic, and under iperf3.
set -eu -o pipefail
. tests/net/lib.sh

smc_start
program flip

iperf_runs() {
	[ "$(count conns)" -ge 18 ]
}

tmp=$(mktemp -d)
trap 'smc_stop; kill "$server" 2>/dev/null || true; rm -rf "$tmp"' EXIT
smc_run iperf3 -s >/dev/null 2>&1 &
server=$!
wait_for 10 sh -c 'ss -Hltn sport = :5201 | grep -q .'
smc_run iperf3 -c 127.0.0.1 -P 8 -t 60 >"$tmp/iperf" 2>&1 &
client=$!
check "$(wait_for 20 iperf_runs && echo 0 || echo 1)" \
	"iperf3 -P 8 runs over SMC-D"
start=$SECONDS
echo 0 >"$loopback/active"
rc=0
wait "$client" || rc=$?
check "$((rc == 0 || SECONDS - start > 5))" "iperf3 ends with an error at once"
echo 1 >"$loopback/active"
kill "$server"
wait "$server" || true
check "$(wait_for 20 smc_idle && echo 0 || echo 1)" "nothing is left after it"
