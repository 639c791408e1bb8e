# SPDX-License-Identifier: GPL-2.0-or-later
#
# What all tests of the tools need. A tool that a sanitizer ends, or that
# leaves a socket of the fake kernel open, exits with 99 and never passes for
# one that failed as it should.

bats_require_minimum_version 1.5.0

export ASAN_OPTIONS=exitcode=99:abort_on_error=0
export UBSAN_OPTIONS=halt_on_error=1:exitcode=99:print_stacktrace=1
export LC_ALL=C

setup() {
	SMCD=$CLI_BIN/san/smcd
	SMCR=$CLI_BIN/san/smcr
	SMCSS=$CLI_BIN/san/smcss
	SMC_PNET=$CLI_BIN/san/smc_pnet
	SMC_RNICS=$CLI_BIN/san/smc_rnics
	SMC_DBG=$CLI_BIN/san/smc_dbg
	export SMC_FAKE=
	export SMC_FAKE_LOG=$BATS_TEST_TMPDIR/requests
	export XDG_STATE_HOME=$BATS_TEST_TMPDIR/state
	: >"$SMC_FAKE_LOG"
	export SMC_FAKE_SETTINGS=$BATS_TEST_TMPDIR/settings
	settings autocorking_size=65536 smcr_buf_type=0 smcr_testlink_time=30 \
		wmem=65536 rmem=65536 smcr_max_links_per_lgr=2 \
		smcr_max_conns_per_lgr=255 limit_smc_hs=0 smcr_max_send_wr=16 \
		smcr_max_recv_wr=48 smcd_buf_max=67108864
}

# settings NAME=VALUE...: those that the kernel has, and no others
settings() {
	local pair

	rm -rf "$SMC_FAKE_SETTINGS"
	mkdir -p "$SMC_FAKE_SETTINGS"
	for pair; do
		echo "${pair#*=}" >"$SMC_FAKE_SETTINGS/${pair%%=*}"
	done
}

# setting NAME...: their values, divided by blanks
setting() {
	(cd "$SMC_FAKE_SETTINGS" && cat "$@" | paste -sd ' ')
}

smcd() { "$SMCD" "$@"; }
smcr() { "$SMCR" "$@"; }
smcss() { "$SMCSS" "$@"; }
smc_pnet() { "$SMC_PNET" "$@"; }
smc_rnics() { "$SMC_RNICS" "$@"; }
smc_dbg() { "$SMC_DBG" "$@"; }

# golden NAME COMMAND...: stdout is as in the file, stderr empty, exit code 0
golden() {
	local file=$BATS_TEST_DIRNAME/golden/$1.golden
	shift

	"$@" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" || {
		echo "exit code $?"
		cat "$BATS_TEST_TMPDIR/err"
		return 1
	}
	if [ -s "$BATS_TEST_TMPDIR/err" ]; then
		cat "$BATS_TEST_TMPDIR/err"
		return 1
	fi
	# Those that were here before the tools are: not ours to change.
	if [ -n "${CLI_UPDATE:-}" ] && [[ ${file##*/} != transcript-* ]] &&
		[ "${file##*/}" != empty.golden ]; then
		cp "$BATS_TEST_TMPDIR/out" "$file"
	fi
	diff -u "$file" "$BATS_TEST_TMPDIR/out"
}

# golden_json NAME COMMAND...: the same, and one valid document
golden_json() {
	golden "$@"
	jq -es 'length == 1' <"$BATS_TEST_TMPDIR/out" >/dev/null
}

# same TEXT COMMAND...: the command succeeds and prints TEXT, which is some
same() {
	local text=$1 out
	shift

	out=$("$@") || return 1
	[ -n "$text" ] && [ "$out" = "$text" ]
}

# fails CODE TEXT COMMAND...: exit code CODE, nothing on stdout, and TEXT is
# the whole first line of stderr; there is a hint in a second line at most
fails() {
	local code=$1 text=$2 rc=0
	shift 2

	"$@" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" || rc=$?
	cat "$BATS_TEST_TMPDIR/err"
	if [ "$rc" -ne "$code" ]; then
		echo "exit code $rc, not $code"
		return 1
	fi
	if [ -s "$BATS_TEST_TMPDIR/out" ]; then
		echo "there is output:"
		cat "$BATS_TEST_TMPDIR/out"
		return 1
	fi
	[ "$(head -n 1 "$BATS_TEST_TMPDIR/err")" = "$text" ] || {
		echo "expected: $text"
		return 1
	}
	[ "$(wc -l <"$BATS_TEST_TMPDIR/err")" -le 2 ]
}

# hint TEXT: the last failure's second line is this
hint() {
	[[ $(sed -n 2p "$BATS_TEST_TMPDIR/err") == *"($1)" ]]
}

no_requests() {
	[ ! -s "$SMC_FAKE_LOG" ]
}
