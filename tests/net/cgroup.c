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
static int program_load(void)
{
	static const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_CGROUP_SOCK,
		.expected_attach_type = BPF_CGROUP_INET_SOCK_CREATE,
		.insns = (uintptr_t)insns,
		.insn_cnt = 2,
		.license = (uintptr_t)"GPL",
	};
	int fd = bpf(BPF_PROG_LOAD, &attr);

	if (fd < 0)
		die("BPF_PROG_LOAD");
	return fd;
}

static void program_attach(int cmd, int group, int program)
{
	union bpf_attr attr = {
		.target_fd = group,
		.attach_bpf_fd = program,
		.attach_type = BPF_CGROUP_INET_SOCK_CREATE,
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
	int group, program = program_load();
	long uses = module_uses();

	if (mkdir(GROUP, 0700))
		die(GROUP);
	group = open(GROUP, O_RDONLY | O_DIRECTORY);
	group_enter(GROUP);
	check(attempts(KINDS_SMC, 0) == KINDS_SMC, "cgroup: without a program: sockets");
	program_attach(BPF_PROG_ATTACH, group, program);
	good = attempts(n, EPERM);
	check(good == n, "cgroup: refused by a program: EPERM %u times of %u",
	      good, n);
	program_attach(BPF_PROG_DETACH, group, program);
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

static const struct race races[] = {
	{ "refused", refused_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	return race_main(races, argc, argv);
}
