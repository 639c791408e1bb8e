// SPDX-License-Identifier: GPL-2.0-or-later
/* program FILE|PID: which way of smc_run reaches it. */
#include "program.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/smc_diag.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "core/cstate.h"
#include "diag.h"
#include "elfkind.h"
#include "facts.h"
#include "finding.h"
#include "preload.h"

/* What a process is, as the kernel shows it. */
#define PROC_PATH	64

/* Descriptors of a process that are looked at. */
#define FDS_MAX		65536

/**
 * struct process_socks - sockets of a process
 * @inodes: their numbers, in ascending order
 * @n: how many
 * @smc: of these: data by SMC
 * @tcp: fell back to TCP
 * @idle: SMC sockets that listen, or are not connected
 */
struct process_socks {
	uint64_t *inodes;
	size_t n;
	unsigned int smc;
	unsigned int tcp;
	unsigned int idle;
};

static void obstacle_say(struct chk_report *report,
			 const struct elfkind_info *info, const char *name)
{
	const char *obstacle = elfkind_obstacle(info->kind);

	if (info->kind == ELFKIND_UNKNOWN) {
		chk_say(report, CHK_WARN,
			"%s is no ELF program, or may not be read", name);
		return;
	}
	if (obstacle) {
		chk_say(report, CHK_ERROR, "%s %s: smc_run does not reach it",
			name, obstacle);
		chk_fix(report, info->kind == ELFKIND_SECURE ?
			"run it as its owner without the bit, or let it open its sockets with IPPROTO_SMC (256)" :
			"let it open its sockets with IPPROTO_SMC (256)");
		chk_result(report, "none");
		return;
	}
	chk_say(report, CHK_OK,
		"%s is a %s program, linked with %s: smc_run reaches it by its library",
		name, info->kind == ELFKIND_COMPAT ? "32-bit" :
		sizeof(void *) == 8 ? "64-bit" : "32-bit",
		info->musl ? "musl" : "glibc");
	chk_result(report, "preload");
}

static void library_say(struct chk_report *report,
			const struct elfkind_info *info)
{
	char room[PATH_MAX], lib[PATH_MAX];
	const char *dir = preload_dir(room);

	if (elfkind_obstacle(info->kind) || info->kind == ELFKIND_UNKNOWN)
		return;
	report->check = "library";
	switch (preload_find(dir, info, lib)) {
	case 0:
		chk_say(report, CHK_OK, "its library is installed in %s", dir);
		break;
	case -EINVAL:
		chk_say(report, CHK_ERROR,
			"%s: LD_PRELOAD cannot hold such a name", dir);
		chk_fix(report, "make install PREFIX=/usr");
		break;
	default:
		chk_say(report, CHK_ERROR, "%s is not installed in %s",
			info->kind == ELFKIND_COMPAT ? "libsmcrun32.so" :
			"libsmcrun.so", dir);
		chk_fix(report, "make install");
	}
}

/* Who owns such a file gains nothing by it, others do. */
static void setuid_say(struct chk_report *report,
		       const struct elfkind_info *info)
{
	struct stat st;

	if (info->kind == ELFKIND_SECURE || stat(info->path, &st) ||
	    !(st.st_mode & (S_ISUID | S_ISGID)))
		return;
	report->check = "setuid";
	chk_say(report, CHK_INFO,
		"it is setuid or setgid: smc_run does not reach it when another user starts it");
}

static int file_check(struct chk_report *report, const char *file,
		      struct smc_err *err)
{
	struct elfkind_info info;
	char path[PATH_MAX];
	int rc = elfkind_find(file, path);

	if (rc)
		return smc_err_set(err, rc, "%s: %s", file, strerror(-rc));
	elfkind_read(path, &info);
	report->check = "script";
	if (strcmp(info.path, path))
		chk_say(report, CHK_INFO, "%s is a script: %s runs it", path,
			info.path);
	report->check = "program";
	obstacle_say(report, &info, info.path);
	setuid_say(report, &info);
	library_say(report, &info);
	return 0;
}

static int inode_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static int sock_count(const struct smc_diag_msg *msg, const void *attrs,
		      size_t len, void *arg, struct smc_err *err)
{
	struct process_socks *socks = arg;
	uint64_t inode = msg->diag_inode;

	(void)attrs;
	(void)len;
	(void)err;
	if (!bsearch(&inode, socks->inodes, socks->n, sizeof(inode),
		     inode_compare))
		return 0;
	if (msg->diag_state == SMC_LISTEN || msg->diag_state == SMC_INIT)
		socks->idle++;
	else if (msg->diag_mode == SMC_DIAG_MODE_FALLBACK_TCP)
		socks->tcp++;
	else
		socks->smc++;
	return 0;
}

/* Return: 0 or -errno. */
static int inodes_read(const char *proc, struct process_socks *ret)
{
	char path[PROC_PATH + 16], link[64];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/fd", proc);
	dir = opendir(path);
	if (!dir)
		return -errno;
	ret->inodes = calloc(FDS_MAX, sizeof(uint64_t));
	while (ret->inodes && ret->n < FDS_MAX && (entry = readdir(dir))) {
		ssize_t len = readlinkat(dirfd(dir), entry->d_name, link,
					 sizeof(link) - 1);

		if (len < 0)
			continue;
		link[len] = '\0';
		if (sscanf(link, "socket:[%" SCNu64 "]",
			   &ret->inodes[ret->n]) == 1)
			ret->n++;
	}
	closedir(dir);
	if (!ret->inodes)
		return -ENOMEM;
	qsort(ret->inodes, ret->n, sizeof(uint64_t), inode_compare);
	return 0;
}

static void sockets_say(struct chk_report *report, const char *proc)
{
	struct process_socks socks = { 0 };
	struct smc_err err;
	bool torn;
	int rc = inodes_read(proc, &socks);

	report->check = "sockets";
	if (rc) {
		chk_say(report, CHK_INFO, "its sockets cannot be seen: %s",
			strerror(-rc));
	} else if (smc_diag_dump(0, sock_count, &socks, &torn, &err)) {
		chk_say(report, CHK_WARN,
			"the module smc_diag does not tell of sockets");
		chk_fix(report, "modprobe smc_diag");
	} else {
		chk_say(report, CHK_INFO,
			"of %zu sockets in this network namespace %u use SMC, %u fell back to TCP, %u wait for SMC",
			socks.n, socks.smc, socks.tcp, socks.idle);
	}
	free(socks.inodes);
}

static void loaded_say(struct chk_report *report, const char *proc)
{
	const struct chk_facts facts = { .root = chk_root() };
	char path[PROC_PATH + 16], line[16];

	report->check = "loaded";
	snprintf(path, sizeof(path), "%s/maps", proc);
	if (chk_file_has_line(&facts, path, "libsmcrun", line, sizeof(line))) {
		chk_say(report, CHK_OK, "the library of smc_run is loaded");
		return;
	}
	chk_say(report, CHK_WARN, "the library of smc_run is not loaded");
	chk_fix(report,
		"start it again with smc_run, or by systemctl edit UNIT");
}

static int process_check(struct chk_report *report, const char *pid,
			 struct smc_err *err)
{
	char proc[PROC_PATH], path[PROC_PATH + 16], name[PATH_MAX];
	struct elfkind_info info;
	ssize_t len;

	snprintf(proc, sizeof(proc), "/proc/%.20s", pid);
	snprintf(path, sizeof(path), "%s/exe", proc);
	len = readlink(path, name, sizeof(name) - 1);
	if (len < 0)
		return smc_err_set(err, -errno, "process %s: %s", pid,
				   strerror(errno));
	name[len] = '\0';
	elfkind_read(path, &info);
	report->check = "program";
	obstacle_say(report, &info, name);
	library_say(report, &info);
	if (!elfkind_obstacle(info.kind))
		loaded_say(report, proc);
	sockets_say(report, proc);
	return 0;
}

/**
 * chk_program() - say whether a program can be brought to SMC
 * @ctx: the command
 * @what: a command, as a shell would find it, or a process id
 *
 * Return: 0 or -errno with the context's error set.
 */
int chk_program(struct smc_ctx *ctx, const char *what)
{
	struct chk_report report = { 0 };
	int rc;

	if (what[0] && strspn(what, "0123456789") == strlen(what))
		rc = process_check(&report, what, &ctx->err);
	else
		rc = file_check(&report, what, &ctx->err);
	if (!rc)
		rc = chk_report_write(ctx, &report);
	chk_report_free(&report);
	return rc;
}
