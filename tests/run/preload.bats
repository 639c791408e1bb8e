#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The preload library on kernels that answer in every possible way.

load common

@test "it needs no library and no symbol that a libc may lack (B17)" {
	local lib
	for lib in "$RUN_BIN"/libsmcrun*.so; do
		run readelf -dW "$lib"
		[[ $output == *SONAME* && $output != *NEEDED* ]]
		run nm -D --undefined-only "$lib"
		[ "$(awk '{ print $1 $2 }' <<<"$output" | sort | xargs)" = \
			"w__errno_location wdlsym wenviron" ]
		run nm -D --defined-only "$lib"
		[ "$(awk '{ print $3 }' <<<"$output")" = socket ]
	done
}

@test "its system calls compile for every architecture of abi.h" {
	local target
	for target in x86_64 i386 aarch64 s390x; do
		clang --target="$target-linux-gnu" -std=gnu11 -O2 -Werror \
			-Wall -Wextra -ffreestanding -fPIC -c \
			-o "$BATS_TEST_TMPDIR/$target.o" \
			"$BATS_TEST_DIRNAME/../../smc_run/preload/libsmcrun.c"
	done
}

@test "TCP sockets become IPPROTO_SMC, all others stay" {
	# shellcheck disable=SC2086
	run kernel -i ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		probe $TCP $OTHER
	# shellcheck disable=SC2086
	[ "$output" = "$(each smc $TCP; each tcp $OTHER)" ]
	[ "$(asked)" = "inet inet inet inet inet inet inet" ]
}

@test "AF_SMC is used without IPPROTO_SMC, which is asked for once a family" {
	# shellcheck disable=SC2086
	run kernel -s ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		probe $TCP $OTHER
	# shellcheck disable=SC2086
	[ "$output" = "$(each smc $TCP; each tcp $OTHER)" ]
	[ "$(asked)" = "inet smc smc inet smc smc smc smc smc" ]
}

@test "without SMC it is TCP, one warning, and one question a family (B07)" {
	# shellcheck disable=SC2086
	run --separate-stderr kernel env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		probe $TCP $OTHER
	# shellcheck disable=SC2086
	[ "$output" = "$(each tcp $TCP $OTHER)" ]
	[ "$(asked)" = "inet smc inet smc" ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ ${stderr_lines[0]} == libsmcrun*"plain TCP"*"modprobe smc" ]]
}

@test "the system calls say the same: no question after the first" {
	run kernel env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		strace -o "$BATS_TEST_TMPDIR/strace" -e trace=socket \
		probe 2,1,0 2,1,0 2,1,0 2,1,0
	[ "$status" = 0 ]
	# strace itself makes no sockets
	grep -o '^socket([^)]*)' "$BATS_TEST_TMPDIR/strace" | grep -v LOCAL \
		>"$BATS_TEST_TMPDIR/calls"
	[ "$(grep -c SOCK_STREAM "$BATS_TEST_TMPDIR/calls")" = 6 ]
	[ "$(grep -c 'AF_INET, SOCK_STREAM, IPPROTO_IP)' \
		"$BATS_TEST_TMPDIR/calls")" = 4 ]
}

@test "a kernel that knows no protocol numbers above 255 (EINVAL)" {
	run kernel -i EINVAL -s ok -- \
		env LD_PRELOAD="$RUN_BIN/libsmcrun.so" probe 2,1,0
	[ "$output" = "2,1,0 smc" ]
}

@test "a policy that refuses IPPROTO_SMC may allow AF_SMC" {
	run kernel -i EACCES -s ok -- \
		env LD_PRELOAD="$RUN_BIN/libsmcrun.so" probe 2,1,0
	[ "$output" = "2,1,0 smc" ]
}

@test "a policy that refuses both makes TCP and is named" {
	run --separate-stderr kernel -i EACCES -s EACCES -- \
		env LD_PRELOAD="$RUN_BIN/libsmcrun.so" probe 2,1,0 2,1,0
	[ "$output" = "$(each tcp 2,1,0 2,1,0)" ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ ${stderr_lines[0]} == *policy*SELinux* ]]
	[ "$(asked)" = "inet smc" ]
}

@test "a shortage is no verdict: TCP now, in silence, SMC next time" {
	local err
	for err in EMFILE ENOBUFS; do
		: >"$log"
		run kernel -i "$err,ok" -- \
			env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
			probe 2,1,0 2,1,0
		[ "$output" = "$(each tcp 2,1,0; each smc 2,1,0)" ]
		[ "$(asked)" = "inet inet" ]
	done
}

@test "a module that goes away leaves TCP" {
	run --separate-stderr kernel -i ok,EPROTONOSUPPORT -- \
		env LD_PRELOAD="$RUN_BIN/libsmcrun.so" probe 2,1,0 2,1,0 2,1,0
	[ "$output" = "$(each smc 2,1,0; each tcp 2,1,0 2,1,0)" ]
	[ "$(asked)" = "inet inet" ]
}

@test "errno is the plain call's, and kept on success" {
	local big=2,1,99
	# as without the library
	SMC_RUN_WARNED=1 run --separate-stderr kernel \
		env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		probe 2,1,0 "$big" 2,0x7f01,0 99,1,0
	[ "$output" = "$(probe 2,1,0 "$big" 2,0x7f01,0 99,1,0)" ]
	[[ $output == *errno* && $output != *changed* ]]
	[ "$stderr" = "" ]
}

@test "SMC_SOCK_FAMILY chooses the way" {
	run kernel -i ok -s ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		SMC_SOCK_FAMILY=smc probe 2,1,0
	[ "$output" = "2,1,0 smc" ]
	[ "$(asked)" = smc ]
	: >"$log"
	run kernel -s ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		SMC_RUN_WARNED=1 SMC_SOCK_FAMILY=inet probe 2,1,0
	[ "$output" = "2,1,0 tcp" ]
	[ "$(asked)" = inet ]
	: >"$log"
	# a word that is none must not break the program
	run kernel -s ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		SMC_SOCK_FAMILY=nonsense probe 2,1,0
	[ "$output" = "2,1,0 smc" ]
	[ "$(asked)" = "inet smc" ]
}

@test "SMC_DEBUG reports each call, 0 and empty do not" {
	run --separate-stderr kernel -i ok -- \
		env LD_PRELOAD="$RUN_BIN/libsmcrun.so" SMC_DEBUG=1 \
		probe 2,1,0 2,2,0 10,1,6
	[ "${#stderr_lines[@]}" = 2 ]
	[[ ${stderr_lines[0]} =~ ^libsmcrun\[[0-9]+\]:\ socket\(2,\ 1,\ 0\)\ -\>\ IPPROTO_SMC,\ fd\ [0-9]+$ ]]
	[[ ${stderr_lines[1]} == *"socket(10, 1, 6) -> IPPROTO_SMC"* ]]
	local off
	for off in 0 ""; do
		run --separate-stderr kernel -i ok -- \
			env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
			SMC_DEBUG="$off" probe 2,1,0
		[ "$stderr" = "" ]
	done
}

@test "buffer sizes go to converted sockets only (P4)" {
	# the kernel doubles what it is given
	run kernel -i ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		SMC_SNDBUF=65536 SMC_RCVBUF=32k probe -b 2,1,0 2,2,0 1,1,0
	[ "${lines[0]}" = "2,1,0 smc 131072 65536" ]
	[ "${lines[1]}" = "$(probe -b 2,2,0)" ]
	[ "${lines[2]}" = "$(probe -b 1,1,0)" ]
	run kernel -i ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		probe -b 2,1,0
	[ "$output" = "2,1,0 smc ${defaults:=$(probe -b 2,1,0 | cut -d' ' -f3-)}" ]
	local bad
	for bad in 64\| -1 0 99999999999 "" x; do
		run kernel -i ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
			SMC_SNDBUF="$bad" SMC_RCVBUF="$bad" probe -b 2,1,0
		[ "$output" = "2,1,0 smc $defaults" ]
	done
}

@test "it chains with another wrapper, in both orders (C04 P6)" {
	local us="$RUN_BIN/libsmcrun.so" other="$RUN_TOOLS/libcount.so"

	# the other one first: it sees what the program asks
	run kernel -i ok -- env LD_PRELOAD="$other:$us" probe 2,1,0 2,2,0
	[ "$output" = "$(each smc 2,1,0; each tcp 2,2,0; echo count 2)" ]
	# ours first: the other one sees what we leave
	run kernel -i ok -- env LD_PRELOAD="$us $other" probe 2,1,0 2,2,0
	[ "$output" = "$(each smc 2,1,0; each tcp 2,2,0; echo count 1)" ]
	# and all of it if there is no SMC
	SMC_RUN_WARNED=1 run kernel \
		env LD_PRELOAD="$us:$other" probe 2,1,0 2,2,0
	[ "$output" = "$(each tcp 2,1,0 2,2,0; echo count 2)" ]
}

# thread_runs N ANSWERS...: N processes of 64 threads, their results counted
thread_runs() {
	local n=$1
	shift
	yes threads | head -n "$n" >"$BATS_TEST_TMPDIR/script"
	run kernel "$@" -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		SMC_RUN_WARNED=1 sh "$BATS_TEST_TMPDIR/script"
	output=$(sort <<<"$output" | uniq -c | xargs)
}

@test "64 threads make the first socket at once, 200 times (C01)" {
	thread_runs 200 -i ok
	[ "$output" = "200 smc 64 tcp 0" ]
	thread_runs 20 -s ok
	[ "$output" = "20 smc 64 tcp 0" ]
	thread_runs 20
	[ "$output" = "20 smc 0 tcp 64" ]
}

@test "threads that meet a refusal warn once" {
	run --separate-stderr kernel env LD_PRELOAD="$RUN_BIN/libsmcrun.so" threads
	[ "$output" = "smc 0 tcp 64" ]
	[ "${#stderr_lines[@]}" = 1 ]
}

@test "ThreadSanitizer finds no race in the library (C01)" {
	local answer i
	for answer in "-i ok" "-s ok" "-i EMFILE,ok" "-s EACCES"; do
		for ((i = 0; i < 5; i++)); do
			# shellcheck disable=SC2086
			run kernel $answer -- setarch -R \
				env LD_PRELOAD="$RUN_TOOLS/libsmcrun-tsan.so" \
				SMC_RUN_WARNED=1 threads-tsan
			[ "$status" = 0 ]
			[[ $output == "smc "*" tcp "* ]]
		done
	done
}

@test "a musl program is converted by the same object" {
	run kernel -i ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		probe-musl 2,1,0 10,1,0 2,2,0
	[ "$output" = "$(each smc 2,1,0 10,1,0; each tcp 2,2,0)" ]
	run --separate-stderr kernel env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		probe-musl 2,1,0 2,1,0
	[ "$output" = "$(each tcp 2,1,0 2,1,0)" ]
	[ "${#stderr_lines[@]}" = 1 ]
}

@test "a stderr that nobody reads neither blocks nor kills the program" {
	# SIGPIPE would, and so would a write to a full pipe
	run kernel env LD_PRELOAD="$RUN_BIN/libsmcrun.so" SMC_DEBUG=1 \
		python3 - "$RUN_TOOLS/probe" <<-'EOF'
		import fcntl, os, subprocess, sys
		r, w = os.pipe()
		fcntl.fcntl(w, fcntl.F_SETPIPE_SZ, 4096)
		os.write(w, b"x" * fcntl.fcntl(w, fcntl.F_GETPIPE_SZ))
		run = lambda: subprocess.run([sys.argv[1], "2,1,0"], stderr=w,
		                             timeout=20).returncode
		print("full", run())
		os.close(r)
		print("broken", run())
	EOF
	[[ $output == *"full 0"* && $output == *"broken 0"* ]]
}
