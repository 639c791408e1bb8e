// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats_text.h"

#include <inttypes.h>
#include <linux/smc.h>
#include <string.h>

#include "codec.h"
#include "core/reason.h"
#include "verdict.h"

/* Columns: two blanks, the label, the number, what belongs to it. */
#define LABEL	28
#define NUMBER	11

/* A number in at most six characters: 196608 is 196.6K. */
static const char *short_make(char *buf, size_t size, uint64_t n)
{
	static const char units[] = "KMGTPE";
	double value = (double)n;
	int unit = -1;

	if (n < 1000) {
		snprintf(buf, size, "%" PRIu64, n);
		return buf;
	}
	/* 999.95 would be rounded to five digits. */
	while (value >= 999.95) {
		value /= 1000;
		unit++;
	}
	snprintf(buf, size, "%.*f%c",
		 value < 9.9995 ? 3 : value < 99.995 ? 2 : 1, value,
		 units[unit]);
	return buf;
}

static void count_write(FILE *f, const char *label, uint64_t n)
{
	fprintf(f, "  %-*s%*" PRIu64 "\n", LABEL, label, NUMBER, n);
}

static void bytes_write(FILE *f, const char *label, uint64_t n)
{
	char buf[16];

	fprintf(f, "  %-*s%*" PRIu64 " (%s)\n", LABEL, label, NUMBER, n,
		short_make(buf, sizeof(buf), n));
}

static void share_write(FILE *f, const char *label, uint64_t n, uint64_t all)
{
	fprintf(f, "  %-*s%*" PRIu64 " (%.2f%%)\n", LABEL, label, NUMBER, n,
		all ? (double)n * 100 / (double)all : 0.0);
}

static void roles_write(FILE *f, const char *label, uint64_t client,
			uint64_t server, unsigned int level)
{
	fprintf(f, "  %-*s%*" PRIu64, LABEL, label, NUMBER, client + server);
	if (level)
		fprintf(f, " (client %" PRIu64 ", server %" PRIu64 ")",
			client, server);
	fputc('\n', f);
}

static void reasons_write(FILE *f, const struct smc_counts *counts,
			  enum smc_role role, const char *title)
{
	unsigned int i;
	bool any = false;

	for (i = 0; i < counts->n_reasons; i++) {
		const struct smc_reason_count *r = &counts->reasons[i];
		const char *name = smc_reason_name(r->code);
		char code[16], count[24];
		int gap;

		if (r->role != role)
			continue;
		if (!any)
			fprintf(f, "    %s\n", title);
		any = true;
		snprintf(code, sizeof(code), "0x%08" PRIx32, r->code);
		if (!name)
			name = code;
		snprintf(count, sizeof(count), "%" PRIu64, r->count);
		/* Words may need what the number leaves free. */
		gap = LABEL + NUMBER - 3 - (int)strlen(name);
		if (gap <= (int)strlen(count))
			gap = (int)strlen(count) + 1;
		fprintf(f, "     %s%*s\n", name, gap, count);
	}
}

static void summary_write(FILE *f, const struct smc_counts *counts,
			  enum smc_tech tech, unsigned int level)
{
	const struct smc_tech_stats *t = &counts->tech;
	uint64_t client = t->clnt_v1 + t->clnt_v2;
	uint64_t server = t->srv_v1 + t->srv_v2;
	uint64_t all = client + server;
	int role;

	for (role = 0; role < SMC_ROLE_COUNT; role++)
		all += counts->hs_err[role] + counts->fback[role];
	fprintf(f, "SMC-%c Connections Summary\n",
		tech == SMC_TECH_D ? 'D' : 'R');
	count_write(f, "Total connections handled", all);
	roles_write(f, "SMC connections", client, server, level);
	if (level) {
		count_write(f, "  v1", t->clnt_v1 + t->srv_v1);
		count_write(f, "  v2", t->clnt_v2 + t->srv_v2);
	}
	roles_write(f, "Handshake errors", counts->hs_err[SMC_ROLE_CLIENT],
		    counts->hs_err[SMC_ROLE_SERVER], level);
	fprintf(f, "  %-*s%*.1f\n", LABEL, "Avg requests per SMC conn",
		NUMBER + 2, client + server ?
		(double)(t->rx_reqs + t->tx_reqs) / (double)(client + server) :
		0.0);
	roles_write(f, "TCP fallback", counts->fback[SMC_ROLE_CLIENT],
		    counts->fback[SMC_ROLE_SERVER], level);
	if (level) {
		reasons_write(f, counts, SMC_ROLE_CLIENT, "Client");
		reasons_write(f, counts, SMC_ROLE_SERVER, "Server");
	}
}

/* The last column takes what is above 512 KB, as it always did. */
static void sizes_write(FILE *f, const char *label,
			const struct smc_sizes *sizes)
{
	char buf[24];
	int i;

	fprintf(f, "  %-5s", label);
	for (i = 0; i < SMC_SIZE_CLASSES - 1; i++) {
		uint64_t n = sizes->n[i];

		if (i == SMC_SIZE_CLASSES - 2)
			n += sizes->n[i + 1];
		if (n < 10000000)
			snprintf(buf, sizeof(buf), "%" PRIu64, n);
		else
			short_make(buf, sizeof(buf), n);
		fprintf(f, "%8s", buf);
	}
	fputc('\n', f);
}

/* What one direction of the traffic is made of. */
struct direction {
	const char *title;
	uint64_t bytes;
	uint64_t requests;
	bool has_usage;
	uint64_t usage;
	const struct smc_buffers *buf;
	const struct smc_sizes *buf_sizes;
	const struct smc_sizes *req_sizes;
};

static void direction_write(FILE *f, const struct direction *d, bool tx,
			    unsigned int level)
{
	fprintf(f, "\n%s\n", d->title);
	bytes_write(f, "Data transmitted (Bytes)", d->bytes);
	count_write(f, "Total requests", d->requests);
	if (d->has_usage)
		bytes_write(f, "Buffer usage (Bytes)", d->usage);
	else
		fprintf(f, "  %-*s%*s\n", LABEL, "Buffer usage (Bytes)",
			NUMBER, "-");
	share_write(f, "Buffer full", d->buf->full, d->requests);
	if (tx) {
		share_write(f, "Buffer full (remote)", d->buf->full_peer,
			    d->requests);
		share_write(f, "Buffer too small", d->buf->small, d->requests);
		share_write(f, "Buffer too small (remote)",
			    d->buf->small_peer, d->requests);
	}
	if (level) {
		count_write(f, "Buffer downgrades", d->buf->downgraded);
		count_write(f, "Buffer reuses", d->buf->reused);
	}
	fprintf(f, "            8KB    16KB    32KB    64KB   128KB   256KB   512KB  >512KB\n");
	sizes_write(f, "Bufs", d->buf_sizes);
	sizes_write(f, "Reqs", d->req_sizes);
}

static void extras_write(FILE *f, const struct smc_tech_stats *t,
			 unsigned int level)
{
	fprintf(f, "\nExtras\n");
	count_write(f, "Special socket calls", t->cork + t->nodelay +
		    t->sendpage + t->splice + t->urgent);
	if (!level)
		return;
	count_write(f, "  cork", t->cork);
	count_write(f, "  nodelay", t->nodelay);
	count_write(f, "  sendpage", t->sendpage);
	count_write(f, "  splice", t->splice);
	count_write(f, "  urgent data", t->urgent);
}

/**
 * smc_stats_text() - print statistics
 * @counts: the statistics
 * @tech: of which technology
 * @level: number of -d: more lines
 * @f: where to
 */
void smc_stats_text(const struct smc_counts *counts, enum smc_tech tech,
		    unsigned int level, FILE *f)
{
	const struct smc_tech_stats *t = &counts->tech;
	const struct direction rx = {
		.title = "RX Stats", .bytes = t->rx_bytes,
		.requests = t->rx_reqs, .usage = t->rx_usage,
		.has_usage = smc_has(t->has, SMC_MODEL_STATS_RX_RMB_USAGE),
		.buf = &t->rx_buf, .buf_sizes = &t->rx_buf_sizes,
		.req_sizes = &t->rx_req_sizes,
	};
	const struct direction tx = {
		.title = "TX Stats", .bytes = t->tx_bytes,
		.requests = t->tx_reqs, .usage = t->tx_usage,
		.has_usage = smc_has(t->has, SMC_MODEL_STATS_TX_RMB_USAGE),
		.buf = &t->tx_buf, .buf_sizes = &t->tx_buf_sizes,
		.req_sizes = &t->tx_req_sizes,
	};

	summary_write(f, counts, tech, level);
	direction_write(f, &rx, false, level);
	direction_write(f, &tx, true, level);
	extras_write(f, t, level);
}

/**
 * smc_stats_verdicts() - print what to make of statistics, if there is anything
 * @counts: the statistics
 * @tool: the tool that advice shall name
 * @f: where to
 *
 * It comes behind all that smc-tools printed.
 */
void smc_stats_verdicts(const struct smc_counts *counts, const char *tool,
			FILE *f)
{
	struct smc_verdict verdicts[SMC_VERDICTS_MAX];
	unsigned int n = smc_verdicts(counts, tool, verdicts), i;

	if (n)
		fprintf(f, "\nVerdict\n");
	for (i = 0; i < n; i++) {
		fprintf(f, "  %s\n", verdicts[i].text);
		if (verdicts[i].advice[0])
			fprintf(f, "    %s\n", verdicts[i].advice);
	}
}

/**
 * smc_stats_rates() - print what comes per second
 * @rates: the rates, from smc_counts_rates()
 * @f: where to
 */
void smc_stats_rates(const struct smc_counts *rates, FILE *f)
{
	const struct smc_tech_stats *t = &rates->tech;

	fprintf(f, "Per second\n");
	count_write(f, "SMC connections", t->clnt_v1 + t->clnt_v2 + t->srv_v1 +
		    t->srv_v2);
	count_write(f, "Handshake errors", rates->hs_err[SMC_ROLE_CLIENT] +
		    rates->hs_err[SMC_ROLE_SERVER]);
	count_write(f, "TCP fallback", rates->fback[SMC_ROLE_CLIENT] +
		    rates->fback[SMC_ROLE_SERVER]);
	bytes_write(f, "RX Data (Bytes)", t->rx_bytes);
	count_write(f, "RX requests", t->rx_reqs);
	bytes_write(f, "TX Data (Bytes)", t->tx_bytes);
	count_write(f, "TX requests", t->tx_reqs);
	count_write(f, "TX buffer full", t->tx_buf.full_peer > t->tx_buf.full ?
		    t->tx_buf.full_peer : t->tx_buf.full);
	fputc('\n', f);
}
