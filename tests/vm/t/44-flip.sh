#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 480
#
# loopback-ism off and on a hundred times under traffic, and as often under
# iperf3.
set -eu -o pipefail
. tests/net/lib.sh

smc_start
program flip
program flip iperf3
idle_check "nothing is left after it"
