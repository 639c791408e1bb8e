// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * probe - make sockets and say of each what it became.
 *
 * usage: probe [-b] DOMAIN,TYPE,PROTOCOL...   (numbers as in C)
 *
 * Prints a line for each: the argument, then "smc", "tcp" (for all that is not
 * SMC) or "errno N"; with -b the buffer sizes too. A socket counts as SMC by
 * its protocol, its domain, or the mark of fakesmc. A success that changed
 * errno is said.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int option_get(int fd, int opt)
{
	int val = -1;
	socklen_t len = sizeof(val);

	return getsockopt(fd, SOL_SOCKET, opt, &val, &len) < 0 ? -1 : val;
}

static int is_smc(int fd)
{
	return option_get(fd, SO_PROTOCOL) == 256 ||
	       option_get(fd, SO_DOMAIN) == 43 ||
	       option_get(fd, SO_PRIORITY) == 6;
}

int main(int argc, char **argv)
{
	int sizes = argc > 1 && !strcmp(argv[1], "-b");

	for (int i = 1 + sizes; i < argc; i++) {
		char *end;
		int domain = (int)strtol(argv[i], &end, 0);
		int type = (int)strtol(end + 1, &end, 0);
		int protocol = (int)strtol(end + 1, &end, 0);
		int fd, err;

		errno = E2BIG;
		fd = socket(domain, type, protocol);
		err = errno;
		if (fd < 0) {
			printf("%s errno %d\n", argv[i], err);
			continue;
		}
		printf("%s %s", argv[i], is_smc(fd) ? "smc" : "tcp");
		if (sizes)
			printf(" %d %d", option_get(fd, SO_SNDBUF),
			       option_get(fd, SO_RCVBUF));
		puts(err == E2BIG ? "" : " errno changed");
		close(fd);
	}
	return fflush(stdout) ? 1 : 0;
}
