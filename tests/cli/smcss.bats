# SPDX-License-Identifier: GPL-2.0-or-later
# smcss: sockets

load helpers

@test "columns and rows, for each choice" {
	golden smcss smcss
	golden smcss-a smcss -a
	golden smcss-a smcss --all
	golden smcss-l smcss -l
	golden smcss-ad smcss -ad
	golden smcss-D smcss -D
	golden smcss-R smcss -R
	golden smcss-dR smcss -d -R
	golden smcss-ae smcss -a -e
	golden smcss-D-full smcss -D --full-gid
	golden smcss-a smcss -a -W
}

@test "JSON, also when empty" {
	golden_json smcss-json smcss -a --json
	SMC_FAKE=empty golden_json smcss-empty-json smcss -a --json
	SMC_FAKE=empty golden smcss-empty smcss -a
	smcss -a --pretty | jq -es 'length == 1'
}

@test "headings and rows as in the transcripts" {
	local line
	local -A of=([a]=0 [ad]=0 [R]=0 [dR]=0 [D]=0)

	while IFS='|' read -r choice line; do
		smcss "-$choice" | grep -Fxq -- "$line" || {
			echo "smcss -$choice has no line '$line'"
			return 1
		}
		of[$choice]=1
	done <"$BATS_TEST_DIRNAME/golden/transcript-smcss.golden"
	[ "${of[a]}${of[ad]}${of[R]}${of[dR]}${of[D]}" = 11111 ]
}

@test "the columns that scripts read: \$5 \$7 \$8" {
	[ "$(smcss -a | awk '$5 == "10.0.0.2:5001" { print $7, $8 }')" = \
		"TCP 0x03010000" ]
	[ "$(smcss -a | awk '$5 == "127.0.0.1:40000" { print $7 }')" = SMCD ]
	[ "$(smcss -ae | awk '$5 == "10.0.0.2:5001" { print $7, $8 }')" = \
		"TCP 0x03010000" ]
}

@test "C26: why, in words, on the side that was declined" {
	smcss -e | grep -F ' TCP 0x05000000/0x03030008 peer declined: no enterprise ID: add one with smcd ueid add'
	[ "$(smcss --json | jq -r '.sockets[] | select(.inode == 1840) |
		.fallback.peer_reason')" = "no enterprise ID" ]
}

@test "C11: listeners on ::, ::1, 2001:db8:: and 0.0.0.0" {
	[ "$(smcss -l | awk 'NR > 1 { print $4 }' | tr '\n' ' ')" = \
		"0.0.0.0:7000 [::]:7001 [::1]:7002 [2001:db8::]:7003 [::]:7004 " ]
	[ "$(smcss -l --json | jq -c '[.sockets[].family]')" = \
		'["inet","inet6","inet6","inet6","inet6"]' ]
}

@test "C11: stock does not tell; wide addresses are told all the same" {
	SMC_FAKE=no-ext
	[ "$(smcss -l | awk 'NR > 1 { print $4 }' | tr '\n' ' ')" = \
		"0.0.0.0:7000 0.0.0.0:7001 [::1]:7002 32.1.13.184:7003 [::]:7004 " ]
	smcss | grep -F '[fd00:1234:5678:9abc::3333:4444]:6000'
}

@test "C09: 20,000 sockets, each once" {
	SMC_FAKE=socks=20000
	[ "$(smcss -a | wc -l)" -eq 20001 ]
	[ "$(smcss -a | awk 'NR > 1 { print $3 }' | sort -u | wc -l)" -eq 20000 ]
	[ "$(smcss -a --json | jq '[.sockets[].inode] | unique | length')" = \
		20000 ]
}

@test "C09: a long torn table is not done again, and said to be torn" {
	SMC_FAKE="socks=20000 intr=diag:1000"
	run --separate-stderr smcss -a
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 20001 ]
	[ "$stderr" = "smcss: entries came and went meanwhile: some may be missing or shown twice" ]
}

@test "100,000 sockets: memory stays constant" {
	local few many

	# Address space in KiB that just does for 20,000 does for 100,000.
	SMCSS=$CLI_BIN/plain/smcss
	few=9216
	SMC_FAKE=socks=20000
	(ulimit -v $few && smcss -a >/dev/null)
	SMC_FAKE=socks=100000
	many=$(ulimit -v $few && smcss -a | wc -l)
	[ "$many" -eq 100001 ]
	many=$(ulimit -v $few && smcss -a --json | wc -l)
	[ "$many" -eq 100002 ]
	many=$(ulimit -v $few && smcss -a -t -m | grep -c tcp:ESTAB)
	[ "$many" -eq 100000 ]
	many=$(ulimit -v $few && smcss -a -p | wc -l)
	[ "$many" -eq 100001 ]
	# A process with many descriptors: 16 bytes each, doubled when full.
	many=$(python3 - "$SMCSS" $((few + 2048)) <<-'EOF'
	import os, resource, socket, subprocess, sys
	hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
	resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
	n = min(hard, 50000) - 100
	s = socket.socket()
	fds = [os.dup(s.fileno()) for _ in range(n)]
	env = dict(os.environ, SMC_FAKE="socks=100000 inode=%d" % os.fstat(s.fileno()).st_ino)
	room = int(sys.argv[2]) * 1024
	done = subprocess.run([sys.argv[1], "-a", "-p"], env=env, text=True, stdout=subprocess.PIPE,
	    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (room, room)))
	rows = done.stdout.splitlines()
	assert done.returncode == 0 and "users:((" in rows[1]
	print(len(rows))
	EOF
	)
	[ "$many" -eq 100001 ]
	# 32 bytes a socket, twice, to know what it was the round before.
	many=$(ulimit -v $((few + 12288)) &&
		smcss -a --watch=0.1 --count 2 | grep -c B/s)
	[ "$many" -ge 100000 ]
}

@test "B04: no smc_diag: one line, no heading, exit 3" {
	SMC_FAKE=no-diag fails 3 \
		"smcss: smc_diag module is not loaded (modprobe smc_diag)" smcss
	SMC_FAKE=no-diag fails 3 \
		"smcss: smc_diag module is not loaded (modprobe smc_diag)" \
		smcss --json
}

@test "B16: all 128 bits of a GID" {
	[ "$(smcss -D --full-gid | awk 'NR == 2 { print $8 }')" = \
		11112222333344445555666677778888 ]
	[ "$(smcss --json | jq -r '.sockets[] | select(.inode == 77) |
		.smcd.peer_gid')" = aaaabbbbccccddddeeeeffff00001111 ]
	# A kernel that sends 64 of them only.
	[ "$(SMC_FAKE=old smcss -D | awk 'NR == 2 { print $8 }')" = \
		1111222233334444 ]
}

@test "B16: all links of an SMC-R socket's link group, if it is known" {
	SMC_FAKE="netns=4711 two-links"
	same '["00020000",[{"linkid":"01","device":"rocep9s0f1","port":1},{"linkid":"02","device":"rocep9s0f1","port":2}]]' \
		jq -c '.sockets[] | select(.inode == 658) | .smcr |
			[.lgr, [.links[] | del(.gid, .peer_gid)]]' \
		<<<"$(smcss --json -R)"
	same "01:rocep9s0f1/1,02:rocep9s0f1/2" smcss --no-headings \
		--output smcr.links dport 5000
	same 00020000 smcss --no-headings --output smcr.lgr dport 5000
	same 0000:0000:0000:0000:0000:ffff:0a00:00fe jq -r \
		'.sockets[0].smcr.links[1].gid' <<<"$(smcss -R --json)"
	# Asked for by nobody; of another namespace; of none; of two.
	[ "$(smcss --json | jq '[.sockets[].smcr.links // empty] | length')" -eq 0 ]
	SMC_FAKE="netns=7 two-links"
	same - smcss --no-headings --output smcr.links dport 5000
	SMC_FAKE=netns=4711
	same - smcss --no-headings --output smcr.links dport 5000
	SMC_FAKE=smcr=talk
	same 01:rxe0/1 smcss --no-headings --output smcr.links dport 5000
	SMC_FAKE="smcr=talk twins"
	same - smcss --no-headings --output smcr.links dport 5000
	# The kernel refuses.
	SMC_FAKE=err=g3:1 run smcss -R --json
	[ "$status" -eq 4 ]
}

@test "options that exclude each other" {
	local other

	for other in a d D R; do
		fails 2 "smcss: -l goes with none of -a, -d, -D and -R" \
			smcss -l "-$other"
	done
	fails 2 "smcss: -D and -R exclude each other" smcss -D -R
}

# inodes CONDITION...: of the sockets that are shown, in order
inodes() {
	smcss --json "$@" | jq -r '[.sockets[].inode] | sort | join(" ")'
}

@test "conditions: each kind, values in a list, all of them must hold" {
	same "5 1840 11913" inodes mode tcp
	same "77 658 1824 1825" inodes mode smcd,SMCR
	same "12020 12021 12022 12023 12024" inodes state LISTEN
	same "12021 12022 12025" inodes state listen,init sport 7001-7002,0
	same "1825" inodes state PEERFINCLOSEWAIT
	same "5 658 1824 11913 12026" inodes dst 10.0.0.0/8
	same "5 658 11913 12026" inodes src 10.0.0.1,10.1.0.0/16
	same "1825 1840" inodes dst fd00::/16
	same "1824" inodes dst ::ffff:10.0.0.1
	same "11913" inodes mode tcp dport 5001
	same "77" inodes uid 4000000000
	same "1824" inodes uid root dport 48226
	same "11913" inodes reason 0x03010000
	same "1840" inodes reason 0x03030008
	same "1840" inodes reason 'enterprise id'
	same "77 1824 1825" inodes lgr 100
	same "77 1824 1825" inodes lgr 00010000
	same "77 1824 1825" inodes dev loopback-ism
	same "658" inodes dev "$(smcss --json |
		jq -r '.sockets[] | select(.smcr).smcr.device' | head -n 1)"
	[ -z "$(SMC_FAKE=no-ext inodes dev loopback-ism)" ]
	[ -z "$(inodes lgr ffff)" ]
	same "$(smcss mode tcp)" smcss -- mode tcp
	same "$(smcss mode tcp -e)" smcss -e mode tcp
}

@test "conditions: in all namespaces" {
	[ "$(smcss --netns all --json mode tcp,smcr dport 5000,5001 |
		jq '[.sockets[] | select(.netns == "self")] | length')" -eq 2 ]
}

@test "conditions: what makes no sense" {
	local i many=()

	fails 2 "smcss: unknown condition 'x'" smcss x
	hint "state, mode, sport, dport, src, dst, uid, reason, lgr, dev, pid, comm"
	fails 2 "smcss: state needs STATE" smcss state
	fails 2 "smcss: state: there is no 'OPEN'" smcss state OPEN
	fails 2 "smcss: state: there is no ''" smcss state ''
	fails 2 "smcss: mode: 'udp' is none of smcd, smcr, tcp" smcss mode udp
	for i in '' 65536 -1 1- 9-8 http 1,x; do
		run smcss sport "$i"
		[ "$status" -eq 2 ]
	done
	for i in '' 1.2.3 1.2.3.4/33 1.2.3.4/ ::1/129 ::1/x \
		1111:2222:3333:4444:5555:6666:7777:8888:9999; do
		run smcss src "$i"
		[ "$status" -eq 2 ]
	done
	fails 2 "smcss: uid: there is no user '12x'" smcss uid 12x
	fails 2 "smcss: lgr: 'xyz' is no link group ID" smcss lgr xyz
	run smcss reason ''
	[ "$status" -eq 2 ]
	for ((i = 0; i < 17; i++)); do many+=(uid 0); done
	run smcss "${many[@]}"
	[ "$status" -eq 2 ]
	run smcss uid "$(printf '0,%.0s' {1..70})0"
	[ "$status" -eq 2 ]
	run smcss reason "$(head -c 2000 /dev/zero | tr '\0' x)"
	[ "$status" -eq 2 ]
}

@test "conditions: completion" {
	smcss complete s | grep -x state
	smcss complete -a --netns self mode '' | grep -x tcp
	smcss complete state '' | grep -x LISTEN
	smcss complete mode tcp s | grep -x sport
	[ -z "$(smcss complete uid '')" ]
}

@test "-p: who holds a socket" {
	python3 - "$SMCSS" >"$BATS_TEST_TMPDIR/out" <<-'EOF'
	import json, os, socket, subprocess, sys
	s = socket.socket()
	fd, pid = s.fileno(), os.getpid()
	inode = os.fstat(fd).st_ino
	env = dict(os.environ, SMC_FAKE="inode=%d" % inode)
	def run(*args):
	    done = subprocess.run([sys.argv[1], *args], env=env,
	                          capture_output=True, text=True)
	    assert (done.returncode, done.stderr) == (0, ""), done
	    return done.stdout
	comm = open("/proc/self/comm").read().strip()
	rows = run("-p").splitlines()
	assert rows[0].endswith(" Users"), rows[0]
	users = ' users:(("%s",pid=%d,fd=%d))' % (comm, pid, fd)
	assert rows[1].endswith(users), rows[1]
	assert not any("users:" in row for row in rows[2:]), rows
	first, other = json.loads(run("--json", "-p"))["sockets"][:2]
	assert first["processes"] == [dict(name=comm, pid=pid, fd=fd)], first
	assert other["processes"] == [], other
	assert "processes" not in run("--json")
	def inodes(*args):
	    return [s["inode"] for s in json.loads(run("--json", *args))["sockets"]]
	assert inodes("pid", str(pid)) == [inode]
	assert inodes("comm", comm) == [inode]
	assert inodes("comm", "nobody," + comm, "mode", "smcr") == [inode]
	assert inodes("pid", "1", "comm", comm) == []
	# Several descriptors, and more than a line has room for.
	more = [os.dup(fd) for _ in range(40)]
	first = json.loads(run("--json", "-p"))["sockets"][0]
	assert [p["fd"] for p in first["processes"]] == sorted([fd] + more)
	assert run("-p").splitlines()[1].endswith(",...)")
	out = run("--output", "processes", "--no-headings").splitlines()
	assert out[0].startswith('users:(("'), out
	assert out[1] == "-", out
	print("ok")
	EOF
	[ "$(cat "$BATS_TEST_TMPDIR/out")" = ok ]
	# Those that no process holds are nobody's.
	[ -z "$(smcss --no-headings pid 1)" ]
	fails 2 "smcss: pid: '1x' is no process id" smcss pid 1x
	fails 2 "smcss: comm: there is no name" smcss comm ''
}

@test "cgroup: that of the socket, else that of its first process" {
	python3 - "$SMCSS" <<-'EOF'
	import json, os, socket, subprocess, sys
	s = socket.socket()
	own = [line[3:] for line in open("/proc/self/cgroup").read().split("\n")
	       if line.startswith("0::")]
	def run(fake, *args):
	    env = dict(os.environ, SMC_FAKE=fake)
	    done = subprocess.run([sys.argv[1], "--json", *args], env=env,
	                          capture_output=True, text=True)
	    assert (done.returncode, done.stderr) == (0, ""), done
	    return json.loads(done.stdout)["sockets"]
	inode = "inode=%d" % os.fstat(s.fileno()).st_ino
	for args in ("--output", "cgroup"), ("-p",):
	    first, other = run(inode, *args)[:2]
	    assert first.get("cgroup") == (own[0] if own else None), first
	    assert "cgroup" not in other, other
	# An id that no cgroup has does not hide the process's.
	first, other = run(inode + " cgroup=4611686018427387904", "-p")[:2]
	assert first.get("cgroup") == (own[0] if own else None), first
	EOF
}

@test "-t: the state of the TCP socket below" {
	smcss -at | grep -F 'TCP 0x03010000 tcp:ESTAB'
	smcss -lt | grep -E '^LISTEN .* tcp:LISTEN$'
	same "ESTAB LISTEN null" jq -r \
		'[.sockets[] | select(.inode == (1840, 12021, 12025)) |
			.tcp.state // "null"] | join(" ")' \
		<<<"$(smcss -a -t --json)"
	same ESTAB smcss --no-headings --output tcp.state dport 5001
	# Nobody asked; there is none any more; the kernel refuses.
	[ "$(smcss -a --json | jq '[.sockets[] | select(.tcp)] | length')" -eq 0 ]
	[ "$(SMC_FAKE=no-tcp smcss -at | grep -c tcp:)" -eq 0 ]
	SMC_FAKE=err=inet:1 run --separate-stderr smcss -t
	[ "$status" -eq 4 ]
	SMC_FAKE=cut=inet run --separate-stderr smcss -t
	[ "$status" -eq 1 ]
	SMC_FAKE=bad=inet run --separate-stderr smcss -t
	[ "$status" -eq 1 ]
	# The stock module calls a listener on :: one on 0.0.0.0.
	SMC_FAKE=no-ext smcss -lt | grep -F '[::1]:7002               tcp:LISTEN'
}

@test "-m: buffers and what is in them, of SMC and of TCP" {
	smcss -m dport 5000 | grep -F ' skmem:(r1,rb65536,t0,tb65536)'
	smcss -m dport 5001 | grep -F ' skmem:(r11,rb131072,t22,tb87040)'
	same '{"rx_bytes":131072,"rx_queued":11,"tx_bytes":87040,"tx_queued":22}' \
		jq -c '.sockets[].memory' <<<"$(smcss -m --json dport 5001)"
	same '{"rx_bytes":65536,"rx_queued":1,"tx_bytes":65536,"tx_queued":0}' \
		jq -c '.sockets[].memory' <<<"$(smcss --json dport 5000)"
	[ "$(smcss -l -m | grep -c skmem)" -eq 0 ]
}

@test "--watch: bytes a second, also where cursors wrap" {
	# 100,000 bytes each way between two dumps, which take 0.5 s at least.
	SMC_FAKE=traffic
	smcss --json --watch=0.5 --count 4 dport 5000 >"$BATS_TEST_TMPDIR/out"
	same null jq -c '.sockets[].rates' <<<"$(head -n 1 "$BATS_TEST_TMPDIR/out")"
	[ "$(tail -n 3 "$BATS_TEST_TMPDIR/out" | jq '.sockets[] | .rates |
		select(.rx == .tx and .rx > 1000 and .rx <= 210000) | 1' |
		wc -l)" -eq 3 ]
	[ "$(smcss --watch=0.1 --count 3 | grep -c ' rx:[1-9][0-9]*B/s tx:[1-9][0-9]*B/s$')" -ge 2 ]
	# Sockets that fell back have no cursors.
	[ "$(smcss --watch=0.1 --count 3 mode tcp | grep -c B/s)" -eq 0 ]
	SMC_FAKE=
	smcss --watch=0.1 --count 2 dport 5000 | grep -F ' rx:0B/s tx:0B/s'
}
