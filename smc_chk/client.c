// SPDX-License-Identifier: GPL-2.0-or-later
/* -C HOST: a live handshake, and what both sides make of it. */
#include <errno.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <linux/smc_diag.h>
#include <linux/tcp.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "check.h"
#include "cmd.h"
#include "live.h"
#include "net.h"
#include "verdict.h"

/* A handshake of SMC gives up after that many milliseconds, and some more. */
#define CONNECT_MS	10000
#define ANSWER_S	5

/**
 * struct talk - one connection to a peer
 * @report: gets the findings
 * @live: where to, and how
 * @addr: the peer
 * @eids: enterprise IDs of this host
 * @fd: the socket
 */
struct talk {
	struct chk_report report;
	const struct chk_live *live;
	struct chk_addr addr;
	char eids[CHK_EIDS];
	int fd;
};

static bool is_same_host(const struct sockaddr *a, const struct chk_addr *b)
{
	if (!a || a->sa_family != b->sa.sa_family)
		return false;
	if (a->sa_family == AF_INET)
		return ((const struct sockaddr_in *)(const void *)a)
			       ->sin_addr.s_addr == b->in.sin_addr.s_addr;
	return a->sa_family == AF_INET6 &&
	       !memcmp(&((const struct sockaddr_in6 *)(const void *)a)->sin6_addr,
		       &b->in6.sin6_addr, sizeof(struct in6_addr));
}

static void interface_of(const struct chk_addr *addr, char ret[IFNAMSIZ])
{
	struct ifaddrs *list, *at;

	strcpy(ret, "?");
	if (getifaddrs(&list))
		return;
	for (at = list; at; at = at->ifa_next)
		if (is_same_host(at->ifa_addr, addr))
			snprintf(ret, IFNAMSIZ, "%s", at->ifa_name);
	freeifaddrs(list);
}

static void route_say(struct talk *talk)
{
	struct chk_addr local = { .len = sizeof(local.room) };
	char from[CHK_ADDRESS], to[CHK_ADDRESS], name[IFNAMSIZ];

	talk->report.check = "route";
	if (getsockname(talk->fd, &local.sa, &local.len))
		return;
	interface_of(&local, name);
	chk_say(&talk->report, CHK_OK, "from %s, an address of %s, to %s",
		chk_addr_text(&local, from), name,
		chk_addr_text(&talk->addr, to));
}

static void refusal_say(struct talk *talk, int code)
{
	struct chk_report *report = &talk->report;
	char to[CHK_ADDRESS];

	chk_addr_text(&talk->addr, to);
	switch (-code) {
	case ECONNREFUSED:
		chk_say(report, CHK_ERROR, "nobody listens at %s", to);
		chk_fix(report, "smc_chk -S -p %s, on that host",
			talk->live->port);
		break;
	case ETIMEDOUT:
		chk_say(report, CHK_ERROR, "no answer from %s", to);
		chk_fix(report, "smc_chk path %s -p %s says what is lost",
			talk->live->host, talk->live->port);
		break;
	default:
		chk_say(report, CHK_ERROR, "%s: %s", to, strerror(-code));
		chk_fix(report, "ip route get %s", talk->live->host);
	}
}

/* The kernel keeps TCP's shortest round trip, which is that of its SYN. */
static uint64_t round_trip_us(int fd)
{
	struct tcp_info info = { 0 };
	socklen_t len = sizeof(info);

	if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len) ||
	    len < offsetof(struct tcp_info, tcpi_min_rtt) +
		    sizeof(info.tcpi_min_rtt))
		return 0;
	return info.tcpi_min_rtt;
}

/* Return: false if there is no connection. */
static bool connect_say(struct talk *talk)
{
	uint64_t begin = chk_now_us(), all, tcp;
	int rc = chk_connect(talk->fd, &talk->addr, CONNECT_MS);

	all = chk_now_us() - begin;
	if (rc) {
		talk->report.check = "connect";
		refusal_say(talk, rc);
		chk_took(&talk->report, all);
		return false;
	}
	route_say(talk);
	tcp = round_trip_us(talk->fd);
	talk->report.check = "connect";
	if (tcp && tcp < all) {
		chk_say(&talk->report, CHK_OK, "TCP connection");
		chk_took(&talk->report, tcp);
		chk_say(&talk->report, CHK_OK, "SMC handshake upon it");
		chk_took(&talk->report, all - tcp);
	} else {
		chk_say(&talk->report, CHK_OK,
			"TCP connection and SMC handshake");
		chk_took(&talk->report, all);
	}
	return true;
}

static void socket_say(struct talk *talk, const struct smc_sock *sock)
{
	const struct smc_diag_conninfo *conn = &sock->conn;

	if (!talk->live->details || !smc_has(sock->has, SMC_DIAG_CONNINFO))
		return;
	talk->report.check = "socket";
	chk_say(&talk->report, CHK_INFO,
		"token 0x%x, buffers: send %u, receive %u, the peer's %u bytes",
		conn->token, conn->sndbuf_size, conn->rmbe_size,
		conn->peer_rmbe_size);
}

static void own_say(struct talk *talk)
{
	struct chk_verdict verdict;
	struct smc_err err = { 0 };
	struct smc_sock sock;

	talk->report.check = "mode";
	if (chk_sock_find(talk->fd, &sock, &err)) {
		chk_say(&talk->report, CHK_WARN,
			"it is not known what this side uses: %s", err.text);
		chk_fix(&talk->report, "modprobe smc_diag");
		return;
	}
	verdict = chk_verdict_of(&sock);
	chk_verdict_say(&verdict, "this side", talk->eids, &talk->report);
	socket_say(talk, &sock);
}

/* Read a line, or what there is of it when time is over. */
static size_t line_read(int fd, char *buf, size_t size)
{
	size_t len = 0;

	while (len + 1 < size) {
		ssize_t n = recv(fd, buf + len, size - 1 - len, 0);

		if (n <= 0)
			break;
		len += (size_t)n;
		if (memchr(buf, '\n', len))
			break;
	}
	buf[len] = '\0';
	return len;
}

/* A server of smc_chk answers the question, any other echo repeats it. */
static void peer_say(struct talk *talk)
{
	struct timeval limit = { .tv_sec = ANSWER_S };
	struct chk_report *report = &talk->report;
	struct chk_verdict verdict;
	char answer[CHK_ANSWER_MAX];
	uint64_t begin = chk_now_us();

	report->check = "peer";
	(void)setsockopt(talk->fd, SOL_SOCKET, SO_RCVTIMEO, &limit,
			 sizeof(limit)); /* without it, it waits longer */
	if (send(talk->fd, CHK_QUESTION, strlen(CHK_QUESTION),
		 MSG_NOSIGNAL) < 0 ||
	    !line_read(talk->fd, answer, sizeof(answer))) {
		chk_say(report, CHK_WARN,
			"the connection is there, but no data came back");
		chk_fix(report, "smc_chk -S -p %s, on that host",
			talk->live->port);
	} else if (sscanf(answer, CHK_ANSWER, &verdict.mode, &verdict.reason,
			  &verdict.peer_reason) == 3) {
		chk_verdict_say(&verdict, "the peer", "", report);
	} else {
		chk_say(report, CHK_INFO,
			"data came back; the peer does not say what it uses, as it is no smc_chk -S");
	}
	chk_took(report, chk_now_us() - begin);
}

static void eids_read(char ret[CHK_EIDS])
{
	struct chk_facts facts;

	chk_facts_read(&facts);
	chk_eids_join(chk_list(&facts, CHK_UEID), ret, CHK_EIDS);
	chk_facts_free(&facts);
}

/**
 * chk_client() - connect to a peer and say what came of it
 * @ctx: the command
 * @live: where to
 *
 * Return: 0 or -errno with the context's error set.
 */
int chk_client(struct smc_ctx *ctx, const struct chk_live *live)
{
	struct talk talk = { .live = live };
	char text[CHK_ADDRESS];
	uint64_t begin = chk_now_us();
	int rc;

	rc = chk_resolve(live->host, live->port, live->family, &talk.addr,
			 &ctx->err);
	if (rc)
		return rc;
	talk.report.check = "name";
	chk_say(&talk.report, CHK_OK, "%s is %s", live->host,
		chk_addr_text(&talk.addr, text));
	chk_took(&talk.report, chk_now_us() - begin);
	talk.fd = chk_smc_socket(talk.addr.sa.sa_family, SOCK_NONBLOCK,
				 &ctx->err);
	if (talk.fd < 0) {
		chk_report_free(&talk.report);
		return talk.fd;
	}
	eids_read(talk.eids);
	if (connect_say(&talk)) {
		own_say(&talk);
		peer_say(&talk);
	}
	close(talk.fd);
	rc = chk_report_write(ctx, &talk.report);
	chk_report_free(&talk.report);
	return rc;
}
