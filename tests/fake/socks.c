// SPDX-License-Identifier: GPL-2.0-or-later
/* Sockets of the fake kernel; rows of the transcripts are among them. */
#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/smc_diag.h>
#include <linux/smc_ext.h>
#include <linux/sock_diag.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "knob.h"
#include "tables.h"

enum mode { R, TCP, D };

/**
 * struct row - one socket
 * @af: what its addresses are, which AF_SMC sockets do not say
 * @family: what sock_diag says
 */
struct row {
	int af;
	int family;
	unsigned int state;
	enum mode mode;
	const char *local;
	unsigned int local_port;
	const char *peer;
	unsigned int peer_port;
	uint32_t inode;
	uint32_t reason;
	uint32_t peer_reason;
	unsigned int token;
};

static const struct row rows[] = {
	{ AF_INET, AF_SMC, 1, R, "10.0.0.1", 47856, "10.0.0.2", 5000, 658,
	  0, 0, 2 },
	{ AF_INET, AF_SMC, 1, TCP, "10.0.0.1", 38604, "10.0.0.2", 5001, 11913,
	  0x03010000, 0, 0 },
	{ AF_INET, AF_SMC, 1, D, "127.0.0.1", 6000, "127.0.0.1", 40000, 77,
	  0, 0, 5 },
	{ AF_INET6, AF_SMC, 1, TCP, "fd00:1234:5678:9abc::3333:4444", 6000,
	  "fd00:1234:5678:9abc::1111:2222", 52768, 1840, 0x05000000,
	  0x03030008, 0 },
	{ AF_INET6, AF_SMC, 1, D, "::ffff:10.0.0.2", 6000,
	  "::ffff:10.0.0.1", 48226, 1824, 0, 0, 6 },
	{ AF_INET6, AF_INET6, 25, D, "fd00::1", 6002, "fd00::2", 48228, 1825,
	  0, 0, 7 },
	{ AF_INET, AF_INET, 1, TCP, "10.1.1.1", 1, "10.1.1.2", 65535, 5,
	  0x0666beef, 0x0666bee0, 0 },
	{ AF_INET, AF_SMC, 10, R, "0.0.0.0", 7000, "0.0.0.0", 0, 12020, 0, 0,
	  0 },
	{ AF_INET6, AF_SMC, 10, R, "::", 7001, "::", 0, 12021, 0, 0, 0 },
	{ AF_INET6, AF_SMC, 10, R, "::1", 7002, "::", 0, 12022, 0, 0, 0 },
	{ AF_INET6, AF_SMC, 10, R, "2001:db8::", 7003, "::", 0, 12023, 0, 0,
	  0 },
	{ AF_INET6, AF_INET6, 10, R, "::", 7004, "::", 0, 12024, 0, 0, 0 },
	{ AF_INET, AF_SMC, 2, R, "0.0.0.0", 0, "0.0.0.0", 0, 12025, 0, 0, 0 },
	{ AF_INET, AF_SMC, 99, 99, "10.0.0.1", 9, "10.0.0.2", 9, 12026, 0, 0,
	  0 },
};

#define ROWS	(sizeof(rows) / sizeof(rows[0]))

/* The first row again and again, with other ports and inodes. */
static bool row_get(unsigned int i, struct row *row)
{
	long many = knob_number("socks", 0);

	if (knob_is("empty") || (many ? i >= (unsigned long)many : i >= ROWS))
		return false;
	*row = rows[many ? 0 : i];
	if (!i)
		row->inode = (uint32_t)knob_number("inode", row->inode);
	if (many && i) {
		row->inode = 100000 + i;
		row->local_port = 1 + i % 65535;
	}
	return true;
}

/* Dumps so far. */
static unsigned int dumps;

/* Over the end of the buffer, and of the wrap's 16 bits. */
static struct smc_diag_cursor flow(struct smc_diag_cursor c)
{
	uint32_t at = UINT32_MAX - 150000 + dumps * 100000;

	if (!knob_is("traffic"))
		return c;
	return (struct smc_diag_cursor){ .wrap = (uint16_t)(at >> 16),
					 .count = at & 0xffff };
}

static void conn_put(struct fake_msg *m, const struct row *row)
{
	struct smc_diag_conninfo c = {
		.token = row->token, .sndbuf_size = 65536, .rmbe_size = 65536,
		.peer_rmbe_size = 65536, .rx_prod = { 0, 0, 0x28 },
		.rx_cons = { 0, 0x24, 0x264d }, .tx_prod = { 0, 0x24, 0x264d },
		.tx_cons = { 0, 0, 0x27 }, .tx_prep = { 0, 0x24, 0x264d },
		.tx_sent = { 0, 0x24, 0x264d }, .tx_fin = { 0, 0x24, 0x264d },
	};

	c.rx_prod = flow(c.rx_prod);
	c.tx_prod = flow(c.tx_prod);
	fake_put(m, SMC_DIAG_CONNINFO, &c, sizeof(c));
}

static void lgr_put(struct fake_msg *m)
{
	struct smc_diag_lgrinfo l = { .role = 0 };

	l.lnk[0].link_id = 1;
	l.lnk[0].ibport = 1;
	if (knob_is("two-links"))
		memcpy(l.lnk[0].ibname, "rocep9s0f1", 11);
	else
		memcpy(l.lnk[0].ibname, "rxe0", 5);
	memcpy(l.lnk[0].gid, "0000:0000:0000:0000:0000:ffff:0a00:00fe", 40);
	memcpy(l.lnk[0].peer_gid,
	       "0000:0000:0000:0000:0000:ffff:0a00:00fe", 40);
	fake_put(m, SMC_DIAG_LGRINFO, &l, sizeof(l));
}

static void dmb_put(struct fake_msg *m)
{
	uint64_t dmb[7] = {
		0x00000100, 0xaaaabbbbccccdddd, 0x1111222233334444,
		0x0123456789abcdef, 0xfedcba9876543210,
		0xeeeeffff00001111, 0x5555666677778888,
	};

	fake_put(m, SMC_DIAG_DMBINFO, dmb, knob_is("old") ? 40 : sizeof(dmb));
}

/* One socket of a sock_diag dump; @ext as in the request. */
bool fake_sock_entry(struct fake_msg *m, unsigned int i, unsigned int ext)
{
	struct smc_diag_msg msg = { 0 };
	struct smc_diag_fallback fb;
	struct row row;

	dumps += !i;
	if (!row_get(i, &row))
		return false;
	msg.diag_family = (uint8_t)row.family;
	msg.diag_state = (uint8_t)row.state;
	msg.diag_mode = (uint8_t)row.mode;
	msg.id.idiag_sport = htons((uint16_t)row.local_port);
	msg.id.idiag_dport = htons((uint16_t)row.peer_port);
	inet_pton(row.af, row.local, msg.id.idiag_src);
	inet_pton(row.af, row.peer, msg.id.idiag_dst);
	msg.id.idiag_cookie[0] = 0x1000 + i;
	msg.diag_uid = i == 2 ? 4000000000U : 0;
	msg.diag_inode = row.inode;
	fake_put_raw(m, &msg, sizeof(msg));
	fake_put_u8(m, SMC_DIAG_SHUTDOWN, row.state == 25 ? 3 : 0);
	if (row.mode == TCP) {
		fb.reason = row.reason;
		fb.peer_diagnosis = row.peer_reason;
		fake_put(m, SMC_DIAG_FALLBACK, &fb, sizeof(fb));
		return true;
	}
	if (ext & 1 << (SMC_DIAG_CONNINFO - 1) && row.token)
		conn_put(m, &row);
	if (ext & 1 << (SMC_DIAG_LGRINFO - 1) && row.mode == R && row.token)
		lgr_put(m);
	if (ext & 1 << (SMC_DIAG_DMBINFO - 1) && row.mode == D)
		dmb_put(m);
	return true;
}

/* The TCP socket below one of these. */
bool fake_tcp_entry(struct fake_msg *m, const struct inet_diag_req_v2 *req)
{
	struct inet_diag_msg msg = { .idiag_family = req->sdiag_family };
	uint32_t mem[SK_MEMINFO_VARS] = { [SK_MEMINFO_RCVBUF] = 131072,
					  [SK_MEMINFO_SNDBUF] = 87040 };
	struct in6_addr src = { 0 }, dst = { 0 };
	unsigned int i;
	struct row row;

	for (i = 0; row_get(i, &row); i++) {
		memset(&src, 0, sizeof(src));
		memset(&dst, 0, sizeof(dst));
		inet_pton(row.af, row.local, &src);
		inet_pton(row.af, row.peer, &dst);
		if (row.af == req->sdiag_family &&
		    htons((uint16_t)row.local_port) == req->id.idiag_sport &&
		    htons((uint16_t)row.peer_port) == req->id.idiag_dport &&
		    !memcmp(req->id.idiag_src, &src, sizeof(src)) &&
		    !memcmp(req->id.idiag_dst, &dst, sizeof(dst)))
			break;
		if (knob_number("socks", 0))
			break; /* they are all alike */
	}
	if (knob_is("no-tcp") || !row_get(i, &row))
		return false;
	msg.idiag_state = row.state == 10 ? 10 : 1;
	msg.idiag_rqueue = 11;
	msg.idiag_wqueue = 22;
	fake_put_raw(m, &msg, sizeof(msg));
	if (req->idiag_ext & 1 << (INET_DIAG_SKMEMINFO - 1))
		fake_put(m, INET_DIAG_SKMEMINFO, mem, sizeof(mem));
	if (knob_number("cgroup", 0))
		fake_put_u64(m, INET_DIAG_CGROUP_ID,
			     (uint64_t)knob_number("cgroup", 0));
	return true;
}

/* What SMC_EXT says of the same sockets. */
bool fake_ext_sock_entry(struct fake_msg *m, unsigned int i)
{
	struct row row;
	size_t nest;

	if (!row_get(i, &row))
		return false;
	nest = fake_nest_begin(m, SMC_EXT_A_SOCK);
	fake_put_u64(m, SMC_EXT_SOCK_COOKIE, 0x1000 + i);
	fake_put_u16(m, SMC_EXT_SOCK_FAMILY, (uint16_t)row.af);
	fake_put_u8(m, SMC_EXT_SOCK_STATE, (uint8_t)row.state);
	fake_nest_end(m, nest);
	return true;
}
