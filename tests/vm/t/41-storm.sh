#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 300
#
# 10,000 connects one after the other and 1,000 at once: all SMC-D, no leak.
set -eu -o pipefail
. tests/net/lib.sh

smc_start
program storm
