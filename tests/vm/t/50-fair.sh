#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 120
#
# What one user costs is his alone: he cannot hold up another's handshakes, and
# his memory cgroup pays for his DMBs.
set -eu -o pipefail
. tests/net/lib.sh

smc_start
program stalled
program charged
idle_check "nothing is left after it"
