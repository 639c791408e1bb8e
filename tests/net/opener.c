// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Open and close SMC sockets of all kinds, as fast as possible but for short
 * pauses, until terminated; that there is no SMC at the moment is no error.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"

static void open_and_close(const struct kind *k)
{
	int fd = socket(k->domain, SOCK_STREAM, k->proto);

	if (fd >= 0) {
		close(fd);
		return;
	}
	switch (errno) {
	case EAFNOSUPPORT:
	case EPROTONOSUPPORT:
	case ENOMEM:	/* inet_create() about a module that is going */
	case ENOBUFS:
		return;
	default:
		die("socket %s", k->name);
	}
}

int main(void)
{
	for (;;) {
		for (unsigned int i = 0; i < 20; i++)
			open_and_close(kind_smc(i));
		/* long enough that the module can be unloaded */
		poll(NULL, 0, 30);
	}
}
