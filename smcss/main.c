// SPDX-License-Identifier: GPL-2.0-or-later
/* smcss - show SMC sockets */
#include <errno.h>
#include <stdlib.h>

#include "cmd.h"
#include "core/cstate.h"
#include "diag.h"
#include "fields.h"
#include "filter.h"
#include "gather.h"
#include "query.h"
#include "sock.h"
#include "tool.h"

struct smcss_opts {
	struct smc_opts common;
	bool all;
	bool listening;
	bool debug;
	bool smcd;
	bool smcr;
	bool wide;
	bool extended;
	bool full_gid;
	bool processes;
	bool memory;
	bool tcp;
};

#define OPT(letter, name, help, member) \
	SMC_FLAG(letter, name, NULL, help, struct smcss_opts, member)

static const struct smc_opt options[] = {
	OPT('a', "--all", "all sockets, also new and listening ones", all),
	OPT('l', "--listening", "only listening sockets", listening),
	OPT('d', "--debug", "buffer sizes and cursors", debug),
	OPT('D', "--smcd", "only SMC-D connections, and their buffers", smcd),
	OPT('R', "--smcr", "only SMC-R connections, and their links", smcr),
	OPT('W', "--wide", "for old scripts: addresses are never cut", wide),
	OPT('e', "--extended", "why a socket fell back, and what mends it",
	    extended),
	OPT(0, "--full-gid", "with -D: GIDs in all their 128 bits", full_gid),
	OPT('p', "--processes", "who holds a socket: processes, in JSON cgroups",
	    processes),
	OPT('m', "--memory", "buffers, and how much of them is in use", memory),
	OPT('t', "--tcp", "state of the TCP socket below", tcp),
	SMC_COMMON_OPTS,
};

/*
 * Rows wait in memory until the dump turns out to be whole, so that a torn one
 * can be done again. There is a limit to that: from then on they are written as
 * they come, and memory stays constant however many sockets there are.
 */
#define SPOOL_MAX	(1024 * 1024)

struct spool {
	FILE *f;
	char *text;
	size_t len;
	bool spilled;
};

struct dump {
	struct smc_ctx *ctx;
	const struct smcss_opts *opts;
	struct smcss_filter filter;
	struct smc_families families;
	struct smcss_gather gather;
	struct spool spool;
};

static void spool_write(struct spool *spool, FILE *to)
{
	/* What is not written is seen at the end, by ferror(). */
	if (!fflush(spool->f))
		(void)fwrite(spool->text, 1, spool->len, to);
}

/* Whoever names states wants those, whatever they are. */
static bool is_wanted(const struct dump *dump, const struct smc_sock *sock)
{
	const struct smcss_opts *opts = dump->opts;
	bool connected = smcss_is_connected(sock);

	if (opts->listening)
		return sock->msg.diag_state == SMC_LISTEN;
	if (opts->smcd)
		return connected && sock->msg.diag_mode == SMC_DIAG_MODE_SMCD;
	if (opts->smcr)
		return connected && sock->msg.diag_mode == SMC_DIAG_MODE_SMCR;
	return connected || opts->all ||
	       smcss_filter_has(&dump->filter, "state");
}

static int sock_show(const struct smc_diag_msg *msg, const void *attrs,
		     size_t len, void *arg, struct smc_err *err)
{
	struct dump *dump = arg;
	struct smc_out *out = &dump->ctx->out;
	struct smcss_row row = { 0 };
	int rc;

	rc = smc_sock_read(msg, attrs, len, &row.sock, err);
	if (rc || !is_wanted(dump, &row.sock))
		return rc;
	smc_sock_family(&row.sock, &dump->families);
	smcss_gather_owners(&dump->gather, &row);
	if (!smcss_filter_fits(&dump->filter, &row))
		return 0;
	rc = smcss_gather_rest(&dump->gather, &row, err);
	if (rc)
		return rc;
	rc = smc_out_row(out, &row);
	if (rc)
		return smc_err_set(err, rc, "out of memory");
	if (!dump->spool.spilled && ftello(dump->spool.f) > SPOOL_MAX) {
		spool_write(&dump->spool, stdout);
		dump->spool.spilled = true;
		out->f = stdout;
	}
	return 0;
}

static int opts_check(const struct smcss_opts *opts, struct smc_err *err)
{
	if (opts->listening && (opts->all || opts->debug || opts->smcd ||
				opts->smcr))
		return smc_err_usage(err,
				     "-l goes with none of -a, -d, -D and -R");
	if (opts->smcd && opts->smcr)
		return smc_err_usage(err, "-D and -R exclude each other");
	return 0;
}

static unsigned int columns_of(const struct smcss_opts *opts)
{
	unsigned int columns = opts->common.watch ? SMCSS_RATES : 0;

	if (opts->debug)
		columns |= SMCSS_DEBUG;
	if (opts->smcd)
		columns |= SMCSS_SMCD |
			   (opts->full_gid ? SMCSS_GID_FULL : SMCSS_GID);
	if (opts->smcr)
		columns |= SMCSS_SMCR;
	if (opts->extended)
		columns |= SMCSS_REASONS;
	if (opts->processes)
		columns |= SMCSS_USERS;
	if (opts->memory)
		columns |= SMCSS_MEMORY;
	if (opts->tcp)
		columns |= SMCSS_TCP;
	return columns;
}

/* Ask for what will be shown; JSON shows all there is. */
static uint8_t ext_of(const struct smcss_opts *opts, bool all)
{
	uint8_t ext = 0;

	if (all || opts->debug || opts->memory || opts->common.watch)
		ext |= 1 << (SMC_DIAG_CONNINFO - 1);
	if (all || opts->smcr)
		ext |= 1 << (SMC_DIAG_LGRINFO - 1);
	if (all || opts->smcd)
		ext |= 1 << (SMC_DIAG_DMBINFO - 1);
	return ext;
}

/* What costs more is only looked for when it is asked for, in JSON too. */
static struct smcss_wants wants_of(const struct dump *dump)
{
	const struct smcss_opts *opts = dump->opts;
	const struct smc_out *out = &dump->ctx->out;
	bool json = out->style == SMC_STYLE_JSON && !out->select;

	return (struct smcss_wants){
		.owners = opts->processes || smc_out_picks(out, "processes") ||
			  smcss_filter_has(&dump->filter, "pid") ||
			  smcss_filter_has(&dump->filter, "comm"),
		.cgroups = (opts->processes && json) ||
			   smc_out_picks(out, "cgroup"),
		.links = (opts->smcr && json) ||
			 smc_out_picks(out, "smcr.lgr") ||
			 smc_out_picks(out, "smcr.links"),
		.tcp = opts->tcp || smc_out_picks(out, "tcp"),
		.memory = opts->memory || smc_out_picks(out, "memory"),
	};
}

static int dump_begin(struct dump *dump)
{
	struct smc_ctx *ctx = dump->ctx;
	int rc;

	rc = smc_out_begin(&ctx->out, &smcss_table, true, &ctx->err);
	if (rc)
		return rc;
	smcss_gather_end(&dump->gather);
	dump->gather.wants = wants_of(dump);
	return smcss_gather_begin(&dump->gather, &ctx->err);
}

static int dump_run(struct dump *dump)
{
	struct smc_ctx *ctx = dump->ctx;
	uint8_t ext = ext_of(dump->opts, ctx->out.select ||
			     ctx->out.style == SMC_STYLE_JSON) |
		      smcss_filter_needs(&dump->filter);
	struct smc_out before = ctx->out;
	unsigned int tries = 0;
	bool torn = false;
	int rc;

	do {
		rewind(dump->spool.f);
		ctx->out = before;
		rc = dump_begin(dump);
		if (rc)
			return rc;
		rc = smc_diag_dump(ext, sock_show, dump, &torn, &ctx->err);
		if (!rc)
			smc_out_end(&ctx->out);
	} while (!rc && torn && !dump->spool.spilled &&
		 tries++ < SMC_DUMP_RETRIES);
	if (rc == -ENOENT)
		return smc_err_set(&ctx->err, -EOPNOTSUPP,
				   "smc_diag module is not loaded (modprobe smc_diag)");
	if (rc)
		return rc;
	if (!dump->spool.spilled)
		spool_write(&dump->spool, stdout);
	if (torn)
		smc_note(ctx, SMC_NOTE_TORN);
	return 0;
}

static int smcss_run(struct smc_ctx *ctx)
{
	struct dump dump = {
		.ctx = ctx, .opts = (const struct smcss_opts *)ctx->opts,
		.gather.watch = ctx->watch,
	};
	int rc;

	rc = opts_check(dump.opts, &ctx->err);
	if (!rc)
		rc = smcss_filter_parse(ctx->args, ctx->n_args, &dump.filter,
					&ctx->err);
	if (rc)
		return rc;
	dump.spool.f = open_memstream(&dump.spool.text, &dump.spool.len);
	if (!dump.spool.f)
		return smc_err_set(&ctx->err, -ENOMEM, "out of memory");
	ctx->out.f = dump.spool.f;
	ctx->out.columns = columns_of(dump.opts);
	rc = dump_run(&dump);
	ctx->out.f = stdout;
	fclose(dump.spool.f);
	free(dump.spool.text);
	smc_families_free(&dump.families);
	smcss_gather_end(&dump.gather);
	return rc;
}

/* The words of conditions that stand before the last word. */
static int smcss_words(struct smc_ctx *ctx)
{
	char *words[2 * SMCSS_CONDITIONS];
	const struct smc_opt *opt;
	int i, n = 0;

	for (i = 0; i < ctx->n_args - 1 && n < 2 * SMCSS_CONDITIONS; i++) {
		opt = smc_opt_find(ctx->tool->opts, ctx->tool->n_opts,
				   ctx->args[i]);
		i += smc_opt_takes_word(opt);
		if (!opt && ctx->args[i][0] != '-')
			words[n++] = ctx->args[i];
	}
	smcss_filter_words(words, n, ctx->out.f);
	return 0;
}

static const struct smc_cmd root = {
	.args = "[CONDITION VALUE[,VALUE...]]...",
	.max = 2 * SMCSS_CONDITIONS, .offline = true, .list = true,
	.run = smcss_run, .words = smcss_words,
};

static const struct smc_tool tool = {
	.name = "smcss",
	.doc = "show SMC sockets",
	.opts = options,
	.n_opts = sizeof(options) / sizeof(options[0]),
	.opts_size = sizeof(struct smcss_opts),
	.root = &root,
};

int main(int argc, char **argv)
{
	return smc_tool_main(&tool, argc, argv);
}
