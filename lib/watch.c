// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"

#define NSEC		UINT64_C(1000000000)
#define WATCH_LEAST	0.1
#define WATCH_MOST	86400.0
#define SCREEN_CLEAR	"\033[H\033[J"

/* What counters of one object were at a time; @n of them. */
struct mark {
	uint64_t key;
	uint64_t ns;
	uint64_t values[];
};

/* Marks of one round, each of @size bytes. */
struct marks {
	char *items;
	size_t n, room;
};

/**
 * struct smc_watch - rounds of a command
 * @interval: from the begin of one to the next
 * @rounds: their number, 0: until a signal comes
 * @size: bytes of a mark
 * @old: marks of the round before
 * @new: marks of this round
 */
struct smc_watch {
	uint64_t interval;
	unsigned long rounds;
	size_t size;
	struct marks old, new;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NSEC + (uint64_t)ts.tv_nsec;
}

static int interval_read(const char *text, uint64_t *ret, struct smc_err *err)
{
	double seconds = 1;
	char *end;

	if (*text) {
		seconds = strtod(text, &end);
		if (*end || strspn(text, "0123456789.") != strlen(text) ||
		    seconds < WATCH_LEAST || seconds > WATCH_MOST)
			return smc_err_usage(err,
					     "--watch: '%s' is no number of seconds from 0.1 to 86400",
					     text);
	}
	*ret = (uint64_t)(seconds * (double)NSEC);
	return 0;
}

static int rounds_read(const char *text, unsigned long *ret,
		       struct smc_err *err)
{
	size_t digits = strspn(text, "0123456789");

	*ret = strtoul(text, NULL, 10);
	if (text[digits] || digits > 9 || !*ret)
		return smc_err_usage(err, "--count: '%s' is no number of rounds",
				     text);
	return 0;
}

static int mark_compare(const void *a, const void *b)
{
	uint64_t x = ((const struct mark *)a)->key;
	uint64_t y = ((const struct mark *)b)->key;

	return x < y ? -1 : x > y;
}

/* This round is over: what is new becomes old. */
static void marks_turn(struct smc_watch *watch)
{
	struct marks old = watch->old;

	watch->old = watch->new;
	if (watch->old.n)
		qsort(watch->old.items, watch->old.n, watch->size,
		      mark_compare);
	old.n = 0;
	watch->new = old;
}

/* Room for one mark more: NULL when there is no memory. */
static struct mark *mark_add(struct smc_watch *watch)
{
	struct marks *m = &watch->new;
	size_t room = m->room ? 2 * m->room : 16;
	char *items;

	if (m->n == m->room) {
		items = reallocarray(m->items, room, watch->size);
		if (!items)
			return NULL;
		m->items = items;
		m->room = room;
	}
	return (struct mark *)(void *)(m->items + m->n++ * watch->size);
}

/**
 * smc_watch_before() - remember counters until the next round
 * @watch: the context's, may be NULL
 * @key: what they are of, no other object of the command has it
 * @now: the counters
 * @n: their number, always the same for a command
 * @ret_before: gets what they were in the round before
 * @ret_ns: gets how long ago that was, in ns, more than 0
 *
 * Where there is no memory there is no difference to show: no error.
 *
 * Return: true when they were there in the round before.
 */
bool smc_watch_before(struct smc_watch *watch, uint64_t key,
		      const uint64_t *now, size_t n, uint64_t *ret_before,
		      uint64_t *ret_ns)
{
	struct mark *mark, want = { .key = key };
	const struct mark *old = NULL;
	uint64_t ns = now_ns();

	if (!watch)
		return false;
	watch->size = sizeof(*mark) + n * sizeof(*now);
	mark = mark_add(watch);
	if (mark) {
		mark->key = key;
		mark->ns = ns;
		memcpy(mark->values, now, n * sizeof(*now));
	}
	if (watch->old.n)
		old = bsearch(&want, watch->old.items, watch->old.n,
			      watch->size, mark_compare);
	if (!old || old->ns >= ns)
		return false;
	memcpy(ret_before, old->values, n * sizeof(*now));
	*ret_ns = ns - old->ns;
	return true;
}

/**
 * smc_watch_rate() - get how much it is per second
 * @delta: what came in that time
 * @ns: the time, from smc_watch_before()
 *
 * Return: the rate, rounded.
 */
uint64_t smc_watch_rate(uint64_t delta, uint64_t ns)
{
	return (uint64_t)((double)delta * (double)NSEC / (double)ns + 0.5);
}

/* "2026-12-01 12:00:00  smcss -a --watch=2" on a screen made blank. */
static void headline_write(const struct smc_ctx *ctx)
{
	time_t now = time(NULL);
	struct tm tm = { 0 };
	char when[32] = "";
	int i;

	localtime_r(&now, &tm);
	(void)strftime(when, sizeof(when), "%F %T", &tm); /* it has room */
	fprintf(stdout, SCREEN_CLEAR "%s  %s", when, ctx->tool->name);
	for (i = 1; i < ctx->n_words; i++)
		fprintf(stdout, " %s", ctx->words[i]);
	fputs("\n\n", stdout);
}

/* Wait for the next round: false when a signal came first. */
static bool pause_until(uint64_t ns, const sigset_t *ends)
{
	struct timespec ts;
	uint64_t now, left;
	int rc;

	do {
		now = now_ns();
		left = ns > now ? ns - now : 0;
		ts.tv_sec = (time_t)(left / NSEC);
		ts.tv_nsec = (long)(left % NSEC);
		rc = sigtimedwait(ends, NULL, &ts);
	} while (rc < 0 && errno == EINTR);
	return rc < 0;
}

/* Signals wait while a round is under way, so that what is written is whole. */
static void rounds_run(struct smc_ctx *ctx, const struct smc_cmd *cmd,
		       const struct smc_path *path, smc_watch_round round,
		       const sigset_t *ends)
{
	struct smc_watch *watch = ctx->watch;
	bool screen = isatty(STDOUT_FILENO) &&
		      ctx->out.style != SMC_STYLE_JSON;
	struct smc_out fresh = ctx->out;
	uint64_t next = now_ns(), now;
	unsigned long i;

	for (i = 1;; i++) {
		ctx->out = fresh;
		if (screen)
			headline_write(ctx);
		else if (i > 1 && ctx->out.style != SMC_STYLE_JSON)
			fputc('\n', stdout);
		round(ctx, cmd, path);
		if (ctx->err.exit || fflush(stdout) || ferror(stdout) ||
		    i == watch->rounds)
			return;
		marks_turn(watch);
		/* What cannot keep up skips rounds, it does not pile them up. */
		next += watch->interval;
		now = now_ns();
		if (next < now)
			next = now;
		if (!pause_until(next, ends))
			return;
	}
}

/**
 * smc_watch_run() - run a command in rounds
 * @ctx: the command's, with the options --watch and --count
 * @cmd: the command
 * @path: its words
 * @round: runs it once
 *
 * SIGINT and SIGTERM end it well. So does the last round; a round that fails
 * is the last.
 *
 * Return: 0 or -EINVAL with the context's error set; that of a round is only
 * in the context.
 */
int smc_watch_run(struct smc_ctx *ctx, const struct smc_cmd *cmd,
		  const struct smc_path *path, smc_watch_round round)
{
	struct smc_watch watch = { 0 };
	sigset_t ends, before;
	int rc;

	if (!cmd->list && !cmd->show)
		return smc_err_usage(&ctx->err,
				     "--watch goes only with what shows something and changes nothing");
	rc = interval_read(ctx->opts->watch, &watch.interval, &ctx->err);
	if (!rc && ctx->opts->count)
		rc = rounds_read(ctx->opts->count, &watch.rounds, &ctx->err);
	if (rc)
		return rc;
	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, &before);
	ctx->watch = &watch;
	ctx->out.one_line = true;
	rounds_run(ctx, cmd, path, round, &ends);
	ctx->watch = NULL;
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(watch.old.items);
	free(watch.new.items);
	return 0;
}
