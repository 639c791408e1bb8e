// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A control group whose BPF program refuses sockets: socket() fails when all
 * is made already, and everything has to go again.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common.h"
#include "race.h"

#define ROOT "/sys/fs/cgroup"
#define GROUP ROOT "/smc-race"
#define SETTLE_MS 5000

static int bpf(int cmd, union bpf_attr *attr)
{
	return syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

/* a program that says no */
static int program_load(int type, int attach)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = {
		.prog_type = type,
		.expected_attach_type = attach,
		.insns = (uintptr_t)insns,
		.insn_cnt = 2,
		.license = (uintptr_t)"GPL",
	};
	int fd = bpf(BPF_PROG_LOAD, &attr);

	if (fd < 0)
		die("BPF_PROG_LOAD");
	return fd;
}

static void program_attach(int cmd, int group, int program, int type)
{
	union bpf_attr attr = {
		.target_fd = group,
		.attach_bpf_fd = program,
		.attach_type = type,
	};

	if (bpf(cmd, &attr))
		die("BPF_PROG_ATTACH or DETACH");
}

static void group_enter(const char *path)
{
	char file[64];
	int fd;

	snprintf(file, sizeof(file), "%s/cgroup.procs", path);
	fd = open(file, O_WRONLY);
	if (fd < 0 || write(fd, "0", 1) != 1)
		die("%s", file);
	close(fd);
}

static long module_uses(void)
{
	FILE *f = fopen("/sys/module/smc/refcnt", "r");
	long n;

	if (!f || fscanf(f, "%ld", &n) != 1)
		die("/sys/module/smc/refcnt");
	fclose(f);
	return n;
}

static bool uses_are(void *arg)
{
	return module_uses() == *(const long *)arg;
}

/* how many of @n attempts end with @want, 0 for a socket */
static unsigned int attempts(unsigned int n, int want)
{
	unsigned int good = 0;

	for (unsigned int i = 0; i < n; i++) {
		const struct kind *k = kind_smc(i);
		int fd = socket(k->domain, SOCK_STREAM, k->proto);

		good += fd < 0 ? errno == want : !want;
		if (fd >= 0)
			close(fd);
	}
	return good;
}

static void refused_race(void)
{
	unsigned int n = scaled(500), good;
	int group, program = program_load(BPF_PROG_TYPE_CGROUP_SOCK,
					  BPF_CGROUP_INET_SOCK_CREATE);
	long uses = module_uses();

	if (mkdir(GROUP, 0700))
		die(GROUP);
	group = open(GROUP, O_RDONLY | O_DIRECTORY);
	group_enter(GROUP);
	check(attempts(KINDS_SMC, 0) == KINDS_SMC, "cgroup: without a program: sockets");
	program_attach(BPF_PROG_ATTACH, group, program,
		       BPF_CGROUP_INET_SOCK_CREATE);
	good = attempts(n, EPERM);
	check(good == n, "cgroup: refused by a program: EPERM %u times of %u",
	      good, n);
	program_attach(BPF_PROG_DETACH, group, program,
		       BPF_CGROUP_INET_SOCK_CREATE);
	check(attempts(KINDS_SMC, 0) == KINDS_SMC, "cgroup: program gone: sockets again");
	group_enter(ROOT);
	close(group);
	close(program);
	if (rmdir(GROUP))
		die(GROUP);
	check(wait_until(uses_are, &uses, SETTLE_MS),
	      "cgroup: the module is in use %ld times, as before", uses);
	race_idle("cgroup");
}

/* an accepted socket obeys the group that its listener is of */
static bool accepted_refused(const struct kind *k, int group, int program)
{
	int lfd, fd, afd, on = 1;
	uint16_t port;
	bool refused;

	group_enter(GROUP);
	lfd = kind_listen(k, 1, &port);
	group_enter(ROOT);
	fd = kind_connect(k, port);
	afd = accept(lfd, NULL, NULL);
	program_attach(BPF_PROG_ATTACH, group, program, BPF_CGROUP_SETSOCKOPT);
	refused = setsockopt(afd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on)) &&
		  errno == EPERM;
	program_attach(BPF_PROG_DETACH, group, program, BPF_CGROUP_SETSOCKOPT);
	close(afd);
	close(fd);
	close(lfd);
	return refused;
}

static void accepted_race(void)
{
	int group, program = program_load(BPF_PROG_TYPE_CGROUP_SOCKOPT,
					  BPF_CGROUP_SETSOCKOPT);

	if (mkdir(GROUP, 0700))
		die(GROUP);
	group = open(GROUP, O_RDONLY | O_DIRECTORY);
	for (int i = 0; i < KINDS_TCP + KINDS_SMC; i++)
		check(accepted_refused(&kinds[i], group, program),
		      "cgroup: %s: setsockopt() of an accepted socket is refused",
		      kinds[i].name);
	close(group);
	close(program);
	race_idle("accepted");
	if (rmdir(GROUP))
		die(GROUP);
}

static const struct race races[] = {
	{ "accepted", accepted_race },
	{ "refused", refused_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	return race_main(races, argc, argv);
}
