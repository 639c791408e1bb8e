# SPDX-License-Identifier: GPL-2.0-or-later
# smcd: what it shows and what it does

load helpers

@test "info, text and JSON" {
	golden info smcd info
	golden info-details smcd -d info
	golden_json info-json smcd --json info
	SMC_FAKE=old golden info-old smcd info show
	SMC_FAKE=empty golden info-empty smcd info
	# Stock: no family of ours, and nobody misses it.
	SMC_FAKE=no-ext golden info smcd -d info
}

@test "the lines of info that scripts read" {
	[ "$(smcd info | sed -n 's/^SMC-D Features: *//p')" = "v1 v2" ]
	[ "$(smcd info | awk -F': *' '/^ISM:/ { print $2 }')" = v2 ]
	[ "$(SMC_FAKE=dev=0x4ed smcd info | grep ^ISM:)" = \
		"ISM:              v1 v2" ]
}

@test "device, with loopback-ism listed" {
	golden device smcd device
	golden device smcd device show all
	golden device-details smcd -d device
	golden_json device-json smcd --json device
	SMC_FAKE=no-ext golden device-stock smcd -d device
	SMC_FAKE=empty golden empty smcd device
	SMC_FAKE=empty golden_json device-empty-json smcd --json device
	fails 2 "smcd: device show: unknown word 'eth0'" smcd device show eth0
}

@test "C17: device ids by name where there is one, else the number" {
	local id

	[ "$(SMC_FAKE=dev=0x04ed smcd device | awk 'NR > 1 { print $2 }')" = \
		ISM ]
	for id in 0x1004 0x1016 0x101e 0x107f 0x0000 0xffff; do
		export SMC_FAKE=dev=$id
		[ "$(smcd device | awk 'NR > 1 { print $2 }')" = "$id" ]
		[ "$(smcd --json device | jq -r '.devices[0].type')" = \
			"unknown ($id)" ]
	done
}

@test "a PNET ID of 16 characters is shown whole" {
	SMC_FAKE=dev=0x04ed smcd device | grep -F '*ABCDEFGHIJKLMNOP '
	smcd linkgroup | grep -F ' ABCDEFGHIJKLMNOP '
}

@test "linkgroup, text, lines and JSON" {
	golden linkgroup smcd linkgroup
	golden linkgroup smcd linkgroup show all
	golden linkgroup-details smcd -d linkgroup
	golden_json linkgroup-json smcd --json linkgroup
	SMC_FAKE=empty golden empty smcd -d linkgroup
	SMC_FAKE=empty golden_json linkgroup-empty-json \
		smcd linkgroup --json
}

@test "linkgroup of an old kernel: what it does not tell is no zero" {
	SMC_FAKE=old golden linkgroup-old smcd -d linkgroup
	[ "$(SMC_FAKE=old smcd --json linkgroup |
		jq '.linkgroups[0] | has("dmb_bytes")')" = false ]
}

@test "linkgroup filter: whole ids, in both byte orders" {
	golden linkgroup-one smcd linkgroup show 00020000
	golden linkgroup-one smcd linkgroup 20000
	golden linkgroup-one smcd linkgroup 00000200
	for word in 00000201 0; do
		fails 1 "smcd: linkgroup show: no link group $word" \
			smcd linkgroup show "$word"
		fails 1 "smcd: linkgroup: no link group $word" \
			smcd -d --json linkgroup "$word"
	done
	for word in foo 1zz 123456789 '' 0x100; do
		fails 2 "smcd: linkgroup show: '$word' is no link group ID" \
			smcd linkgroup show "$word"
	done
	fails 2 "smcd: linkgroup: 'foo' is no link group ID" \
		smcd linkgroup foo
}

@test "B14: VLAN 300 and 4094 in decimal" {
	[ "$(smcd linkgroup | awk '$1 == "00020000" { print $2 }')" = 300 ]
	[ "$(smcd --json linkgroup | jq '.linkgroups[1].vlan')" = 300 ]
}

@test "ueid show" {
	golden ueid smcd ueid
	golden_json ueid-json smcd --json ueid show
	SMC_FAKE=empty golden empty smcd ueid
	SMC_FAKE=empty golden_json ueid-empty-json smcd --json ueid
}

@test "ueid add, del and flush send what they should" {
	golden empty smcd ueid add A
	golden empty smcd ueid add AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
	golden empty smcd ueid del SMC-TEST.1
	golden empty smcd ueid flush
	golden requests-ueid cat "$SMC_FAKE_LOG"
}

@test "ueid: bad words are refused here, and nothing is sent" {
	local long=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA

	fails 2 "smcd: ueid add: '': EID is empty" smcd ueid add ''
	fails 2 "smcd: ueid add: 'abc': EID has lower case letters" \
		smcd ueid add abc
	fails 2 "smcd: ueid add: '$long': EID has more than 32 characters" \
		smcd ueid add "$long"
	fails 2 "smcd: ueid add: '.A': EID does not begin with A-Z or 0-9" \
		smcd ueid add .A
	fails 2 "smcd: ueid add: '-A': EID does not begin with A-Z or 0-9" \
		smcd ueid add -- -A
	fails 2 "smcd: ueid add: 'A B': EID has blanks inside" \
		smcd ueid add 'A B'
	fails 2 "smcd: ueid del: 'A_B': EID has characters other than A-Z 0-9 . -" \
		smcd ueid del A_B
	fails 2 "smcd: ueid add: EID is missing" smcd ueid add
	fails 2 "smcd: ueid add: too many words: 'Y'" smcd ueid add X Y
	no_requests
}

@test "ueid: the kernel's refusal, with and without words of its own" {
	SMC_FAKE=err=g10:34 fails 1 "smcd: ueid add: EID table is full" \
		smcd ueid add A
	hint "remove one with 'ueid del'"
	SMC_FAKE=err=g10:34:UEID_table_full fails 1 \
		"smcd: ueid add: kernel refused: UEID table full (attribute 1)" \
		smcd ueid add A
	SMC_FAKE=err=g10:17 fails 1 "smcd: ueid add: EID is already there" \
		smcd ueid add A
	SMC_FAKE=err=g11:2 fails 1 "smcd: ueid del: no such EID" \
		smcd ueid del A
	SMC_FAKE=err=g12:5 fails 1 \
		"smcd: ueid flush: kernel refused: Input/output error" \
		smcd ueid flush
}

@test "ueid del of the last one: the stock kernel's EAGAIN means done" {
	run --separate-stderr env SMC_FAKE=err=g11:11 "$SMCD" ueid del A
	[ "$status" -eq 0 ]
	[ "$stderr" = "smcd: no user EID is left: the system EID is enabled" ]
}

@test "B12: no privilege is said so, by every command that changes" {
	local text="permission denied (need CAP_NET_ADMIN)"

	export SMC_FAKE="err=g10:1 err=g11:1 err=g12:1 err=g14:1 err=g15:1"
	SMC_FAKE+=" err=g17:1 err=g18:1"
	fails 4 "smcd: ueid add: $text" smcd ueid add A
	fails 4 "smcd: ueid del: $text" smcd ueid del A
	fails 4 "smcd: ueid flush: $text" smcd ueid flush
	fails 4 "smcd: seid enable: $text" smcd seid enable
	fails 4 "smcd: seid disable: $text" smcd seid disable
	fails 4 "smcd: hs-limit enable: $text" smcd hs-limit enable
	fails 4 "smcd: hs-limit disable: $text" smcd hs-limit disable
}

@test "seid: the second word is what scripts read" {
	golden seid smcd seid
	golden_json seid-json smcd --json seid
	SMC_FAKE=empty golden seid smcd seid
	export SMC_FAKE=seid=IBM-SYSZ-ISMSEID0000000012345678
	golden seid-enabled smcd seid show
	[ "$(smcd seid | awk '$2 == "[enabled]"' | wc -l)" -eq 1 ]
	golden_json seid-enabled-json smcd --json seid
}

@test "seid enable without one: not supported, on stderr" {
	SMC_FAKE=err=g14:95 fails 3 \
		"smcd: seid enable: this machine has no system EID" \
		smcd seid enable
	SMC_FAKE=err=g15:95:no_SEID_here fails 3 \
		"smcd: seid disable: kernel refused: no SEID here" \
		smcd seid disable
}

@test "hs-limit" {
	golden hs-limit smcd hs-limit
	golden_json hs-limit-json smcd --json hs-limit
	golden empty smcd hs-limit enable
	golden empty smcd hs-limit disable
	[ "$(cat "$SMC_FAKE_LOG")" = "$(printf 'g17 \ng18 ')" ]
}
