#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 240
#
# Bytes arrive exactly over 64 connections of all kinds, both ways at once,
# with physically and with virtually contiguous DMBs.
set -eu -o pipefail
. tests/net/lib.sh

smc_start
program transfer -t 180
smc_idle_after() {
	check "$(wait_for 20 smc_idle && echo 0 || echo 1)" "$1"
}
smc_idle_after "nothing is left after the transfer"

echo 1 >"$loopback/dmb_type"
echo 0 >"$loopback/active"
echo 1 >"$loopback/active"
program transfer -n 8 -b $((64 << 20)) -t 60
echo 0 >"$loopback/dmb_type"
echo 0 >"$loopback/active"
echo 1 >"$loopback/active"
smc_idle_after "nothing is left after the transfer over virtual DMBs"
