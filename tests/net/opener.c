// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * opener [SOCKETS PAUSE HOLD] - open and close SMC sockets of all kinds, as
 * fast as possible but for a pause after so many, until terminated; before each
 * eighth pause, hold some open for a while (both in microseconds).  That there
 * is no SMC at the moment is no error.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"

/* Return: descriptor, or -1 when there is no SMC */
static int open_one(const struct kind *k)
{
	int fd = socket(k->domain, SOCK_STREAM, k->proto);

	if (fd >= 0)
		return fd;
	switch (errno) {
	case EAFNOSUPPORT:
	case EPROTONOSUPPORT:
	case ENOMEM:	/* inet_create() about a module that is going */
	case ENOBUFS:
		return -1;
	default:
		die("socket %s", k->name);
	}
}

static void hold_some(useconds_t time)
{
	int fds[KINDS_SMC];

	for (int i = 0; i < KINDS_SMC; i++)
		fds[i] = open_one(kind_smc(i));
	usleep(time);
	for (int i = 0; i < KINDS_SMC; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

int main(int argc, char **argv)
{
	useconds_t pause = 30000;	/* time to unload the module */
	unsigned int sockets = 20;
	useconds_t hold = 0;

	if (argc == 4) {
		sockets = opt_number(argv[1], 1, 1000);
		pause = opt_number(argv[2], 1, 1000000);
		hold = opt_number(argv[3], 0, 1000000);
	}
	for (unsigned int round = 1;; round++) {
		for (unsigned int i = 0; i < sockets; i++) {
			int fd = open_one(kind_smc(i));

			if (fd >= 0)
				close(fd);
		}
		if (hold && round % 8 == 0)
			hold_some(hold);
		usleep(pause);
	}
}
