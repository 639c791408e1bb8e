# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# lib.sh - what the VM scripts about netlink and sock_diag share

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

# q ARG...: ask the kernel, a refusal is an answer as well
q() {
	"$nl/nlq" "$@" || [ $? -eq 1 ]
}

# the same as a user who may nothing
q_nobody() {
	setpriv --reuid 65534 --regid 65534 --clear-groups "$nl/nlq" "$@" ||
		[ $? -eq 1 ]
}

# types: leave but the types and nests of attributes
types() {
	sed 's/=[0-9a-f]*//g'
}

# attr TYPE: values of the attributes of that type, in hex
attr() {
	{ grep -oE "(^|[ {])$1=[0-9a-f]*" || true; } | sed 's/.*=//'
}

# attr_text TYPE: the same of strings
attr_text() {
	attr "$1" | xxd -r -p | tr '\0' '\n'
}

# attr_u32 TYPE: the same of u32
attr_u32() {
	local hex

	for hex in $(attr "$1"); do
		echo $((16#${hex:6:2}${hex:4:2}${hex:2:2}${hex:0:2}))
	done
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
