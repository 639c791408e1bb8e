# SPDX-License-Identifier: GPL-2.0-or-later
# All that a kernel can answer with, to every reading command

load helpers

# Each reading command and the name of its dump in faults.
each() {
	local pair

	for pair in 'smcd info:g1' 'smcd linkgroup:g4' 'smcd device:g5' \
		'smcd stats:g7' 'smcd stats:g8' 'smcd ueid:g9' 'smcd seid:g13' \
		'smcd hs-limit:g16' 'smcd tune:x6' 'smcd gauges:x5' \
		'smcr info:g6' 'smcr linkgroup:g2' \
		'smcr linkgroup link-show:g3' 'smcr device:g6' \
		'smcr stats:g7' 'smcss -a:diag'; do
		"$@" "${pair%:*}" "${pair#*:}"
	done
}

# read_it COMMAND: run it
read_it() {
	local words

	read -ra words <<<"$1"
	"${words[@]}"
}

# label COMMAND: how its errors begin
label() {
	case $1 in
	smcss*) echo smcss ;;
	*) echo "${1%% *}: ${1#* }" ;;
	esac
}

refused() {
	export SMC_FAKE="err=$2:5"
	fails 1 "$(label "$1"): kernel refused: Input/output error" \
		read_it "$1"
	export SMC_FAKE="err=$2:1:not_for_you"
	fails 4 "$(label "$1"): kernel refused: not for you" read_it "$1"
	hint "need CAP_NET_ADMIN"
}

@test "refusals, with and without the kernel's words" {
	each refused
}

failed_at_the_end() {
	[ "$2" != x5 ] || return 0
	export SMC_FAKE="done=$2:5"
	fails 1 "$(label "$1"): kernel refused: Input/output error" \
		read_it "$1"
	export SMC_FAKE="done=$2:5:half_way_through"
	fails 1 "$(label "$1"): kernel refused: half way through" \
		read_it "$1"
}

@test "an error inside of NLMSG_DONE" {
	each failed_at_the_end
}

lost() {
	export SMC_FAKE="lost=$2"
	fails 1 "$(label "$1"): netlink reply: No buffer space available" \
		read_it "$1"
}

@test "ENOBUFS" {
	each lost
}

torn() {
	local whole

	[ "$2" != x5 ] || return 0
	export SMC_FAKE=
	whole=$(read_it "$1")
	[ -n "$whole" ]
	export SMC_FAKE="intr=$2:3"
	run --separate-stderr read_it "$1"
	[ "$status" -eq 0 ]
	[ "$output" = "$whole" ]
	[ -z "$stderr" ]
}

@test "a torn dump is done again, and shown once" {
	each torn
}

torn_for_ever() {
	local whole

	case $2 in x5 | x6 | g7) return 0 ;; esac
	export SMC_FAKE=
	whole=$(read_it "$1")
	[ -n "$whole" ]
	export SMC_FAKE="intr=$2:1000"
	run --separate-stderr read_it "$1"
	[ "$status" -eq 0 ]
	[ "$output" = "$whole" ]
	[ "$stderr" = "${1%% *}: entries came and went meanwhile: some may be missing or shown twice" ]
}

@test "a dump that stays torn is shown, and said to be" {
	each torn_for_ever
}

overrun() {
	export SMC_FAKE="cut=$2"
	run --separate-stderr read_it "$1"
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	[[ $stderr == "$(label "$1"): broken reply of the kernel: "*": an attribute overruns the message" ]]
	# A string may have any size, and nests of nothing but strings or nests
	# have no size to be wrong.
	case $2 in g7 | g9 | g13 | x5 | x6) return 0 ;; esac
	export SMC_FAKE="bad=$2"
	run --separate-stderr read_it "$1"
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	[[ $stderr == "$(label "$1"): broken reply of the kernel: "* ]]
}

@test "cut attributes, and sizes that cannot be" {
	each overrun
}

@test "attributes that must be there" {
	SMC_FAKE=drop=g1:1 fails 1 \
		"smcd: info: broken reply of the kernel: system information: no attribute SMC_NLA_SYS_VER" \
		smcd info
	SMC_FAKE=drop=g4:1 fails 1 \
		"smcd: linkgroup: broken reply of the kernel: link group: no attribute SMC_NLA_LGR_D_ID" \
		smcd linkgroup
	SMC_FAKE=drop=g2:1 fails 1 \
		"smcr: linkgroup: broken reply of the kernel: link group: no attribute SMC_NLA_LGR_R_ID" \
		smcr linkgroup
	SMC_FAKE=drop=g8:1 fails 1 \
		"smcd: stats: broken reply of the kernel: fallback statistics: no attribute SMC_NLA_FBACK_STATS_TYPE" \
		smcd stats
}

@test "attributes that may be missing are '-' and not in JSON" {
	SMC_FAKE=drop=g5:3
	[ "$(smcd device | awk 'NR > 1 { print $1 }')" = - ]
	[ "$(smcd --json device | jq '.devices[0] | has("fid")')" = false ]
}

# B01: the old tools overran their stack here
newer() {
	local now

	export SMC_FAKE=
	now=$(read_it "$1")
	export SMC_FAKE=new
	same "$now" read_it "$1"
}

@test "B01: attributes of a kernel to come, and wider numbers" {
	each newer
}

@test "sockets that cannot be made, requests that cannot be sent" {
	SMC_FAKE=open=24 fails 1 \
		"smcd: info: netlink socket: Too many open files" smcd info
	SMC_FAKE=send=105 fails 1 \
		"smcd: info: netlink request: No buffer space available" \
		smcd info
	SMC_FAKE=open=93 fails 3 \
		"smcss: netlink socket: Protocol not supported" smcss
	SMC_FAKE=cut=ctrl fails 1 \
		"smcd: info: broken reply of the kernel: family: an attribute overruns the message" \
		smcd info
}
