#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 150
#
# What a program sees of a socket is as with TCP but for the differences that
# tests/net/matrix.allow names; the whole table is as in the golden file of
# this kernel. To make new golden files, from the top of the tree:
#
#	SMC_GOLDEN=/out tests/vm/run --kernel K --out tests/net/golden -- \
#		tests/vm/t/42-matrix.sh
set -eu -o pipefail
. tests/net/lib.sh

tmp=$(mktemp -d)
kernel=$VM_KERNEL

# tables of one pair of kinds, client-server
table() {
	local pair=$1 dir=$2 p

	for p in options behave share; do
		"$net/$p" "${pair%-*}" "${pair#*-}" || {
			echo "not ok - matrix ${dir##*/} $pair: $p ended early"
			return 1
		}
	done >"$dir/$pair"
}

# each difference must fit a line of matrix.allow
differences_check() {
	local path=$1 pairs=$2

	awk -F'\t' -v path="$path" -v where="${kernel/debug/6.1}.$path" -v pairs="$pairs" '
		NR == FNR {
			if ($0 !~ /^#/)
				rule[++rules] = $0
			next
		}
		{
			n = split($0, part, / \| /)
			name = part[1]
			sub(/ = .*/, "", name)
			for (i = 2; i <= n; i++) {
				who = part[i]
				sub(/:.*/, "", who)
				seen[who]++
				ok = 0
				for (r = 1; r <= rules && !ok; r++) {
					split(rule[r], f, "\t")
					ok = where ~ "^(" f[1] ")$" &&
					     who ~ "^(" f[2] ")$" &&
					     name ~ "^(" f[3] ")$"
				}
				if (ok)
					continue
				bad[who]++
				rows[who] = rows[who] "; " part[1] " | " part[i]
			}
		}
		END {
			n = split(pairs, pair, " ")
			for (i = 1; i <= n; i++)
				printf "%s - matrix %s %s: %d rows, %d differences, %d not allowed%s\n",
				       bad[pair[i]] ? "not ok" : "ok", path, pair[i],
				       FNR, seen[pair[i]], bad[pair[i]],
				       substr(rows[pair[i]], 1, 400)
		}' tests/net/matrix.allow "$tmp/$path.table"
}

# rows that follow the timing of segments are in no golden file's power
golden_rows() {
	grep -Ev '^option connected TCP_(MAXSEG|QUICKACK) = ' "$1"
}

golden_check() {
	local path=$1 golden=tests/net/golden/$kernel.$1 rc=0

	if [ -n "${SMC_GOLDEN:-}" ]; then
		cp "$tmp/$path.table" "$SMC_GOLDEN/$kernel.$path"
	elif [ "$kernel" != debug ]; then
		diff <(golden_rows "$golden") <(golden_rows "$tmp/$path.table") \
			>"$tmp/diff" || rc=1
		sed -n 's/^[<>]/# &/p' "$tmp/diff"
		check "$rc" "matrix $path is as the golden file says$(
			sed -n 's/^[<>]/; &/p' "$tmp/diff" | tr -d '\n' | cut -c-400)"
	fi
}

path_run() {
	local path=$1 pair
	shift

	mkdir "$tmp/$path"
	for pair in tcp4-tcp4 "$@"; do
		table "$pair" "$tmp/$path" || return 0
	done
	(cd "$tmp/$path" && awk -f "$TOP/tests/net/matrix.awk" \
		tcp4-tcp4 "$@") >"$tmp/$path.table"
	differences_check "$path" "$*"
	golden_check "$path"
}

TOP=$PWD
modprobe tls
smc_start
trap 'smc_stop; rm -rf "$tmp"' EXIT
path_run smcd smc4-smc4 inet4-inet4
smcd ueid flush
mixed=(smc4-tcp4 inet4-tcp4 tcp4-smc4 tcp4-inet4)
[ "$kernel" != debug ] || mixed=()	# it takes minutes there
path_run fallback smc4-smc4 inet4-inet4 "${mixed[@]}"
