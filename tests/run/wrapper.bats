#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The wrapper: options, environment, kinds of programs, exit codes.

load common

@test "help and version: stdout, status 0, whatever the kernel (C16 B10)" {
	local opt
	for opt in -v --version; do
		run --separate-stderr kernel smc_run "$opt"
		[ "$status" = 0 ]
		[ "$output" = "smc_run (smc-suite) $RUN_VERSION" ]
		[ "$stderr" = "" ]
	done
	for opt in -h --help; do
		run --separate-stderr kernel smc_run "$opt"
		[ "$status" = 0 ]
		[[ $output == "Usage: smc_run "* ]]
		[ "$stderr" = "" ]
	done
	[ "$(asked)" = "" ]
	run -1 sh -c 'smc_run --help >/dev/full'
}

@test "wrong usage: one line on stderr, status 2, nothing is run (P5)" {
	local args
	for args in "" "-x true" "--nonsense true" "-r" "-f" "-f inet6 true" \
		"-f  true" "--strict" "--system true" "-t 0 true"; do
		# shellcheck disable=SC2086
		run --separate-stderr kernel -i ok -- smc_run $args
		[ "$status" = 2 ]
		[ "$output" = "" ]
		[ "${#stderr_lines[@]}" = 1 ]
		[[ $stderr == *smc_run:* ]]
	done
}

@test "sizes are strict (B09)" {
	local size opt
	for opt in -t -r --sndbuf --rcvbuf; do
		for size in "64|" "8|" abc 8q "" -1 0 1.5m 2048m 99999999999; do
			run --separate-stderr kernel -i ok -- \
				smc_run "$opt" "$size" echo ran
			[ "$status" = 2 ]
			[ "$output" = "" ]
			[ "${#stderr_lines[@]}" = 1 ]
			[[ $stderr == *"'$size'"* ]]
		done
	done
}

@test "sizes reach converted sockets, in bytes" {
	run kernel -i ok -- smc_run -t 64k -r 32768 probe -b 2,1,0
	[ "$output" = "2,1,0 smc 131072 65536" ]
	run kernel -i ok -- smc_run -t 64K -r 1m printenv SMC_SNDBUF SMC_RCVBUF
	[ "${lines[-2]} ${lines[-1]}" = "65536 1048576" ]
}

@test "a size above the machine's limit is said and changes no sysctl (B09)" {
	local max=/proc/sys/net/core/rmem_max before
	before=$(cat "$max")
	run --separate-stderr kernel -i ok -- smc_run -r "$((before + 1))" true
	[ "$status" = 0 ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr == *"net.core.rmem_max"*"$before"*"--system"* ]]
	[ "$(cat "$max")" = "$before" ]
}

@test "--system raises the limit, and says so if it cannot" {
	local max=/proc/sys/net/core/rmem_max before
	before=$(cat "$max")
	if [ -w "$max" ]; then
		run kernel -i ok -- smc_run --system -r "$((before + 1))" true
		local after
		after=$(cat "$max")
		echo "$before" >"$max"
		[ "$output" = "" ]
		[ "$after" = "$((before + 1))" ]
		run kernel -i ok -- setpriv --reuid=65534 \
			smc_run --system -r "$((before + 1))" true
	else
		run kernel -i ok -- smc_run --system -r "$((before + 1))" true
	fi
	[ "$status" = 0 ]
	[[ $output == *"cannot raise net.core.rmem_max from $before: "* ]]
	[ "$(cat "$max")" = "$before" ]
}

@test "arguments arrive untouched (C02)" {
	local dir="$BATS_TEST_TMPDIR/a folder"
	mkdir "$dir"
	ln -s "$(type -P printf)" "$dir/print f"
	for cmd in printf "$dir/print f"; do
		kernel -i ok -- smc_run -- "$cmd" '[%s]\n' 'a b' '' '*' "q'q" \
			$'n\nl' >"$BATS_TEST_TMPDIR/out"
		printf '[%s]\n' 'a b' '' '*' "q'q" $'n\nl' |
			cmp - "$BATS_TEST_TMPDIR/out"
	done
	# options after COMMAND are COMMAND's, one that looks like one needs --
	[ "$(kernel -i ok -- smc_run echo -d --strict -h)" = "-d --strict -h" ]
	ln -s "$(type -P echo)" "$BATS_TEST_TMPDIR/-d"
	PATH="$BATS_TEST_TMPDIR:$PATH" run kernel -i ok -- smc_run -- -d x
	[ "$output" = x ]
}

@test "the command runs in place: its pid, status and signals" {
	run -42 kernel -i ok -- smc_run sh -c 'exit 42'
	run -1 kernel -i ok -- smc_run false
	# shellcheck disable=SC2016
	run kernel -i ok -- sh -c 'echo $$; exec smc_run sh -c "echo \$\$"'
	[ "${lines[0]}" = "${lines[1]}" ]
	# shellcheck disable=SC2016
	run -143 kernel -i ok -- smc_run sh -c 'kill $$'
}

@test "not found 127, not executable 126, a missing linker is named" {
	run -127 kernel smc_run no-such-command
	[ "$output" = "smc_run: no-such-command: No such file or directory" ]
	run -127 kernel smc_run /no/such/command
	run -126 kernel smc_run /etc/passwd
	[ "$output" = "smc_run: /etc/passwd: Permission denied" ]
	run -126 kernel smc_run /etc
	# none of these asked the kernel for sockets
	[ "$(asked)" = "" ]

	sed 's,/lib64/ld-linux-x86-64.so.2,/lib64/ld-linux-x86-64.so.7,' \
		"$RUN_TOOLS/probe" >"$BATS_TEST_TMPDIR/probe"
	chmod +x "$BATS_TEST_TMPDIR/probe"
	run -127 kernel -i ok -- smc_run "$BATS_TEST_TMPDIR/probe"
	[[ $output == *"dynamic linker /lib64/ld-linux-x86-64.so.7"* ]]
}

@test "a file without a magic number is a shell script, as for execvp" {
	echo "probe 2,1,0" >"$BATS_TEST_TMPDIR/script"
	chmod +x "$BATS_TEST_TMPDIR/script"
	run kernel -i ok -- smc_run "$BATS_TEST_TMPDIR/script"
	[ "$output" = "2,1,0 smc" ]
}

@test "no SMC: one warning for the whole tree, the command runs (B07)" {
	run --separate-stderr kernel smc_run sh -c \
		'probe 2,1,0; sh -c "probe 2,1,0"; smc_run probe 2,1,0; exit 7'
	[ "$status" = 7 ]
	[ "$output" = "$(each tcp 2,1,0 2,1,0 2,1,0)" ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr == "smc_run: plain TCP instead of SMC: "*"modprobe smc" ]]
}

@test "SMC: not a word" {
	run --separate-stderr kernel -i ok -- smc_run sh -c 'probe 2,1,0'
	[ "$output" = "2,1,0 smc" ]
	[ "$stderr" = "" ]
}

@test "a shortage at the start is no verdict" {
	run kernel -i EMFILE,ok -- smc_run --strict probe 2,1,0
	[ "$output" = "2,1,0 smc" ]
}

@test "--strict without SMC: 125, and the command does not run" {
	run --separate-stderr -125 kernel smc_run --strict echo ran
	[ "$output" = "" ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr == *"no SMC"*"modprobe smc" ]]
	run -125 kernel smc_run --strict probe-static 2,1,0
	run -125 kernel -i ok -- smc_run --strict probe-static 2,1,0
	[[ $output == *"statically linked"* ]]
	run -127 kernel smc_run --strict no-such-command
}

@test "-f chooses the way and reaches the library" {
	run kernel -i ok -s ok -- smc_run -f smc probe 2,1,0
	[ "$output" = "2,1,0 smc" ]
	[ "$(asked)" = "smc smc" ]
	: >"$log"
	run kernel -s ok -- smc_run -f inet probe 2,1,0
	[[ $output == *"2,1,0 tcp"* ]]
	[ "$(asked)" = "inet inet" ]
	: >"$log"
	# the environment's choice holds without -f, and loses to it
	SMC_SOCK_FAMILY=smc run kernel -s ok -- smc_run probe 2,1,0
	[ "$(asked)" = "smc smc" ]
	: >"$log"
	SMC_SOCK_FAMILY=inet run kernel -s ok -- smc_run -f auto probe 2,1,0
	[ "$output" = "2,1,0 smc" ]
}

@test "-d says what is preloaded and what becomes of each socket" {
	run --separate-stderr kernel -i ok -- smc_run -d probe 2,1,0
	[ "${#stderr_lines[@]}" = 2 ]
	[[ ${stderr_lines[0]} == "smc_run: "*"/probe: "*/libsmcrun.so ]]
	[[ ${stderr_lines[1]} == *"-> IPPROTO_SMC"* ]]
}

@test "LD_PRELOAD keeps the caller's libraries, ours comes once (C04)" {
	local count="$RUN_TOOLS/libcount.so" ours
	ours=$(kernel -i ok -- smc_run printenv LD_PRELOAD)
	[[ $ours == /*/libsmcrun.so && $ours != *:* ]]
	LD_PRELOAD="" run kernel -i ok -- smc_run printenv LD_PRELOAD
	[ "$output" = "$ours" ]
	run kernel -i ok -- smc_run smc_run smc_run printenv LD_PRELOAD
	[ "$output" = "$ours" ]
	run kernel -i ok -- env LD_PRELOAD="$count" smc_run \
		sh -c 'printenv LD_PRELOAD; probe 2,1,0'
	[[ ${lines[*]} == "$count:$ours 2,1,0 smc count 1"* ]]
	run kernel -i ok -- env LD_PRELOAD="$ours:$count" smc_run \
		printenv LD_PRELOAD
	[[ ${lines[0]} == "$ours:$count" ]]
}

@test "a program with AddressSanitizer in a library runs" {
	run -1 kernel -i ok -- env LD_PRELOAD="$RUN_BIN/libsmcrun.so" \
		probe-asan 2,1,0
	[[ $output == *"does not come first"* ]]
	run -0 kernel -i ok -- smc_run probe-asan 2,1,0
	[ "$output" = "2,1,0 smc" ]
	ASAN_OPTIONS=a=1 run kernel -i ok -- \
		smc_run smc_run printenv ASAN_OPTIONS
	[ "$output" = "a=1:verify_asan_link_order=0" ]
}

@test "without the library: one warning, plain TCP; --strict 125 (B09)" {
	cp "$RUN_BIN/smc_run" "$BATS_TEST_TMPDIR/"
	# nothing next to it, and nothing installed
	[ -e /usr/lib/smc/libsmcrun.so ] && skip "a library is installed"
	run --separate-stderr kernel -i ok -- \
		"$BATS_TEST_TMPDIR/smc_run" probe 2,1,0
	[ "$status" = 0 ]
	[ "$output" = "2,1,0 tcp" ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr == *"libsmcrun.so is not installed"* ]]
	run -125 kernel -i ok -- \
		"$BATS_TEST_TMPDIR/smc_run" --strict probe 2,1,0
}

@test "a folder that LD_PRELOAD cannot name is said" {
	local dir="$BATS_TEST_TMPDIR/with space"
	mkdir "$dir"
	cp "$RUN_BIN/smc_run" "$RUN_BIN/libsmcrun.so" "$dir"
	run --separate-stderr kernel -i ok -- "$dir/smc_run" probe 2,1,0
	[ "$output" = "2,1,0 tcp" ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr == *"cannot hold"* ]]
}

@test "a static program is said to stay TCP, its children do not (P2)" {
	run --separate-stderr kernel -i ok -- smc_run probe-static 2,1,0
	[ "$status" = 0 ]
	[ "$output" = "2,1,0 tcp" ]
	[ "${#stderr_lines[@]}" = 1 ]
	[[ $stderr == *"/probe-static is statically linked" ]]

	run --separate-stderr kernel -i ok -- smc_run busybox sh -c \
		'probe 2,1,0; true'
	[ "$output" = "2,1,0 smc" ]
	[[ $stderr == *"/busybox is statically linked" ]]
}

@test "a script is judged by its interpreter" {
	local script="$BATS_TEST_TMPDIR/script"
	printf '#!%s sh\nprobe 2,1,0\n' "$(command -v busybox)" >"$script"
	chmod +x "$script"
	run --separate-stderr kernel -i ok -- smc_run "$script"
	[ "$output" = "2,1,0 smc" ]
	[[ $stderr == *"/busybox is statically linked" ]]
}

@test "a Go program is said to stay TCP" {
	run --separate-stderr kernel -i ok -- smc_run probe-go 2,2,0
	[ "$output" = "2,2,0 tcp" ]
	[[ $stderr == *"/probe-go is a Go program"* ]]
}

@test "a musl program is converted, by the plain path" {
	run kernel -i ok -- smc_run probe-musl 2,1,0
	[ "$output" = "2,1,0 smc" ]
	run --separate-stderr kernel -i ok -- smc_run -d probe-musl 2,1,0
	[[ ${stderr_lines[0]} == *": $RUN_BIN/libsmcrun.so" ]]
}

@test "a set-user-ID program is said to stay TCP (C05 P3)" {
	[ "$(id -u)" = 0 ] || skip "needs root to make such a file"
	local dir
	dir=$(mktemp -d)
	chmod 755 "$dir"
	cp "$RUN_BIN/smc_run" "$RUN_BIN/libsmcrun.so" "$RUN_TOOLS/probe" "$dir"
	cp "$dir/probe" "$dir/probe-suid"
	chmod 4755 "$dir/probe-suid"
	run --separate-stderr kernel -i ok -- setpriv --reuid=65534 \
		--regid=65534 --clear-groups "$dir/smc_run" \
		"$dir/probe-suid" 2,1,0
	local out=$output err=$stderr count=${#stderr_lines[@]}
	# the same user, the same program without the bit
	run kernel -i ok -- setpriv --reuid=65534 --regid=65534 \
		--clear-groups "$dir/smc_run" "$dir/probe" 2,1,0
	rm -r "$dir"
	[ "$output" = "2,1,0 smc" ]
	[ "$out" = "2,1,0 tcp" ]
	[ "$count" = 1 ]
	[[ $err == *"/probe-suid is setuid"* ]]
}

@test "a 32-bit program without the 32-bit library is said to stay TCP" {
	[ "$(uname -m)" = x86_64 ] || skip "no 32-bit ABI here"
	run --separate-stderr kernel -i ok -- \
		smc_run --strict "$RUN_TOOLS/probe-32"
	[ "$status" = 125 ]
	[[ $stderr == *"is a 32-bit program"*"libsmcrun32.so"* ]]
}

@test "with the libraries of both ABIs, \$LIB chooses" {
	[ "$(uname -m)" = x86_64 ] || skip "no 32-bit ABI here"
	local bin
	bin=$(readlink -f "$O/bin")
	run kernel -i ok -- "$bin/smc_run" printenv LD_PRELOAD
	[ "$output" = "$bin/\$LIB/libsmcrun.so" ]
	run --separate-stderr kernel -i ok -- "$bin/smc_run" probe 2,1,0
	[ "$output" = "2,1,0 smc" ]
	[ "$stderr" = "" ]
	run kernel -i ok -- "$bin/smc_run" -d probe-musl 2,1,0
	[[ ${lines[0]} == *": $bin/libsmcrun.so" ]]
	[[ ${lines[2]} == "2,1,0 smc" ]]
	# the name of each ABI leads to its library
	local class
	for class in 32:lib32 32:lib/i386-linux-gnu; do
		run readelf -h "$bin/${class#*:}/libsmcrun.so"
		[[ $output == *"ELF${class%:*}"* ]]
	done
}

@test "make install twice, then uninstall, leaves no file (C08)" {
	local root="$BATS_TEST_TMPDIR/root"
	for _ in 1 2; do
		make -s O="$O" DESTDIR="$root" install
	done
	[ -x "$root/usr/bin/smc_run" ]
	[ -r "$root/usr/lib/smc/libsmcrun.so" ]
	make -s O="$O" DESTDIR="$root" uninstall
	[ "$(find "$root" ! -type d)" = "" ]
	[ ! -e "$root/usr/lib/smc" ]
}
