#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# timeout: 120
#
# smc_rnics on a soft RDMA device, as the verbs and the module know it
set -eu -o pipefail
. tests/net/lib.sh

tmp=$(mktemp -d)
cleanup() {
	rdma link del rxe0 2>/dev/null || true
	ip link del rnic0 2>/dev/null || true
	rm -rf "$tmp"
}
trap cleanup EXIT

# value KEY: of rxe0's port
value() {
	smc_rnics rxe0 --json 2>"$tmp/note" | jq -r ".devices[0].$1"
}

value_is() {
	[ "$(value "$1")" = "$2" ]
}

modprobe smc
ip link add rnic0 type dummy
ip link set rnic0 address 02:00:00:00:00:01 up
ip addr add 10.77.0.1/24 dev rnic0
for m in ib_uverbs udp_tunnel ip6_udp_tunnel rdma_rxe; do
	modprobe "$m"
done
rdma link add rxe0 type rxe netdev rnic0

is "a row for the port, which is active" wait_for 10 value_is state ACTIVE
is "nothing is missing" [ ! -s "$tmp/note" ]
is "it is Ethernet" value_is link_layer Ethernet
is "the network device is found by the GIDs" value_is netdev rnic0
is "port 1" value_is ibport 1
is "a software device" value_is type virtual
is "GIDs of RoCE version 2" value_is gid_types RoCEv2
is "the table of GIDs has the address" bash -c \
	"smc_rnics --gids | grep -E '^rxe0 +1 +[0-9]+ RoCEv2 ::ffff:10.77.0.1 +rnic0'"
is "as many GIDs as are listed" bash -c \
	"[ \"\$(smc_rnics --gids --json | jq '.gids | length')\" = \"\$(smc_rnics rxe0 --json | jq '.devices[0].gids')\" ]"
is "text" bash -c "smc_rnics | grep -E '^rxe0 +1 virtual +ACTIVE +Ethernet '"
if [ "$VM_MODULE" = ours ]; then
	is "the SMC-D device" bash -c "smc_rnics | grep -E '^loopback-ism +- LO '"
fi
is "no such device is exit 5" bash -c "smc_rnics rxe1; [ \$? -eq 5 ]"
is "one's own namespace only: none elsewhere" bash -c \
	"[ \"\$(unshare -n smc_rnics --json 2>/dev/null | jq '[.devices[] | select(.netdev == \"rnic0\")] | length')\" -eq 0 ]"
rdma link del rxe0
is "gone with the device" bash -c "smc_rnics rxe0; [ \$? -eq 5 ]"
