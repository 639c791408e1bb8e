// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows of the table of visible behaviour: "NAME = WHAT WAS SEEN". */
#include "row.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct kind *sibling6(const struct kind *k)
{
	char name[16];

	snprintf(name, sizeof(name), "%.*s6", (int)strlen(k->name) - 1,
		 k->name);
	return kind_find(name);
}

void row_args(int argc, char **argv, struct ends_kinds *ret)
{
	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: %s tcp4|smc4|inet4 [SERVER-KIND]\n",
			argv[0]);
		exit(2);
	}
	ret->client = kind_find(argv[1]);
	ret->server = kind_find(argv[argc - 1]);
	ret->client6 = sibling6(ret->client);
	ret->server6 = sibling6(ret->server);
}

void row(const char *name, const char *fmt, ...)
{
	va_list ap;

	printf("%s = ", name);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
}

static char *word(void)
{
	static char words[8][64];
	static unsigned int next;

	return words[next++ % 8];
}

const char *res(ssize_t n)
{
	const char *name;
	char *w = word();

	if (n >= 0) {
		snprintf(w, 64, "%zd", n);
		return w;
	}
	name = strerrorname_np(errno);
	if (name)
		return name;
	snprintf(w, 64, "error %d", errno);
	return w;
}

const char *okay(ssize_t n)
{
	return n < 0 ? res(n) : "ok";
}

void row_pair(const struct ends_kinds *k, int ret_fds[2])
{
	uint16_t port;
	int lfd = kind_listen(k->server, 8, &port);

	ret_fds[0] = kind_connect(k->client, port);
	if (ret_fds[0] < 0) {
		errno = -ret_fds[0];
		die("connect");
	}
	ret_fds[1] = accept(lfd, NULL, NULL);
	if (ret_fds[1] < 0)
		die("accept");
	close(lfd);
	fd_rcvtimeo(ret_fds[0], ROW_WAIT_MS);
	fd_rcvtimeo(ret_fds[1], ROW_WAIT_MS);
}

short row_poll(int fd, short events)
{
	struct pollfd pfd = { .fd = fd, .events = events };

	return poll(&pfd, 1, ROW_WAIT_MS) == 1 ? pfd.revents : 0;
}

const char *row_events(unsigned int events)
{
	static const struct {
		unsigned int bit;
		const char *name;
	} names[] = {
		{ POLLIN, "IN" }, { POLLPRI, "PRI" }, { POLLOUT, "OUT" },
		{ POLLERR, "ERR" }, { POLLHUP, "HUP" }, { POLLRDHUP, "RDHUP" },
	};
	char *w = word();

	strcpy(w, events ? "" : "none");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!(events & names[i].bit))
			continue;
		if (*w)
			strcat(w, "+");
		strcat(w, names[i].name);
	}
	return w;
}
