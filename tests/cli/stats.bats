# SPDX-License-Identifier: GPL-2.0-or-later
# smcd stats: counters, and the memory of a reset

load helpers

# counter PATH: of the JSON document
counter() {
	smcd --json stats | jq ".stats.$1"
}

state_file() {
	echo "$XDG_STATE_HOME/smc/smcd-stats.${1:-1}"
}

# What smc-tools printed, without what comes behind it.
before_verdict() {
	"$@" | awk 'NR > 1 && $0 == "Verdict" { exit }
		NR > 1 { print last }
		{ last = $0 }
		END { if ($0 != "Verdict") print last }'
}

@test "text as smc-tools prints it, taken from its transcript" {
	SMC_FAKE=stats=talk golden transcript-08-stats \
		before_verdict smcd -d stats
	SMC_FAKE=stats=zero golden transcript-02-stats-zero smcd stats
	SMC_FAKE=stats=zero golden transcript-02-stats-zero smcd stats show
}

@test "C15: each counter has its own place, in text, JSON and flat JSON" {
	golden stats smcd stats
	golden stats-details smcd -d stats
	golden_json stats-json smcd --json stats
	golden_json stats-flat smcd stats json
	# The first 65 primes in the order that smc-tools has.
	[ "$(smcd stats json | jq -c '.SMCD | [.[]] | length')" = 65 ]
	[ "$(smcd stats json | jq -c '.SMCD | [.[]]')" = "$(awk 'BEGIN {
		printf "["
		for (n = 2; count < 65; n++) {
			for (d = 2; d * d <= n && n % d; d++)
				;
			if (d * d > n)
				printf "%s%d", count++ ? "," : "", n
		}
		print "]" }')" ]
}

@test "C15: JSON has every counter once" {
	[ "$(smcd --json stats | jq '[.stats | .. | numbers] | length')" = 74 ]
	[ "$(smcd --json stats | jq -c '[.stats | del(.fallback, .verdicts) | .. |
		numbers] | sort | . == unique')" = true ]
}

# verdicts OF: what the fake kernel's statistics are said to mean
verdicts() {
	SMC_FAKE=$1 smcd stats | sed '1,/^Verdict$/d'
}

@test "verdict: behind the rest, and only where there is one" {
	SMC_FAKE=stats=zero smcd stats >"$BATS_TEST_TMPDIR/zero"
	run ! grep -q Verdict "$BATS_TEST_TMPDIR/zero"
	same '[]' jq -c .stats.verdicts <(SMC_FAKE=stats=zero smcd --json stats)
	# 43 requests: too few to say anything
	same '[]' jq -c .stats.verdicts <(SMC_FAKE=stats=talk smcd --json stats)
	same 'null' jq -c .SMCD.verdicts <(smcd stats json)
}

@test "C27: buffers that are full and small: the advice is to enlarge them" {
	golden verdict-small verdicts "stats=talk tx_reqs=1200000 tx_full=600000"
	# with the profile it asks for there is none left to give
	golden verdict-large verdicts \
		"stats=talk tx_reqs=1200000 tx_full=600000 bufs_large"
	same tx.buffers.peer_full jq -r '.stats.verdicts[].about' <(
		SMC_FAKE="stats=talk tx_reqs=1200000 tx_full=600000" \
			smcd --json stats)
}

@test "C15: each counter that needs one has a verdict, in text and JSON" {
	golden verdict-all verdicts ""
	golden_json verdict-all-json jq -c .stats.verdicts <(smcd --json stats)
}

@test "verdict: thresholds, as the man page names them" {
	local all="stats=talk tx_reqs=1000"

	run -0 verdicts "$all tx_full=99"
	[ -z "$output" ]
	run -0 verdicts "$all tx_full=100"
	[[ $output == *"full 100 times in 1000 sends (10.0%)"* ]]
	run -0 verdicts "$all tx_small=99"
	[ -z "$output" ]
	run -0 verdicts "$all tx_small=100"
	[[ $output == "  10.0% of the sends were larger than the peer's buffer"* ]]
	run -0 verdicts "stats=talk tx_reqs=99 tx_full=99"
	[ -z "$output" ]
	run -0 verdicts "stats=talk rx_reqs=1000 rx_full=99"
	[ -z "$output" ]
	run -0 verdicts "stats=talk rx_reqs=1000 rx_full=100"
	[[ $output == *"the receive buffer was full 100 times"* ]]
	run -0 verdicts "stats=talk downgrades=1"
	[[ $output == *"1 times a buffer came smaller"* ]]
}

@test "--watch: rates, from the second round on" {
	local doc=$BATS_TEST_TMPDIR/rounds

	export SMC_FAKE=grow
	smcd --json stats --watch=0.5 --count 3 >"$doc"
	same '[false,true,true]' jq -cs 'map(.stats | has("per_second"))' "$doc"
	# each round adds the same, in about half a second
	jq -es '.[1:] | all(.stats.per_second |
		.tx.requests > 0 and .tx.requests <= 307 * 8 and
		.rx.bytes > 0 and .rx.bytes <= 281 * 8 and
		.connections.client.v1 > 0 and
		.fallback.client == 0 and (.rx | has("buffer_bytes") | not))' \
		"$doc"
	jq -es '.[2].stats.tx.requests == 307 * 3' "$doc"
	smcd stats --watch=0.5 --count 2 >"$doc"
	[ "$(grep -c '^Per second$' "$doc")" -eq 1 ]
	[ "$(grep -c '^SMC-D Connections Summary$' "$doc")" -eq 2 ]
	awk '/^Per second/ { on = 1 }
		on && /TX requests/ { exit !($3 > 0 && $3 <= 307 * 8) }' "$doc"
	SMC_FAKE=
	smcd stats --watch=0.1 --count 2 |
		grep -Eq '^  RX Data \(Bytes\) +0 \(0\)$'
}

@test "B11: all fallback reasons in words, none unknown but the number" {
	smcd -d stats | grep -E '^     peer did not signal SMC +337$'
	smcd -d stats | grep -E '^     no enterprise ID +349$'
	smcd -d stats | grep -E '^     0x0666beef +359$'
	[ "$(smcd --json stats | jq '.stats.fallback.reasons | length')" = 5 ]
	[ "$(counter fallback.server)" = 1061 ]
	[ "$(counter handshake_errors.client)" = 317 ]
}

@test "B11: a failing dump is a failure" {
	SMC_FAKE=err=g7:5 fails 1 \
		"smcd: stats: kernel refused: Input/output error" smcd stats
	SMC_FAKE=err=g8:5 fails 1 \
		"smcd: stats json: kernel refused: Input/output error" \
		smcd stats json
}

@test "an old kernel has no buffer usage, which is no zero" {
	export SMC_FAKE=old
	[ "$(smcd stats | grep -cE '^  Buffer usage \(Bytes\) +-$')" = 2 ]
	[ "$(counter 'rx | has("buffer_bytes")')" = false ]
}

@test "reset: shows, then counts from here on; -a shows all" {
	golden stats smcd stats reset
	[ "$(counter tx.requests)" = 0 ]
	[ "$(counter fallback.server)" = 0 ]
	[ "$(counter 'fallback.reasons | length')" = 0 ]
	SMC_FAKE=times=3
	[ "$(counter tx.requests)" = $((307 * 2)) ]
	[ "$(counter tx.buffer_sizes.larger)" = $((23 * 2)) ]
	[ "$(counter 'fallback.reasons[2].count')" = $((349 * 2)) ]
	[ "$(smcd -a --json stats | jq .stats.tx.requests)" = $((307 * 3)) ]
	[ "$(smcd -a stats json | jq .SMCD.SMC_TX_CNT)" = $((307 * 3)) ]
	[ "$(smcd -ad stats json | jq .SMCD.SMC_TX_CNT)" = $((307 * 3)) ]
	[ "$(smcd stats json | jq .SMCD.SMC_TX_CNT)" = $((307 * 2)) ]
}

@test "B02: gauges are not subtracted, and closing does not lose the reset" {
	SMC_FAKE=gauge=196608 smcd stats reset >/dev/null
	SMC_FAKE=gauge=196608
	[ "$(counter rx.buffer_bytes)" = 196608 ]
	SMC_FAKE="gauge=0 times=2"
	[ "$(counter rx.buffer_bytes)" = 0 ]
	[ "$(counter tx.requests)" = 307 ]
	SMC_FAKE="gauge=5 times=2"
	[ "$(counter tx.requests)" = 307 ]
}

@test "the kernel's 16 bits for a reason wrap" {
	SMC_FAKE=times=187 smcd stats reset >/dev/null
	# 349 * 187 = 65263, and 349 * 188 = 65612 is sent as 76.
	SMC_FAKE=times=188
	[ "$(smcd -a --json stats |
		jq '.stats.fallback.reasons[2].count')" = 76 ]
	[ "$(counter 'fallback.reasons[] | select(.code == "0x03030008") |
		.count')" = 349 ]
}

@test "W10: a reset is for one network namespace; reading writes nothing" {
	smcd stats reset >/dev/null
	SMC_FAKE=netns=2
	[ "$(counter tx.requests)" = 307 ]
	[ ! -e "$(state_file 2)" ]
	SMC_FAKE=netns=1
	[ "$(counter tx.requests)" = 0 ]
}

@test "module loaded anew: the reset is void" {
	smcd stats reset >/dev/null
	SMC_FAKE=family=28
	[ "$(counter tx.requests)" = 307 ]
}

@test "another boot: the reset is void" {
	smcd stats reset >/dev/null
	sed -i 's/^owner [^ ]*/owner 01234567-89ab-cdef-0123-456789abcdef/' \
		"$(state_file)"
	[ "$(counter tx.requests)" = 307 ]
}

@test "counters below those of the reset: all are shown, and it is said" {
	SMC_FAKE=times=3 smcd stats reset >/dev/null
	run --separate-stderr "$SMCD" --json stats
	[ "$status" -eq 0 ]
	[ "$stderr" = "smcd: counters began anew since the reset: all are shown" ]
	[ "$(jq .stats.tx.requests <<<"$output")" = 307 ]
}

@test "B03: state is private" {
	smcd stats reset >/dev/null
	[ "$(stat -c %a "$XDG_STATE_HOME/smc")" = 700 ]
	[ "$(stat -c %a "$(state_file)")" = 600 ]
	[ "$(ls -A "$XDG_STATE_HOME/smc")" = smcd-stats.1 ]
}

@test "B03: a folder that others can write into is refused" {
	mkdir -p "$XDG_STATE_HOME/smc"
	chmod 777 "$XDG_STATE_HOME/smc"
	fails 4 "smcd: stats: $XDG_STATE_HOME/smc: must be yours and writable by nobody else" \
		smcd stats
	smcd -a stats >/dev/null
}

@test "B03: links are not followed" {
	echo secret >"$BATS_TEST_TMPDIR/victim"
	install -d -m 700 "$XDG_STATE_HOME/smc"
	ln -s "$BATS_TEST_TMPDIR/victim" "$(state_file)"
	fails 1 "smcd: stats: the baseline of the last reset is damaged: 'stats reset' makes a new one, '-a stats' does without" \
		smcd stats
	smcd stats reset >/dev/null
	[ "$(cat "$BATS_TEST_TMPDIR/victim")" = secret ]
	[ ! -L "$(state_file)" ]
	rm -r "$XDG_STATE_HOME/smc"
	ln -s "$BATS_TEST_TMPDIR" "$XDG_STATE_HOME/smc"
	run smcd stats
	[ "$status" -eq 1 ]
}

@test "B03: a pipe in the place of the file does not hang" {
	install -d -m 700 "$XDG_STATE_HOME/smc"
	mkfifo "$(state_file)"
	run timeout 10 "$SMCD" stats
	[ "$status" -eq 1 ]
	timeout 10 "$SMCD" stats reset >/dev/null
	[ -f "$(state_file)" ]
}

# damaged: stats fails in one line that says how to mend it, reset mends it
damaged() {
	fails 1 "smcd: stats: the baseline of the last reset is damaged: 'stats reset' makes a new one, '-a stats' does without" \
		smcd stats
	smcd -a stats >/dev/null
	smcd stats reset >/dev/null
	[ "$(counter tx.requests)" = 0 ]
}

@test "C12: a damaged state file, of every kind" {
	local file good=$BATS_TEST_TMPDIR/good n

	file=$(state_file)
	smcd stats reset >/dev/null
	cp "$file" "$good"
	: >"$file"
	damaged
	head -c 4096 /dev/zero >"$file"
	damaged
	head -c 100000 /dev/zero >"$file"
	damaged
	head -c 4096 /dev/urandom >"$file"
	damaged
	{ cat "$good"; echo more; } >"$file"
	damaged
	{ sed '$d' "$good"; yes 'SMC_X 1' | head -n 9000; echo end; } >"$file"
	damaged
	for n in 1 20 60 200 1000; do
		head -c "$n" "$good" >"$file"
		damaged
	done
	for n in -1 18446744073709551616 12x '' ' 5' 0x; do
		sed "s/^SMC_TX_CNT .*/SMC_TX_CNT $n/" "$good" >"$file"
		damaged
	done
	for n in 'client 1' 'nobody 1 1' 'client 1 1 1' 'client x 1' \
		'client 0x1ffffffff 1' ''; do
		sed "s/^end/reason $n\nend/" "$good" >"$file"
		damaged
	done
	{ sed '$d' "$good"; yes 'reason client 0x1 1' | head -n 200
		echo end; } >"$file"
	damaged
}

@test "C12: files of smc-tools and of a release before are no baseline" {
	local file

	file=$(state_file)
	smcd stats reset >/dev/null
	# 132 counters, 60 reasons, 2 totals: a number a line, four fewer before
	seq 194 >"$file"
	damaged
	seq 190 >"$file"
	damaged
	sed -i '1s/1$/0/' "$file"
	damaged
}

@test "W12: files of other versions stay good" {
	local file

	file=$(state_file)
	smcd stats reset >/dev/null
	sed -i '/^SMC_TX_CNT/d; s/^end/A_COUNTER_TO_COME 5\nend/' "$file"
	[ "$(counter tx.requests)" = 307 ]
	[ "$(counter rx.requests)" = 0 ]
}

@test "a state folder that cannot be made" {
	: >"$BATS_TEST_TMPDIR/file"
	export XDG_STATE_HOME=$BATS_TEST_TMPDIR/file
	run --separate-stderr "$SMCD" stats reset
	[ "$status" -eq 1 ]
	[[ $stderr == "smcd: stats reset: $XDG_STATE_HOME/smc: "* ]]
}

@test "no XDG_STATE_HOME: the home of the user, but not a relative one" {
	export HOME=$BATS_TEST_TMPDIR/home
	local as=(setpriv --reuid=65534 --regid=65534 --clear-groups
		env -u XDG_STATE_HOME -u SMC_FAKE_LOG)

	[ "$(id -u)" -eq 0 ]
	install -d -m 700 -o 65534 "$HOME"
	chmod 755 "$BATS_RUN_TMPDIR" "$BATS_TEST_TMPDIR" \
		"${BATS_TEST_TMPDIR%/*}"
	"${as[@]}" "$SMCD" stats reset >/dev/null
	[ -f "$HOME/.local/state/smc/smcd-stats.1" ]
	[ "$("${as[@]}" "$SMCD" stats json | jq .SMCD.SMC_TX_CNT)" = 0 ]
	export XDG_STATE_HOME=relative
	run "${as[@]}" HOME= "$SMCD" stats reset
	[ "$status" -eq 1 ]
}
