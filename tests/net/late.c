// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The client's CONFIRM comes later than the server waits for it (debug knob):
 * both sides see errors, and no byte of a handshake is ever read as data.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "smcnl.h"

#define KNOB "/sys/kernel/debug/smc/confirm_delay_ms"
#define DELAY_MS 7000
#define CLC_WAIT_MS 6000
#define SLACK_MS 6000

static void knob_write(unsigned int ms)
{
	char text[16];
	int fd = open(KNOB, O_WRONLY), n;

	n = snprintf(text, sizeof(text), "%u\n", ms);
	if (fd < 0 || write(fd, text, n) != n)
		die(KNOB);
	close(fd);
}

static bool server_refused(void *arg)
{
	const struct smc_gauges *before = arg;
	struct smc_gauges now;

	gauges_get(&now);
	return now.timeout == before->timeout + 1;
}

static void late_check(const struct kind *k)
{
	struct sockaddr_storage ss;
	struct smc_counts before, after;
	struct smc_gauges gauges;
	uint16_t port;
	int lfd = kind_listen(k, 4, &port);
	int fd = kind_socket(k, SOCK_NONBLOCK), err = 0;
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };
	socklen_t len = kind_loopback(k, port, &ss);
	unsigned char buf[64];
	ssize_t got, sent;

	counts_get(&before);
	gauges_get(&gauges);
	fd_nonblock(lfd, true);
	check(connect(fd, (struct sockaddr *)&ss, len) < 0 &&
	      errno == EINPROGRESS, "%s: connect() is under way", k->name);
	check(wait_until(server_refused, &gauges, CLC_WAIT_MS + SLACK_MS),
	      "%s: the server has given up and counted it", k->name);
	check(poll(&pfd, 1, DELAY_MS + SLACK_MS) == 1,
	      "%s: the client's connect() ended", k->name);
	len = sizeof(err);
	getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &len);
	/* it may have been told of the reset before or after its CONFIRM */
	sent = send(fd, "hello", 5, MSG_NOSIGNAL);
	pfd.events = POLLIN;
	poll(&pfd, 1, SLACK_MS);
	got = recv(fd, buf, sizeof(buf), 0);
	check(got <= 0, "%s: nothing is read as data (%zd, first byte %#x)",
	      k->name, got, got > 0 ? buf[0] : 0);
	check(err || sent < 0 || (got < 0 && errno != EAGAIN),
	      "%s: the client sees an error", k->name);
	check(accept(lfd, NULL, NULL) < 0 && errno == EAGAIN,
	      "%s: the server's accept() returns nothing", k->name);
	counts_get(&after);
	check(after.srv_err == before.srv_err + 1 &&
	      after.srv == before.srv && after.srv_fback == before.srv_fback,
	      "%s: a handshake error of the server, no success, no fallback",
	      k->name);
	close(fd);
	close(lfd);
}

int main(void)
{
	alarm(120);
	knob_write(DELAY_MS);
	late_check(kind_find("smc4"));
	late_check(kind_find("inet6"));
	knob_write(0);
	return check_result();
}
