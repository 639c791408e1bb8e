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
idle_check "nothing is left after the transfer"

echo 1 >"$loopback/dmb_type"
echo 0 >"$loopback/active"
echo 1 >"$loopback/active"
program transfer -n 8 -b $((64 << 20)) -t 60
echo 0 >"$loopback/dmb_type"
echo 0 >"$loopback/active"
echo 1 >"$loopback/active"
idle_check "nothing is left after the transfer over virtual DMBs"
