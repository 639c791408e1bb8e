# SPDX-License-Identifier: GPL-2.0-or-later
# Words of the command line, help, exit codes: no kernel in most of it

load helpers

@test "B10: help needs no kernel, is on stdout and no failure" {
	export SMC_FAKE="no-smc no-diag"
	golden help-smcd smcd
	golden help-smcd smcd help
	golden help-smcd smcd -h
	golden help-smcd smcd --help
	golden help-ueid smcd ueid help
	golden help-ueid smcd ueid --help
	golden help-ueid smcd -h ueid add
	golden help-smcr smcr
	golden help-smcr smcr help
	golden help-smcss smcss --help
	golden help-smcss smcss -h
	golden help-smcss smcss help
}

@test "C16: --version is one line, the same everywhere" {
	local tool version

	export SMC_FAKE="no-smc no-diag"
	version=$(cat "$BATS_TEST_DIRNAME/../../VERSION")
	for tool in smcd smcr smcss; do
		[ "$("$tool" -v)" = "$tool (smc-suite) $version" ]
		[ "$("$tool" --version)" = "$tool (smc-suite) $version" ]
		[ "$("$tool" -version)" = "$tool (smc-suite) $version" ]
	done
}

# Each beginning of a word that smc-tools took is an alias, and goes where it
# went: the first object in the order of its table.
prefixes() {
	local word=$1 n

	for ((n = 1; n <= ${#word}; n++)); do
		echo "${word:0:n}"
	done
}

# Many runs, all of them of what other tests run with sanitizers on.
plain() {
	SMCD=$CLI_BIN/plain/smcd
	SMCR=$CLI_BIN/plain/smcr
}

# alike TEXT TOOL WORD... -- ABBREVIATION...: each says TEXT behind the words
alike() {
	local text=$1 line=() word
	shift

	while [ "$1" != -- ]; do
		line+=("$1")
		shift
	done
	for word in "${@:2}"; do
		same "$text" "${line[@]}" "$word"
	done
}

@test "objects: the abbreviations of smc-tools, and no others" {
	local word object

	plain
	export SMC_FAKE=
	# shellcheck disable=SC2046
	for object in info linkgroup device stats ueid; do
		alike "$(smcd "$object")" smcd -- $(prefixes "$object")
		alike "$(smcr "$object")" smcr -- $(prefixes "$object")
	done
	alike "$(smcd seid)" smcd -- se sei seid
	# shellcheck disable=SC2046
	{
		alike "$(smcr linkgroup link-show)" smcr linkgroup -- \
			$(prefixes link-show)
		alike "$(smcr linkgroup)" smcr linkgroup -- $(prefixes show)
		alike "$(smcr device)" smcr device -- $(prefixes show)
	}
	for word in hs h hs-lim t tun g gauge S INFO infos; do
		run smcd "$word"
		[ "$status" -eq 2 ]
	done
}

@test "commands: the abbreviations of smc-tools, and no others" {
	local word object

	plain
	# shellcheck disable=SC2046
	for object in ueid device linkgroup info seid stats; do
		alike "$(smcd "$object")" smcd "$object" -- $(prefixes show)
	done
	# shellcheck disable=SC2046
	alike "$(smcd stats json)" smcd stats -- $(prefixes json)
	for word in $(prefixes reset); do
		smcd stats "$word" >/dev/null
	done
	for word in $(prefixes add); do smcd ueid "$word" A; done
	for word in $(prefixes del); do smcd ueid "$word" A; done
	for word in $(prefixes flush); do smcd ueid "$word"; done
	for word in $(prefixes enable); do smcd seid "$word"; done
	for word in $(prefixes disable); do smcd seid "$word"; done
	[ "$(cut -d ' ' -f 1 "$SMC_FAKE_LOG" | uniq -c | tr -s ' ')" = \
		" 3 g10
 3 g11
 5 g12
 6 g14
 7 g15" ]
}

@test "options: the old spellings" {
	local word

	for word in -d -de -details --details; do
		golden linkgroup-details smcd "$word" linkgroup
	done
	for word in -a -ab -absolute --absolute; do
		golden stats smcd "$word" stats
	done
	golden stats-details smcd -ad stats
	golden stats-details smcd -da stats
	golden stats-details smcd -a -d stats
	golden stats-details smcd -dd stats
	golden stats-details smcd stats -d
}

@test "unknown words name the nearest, exit 2" {
	fails 2 "smcd: unknown object 'linkgrup'" smcd linkgrup
	hint "the nearest is 'linkgroup'"
	fails 2 "smcd: ueid: unknown command 'flsh'" smcd ueid flsh
	hint "the nearest is 'flush'"
	fails 2 "smcd: unknown option '--jsn'" smcd --jsn info
	hint "the nearest is '--json'"
	fails 2 "smcd: unknown option '--js'" smcd --js info
	fails 2 "smcd: unknown option '-x'" smcd -x info
	fails 2 "smcd: unknown option '--json=1'" smcd --json=1 info
	fails 2 "smcd: info show: too many words: 'x'" smcd info show x
	fails 2 "smcss: unknown condition 'x'" smcss x
	fails 2 "smcss: unknown option '-X'" smcss -X
}

@test "a word of any length" {
	local long

	long=$(head -c 100000 /dev/zero | tr '\0' x)
	run smcd "$long"
	[ "$status" -eq 2 ]
	run smcd ueid add "$long"
	[ "$status" -eq 2 ]
	run smcd tune set "$long" 1
	[ "$status" -eq 2 ]
	run smcd "--$long"
	[ "$status" -eq 2 ]
}

@test "no module: exit 3, and how to load it" {
	local cmd

	export SMC_FAKE=no-smc
	for cmd in info linkgroup device stats 'stats reset' 'stats json' ueid \
		'ueid flush' seid 'seid enable' hs-limit tune gauges; do
		# shellcheck disable=SC2086 # words
		fails 3 "smcd: $cmd: smc module is not loaded (modprobe smc)" \
			smcd $cmd
	done
}

@test "what is no word is exit 2, with or without a module" {
	export SMC_FAKE=no-smc
	fails 2 "smcd: unknown object 'nonsense'" smcd nonsense
	fails 2 "smcd: ueid: unknown command 'nonsense'" smcd ueid nonsense
	fails 2 "smcd: ueid add: EID is missing" smcd ueid add
	run smcd ueid add a
	[ "$status" -eq 2 ]
	run smcd ueid del ''
	[ "$status" -eq 2 ]
	run smcd linkgroup xyz
	[ "$status" -eq 2 ]
}

@test "write errors are failures" {
	local cmd

	for cmd in info linkgroup device stats 'stats json' ueid seid hs-limit \
		tune gauges --help --version '--json device'; do
		# shellcheck disable=SC2086 # words
		run bash -c '"$0" "$@" >/dev/full' "$SMCD" $cmd
		[ "$status" -eq 1 ]
		[[ $output == *": write error: No space left on device" ]]
	done
	for cmd in device linkgroup '-d linkgroup' 'linkgroup link-show' \
		'--json device'; do
		# shellcheck disable=SC2086 # words
		run bash -c '"$0" "$@" >/dev/full' "$SMCR" $cmd
		[ "$status" -eq 1 ]
		[[ $output == *": write error: No space left on device" ]]
	done
	for cmd in -a '-a --json' --help; do
		# shellcheck disable=SC2086 # words
		run bash -c '"$0" "$@" >/dev/full' "$SMCSS" $cmd
		[ "$status" -eq 1 ]
		[[ $output == "smcss: write error"* ]]
	done
}

@test "completion: words of the tree, options, and live names" {
	golden complete-objects smcd complete ''
	golden complete-objects smcd complete lin
	golden complete-options smcd complete --
	golden complete-ueid smcd complete ueid ''
	golden complete-linkgroup smcd complete linkgroup ''
	same "$(smcd ueid)" smcd complete ueid del ''
	same "$(smcd ueid)" smcd complete -d ueid del ''
	same "$(smcd tune --output name --no-headings)" \
		smcd complete tune set ''
	[ "$(smcd complete tune set '' | wc -l)" -eq 11 ]
	same "$(printf 'show\ndefault\nlatency\nthroughput\nmemory')" \
		smcd complete tune profile ''
	golden empty smcd complete nonsense ''
	SMC_FAKE=no-smc golden empty smcd complete ueid del ''
	smcss complete -- - | grep -x -- --full-gid
}

# typed WORD...: what bash offers for the last WORD
typed() {
	# shellcheck disable=SC2016 # for the other bash
	bash -c '. bash-completion/smcd
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_smc "$1" "${!#}" "${@:$COMP_CWORD:1}"
		echo "${COMPREPLY[@]}"' bash "$@"
}

@test "completion: in bash" {
	cd "$BATS_TEST_DIRNAME/../.."
	[ "$(typed "$SMCD" u)" = ueid ]
	[ "$(typed "$SMCD" ueid '')" = "show add del flush" ]
	[ "$(typed "$SMCD" ueid del SM)" = SMC-TEST.1 ]
	[ "$(typed "$SMCD" --js)" = --json ]
	[ "$(typed "$SMCSS" --full)" = --full-gid ]
	[ "$(typed "$SMCR" device ibdev rx)" = rxe0 ]
	for tool in smcd smcr smcss smc_run; do
		[ "bash-completion/$tool" -ef bash-completion/smc ]
	done
}
