# SPDX-License-Identifier: GPL-2.0-or-later
# smc_dbg: what it prints, and what is in a bundle

load helpers

# bundle [OPTION...]: a bundle in a folder, which $dir names
bundle() {
	dir=$BATS_TEST_TMPDIR/bundle
	rm -rf "$dir"
	smc_dbg -o "$dir" --interval 0 "$@" >"$BATS_TEST_TMPDIR/said"
}

# why FILE: why it is missing
why() {
	jq -r --arg n "$1" '.files[] | select(.name == $n).why' \
		"$dir/index.json"
}

@test "text: what each tool prints, below its command line" {
	run smc_dbg
	[ "$status" -eq 0 ]
	[[ $output == "### smcd --version"* ]]
	[[ $output == *"### smcd device"$'\n'"$(smcd device)"* ]]
	[[ $output == *"### smcss -a -e"$'\n'"$(smcss -a -e)"* ]]
	[[ $output == *"### smcd -d -a stats"* ]]
}

@test "B16: the bundle has what a helper asks for" {
	local name

	bundle
	[ "$(cat "$BATS_TEST_TMPDIR/said")" = "$dir" ]
	[ "$(jq -r .kernel.release "$dir/host/kernel.json")" = "$(uname -r)" ]
	[ "$(jq -r .kernel.cmdline "$dir/host/kernel.json")" = \
		"$(cat /proc/cmdline)" ]
	[ "$(jq -r .tools.version "$dir/host/kernel.json")" = \
		"$(smcd -v | awk '{ print $NF }')" ]
	jq -e '.meminfo.MemTotal and (.free_blocks | length > 0)' \
		"$dir/host/memory.json"
	jq -e '.sysctl.net.core.rmem_max' "$dir/netns/self/sysctl.json"
	[ "$(jq -c .sockets "$dir/netns/self/sockets.json")" = \
		"$(smcss -a --json | jq -c .sockets)" ]
	[ "$(jq -c . "$dir/host/smcd-devices.json")" = \
		"$(smcd --json device | jq -c .)" ]
	[ "$(jq -c . "$dir/host/ueid.json")" = "$(smcd --json ueid | jq -c .)" ]
	for name in smcd-info smcd-linkgroups seid hs-limit rnics gids; do
		jq -e . "$dir/host/$name.json"
	done
	for name in smcd-stats-1 gauges-1 tables-1; do
		jq -e . "$dir/netns/self/$name.json"
	done
	cmp "$dir/root/proc/cmdline" /proc/cmdline
	cmp "$dir/root/proc/sys/kernel/osrelease" /proc/sys/kernel/osrelease
}

@test "the index names each file with its size, or why it is not there" {
	local name bytes

	bundle
	(cd "$dir" && find . -type f ! -name index.json -printf '%P %s\n') |
		sort >"$BATS_TEST_TMPDIR/have"
	jq -r '.files[] | select(.bytes) | "\(.name) \(.bytes)"' \
		"$dir/index.json" | sort >"$BATS_TEST_TMPDIR/listed"
	diff "$BATS_TEST_TMPDIR/have" "$BATS_TEST_TMPDIR/listed"
	jq -e '.files | all(.bytes or .why)' "$dir/index.json"
	jq -e '.format == 1 and .redacted == false' "$dir/index.json"
	find "$dir" -name '*.json' -exec jq -e . {} + >/dev/null
	[ -z "$(find "$dir" -type f ! -perm 600)" ]
}

@test "tables: attribute for attribute, by their names" {
	bundle
	[ "$(jq -r '.dev_smcd[0].SMC_NLA_DEV_PCI_ID' \
		"$dir/netns/self/tables-1.json")" = loopback-ism ]
	[ "$(jq -r '.ueid[0].SMC_NLA_EID_TABLE_ENTRY' \
		"$dir/netns/self/tables-1.json")" = \
		"SMC-TEST.1                      " ]
	jq -e '.stats[0].SMC_NLA_STATS_SMCD_TECH | length > 10' \
		"$dir/netns/self/tables-1.json"
}

@test "counters twice, the second time after a while" {
	local before=$SECONDS

	dir=$BATS_TEST_TMPDIR/twice
	smc_dbg -o "$dir" --interval 2
	[ $((SECONDS - before)) -ge 2 ]
	jq -e . "$dir/netns/self/smcd-stats-2.json"
	jq -e . "$dir/netns/self/gauges-2.json"
	jq -e . "$dir/netns/self/tables-2.json"
	[ ! -e "$dir/netns/self/sockets-2.json" ]
}

@test "other network namespaces, too" {
	local other

	unshare -n sleep 60 &
	other=$!
	until [ "$(readlink /proc/$other/ns/net)" != \
		"$(readlink /proc/self/ns/net)" ]; do
		sleep 0.05
	done
	bundle
	kill "$other"
	jq -e .sockets "$dir/netns/$other/sockets.json"
	jq -e .sysctl "$dir/netns/$other/sysctl.json"
}

@test "an archive: the same files, below one folder, for the owner only" {
	local file=$BATS_TEST_TMPDIR/b.tar.gz

	bundle
	install -m 644 /dev/null "$file"	# an old one
	smc_dbg -o "$file" --interval 0
	[ "$(stat -c %a "$file")" = 600 ]
	[ "$(tar -tzf "$file" | sort)" = \
		"$(cd "$dir" && find . -type f -printf 'smc_dbg/%P\n' | sort)" ]
	tar -xOzf "$file" smc_dbg/index.json | jq -e .files
}

@test "-t: below /tmp, and its name is said" {
	run smc_dbg -t --interval 0
	[ "$status" -eq 0 ]
	[[ $output =~ ^/tmp/smc_dbg-[A-Za-z0-9]{6}\.tgz$ ]]
	tar -tzf "$output" | grep -x smc_dbg/index.json
	rm "$output"
}

@test "a part that fails is said, and takes no other with it" {
	SMC_FAKE="err=g5:1 no-diag" bundle
	[ ! -e "$dir/host/smcd-devices.json" ]
	[ "$(why host/smcd-devices.json)" = \
		"device: permission denied (need CAP_NET_ADMIN)" ]
	[ "$(why netns/self/sockets.json)" = \
		"smc_diag module is not loaded (modprobe smc_diag)" ]
	jq -e .ueids "$dir/host/ueid.json"
	jq -e '.dev_smcd | type == "string"' "$dir/netns/self/tables-1.json"
	jq -e '.ueid | type == "array"' "$dir/netns/self/tables-1.json"
}

@test "no module at all: a bundle all the same" {
	SMC_FAKE=no-smc bundle
	[[ $(why host/smcd-info.json) == *"smc module is not loaded"* ]]
	jq -e .kernel "$dir/host/kernel.json"
}

@test "E12: no other program is run" {
	dir=$BATS_TEST_TMPDIR/alone
	PATH=/nowhere "$SMC_DBG" -o "$dir" --interval 0
	jq -e .devices "$dir/host/smcd-devices.json"
	[ -z "$(strace -f -e trace=execve -o /dev/stdout "$CLI_BIN/plain/smc_dbg" \
		-o "$dir.2" --interval 0 | grep execve | tail -n +2)" ]
}

@test "--redact: tokens, the same for the same, and nothing else changes" {
	# shellcheck disable=SC2016 # it is jq's variable
	local plain others='[paths(numbers) as $p | select($p[-1] | tostring |
		endswith("GID") | not) | getpath($p)]'

	bundle
	plain=$dir.plain
	mv "$dir" "$plain"
	bundle --redact
	jq -e .redacted "$dir/index.json"
	grep -rq 'SMC-TEST\.1' "$plain"
	run ! grep -r 'SMC-TEST\.1' "$dir"
	run ! grep -rw 'smcvm' "$dir"
	run ! grep -r '1111222233334444' "$dir/host"
	run ! grep -rE '\b10\.[0-9]+\.[0-9]+\.[0-9]+\b|fd00:' "$dir"
	grep -q '127\.0\.0\.1' "$dir/netns/self/sockets.json"
	# The EID of a link group is the one of the table.
	[ "$(jq -r '.ueids[0].eid' "$dir/host/ueid.json")" = \
		"$(jq -r '.linkgroups[0].eid' "$dir/host/smcd-linkgroups.json")" ]
	[[ $(jq -r '.ueids[0].eid' "$dir/host/ueid.json") == eid-[0-9]* ]]
	[[ $(jq -r '.linkgroups[0].peer.hostname' \
		"$dir/host/smcd-linkgroups.json") == host-[0-9]* ]]
	# Sockets of one address are of one token.
	[ "$(jq '[.sockets[].peer.address // empty] | unique | length' \
		"$dir/netns/self/sockets.json")" -eq \
		"$(jq '[.sockets[].peer.address // empty |
			sub("^::ffff:"; "")] | unique | length' \
			"$plain/netns/self/sockets.json")" ]
	# Keys and numbers stay, but for GIDs.
	[ "$(jq -c '[paths]' "$dir/netns/self/sockets.json")" = \
		"$(jq -c '[paths]' "$plain/netns/self/sockets.json")" ]
	[ "$(jq -c "$others" "$dir/netns/self/tables-1.json")" = \
		"$(jq -c "$others" "$plain/netns/self/tables-1.json")" ]
	[[ $(jq -r '[.. | .SMC_EXT_DEV_GID? // empty] | first' \
		"$dir/netns/self/tables-1.json") == gid-[0-9]* ]]
}

@test "--json: the files that were made" {
	bundle --json
	jq -e '.files | map(.name) | index("index.json")' \
		"$BATS_TEST_TMPDIR/said"
	bundle --output name,why
	grep -q '^host/kernel.json ' "$BATS_TEST_TMPDIR/said"
}

@test "what makes no sense, and what cannot be written" {
	fails 2 "smc_dbg: -t and -o exclude each other" smc_dbg -t -o x
	fails 2 "smc_dbg: this goes with -t or -o only" smc_dbg --redact
	fails 2 "smc_dbg: this goes with -t or -o only" smc_dbg --json
	fails 2 "smc_dbg: --interval: '1s' is no number of seconds" \
		smc_dbg -o x --interval 1s
	fails 2 "smc_dbg: --interval: '' is no number of seconds" \
		smc_dbg -o x --interval ''
	fails 1 "smc_dbg: /nowhere/a.tgz: No such file or directory" \
		smc_dbg -o /nowhere/a.tgz --interval 0
	fails 1 "smc_dbg: /dev/full/host: Not a directory" \
		smc_dbg -o /dev/full --interval 0
	ln -s /dev/full "$BATS_TEST_TMPDIR/full.tgz"
	run smc_dbg -o "$BATS_TEST_TMPDIR/full.tgz" --interval 0
	[ "$status" -eq 1 ]
	[[ $output == "smc_dbg: $BATS_TEST_TMPDIR/full.tgz: "*"No space left"* ]]
	bundle
	fails 1 "smc_dbg: $dir/host/kernel.json: File exists" \
		smc_dbg -o "$dir" --interval 0
}
