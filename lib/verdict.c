// SPDX-License-Identifier: GPL-2.0-or-later
#include "verdict.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/reason.h"

/* Buffers up to 256 KiB can grow to some use; the class behind them is 512. */
#define SMALL_CLASSES	6

/* What the lines are collected in. */
struct report {
	const struct smc_counts *counts;
	const char *tool;
	struct smc_verdict *list;
	unsigned int n;
};

static struct smc_verdict *line_add(struct report *r, const char *key,
				    enum smc_tone tone, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static struct smc_verdict *line_add(struct report *r, const char *key,
				    enum smc_tone tone, const char *fmt, ...)
{
	struct smc_verdict *v = &r->list[r->n++];
	va_list ap;

	*v = (struct smc_verdict){ .key = key, .tone = tone };
	va_start(ap, fmt);
	(void)vsnprintf(v->text, sizeof(v->text), fmt, ap); /* may cut */
	va_end(ap);
	return v;
}

static void advise(struct smc_verdict *v, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void advise(struct smc_verdict *v, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(v->advice, sizeof(v->advice), fmt, ap); /* may cut */
	va_end(ap);
}

static double percent(uint64_t n, uint64_t all)
{
	return all ? (double)n * 100 / (double)all : 0;
}

static uint64_t sum(const uint64_t *n, unsigned int count)
{
	uint64_t all = 0;

	while (count--)
		all += n[count];
	return all;
}

/*
 * Half of the buffers that were taken could be larger to some use; or none was
 * taken since the reset, and nobody knows.
 */
static bool buffers_small(const struct smc_tech_stats *t)
{
	uint64_t small = sum(t->tx_buf_sizes.n, SMALL_CLASSES) +
			 sum(t->rx_buf_sizes.n, SMALL_CLASSES);
	uint64_t all = sum(t->tx_buf_sizes.n, SMC_SIZE_CLASSES) +
		       sum(t->rx_buf_sizes.n, SMC_SIZE_CLASSES);

	return small * 2 >= all;
}

static void size_advise(const struct report *r, struct smc_verdict *v)
{
	if (buffers_small(&r->counts->tech))
		advise(v, "larger buffers: %s tune profile throughput",
		       r->tool);
}

static void handshakes_judge(struct report *r, uint64_t all)
{
	const struct smc_counts *c = r->counts;
	uint64_t errors = c->hs_err[SMC_ROLE_CLIENT] +
			  c->hs_err[SMC_ROLE_SERVER];
	struct smc_verdict *v;

	if (!errors || percent(errors, all) < SMC_VERDICT_HS_ERRORS)
		return;
	v = line_add(r, c->hs_err[SMC_ROLE_CLIENT] >
			c->hs_err[SMC_ROLE_SERVER] ?
		     "handshake_errors.client" : "handshake_errors.server",
		     SMC_TONE_BAD,
		     "%" PRIu64 " of %" PRIu64 " connections (%.1f%%) broke in the handshake",
		     errors, all, percent(errors, all));
	advise(v, "peers went away or answered nonsense: look at dmesg of both hosts");
}

/* The most frequent reason that comes behind @last in that order. */
static const struct smc_reason_count *
reason_next(const struct smc_counts *c, const struct smc_reason_count *last)
{
	const struct smc_reason_count *best = NULL;
	unsigned int i;

	for (i = 0; i < c->n_reasons; i++) {
		const struct smc_reason_count *one = &c->reasons[i];

		if (last && (one->count > last->count ||
			     (one->count == last->count && one <= last)))
			continue;
		if (!best || one->count > best->count)
			best = one;
	}
	return best;
}

static void reasons_judge(struct report *r, enum smc_tone tone)
{
	const struct smc_reason_count *one = NULL;
	unsigned int i;

	for (i = 0; i < SMC_VERDICT_REASONS; i++) {
		const char *name, *advice;
		struct smc_verdict *v;

		one = reason_next(r->counts, one);
		if (!one)
			return;
		name = smc_reason_name(one->code);
		advice = smc_reason_advice(one->code);
		v = line_add(r, "fallback.reasons", tone,
			     "fallback as %s, %" PRIu64 " times: %s (0x%08" PRIx32 ")",
			     one->role == SMC_ROLE_CLIENT ? "client" : "server",
			     one->count, name ? name : "unknown reason",
			     one->code);
		if (advice)
			advise(v, "%s", advice);
	}
}

static void fallbacks_judge(struct report *r, uint64_t all, uint64_t smc)
{
	const struct smc_counts *c = r->counts;
	uint64_t tcp = c->fback[SMC_ROLE_CLIENT] + c->fback[SMC_ROLE_SERVER];
	enum smc_tone tone = smc ? SMC_TONE_WARN : SMC_TONE_BAD;

	if (!tcp || percent(tcp, all) < SMC_VERDICT_FALLBACKS)
		return;
	line_add(r, c->fback[SMC_ROLE_CLIENT] > c->fback[SMC_ROLE_SERVER] ?
		 "fallback.client" : "fallback.server", tone,
		 "%" PRIu64 " of %" PRIu64 " connections (%.1f%%) became TCP%s",
		 tcp, all, percent(tcp, all), smc ? "" : ", none is SMC");
	reasons_judge(r, tone);
}

static void tx_judge(struct report *r)
{
	const struct smc_tech_stats *t = &r->counts->tech;
	const struct smc_buffers *b = &t->tx_buf;
	bool peer = b->full_peer >= b->full;
	uint64_t full = peer ? b->full_peer : b->full;
	struct smc_verdict *v;

	if (t->tx_reqs < SMC_VERDICT_REQUESTS)
		return;
	if (percent(full, t->tx_reqs) >= SMC_VERDICT_FULL) {
		v = line_add(r, peer ? "tx.buffers.peer_full" :
			     "tx.buffers.full", SMC_TONE_WARN,
			     "the %s buffer was full %" PRIu64 " times in %" PRIu64 " sends (%.1f%%)",
			     peer ? "peer's" : "send", full, t->tx_reqs,
			     percent(full, t->tx_reqs));
		size_advise(r, v);
		if (!v->advice[0])
			advise(v, "buffers are large: the programs that read are slower than those that send");
	}
	peer = b->small_peer >= b->small;
	full = peer ? b->small_peer : b->small;
	if (percent(full, t->tx_reqs) >= SMC_VERDICT_SMALL) {
		v = line_add(r, peer ? "tx.buffers.peer_too_small" :
			     "tx.buffers.too_small", SMC_TONE_WARN,
			     "%.1f%% of the sends were larger than the %s buffer",
			     percent(full, t->tx_reqs),
			     peer ? "peer's" : "send");
		size_advise(r, v);
	}
}

static void rx_judge(struct report *r)
{
	const struct smc_tech_stats *t = &r->counts->tech;
	struct smc_verdict *v;

	if (t->rx_reqs < SMC_VERDICT_REQUESTS ||
	    percent(t->rx_buf.full, t->rx_reqs) < SMC_VERDICT_FULL)
		return;
	v = line_add(r, "rx.buffers.full", SMC_TONE_WARN,
		     "the receive buffer was full %" PRIu64 " times in %" PRIu64 " reads (%.1f%%)",
		     t->rx_buf.full, t->rx_reqs,
		     percent(t->rx_buf.full, t->rx_reqs));
	size_advise(r, v);
}

static void downgrades_judge(struct report *r)
{
	const struct smc_tech_stats *t = &r->counts->tech;
	uint64_t n = t->tx_buf.downgraded + t->rx_buf.downgraded;
	uint64_t all = sum(t->tx_buf_sizes.n, SMC_SIZE_CLASSES) +
		       sum(t->rx_buf_sizes.n, SMC_SIZE_CLASSES);
	struct smc_verdict *v;

	if (!n || percent(n, all) < SMC_VERDICT_DOWNGRADES)
		return;
	v = line_add(r, t->tx_buf.downgraded > t->rx_buf.downgraded ?
		     "tx.buffers.downgraded" : "rx.buffers.downgraded",
		     SMC_TONE_WARN,
		     "%" PRIu64 " times a buffer came smaller than it should",
		     n);
	advise(v, "memory is short: free some, or %s tune set rmem to less",
	       r->tool);
}

/**
 * smc_verdicts() - judge statistics
 * @counts: the statistics
 * @tool: the tool that advice shall name
 * @ret: gets the lines
 *
 * Return: number of lines, 0: nothing needs a look.
 */
unsigned int smc_verdicts(const struct smc_counts *counts, const char *tool,
			  struct smc_verdict ret[SMC_VERDICTS_MAX])
{
	const struct smc_tech_stats *t = &counts->tech;
	struct report r = { .counts = counts, .tool = tool, .list = ret };
	uint64_t smc = t->clnt_v1 + t->clnt_v2 + t->srv_v1 + t->srv_v2;
	uint64_t all = smc;
	int role;

	for (role = 0; role < SMC_ROLE_COUNT; role++)
		all += counts->hs_err[role] + counts->fback[role];
	handshakes_judge(&r, all);
	fallbacks_judge(&r, all, smc);
	tx_judge(&r);
	rx_judge(&r);
	downgrades_judge(&r);
	return r.n;
}
