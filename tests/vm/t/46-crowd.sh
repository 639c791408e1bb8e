#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 180
#
# C09: thousands of connections: smcss lists each exactly once, and those beyond
# the 5,000 DMBs of the device fall back for that reason.
set -eu -o pipefail
. tests/net/lib.sh

smc_start
scale=${SMC_TEST_SCALE:-1}
smcd=$((2600 / scale))
tcp=$((18000 / scale))
held=$((smcd > 2500 ? 2500 : smcd))
over=$((smcd - held))

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"; smc_stop' EXIT
table=$tmp/table
mkfifo "$tmp/hold"
"$net/crowd" "$smcd" "$tcp" <"$tmp/hold" >"$tmp/out" &
crowd=$!
exec 9>"$tmp/hold"
check "$(wait_for 150 grep -qx ready "$tmp/out" && echo 0 || echo 1)" \
	"$smcd SMC and $tcp TCP clients are connected"
grep -v ready "$tmp/out" || true

smcss -a --json >"$table"
is() {
	local got

	got=$(jq "$1" "$table")
	check "$([ "$got" = "$2" ] && echo 0 || echo 1)" "$3: $got of $2"
}
is '.sockets | length' "$((2 * smcd + tcp + 8))" "sockets listed"
is '[.sockets[].inode] | unique | length' "$((2 * smcd + tcp + 8))" \
	"sockets listed once"
is '[.sockets[] | select(.mode == "SMCD")] | length' "$((2 * held))" \
	"listed as SMC-D"
is '[.sockets[] | select(.fallback.code == "0x030d0000" or
	.fallback.peer_code == "0x030d0000")] | length' \
	"$((2 * over))" "beyond the limit of DMBs"
check "$([ "$(smcss -a | tail -n +2 | wc -l)" = \
	"$((2 * smcd + tcp + 8))" ] && echo 0 || echo 1)" \
	"smcss prints as many lines"

exec 9>&-
wait "$crowd" || true
idle_check "nothing is left after it"
