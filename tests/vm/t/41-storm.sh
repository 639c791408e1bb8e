#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 300
#
# 10,000 connects one after the other and 1,000 at once: all SMC-D, no leak.
# Clients that are gone before accept() are served as with TCP.
set -eu -o pipefail
. tests/net/lib.sh

# Memory given back serves the next connections, but not for ever: it is charged
# to those who came first.  In a namespace of its own, where nobody has chosen
# another size of buffers.
pool() {
	ip netns exec pool "$@"
}

buffers() {
	pool smcd stats --json | jq ".stats.rx.buffers.$1"
}

smc_start
program storm

ip netns add pool
ip -n pool link set lo up
rc=0
pool "$net/parting" || rc=$?
check "$((rc > 1))" "parting ended well"
busy=$(buffers reused)
# only pieces of the usual size are kept: memory in small pieces yields others
check "$((busy + $(buffers downgraded) == 0))" \
	"$busy DMBs have memory that was given back just before"
idle_check "nothing is left after it"
sleep 6
pool "$net/transfer" -n 1 -b 1000 >/dev/null
idle=$(($(buffers reused) - busy))
check "$((idle != 0))" "$idle have after an idle time"
ip netns del pool
