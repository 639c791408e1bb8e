#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 240
#
# Peers that signal SMC and then speak something else, both as clients of an
# SMC listener and as servers of an SMC client.
set -eu -o pipefail
. tests/net/lib.sh

smc_start
program stranger
program impostor
program flood
idle_check "nothing is left after the strangers"
