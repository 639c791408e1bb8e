#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 120
#
# The module comes and goes while programs open sockets in a tight loop, which
# loads it again by itself.
set -eu -o pipefail
. tests/net/lib.sh

modprobe smc_diag
"$net/opener" &
opener=$!
trap 'kill "$opener" 2>/dev/null || true' EXIT
gone=0
for ((i = 0; i < 10; i++)); do
	rmmod smc_diag
	! wait_for 10 rmmod smc 2>/dev/null || gone=$((gone + 1))
	modprobe smc_diag || true
done
check "$((gone < 5))" "the module was unloaded $gone times of 10"
kill -0 "$opener"
check $? "sockets opened meanwhile fail with the right error only"
kill "$opener"
wait "$opener" || true
smc_start
program transfer -n 4 -b 1000000 -t 30
