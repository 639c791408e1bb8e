#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 180
# kernels: debug
#
# C68: each allocation of module initialisation fails once, while sockets are
# opened in a tight loop; nothing is left, the next insmod works.
set -eu -o pipefail
. tests/net/lib.sh

failslab=/sys/kernel/debug/failslab
events=/sys/kernel/tracing/events
modprobe=$(sysctl -n kernel.modprobe)
opener=
undo() {
	[ -z "$opener" ] || kill "$opener" 2>/dev/null || true
	echo N >$failslab/cache-filter
	echo 0 >$failslab/verbose
	echo 0 >$events/module/module_load/enable
	echo 0 >$events/printk/console/enable
	dmesg -n warn
	sysctl -qw "kernel.modprobe=$modprobe"
}
trap undo EXIT

# Only caches with the flag A of slub_debug (see suite), which are those that
# the module's init uses; no pages, which are but the slabs of these caches.
echo N >$failslab/ignore-gfp-wait
echo Y >$failslab/cache-filter
echo 1 >$failslab/verbose
echo -1 >$failslab/times
echo 20 >/sys/kernel/debug/fail_page_alloc/min-order
# when an allocation failed
echo 1 >$events/module/module_load/enable
echo 1 >$events/printk/console/enable
# which the console has no time for
dmesg -n emerg
# a socket must not load the module
sysctl -qw kernel.modprobe=

smc=$(modinfo -n smc)
diag=$(modinfo -n smc_diag)
for module in smc_diag smc; do
	[ ! -e "/sys/module/$module" ] || rmmod "$module"
done
# On one processor: whoever wakes up interrupts the other one's init.
taskset -p -c 0 $$ >/dev/null
"$net/opener" 4 8000 30000 &
opener=$!
program load smc "$smc" 20
# which allocates nothing
program load smc_diag "$diag" 0
kill -0 "$opener"
check $? "sockets opened meanwhile fail with the right error only"
kill "$opener"
wait "$opener" || true
opener=
