// SPDX-License-Identifier: GPL-2.0-or-later
/* Counters of the fake kernel. */
#include <linux/smc.h>
#include <string.h>

#include "knob.h"
#include "tables.h"

#define COUNTERS	65

/* Where each counter goes, in the order of smc-tools' 'stats json'. */
struct place {
	unsigned int nest;
	unsigned int attr;
};

#define SIZES(nest) \
	{ nest, 1 }, { nest, 2 }, { nest, 3 }, { nest, 4 }, { nest, 5 }, \
	{ nest, 6 }, { nest, 7 }, { nest, 8 }, { nest, 9 }
#define BUFFERS(nest) \
	{ nest, 1 }, { nest, 2 }, { nest, 3 }, { nest, 4 }, { nest, 5 }, \
	{ nest, 6 }, { nest, 7 }

static const struct place places[COUNTERS] = {
	SIZES(SMC_NLA_STATS_T_TX_RMB_SIZE),
	SIZES(SMC_NLA_STATS_T_RX_RMB_SIZE),
	SIZES(SMC_NLA_STATS_T_TXPLOAD_SIZE),
	SIZES(SMC_NLA_STATS_T_RXPLOAD_SIZE),
	BUFFERS(SMC_NLA_STATS_T_TX_RMB_STATS),
	BUFFERS(SMC_NLA_STATS_T_RX_RMB_STATS),
	{ 0, SMC_NLA_STATS_T_CLNT_V1_SUCC },
	{ 0, SMC_NLA_STATS_T_CLNT_V2_SUCC },
	{ 0, SMC_NLA_STATS_T_SRV_V1_SUCC },
	{ 0, SMC_NLA_STATS_T_SRV_V2_SUCC },
	{ 0, SMC_NLA_STATS_T_SENDPAGE_CNT },
	{ 0, SMC_NLA_STATS_T_URG_DATA_CNT },
	{ 0, SMC_NLA_STATS_T_SPLICE_CNT },
	{ 0, SMC_NLA_STATS_T_CORK_CNT },
	{ 0, SMC_NLA_STATS_T_NDLY_CNT },
	{ 0, SMC_NLA_STATS_T_RX_BYTES },
	{ 0, SMC_NLA_STATS_T_TX_BYTES },
	{ 0, SMC_NLA_STATS_T_RX_CNT },
	{ 0, SMC_NLA_STATS_T_TX_CNT },
	{ 0, 20 },	/* RX_RMB_USAGE */
	{ 0, 21 },	/* TX_RMB_USAGE */
};

/* Counters of transcript 08, a talk of three connections. */
static const uint64_t talk[COUNTERS] = {
	0, 0, 0, 3, 0, 0, 0, 0, 0,
	0, 0, 0, 3, 0, 0, 0, 0, 0,
	3, 1, 1, 4, 4, 6, 9, 8, 7,
	8, 0, 0, 0, 0, 0, 0, 0, 0,
	34, 34, 29, 32, 0, 3, 0,
	0, 0, 0, 0, 0, 3, 0,
	0, 3, 0, 0, 0, 1, 0, 1, 1, 38, 2369101, 8, 43, 196608, 196608,
};

static uint64_t prime_nth(unsigned int n)
{
	uint64_t p = 1, d;

	for (n++; n; n--)
		for (p++, d = 2; d * d <= p; d++)
			if (p % d == 0) {
				p++;
				d = 1;
			}
	return p;
}

static bool is_mode(const char *name)
{
	char mode[16];

	return knob_value("stats", mode, sizeof(mode)) && !strcmp(mode, name);
}

/* Counters of a talk that a test can choose. */
static const struct {
	const char *knob;
	struct place place;
} chosen[] = {
	{ "tx_reqs", { 0, SMC_NLA_STATS_T_TX_CNT } },
	{ "rx_reqs", { 0, SMC_NLA_STATS_T_RX_CNT } },
	{ "tx_full", { SMC_NLA_STATS_T_TX_RMB_STATS,
		       SMC_NLA_STATS_RMB_FULL_PEER_CNT } },
	{ "rx_full", { SMC_NLA_STATS_T_RX_RMB_STATS,
		       SMC_NLA_STATS_RMB_FULL_CNT } },
	{ "tx_small", { SMC_NLA_STATS_T_TX_RMB_STATS,
			SMC_NLA_STATS_RMB_SIZE_SM_PEER_CNT } },
	{ "downgrades", { SMC_NLA_STATS_T_RX_RMB_STATS,
			  SMC_NLA_STATS_RMB_DGRADE_CNT } },
};

static uint64_t talk_counter(unsigned int i)
{
	bool size = places[i].nest == SMC_NLA_STATS_T_TX_RMB_SIZE ||
		    places[i].nest == SMC_NLA_STATS_T_RX_RMB_SIZE;
	size_t c;

	for (c = 0; c < sizeof(chosen) / sizeof(chosen[0]); c++)
		if (chosen[c].place.nest == places[i].nest &&
		    chosen[c].place.attr == places[i].attr)
			return (uint64_t)knob_number(chosen[c].knob,
						     (long)talk[i]);
	/* those of 64 KiB are of 1 MiB */
	if (size && knob_is("bufs_large"))
		return places[i].attr == SMC_NLA_STATS_PLOAD_1024K ? 3 : 0;
	return talk[i];
}

/* How often the statistics were asked for. */
static long asked;

static uint64_t counter(unsigned int i)
{
	uint64_t times = (uint64_t)(knob_is("grow") ? asked :
				    knob_number("times", 1));

	if (is_mode("talk"))
		return talk_counter(i);
	if (is_mode("zero") || knob_is("empty"))
		return 0;
	return prime_nth(i) * times;
}

static void nest_put(struct fake_msg *m, unsigned int attr)
{
	size_t nest = fake_nest_begin(m, attr);
	unsigned int i;

	for (i = 0; i < COUNTERS; i++)
		if (places[i].nest == attr)
			fake_put_u64(m, places[i].attr, counter(i));
	fake_nest_end(m, nest);
}

static void tech_put(struct fake_msg *m, unsigned int attr)
{
	size_t nest = fake_nest_begin(m, attr);
	unsigned int i;

	nest_put(m, SMC_NLA_STATS_T_TX_RMB_STATS);
	nest_put(m, SMC_NLA_STATS_T_RX_RMB_STATS);
	nest_put(m, SMC_NLA_STATS_T_TXPLOAD_SIZE);
	nest_put(m, SMC_NLA_STATS_T_RXPLOAD_SIZE);
	nest_put(m, SMC_NLA_STATS_T_TX_RMB_SIZE);
	nest_put(m, SMC_NLA_STATS_T_RX_RMB_SIZE);
	for (i = 0; i < COUNTERS; i++) {
		if (places[i].nest)
			continue;
		/* The gauges came with 6.12, four bytes where they fit. */
		if (places[i].attr >= 20) {
			if (!knob_is("old"))
				fake_put_u32(m, places[i].attr,
					     (uint32_t)(knob_number("gauge",
						(long)counter(i))));
		} else {
			fake_put_u64(m, places[i].attr, counter(i));
		}
	}
	fake_nest_end(m, nest);
}

/*
 * The one entry of GET_STATS. One technology has as good as nothing, so a
 * mix-up would show: SMC-R, or SMC-D with the knob smcr.
 */
bool fake_stats_entry(struct fake_msg *m, unsigned int i)
{
	char none[16];
	bool smcr = knob_value("smcr", none, sizeof(none));
	size_t nest, tech;

	if (i)
		return false;
	asked++;
	nest = fake_nest_begin(m, SMC_GEN_STATS);
	tech_put(m, smcr ? SMC_NLA_STATS_SMCR_TECH : SMC_NLA_STATS_SMCD_TECH);
	tech = fake_nest_begin(m, smcr ? SMC_NLA_STATS_SMCD_TECH :
			       SMC_NLA_STATS_SMCR_TECH);
	fake_put_u64(m, SMC_NLA_STATS_T_CLNT_V2_SUCC, 1000000);
	fake_nest_end(m, tech);
	if (!is_mode("talk")) {
		fake_put_u64(m, SMC_NLA_STATS_CLNT_HS_ERR_CNT,
			     is_mode("zero") ? 0 : 317);
		fake_put_u64(m, SMC_NLA_STATS_SRV_HS_ERR_CNT,
			     is_mode("zero") ? 0 : 331);
	}
	fake_nest_end(m, nest);
	return true;
}

/* Reasons: two of the client, three of the server, one nobody knows. */
bool fake_fback_entry(struct fake_msg *m, unsigned int i)
{
	static const struct {
		unsigned int server;
		uint32_t code;
		uint16_t count;
	} rows[] = {
		{ 0, 0x03010000, 337 },
		{ 0, 0x05000000, 347 },
		{ 1, 0x03030008, 349 },
		{ 1, 0x09990003, 353 },
		{ 1, 0x0666beef, 359 },
	};
	long only = knob_number("fback", 0);
	size_t nest;

	if (only) {
		if (i)
			return false;
		nest = fake_nest_begin(m, SMC_GEN_FBACK_STATS);
		fake_put_u8(m, SMC_NLA_FBACK_STATS_TYPE, 1);
		fake_put_u64(m, SMC_NLA_FBACK_STATS_SRV_CNT, 7);
		fake_put_u64(m, SMC_NLA_FBACK_STATS_CLNT_CNT, 0);
		fake_put_u32(m, SMC_NLA_FBACK_STATS_RSN_CODE, (uint32_t)only);
		fake_put_u16(m, SMC_NLA_FBACK_STATS_RSN_CNT, 7);
		fake_nest_end(m, nest);
		return true;
	}
	if (is_mode("talk") || is_mode("zero") || knob_is("empty"))
		return false;
	if (i >= sizeof(rows) / sizeof(rows[0]))
		return false;
	nest = fake_nest_begin(m, SMC_GEN_FBACK_STATS);
	fake_put_u8(m, SMC_NLA_FBACK_STATS_TYPE, (uint8_t)rows[i].server);
	if (!i || rows[i].server != rows[i - 1].server) {
		fake_put_u64(m, SMC_NLA_FBACK_STATS_SRV_CNT, 1061);
		fake_put_u64(m, SMC_NLA_FBACK_STATS_CLNT_CNT, 684);
	}
	fake_put_u32(m, SMC_NLA_FBACK_STATS_RSN_CODE, rows[i].code);
	fake_put_u16(m, SMC_NLA_FBACK_STATS_RSN_CNT,
		     (uint16_t)((unsigned long)rows[i].count *
				(unsigned long)knob_number("times", 1)));
	fake_nest_end(m, nest);
	return true;
}
