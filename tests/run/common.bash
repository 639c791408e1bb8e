# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What the bats files share. tests/run/run sets:
#   RUN_BIN    folder of smc_run and its libraries
#   RUN_TOOLS  folder of the programs built from this folder

bats_require_minimum_version 1.5.0

# TCP sockets that shall be converted: both families, both protocols, flags
# (0x800 SOCK_NONBLOCK, 0x80000 SOCK_CLOEXEC)
TCP="2,1,0 2,1,6 10,1,0 10,1,6 2,0x801,0 2,0x80001,6 10,0x80801,0"
# sockets that shall stay as they are: UDP, UNIX, netlink, MPTCP
OTHER="2,2,0 10,2,17 1,1,0 16,3,0 2,1,262"

setup() {
	PATH="$RUN_BIN:$RUN_TOOLS:$PATH"
	log="$BATS_TEST_TMPDIR/kernel.log"
	unset LD_PRELOAD SMC_DEBUG SMC_SNDBUF SMC_RCVBUF SMC_SOCK_FAMILY \
		SMC_RUN_WARNED
}

# kernel ARGS...: run a command on a kernel that answers as ARGS say
kernel() {
	fakesmc -l "$log" "$@"
}

# asked: the questions the kernel got so far, in order
asked() {
	[ ! -e "$log" ] || paste -sd' ' "$log"
}

# each WORD ARG...: what probe prints if all of ARG became WORD
each() {
	local word=$1
	shift
	printf "%s $word\n" "$@"
}
