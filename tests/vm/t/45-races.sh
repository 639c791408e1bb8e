#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 240
#
# Listeners that come and go, threads that share a socket, connects given up,
# dumps, splice, signals and namespaces at the same time as connections end.
set -eu -o pipefail
. tests/net/lib.sh

smc_start
program races
program listener
program connector
program amid
program signals
program cgroup
program owner
program netns
program relay

# a CONFIRM that comes after the server's patience
program late
idle_check "nothing is left after it"
