# SPDX-License-Identifier: GPL-2.0-or-later
# --watch: again and again

load helpers

# wait_lines N FILE: until there are as many
wait_lines() {
	local i

	for ((i = 0; i < 200; i++)); do
		[ "$(wc -l <"$2")" -ge "$1" ] && return
		sleep 0.05
	done
	return 1
}

@test "--count N: so many rounds, a blank line between them" {
	local once
	once=$(smcd ueid)

	[ "$(smcd ueid --watch=0.1 --count 3)" = "$once"$'\n\n'"$once"$'\n\n'"$once" ]
	[ "$(smcd --watch=0.1 --count 1 ueid show)" = "$once" ]
	[ "$(smcss -a --watch=0.1 --count 2 | grep -c ^State)" -eq 2 ]
	[ "$(smcd --watch=0.1 --count 2 linkgroup | grep -c ^LG-ID)" -eq 2 ]
	[ "$(smcd --watch=0.1 --count 2 info | grep -c '^SMC Version')" -eq 2 ]
	[ "$(smcd -d --watch=0.1 --count 2 stats | grep -c Summary)" -eq 2 ]
	[ "$(smcd --watch=0.1 --count 2 gauges | grep -c ^DMBs)" -eq 2 ]
}

@test "the interval passes between two rounds, no more than it says" {
	local begin=${EPOCHREALTIME/[.,]/} us

	smcd ueid --watch=0.4 --count 3 >/dev/null
	us=$((${EPOCHREALTIME/[.,]/} - begin))
	[ "$us" -ge 800000 ]
	[ "$us" -lt 8000000 ]
}

@test "JSON: one document a line, --pretty: several lines" {
	local cmd

	for cmd in device 'linkgroup show' stats info gauges ueid seid tune; do
		# shellcheck disable=SC2086
		smcd --json --watch=0.1 --count 3 $cmd >"$BATS_TEST_TMPDIR/out"
		[ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -eq 3 ]
		while read -r line; do
			jq -e . <<<"$line" >/dev/null
		done <"$BATS_TEST_TMPDIR/out"
	done
	[ "$(smcss -a --json --watch=0.1 --count 2 | wc -l)" -eq 2 ]
	same "$(smcss -a --json | jq -c .)" \
		jq -c . <<<"$(smcss -a --json --watch=0.1 --count 1)"
	[ "$(SMC_FAKE=empty smcss --json --watch=0.1 --count 2)" = \
		'{"sockets":[]}'$'\n''{"sockets":[]}' ]
	[ "$(smcd --pretty --watch=0.1 --count 2 device | jq -s length)" -eq 2 ]
	[ "$(smcss --netns all --json --watch=0.1 --count 2 | wc -l)" -eq 2 ]
}

@test "a signal is a good end, and what was written is whole" {
	local sig

	for sig in INT TERM; do
		: >"$BATS_TEST_TMPDIR/out"
		"$SMCSS" --json --watch=0.1 >"$BATS_TEST_TMPDIR/out" 3>&- &
		wait_lines 2 "$BATS_TEST_TMPDIR/out"
		kill -"$sig" $!
		wait $!
		jq -es 'length >= 2' <"$BATS_TEST_TMPDIR/out"
	done
	# It waits for a second and does not wait on.
	"$SMCD" --watch=3600 ueid >"$BATS_TEST_TMPDIR/out" 3>&- &
	wait_lines 1 "$BATS_TEST_TMPDIR/out"
	kill -TERM $!
	wait $!
}

@test "a terminal is cleared and shows time and command" {
	script -qec "'$SMCD' ueid --watch=0.1 --count 2" /dev/null \
		</dev/null >"$BATS_TEST_TMPDIR/out"
	[ "$(grep -c $'\033\[H\033\[J20[0-9-]* [0-9:]*  smcd.* ueid' \
		"$BATS_TEST_TMPDIR/out")" -eq 2 ]
	# JSON is for programs, also there.
	script -qec "'$SMCD' ueid --json --watch=0.1 --count 2" /dev/null \
		</dev/null >"$BATS_TEST_TMPDIR/out"
	[ "$(jq -s length <"$BATS_TEST_TMPDIR/out")" -eq 2 ]
}

@test "a round that fails is the last" {
	SMC_FAKE=no-diag fails 3 \
		"smcss: smc_diag module is not loaded (modprobe smc_diag)" \
		smcss --watch=0.1
	run timeout 20 bash -c "'$SMCSS' --watch=0.1 >/dev/full"
	[ "$status" -eq 1 ]
	run timeout 20 bash -c "'$SMCD' ueid --watch=0.1 >/dev/full"
	[ "$status" -eq 1 ]
}

@test "what changes something is not watched" {
	local cmd

	for cmd in 'ueid add X' 'ueid del X' 'ueid flush' 'seid enable' \
		'seid disable' 'hs-limit enable' 'hs-limit disable' \
		'tune set rmem 65536' 'stats reset'; do
		# shellcheck disable=SC2086
		run smcd $cmd --watch --count 1
		[ "$status" -eq 2 ]
		[[ $output == *"--watch goes only with what shows something and changes nothing" ]]
	done
	no_requests
}

@test "wrong numbers" {
	local i

	for i in 0 0.09 -1 x 1x 86401 1e3 inf nan ' 1'; do
		fails 2 "smcss: --watch: '$i' is no number of seconds from 0.1 to 86400" \
			smcss "--watch=$i" --count 1
	done
	for i in 0 -1 x 1x '' 10000000000; do
		fails 2 "smcss: --count: '$i' is no number of rounds" \
			smcss --watch=0.1 --count "$i"
	done
	fails 2 "smcss: --count goes with --watch" smcss --count 2
	# The number stands behind '=': a word is a condition.
	fails 2 "smcss: unknown condition '2'" smcss --watch --count 1 2
	echo 'ueid --watch' >"$BATS_TEST_TMPDIR/batch"
	run smcd -b "$BATS_TEST_TMPDIR/batch"
	[ "$status" -eq 2 ]
	run smcd -b "$BATS_TEST_TMPDIR/batch" --watch
	[ "$status" -eq 2 ]
}
