# SPDX-License-Identifier: GPL-2.0-or-later
# smc_rnics: on a made-up s390, on a made-up x86, and on nothing

load helpers

# put FILE TEXT: a file of the made-up sysfs
put() {
	mkdir -p "$SMC_SYSFS/bus/pci/${1%/*}"
	printf '%s\n' "$2" >"$SMC_SYSFS/bus/pci/$1"
}

# function_make FID ADDRESS VENDOR DEVICE PCHID PFT VFN PORT CLASS
function_make() {
	local dev=devices/$2

	put "slots/$1/power" 1
	put "slots/$1/address" "${2%.*}"
	put "$dev/function_id" "0x$1"
	put "$dev/vendor" "0x$3"
	put "$dev/device" "0x$4"
	put "$dev/pchid" "0x$5"
	put "$dev/pft" "0x$6"
	put "$dev/vfn" "0x$7"
	put "$dev/port" "$8"
	put "$dev/class" "0x$9"
}

# netdev_make ADDRESS NAME DEV_PORT, ibdev_make ADDRESS NAME PORT...
netdev_make() {
	put "devices/$1/net/$2/dev_port" "$3"
}

ibdev_make() {
	local port

	for port in "${@:3}"; do
		put "devices/$1/infiniband/$2/ports/$port/state" "4: ACTIVE"
	done
}

# pnetids_make ADDRESS ID...: as the machine has them, 16 bytes each
pnetids_make() {
	local id

	for id in "${@:2}"; do
		printf '%-16s' "$id"
	done | iconv -f ASCII -t IBM-1047 \
		>"$SMC_SYSFS/bus/pci/devices/$1/util_string"
}

s390_make() {
	export SMC_SYSFS=$BATS_TEST_TMPDIR/sys
	function_make 0000008c 0008:00:00.0 15b3 1016 01c8 0a 0 1 020000
	netdev_make 0008:00:00.0 eno140 0
	ibdev_make 0008:00:00.0 mlx5_0 1
	pnetids_make 0008:00:00.0 NET26
	# Two ports, with a PNET ID each; the second is in the PNET table only.
	function_make 00000117 0001:00:00.0 15b3 1004 0244 02 2 0 020000
	rm "$SMC_SYSFS/bus/pci/devices/0001:00:00.0/port"
	netdev_make 0001:00:00.0 enP1s0 0
	netdev_make 0001:00:00.0 enP1s0d1 1
	ibdev_make 0001:00:00.0 mlx4_0 1 2
	pnetids_make 0001:00:00.0 ABCDEFGHIJKLMNOP
	function_make 00001200 0018:00:00.0 1014 04ed 07c1 05 0 0 ff0000
	pnetids_make 0018:00:00.0 NET1
	# An adapter that nobody knows yet, of a type that needed firmware's word.
	function_make 00002000 0019:00:00.0 15b3 beef 0208 0a 0 1 020000
	netdev_make 0019:00:00.0 eno8192 0
	# No network, and one that is offline.
	function_make 00003000 001a:00:00.0 144d a80a 0300 00 0 0 010802
	put slots/00000b05/power 0
	put slots/00000b05/address 000d:00:00
}

x86_make() {
	export SMC_SYSFS=$BATS_TEST_TMPDIR/sys
	local i

	for i in 0 1; do
		put "devices/0000:03:00.$i/vendor" 0x15b3
		put "devices/0000:03:00.$i/device" "0x101$((7 + i * 2))"
		put "devices/0000:03:00.$i/class" 0x020000
		netdev_make "0000:03:00.$i" "enp3s0f$i" 0
		ibdev_make "0000:03:00.$i" "mlx5_$i" 1
	done
	put devices/0000:04:00.0/vendor 0x8086
	put devices/0000:04:00.0/device 0x1533
	put devices/0000:04:00.0/class 0x020000
	netdev_make 0000:04:00.0 eno1 0
	put devices/0000:05:00.0/class 0x010802
	put slots/7/address 0000:03:00
}

# silent COMMAND...: stdout only; what is not there is said on stderr
silent() {
	"$@" 2>/dev/null
}

@test "s390: columns as ever, RDMA in their place, all functions" {
	s390_make
	export SMC_FAKE="no-rdma pnet=NET1:enP1s0d1,NET2:rxe0/1"
	golden rnics-s390 smc_rnics
	golden rnics-s390-I smc_rnics -I
	golden rnics-s390-ra smc_rnics -r -a
	golden_json rnics-s390-json smc_rnics -a --json
}

@test "s390: the columns that scripts read: \$1 \$3 \$5 \$9, one word each" {
	s390_make
	export SMC_FAKE="no-rdma pnet=NET1:enP1s0d1,NET2:rxe0/1"
	[ "$(smc_rnics | awk 'NR > 1 { print NF }' | sort -u)" = 10 ]
	[ "$(smc_rnics -aI | awk 'NR > 1 { print NF }' | sort -u)" = 10 ]
	[ "$(smc_rnics | awk '$1 == "1200" { print $3, $5, $9 }')" = \
		"0018:00:00.0 ISM NET1" ]
	[ "$(smc_rnics | awk '$10 == "enP1s0d1" { print $1, $9 }')" = \
		"117 *NET1" ]
}

@test "R2: a type that nobody knows is its ids, and no empty column" {
	s390_make
	[ "$(smc_rnics 2000 | awk 'NR == 2 { print $5, $6, $9 }')" = \
		"15b3:beef 0a n/a" ]
	[ "$(smc_rnics 2000 --json | jq -r '.devices[0].type')" = \
		"unknown (15b3:beef)" ]
}

@test "C17: kinds of devices, known and unknown" {
	local id kind

	s390_make
	while read -r id kind; do
		put devices/0019:00:00.0/vendor "0x${id%:*}"
		put devices/0019:00:00.0/device "0x${id#*:}"
		[ "$(smc_rnics 2000 | awk 'NR == 2 { print $5 }')" = "$kind" ]
	done <<-END
		15b3:1004 RoCE_Express
		15b3:1016 RoCE_Express2
		15b3:101e RoCE_Express3
		1ded:107f eRDMA
		1014:04ed ISM
		0000:0000 0000:0000
		15b3:ffff 15b3:ffff
	END
}

@test "R1: one FID: 0 if it is there, 5 if not; leading zeros do not matter" {
	local fid

	s390_make
	for fid in 8c 0x8c 0000008C 08c; do
		run smc_rnics "$fid"
		[ "$status" -eq 0 ]
		[ "${#lines[@]}" -eq 2 ]
		[[ ${lines[1]} == "   8c "* ]]
	done
	run smc_rnics 117
	[ "${#lines[@]}" -eq 3 ]
	run smc_rnics b05
	[[ ${lines[1]} == "  b05     0 000d:00:00.0 "* ]]
	run smc_rnics mlx4_0
	[ "${#lines[@]}" -eq 3 ]
	fails 5 "smc_rnics: no such FID '8d'" smc_rnics 8d
	fails 5 "smc_rnics: no such FID 'x'" smc_rnics x
	fails 5 "smc_rnics: no such FID ''" smc_rnics ''
}

@test "s390: online and offline, and what cannot be" {
	s390_make
	smc_rnics -d 8c
	[ "$(cat "$SMC_SYSFS/bus/pci/slots/0000008c/power")" = 0 ]
	fails 6 "smc_rnics: FID 8c is offline already" smc_rnics -d 8c
	smc_rnics --enable 0000008c
	[ "$(cat "$SMC_SYSFS/bus/pci/slots/0000008c/power")" = 1 ]
	fails 6 "smc_rnics: FID 8c is online already" smc_rnics -e 8c
	fails 5 "smc_rnics: no such FID '8d'" smc_rnics -e 8d
	fails 2 "smc_rnics: 'x8' is no FID" smc_rnics -e x8
	fails 2 "smc_rnics: '' is no FID" smc_rnics -d ''
	fails 2 "smc_rnics: '123456789' is no FID" smc_rnics -d 123456789
	fails 2 "smc_rnics: -e and -d take one FID" smc_rnics -e 8c -d 8c
	fails 2 "smc_rnics: -e and -d take one FID" smc_rnics -e 8c 8d
	# A slot that does not tell whether it is online.
	mkdir "$SMC_SYSFS/bus/pci/slots/0000dead"
	fails 5 "smc_rnics: no such FID 'dead'" smc_rnics -e dead
}

@test "s390: what the kernel refuses is exit 7, with its reason" {
	s390_make
	chmod 444 "$SMC_SYSFS/bus/pci/slots/00000b05/power"
	fails 7 "smc_rnics: $SMC_SYSFS/bus/pci/slots/00000b05/power: Permission denied" \
		setpriv --bounding-set=-all --inh-caps=-all "$SMC_RNICS" -e b05
	hint "needs root"
}

@test "x86: a row for each RDMA port and SMC-D device" {
	x86_make
	export SMC_FAKE="no-rdma verbs=x86 pnet=NET1:enp3s0f1,NET2:rxe0/1"
	golden rnics-x86 smc_rnics
	golden rnics-x86-ra smc_rnics -r -a
	golden_json rnics-x86-json smc_rnics --json
	golden rnics-gids smc_rnics --gids
	golden_json rnics-gids-json smc_rnics --gids --json
	[ "$(smc_rnics mlx5_0 | wc -l)" -eq 2 ]
	[ "$(smc_rnics loopback-ism | wc -l)" -eq 2 ]
	[ "$(smc_rnics --gids rxe0 | wc -l)" -eq 2 ]
	[ "$(smc_rnics --json | jq -r '.devices[0].slot')" = 7 ]
	fails 5 "smc_rnics: no such device '8c'" smc_rnics 8c
	fails 3 "smc_rnics: PCI functions of this machine have no FID" \
		smc_rnics -e 8c
}

@test "x86: the module knows a device that the verbs do not" {
	export SMC_SYSFS=$BATS_TEST_TMPDIR/none
	export SMC_FAKE="verbs=none rdma=1"
	[ "$(smc_rnics rxe0 --json | jq -c '.devices[0] | [.ibport, .state]')" = \
		'[1,null]' ]
}

@test "B18: no verbs, no module: said on stderr, the rest is shown, exit 0" {
	export SMC_SYSFS=$BATS_TEST_TMPDIR/none SMC_FAKE=no-rdma
	run --separate-stderr smc_rnics
	[ "$status" -eq 0 ]
	[[ ${lines[1]} == "loopback-ism "* ]]
	[ "$stderr" = "smc_rnics: RDMA devices: no RDMA here: ib_uverbs is not loaded" ]
	x86_make
	SMC_FAKE="no-smc no-rdma verbs=x86" run --separate-stderr smc_rnics
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 4 ]
	[ "$stderr" = "smc_rnics: SMC-D devices and PNET IDs: smc module is not loaded (modprobe smc)" ]
	[ "$(SMC_SYSFS=/nowhere SMC_FAKE=no-smc silent smc_rnics --json |
		jq -c .)" = '{"devices":[]}' ]
}

@test "completion: numbers on s390, names elsewhere" {
	export SMC_FAKE=no-rdma
	s390_make
	[ "$(smc_rnics complete '' | xargs)" = \
		"8c 117 117 b05 1200 2000 3000 loopback-ism" ]
	rm -r "$SMC_SYSFS"
	x86_make
	[ "$(SMC_FAKE="no-rdma verbs=x86" smc_rnics complete '' | xargs)" = \
		"mlx5_0 mlx5_1 rxe0 loopback-ism" ]
	smc_rnics complete -- - | grep -x -- --rawids
}

@test "faults of the module's tables are said, and take nothing else away" {
	x86_make
	for knob in err=g6:12 cut=g5 done=g6:5 err=p1:1 send=105; do
		SMC_FAKE="no-rdma verbs=x86 $knob" run --separate-stderr smc_rnics
		[ "$status" -eq 0 ]
		[ "${#lines[@]}" -ge 4 ]
		[[ $stderr == "smc_rnics: SMC-D devices and PNET IDs: "* ]]
	done
}
