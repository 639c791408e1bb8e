#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 180
# kernels: debug
#
# Allocations fail by injection: smaller DMBs, fallback, errors; no complaint.
set -eu -o pipefail
. tests/net/lib.sh

smc_start
program scarce
