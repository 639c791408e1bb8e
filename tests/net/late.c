// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * C51: the client's CONFIRM comes later than the server waits for it (debug
 * knob): both sides see errors, and no byte of a handshake is ever read as data.
 */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "smcnl.h"

#define DELAY_MS 7000
#define CLC_WAIT_MS 6000
#define SLACK_MS 6000
#define LATE 2

static bool servers_refused(void *arg)
{
	const struct smc_gauges *before = arg;
	struct smc_gauges now;

	gauges_get(&now);
	return now.timeout == before->timeout + LATE;
}

/* clients of different kinds at the same time, as each takes that long */
struct late {
	const struct kind *k;
	int lfd, fd;
};

static void late_start(struct late *l)
{
	struct sockaddr_storage ss;
	uint16_t port;

	l->lfd = kind_listen(l->k, 4, &port);
	fd_nonblock(l->lfd, true);
	l->fd = kind_socket(l->k, SOCK_NONBLOCK);
	check(connect(l->fd, (struct sockaddr *)&ss,
		      kind_loopback(l->k, port, &ss)) < 0 &&
	      errno == EINPROGRESS, "%s: connect() is under way", l->k->name);
	check(setsockopt(l->fd, IPPROTO_TCP, TCP_ULP, "tls", 4) < 0 &&
	      errno == ENOTCONN, "%s: TCP_ULP waits for its end", l->k->name);
}

static void late_check(struct late *l)
{
	struct pollfd pfd = { .fd = l->fd, .events = POLLOUT };
	const char *name = l->k->name;
	socklen_t len = sizeof(int);
	unsigned char buf[64];
	ssize_t got, sent;
	int err = 0;

	check(poll(&pfd, 1, DELAY_MS + SLACK_MS) == 1,
	      "%s: the client's connect() ended", name);
	getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &err, &len);
	/* it may have been told of the reset before or after its CONFIRM */
	sent = send(l->fd, "hello", 5, MSG_NOSIGNAL);
	pfd.events = POLLIN;
	poll(&pfd, 1, SLACK_MS);
	got = recv(l->fd, buf, sizeof(buf), 0);
	check(got <= 0, "%s: nothing is read as data (%zd, first byte %#x)",
	      name, got, got > 0 ? buf[0] : 0);
	check(err || sent < 0 || (got < 0 && errno != EAGAIN),
	      "%s: the client sees an error", name);
	check(accept(l->lfd, NULL, NULL) < 0 && errno == EAGAIN,
	      "%s: the server's accept() returns nothing", name);
	close(l->fd);
	close(l->lfd);
}

int main(void)
{
	struct late list[LATE] = {
		{ .k = kind_find("smc4") }, { .k = kind_find("inet6") }
	};
	struct smc_counts before, after;
	struct smc_gauges gauges;

	alarm(120);
	debug_knob("confirm_delay_ms", DELAY_MS);
	counts_get(&before);
	gauges_get(&gauges);
	for (int i = 0; i < LATE; i++)
		late_start(&list[i]);
	check(wait_until(servers_refused, &gauges, CLC_WAIT_MS + SLACK_MS),
	      "the servers have given up and counted it");
	for (int i = 0; i < LATE; i++)
		late_check(&list[i]);
	counts_get(&after);
	check(after.srv_err == before.srv_err + LATE &&
	      after.srv == before.srv && after.srv_fback == before.srv_fback,
	      "handshake errors of the servers, no success, no fallback");
	debug_knob("confirm_delay_ms", 0);
	return check_result();
}
