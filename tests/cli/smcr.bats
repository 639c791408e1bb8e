# SPDX-License-Identifier: GPL-2.0-or-later
# smcr: what it shows

load helpers

# as_transcript NAME SCRIPT COMMAND...: what COMMAND prints, sed's SCRIPT
# applied, is what smc-tools printed
as_transcript() {
	local name=$1 script=$2
	shift 2

	"$@" >"$BATS_TEST_TMPDIR/all"
	golden "transcript-$name" sed -E "$script" "$BATS_TEST_TMPDIR/all"
}

# smc-tools wrote the bytes of link group ids in another order.
old_ids='s/^(LG-ID    : )?00010000/\100000100/; s/^(LG-ID    : )?00020000/\100000200/'

@test "tables as smc-tools prints them, taken from its transcripts" {
	export SMC_FAKE="smcr=talk stats=talk"

	# It wrote 0 for what the kernel had not said, and chance for the FID.
	as_transcript 08-smcr-device 's/  -     /  0     /' \
		smcr device show netdev eth0
	as_transcript 08-smcr-device-details \
		's/  -    (.*)    -  -                -(.*)/  0    \1 7f4d                0000\2/' \
		smcr -d device
	as_transcript 08-smcr-linkgroup "$old_ids" smcr linkgroup
	as_transcript 08-smcr-linkgroup-details \
		"$old_ids; /^(Buf-Type|Max-Conns|Max-Links|Netns) *:/d" \
		smcr -d linkgroup
	as_transcript 08-smcr-links "$old_ids" smcr -dd linkgroup link-show
	golden transcript-08-smcr-stats smcr -d stats
	SMC_FAKE+=" drop=g3:7"
	as_transcript 02-smcr-links "$old_ids" smcr linkgroup link-show
	as_transcript 02-smcr-links-details "$old_ids" \
		smcr -d linkgroup link-show all
}

@test "device, text and JSON" {
	golden smcr-device smcr device
	golden smcr-device smcr device show all
	golden smcr-device-details smcr -d device
	golden_json smcr-device-json smcr --json device
	SMC_FAKE=empty golden empty smcr device
	SMC_FAKE=empty golden_json device-empty-json smcr --json device
}

@test "W15: device filters, alone and together" {
	local first second

	first=$(smcr --no-headings device | sed -n 1p)
	second=$(smcr --no-headings device | sed -n 2p)
	same "$first" smcr --no-headings device show ibdev rxe0
	same "$first" smcr --no-headings device netdev eth0
	same "$first" smcr --no-headings device all netdev eth0 ibdev rxe0
	same "$second" smcr --no-headings device netdev enp9s0f1np0abcd
	[ "$(smcr --json device ibdev rocep9s0f1 | jq -c \
		'[.devices[].port]')" = '[1,2]' ]
	fails 1 "smcr: device show: no RDMA device 'nosuch'" \
		smcr device show ibdev nosuch
	fails 1 "smcr: device: no RDMA device 'rocep9s0'" \
		smcr --json device ibdev rocep9s0
	fails 1 "smcr: device: no RDMA device on network device 'lo'" \
		smcr device netdev lo
	fails 1 "smcr: device: no RDMA device 'rxe0' on network device 'enp9s0f1np0abcd'" \
		smcr device ibdev rxe0 netdev enp9s0f1np0abcd
	fails 2 "smcr: device: ibdev needs a name" smcr device ibdev
	fails 2 "smcr: device: netdev needs a name" smcr device netdev ''
	fails 2 "smcr: device: 'ibdev' is there twice" \
		smcr device ibdev a ibdev b
	fails 2 "smcr: device: unknown word 'eth0'" smcr device eth0
	fails 2 "smcr: device: unknown word 'all'" \
		smcr device ibdev rxe0 all
}

@test "C17, W6: device ids by name where there is one, else the number" {
	local pair

	for pair in 0x1004=RoCE_Express 0x1016=RoCE_Express2 \
		0x101e=RoCE_Express3 0x107f=eRDMA 0x04ed=ISM; do
		export SMC_FAKE=dev=${pair%=*}
		[ "$(smcr -d device | awk 'NR == 3 { print $5 }')" = \
			"${pair#*=}" ]
		[ "$(smcr --json device | jq -r '.devices[1].type')" = \
			"${pair#*=}" ]
	done
	for pair in 0x0000 0xffff; do
		export SMC_FAKE=dev=$pair
		[ "$(smcr device | awk 'NR == 3 { print $5 }')" = "$pair" ]
		[ "$(smcr --json device | jq -r '.devices[1].type')" = \
			"unknown ($pair)" ]
		# From the kernel, not from a list of ids.
		[ "$(smcr info | sed -n 's/^RoCE: *//p')" = "v1 v2" ]
	done
	# Of no PCI device the kernel says nothing.
	[ "$(smcr --json device | jq '.devices[0] | has("type")')" = false ]
}

@test "W4, W5: names of any length are whole" {
	smcr device | grep ' ABCDEFGHIJKLMNOP$'
	smcr device | grep -F 'enp9s0f1np0abcd rocep9s0f1 '
	smcr linkgroup | grep -F ' ABCDEFGHIJKLMNOP '
	smcr -d linkgroup link-show | grep -F ' rocep9s0f1 '
}

@test "linkgroup, text, lines and JSON" {
	golden smcr-linkgroup smcr linkgroup
	golden smcr-linkgroup smcr linkgroup show all
	golden smcr-linkgroup-details smcr -d linkgroup
	golden smcr-linkgroup-details smcr -dd linkgroup show
	golden_json smcr-linkgroup-json smcr --json linkgroup
	SMC_FAKE=old golden smcr-linkgroup-old smcr -d linkgroup
	[ "$(SMC_FAKE=old smcr --json linkgroup | jq -c '.linkgroups[0] |
		[has("rmb_bytes"), has("max_connections")]')" = '[false,false]' ]
	SMC_FAKE=empty golden empty smcr linkgroup
	SMC_FAKE=empty golden_json linkgroup-empty-json smcr --json linkgroup
}

@test "links, text and JSON" {
	golden smcr-links smcr linkgroup link-show
	golden smcr-links smcr linkgroup link-show all
	golden smcr-links-more smcr -dd linkgroup link-show
	golden_json smcr-links-json smcr --json linkgroup link-show
	SMC_FAKE=empty golden empty smcr linkgroup link-show
	same "$(printf 'linkgroup id state\n 00010000  1 LINK_ACTIVE')" \
		smcr --output linkgroup,id,state linkgroup link-show 10000
}

@test "W2, W3: link group ids as in the kernel's log, and the old order" {
	same "$(smcr --no-headings linkgroup | sed -n 2p)" \
		smcr --no-headings linkgroup show 00020000
	same "$(smcr --no-headings linkgroup | sed -n 2p)" \
		smcr --no-headings linkgroup 200
	# One group's id is how the old tools wrote another's: the id wins.
	same "$(smcr --no-headings linkgroup | sed -n 1p)" \
		smcr --no-headings linkgroup 10000
	same "$(smcr --no-headings linkgroup | sed -n 3p)" \
		smcr --no-headings linkgroup 00000100
	[ "$(smcr --no-headings linkgroup link-show 20000 | wc -l)" -eq 2 ]
	for word in 00000300 0 1; do
		fails 1 "smcr: linkgroup: no link group $word" \
			smcr linkgroup "$word"
		fails 1 "smcr: linkgroup link-show: no link group $word" \
			smcr --json linkgroup link-show "$word"
	done
	for word in bogus 1zz 123456789 '' 0x100; do
		fails 2 "smcr: linkgroup show: '$word' is no link group ID" \
			smcr linkgroup show "$word"
	done
}

@test "W1: link groups and links by device" {
	same "$(smcr --no-headings linkgroup | sed -n 1p)" \
		smcr --no-headings linkgroup show netdev eth0
	same "$(smcr --no-headings linkgroup | sed -n 2p)" \
		smcr --no-headings linkgroup ibdev rocep9s0f1
	same "$(smcr --no-headings linkgroup link-show | sed -n 2p)" \
		smcr --no-headings linkgroup link-show netdev enp9s0f1np0abcd
	same "$(smcr --no-headings linkgroup link-show | sed -n 2,3p)" \
		smcr --no-headings linkgroup link-show all ibdev rocep9s0f1
	same "$(smcr -d linkgroup | sed '/^$/,$d')" \
		smcr -d linkgroup show 10000 ibdev rxe0 netdev eth0
	# Both are there, but have nothing to do with each other.
	[ "$(smcr --no-headings linkgroup 20000 ibdev rxe0 | wc -l)" -eq 0 ]
	fails 1 "smcr: linkgroup show: no RDMA device 'nosuch0'" \
		smcr linkgroup show ibdev nosuch0
	fails 1 "smcr: linkgroup: no RDMA device on network device 'nosuch0'" \
		smcr --json linkgroup netdev nosuch0
	fails 1 "smcr: linkgroup link-show: no RDMA device 'rxe'" \
		smcr linkgroup link-show ibdev rxe
	fails 2 "smcr: linkgroup link-show: netdev needs a name" \
		smcr linkgroup link-show all netdev
	fails 2 "smcr: linkgroup: unknown word 'foo'" \
		smcr linkgroup all foo
}

@test "B14: VLAN 300 in decimal" {
	[ "$(smcr linkgroup | awk '$1 == "00020000" { print $4 }')" = 300 ]
	[ "$(smcr --json linkgroup | jq '.linkgroups[1].vlan')" = 300 ]
}

@test "network namespace of a link group: its name, else the number" {
	same "$(printf '%s\n' netns self 4711 4711)" \
		smcr --output netns linkgroup
	same "$(printf '%s\n' netns self 4711 4711)" \
		smcr --output netns linkgroup link-show
	# --netns shows those of that namespace only.
	[ "$(smcr --netns self --no-headings linkgroup | wc -l)" -eq 1 ]
	[ "$(smcr --netns "$$" --json linkgroup |
		jq -r '.linkgroups[].netns')" = "$$" ]
	[ "$(smcr --netns self --json linkgroup link-show |
		jq -c '[.links[].linkgroup]')" = '["00010000"]' ]
	[ "$(SMC_FAKE=netns=4711 smcr --netns self --no-headings \
		linkgroup | wc -l)" -eq 2 ]
}

@test "C15: the counters are those of SMC-R" {
	export SMC_FAKE=smcr=many

	same "$(SMC_FAKE='' smcd stats json | sed 's/SMCD/SMCR/')" \
		smcr stats json
	same "$(SMC_FAKE='' smcd -d stats |
		sed 's/SMC-D/SMC-R/; s/smcd tune/smcr tune/')" \
		smcr -d stats
	[ "$(smcr --json stats | jq -r .stats.technology)" = SMC-R ]
	[ "$(SMC_FAKE='' smcr --json stats | jq .stats.tx.requests)" = 0 ]
}

@test "W9: resets of smcr and smcd have nothing to do with each other" {
	export SMC_FAKE=smcr=many

	smcr stats reset >/dev/null
	[ "$(smcr --json stats | jq .stats.tx.requests)" = 0 ]
	[ "$(SMC_FAKE='' smcd --json stats | jq .stats.tx.requests)" = 307 ]
	SMC_FAKE='' smcd stats reset >/dev/null
	SMC_FAKE="smcr=many times=2"
	[ "$(smcr --json stats | jq .stats.tx.requests)" = 307 ]
}

@test "objects that smcd has too" {
	same "$(smcd info)" smcr info
	same "$(smcd ueid)" smcr ueid
	same "$(smcd hs-limit)" smcr hs-limit
	same "$(smcd tune)" smcr tune
	# E6: no word of smcd
	SMC_FAKE=err=g10:34 fails 1 "smcr: ueid add: EID table is full" \
		smcr ueid add A
	hint "remove one with 'ueid del'"
	run smcr ueid help
	[[ $output == *"Usage: smcr "* && $output != *smcd* ]]
	fails 2 "smcr: unknown object 'seid'" smcr seid
}

@test "completion: live link groups and devices" {
	same "$(printf '%s\n' show link-show all ibdev netdev 00010000 \
		00020000 00000100)" smcr complete linkgroup ''
	same "$(printf '%s\n' all ibdev netdev 00010000 00020000 00000100)" \
		smcr complete linkgroup link-show ''
	same "$(printf '%s\n' rxe0 rocep9s0f1)" \
		smcr complete linkgroup link-show 10000 ibdev ''
	same "$(printf '%s\n' rxe0 rocep9s0f1)" \
		smcr complete device ibdev r
	same "$(printf '%s\n' eth0 enp9s0f1np0abcd)" \
		smcr complete -d device show netdev ''
}
