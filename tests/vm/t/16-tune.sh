#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 240
#
# smcd tune: what is said of each setting is what the module does (C41), and a
# size that is set, or taken back, is the one that connections get.
set -eu -o pipefail
. tests/net/lib.sh

tmp=$(mktemp -d)
export XDG_STATE_HOME=$tmp
dir=/proc/sys/net/smc

smc_start
ip netns add tune
undo() {
	smcd tune profile default
	ip netns del tune
	rm -rf "$tmp"
	smc_stop
}
trap undo EXIT

# gives NAME TEXT COMMAND...: it prints TEXT
gives() {
	local name=$1 text=$2 got
	shift 2

	got=$("$@" 2>&1) || got="exit $?: $got"
	if [ "$got" = "$text" ]; then
		check 0 "$name"
	else
		check 1 "$name"
		printf '# %s\n' "$got"
	fi
}

names=$(cd "$dir" && printf '%s\n' * | sort)
gives "C41: tune shows the settings that the module registers" "$names" \
	sh -c 'smcd tune --output name --no-headings | sort'
gives "C41: and the man page has the same" "$names" sh -c \
	"sed -n 's/^|  \*\(.*\)\*\$/\1/p' man/smcd-tune.8.scd | sort"
gives "C41: each has range, default, scope, and effect" "$(wc -w <<<"$names")" \
	jq '[.settings[] | select(.min < .max and .default != null and
		.scope and .takes_effect_on and .what)] | length' \
	<(smcd --json tune)
smcd --json tune | jq -r '.settings[] | [.name, .default, .min, .max] | @tsv' \
	>"$tmp/settings"
ip netns exec tune bash -s "$dir" "$tmp/settings" <<'END'
. tests/net/lib.sh
while read -r name default min max; do
	[ "$(<"$1/$name")" = "$default" ]
	check $? "C41: $name: the default is that of a new namespace"
	for value in "$min" "$max"; do
		smcd tune set "$name" "$value" >/dev/null &&
			[ "$(<"$1/$name")" = "$value" ]
		check $? "C41: $name: the module takes $value"
	done
	# smcr_testlink_time: the least of all kernels' limits
	[ "$name" != smcr_testlink_time ] || continue
	for value in $((min - 1)) $((max + 1)); do
		! { echo "$value" >"$1/$name"; } 2>/dev/null
		check $? "C41: $name: the module refuses $value"
	done
done <"$2"
END

# size: of the DMB that a new connection gets
size() {
	smcd stats reset >/dev/null
	build/bench/nb smc conn -n 1 -w 0 >/dev/null
	smcd --json stats | jq -r '.stats.rx.buffer_sizes | to_entries |
		map(select(.value > 0).key) | join(" ")'
}
gives "rmem: automatic" "512k" size
smcd tune set rmem 64k
gives "rmem: the default, once it is written, counts" "64k" size
gives "rmem: and is shown" 65536 sh -c \
	"smcd tune | awk '\$1 == \"rmem\" { print \$2 }'"
smcd tune set rmem auto
gives "rmem: automatic again" "512k" size
smcd tune profile throughput
gives "profile throughput" "1024k" size
smcd tune profile memory
gives "profile memory" "16k" size
smcd tune profile default
gives "profile default" "512k" size
gives "profile, in another namespace" "1048576 65536" sh -c "{
	smcd --netns tune tune profile throughput
	ip netns exec tune cat $dir/rmem; cat $dir/rmem; } | xargs"

nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
gives "anybody may look" "$names" \
	sh -c "${nobody[*]} smcd tune --output name --no-headings | sort"
"${nobody[@]}" smcd tune profile memory 2>"$tmp/err" && rc=0 || rc=$?
gives "but not set" "4 smcd: tune profile: autocorking_size: permission denied" \
	sh -c "echo $rc \$(head -n 1 $tmp/err)"
