// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hold - hold sockets open for others to look at
 *
 *	hold WHAT KIND PORT COUNT [BYTES]
 *
 * WHAT is new, listen, pair (connected to itself) or plain (SMC listener,
 * TCP client: falls back).  KIND is smc4, smc6, inet, inet6 (IPPROTO_SMC) or
 * mapped (smc6 with ::ffff:127.0.0.1).  Of a pair, the client sends BYTES
 * which the server leaves unread.  Says "ready" and waits to be killed.
 */
#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct kind {
	const char *name;
	int domain;
	int protocol;
	int tcp_domain;
	const char *addr;
};

static const struct kind kinds[] = {
	{ "smc4", 43, 0, AF_INET, "127.0.0.1" },
	{ "smc6", 43, 1, AF_INET6, "::1" },
	{ "mapped", 43, 1, AF_INET6, "::ffff:127.0.0.1" },
	{ "inet", AF_INET, 256, AF_INET, "127.0.0.1" },
	{ "inet6", AF_INET6, 256, AF_INET6, "::1" },
};

static const struct kind *kind_find(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	errx(2, "unknown kind '%s'", name);
}

static int sock_new(const struct kind *k)
{
	int fd = socket(k->domain, SOCK_STREAM, k->protocol);

	if (fd < 0)
		err(1, "socket %s", k->name);
	return fd;
}

static socklen_t addr_fill(const struct kind *k, unsigned int port,
			   struct sockaddr_storage *ret)
{
	struct sockaddr_in6 *a6 = (struct sockaddr_in6 *)ret;
	struct sockaddr_in *a4 = (struct sockaddr_in *)ret;

	memset(ret, 0, sizeof(*ret));
	ret->ss_family = k->tcp_domain;
	if (k->tcp_domain == AF_INET) {
		a4->sin_port = htons(port);
		inet_pton(AF_INET, k->addr, &a4->sin_addr);
		return sizeof(*a4);
	}
	a6->sin6_port = htons(port);
	inet_pton(AF_INET6, k->addr, &a6->sin6_addr);
	return sizeof(*a6);
}

static int listener_new(const struct kind *k, unsigned int port)
{
	struct sockaddr_storage a;
	socklen_t len = addr_fill(k, port, &a);
	int fd = sock_new(k), on = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (bind(fd, (struct sockaddr *)&a, len) || listen(fd, 128))
		err(1, "listen on port %u", port);
	return fd;
}

static void pair_new(const struct kind *k, int listener, int client,
		     unsigned int port, size_t bytes)
{
	struct sockaddr_storage a;
	socklen_t len = addr_fill(k, port, &a);
	char *data = calloc(1, bytes + 1);

	if (!data || connect(client, (struct sockaddr *)&a, len))
		err(1, "connect to port %u", port);
	if (accept(listener, NULL, NULL) < 0)
		err(1, "accept");
	if (bytes && send(client, data, bytes, 0) != (ssize_t)bytes)
		err(1, "send");
	free(data);
}

int main(int argc, char **argv)
{
	const struct kind *k;
	unsigned int port, n;
	size_t bytes;

	if (argc < 5)
		errx(2, "usage: hold WHAT KIND PORT COUNT [BYTES]");
	k = kind_find(argv[2]);
	port = atoi(argv[3]);
	n = atoi(argv[4]);
	bytes = argc > 5 ? atoi(argv[5]) : 0;

	if (!strcmp(argv[1], "new")) {
		while (n--)
			sock_new(k);
	} else if (!strcmp(argv[1], "listen")) {
		while (n--)
			listener_new(k, port ? port++ : 0);
	} else if (!strcmp(argv[1], "pair")) {
		int listener = listener_new(k, port);

		while (n--)
			pair_new(k, listener, sock_new(k), port, bytes);
	} else if (!strcmp(argv[1], "plain")) {
		int listener = listener_new(k, port);

		while (n--)
			pair_new(k, listener,
				 socket(k->tcp_domain, SOCK_STREAM, 0), port,
				 bytes);
	} else {
		errx(2, "what is '%s'?", argv[1]);
	}
	puts("ready");
	fflush(stdout);
	pause();
	return 0;
}
