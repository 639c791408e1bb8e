# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# lib.sh - what the VM scripts about netlink and sock_diag share; sparing with
# processes, which cost a lot in a VM

nl=build/tests/nl
held=()

# expect NAME WANT GOT: report whether the two texts are the same
expect() {
	if [ "$2" = "$3" ]; then
		echo "ok - $1"
	else
		echo "not ok - $1"
		printf '# want: %s\n# got:  %s\n' "${2//$'\n'/ | }" "${3//$'\n'/ | }"
	fi
}

# q ARG...: ask the kernel; a refusal is an answer as well
q() {
	"$nl/nlq" -t "$@" || [ $? -eq 1 ]
}

# the same as a user who may nothing
q_nobody() {
	setpriv --reuid 65534 --regid 65534 --clear-groups "$nl/nlq" -t "$@" ||
		[ $? -eq 1 ]
}

# code TEXT: the errno of a refusal
code() {
	local text=${1#error }

	echo "${text%%:*}"
}

# types: leave but the types and nests of attributes
types() {
	sed -E 's/=("[^"]*"|[0-9a-f]*)//g'
}

# attr TYPE: all values of that type, a line each
attr() {
	local re="(^|[ {])$1=(\"[^\"]*\"|[0-9a-f]*)" line

	while IFS= read -r line; do
		while [[ $line =~ $re ]]; do
			line=${line#*"${BASH_REMATCH[0]}"}
			echo "${BASH_REMATCH[2]//\"/}"
		done
	done
}

# attrs TYPE...: these values of the first message, in a line
attrs() {
	local line t re out=()

	IFS= read -r line || true
	for t; do
		re="(^|[ {])$t=(\"[^\"]*\"|[0-9a-f]*)"
		[[ $line =~ $re ]] && out+=("${BASH_REMATCH[2]//\"/}")
	done
	echo "${out[*]}"
}

# nest TYPE: what is in the first nest of that type, of each message
nest() {
	sed "s/.*[ {]$1{\([^{}]*\)}.*/\1/"
}

# hold ARG...: sockets stay open until let_go
hold() {
	local ready

	ready=$(mktemp)
	"$nl/hold" "$@" >"$ready" &
	held+=($!)
	while ! grep -q ready "$ready"; do
		kill -0 $! || return 1
		sleep 0.05
	done
	rm "$ready"
}

let_go() {
	local pid

	for pid in "${held[@]}"; do
		kill "$pid"
		wait "$pid" || true	# killed, of course
	done
	held=()
}
