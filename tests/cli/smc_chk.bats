# SPDX-License-Identifier: GPL-2.0-or-later
# smc_chk: what is wrong with this host, from the kernel's tables and from files

load helpers

smc_chk() { "$CLI_BIN/san/smc_chk" "$@"; }

# A host on which all is well, in the folder SMC_CHK_ROOT.
setup_file() {
	export SMC_CHK_ROOT=$BATS_FILE_TMPDIR/host
	local release=6.1.0-test

	file /proc/sys/kernel/osrelease "$release"
	file "/lib/modules/$release/modules.dep" \
		'updates/dkms/smc.ko: kernel/drivers/infiniband/core/ib_core.ko'
	file /proc/cmdline 'root=/dev/vda quiet'
	file /proc/kallsyms '0000000000000000 T _text'
	file /proc/buddyinfo \
		'Node 0, zone      DMA      1      1      1      1      1      1      1      1      1      1      1' \
		'Node 0, zone   Normal    100     90     80     70     60     50     40     30     20     10      5'
	file /proc/sys/net/smc/rmem 65536
	file /proc/sys/net/smc/wmem 65536
	file /proc/sys/net/smc/limit_smc_hs 0
	file /proc/sys/net/smc/smcr_max_conns_per_lgr 255
	file /proc/sys/net/smc/smcr_max_links_per_lgr 2
	file /proc/sys/net/core/rmem_max 212992
	file /proc/sys/net/core/wmem_max 212992
	file /sys/class/net/eth0/ifindex 2
	file /etc/systemd/system/smc.service '[Service]' \
		'ExecStart=smcd ueid add SMC-TEST.1'
	file /etc/systemd/system/redis.service.d/smc.conf '[Service]' \
		'Environment=LD_PRELOAD=/usr/lib/smc/libsmcrun.so'
	file /usr/lib/smc/libsmcrun.so ELF
}

# file PATH LINE...: a file of the host
file() {
	mkdir -p "$SMC_CHK_ROOT${1%/*}"
	printf '%s\n' "${@:2}" >"$SMC_CHK_ROOT$1"
}

# other_host: changes of this test are of its own copy
other_host() {
	cp -r "$SMC_CHK_ROOT" "$BATS_TEST_TMPDIR/host"
	SMC_CHK_ROOT=$BATS_TEST_TMPDIR/host
}

well="version=$(cat "$BATS_TEST_DIRNAME/../../VERSION") stats=zero limit=0 no-rdma"

# finds CODE KNOBS LINE: the exit code, and one line begins so
finds() {
	local rc=0

	SMC_FAKE="$2 $well" smc_chk >"$BATS_TEST_TMPDIR/out" \
		2>"$BATS_TEST_TMPDIR/err" || rc=$?
	cat "$BATS_TEST_TMPDIR/out" "$BATS_TEST_TMPDIR/err"
	[ "$rc" -eq "$1" ] || {
		echo "exit code $rc, not $1"
		return 1
	}
	[ ! -s "$BATS_TEST_TMPDIR/err" ] &&
		[ "$(tr -s ' ' <"$BATS_TEST_TMPDIR/out" |
			grep -Fc -- "$3")" -eq 1 ]
}

# first_failed: the check of the first line that is an error or a warning
first_failed() {
	awk '$1 == "error" || $1 == "warn" { print $2; exit }' \
		"$BATS_TEST_TMPDIR/out"
}

# alone: nothing but the finding looked for is wrong
alone() {
	[ "$(grep -Ec '^(error|warn) ' "$BATS_TEST_TMPDIR/out")" -eq 1 ]
}

@test "a host on which all is well" {
	SMC_FAKE=$well golden chk-well smc_chk
	SMC_FAKE=$well golden chk-well smc_chk health
	SMC_FAKE=$well golden_json chk-well-json smc_chk --pretty
	SMC_FAKE=$well same "$(SMC_FAKE=$well smc_chk --no-headings)" \
		bash -c "'$CLI_BIN/san/smc_chk' | tail -n +2"
}

@test "severity is coloured" {
	SMC_FAKE="$well no-eid" run smc_chk --color always
	[[ $output == *$'\033[31merror\033[0m'* ]]
	[[ $output == *$'\033[32mok\033[0m'* ]]
	SMC_FAKE="$well no-eid" run smc_chk
	[[ $output != *$'\033'* ]]
}

@test "C46: module absent" {
	finds 11 no-smc "error module the module smc is not loaded, and the kernel did not load updates/dkms/smc.ko by itself; mend: modprobe smc"
	alone
	other_host
	rm -r "${SMC_CHK_ROOT:?}/lib"
	finds 11 no-smc "error module there is no module smc for this kernel; mend: make dkms-install"
	alone
}

@test "C46: smc_diag absent" {
	finds 10 no-diag "warn diag the module smc_diag is not there: smcss shows nothing, nor why a connection fell back; mend: modprobe smc_diag"
	alone
}

@test "C26 C46: no enterprise ID is the first failed check" {
	finds 11 no-eid "error eid no enterprise ID: all connections fall back to TCP; mend: smcd ueid add NAME, the same on both hosts"
	[ "$(first_failed)" = eid ]
	alone
	finds 11 "no-eid no-ext rdma=1" "error eid no enterprise ID: all"
	other_host
	file /sys/class/infiniband/rxe0/ports/1/gid_attrs/types/0 'IB/RoCE v1'
	finds 10 "no-eid no-ext rdma=1" "warn eid no enterprise ID: SMC version 2 is not possible"
	finds 0 "no-eid seid=IBM-SYSZ-ISMSEID0000000012345678" \
		"ok eid system EID IBM-SYSZ-ISMSEID0000000012345678"
}

@test "C46: enterprise IDs differ" {
	finds 10 fback=0x03030008 "warn fallback fell back 7 times (client 0, server 7): no enterprise ID (0x03030008); mend: add one with smcd ueid add, the same on both hosts"
	alone
}

@test "C46 C33: pnet table does not fit" {
	finds 10 "rdma=1 pnet=NET1:eth9,NET2:rxe0/1" "warn pnet pnet table: interface eth9 of NET1 does not exist here; mend: smc_pnet -d NET1"
	finds 10 pnet=NET1:eth0,NET2:rxe0/1 "warn pnet pnet table: device rxe0 of NET2 does not exist here; mend: smc_pnet -d NET2"
	finds 10 "rdma=1 pnet=NET1:eth0,NET2:rxe0/1" "ok pnet pnet table of this namespace: 2 entries, all of them exist"
	finds 10 fback=0x03030002 "warn fallback fell back 7 times (client 0, server 7): no SMC-R device found (0x03030002); mend: smcr device; smc_pnet -a"
	alone
}

@test "C46: device down" {
	finds 11 inactive "warn device SMC-D device loopback-ism is switched off; mend: echo 1 >/sys/devices/virtual/smc/loopback-ism/active"
	finds 10 rdma=0 "warn device RDMA device rxe0 port 1 is down; mend: ip link set eth0 up; rdma link"
	finds 10 rdma=1 "ok device RDMA device rxe0 port 1: active, interface eth0"
	finds 11 inactive "error device no device is ready: all connections fall back to TCP"
	finds 11 empty "error device no SMC-D and no RDMA device: all connections fall back to TCP; mend: echo 1 >"
	finds 11 "empty no-ext" "mend: rdma link, for an RDMA device; make dkms-install, for SMC-D within this host"
}

@test "C29 C46: a device of another namespace" {
	other_host
	rm -r "${SMC_CHK_ROOT:?}/sys/class/net/eth0"
	finds 10 rdma=1 "info device RDMA device rxe0 port 1: its interface is not in this network namespace"
}

@test "C29: an empty pnet table, and what that means" {
	finds 0 "" "ok pnet pnet table of this namespace is empty: SMC-D version 2 needs none"
	finds 10 rdma=1 "info pnet pnet table of this namespace is empty: a connection uses the RDMA device of its own interface"
	finds 10 "rdma=1 netns=2" "warn pnet pnet table of this namespace is empty: RDMA devices are not found for its interfaces; mend: smc_pnet -a NAME -I INTERFACE, in this namespace"
}

@test "C44: IPv6 over a device with RoCE v2 only is predicted" {
	other_host
	file /sys/class/infiniband/rxe0/ports/1/gid_attrs/types/0 'RoCE v2'
	finds 10 rdma=1 "warn ipv6 RDMA device rxe0 has GIDs of RoCE v2 only: IPv4 connections can use it, IPv6 ones fall back (0x03030000); mend: use IPv4"
	alone
	file /sys/class/infiniband/rxe0/ports/1/gid_attrs/types/1 'IB/RoCE v1'
	finds 0 rdma=1 "ok ipv6 IPv4 and IPv6"
}

@test "C46: IPsec, memory, VLAN, option stripped: by their reasons" {
	finds 10 fback=0x03020000 "IPsec in use on the connection (0x03020000); mend: exempt the connection from IPsec"
	alone
	finds 10 fback=0x01010000 "out of memory (0x01010000); mend: free memory"
	alone
	finds 10 fback=0x03090000 "VLAN registration on the ISM device failed (0x03090000)"
	alone
	finds 10 fback=0x03010000 "peer did not signal SMC (0x03010000); mend: start the peer's program with smc_run"
	alone
	finds 10 fback=0x0666beef "unknown reason (0x0666beef)"
}

@test "fallbacks: the most frequent first, both roles together" {
	SMC_FAKE="version=$(cat "$BATS_TEST_DIRNAME/../../VERSION")" \
		run smc_chk --no-headings --output text
	[ "$(grep -c '^fell back ' <<<"$output")" -eq 5 ]
	[ "$(grep -m1 '^fell back' <<<"$output" | xargs)" = \
		"fell back 359 times (client 0, server 359): unknown reason (0x0666beef)" ]
	[[ $output == *"648 handshakes ended in an error (client 317, server 331)"* ]]
}

@test "C27: buffers that are often full" {
	SMC_FAKE="version=$(cat "$BATS_TEST_DIRNAME/../../VERSION")" run smc_chk
	[ "$status" -eq 10 ]
	[[ $output == *"SMC-D: the send buffer was full for 56.4% of 307 requests: larger buffers make it faster; mend: sysctl net.smc.wmem=1048576 net.smc.rmem=1048576"* ]]
	[[ $output == *"420 buffers became smaller than wished: no contiguous memory; mend: echo 1 >/proc/sys/vm/compact_memory"* ]]
}

@test "buffers against their caps" {
	other_host
	file /proc/sys/net/smc/rmem 1048576
	finds 10 "" "warn buffers net.core.rmem_max (212992) is below net.smc.rmem (1048576): a program that sets SO_RCVBUF gets less than one that does not; mend: sysctl net.core.rmem_max=1048576"
}

@test "memory in pieces" {
	other_host
	file /proc/buddyinfo \
		'Node 0, zone   Normal   9999   9999   9999   9999      3      0      0      0      0      0      0'
	finds 10 "" "warn memory memory is in pieces: room for 3 buffers of 65536 bytes (net.smc.rmem); mend: echo 1 >/proc/sys/vm/compact_memory"
}

@test "C28: hardened usercopy and virtually contiguous buffers" {
	other_host
	file /proc/kallsyms '0000000000000000 T __check_object_size'
	finds 10 "" "warn usercopy buffers of loopback-ism are virtually contiguous, hardened usercopy is on: each copy takes a lock that all processors share; mend: cd /sys/devices/virtual/smc/loopback-ism && echo 0 >dmb_type"
	file /proc/cmdline 'quiet hardened_usercopy=off'
	finds 0 "" "ok usercopy buffers of loopback-ism are virtually contiguous, hardened usercopy is off"
	rm "${SMC_CHK_ROOT:?}/proc/kallsyms"
	finds 0 "" "hardened usercopy is unknown"
}

@test "C09: no DMB left" {
	finds 10 dmbs=4999 "warn dmbs loopback-ism: 4999 of 5000 DMBs are in use; a connection within this host takes two, and falls back without; mend: close connections: smcss -D"
}

@test "whose module it is" {
	finds 10 no-ext "warn module the kernel's own smc module is loaded, though that of smc-suite is installed (updates/dkms/smc.ko); mend: modprobe -r smc_diag smc && modprobe smc_diag"
	other_host
	file /lib/modules/6.1.0-test/modules.dep 'kernel/net/smc/smc.ko: x.ko'
	finds 0 no-ext "ok module the kernel's own smc module"
	finds 0 no-ext "info versions this kernel lacks the family SMC_EXT"
	finds 10 version=0.0.1 "warn module the module of smc-suite is of version 0.0.1, the tools are of"
}

@test "what an older kernel lacks" {
	other_host
	rm "${SMC_CHK_ROOT:?}"/proc/sys/net/smc/{limit,smcr}*
	finds 0 old "info versions this kernel lacks release 1 of SMC version 2"
	finds 0 old "lacks figures of the memory in use"
	finds 0 old "lacks the sysctl net.smc.limit_smc_hs: use smcd hs-limit"
}

@test "services and what outlives a reboot" {
	other_host
	finds 0 "" "ok services a service takes part in SMC: /etc/systemd/system/redis.service.d/smc.conf"
	rm "${SMC_CHK_ROOT:?}/usr/lib/smc/libsmcrun.so"
	finds 10 "" "warn services a service shall load /usr/lib/smc/libsmcrun.so, which does not exist: it runs over TCP"
	rm -r "${SMC_CHK_ROOT:?}/etc"
	finds 0 "" "info services no service of systemd takes part in SMC"
	finds 0 "" "info persistence enterprise IDs do not outlive a reboot"
}

@test "-i: the PNET ID of an interface, and of a VLAN by what is below" {
	other_host
	file /sys/class/net/eth0.100/ifindex 3
	file /sys/class/net/br-3f2a/ifindex 4
	mkdir "$SMC_CHK_ROOT/sys/class/net/eth0.100/lower_eth0"
	SMC_FAKE="$well pnet=NET1:eth0,NET2:rxe0/1" same \
		"eth0: PNET ID NET1, by the table's entry for eth0" \
		smc_chk -i eth0 --no-headings --output text
	SMC_FAKE="$well pnet=NET1:eth0,NET2:rxe0/1" same \
		"eth0.100 on eth0: PNET ID NET1, by the table's entry for eth0" \
		smc_chk -i eth0.100 --no-headings --output text
	SMC_FAKE="$well pnet=NET1:eth0.100,NET2:rxe0/1" same \
		"eth0.100 on eth0: PNET ID NET1, by the table's entry for eth0.100" \
		smc_chk -i eth0.100 --no-headings --output text
	[ "$(SMC_FAKE="$well pnet=NET1:eth0,NET2:rxe0/1" smc_chk -i eth0 --json |
		jq -r '.findings[].result')" = NET1 ]
	SMC_FAKE="$well pnet=NET1:eth0,NET2:rxe0/1" run smc_chk -i br-3f2a
	[ "$status" -eq 10 ]
	[[ $output == *"br-3f2a: no PNET ID in the table of this namespace; mend: smc_pnet -a NAME -I br-3f2a"* ]]
	SMC_FAKE="$well" run smc_chk -i nope0
	[ "$status" -eq 11 ]
}

@test "C19: no other program is needed" {
	local bin=$BATS_TEST_TMPDIR/bin tool

	mkdir "$bin"
	for tool in smcd smcr smcss smc_pnet smc_rnics ip ss awk man python3; do
		ln -s /bin/false "$bin/$tool"
	done
	SMC_FAKE=$well same "$(SMC_FAKE=$well smc_chk)" \
		env PATH="$bin" "$CLI_BIN/san/smc_chk"
}

# program_is RESULT WORDS FILE: what smc_chk program makes of it
program_is() {
	run smc_chk program "$3" --json
	[ "$(jq -r '.findings[] | select(.check == "program").result' \
		<<<"$output")" = "$1" ] || return 1
	[[ $output == *"$2"* ]]
}

@test "program: each kind, and how smc_run reaches it" {
	local probes=$CLI_BIN/../tests/run tmp=$BATS_TEST_TMPDIR

	program_is preload "linked with glibc: smc_run reaches it" "$probes/probe"
	program_is preload "linked with musl: smc_run reaches it" "$probes/probe-musl"
	program_is none "is statically linked: smc_run does not reach it" "$probes/probe-static"
	program_is none "is a Go program that makes its sockets without libc" "$probes/probe-go"
	run smc_chk program "$probes/probe-static"
	[ "$status" -eq 11 ]
	[[ $output == *"; mend: let it open its sockets with IPPROTO_SMC (256)" ]]
	printf '#!%s\n' "$probes/probe-static" >"$tmp/script"
	chmod 755 "$tmp/script"
	program_is none "$tmp/script is a script: $probes/probe-static runs it" \
		"$tmp/script"
	PATH=$tmp:$PATH program_is none "is statically linked" script
	cp "$probes/probe" "$tmp/setuid"
	chmod 4755 "$tmp/setuid"
	program_is preload "smc_run does not reach it when another user" "$tmp/setuid"
	echo text >"$tmp/text"
	chmod 755 "$tmp/text"
	run smc_chk program "$tmp/text"
	[ "$status" -eq 10 ]
	fails 1 "smc_chk: program: nosuch: No such file or directory" \
		smc_chk program nosuch
	fails 4 "smc_chk: program: $tmp: Permission denied" smc_chk program "$tmp"
	fails 2 "smc_chk: program: FILE|PID is missing" smc_chk program
}

@test "program: a process, loaded or not, and its sockets" {
	local pid

	sleep 60 3>&- &
	pid=$!
	unset SMC_CHK_ROOT
	until [ "$(readlink "/proc/$pid/exe")" != "$(readlink /proc/$$/exe)" ]; do
		sleep 0.05
	done
	run smc_chk program "$pid"
	kill "$pid"
	[[ $output == *"warn     loaded      the library of smc_run is not loaded; mend: start it again with smc_run"* ]]
	[[ $output == *"sockets in this network namespace 0 use SMC, 0 fell back to TCP, 0 wait for SMC"* ]]
	fails 1 "smc_chk: program: process 4194305: No such file or directory" \
		smc_chk program 4194305
}

@test "-C, -S and -i exclude each other; a port is a number" {
	fails 2 "smc_chk: -C, -S and -i exclude each other" smc_chk -S -C localhost
	fails 2 "smc_chk: -C, -S and -i exclude each other" smc_chk -S -i lo
	fails 2 "smc_chk: '99999999' is no port" smc_chk -C 127.0.0.1 -p 99999999
	fails 2 "smc_chk: 'x' is no port" smc_chk -C 127.0.0.1 -p x
	fails 2 "smc_chk: --client needs HOST" smc_chk -C
}

@test "path: a server without SMC, nobody" {
	local server

	socat TCP4-LISTEN:37999,reuseaddr,fork,bind=127.0.0.1 PIPE 3>&- &
	server=$!
	until socat /dev/null TCP4:127.0.0.1:37999 2>/dev/null; do
		sleep 0.05
	done
	run smc_chk path 127.0.0.1 -p 37999 --json
	kill "$server"
	[ "$status" -eq 10 ]
	[ "$(jq -r '.findings[-1].result' <<<"$output")" = stripped ]
	[ "$(jq '[.findings[] | select(.check == "syn" and .us > 0)] | length' \
		<<<"$output")" -eq 3 ]
	run smc_chk path ::1 -p 9
	[ "$status" -eq 11 ]
	[[ $output == *"nobody listens at this port"* ]]
	fails 2 "smc_chk: path: HOST is missing" smc_chk path
	fails 4 "smc_chk: path: SYN: Operation not permitted" \
		setpriv --bounding-set -net_raw --inh-caps -net_raw \
		--reuid=65534 --regid=65534 --clear-groups \
		"$CLI_BIN/plain/smc_chk" path 127.0.0.1
	hint "need CAP_NET_RAW"
}

@test "what cannot be read is said, and the rest is checked" {
	finds 10 err=g9:5 "warn eid cannot be checked: kernel refused: Input/output error"
	finds 10 bad=g5 "warn device cannot be checked: broken reply of the kernel"
	finds 10 err=p1:1 "warn pnet cannot be checked: permission denied (need CAP_NET_ADMIN)"
}

@test "exit codes when nothing could be checked" {
	SMC_FAKE="open=13" fails 4 \
		"smc_chk: netlink socket: Permission denied" smc_chk
	SMC_FAKE="err=g1:105" fails 1 \
		"smc_chk: kernel refused: No buffer space available" smc_chk
	fails 2 "smc_chk: unknown command 'helth'" smc_chk helth
	fails 2 "smc_chk: --output: there is no 'x'" smc_chk --output x
	run bash -c "SMC_FAKE='$well' '$CLI_BIN/san/smc_chk' >/dev/full"
	[ "$status" -eq 1 ]
}

@test "help, version, completion" {
	export SMC_FAKE="no-smc no-diag"
	golden help-smc_chk smc_chk --help
	golden help-smc_chk smc_chk help
	golden help-smc_chk smc_chk -h
	[ "$(smc_chk -v)" = \
		"smc_chk (smc-suite) $(cat "$BATS_TEST_DIRNAME/../../VERSION")" ]
	smc_chk complete '' | grep -x health
	smc_chk complete '' | grep -x path
	smc_chk complete '' | grep -x program
	smc_chk complete - | grep -x -- --interface
}

@test "the manual names each check" {
	local check

	for check in $(SMC_FAKE="" smc_chk --json | jq -r '.findings[].check' |
		sort -u); do
		grep -q "^\*$check\*$" "$BATS_TEST_DIRNAME/../../man/smc_chk.8.scd" || {
			echo "$check"
			return 1
		}
	done
}
