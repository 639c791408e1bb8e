/* SPDX-License-Identifier: GPL-2.0 */
/* Statistics of a namespace: counters per CPU and a table of fallbacks. */
#ifndef SMC_STATS_H
#define SMC_STATS_H

#include <linux/percpu.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "core/hist.h"

enum smc_tech { SMC_TECH_D, SMC_TECH_R, __SMC_TECH_LAST };

/* events counted per technology */
enum smc_stat {
	SMC_STAT_TX_FULL,	/* no room in the own send buffer */
	SMC_STAT_TX_FULL_PEER,	/* no room at the peer */
	SMC_STAT_TX_SMALL,	/* message larger than the own send buffer */
	SMC_STAT_TX_SMALL_PEER,	/* message larger than the peer's RMB */
	SMC_STAT_RX_FULL,
	SMC_STAT_RX_FULL_PEER,
	SMC_STAT_RX_SMALL,
	SMC_STAT_RX_SMALL_PEER,
	SMC_STAT_SPLICE,
	SMC_STAT_SENDPAGE,
	SMC_STAT_CORK,
	SMC_STAT_NDLY,
	SMC_STAT_URG,
	SMC_STAT_CLNT_V1,	/* successful handshakes by role and version */
	SMC_STAT_CLNT_V2,
	SMC_STAT_SRV_V1,
	SMC_STAT_SRV_V2,
	__SMC_STAT_LAST
};

/* why a server reset a child without looking for a fallback */
enum smc_refusal {
	SMC_REFUSED_GARBAGE,	/* not a CLC message */
	SMC_REFUSED_SHORT,	/* connection ended within a CLC message */
	SMC_REFUSED_EOF,	/* connection ended before a CLC message */
	SMC_REFUSED_TIMEOUT,	/* silence */
	__SMC_REFUSED_LAST
};

/**
 * struct smc_stats_dir - counters of one direction of one technology
 * @calls: send or receive calls, failed ones too
 * @bytes: bytes they moved
 * @payload: calls by size
 * @bufsize: buffers taken by size
 * @allocs: buffers that were allocated
 * @reuses: buffers that were lying ready
 * @downgrades: buffers that came smaller than wanted
 * @usage: bytes of buffers in use; only the sum over all CPUs means something
 */
struct smc_stats_dir {
	u64 calls;
	u64 bytes;
	u64 payload[SMC_HIST_BUCKETS];
	u64 bufsize[SMC_HIST_BUCKETS];
	u64 allocs;
	u64 reuses;
	u64 downgrades;
	u64 usage;
};

struct smc_stats_tech {
	struct smc_stats_dir tx;
	struct smc_stats_dir rx;
	u64 events[__SMC_STAT_LAST];
};

/**
 * struct smc_stats_cpu - what each CPU counts; nothing but u64, see stats.c
 * @tech: by enum smc_tech
 * @hs_err: handshakes that ended in an error, [0] client, [1] server
 * @refused: by enum smc_refusal
 * @hs_limited: SYNs answered without SMC because too many handshakes ran
 */
struct smc_stats_cpu {
	struct smc_stats_tech tech[__SMC_TECH_LAST];
	u64 hs_err[2];
	u64 refused[__SMC_REFUSED_LAST];
	u64 hs_limited;
};

/* more than there are reasons in core/reason.c, which are all that come */
#define SMC_FBACK_SLOTS	64

struct smc_fback {
	u32 reason;
	u64 count[2];
};

/**
 * struct smc_stats - statistics of a namespace
 * @cpu: per CPU counters
 * @lock: guards what follows
 * @fback: fallbacks by reason, used ones first; [0] client, [1] server
 * @fback_total: all fallbacks, same index
 */
struct smc_stats {
	struct smc_stats_cpu __percpu *cpu;
	spinlock_t lock;
	struct smc_fback fback[SMC_FBACK_SLOTS];
	u64 fback_total[2];
};

int smc_stats_init(struct smc_stats *s);
void smc_stats_exit(struct smc_stats *s);
void smc_stats_sum(const struct smc_stats *s, struct smc_stats_cpu *ret);
void smc_stat_fallback(struct smc_stats *s, bool server, u32 reason);
bool smc_stats_fback(struct smc_stats *s, unsigned int slot,
		     struct smc_fback *ret, u64 ret_total[2]);

/**
 * smc_stat_inc - count an event
 * @s: statistics
 * @t: technology
 * @which: event
 */
static inline void smc_stat_inc(struct smc_stats *s, enum smc_tech t,
				enum smc_stat which)
{
	this_cpu_inc(s->cpu->tech[t].events[which]);
}

/**
 * smc_stat_tx - count a send call
 * @s: statistics
 * @t: technology
 * @asked: bytes that the caller wanted to send; they choose the bucket
 * @result: bytes sent or -errno
 */
static inline void smc_stat_tx(struct smc_stats *s, enum smc_tech t,
			       size_t asked, long result)
{
	this_cpu_inc(s->cpu->tech[t].tx.calls);
	if (result <= 0)
		return;
	this_cpu_inc(s->cpu->tech[t].tx.payload[smc_hist_bucket(asked)]);
	this_cpu_add(s->cpu->tech[t].tx.bytes, result);
}

/**
 * smc_stat_rx - count a receive call
 * @s: statistics
 * @t: technology
 * @result: bytes received or -errno
 */
static inline void smc_stat_rx(struct smc_stats *s, enum smc_tech t,
			       long result)
{
	this_cpu_inc(s->cpu->tech[t].rx.calls);
	if (result <= 0)
		return;
	this_cpu_inc(s->cpu->tech[t].rx.payload[smc_hist_bucket(result)]);
	this_cpu_add(s->cpu->tech[t].rx.bytes, result);
}

static inline struct smc_stats_dir __percpu *
smc_stats_dir(struct smc_stats *s, enum smc_tech t, bool rx)
{
	return rx ? &s->cpu->tech[t].rx : &s->cpu->tech[t].tx;
}

/**
 * smc_stat_buf - count a buffer that a connection takes
 * @s: statistics
 * @t: technology
 * @rx: receive buffer, else send buffer
 * @size: its size
 * @reused: it was lying ready, else it was allocated
 */
static inline void smc_stat_buf(struct smc_stats *s, enum smc_tech t, bool rx,
				size_t size, bool reused)
{
	struct smc_stats_dir __percpu *dir = smc_stats_dir(s, t, rx);

	this_cpu_inc(dir->bufsize[smc_hist_bucket(size)]);
	this_cpu_add(dir->usage, size);
	if (reused)
		this_cpu_inc(dir->reuses);
	else
		this_cpu_inc(dir->allocs);
}

/**
 * smc_stat_buf_free - take a buffer counted by smc_stat_buf() out of the gauge
 * @s: statistics
 * @t: technology
 * @rx: as told to smc_stat_buf()
 * @size: as told to smc_stat_buf()
 */
static inline void smc_stat_buf_free(struct smc_stats *s, enum smc_tech t,
				     bool rx, size_t size)
{
	this_cpu_sub(smc_stats_dir(s, t, rx)->usage, size);
}

/**
 * smc_stat_downgrade - count a buffer that came smaller than wanted
 * @s: statistics
 * @t: technology
 * @rx: receive buffer, else send buffer
 */
static inline void smc_stat_downgrade(struct smc_stats *s, enum smc_tech t,
				      bool rx)
{
	this_cpu_inc(smc_stats_dir(s, t, rx)->downgrades);
}

/**
 * smc_stat_hs_err - count a handshake that ended without fallback
 * @s: statistics
 * @server: role
 */
static inline void smc_stat_hs_err(struct smc_stats *s, bool server)
{
	this_cpu_inc(s->cpu->hs_err[server]);
}

/**
 * smc_stat_refused - count a child that was reset because of its peer
 * @s: statistics
 * @why: what the peer did
 */
static inline void smc_stat_refused(struct smc_stats *s, enum smc_refusal why)
{
	this_cpu_inc(s->cpu->refused[why]);
}

/**
 * smc_stat_hs_limited - count a SYN answered without SMC under congestion
 * @s: statistics
 */
static inline void smc_stat_hs_limited(struct smc_stats *s)
{
	this_cpu_inc(s->cpu->hs_limited);
}

#endif
