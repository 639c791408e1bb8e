# SPDX-License-Identifier: GPL-2.0-or-later
# smc_pnet: options of old, words of today, and what it explains

load helpers

# Of the transcripts of smc-tools.
old="pnet=NET1:eth0,NET1:rxe0/1"

# warns TEXT COMMAND...: it succeeds, prints nothing, and this on stderr
warns() {
	local text=$1
	shift

	run --separate-stderr "$@"
	[ "$status" -eq 0 ] && [ -z "$output" ] || return 1
	[ "$stderr" = "$text" ] || {
		echo "got: $stderr"
		return 1
	}
}

requests() {
	cut -d ' ' -f 1 "$SMC_FAKE_LOG" | xargs
}

# sent LINE...: the whole of what was sent, without lengths and types
sent() {
	local line

	for line; do echo "$line"; done | diff -u - \
		<(sed 's/\\[0-9a-f][0-9a-f]/ /g; s/  */ /g; s/ $//' \
			"$SMC_FAKE_LOG")
}

@test "the table, as smc-tools shows it" {
	export SMC_FAKE=$old
	same "$(printf '%s\n' 'NET1 eth0 n/a 255' 'NET1 n/a rxe0 1')" smc_pnet
	same "$(smc_pnet)" smc_pnet show
	same "$(smc_pnet)" smc_pnet -s NET1
	same "$(smc_pnet)" smc_pnet --show NET1
	SMC_FAKE=pnet=ABCDEFGHIJKLMNOP:eth0 same \
		'ABCDEFGHIJKLMNOP eth0 n/a 255' smc_pnet
	[ "$(smc_pnet | awk '$2 == "eth0" { print $1 }')" = NET1 ]
	SMC_FAKE='' golden empty smc_pnet
}

@test "E9: PNET IDs are upper-cased alike by add, del and show" {
	SMC_FAKE=$old same "$(SMC_FAKE=$old smc_pnet)" smc_pnet -s ' net1 '
	SMC_FAKE=$old smc_pnet -d net1
	smc_pnet -a lower1 -I eth0 2>/dev/null
	sent "p3 NET1" "p2 LOWER1 eth0"
}

@test "E8: an ID that nobody has is one line, exit 1" {
	export SMC_FAKE=$old
	fails 1 "smc_pnet: show: no device has the PNET ID NOSUCH" \
		smc_pnet -s nosuch
	fails 1 "smc_pnet: show: no device has the PNET ID NOSUCH" \
		smc_pnet --json show NOSUCH
	SMC_FAKE=err=p3:2 fails 1 "smc_pnet: del: no device has this PNET ID" \
		smc_pnet -d NOSUCH
	hint "'smc_pnet' shows the table"
	SMC_FAKE=err=p3:2:nobody_has_it fails 1 \
		"smc_pnet: del: kernel refused: nobody has it (attribute 1)" \
		smc_pnet del NOSUCH
}

@test "JSON and chosen columns say what is there" {
	export SMC_FAKE="nics pnet=NETA:eth0,NETA:mlx5_0/1,NETB:old0,NETB:rxe9/2"
	SMC_FAKE+=",NETC:0000:03:00.1/2,NETC:loopback-ism/1"
	golden_json pnet-json smc_pnet --json
	[ "$(smc_pnet --json -s netb | jq -c '.entries | map(.present)')" = \
		'[false,false]' ]
	[ "$(smc_pnet --no-headings --output interface,present | head -n 1 |
		xargs)" = "eth0 Yes" ]
	SMC_FAKE='' golden_json pnet-empty-json smc_pnet --json
}

@test "add sends what it should" {
	SMC_FAKE='nics pnet=X:lo' golden empty smc_pnet -a NETA -I eth1 -D mlx5_0
	SMC_FAKE='nics pnet=X:lo' golden empty smc_pnet -a NETA -D mlx5_0 -P2
	SMC_FAKE='nics pnet=X:lo' golden empty smc_pnet add -I eth1 NETA
	SMC_FAKE='pnet=X:lo' golden empty smc_pnet -aNET1 -D loopback-ism
	grep -q '^p2 .*mlx5_0\\00\\00\\05\\00\\04\\00\\02' "$SMC_FAKE_LOG"
	sent "p2 NETA eth1 mlx5_0" "p2 NETA mlx5_0" "p2 NETA eth1" \
		"p2 NET1 loopback-ism"
}

@test "del and flush" {
	golden empty smc_pnet -d NETA
	golden empty smc_pnet del neta
	golden empty smc_pnet -f
	golden empty smc_pnet flush
	[ "$(requests)" = "p3 p3 p4 p4" ]
}

@test "C25 B06 E2: flush of an empty table is fine, without privilege it is not" {
	SMC_FAKE=err=p4:2 golden empty smc_pnet -f
	SMC_FAKE=err=p4:1 fails 4 \
		"smc_pnet: flush: permission denied (need CAP_NET_ADMIN)" \
		smc_pnet -f
	SMC_FAKE=err=p4:5 fails 1 \
		"smc_pnet: flush: kernel refused: Input/output error" smc_pnet -f
	SMC_FAKE=err=p3:1 fails 4 \
		"smc_pnet: del: permission denied (need CAP_NET_ADMIN)" \
		smc_pnet -d A
	SMC_FAKE=err=p2:1 fails 4 \
		"smc_pnet: add: permission denied (need CAP_NET_ADMIN)" \
		smc_pnet -a A -I eth0
}

@test "E8 E11: bad words are refused here, and nothing is sent" {
	local port

	fails 2 "smc_pnet: add: 'net_a': PNET ID has characters other than A-Z 0-9" \
		smc_pnet -a net_a -I eth0
	fails 2 "smc_pnet: add: 'A B': PNET ID has characters other than A-Z 0-9" \
		smc_pnet -a 'A B' -I eth0
	fails 2 "smc_pnet: add: 'ABCDEFGHIJKLMNOPQ': PNET ID has more than 16 characters" \
		smc_pnet -a ABCDEFGHIJKLMNOPQ -I eth0
	fails 2 "smc_pnet: add: '': PNET ID is empty" smc_pnet -a '' -I eth0
	fails 2 "smc_pnet: show: '': PNET ID is empty" smc_pnet -s ''
	fails 2 "smc_pnet: del: '': PNET ID is empty" smc_pnet -d ''
	fails 2 "smc_pnet: add: 'thisnameiswaytoolong' is no name of a device" \
		smc_pnet -a A -I thisnameiswaytoolong
	fails 2 "smc_pnet: add: '' is no name of a device" smc_pnet -a A -D ''
	for port in 0 '' 3 1x -1; do
		fails 2 "smc_pnet: add: port '$port' is neither 1 nor 2" \
			smc_pnet -a A -D rxe0 -P "$port"
	done
	fails 2 "smc_pnet: add: -P goes with -D" smc_pnet -a A -I eth0 -P 1
	fails 2 "smc_pnet: add: -I or -D is missing" smc_pnet -a A
	fails 2 "smc_pnet: --delete needs ID" smc_pnet -d
	fails 2 "smc_pnet: --add and --delete exclude each other" \
		smc_pnet -a A -I eth0 -d B
	fails 2 "smc_pnet: --add goes with no word: 'x'" \
		smc_pnet -a A -I eth0 x
	fails 2 "smc_pnet: unknown command 'NET1'" smc_pnet NET1
	for word in -s -d; do
		run smc_pnet "$word" A -I eth0
		[ "$status" -eq 2 ]
		[[ $output == *": -I, -D, -P and --replace go with add only" ]]
	done
	fails 2 "smc_pnet: flush: -I, -D, -P and --replace go with add only" \
		smc_pnet -f --replace
	no_requests
}

@test "add: devices that do not exist are added, and said not to be there" {
	export SMC_FAKE="nics pnet=NET2:nosuchif0,NET2:nosuchib0/2"
	warns "smc_pnet: there is no interface nosuchif0: its entry waits for one" \
		smc_pnet -a NET2 -I nosuchif0
	warns "smc_pnet: SMC knows no device nosuchib0: its entry waits for one" \
		smc_pnet -a NET2 -D nosuchib0 -P 2
	[ "$(requests)" = "p2 p2" ]
}

@test "E10: -D in another namespace is refused, not dropped" {
	export SMC_FAKE="netns=7 pnet=X:lo"
	fails 3 "smc_pnet: add: -D rxe0: only the initial network namespace has RDMA and SMC-D devices" \
		smc_pnet -a NET1 -I veth0 -D rxe0
	hint "add it there: it counts for all namespaces; entries of -I do not"
	no_requests
	golden empty smc_pnet -a NET1 -I veth0
}

@test "add: the device has one already" {
	export SMC_FAKE="$old err=p2:17"
	fails 1 "smc_pnet: add: device has a PNET ID already" \
		smc_pnet -a OTHER -I eth0
	hint "eth0 has NET1; --replace gives it another"
	fails 1 "smc_pnet: add: device has a PNET ID already" \
		smc_pnet -a OTHER -D rxe0 -P 2
	hint "rxe0 has NET1; --replace gives it another"
	SMC_FAKE="$old err=p2:17:there_is_one" fails 1 \
		"smc_pnet: add: kernel refused: there is one (attribute 1)" \
		smc_pnet -a OTHER -I eth0
	hint "eth0 has NET1; --replace gives it another"
	# One of two is new: that is a success, and half of what was asked.
	SMC_FAKE="nics $old" warns \
		"smc_pnet: rxe0 keeps its PNET ID NET1; --replace gives it another" \
		smc_pnet -a OTHER -I lo -D rxe0
}

@test "add --replace: nothing to do when it is so" {
	export SMC_FAKE="nics $old"
	golden empty smc_pnet -a net1 -I eth0 -D rxe0 --replace
	no_requests
	golden empty smc_pnet -a NET1 -I lo -D rxe0 --replace
	sent "p2 NET1 lo"
}

@test "add --replace: moves the device, and no other" {
	SMC_FAKE="nics pnet=A:eth0,A:eth1,B:lo,A:rxe0/1,B:mlx5_0/1" \
		smc_pnet -a C -I eth0 -D mlx5_0 --replace 2>/dev/null
	sent "p3 A" "p2 A eth1" "p2 A rxe0" "p3 B" "p2 B lo" "p2 C eth0 mlx5_0"
}

@test "add --replace: the stock module looks at no port" {
	SMC_FAKE="nics $old err=p2:17" fails 1 \
		"smc_pnet: add: device has a PNET ID already" \
		smc_pnet -a NET1 -D rxe0 -P 2 --replace
	# The second try takes the other port's entry away, and brings it back.
	sent "p2 NET1 rxe0" "p3 NET1" "p2 NET1 eth0" "p2 NET1 rxe0" \
		"p2 NET1 rxe0"
}

@test "add --replace: what fails is undone" {
	SMC_FAKE="nics pnet=A:eth0,A:eth1 err=p2:12" fails 1 \
		"smc_pnet: add: kernel refused: Cannot allocate memory" \
		smc_pnet -a C -I eth0 --replace
	sent "p3 A" "p2 A eth1" "p2 A eth0"
}

@test "C29: the first entry, and the RDMA device that it shadows" {
	local first="smc_pnet: first entry: eth0 now uses devices with the PNET ID NETA only"

	export SMC_FAKE="nics added=NETA:eth0"
	warns "$first
smc_pnet: eth0 does not use its own RDMA device rxe0 any more, which has no PNET ID, the interface has one (-D rxe0 adds it)" \
		smc_pnet -a NETA -I eth0
	# Of others nothing was used, or it goes on being used.
	export SMC_FAKE="nics added=NETA:lo"
	warns "${first/eth0/lo}" smc_pnet -a NETA -I lo
	export SMC_FAKE="nics pnet=X:lo added=NETA:eth1"
	golden empty smc_pnet -a NETA -I eth1
	export SMC_FAKE="nics added=NETA:mlx5_0/1"
	golden empty smc_pnet -a NETA -D mlx5_0
}

@test "explain: the chain, the entry that wins, the devices that follow" {
	export SMC_FAKE="nics pnet=NETA:vlan10,NETB:eth0,NETA:mlx5_0/1"
	golden explain smc_pnet explain vlan10
	golden_json explain-json smc_pnet --json explain vlan10
	SMC_FAKE=nics golden explain-empty smc_pnet explain vlan10
	fails 1 "smc_pnet: explain: there is no interface 'eth9' in this namespace" \
		smc_pnet explain eth9
	fails 2 "smc_pnet: explain: INTERFACE is missing" smc_pnet explain
}

# why PART NAME: what is said of it
why() {
	smc_pnet --json explain "$iface" | jq -r --arg p "$1" --arg n "$2" \
		'.explanation[] | select(.part == $p and .name == $n) |
		"\(.pnetid // "-") \(if has("used") then .used else "-" end) \(.why)"'
}

@test "C30: the lowest device's entry comes first, then the interface's" {
	local iface=vlan10

	export SMC_FAKE="pnet=A:vlan10"
	[ "$(why interface vlan10)" = \
		"A - by its own entry: eth0, the lowest device, has none" ]
	[ "$(why entry vlan10)" = "A true wins: eth0 has no entry" ]
	export SMC_FAKE="pnet=B:eth0"
	[ "$(why interface vlan10)" = \
		"B - by the entry of eth0, the lowest device" ]
	export SMC_FAKE="pnet=A:vlan10,B:eth0"
	[ "$(why interface vlan10)" = \
		"B - by the entry of eth0, the lowest device" ]
	[ "$(why entry vlan10)" = \
		"A false that of eth0, the lowest device, comes first" ]
}

@test "C30: bond, bridge, and what is between" {
	local iface=vlan20

	export SMC_FAKE="pnet=A:bond0,B:eth3"
	[ "$(smc_pnet --json explain vlan20 |
		jq -r '.explanation[] | select(.part == "device") | .name' |
		xargs)" = "vlan20 br0 bond0 eth2" ]
	[ "$(why device bond0)" = \
		"- - bond on several devices: the one added first counts, here taken to be eth2" ]
	[[ $(why entry bond0) == *" neither the interface nor the lowest device" ]]
	[ "$(why interface vlan20)" = \
		"- - no entry for it or its lowest device" ]
	# The other end of a veth is not below it.
	iface=veth0
	[ "$(why device veth0)" = "- - veth, the lowest device" ]
	[ -z "$(why device veth1)" ]
}

@test "explain: below is another namespace" {
	local iface=mac0

	export SMC_FAKE="nics pnet=NETA:mac0"
	[ "$(why interface mac0)" = \
		"NETA - by its own entry: the device below mac0 is in another namespace" ]
	[ "$(why rdma mlx5_0)" = \
		"NETA true has the PNET ID of the interface" ]
	SMC_FAKE=nics
	[[ $(why note "no PNET ID") == *"SMC-R needs an entry for mac0" ]]
}

@test "C29: what an empty table means, here and in another namespace" {
	local iface=eth0

	export SMC_FAKE=nics
	[ "$(why rdma rxe0)" = \
		"- true belongs to the lowest device, which has no PNET ID" ]
	[[ $(why note "no PNET ID") == "- - hardware has none "* ]]
	export SMC_FAKE="nics netns=9"
	[[ $(why rdma rxe0) == *" the interface has no PNET ID" ]]
	[ "$(why note "no PNET ID")" = \
		"- - entries of other namespaces do not count here, and SMC-R needs one: smc_pnet -a ID -I eth0, ID being that of the RDMA device" ]
	export SMC_FAKE=no-rdma
	[[ $(why note "no PNET ID") == "- - nothing to mend: "* ]]
}

@test "explain: RDMA ports, active or not" {
	local iface=eth1

	export SMC_FAKE="nics pnet=NETA:eth1"
	[ "$(why rdma mlx5_0)" = "NETA true has the PNET ID of the interface" ]
	[[ $(why rdma mlx5_1) == "NETA false would be used, but is not active" ]]
	[[ $(why rdma rxe0) == "- false has no PNET ID, the interface has one" ]]
}

@test "C32: SMC-D devices: virtual ones, and those with PNET IDs" {
	local iface=eth0 ism="dev=0x04ed pnet="

	export SMC_FAKE=
	[ "$(why smcd loopback-ism)" = \
		"- true virtual: a PNET ID has an effect only for SMC-D version 1, which it does not do" ]
	export SMC_FAKE="${ism}ABCDEFGHIJKLMNOP:eth0"
	[[ $(why smcd 0029:00:00.0) == *" true has the PNET ID of the interface" ]]
	export SMC_FAKE="${ism}ABCDEFGHIJKLMNOP:eth1"
	[[ $(why smcd 0029:00:00.0) == *" true version 2 only: eth1, which is up, has its PNET ID" ]]
	export SMC_FAKE="${ism}ABCDEFGHIJKLMNOP:eth4"
	[[ $(why smcd 0029:00:00.0) == *" no interface that is up has its PNET ID" ]]
}

@test "C33: entries whose device is gone or renamed" {
	local iface=eth0

	export SMC_FAKE="nics pnet=A:old0,A:rxe9/1,A:eth1"
	[[ $(why entry old0) == *" stale: no interface has this name, it may be renamed" ]]
	[[ $(why entry rxe9) == *" stale: SMC knows no device of this name, it may be renamed" ]]
	[ -z "$(why entry eth1)" ]
}

@test "explain: a PNET ID of the hardware" {
	local iface=vlan10

	# EBCDIC, four of them: HWA1, none, none, HWD4
	export SMC_SYSFS=$BATS_TEST_TMPDIR/sys SMC_FAKE=pnet=A:vlan10
	local pci=$SMC_SYSFS/bus/pci/devices/0000:02:00.0
	mkdir -p "$pci/net/eth0" "$SMC_SYSFS/devices/css0/chp0.9f" \
		"$SMC_SYSFS/bus/ccwgroup/devices/0.0.f500"
	{
		printf '\xc8\xe6\xc1\xf1'
		head -c 44 /dev/zero
		printf '\xc8\xe6\xc4\xf4'
		head -c 12 /dev/zero
	} >"$pci/util_string"
	[ "$(why interface vlan10)" = \
		"HWA1 - the hardware of eth0 has it, entries do not count" ]
	[[ $(why entry vlan10) == *" the hardware of eth0 comes first" ]]
	echo 3 >"$pci/net/eth0/dev_port"
	[[ $(why interface vlan10) == "HWD4 "* ]]
	echo 1 >"$pci/net/eth0/dev_port"
	[[ $(why interface vlan10) == "A "* ]]
	iface=eth5
	[[ $(why interface eth5) == "- "* ]]
	echo 9f >"$SMC_SYSFS/bus/ccwgroup/devices/0.0.f500/chpid"
	cp "$pci/util_string" "$SMC_SYSFS/devices/css0/chp0.9f/"
	[[ $(why interface eth5) == "HWA1 "* ]]
}

@test "all that a kernel can answer with" {
	local cmd

	SMC_FAKE=no-smc fails 3 \
		"smc_pnet: smc module is not loaded (modprobe smc)" smc_pnet
	export SMC_FAKE="$old err=p1:5"
	for cmd in show 'explain eth0' '--json show'; do
		# shellcheck disable=SC2086 # words
		run smc_pnet $cmd
		[ "$status" -eq 1 ]
		[[ $output == *": kernel refused: Input/output error" ]]
	done
	SMC_FAKE="$old done=p1:5:half_way" fails 1 \
		"smc_pnet: kernel refused: half way" smc_pnet
	SMC_FAKE="$old cut=p1" fails 1 \
		"smc_pnet: broken reply of the kernel: PNET table: an attribute overruns the message" \
		smc_pnet
	SMC_FAKE="$old drop=p1:1" fails 1 \
		"smc_pnet: broken reply of the kernel: PNET table: no attribute SMC_PNETID_NAME" \
		smc_pnet
	for cmd in g5 g6 link p1; do
		SMC_FAKE="$old lost=$cmd" fails 1 \
			"smc_pnet: explain: netlink reply: No buffer space available" \
			smc_pnet explain eth0
		SMC_FAKE="$old nics cut=$cmd" run smc_pnet explain eth0
		[ "$status" -eq 1 ]
		[[ $output == *": broken reply of the kernel: "* ]]
	done
	SMC_FAKE="$old new" same "$(SMC_FAKE=$old smc_pnet)" smc_pnet
	run --separate-stderr env SMC_FAKE="$old intr=p1:1000" "$SMC_PNET"
	[ "$status" -eq 0 ]
	[[ $stderr == *"entries came and went meanwhile"* ]]
	# Advice that cannot be had is no failure.
	SMC_FAKE="$old err=link:5" golden empty smc_pnet -a NET1 -I eth0
	run bash -c "'$SMC_PNET' explain eth0 >/dev/full"
	[ "$status" -eq 1 ]
}

# The lines of an example are those that the tool prints.
@test "the examples of the manual page" {
	local page=$BATS_TEST_DIRNAME/../../man/smc_pnet.8.scd

	golden empty env SMC_FAKE="nics pnet=NET1:eth1" \
		"$SMC_PNET" -a net1 -I eth1
	golden empty env SMC_FAKE="nics pnet=NET1:eth1,NET1:mlx5_0/1" \
		"$SMC_PNET" -a NET1 -D mlx5_0
	export SMC_FAKE="nics pnet=NET1:eth1,NET1:mlx5_0/1 err=p3:2"
	[ "$(sed -n '/^# smc_pnet$/,/^#/p' "$page" | sed '1d;$d')" = \
		"$(smc_pnet)" ]
	[ "$(sed -n '/^# smc_pnet -d NOSUCH/,/^\$/p' "$page" | sed '1d;$d')" = \
		"$(smc_pnet -d NOSUCH 2>&1)" ]
	[ "$(smc_pnet --output part,name,used explain vlan10 | head -n 1 |
		xargs)" = "part name used" ]
}

@test "help, version, completion, batch, trace" {
	SMC_FAKE=no-smc golden help-smc_pnet smc_pnet --help
	golden help-smc_pnet smc_pnet help
	[ "$(smc_pnet -v)" = "smc_pnet (smc-suite) \
$(cat "$BATS_TEST_DIRNAME/../../VERSION")" ]
	export SMC_FAKE="nics $old"
	same "$(printf '%s\n' show add del flush explain)" smc_pnet complete ''
	same NET1 smc_pnet complete -d ''
	same NET1 smc_pnet complete add ''
	same "$(printf '%s\n' 1 2)" smc_pnet complete -a X -D rxe0 -P ''
	smc_pnet complete -a X -I '' | grep -qx vlan10
	smc_pnet complete explain '' | grep -qx vlan10
	same "$(printf '%s\n' rxe0 mlx5_0 mlx5_1 loopback-ism)" \
		smc_pnet complete -a X -D ''
	SMC_FAKE=no-smc golden empty smc_pnet complete -d ''
	cd "$BATS_TEST_DIRNAME/../.."
	[ bash-completion/smc_pnet -ef bash-completion/smc ]
	same "$(smc_pnet; smc_pnet)" smc_pnet -b - <<-'LINES'
		show
		-s NET1
	LINES
	run smc_pnet --debug=netlink explain vlan10
	[[ $output == *"> SMC_PNETID, seq "*"IFLA_IFNAME: \"vlan10\""* ]]
	[[ $output == *"SMC_PNETID_IBNAME: \"rxe0\""* ]]
	run smc_pnet --debug=netlink -d NET1
	[[ $output == *"  DEL"*"SMC_PNETID_NAME: \"NET1\""* ]]
}
