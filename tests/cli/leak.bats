# SPDX-License-Identifier: GPL-2.0-or-later
# C13: no memory lost and no file left open, by any command

load helpers

# clean TOOL WORD...: valgrind has nothing to say
clean() {
	local tool=$1 rc=0
	shift

	valgrind --leak-check=full --errors-for-leak-kinds=definite,indirect \
		--track-fds=yes --error-exitcode=88 \
		--log-file="$BATS_TEST_TMPDIR/valgrind" \
		"$CLI_BIN/plain/$tool" "$@" >/dev/null 2>&1 3>&- 4>&- || rc=$?
	# Those of bats are the only ones.
	if [ "$rc" -eq 88 ] ||
		! grep -q 'FILE DESCRIPTORS: ' "$BATS_TEST_TMPDIR/valgrind" ||
		[ "$(grep -c 'Open file descriptor' \
			"$BATS_TEST_TMPDIR/valgrind")" -ne \
		"$(grep -c '<inherited from parent>' \
			"$BATS_TEST_TMPDIR/valgrind")" ]; then
		echo "$tool $*"
		cat "$BATS_TEST_TMPDIR/valgrind"
		return 1
	fi
}

@test "C13: smcd, what goes well" {
	clean smcd -d info
	clean smcd -d device
	clean smcd --json linkgroup
	clean smcd -d linkgroup 200
	clean smcd stats reset
	clean smcd --json stats
	clean smcd stats json
	clean smcd ueid
	clean smcd ueid add A
	clean smcd ueid del A
	clean smcd ueid flush
	clean smcd seid
	clean smcd seid enable
	clean smcd seid disable
	clean smcd hs-limit
	clean smcd hs-limit enable
	clean smcd hs-limit disable
	clean smcd tune
	clean smcd tune show rmem
	clean smcd tune set wmem 64k
	clean smcd tune profile
	clean smcd tune profile show memory
	clean smcd tune profile memory
	clean smcd --pretty gauges
	clean smcd complete ueid del ''
	clean smcd --help
}

@test "C13: smcd, what fails" {
	SMC_FAKE=no-smc clean smcd info
	SMC_FAKE=err=g5:1 clean smcd info
	SMC_FAKE=cut=g4 clean smcd linkgroup
	SMC_FAKE=done=g7:5 clean smcd stats
	SMC_FAKE=drop=g8:1 clean smcd stats
	clean smcd ueid add a
	clean smcd nonsense
	clean smcd tune set wmem 1
	SMC_FAKE=err=x6:5 clean smcd tune
	rm -r "$SMC_FAKE_SETTINGS"
	clean smcd tune
	install -d -m 700 "$XDG_STATE_HOME/smc"
	echo damaged >"$XDG_STATE_HOME/smc/smcd-stats.1"
	clean smcd stats
	chmod 777 "$XDG_STATE_HOME/smc"
	clean smcd stats reset
}

@test "C13: smcr" {
	clean smcr -d info
	clean smcr -d device
	clean smcr device show all ibdev rxe0 netdev eth0
	clean smcr device netdev nowhere
	clean smcr -d linkgroup
	clean smcr --json linkgroup show 10000 ibdev rxe0
	clean smcr linkgroup show 77
	clean smcr linkgroup netdev nowhere
	clean smcr -dd linkgroup link-show
	clean smcr --netns all --json linkgroup link-show
	clean smcr --json stats
	clean smcr complete linkgroup show ''
	clean smcr complete linkgroup ibdev ''
	SMC_FAKE=cut=g2 clean smcr linkgroup
	SMC_FAKE=err=g3:5 clean smcr linkgroup link-show
}

@test "C13: smcss" {
	clean smcss -a
	clean smcss -ae --json
	SMC_FAKE=socks=5000 clean smcss -d
	clean smcss -a -p -t -m --json
	clean smcss -R --json
	clean smcss --output all pid 1 comm socat
	SMC_FAKE=traffic clean smcss --watch=0.1 --count 3
	clean smcss --netns all --watch=0.1 --count 2 -p
	SMC_FAKE=err=inet:5 clean smcss -t
	SMC_FAKE=cut=inet clean smcss -t
	SMC_FAKE=err=g3:5 clean smcss -R --json
	SMC_FAKE=no-diag clean smcss
	SMC_FAKE=intr=diag:2 clean smcss -a
	SMC_FAKE=cut=diag clean smcss
	clean smcss -D -R
}

@test "C13: smc_pnet" {
	export SMC_FAKE="nics pnet=A:eth0,A:eth1,B:mlx5_0/1"
	clean smc_pnet
	clean smc_pnet --json -s a
	clean smc_pnet -s NOSUCH
	clean smc_pnet -a C -I eth0 -D mlx5_0 --replace
	clean smc_pnet -a C -I eth2
	clean smc_pnet -d A
	clean smc_pnet -f
	clean smc_pnet explain vlan20
	clean smc_pnet explain nosuch
	clean smc_pnet complete -a X -D ''
	SMC_FAKE="nics cut=link" clean smc_pnet explain eth0
	SMC_FAKE="nics err=p2:12 pnet=A:eth0,A:eth1" \
		clean smc_pnet -a C -I eth0 --replace
}

@test "C13: smc_chk" {
	clean smc_chk
	clean smc_chk --json
	clean smc_chk -i lo
	clean smc_chk -i nope0
	clean smc_chk program ls
	clean smc_chk program nosuch
	clean smc_chk path 127.0.0.1 -p 9
	clean smc_chk -C 127.0.0.1 -p 9
	SMC_FAKE=no-smc clean smc_chk
	SMC_FAKE="rdma=1 pnet=NET1:eth9,NET2:rxe0/1 no-eid" clean smc_chk
	SMC_FAKE=err=g1:105 clean smc_chk
	SMC_FAKE=cut=g9 clean smc_chk
}

@test "C13: smc_rnics and smc_dbg" {
	export SMC_SYSFS=/nowhere
	SMC_FAKE="verbs=x86 rdma=1 pnet=NET1:lo,NET2:rxe0/1" clean smc_rnics -a
	SMC_FAKE=verbs=x86 clean smc_rnics --gids --json
	SMC_FAKE=no-smc clean smc_rnics
	SMC_FAKE=cut=g5 clean smc_rnics --json
	clean smc_rnics -e 8c
	clean smc_rnics nothing
	clean smc_rnics complete ''
	clean smc_dbg -o "$BATS_TEST_TMPDIR/a" --interval 0 --redact --json
	SMC_FAKE=no-smc clean smc_dbg -o "$BATS_TEST_TMPDIR/b.tgz" --interval 0
	clean smc_dbg -o "$BATS_TEST_TMPDIR/a" --interval 0
}
