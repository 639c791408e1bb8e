// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * load MODULE FILE LEAST - load a module over and over, each time another
 * allocation of its init function fails: nothing may be left of one that did
 * not load, and the next one is not disturbed by it (CVE-2022-49905).  There
 * must be at least so many allocations.
 *
 * Only allocations that the fault injection of the kernel lets through count,
 * see the script.  They are tried from the last one back to the start of the
 * init function: what the kernel's loader does before is not ours, and some of
 * it warns when there is no memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common.h"
#include "smcnl.h"

#define FAR 1000000
#define TRACE "/sys/kernel/tracing/trace"

struct load {
	const char *module;
	int file;
	int nth;		/* fail-nth of this task */
	int err;		/* of the last attempt */
	bool fired;		/* an allocation failed in it */
	bool early;		/* and it did before the init function */
	unsigned int used;	/* allocations it made, if none failed */
};

/*
 * The trace has the event module_load, just in front of the init function, and
 * the message about the failed allocation, if that one did not ask for silence
 * (__GFP_NOWARN): is it before the event?
 */
static bool trace_failed_early(void)
{
	const char *fault, *load;
	char buf[16384];
	int fd = open(TRACE, O_RDONLY | O_CLOEXEC);
	ssize_t n = read(fd, buf, sizeof(buf) - 1);

	if (n < 0)
		die(TRACE);
	close(fd);
	buf[n] = '\0';
	load = strstr(buf, "module_load:");
	fault = strstr(buf, "FAULT_INJECTION");
	return fault && (!load || fault < load);
}

static void nth_write(const struct load *l, unsigned int n)
{
	char text[16];
	int len = snprintf(text, sizeof(text), "%u", n);

	if (pwrite(l->nth, text, len, 0) != len)
		die("fail-nth");
}

static unsigned int nth_read(const struct load *l)
{
	char text[16] = "";

	if (pread(l->nth, text, sizeof(text) - 1, 0) <= 0)
		die("fail-nth");
	return strtoul(text, NULL, 10);
}

/* load the module while allocation @n fails */
static void load_try(struct load *l, unsigned int n)
{
	unsigned int left;

	/* opening it for writing empties it */
	file_write(TRACE, "");
	nth_write(l, n);
	l->err = syscall(SYS_finit_module, l->file, "", 0) ? errno : 0;
	left = nth_read(l);
	nth_write(l, 0);
	l->used = n - left;
	l->fired = !left;
	l->early = l->fired && trace_failed_early();
}

/* In the moments when no socket is open: it must not sleep through them. */
static void unload(const struct load *l)
{
	uint64_t end = now_ms() + 20000;

	while (syscall(SYS_delete_module, l->module, O_NONBLOCK))
		if (errno != EAGAIN || now_ms() > end)
			die("unload %s", l->module);
}

static bool protocol_listed(void)
{
	FILE *f = fopen("/proc/net/protocols", "re");
	char line[512];
	bool found = false;

	if (!f)
		die("/proc/net/protocols");
	while (fgets(line, sizeof(line), f))
		found |= strstr(line, "SMC") != NULL;
	fclose(f);
	return found;
}

static bool family_works(void)
{
	int fd = socket(AF_SMC, SOCK_STREAM, 0);

	if (fd < 0)
		return false;
	close(fd);
	return true;
}

/* what is there of the module although it is not loaded, or NULL */
static const char *leftover_smc(void)
{
	static const char *const paths[] = {
		"/sys/module/smc", "/sys/class/smc", "/sys/devices/virtual/smc",
		"/sys/kernel/debug/smc", "/proc/sys/net/smc",
	};
	static const char *const families[] = {
		"SMC_GEN_NETLINK", "SMC_PNETID", "SMC_EXT",
	};

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		if (!access(paths[i], F_OK))
			return paths[i];
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		if (family_find(families[i]) != -ENOENT)
			return families[i];
	if (protocol_listed())
		return "/proc/net/protocols";
	return family_works() ? "socket family" : NULL;
}

static void diag_ignore(const struct smc_diag_msg *msg, void *arg)
{
	(void)msg;
	(void)arg;
}

static const char *leftover_diag(void)
{
	if (!access("/sys/module/smc_diag", F_OK))
		return "/sys/module/smc_diag";
	return diag_each(diag_ignore, NULL) == -ENOENT ? NULL : "sock_diag";
}

int main(int argc, char **argv)
{
	const char *(*leftover)(void) = leftover_diag, *left;
	unsigned int inside = 0, refused = 0, dirty = 0, n;
	struct load l = { 0 };

	if (argc != 4)
		return 2;
	l.module = argv[1];
	if (!strcmp(l.module, "smc"))
		leftover = leftover_smc;
	l.file = open(argv[2], O_RDONLY | O_CLOEXEC);
	if (l.file < 0)
		die("%s", argv[2]);
	l.nth = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	if (l.nth < 0)
		die("fail-nth");

	load_try(&l, FAR);
	if (l.err)
		die("the module does not load at all");
	unload(&l);
	for (n = l.used; n; n--) {
		load_try(&l, n);
		if (!l.err)
			unload(&l);
		else if (!l.fired)
			die("no allocation failed, but the load did");
		if (l.early)
			break;
		inside += l.fired;
		if (!l.fired)	/* the first load needed more than others */
			n = l.used + 1;
		refused += l.err != 0;
		left = leftover();
		if (left) {
			dirty++;
			printf("# allocation %u: %s is left\n", n, left);
		}
	}
	load_try(&l, FAR);
	check(!l.err, "%s loads after all that", l.module);
	check(inside >= opt_number(argv[3], 0, FAR),
	      "%s: each of %u allocations has failed", l.module, inside);
	check(!dirty, "%s: refused %u times, %u times something is left",
	      l.module, refused, dirty);
	return check_result();
}
