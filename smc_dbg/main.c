// SPDX-License-Identifier: GPL-2.0-or-later
/* smc_dbg - gather what is needed to find a fault */
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bundle.h"
#include "netns.h"
#include "part.h"
#include "tool.h"

/* Where -t puts an archive, as ever. */
#define DBG_TEMPLATE	"/tmp/smc_dbg-XXXXXX.tgz"

/* Seconds between two readings of the counters, unless it is said. */
#define DBG_INTERVAL	10

struct dbg_opts {
	struct smc_opts common;
	bool tarball;
	const char *output;
	const char *interval;
	bool redact;
};

#define FLAG(letter, name, help, member) \
	SMC_FLAG(letter, name, NULL, help, struct dbg_opts, member)

static const struct smc_opt options[] = {
	FLAG('t', "--tgz", "write an archive below /tmp", tarball),
	SMC_TEXT('o', "--bundle", "PATH",
		 "write FILE.tar.gz, FILE.tgz or a folder",
		 struct dbg_opts, output),
	SMC_TEXT(0, "--interval", "SECONDS",
		 "between two readings of counters (10), 0: one",
		 struct dbg_opts, interval),
	FLAG(0, "--redact", "tokens for addresses, EIDs and host names",
	     redact),
	SMC_COMMON_OPTS,
};

/* What is printed, tool for tool. */
static const char *const lines[] = {
	"smcd --version", "smcd -d info", "smcd device", "smcd -d linkgroup",
	"smcd -d -a stats", "smcd ueid", "smcd seid", "smcr -d device",
	"smcr -d linkgroup", "smcr -dd linkgroup link-show",
	"smcr -d -a stats", "smcss -a -e", "smcss -D -d", "smcss -R -d",
	"smc_pnet", "smc_rnics -a", "smc_chk",
};

/* Files that are kept as they are, below root/; some by their lines only. */
static const struct {
	const char *pattern;
	const char *only;
} raw_files[] = {
	{ "/proc/cmdline", NULL },
	{ "/proc/buddyinfo", NULL },
	{ "/proc/meminfo", NULL },
	{ "/proc/modules", NULL },
	{ "/proc/kallsyms", "usercopy" },
	{ "/proc/sys/kernel/osrelease", NULL },
	{ "/proc/sys/net/core/[rw]mem_*", NULL },
	{ "/proc/sys/net/ipv4/tcp_[rw]mem", NULL },
	{ "/proc/sys/net/smc/*", NULL },
	{ "/sys/module/smc*/*version", NULL },
	{ "/sys/module/smc*/taint", NULL },
	{ "/sys/devices/virtual/smc/*/active", NULL },
	{ "/sys/class/net/*/ifindex", NULL },
	{ "/sys/class/infiniband/*/ports/*/gid_attrs/types/*", NULL },
	{ "/etc/systemd/system/*.service", "ueid add" },
	{ "/etc/systemd/system/*.service.d/*.conf", "libsmcrun" },
};

/* Longest file that is kept as it is. */
#define RAW_MAX	(1024 * 1024)

static int show_run(void)
{
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < sizeof(lines) / sizeof(lines[0]); i++) {
		printf("%s### %s\n", i ? "\n" : "", lines[i]);
		rc = part_show(lines[i]);
	}
	return rc;
}

static int part_add(struct bundle *bundle, const struct part *part,
		    const struct smc_netns *ns, unsigned int round)
{
	struct part_text made;
	char name[160], nr[8] = "";
	int rc;

	if (part->twice)
		snprintf(nr, sizeof(nr), "-%u", round);
	snprintf(name, sizeof(name), "%s%s/%s%s.json", ns ? "netns/" : "host",
		 ns ? ns->name : "", part->name, nr);
	rc = part_make(part, ns, &made);
	if (rc)
		snprintf(made.why, sizeof(made.why), "%s", strerror(-rc));
	if (!made.len) {
		free(made.text);
		made.text = NULL;
	}
	return bundle_add(bundle, name, made.text, made.len, made.why);
}

static int parts_add(struct bundle *bundle, const struct part *parts,
		     const struct smc_netns *ns, unsigned int round)
{
	int rc = 0;

	for (; !rc && parts->name; parts++)
		if (round == 1 || parts->twice)
			rc = part_add(bundle, parts, ns, round);
	return rc;
}

/* What a file has: all, or the lines with @only in them. */
static char *raw_read(const char *path, const char *only, size_t *ret_len)
{
	FILE *in = fopen(path, "re"), *out;
	char *text = NULL, *line = NULL;
	size_t room = 0;

	if (!in)
		return NULL;
	out = open_memstream(&text, ret_len);
	while (out && ftello(out) < RAW_MAX && getline(&line, &room, in) > 0)
		if (!only || strstr(line, only))
			fputs(line, out);
	free(line);
	fclose(in);
	if (out && fclose(out)) {
		free(text);
		text = NULL;
	}
	return text;
}

/* Files that are not there, or that have nothing, are no news. */
static int raw_add(struct bundle *bundle)
{
	char name[160];
	size_t i, k, len;
	glob_t files;
	char *text;
	int rc = 0;

	for (i = 0; i < sizeof(raw_files) / sizeof(raw_files[0]); i++) {
		if (glob(raw_files[i].pattern, 0, NULL, &files))
			continue;
		for (k = 0; !rc && k < files.gl_pathc; k++) {
			text = raw_read(files.gl_pathv[k], raw_files[i].only,
					&len);
			snprintf(name, sizeof(name), "root%s",
				 files.gl_pathv[k]);
			if (text && len)
				rc = bundle_add(bundle, name, text, len, "");
			else
				free(text);
		}
		globfree(&files);
	}
	return rc;
}

static int netnses_add(struct bundle *bundle, const struct smc_netnses *list,
		       unsigned int round)
{
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < list->n; i++)
		rc = parts_add(bundle, netns_parts, &list->items[i], round);
	return rc;
}

static void wait_for(unsigned long seconds)
{
	struct timespec left = { .tv_sec = (time_t)seconds };

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

static int bundle_make(struct bundle *bundle, unsigned long interval,
		       struct smc_err *err)
{
	struct smc_netnses list = { 0 };
	struct smc_err why = { 0 };
	int rc;

	rc = parts_add(bundle, host_parts, NULL, 1);
	if (!rc)
		rc = raw_add(bundle);
	if (!rc && smc_netns_all(&list, &why))
		rc = bundle_add(bundle, "netns", NULL, 0, why.text);
	if (!rc)
		rc = netnses_add(bundle, &list, 1);
	if (!rc && interval) {
		wait_for(interval);
		rc = netnses_add(bundle, &list, 2);
	}
	smc_netnses_free(&list);
	return rc ? smc_err_set(err, rc, "out of memory") : 0;
}

static enum smc_text name_text(const void *obj, char *buf, size_t size)
{
	snprintf(buf, size, "%s", ((const struct bundle_file *)obj)->name);
	return SMC_TEXT_OK;
}

static enum smc_text why_text(const void *obj, char *buf, size_t size)
{
	const struct bundle_file *file = obj;

	if (!file->why[0])
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", file->why);
	return SMC_TEXT_OK;
}

static const struct smc_field file_fields[] = {
	{ .key = "name", .title = "File", .form = SMC_FORM_FN, .left = true,
	  .width = 40, .gap = 1, .text = name_text },
	{ .key = "bytes", .title = "   Bytes", .form = SMC_FORM_DEC,
	  .width = 8, .gap = 1, SMC_VALUE(struct bundle_file, len) },
	{ .key = "why", .title = "Missing, because", .form = SMC_FORM_FN,
	  .text = why_text },
};

static const struct smc_table file_table = SMC_TABLE("files", file_fields);

/* What came of it: the path, or all files for who asks for more. */
static int made_show(struct smc_ctx *ctx, const struct bundle *bundle,
		     const char *path)
{
	size_t i;
	int rc;

	if (ctx->out.style != SMC_STYLE_JSON && !ctx->out.select) {
		printf("%s\n", path);
		return 0;
	}
	rc = smc_out_begin(&ctx->out, &file_table, true, &ctx->err);
	for (i = 0; !rc && i < bundle->n; i++)
		rc = smc_out_row(&ctx->out, &bundle->files[i]);
	smc_out_end(&ctx->out);
	return rc;
}

static int interval_read(const char *text, unsigned long *ret,
			 struct smc_err *err)
{
	char *end;

	*ret = DBG_INTERVAL;
	if (!text)
		return 0;
	errno = 0;
	*ret = strtoul(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9' || *ret > 86400)
		return smc_err_usage(err, "--interval: '%s' is no number of seconds",
				     text);
	return 0;
}

static int bundle_run(struct smc_ctx *ctx, const struct dbg_opts *opts,
		      const char *path)
{
	struct bundle bundle = { 0 };
	unsigned long interval;
	int rc;

	rc = interval_read(opts->interval, &interval, &ctx->err);
	if (!rc)
		rc = bundle_make(&bundle, interval, &ctx->err);
	if (!rc && opts->redact && bundle_redact(&bundle))
		rc = smc_err_set(&ctx->err, -ENOMEM, "out of memory");
	if (!rc && bundle_index(&bundle))
		rc = smc_err_set(&ctx->err, -ENOMEM, "out of memory");
	if (!rc)
		rc = bundle_write(&bundle, path, &ctx->err);
	if (!rc)
		rc = made_show(ctx, &bundle, path);
	bundle_free(&bundle);
	return rc;
}

static int tarball_run(struct smc_ctx *ctx, const struct dbg_opts *opts)
{
	char path[] = DBG_TEMPLATE;
	int fd, rc;

	fd = mkstemps(path, (int)strlen(strrchr(path, '.')));
	if (fd < 0)
		return smc_err_set(&ctx->err, -errno, "%s: %s", path,
				   strerror(errno));
	close(fd);
	rc = bundle_run(ctx, opts, path);
	if (rc)
		(void)unlink(path); /* it is of no use to anybody */
	return rc;
}

static int dbg_run(struct smc_ctx *ctx)
{
	const struct dbg_opts *opts = (const struct dbg_opts *)ctx->opts;

	if (opts->tarball && opts->output)
		return smc_err_usage(&ctx->err, "-t and -o exclude each other");
	if (opts->tarball)
		return tarball_run(ctx, opts);
	if (opts->output)
		return bundle_run(ctx, opts, opts->output);
	if (opts->redact || opts->interval || opts->common.json ||
	    opts->common.pretty || opts->common.output)
		return smc_err_usage(&ctx->err, "this goes with -t or -o only");
	return show_run() ? smc_err_set(&ctx->err, -errno, "fork: %s",
					strerror(errno)) : 0;
}

static const struct smc_cmd root = { .offline = true, .run = dbg_run };

static const struct smc_tool tool = {
	.name = "smc_dbg",
	.doc = "gather what is needed to find a fault",
	.opts = options,
	.n_opts = sizeof(options) / sizeof(options[0]),
	.opts_size = sizeof(struct dbg_opts),
	.root = &root,
};

int main(int argc, char **argv)
{
	return smc_tool_main(&tool, argc, argv);
}
