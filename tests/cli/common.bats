# SPDX-License-Identifier: GPL-2.0-or-later
# Options that all tools have: values, headings, colour, namespaces, many lines

load helpers

@test "--output: values by key, end of a key, title; in this order" {
	same "$(printf '%s\n' '      id connections' \
		'00010000           3' '00020000           4')" \
		smcd --output id,connections linkgroup
	same "$(printf '%s\n' 'name         dmb_type' 'loopback-ism virtual')" \
		smcd device --output=name,DMB-Type
	same "$(printf '%s\n' 'peer.hostname' 'smcvm' '-')" \
		smcd linkgroup --output hostname
	[ "$(smcd --json --output eid linkgroup | jq -c .linkgroups)" = \
		'[{"eid":"SMC-TEST.1"},{}]' ]
	[ "$(smcd --output version info | tail -n 1)" = 9.8.7 ]
	[ "$(smcd --json --output version info)" = \
		'{"info":{"module":{"version":"9.8.7"}}}' ]
	same "$(smcss --json -a | jq -r '.sockets[].inode' | sort)" \
		bash -c "'$SMCSS' -a --no-headings --output inode | tr -d ' ' |
			sed 's/^0*//' | sort"
}

@test "--output all: each value that JSON has" {
	local keys

	keys=$(smcd --json device |
		jq -r '.devices[0] | keys_unsorted | join(" ")')
	[ "$(smcd --output all device | head -n 1 | xargs)" = "$keys" ]
}

@test "--output: what there is not is named, and what there is" {
	fails 2 "smcd: device: --output: there is no 'colour'" \
		smcd --output name,colour device
	hint "fid,type,pci_vendor,pci_device,bus,name,pchid,in_use,linkgroups,pnetid,pnetid_by_user,pnet-id,active,dmb_type,dmbs,dmb_bytes"
	fails 2 "smcd: device: --output: there is no ''" smcd --output '' device
	fails 2 "smcd: device: --output: there is no ''" \
		smcd --output name,,fid device
	fails 2 "smcd: device: --output: there is no 'pnet-id'" \
		smcd --json --output pnet-id device
	fails 2 "smcss: --output: there is no 'x'" smcss --output x
	fails 2 "smcd: --output needs COL,..." smcd --output
	fails 2 "smcd: --batch needs FILE" smcd -b
	fails 2 "smcd: unknown option '--outp'" smcd --outp x
}

@test "--no-headings" {
	local cmd

	for cmd in linkgroup device tune; do
		same "$(smcd "$cmd" | tail -n +2)" smcd --no-headings "$cmd"
	done
	same "$(smcss -a | tail -n +2)" smcss -a --no-headings
	same "$(smcd --output fid device | tail -n 1)" \
		smcd --output fid --no-headings device
}

@test "--color: only where it was asked for, and around the value alone" {
	local esc=$'\033' plain

	plain=$(smcss -a)
	[[ $plain != *"$esc"* ]]
	same "$plain" smcss -a --color auto
	same "$plain" smcss -a --color never
	run smcss -a --color always
	[[ $output == *" ${esc}[32mSMCD${esc}[0m "* ]]
	[[ $output == *"${esc}[33mTCP 0x"*"${esc}[0m"* ]]
	same "$plain" bash -c "'$SMCSS' -a --color always |
		sed 's/$esc\[[0-9]*m//g'"
	run smcss -a --color=always --output mode
	[[ $output == *"${esc}[32mSMCD${esc}[0m"* ]]
	fails 2 "smcd: --color: 'blue' is none of auto, always, never" \
		smcd --color=blue info
}

@test "--color auto: on a terminal, and NO_COLOR is obeyed" {
	local esc=$'\033'

	run script -qec "$SMCSS -a" /dev/null
	[[ $output == *"${esc}[32mSMCD"* ]]
	NO_COLOR=1 run script -qec "$SMCSS -a" /dev/null
	[[ $output != *"$esc"* ]]
	NO_COLOR='' run script -qec "$SMCSS -a" /dev/null
	[[ $output == *"$esc"* ]]
}

# The fake kernel knows no namespaces; where the tool goes can be seen all the
# same, because it cannot go where there is none.
@test "--netns: a process, a path, the own one, all" {
	local other

	unshare -n sleep 60 &
	other=$!
	until [ "$(readlink /proc/$other/ns/net)" != \
		"$(readlink /proc/self/ns/net)" ]; do
		sleep 0.05
	done
	same "$(smcd device)" smcd --netns "$other" device
	same "$(smcd device)" smcd --netns "/proc/$other/ns/net" device
	same "$(smcd device)" smcd --netns self device
	same "$(smcd info)" smcd --netns self info
	run smcd --netns all --no-headings device
	[[ $output == *"$(printf '%-15s %s' "$other" "$(smcd --no-headings device)")"* ]]
	[ "$(smcd --netns all device | grep -c PCHID)" -eq 1 ]
	smcd --netns all --json device |
		jq -e --arg n "$other" '.devices | map(.netns) | index($n)'
	smcss --netns all --json -a |
		jq -e --arg n "$other" '.sockets | map(.netns) | index($n)'
	smcss --netns all -a | grep -q "^$other  *[A-Z]"
	smcd -d --netns all linkgroup | grep -x "Netns: $other"
	smcd complete --netns '' | grep -x "$other"
	kill "$other"
}

@test "--netns: what there is not" {
	fails 2 "smcd: device: no network namespace 'nowhere'" \
		smcd --netns nowhere device
	hint "a name of 'ip netns', a process id, or 'all'"
	fails 2 "smcd: device: no network namespace '4194305'" \
		smcd --netns 4194305 device
	fails 2 "smcd: device: no network namespace '/etc/nowhere'" \
		smcd --netns /etc/nowhere device
	fails 1 "smcd: device: cannot enter network namespace '/etc/passwd': Invalid argument" \
		smcd --netns /etc/passwd device
	fails 2 "smcd: info: --netns all goes with lists only" \
		smcd --netns all info
	fails 2 "smcd: device: --output: there is no 'x'" \
		smcd --netns all --output x device
}

@test "--batch: lines of a file" {
	local file=$BATS_TEST_TMPDIR/lines

	printf '%s\n' '# a comment' '' "ueid add 'A'" '  "ueid"  # show' \
		'device --json' >"$file"
	same "$(smcd ueid; smcd --json device)" smcd -b "$file"
	same "$(smcd ueid; smcd --json device)" smcd --batch - <"$file"
	grep -q g10 "$SMC_FAKE_LOG"
}

@test "--batch: the first line that fails is the last" {
	local file=$BATS_TEST_TMPDIR/lines

	printf 'ueid\nnonsense\nueid\n' >"$file"
	run smcd -b "$file"
	[ "$status" -eq 2 ]
	[ "$(grep -c SMC-TEST.1 <<<"$output")" -eq 1 ]
	[[ $output == *"smcd: $file:2: stopped here, the lines before are done" ]]
	SMC_FAKE=no-smc run smcd -b "$file"
	[ "$status" -eq 3 ]
	printf 'ueid "x\n' >"$file"
	run smcd -b "$file"
	[ "$status" -eq 2 ]
	[[ $output == "smcd: the line ends within a quotation"* ]]
	printf "ueid \\\\" >"$file"
	run smcd -b "$file"
	[ "$status" -eq 2 ]
	printf '%s ' x{1..100} >"$file"
	run smcd -b "$file"
	[[ $output == "smcd: too many words in the line"* ]]
	printf -- '-b %s\n' "$file" >"$file"
	run smcd -b "$file"
	[[ $output == "smcd: -b, -i and --watch are not for lines of these"* ]]
	fails 1 "smcd: /nowhere: No such file or directory" smcd -b /nowhere
	fails 2 "smcd: -b and -i go with no other words" smcd -b "$file" info
	fails 2 "smcd: -b and -i go with no other words" smcd -i -b "$file"
}

@test "-i: a shell, with an exit code" {
	run bash -c "printf 'ueid\n\nueid add \"A\"\nquit\nnonsense\n' | '$SMCD' -i"
	[ "$status" -eq 0 ]
	[[ $output == *SMC-TEST.1* ]]
	run bash -c "echo nonsense | '$SMCD' -i"
	[ "$status" -eq 2 ]
	[[ $output == *"unknown object 'nonsense'"* ]]
	run bash -c "echo 'ueid \"x' | '$SMCD' -i"
	[ "$status" -eq 2 ]
}

@test "-i: TAB asks the tool, the prompt is its name" {
	run script -qec "$SMCD -i" /dev/null < <(printf 'ue\tdel SM\t\nexit\n'; sleep 2)
	[[ $output == *"smcd> "* ]]
	[[ $output == *"ueid del SMC-TEST.1"* ]]
	grep -q g11 "$SMC_FAKE_LOG"
}

@test "--debug=netlink: messages by name, on stderr" {
	golden trace-device bash -c "'$SMCD' --debug=netlink device 2>&1"
	golden trace-ueid bash -c "'$SMCD' --debug-netlink ueid add X 2>&1"
	same "$(smcd device)" bash -c "'$SMCD' --debug=netlink device 2>/dev/null"
	run smcss --debug=netlink -D
	[[ $output == *"> sock_diag, seq 1, "* ]]
	[[ $output == *"SMC_DIAG_DMBINFO: "* ]]
	SMC_DEBUG_NETLINK=1 run smcd ueid
	[[ $output == *DUMP_UEID* ]]
}

@test "--debug=netlink: in a batch, of its line only" {
	[ "$(printf 'ueid --debug=netlink\nueid\n' | smcd -b - 2>&1 >/dev/null |
		grep -c '^> SMC_GEN_NETLINK')" -eq 1 ]
}

@test "--debug=netlink: messages that are broken" {
	local knob

	for knob in no-smc 'cut=5 keep=3' refuse=5 ; do
		SMC_FAKE=$knob run smcd --debug=netlink device
		[ "$status" -le 3 ]
	done
}
