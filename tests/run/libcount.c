// SPDX-License-Identifier: GPL-2.0-or-later
/* libcount - another wrapper of socket(): counts the calls that reach it. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>

static atomic_int count;

__attribute__((destructor)) static void count_print(void)
{
	if (count)
		fprintf(stderr, "count %d\n", count);
}

int socket(int domain, int type, int protocol)
{
	int (*next)(int, int, int) = dlsym(RTLD_NEXT, "socket");

	atomic_fetch_add(&count, 1);
	return next(domain, type, protocol);
}
