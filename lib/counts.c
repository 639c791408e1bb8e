// SPDX-License-Identifier: GPL-2.0-or-later
#include "counts.h"

#include <errno.h>
#include <string.h>

#include "query.h"
#include "watch.h"

#define ROW(f, k, member) \
	{ .flat = (f), .key = (k), .off = offsetof(struct smc_counts, member) }
#define GAUGE(f, k, member, attr) \
	{ .flat = (f), .key = (k), .gauge = (attr), \
	  .off = offsetof(struct smc_counts, member) }
#define OWN(f, k, member) \
	{ .flat = (f), .key = (k), .own = true, \
	  .off = offsetof(struct smc_counts, member) }

#define SIZES(f, k, member)						\
	ROW(f "_8K", k ".8k", member.n[0]),				\
	ROW(f "_16K", k ".16k", member.n[1]),				\
	ROW(f "_32K", k ".32k", member.n[2]),				\
	ROW(f "_64K", k ".64k", member.n[3]),				\
	ROW(f "_128K", k ".128k", member.n[4]),				\
	ROW(f "_256K", k ".256k", member.n[5]),				\
	ROW(f "_512K", k ".512k", member.n[6]),				\
	ROW(f "_1024K", k ".1024k", member.n[7]),			\
	ROW(f "_G_1024K", k ".larger", member.n[8])

#define BUFFERS(f, k, member)						\
	ROW(f "_SIZE_SM_PEER_CNT", k ".peer_too_small", member.small_peer), \
	ROW(f "_SIZE_SM_CNT", k ".too_small", member.small),		\
	ROW(f "_FULL_PEER_CNT", k ".peer_full", member.full_peer),	\
	ROW(f "_FULL_CNT", k ".full", member.full),			\
	ROW(f "_REUSE_CNT", k ".reused", member.reused),		\
	ROW(f "_ALLOC_CNT", k ".allocated", member.allocated),		\
	ROW(f "_DGRADE_CNT", k ".downgraded", member.downgraded)

/* The order of 'stats json', which scripts know. */
static const struct smc_count_row rows[] = {
	SIZES("SMC_INT_TX_BUF", "tx.buffer_sizes", tech.tx_buf_sizes),
	SIZES("SMC_INT_RX_BUF", "rx.buffer_sizes", tech.rx_buf_sizes),
	SIZES("SMC_USR_TX_BUF", "tx.request_sizes", tech.tx_req_sizes),
	SIZES("SMC_USR_RX_BUF", "rx.request_sizes", tech.rx_req_sizes),
	BUFFERS("SMC_INT_TX_BUF", "tx.buffers", tech.tx_buf),
	BUFFERS("SMC_INT_RX_BUF", "rx.buffers", tech.rx_buf),
	ROW("SMC_CLNT_V1_SUCC_CNT", "connections.client.v1", tech.clnt_v1),
	ROW("SMC_CLNT_V2_SUCC_CNT", "connections.client.v2", tech.clnt_v2),
	ROW("SMC_SRV_V1_SUCC_CNT", "connections.server.v1", tech.srv_v1),
	ROW("SMC_SRV_V2_SUCC_CNT", "connections.server.v2", tech.srv_v2),
	ROW("SMC_SENDPAGE_CNT", "calls.sendpage", tech.sendpage),
	ROW("SMC_URG_DATA_CNT", "calls.urgent", tech.urgent),
	ROW("SMC_SPLICE_CNT", "calls.splice", tech.splice),
	ROW("SMC_CORK_CNT", "calls.cork", tech.cork),
	ROW("SMC_NDLY_CNT", "calls.nodelay", tech.nodelay),
	ROW("SMC_RX_BYTES", "rx.bytes", tech.rx_bytes),
	ROW("SMC_TX_BYTES", "tx.bytes", tech.tx_bytes),
	ROW("SMC_RX_CNT", "rx.requests", tech.rx_reqs),
	ROW("SMC_TX_CNT", "tx.requests", tech.tx_reqs),
	GAUGE("SMC_RX_RMB_USAGE", "rx.buffer_bytes", tech.rx_usage,
	      SMC_MODEL_STATS_RX_RMB_USAGE),
	GAUGE("SMC_TX_RMB_USAGE", "tx.buffer_bytes", tech.tx_usage,
	      SMC_MODEL_STATS_TX_RMB_USAGE),
	OWN("CLNT_HS_ERR_CNT", "handshake_errors.client",
	    hs_err[SMC_ROLE_CLIENT]),
	OWN("SRV_HS_ERR_CNT", "handshake_errors.server",
	    hs_err[SMC_ROLE_SERVER]),
	OWN("CLNT_FBACK_CNT", "fallback.client", fback[SMC_ROLE_CLIENT]),
	OWN("SRV_FBACK_CNT", "fallback.server", fback[SMC_ROLE_SERVER]),
};

_Static_assert(sizeof(rows) / sizeof(rows[0]) <= SMC_COUNT_ROWS,
	       "SMC_COUNT_ROWS is too small");

/**
 * smc_count_row_at() - walk the counters
 * @i: from 0 on
 *
 * Return: row @i, NULL behind the last one.
 */
const struct smc_count_row *smc_count_row_at(unsigned int i)
{
	return i < sizeof(rows) / sizeof(rows[0]) ? &rows[i] : NULL;
}

/**
 * smc_count_at() - find a counter
 * @counts: the statistics
 * @row: the counter's row
 *
 * Return: the counter.
 */
uint64_t *smc_count_at(struct smc_counts *counts,
		       const struct smc_count_row *row)
{
	return (uint64_t *)((char *)counts + row->off);
}

/**
 * smc_count_get() - get a counter's value
 * @counts: the statistics
 * @row: the counter's row
 *
 * Return: the value.
 */
uint64_t smc_count_get(const struct smc_counts *counts,
		       const struct smc_count_row *row)
{
	return *(const uint64_t *)((const char *)counts + row->off);
}

/**
 * smc_count_present() - does this kernel have a counter?
 * @counts: the statistics
 * @row: the counter's row
 *
 * Return: true when it has.
 */
bool smc_count_present(const struct smc_counts *counts,
		       const struct smc_count_row *row)
{
	return !row->gauge || smc_has(counts->tech.has, row->gauge);
}

/**
 * smc_counts_reason() - find the count of a reason
 * @counts: the statistics
 * @role: client or server
 * @code: the reason
 *
 * Return: its entry, NULL when it never happened.
 */
const struct smc_reason_count *
smc_counts_reason(const struct smc_counts *counts, enum smc_role role,
		  uint32_t code)
{
	unsigned int i;

	for (i = 0; i < counts->n_reasons; i++)
		if (counts->reasons[i].role == role &&
		    counts->reasons[i].code == code)
			return &counts->reasons[i];
	return NULL;
}

static int fback_read(struct smc_nl *nl, struct smc_counts *ret,
		      struct smc_err *err)
{
	struct smc_list list;
	size_t i;
	int rc;

	rc = smc_query_run(nl, &smc_query_fback, &list, err);
	if (rc)
		return rc;
	ret->torn = list.torn;
	for (i = 0; i < list.count; i++) {
		const struct smc_fback *fb = smc_list_at(&list, i);

		/* The totals are in the first entry of each role only. */
		if (fb->clnt_total)
			ret->fback[SMC_ROLE_CLIENT] = fb->clnt_total;
		if (fb->srv_total)
			ret->fback[SMC_ROLE_SERVER] = fb->srv_total;
		if (!fb->reason)
			continue;
		if (ret->n_reasons == SMC_COUNTS_REASONS) {
			rc = smc_err_set(err, -E2BIG,
					 "the kernel knows too many reasons");
			break;
		}
		ret->reasons[ret->n_reasons++] = (struct smc_reason_count){
			.role = fb->server ? SMC_ROLE_SERVER : SMC_ROLE_CLIENT,
			.code = fb->reason, .count = fb->count,
		};
	}
	smc_list_free(&list);
	return rc;
}

/**
 * smc_counts_read() - ask the kernel for statistics
 * @nl: the family
 * @tech: of which technology
 * @ret: gets them
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int smc_counts_read(struct smc_nl *nl, enum smc_tech tech,
		    struct smc_counts *ret, struct smc_err *err)
{
	const struct smc_stats *stats;
	struct smc_list list;
	int rc;

	memset(ret, 0, sizeof(*ret));
	rc = fback_read(nl, ret, err);
	if (rc)
		return rc;
	rc = smc_query_run(nl, &smc_query_stats, &list, err);
	if (rc)
		return rc;
	if (list.count) {
		stats = list.items;
		ret->tech = stats->tech[tech];
		ret->hs_err[SMC_ROLE_CLIENT] = stats->clnt_hs_err;
		ret->hs_err[SMC_ROLE_SERVER] = stats->srv_hs_err;
	} else {
		rc = smc_err_set(err, -EBADMSG,
				 "the kernel sent no statistics");
	}
	smc_list_free(&list);
	return rc;
}

/**
 * smc_counts_rates() - get what came per second since the round before
 * @watch: rounds of --watch, NULL: none
 * @now: the statistics, nothing subtracted
 * @ret: gets the rates in the place of counters; no reasons
 *
 * Return: false when there was no round before.
 */
bool smc_counts_rates(struct smc_watch *watch, const struct smc_counts *now,
		      struct smc_counts *ret)
{
	uint64_t values[SMC_COUNT_ROWS], before[SMC_COUNT_ROWS], ns;
	const size_t n = sizeof(rows) / sizeof(rows[0]);
	size_t i;

	for (i = 0; i < n; i++)
		values[i] = smc_count_get(now, &rows[i]);
	if (!smc_watch_before(watch, 0, values, n, before, &ns))
		return false;
	*ret = *now;
	ret->n_reasons = 0;
	/* The module was loaded anew, or a gauge: no rate to tell. */
	for (i = 0; i < n; i++)
		*smc_count_at(ret, &rows[i]) =
			rows[i].gauge || values[i] < before[i] ? 0 :
			smc_watch_rate(values[i] - before[i], ns);
	return true;
}

static bool is_older(const struct smc_counts *counts,
		     const struct smc_counts *base)
{
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!rows[i].gauge && smc_count_get(counts, &rows[i]) <
				      smc_count_get(base, &rows[i]))
			return true;
	return false;
}

/**
 * smc_counts_subtract() - count from an earlier state on
 * @counts: the statistics; gauges stay as they are
 * @base: the earlier state
 *
 * Return: false, with nothing changed, when @base is not an earlier state of
 * the same counters because one of them was higher.
 */
bool smc_counts_subtract(struct smc_counts *counts,
			 const struct smc_counts *base)
{
	unsigned int i, n = 0;

	if (is_older(counts, base))
		return false;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!rows[i].gauge)
			*smc_count_at(counts, &rows[i]) -=
				smc_count_get(base, &rows[i]);
	for (i = 0; i < counts->n_reasons; i++) {
		struct smc_reason_count r = counts->reasons[i];
		const struct smc_reason_count *old;

		old = smc_counts_reason(base, r.role, r.code);
		/* The stock kernel has 16 bits for it, and they wrap. */
		if (old)
			r.count = r.count >= old->count ?
				  r.count - old->count :
				  r.count + UINT16_MAX + 1 - old->count;
		if (r.count)
			counts->reasons[n++] = r;
	}
	counts->n_reasons = n;
	return true;
}
