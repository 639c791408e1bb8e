#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 240
#
# smc_run as installed: without the module, with it, and back.
set -eu -o pipefail
. tests/net/lib.sh

probes=build/tests/run
port=8020
url=http://127.0.0.1:$port/file
tmp=$(mktemp -d)
modprobe=$(cat /proc/sys/kernel/modprobe)
servers=()

cleanup() {
	kill "${servers[@]}" 2>/dev/null || true
	echo "$modprobe" >/proc/sys/kernel/modprobe
	rm -rf "$tmp"
}
trap cleanup EXIT

# expect NAME COMMAND...: one check, what COMMAND says is kept in $tmp
expect() {
	local name=$1 rc=0
	shift

	"$@" >"$tmp/out" 2>"$tmp/err" || rc=$?
	check "$rc" "$name"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$tmp/out" "$tmp/err"
}

# became WORD COMMAND... DOMAIN,TYPE,PROTOCOL: what a probe's socket became
became() {
	local word=$1
	shift

	[ "$("$@")" = "${*: -1} $word" ]
}

# said NAME N [PATTERN]: what the last command wrote to stderr: N lines, of
# which the first matches
said() {
	local rc=0

	[ "$(wc -l <"$tmp/err")" -eq "$2" ] || rc=1
	[ "$2" -eq 0 ] || head -n 1 "$tmp/err" | grep -q -- "$3" || rc=1
	check "$rc" "$1"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$tmp/err"
}

server_start() {
	echo content >"$tmp/file"
	(cd "$tmp" && exec "$@" python3 -m http.server -b 127.0.0.1 \
		"$port") >/dev/null 2>&1 &
	servers+=($!)
	wait_for 60 curl -so /dev/null "$url"
}

server_stop() {
	kill "${servers[-1]}"
	wait "${servers[-1]}" 2>/dev/null || true
	unset 'servers[-1]'
}

fetch() {
	[ "$("$@" "$url")" = content ]
}

# The client sends its request in the SYN, which SMC cannot.
fastopen_fetch() {
	smc_run python3 - "$port" <<-'EOF'
		import socket, sys
		addr = ("127.0.0.1", int(sys.argv[1]))
		request = b"GET /file HTTP/1.0\r\n\r\n"

		def fetch(sock):
		    data = b""
		    while chunk := sock.recv(4096):
		        data += chunk
		    assert data.endswith(b"content\n"), data

		with socket.socket() as s:
		    assert s.sendto(request, socket.MSG_FASTOPEN, addr) \
		        == len(request)
		    fetch(s)
		with socket.socket() as s:
		    s.setsockopt(socket.IPPROTO_TCP, 30, 1)  # FASTOPEN_CONNECT
		    s.connect(addr)
		    s.sendall(request)
		    fetch(s)
	EOF
}

# how often fast open was the reason to fall back, found by its words
fastopen_count() {
	smcd --absolute stats --json | jq '[.stats.fallback.reasons[]
		| select(.reason | test("fast open")) | .count] | add // 0'
}

for m in smc_diag smc; do
	[ ! -e "/sys/module/$m" ] || rmmod "$m"
done

# --- no module to be had
echo /bin/false >/proc/sys/kernel/modprobe
server_start smc_run

expect "no module: curl works over TCP" fetch smc_run curl -sS
said "no module: one warning that names the remedy" 1 \
	'plain TCP instead of SMC: .*modprobe smc'
expect "no module: curl and its children share the warning" \
	smc_run sh -c "curl -sS $url $url; smc_run curl -sS $url"
said "no module: one warning for the tree" 1 'plain TCP'
rc=0
smc_run --strict true 2>/dev/null || rc=$?
expect "no module: --strict ends with 125" [ "$rc" = 125 ]
expect "no module: MSG_FASTOPEN is TCP's" fastopen_fetch
server_stop

# --- the kernel loads it when it is asked for
echo "$modprobe" >/proc/sys/kernel/modprobe
expect "the module is loaded on demand" \
	became smc smc_run "$probes/probe" 2,1,0
said "without a word" 0
expect "and stays" [ -e /sys/module/smc ]

expect "--strict: says that there is no enterprise ID" smc_run --strict true
said "in one line" 1 'no enterprise ID'
expect "without it: no word" smc_run true
said "none" 0

for family in "inet 256 2" "smc 0 43"; do
	read -r word protocol domain <<<"$family"
	expect "-f $word: the program sees protocol $protocol" \
		smc_run --strict -f "$word" python3 -c "import socket
s = socket.socket()
assert s.getsockopt(1, 38) == $protocol, s.getsockopt(1, 38)
assert s.getsockopt(1, 39) == $domain, s.getsockopt(1, 39)"
done
expect "IPPROTO_SMC is the first choice" smc_run python3 -c "import socket
for family in socket.AF_INET, socket.AF_INET6:
    assert socket.socket(family).getsockopt(1, 38) == 256"
expect "IPv6 too" became smc smc_run "$probes/probe" 10,1,6
expect "UDP stays" became tcp smc_run "$probes/probe" 2,2,0
expect "a musl program" became smc smc_run "$probes/probe-musl" 2,1,0
if [ "$VM_KERNEL" != debug ]; then	# which runs 64-bit programs only
	expect "a 32-bit program" smc_run --strict "$probes/probe-32"
	expect "a 32-bit child of a 64-bit one" \
		smc_run sh -c "$probes/probe-32"
	said "no complaint of its linker" 0
fi
expect "a static program stays TCP" \
	became tcp smc_run "$probes/probe-static" 2,1,0
said "and it is said" 1 'statically linked'
expect "sizes: on converted sockets" became "smc 131072 65536" \
	smc_run -t 64k -r 32k "$probes/probe" -b 2,1,0

server_start smc_run
expect "curl from a server under smc_run" fetch smc_run --strict curl -sS
expect "a plain client of a server under smc_run" fetch curl -sS
before=$(fastopen_count)
expect "MSG_FASTOPEN and TCP_FASTOPEN_CONNECT work (C57)" fastopen_fetch
expect "and are counted as the reason, in words (C57)" \
	[ "$(fastopen_count)" -eq $((before + 2)) ]
server_stop
server_start env
expect "curl under smc_run from a plain server" fetch smc_run curl -sS
server_stop

nc_exchange() {
	smc_run --strict nc -l 127.0.0.1 8021 >"$tmp/nc" &
	servers+=($!)
	wait_for 60 eval 'echo hello | smc_run --strict nc -N 127.0.0.1 8021'
	wait "${servers[-1]}"
	[ "$(cat "$tmp/nc")" = hello ]
}
expect "nc to nc, which needs SO_REUSEPORT" nc_exchange
