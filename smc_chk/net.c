// SPDX-License-Identifier: GPL-2.0-or-later
#include "net.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What an AF_SMC socket takes for its protocol. */
enum {
	PROTOCOL_IPV4	= 0,
	PROTOCOL_IPV6	= 1,
};

/**
 * chk_resolve() - find the address of a host
 * @host: its name or address
 * @port: number of the port
 * @family: AF_INET, AF_INET6 or AF_UNSPEC
 * @ret: gets the first of its addresses
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int chk_resolve(const char *host, const char *port, int family,
		struct chk_addr *ret, struct smc_err *err)
{
	struct addrinfo hints = {
		.ai_family = family, .ai_socktype = SOCK_STREAM,
		.ai_flags = AI_NUMERICSERV,
	};
	struct addrinfo *list;
	int rc;

	if (!port[0] || strspn(port, "0123456789") != strlen(port) ||
	    strlen(port) > 5 || atoi(port) < 1 || atoi(port) > UINT16_MAX)
		return smc_err_usage(err, "'%s' is no port", port);
	rc = getaddrinfo(host, port, &hints, &list);
	if (rc)
		return smc_err_set(err, -EHOSTUNREACH, "%s: %s", host,
				   gai_strerror(rc));
	*ret = (struct chk_addr){ .len = list->ai_addrlen };
	memcpy(&ret->room, list->ai_addr, list->ai_addrlen);
	freeaddrinfo(list);
	return 0;
}

/**
 * chk_addr_text() - put an address into words
 * @addr: the address
 * @buf: gets the words
 *
 * Return: @buf.
 */
const char *chk_addr_text(const struct chk_addr *addr, char buf[CHK_ADDRESS])
{
	char host[64] = "?", port[8] = "?";
	bool v6 = addr->sa.sa_family == AF_INET6;

	(void)getnameinfo(&addr->sa, addr->len, host, sizeof(host), port,
			  sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV);
	snprintf(buf, CHK_ADDRESS, "%s%s%s:%s", v6 ? "[" : "", host,
		 v6 ? "]" : "", port);
	return buf;
}

/**
 * chk_smc_socket() - make an SMC socket
 * @family: AF_INET or AF_INET6, what its addresses are
 * @flags: SOCK_…
 * @err: says why not
 *
 * Return: descriptor or -errno.
 */
int chk_smc_socket(int family, int flags, struct smc_err *err)
{
	int fd = socket(AF_SMC, SOCK_STREAM | SOCK_CLOEXEC | flags,
			family == AF_INET6 ? PROTOCOL_IPV6 : PROTOCOL_IPV4);
	int rc;

	if (fd >= 0)
		return fd;
	rc = smc_err_set(err, -errno, "no SMC socket: %s", strerror(errno));
	if (rc == -EAFNOSUPPORT)
		smc_err_hint(err, "modprobe smc");
	return rc;
}

/**
 * chk_connect() - connect, but not for longer than a while
 * @fd: socket that does not block; it does afterwards
 * @addr: where to
 * @ms: milliseconds
 *
 * Return: 0, -ETIMEDOUT or another -errno.
 */
int chk_connect(int fd, const struct chk_addr *addr, int ms)
{
	struct pollfd poller = { .fd = fd, .events = POLLOUT };
	int flags = fcntl(fd, F_GETFL), fault = 0;
	socklen_t len = sizeof(fault);

	if (connect(fd, &addr->sa, addr->len)) {
		if (errno != EINPROGRESS)
			return -errno;
		switch (poll(&poller, 1, ms)) {
		case -1:
			return -errno;
		case 0:
			return -ETIMEDOUT;
		}
		if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &fault, &len))
			return -errno;
		if (fault)
			return -fault;
	}
	return fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) ? -errno : 0;
}

/**
 * chk_now_us() - read a clock that only goes forward
 *
 * Return: microseconds.
 */
uint64_t chk_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}
