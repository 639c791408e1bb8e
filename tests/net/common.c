// SPDX-License-Identifier: GPL-2.0-or-later
/* What the socket tests share: kinds of sockets, checks, conditions. */
#include "common.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

const struct kind kinds[] = {
	{ "tcp4", AF_INET, IPPROTO_TCP, AF_INET },
	{ "tcp6", AF_INET6, IPPROTO_TCP, AF_INET6 },
	{ "smc4", AF_SMC, 0, AF_INET },
	{ "smc6", AF_SMC, 1, AF_INET6 },
	{ "inet4", AF_INET, IPPROTO_SMC, AF_INET },
	{ "inet6", AF_INET6, IPPROTO_SMC, AF_INET6 },
};

static unsigned int nr_checks, nr_failed;

bool check(bool good, const char *fmt, ...)
{
	va_list ap;

	__atomic_add_fetch(&nr_checks, 1, __ATOMIC_RELAXED);
	if (!good)
		__atomic_add_fetch(&nr_failed, 1, __ATOMIC_RELAXED);
	flockfile(stdout);
	printf(good ? "ok - " : "not ok - ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
	funlockfile(stdout);
	return good;
}

int check_result(void)
{
	return nr_checks && !nr_failed ? EXIT_SUCCESS : EXIT_FAILURE;
}

void die(const char *fmt, ...)
{
	int err = errno;
	va_list ap;

	flockfile(stdout);
	printf("not ok - ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	if (err)
		printf(": %s", strerror(err));
	putchar('\n');
	fflush(stdout);
	_exit(EXIT_FAILURE);
}

void debug_knob(const char *name, unsigned int value)
{
	char path[64], text[16];
	int fd, n;

	snprintf(path, sizeof(path), "/sys/kernel/debug/smc/%s", name);
	n = snprintf(text, sizeof(text), "%u\n", value);
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, text, n) != n)
		die("%s", path);
	close(fd);
}

void run(const char *fmt, ...)
{
	char cmd[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(cmd, sizeof(cmd), fmt, ap);
	va_end(ap);
	fflush(stdout);
	if (system(cmd)) {
		errno = 0;
		die("command failed: %s", cmd);
	}
}

void file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	size_t len = strlen(text);

	if (fd < 0 || (len && write(fd, text, len) != (ssize_t)len))
		die("%s", path);
	close(fd);
}

uint64_t opt_number(const char *text, uint64_t min, uint64_t max)
{
	uint64_t n;
	char *end;

	errno = 0;
	n = strtoull(text, &end, 0);
	if (errno || end == text || *end || n < min || n > max) {
		fprintf(stderr, "%s: not a number from %llu to %llu\n", text,
			(unsigned long long)min, (unsigned long long)max);
		exit(2);
	}
	return n;
}

const struct kind *kind_find(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	fprintf(stderr, "%s: not a kind of socket\n", name);
	exit(2);
}

int kind_socket(const struct kind *k, int flags)
{
	int fd = socket(k->domain, SOCK_STREAM | flags, k->proto);

	if (fd < 0)
		die("socket %s", k->name);
	return fd;
}

socklen_t kind_loopback(const struct kind *k, uint16_t port,
			struct sockaddr_storage *ret_ss)
{
	memset(ret_ss, 0, sizeof(*ret_ss));
	if (k->family == AF_INET6) {
		struct sockaddr_in6 *a6 = (struct sockaddr_in6 *)ret_ss;

		a6->sin6_family = AF_INET6;
		a6->sin6_port = htons(port);
		a6->sin6_addr = in6addr_loopback;
		return sizeof(*a6);
	}

	struct sockaddr_in *a4 = (struct sockaddr_in *)ret_ss;

	a4->sin_family = AF_INET;
	a4->sin_port = htons(port);
	a4->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return sizeof(*a4);
}

int kind_listen(const struct kind *k, int backlog, uint16_t *ret_port)
{
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(k, 0, &ss);
	int fd = kind_socket(k, SOCK_CLOEXEC);

	if (bind(fd, (struct sockaddr *)&ss, len))
		die("bind %s", k->name);
	if (listen(fd, backlog))
		die("listen %s", k->name);
	*ret_port = port_local(fd);
	return fd;
}

int kind_connect(const struct kind *k, uint16_t port)
{
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(k, port, &ss);
	int fd = kind_socket(k, SOCK_CLOEXEC);
	int err;

	if (!connect(fd, (struct sockaddr *)&ss, len))
		return fd;
	err = -errno;
	close(fd);
	return err;
}

void kind_pair(const struct kind *k, int ret_fds[2])
{
	uint16_t port;
	int lfd = kind_listen(k, 1, &port);

	ret_fds[0] = kind_connect(k, port);
	if (ret_fds[0] < 0) {
		errno = -ret_fds[0];
		die("connect %s", k->name);
	}
	ret_fds[1] = accept(lfd, NULL, NULL);
	if (ret_fds[1] < 0)
		die("accept %s", k->name);
	close(lfd);
}

/* sin_port and sin6_port are at the same place */
static uint16_t port_of(const struct sockaddr_storage *ss)
{
	return ntohs(((const struct sockaddr_in *)ss)->sin_port);
}

uint16_t port_local(int fd)
{
	struct sockaddr_storage ss = { 0 };
	socklen_t len = sizeof(ss);

	return getsockname(fd, (struct sockaddr *)&ss, &len) ? 0 : port_of(&ss);
}

uint16_t port_peer(int fd)
{
	struct sockaddr_storage ss = { 0 };
	socklen_t len = sizeof(ss);

	return getpeername(fd, (struct sockaddr *)&ss, &len) ? 0 : port_of(&ss);
}

int send_all(int fd, const void *buf, size_t len)
{
	const char *p = buf;

	while (len) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		p += n;
		len -= n;
	}
	return 0;
}

int recv_all(int fd, void *buf, size_t len)
{
	char *p = buf;

	while (len) {
		ssize_t n = recv(fd, p, len, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			return -EPIPE;
		p += n;
		len -= n;
	}
	return 0;
}

void fd_nonblock(int fd, bool on)
{
	int flags = fcntl(fd, F_GETFL);

	flags = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
	if (fcntl(fd, F_SETFL, flags))
		die("fcntl");
}

void fd_rcvtimeo(int fd, unsigned int ms)
{
	struct timeval tv = { ms / 1000, ms % 1000 * 1000 };

	if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv)))
		die("SO_RCVTIMEO");
}

uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

bool wait_until(bool (*cond)(void *arg), void *arg, unsigned int ms)
{
	uint64_t end = now_ms() + ms;

	while (!cond(arg)) {
		if (now_ms() > end)
			return false;
		poll(NULL, 0, 5);
	}
	return true;
}

uint64_t scaled(uint64_t n)
{
	const char *text = getenv("SMC_TEST_SCALE");
	uint64_t scale = text ? opt_number(text, 1, 1000000) : 1;

	return n / scale ? n / scale : 1;
}

uint64_t rng_next(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return x * 0x2545f4914f6cdd1dULL;
}
