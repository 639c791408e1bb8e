// SPDX-License-Identifier: GPL-2.0-or-later
/* -S: an echo server that says what each connection uses. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "cmd.h"
#include "live.h"
#include "net.h"
#include "verdict.h"

#define LISTENERS	2
#define CONNS_MAX	64

/* Places of the poll: the signal, listeners, connections. */
enum {
	AT_SIGNAL,
	AT_LISTEN,
	AT_CONN = AT_LISTEN + LISTENERS,
	AT_END	= AT_CONN + CONNS_MAX
};

/**
 * struct server - what the server waits for
 * @ctx: the command
 * @polls: descriptors, -1: none
 * @verdicts: what each connection uses, -1: not known
 */
struct server {
	struct smc_ctx *ctx;
	struct pollfd *polls;
	struct chk_verdict *verdicts;
};

static int listen_at(int family, const char *port, struct smc_err *err)
{
	const char *any = family == AF_INET6 ? "::" : "0.0.0.0";
	struct chk_addr addr;
	int one = 1, fd, rc;

	rc = chk_resolve(any, port, family, &addr, err);
	if (rc)
		return rc;
	fd = chk_smc_socket(family, SOCK_NONBLOCK, err);
	if (fd < 0)
		return fd;
	/* IPv4 has a listener of its own, so the two can share the port. */
	if (family == AF_INET6)
		(void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one,
				 sizeof(one)); /* bind() would fail */
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one,
			 sizeof(one)); /* likewise */
	if (!bind(fd, &addr.sa, addr.len) && !listen(fd, CONNS_MAX))
		return fd;
	rc = smc_err_set(err, -errno, "port %s: %s", port, strerror(errno));
	close(fd);
	return rc;
}

/* A host without IPv6 serves IPv4 only. */
static int listeners_open(struct server *server, const struct chk_live *live)
{
	struct smc_err *err = &server->ctx->err, ignore;
	int fd;

	if (live->family != AF_INET6) {
		fd = listen_at(AF_INET, live->port, err);
		if (fd < 0)
			return fd;
		server->polls[AT_LISTEN].fd = fd;
	}
	fd = listen_at(AF_INET6, live->port,
		       live->family == AF_INET6 ? err : &ignore);
	if (fd < 0 && live->family == AF_INET6)
		return fd;
	server->polls[AT_LISTEN + 1].fd = fd < 0 ? -1 : fd;
	return 0;
}

/* One line at once, and the server goes on. */
static int conn_say(struct server *server, const struct chk_addr *peer, int fd,
		    struct chk_verdict *ret)
{
	struct chk_report report = { .check = "peer" };
	char text[CHK_ADDRESS + 8];
	struct smc_sock sock;
	struct smc_err err = { 0 };
	int rc;

	chk_addr_text(peer, text);
	if (chk_sock_find(fd, &sock, &err)) {
		*ret = (struct chk_verdict){ .mode = UINT_MAX };
		chk_say(&report, CHK_WARN, "%s: it is not known what it uses: %s",
			text, err.text);
	} else {
		*ret = chk_verdict_of(&sock);
		chk_verdict_say(ret, text, "", &report);
	}
	rc = chk_report_write(server->ctx, &report);
	chk_report_free(&report);
	(void)fflush(server->ctx->out.f); /* what is wrong is seen at the end */
	return rc;
}

static int conn_accept(struct server *server, int listener)
{
	struct chk_addr peer = { .len = sizeof(peer.room) };
	int fd = accept4(listener, &peer.sa, &peer.len, SOCK_CLOEXEC);
	int at;

	if (fd < 0)
		return 0;	/* it went away again */
	for (at = AT_CONN; at < AT_END && server->polls[at].fd >= 0; at++)
		;
	if (at == AT_END) {
		close(fd);
		return 0;
	}
	server->polls[at].fd = fd;
	return conn_say(server, &peer, fd, &server->verdicts[at]);
}

/* Answer the question of a client of smc_chk, and echo what else there is. */
static void conn_serve(struct server *server, int at)
{
	const struct chk_verdict *verdict = &server->verdicts[at];
	int fd = server->polls[at].fd;
	char buf[16384];
	ssize_t len = recv(fd, buf, sizeof(buf), MSG_DONTWAIT);
	size_t n = len > 0 ? (size_t)len : 0;

	if (n == strlen(CHK_QUESTION) && !memcmp(buf, CHK_QUESTION, n) &&
	    verdict->mode != UINT_MAX)
		n = (size_t)snprintf(buf, sizeof(buf), CHK_ANSWER,
				     verdict->mode, verdict->reason,
				     verdict->peer_reason);
	/* Who does not read its echo is dropped: nobody else shall wait. */
	if (n && send(fd, buf, n, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)n)
		return;
	if (len < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	close(fd);
	server->polls[at].fd = -1;
}

static int server_loop(struct server *server)
{
	int at, rc = 0;

	while (!rc) {
		if (poll(server->polls, AT_END, -1) < 0 && errno != EINTR)
			return smc_err_set(&server->ctx->err, -errno,
					   "poll: %s", strerror(errno));
		if (server->polls[AT_SIGNAL].revents)
			return 0;
		for (at = AT_CONN; at < AT_END; at++)
			if (server->polls[at].revents)
				conn_serve(server, at);
		for (at = AT_LISTEN; !rc && at < AT_CONN; at++)
			if (server->polls[at].revents)
				rc = conn_accept(server,
						 server->polls[at].fd);
	}
	return rc;
}

static int signal_open(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

/**
 * chk_server() - serve until a signal ends it
 * @ctx: the command
 * @live: the port
 *
 * Return: 0 or -errno with the context's error set.
 */
int chk_server(struct smc_ctx *ctx, const struct chk_live *live)
{
	struct chk_verdict verdicts[AT_END] = { 0 };
	struct pollfd polls[AT_END];
	struct server server = {
		.ctx = ctx, .polls = polls, .verdicts = verdicts,
	};
	int at, rc;

	for (at = 0; at < AT_END; at++)
		polls[at] = (struct pollfd){ .fd = -1, .events = POLLIN };
	rc = listeners_open(&server, live);
	if (!rc) {
		polls[AT_SIGNAL].fd = signal_open();
		ctx->out.open = true;
		smc_note(ctx, "waiting at port %s for smc_chk -C", live->port);
		rc = server_loop(&server);
		ctx->out.open = false;
		smc_out_finish(&ctx->out);
		ctx->exit = 0;	/* each peer's verdict was its own */
	}
	for (at = 0; at < AT_END; at++)
		if (polls[at].fd >= 0)
			close(polls[at].fd);
	return rc;
}
