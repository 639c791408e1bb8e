// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Clients that connect, say a few words and are gone before the server has seen
 * the end of the handshake: accept() returns each, with its words and its end.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"

#define CROWD 8		/* clients that are gone before the first accept() */

static const char words[] = "last words";

static void close_fd(int fd)
{
	close(fd);
}

static void shutdown_close(int fd)
{
	shutdown(fd, SHUT_RDWR);
	close(fd);
}

static void half_close(int fd)
{
	shutdown(fd, SHUT_WR);
	close(fd);
}

static const struct {
	const char *name;
	void (*go)(int fd);
} partings[] = {
	{ "close", close_fd },
	{ "shutdown and close", shutdown_close },
	{ "half close and close", half_close },
};

/* what the server finds: the words, the end, one send() into the void */
static const char *visit(int lfd)
{
	char buf[32];
	int fd = accept(lfd, NULL, NULL);
	struct pollfd pfd = { .fd = fd };	/* TCP's answer, a reset */
	const char *wrong = NULL;

	if (fd < 0)
		return "accept";
	fd_rcvtimeo(fd, 5000);
	if (recv(fd, buf, sizeof(buf), MSG_WAITALL) != sizeof(words) ||
	    memcmp(buf, words, sizeof(words)))
		wrong = "recv";
	else if (recv(fd, buf, sizeof(buf), 0) != 0)
		wrong = "recv at the end";
	else if (send(fd, "x", 1, MSG_NOSIGNAL) != 1)
		wrong = "the first send";
	else if (poll(&pfd, 1, 5000) != 1 ||
		 send(fd, "x", 1, MSG_NOSIGNAL) != -1 || errno != EPIPE)
		wrong = "the second send";
	close(fd);
	return wrong;
}

static void partings_check(const struct kind *k, unsigned int how)
{
	unsigned int i, n, rounds = scaled(50), bad = 0;
	const char *wrong, *first = "";
	uint16_t port;
	int lfd, fd;

	lfd = kind_listen(k, 2 * CROWD, &port);
	fd_rcvtimeo(lfd, 10000);
	for (i = 0; i < rounds; i++) {
		for (n = 0; n < CROWD; n++) {
			fd = kind_connect(k, port);
			if (fd < 0 ||
			    send(fd, words, sizeof(words), 0) != sizeof(words))
				die("client of %s", k->name);
			partings[how].go(fd);
		}
		for (n = 0; n < CROWD; n++) {
			wrong = visit(lfd);
			if (wrong && !bad++)
				first = wrong;
		}
	}
	check(!bad, "%s: clients gone by %s are served to the end: %u of %u not: %s",
	      k->name, partings[how].name, bad, rounds * CROWD, first);
	close(lfd);
}

int main(void)
{
	unsigned int how, i;

	for (how = 0; how < sizeof(partings) / sizeof(partings[0]); how++) {
		partings_check(kind_find("tcp4"), how);
		for (i = 0; i < KINDS_SMC; i++)
			partings_check(kind_smc(i), how);
	}
	return check_result();
}
