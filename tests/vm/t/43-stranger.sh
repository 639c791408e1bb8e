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
check "$(wait_for 20 smc_idle && echo 0 || echo 1)" \
	"nothing is left after the strangers"
