// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smc_run - start a command whose TCP sockets shall be SMC sockets.
 *
 * It decides nothing that the command depends on: whatever is missing, the
 * command runs, with plain TCP and after one line that says why.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <linux/smc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "elfkind.h"
#include "memmax.h"
#include "nl.h"
#include "preload.h"
#include "query.h"
#include "preload/smcsock.h"

#ifndef SMC_VERSION
#error "the Makefile defines SMC_VERSION"
#endif

enum {
	EXIT_USAGE = 2,
	EXIT_NO_SMC = 125,
	EXIT_NOT_EXECUTABLE = 126,
	EXIT_NOT_FOUND = 127,
};

struct options {
	bool debug;
	bool strict;
	bool system;
	int sndbuf; /* bytes, 0: not given */
	int rcvbuf;
	const char *family;
};

static const char usage[] =
	"Usage: smc_run [OPTION]... [--] COMMAND [ARG]...\n"
	"Run COMMAND with SMC sockets where it asks for TCP sockets.\n"
	"\n"
	"  -d, --debug          report each converted socket on stderr\n"
	"  -t, --sndbuf SIZE    size of the sockets' send buffers\n"
	"  -r, --rcvbuf SIZE    size of the sockets' receive buffers\n"
	"      --system         raise net.core.{w,r}mem_max if SIZE needs it\n"
	"  -f, --family FAMILY  auto (default), inet (IPPROTO_SMC only)\n"
	"                       or smc (AF_SMC only)\n"
	"      --strict         exit with 125 instead of falling back to TCP\n"
	"  -h, --help           show this help\n"
	"  -v, --version        show the version\n"
	"\n"
	"SIZE is a number of bytes, with k for KiB or m for MiB.\n"
	"Exit status: COMMAND's own; 2 wrong usage; 125 no SMC (--strict);\n"
	"126 COMMAND cannot be executed; 127 COMMAND not found.\n";

static void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* One line, whole even if the command's processes write at the same time. */
static void say(const char *fmt, ...)
{
	char line[2 * PATH_MAX];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	fprintf(stderr, "smc_run: %s\n", line);
}

static int option_size(const char *name, const char *text, int *ret_size)
{
	int size = smcsock_size(text);

	if (size < 0) {
		say("%s: '%s' is no size: give 1 to %d bytes, k or m may follow",
		    name, text, SMCSOCK_SIZE_MAX);
		return -EINVAL;
	}
	*ret_size = size;
	return 0;
}

/* Return: 0, -EINVAL after a message, or 1 if there is nothing left to do. */
static int options_parse(int argc, char **argv, struct options *ret)
{
	enum { OPT_STRICT = CHAR_MAX + 1, OPT_SYSTEM };
	static const struct option rows[] = {
		{ "debug", no_argument, NULL, 'd' },
		{ "sndbuf", required_argument, NULL, 't' },
		{ "rcvbuf", required_argument, NULL, 'r' },
		{ "system", no_argument, NULL, OPT_SYSTEM },
		{ "family", required_argument, NULL, 'f' },
		{ "strict", no_argument, NULL, OPT_STRICT },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },
		{ NULL, 0, NULL, 0 },
	};
	struct options o = { 0 };
	int c, err = 0;

	/* +: what follows COMMAND belongs to COMMAND. */
	while ((c = getopt_long(argc, argv, "+dt:r:f:hv", rows, NULL)) != -1) {
		switch (c) {
		case 'd':
			o.debug = true;
			break;
		case 't':
			err = option_size("-t", optarg, &o.sndbuf);
			break;
		case 'r':
			err = option_size("-r", optarg, &o.rcvbuf);
			break;
		case 'f':
			o.family = optarg;
			if (smcsock_family(optarg))
				break;
			say("-f: '%s' is none of auto, inet, smc", optarg);
			err = -EINVAL;
			break;
		case OPT_SYSTEM:
			o.system = true;
			break;
		case OPT_STRICT:
			o.strict = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return 1;
		case 'v':
			puts("smc_run (smc-suite) " SMC_VERSION);
			return 1;
		default:
			return -EINVAL;
		}
		if (err)
			return err;
	}
	if (optind == argc) {
		say("no COMMAND: see smc_run --help");
		return -EINVAL;
	}
	if (o.system && !o.sndbuf && !o.rcvbuf) {
		say("--system needs -t or -r");
		return -EINVAL;
	}
	*ret = o;
	return 0;
}

/*
 * Does the kernel give the command's user SMC sockets? A shortage of memory or
 * descriptors says nothing about that, and may be over for the command.
 *
 * Return: 0 or the kernel's refusal as -errno.
 */
static int kernel_probe(const char *family)
{
	unsigned int ways = family ? smcsock_family(family) : 0;
	unsigned int way;
	int fd;

	fd = smcsock_open(ways ? ways : SMCSOCK_AUTO, AF_INET,
			  SOCK_STREAM | SOCK_CLOEXEC, &way);
	if (fd < 0)
		return smcsock_is_transient(-fd) ? 0 : fd;
	close(fd);
	return 0;
}

static void buffer_prepare(const char *env, const char *max_name, int size,
			   bool system)
{
	char text[16];
	int max, err;

	if (!size)
		return;
	snprintf(text, sizeof(text), "%d", size);
	setenv(env, text, 1);

	if (memmax_read(max_name, &max) < 0 || size <= max)
		return;
	if (!system) {
		say("net.core.%s limits the buffer size to %d; "
		    "--system raises it",
		    max_name, max);
		return;
	}
	err = memmax_write(max_name, size);
	if (err)
		say("cannot raise net.core.%s from %d: %s", max_name, max,
		    strerror(-err));
}

static int command_exec(char **argv, const struct elfkind_info *info)
{
	int err;

	execvp(argv[0], argv);
	err = errno;
	/* The file was there a moment ago: it means the dynamic linker. */
	if (err == ENOENT && info->interp[0])
		say("%s: its dynamic linker %s does not exist", argv[0],
		    info->interp);
	else
		say("%s: %s", argv[0], strerror(err));
	return err == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
}

/*
 * What stands between the command and SMC, the most general obstacle first:
 * one line is enough.
 *
 * Return: a message, NULL if nothing is in the way.
 */
static const char *obstacle_find(const struct elfkind_info *info, int smc_err,
				 int lib_err, char *buf, size_t size)
{
	const char *fault = elfkind_obstacle(info->kind);

	if (smc_err)
		return smcsock_reason(-smc_err);
	if (lib_err == -EINVAL)
		return "libsmcrun.so lies in a folder whose name LD_PRELOAD "
		       "cannot hold: rename it";
	if (lib_err && info->kind == ELFKIND_COMPAT)
		fault = "is a 32-bit program, and the 32-bit library "
			"libsmcrun32.so is not installed";
	else if (lib_err)
		return "libsmcrun.so is not installed in " PRELOAD_LIBDIR;
	if (!fault)
		return NULL;
	snprintf(buf, size, "%s %s", info->path, fault);
	return buf;
}

/*
 * Programs built with AddressSanitizer refuse to run if a library was loaded
 * before its run-time. Ours does not touch what the run-time watches.
 */
static void asan_allow(void)
{
	static const char option[] = "verify_asan_link_order=0";
	const char *old = getenv("ASAN_OPTIONS");
	char *value;

	if (old && strstr(old, option))
		return;
	if (asprintf(&value, "%s%s%s", old ? old : "", old ? ":" : "",
		     option) < 0)
		return;
	setenv("ASAN_OPTIONS", value, 1);
	free(value);
}

static int library_preload(const char *lib)
{
	char *value = preload_merge(getenv("LD_PRELOAD"), lib);
	int err = value && !setenv("LD_PRELOAD", value, 1) ? 0 : -ENOMEM;

	free(value);
	asan_allow();
	return err;
}

/*
 * Who wants SMC or nothing should know what makes connections fall back all the
 * same. Where the kernel cannot be asked there is nothing to say.
 */
static void eid_hint(void)
{
	struct smc_list list;
	struct smc_err ignore;
	struct smc_nl *nl;

	if (smc_nl_open(&nl, SMC_GENL_FAMILY_NAME, &ignore))
		return;
	if (!smc_query_run(nl, &smc_query_ueid, &list, &ignore)) {
		if (!list.count)
			say("there is no enterprise ID, so SMC version 2 falls "
			    "back to TCP: smcd ueid add EID");
		smc_list_free(&list);
	}
	smc_nl_close(nl);
}

/*
 * Put what the library has to know into the environment.
 *
 * Return: 0, or the exit status that --strict asks for.
 */
static int smc_prepare(const struct options *opts,
		       const struct elfkind_info *info)
{
	char dir[PATH_MAX], lib[PATH_MAX], buf[PATH_MAX + 128];
	const char *obstacle;
	int smc_err, lib_err;

	if (opts->family)
		setenv(SMCSOCK_ENV_FAMILY, opts->family, 1);
	if (opts->debug)
		setenv(SMCSOCK_ENV_DEBUG, "1", 1);
	buffer_prepare(SMCSOCK_ENV_SNDBUF, "wmem_max", opts->sndbuf,
		       opts->system);
	buffer_prepare(SMCSOCK_ENV_RCVBUF, "rmem_max", opts->rcvbuf,
		       opts->system);

	smc_err = kernel_probe(getenv(SMCSOCK_ENV_FAMILY));
	lib_err = preload_find(preload_dir(dir), info, lib);
	obstacle = obstacle_find(info, smc_err, lib_err, buf, sizeof(buf));
	if (obstacle && opts->strict) {
		say("no SMC: %s", obstacle);
		return EXIT_NO_SMC;
	}
	if (opts->strict)
		eid_hint();
	/* In a tree of processes that smc_run started, it is said once. */
	if (obstacle && !(smc_err && getenv(SMCSOCK_ENV_WARNED)))
		say("plain TCP instead of SMC: %s", obstacle);
	if (smc_err)
		setenv(SMCSOCK_ENV_WARNED, "1", 1);

	/*
	 * Whatever the obstacle, the command's children may be of another
	 * kind. Only an emulated linker would complain about the library.
	 */
	if (!lib_err && info->kind != ELFKIND_FOREIGN)
		lib_err = library_preload(lib);
	if (opts->debug)
		say("%s: %s", info->path,
		    lib_err ? "no library" : getenv("LD_PRELOAD"));
	return 0;
}

int main(int argc, char **argv)
{
	struct elfkind_info info;
	struct options opts;
	char path[PATH_MAX];
	int err;

	err = options_parse(argc, argv, &opts);
	if (err < 0)
		return EXIT_USAGE;
	if (err > 0)
		return fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
	argv += optind;

	err = elfkind_find(argv[0], path);
	if (err) {
		say("%s: %s", argv[0], strerror(-err));
		return err == -ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
	}
	elfkind_read(path, &info);
	err = smc_prepare(&opts, &info);
	if (err)
		return err;
	return command_exec(argv, &info);
}
