# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# lib.sh - what the VM scripts that run tests/net programs share

net=build/tests/net
eid=VM-TEST
# shellcheck disable=SC2034 # for those who source this
loopback=/sys/devices/virtual/smc/loopback-ism
knobs=/sys/kernel/debug/smc

# Load the module, make SMC-D possible, let idle link groups end soon; all of
# it is undone when the script ends.
smc_start() {
	modprobe smc
	modprobe smc_diag
	smcd ueid add "$eid" >/dev/null
	knob_set lgr_free_delay_ms 100
	trap smc_stop EXIT
}

smc_stop() {
	smcd ueid flush >/dev/null || true
	knob_set lgr_free_delay_ms 600000
}

# debug knobs are the module's, so they go when it is unloaded
knob_set() {
	echo "$2" >"$knobs/$1"
}

# check RESULT NAME: report one check; RESULT is the exit status of a command
check() {
	if [ "$1" -eq 0 ]; then
		echo "ok - $2"
	else
		echo "not ok - $2"
	fi
}

# is NAME COMMAND...: one check; the script has a folder $tmp
is() {
	local name=$1 rc=0
	shift

	"$@" >"$tmp/out" 2>"$tmp/err" || rc=$?
	check "$rc" "$name"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$tmp/out" "$tmp/err"
}

# gives NAME TEXT COMMAND...: it succeeds and prints TEXT
gives() {
	local name=$1 text=$2 rc=0
	shift 2

	"$@" >"$tmp/out" 2>"$tmp/err" || rc=$?
	[ "$rc" -ne 0 ] || [ "$(cat "$tmp/out")" = "$text" ] || rc=1
	check "$rc" "$name"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$tmp/out" "$tmp/err"
}

# wait_for SECONDS COMMAND...: until COMMAND succeeds; longer on the debug kernel
wait_for() {
	local end=$((SECONDS + $1 * (${SMC_TEST_SCALE:-1} > 1 ? 4 : 1)))
	shift

	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || return 1
		sleep 0.05
	done
}

# count NAME: one figure of the module, see counts.c
count() {
	"$net/counts" | sed -n "s/^smc_$1=//p"
}

# what may be open or kept, one KEY=NUMBER a line
smc_left() {
	"$net/counts" | grep -E '^smc_(socks|conns|lgrs|dmbs)='
}

smc_idle() {
	[ "$(smc_left | grep -c '=0$')" = 4 ]
}

# idle_check NAME: nothing of SMC is open or kept, or it is said what
idle_check() {
	wait_for 30 smc_idle || smc_left | sed 's/^/# left: /'
	check "$(smc_idle && echo 0 || echo 1)" "$1"
}

# program NAME [ARGUMENT...]: run one of ours; it prints its checks itself
program() {
	local rc=0

	"$net/$1" "${@:2}" || rc=$?
	[ "$rc" -le 1 ] || echo "not ok - $1 ended with status $rc"
}
