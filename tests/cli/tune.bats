# SPDX-License-Identifier: GPL-2.0-or-later
# smcd tune: settings, with what is known of each
# shellcheck disable=SC2016 # they are those of awk

load helpers

stock_61() {
	settings autocorking_size=65536 smcr_buf_type=0 smcr_testlink_time=30 \
		wmem=65536 rmem=65536
	export SMC_FAKE=no-ext
}

@test "tune: value, default, range, scope and effect of each" {
	golden tune smcd tune
	golden tune smcd tune show
	golden_json tune-json smcd --json tune
	same '[11,11,11,11]' jq -c '[.settings[] |
		[.default, .min, .max, .takes_effect_on] | map(. != null)] |
		transpose | map(map(select(.)) | length)' <(smcd --json tune)
}

@test "tune show NAME: all that is known of it" {
	golden tune-rmem smcd tune show rmem
	golden tune-rmem smcd tune show net.smc.rmem
	golden tune-testlink smcd tune show smcr_testlink_time
	same rmem jq -r '.settings[].name' <(smcd --json tune show rmem)
	fails 2 "smcd: tune show: no setting 'rmen'" smcd tune show rmen
	hint "the nearest is 'rmem'"
}

@test "tune: a size that nobody has set is that of the module" {
	same 'rmem auto' awk '$1 == "rmem" { print $1, $2 }' <(smcd tune)
	same '[65536,524288]' jq -c '.settings[0] | [.value, .automatic]' \
		<(smcd --json tune show rmem)
	export SMC_FAKE=rmem-set
	same 'rmem 65536' awk '$1 == "rmem" { print $1, $2 }' <(smcd tune)
	same 'Value:           65536' grep Value: <(smcd tune show rmem)
	same '[65536,null]' jq -c '.settings[0] | [.value, .automatic]' \
		<(smcd --json tune show rmem)
}

@test "C41: what this kernel does not have is left out, and said" {
	stock_61
	run --separate-stderr "$SMCD" tune
	[ "$status" -eq 0 ]
	[ "$(wc -l <<<"$output")" -eq 6 ]
	[ "$stderr" = "smcd: this kernel has no smcd_buf_max, limit_smc_hs, smcr_max_links_per_lgr, smcr_max_conns_per_lgr, smcr_max_send_wr, smcr_max_recv_wr" ]
	fails 3 "smcd: tune show: this kernel has no setting limit_smc_hs" \
		smcd tune show limit_smc_hs
	fails 3 "smcd: tune set: this kernel has no setting limit_smc_hs" \
		smcd tune set limit_smc_hs 1
	rm -r "$SMC_FAKE_SETTINGS"
	fails 3 "smcd: tune: this kernel has no settings net.smc" smcd tune
}

@test "tune: the stock module chooses nothing" {
	stock_61
	same '65536 65536' xargs < <(smcd tune 2>/dev/null |
		awk '$1 == "rmem" { print $2, $3 }')
	fails 3 "smcd: tune set: the smc module loaded chooses no sizes itself" \
		smcd tune set rmem auto
	smcd tune profile throughput
	same '65536 1048576 1048576' setting autocorking_size rmem wmem
	smcd tune profile default
	same '65536 65536 65536' setting autocorking_size rmem wmem
}

@test "tune: a setting of a kernel to come is shown as it is" {
	echo something >"$SMC_FAKE_SETTINGS/hs_ctrl"
	echo 7 >"$SMC_FAKE_SETTINGS/new_number"
	same "$(printf 'hs_ctrl something\nnew_number 7')" awk \
		'/^hs_ctrl|^new_/ { print $1, $2 }' <(smcd tune)
	same '[{"name":"hs_ctrl","text":"something"},{"name":"new_number","value":7}]' \
		jq -c '[.settings[-2:][]]' <(smcd --json tune)
}

@test "tune set: numbers, units, and the way back" {
	golden empty smcd tune set wmem 131072
	same 131072 setting wmem
	smcd tune set net.smc.rmem 128k
	same 131072 setting rmem
	smcd tune set smcd_buf_max 1g
	same 1073741824 setting smcd_buf_max
	smcd tune set rmem auto
	same 0 setting rmem
	smcd tune set smcr_testlink_time 0
	same 0 setting smcr_testlink_time
}

@test "C74: what is out of range does not get to the kernel" {
	local row name low high unit

	while read -r row; do
		read -r name low high unit <<<"$row"
		for bad in $((low - 1)) $((high + 1)) 4294967296 \
			99999999999999999999; do
			[ "$bad" -ge 0 ] 2>/dev/null || continue
			fails 2 "smcd: tune set: $name must be $low to $high${unit:+ $unit}" \
				smcd tune set "$name" "$bad"
		done
	done < <(smcd --json tune | jq -r '.settings[] |
		"\(.name) \(.min) \(.max) \(.unit // "")"')
	[ "$(smcd --json tune | jq -c '[.settings[].value]')" = \
		"$(SMC_FAKE='' smcd --json tune | jq -c '[.settings[].value]')" ]
	for word in '' -1 x 1x 1kk ' 1' auto; do
		fails 2 "smcd: tune set: '$word' is no number" \
			smcd tune set smcd_buf_max -- "$word"
	done
	fails 2 "smcd: tune set: '30k' is no number" \
		smcd tune set smcr_testlink_time 30k
	fails 2 "smcd: tune set: NAME VALUE is missing" smcd tune set wmem
	fails 2 "smcd: tune set: no setting 'x'" smcd tune set x 1
	same '65536 65536 67108864 30' setting rmem wmem smcd_buf_max \
		smcr_testlink_time
}

@test "B12: tune set: no privilege, and other refusals of the kernel" {
	ln -sf /proc/sys/kernel/ngroups_max "$SMC_FAKE_SETTINGS/wmem"
	fails 4 "smcd: tune set: wmem: permission denied" \
		smcd tune set wmem 131072
	hint "need CAP_NET_ADMIN"
	ln -sf /dev/full "$SMC_FAKE_SETTINGS/rmem"
	fails 1 "smcd: tune set: kernel refused: rmem: No space left on device" \
		smcd tune set rmem 131072
}

@test "tune profile: what there is, and what one would change" {
	golden profiles smcd tune profile
	golden profiles smcd tune profile show
	golden_json profiles-json smcd --json tune profile
	golden profile-throughput smcd tune profile show throughput
	golden_json profile-throughput-json \
		smcd --json tune profile show throughput
	same '65536 65536 65536' setting autocorking_size rmem wmem
	fails 2 "smcd: tune profile: no profile 'speed'" \
		smcd tune profile speed
	fails 2 "smcd: tune profile: no profile 'throughputs'" \
		smcd tune profile show throughputs
	hint "the nearest is 'throughput'"
	fails 2 "smcd: tune profile: too many words: 'memory'" \
		smcd tune profile latency memory
	fails 2 "smcd: tune profile: --netns all goes with lists only" \
		smcd tune profile latency --netns all
}

@test "tune profile: each one sets all of them, so the last one counts" {
	golden empty smcd tune profile throughput
	same '65536 1048576 1048576' setting autocorking_size rmem wmem
	smcd tune profile memory
	same '65536 16384 16384' setting autocorking_size rmem wmem
	smcd tune profile latency
	same '0 0 0' setting autocorking_size rmem wmem
	smcd tune profile default
	same '65536 0 0' setting autocorking_size rmem wmem
}

@test "tune profile: all or nothing" {
	rm "$SMC_FAKE_SETTINGS/rmem"
	fails 3 "smcd: tune profile: this kernel has no setting rmem" \
		smcd tune profile memory
	same '65536 65536' setting autocorking_size wmem
	# It reads as 65536, and nobody may write it.
	ln -s /proc/sys/kernel/ngroups_max "$SMC_FAKE_SETTINGS/rmem"
	fails 4 "smcd: tune profile: rmem: permission denied" \
		smcd tune profile memory
	# as nobody had set it before
	same '65536 0' setting autocorking_size wmem
	SMC_FAKE=wmem-set
	echo 32768 >"$SMC_FAKE_SETTINGS/wmem"
	fails 4 "smcd: tune profile: rmem: permission denied" \
		smcd tune profile memory
	same '65536 32768' setting autocorking_size wmem
}

@test "tune: what is no word is exit 2, with or without a module" {
	export SMC_FAKE=no-smc
	fails 2 "smcd: tune set: no setting 'x'" smcd tune set x 1
	fails 2 "smcd: tune set: 'x' is no number" smcd tune set wmem x
	fails 2 "smcd: tune show: no setting 'x'" smcd tune show x
	fails 2 "smcd: tune profile: no profile 'x'" smcd tune profile x
	fails 3 "smcd: tune set: smc module is not loaded (modprobe smc)" \
		smcd tune set wmem 131072
}
