// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Hold many connections open until standard input ends: SMC-D ones, and then
 * fallbacks, made by clients of plain TCP.
 *
 * Prints "ready" when all are there.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"

#define LISTENERS 8

/* connections are spread over listeners: a port has 28,000 peers at most */
static int lfds[LISTENERS];
static uint16_t ports[LISTENERS];

static void crowd_make(const struct kind *k, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		int fd = kind_connect(k, ports[i % LISTENERS]);

		errno = -fd;
		if (fd < 0)
			die("connect %u", i);
		if (accept(lfds[i % LISTENERS], NULL, NULL) < 0)
			die("accept %u", i);
	}
}

int main(int argc, char **argv)
{
	struct rlimit rl;
	char c;

	if (argc != 3) {
		fprintf(stderr, "usage: crowd SMC-D FALLBACK\n");
		return 2;
	}
	if (getrlimit(RLIMIT_NOFILE, &rl))
		die("getrlimit");
	rl.rlim_cur = rl.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &rl))
		die("setrlimit");
	for (int i = 0; i < LISTENERS; i++)
		lfds[i] = kind_listen(kind_find("inet4"), 128, &ports[i]);
	crowd_make(kind_find("inet4"), opt_number(argv[1], 0, 100000));
	crowd_make(kind_find("tcp4"), opt_number(argv[2], 0, 100000));
	puts("ready");
	fflush(stdout);
	while (read(STDIN_FILENO, &c, 1) > 0)
		;
	return EXIT_SUCCESS;
}
