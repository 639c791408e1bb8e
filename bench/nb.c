// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * nb - network benchmark: client and server of one kind of socket
 *
 * What is timed is one loop of the client after a warm-up; the server is a
 * forked child. One line is printed: "FAMILY MODE SIZE NANOSECONDS", the time
 * of one operation. With QEMU's icount that is the number of instructions.
 */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef IPPROTO_SMC
#define IPPROTO_SMC 256
#endif

#define REQUEST_LEN 64
#define ANSWER_LEN 256

struct family {
	const char *name;
	int domain;
	int proto;
};

static const struct family families[] = {
	{ "tcp", AF_INET, IPPROTO_TCP },
	{ "smc", AF_INET, IPPROTO_SMC },
	{ "afsmc", AF_SMC, 0 },
	{ "unix", AF_UNIX, 0 },
	{ NULL, 0, 0 }
};

struct mode {
	const char *name;
	void (*server)(void);
	void (*client)(void);
};

static const struct family *family;
static size_t size = 14;
static unsigned int count = 1000, warmup = 100;
static struct sockaddr_storage address;
static socklen_t address_len;
static int listener;
static char *buf;
static uint64_t elapsed;

static void die(const char *what)
{
	perror(what);
	_exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static int make_socket(int flags)
{
	int fd = socket(family->domain, SOCK_STREAM | flags, family->proto);
	int one = 1;

	if (fd < 0)
		die("socket");
	if (family->domain != AF_UNIX &&
	    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)))
		die("TCP_NODELAY");
	return fd;
}

static int make_connection(void)
{
	int fd = make_socket(0);

	if (connect(fd, (struct sockaddr *)&address, address_len))
		die("connect");
	return fd;
}

static int take_connection(void)
{
	int fd = accept(listener, NULL, NULL);

	if (fd < 0)
		die("accept");
	return fd;
}

static void make_listener(void)
{
	address_len = sizeof(address);
	if (family->domain == AF_UNIX) {
		/* the kernel chooses an abstract name for the bare family */
		address.ss_family = AF_UNIX;
		address_len = sizeof(sa_family_t);
	} else {
		struct sockaddr_in *in = (struct sockaddr_in *)&address;

		in->sin_family = AF_INET;
		in->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		address_len = sizeof(*in);
	}
	listener = make_socket(0);
	if (bind(listener, (struct sockaddr *)&address, address_len) ||
	    listen(listener, 4096))
		die("listen");
	address_len = sizeof(address);
	if (getsockname(listener, (struct sockaddr *)&address, &address_len))
		die("getsockname");
}

static void send_all(int fd, size_t len)
{
	for (const char *p = buf; len;) {
		ssize_t n = send(fd, p, len, 0);

		if (n <= 0)
			die("send");
		p += n;
		len -= n;
	}
}

static void recv_all(int fd, size_t len)
{
	for (char *p = buf; len;) {
		ssize_t n = recv(fd, p, len, 0);

		if (n <= 0)
			die("recv");
		p += n;
		len -= n;
	}
}

/* pp: the server sends back what it gets; one operation is a round trip */
static void pp_server(void)
{
	int fd = take_connection();

	for (unsigned int i = 0; i < warmup + count; i++) {
		recv_all(fd, size);
		send_all(fd, size);
	}
	close(fd);
}

static void pp_client(void)
{
	int fd = make_connection();
	uint64_t start = 0;

	for (unsigned int i = 0; i < warmup + count; i++) {
		if (i == warmup)
			start = now_ns();
		send_all(fd, size);
		recv_all(fd, size);
	}
	elapsed = now_ns() - start;
	close(fd);
}

/* stream: one way; a byte comes back when all is read */
static void stream_server(void)
{
	const unsigned int rounds[] = { warmup, count };
	int fd = take_connection();

	for (int r = 0; r < 2; r++) {
		uint64_t left = (uint64_t)rounds[r] * size;

		while (left) {
			ssize_t n = recv(fd, buf, left < size ? left : size, 0);

			if (n <= 0)
				die("recv");
			left -= n;
		}
		send_all(fd, 1);
	}
	close(fd);
}

static void stream_client(void)
{
	const unsigned int rounds[] = { warmup, count };
	int fd = make_connection();
	uint64_t start = 0;

	for (int r = 0; r < 2; r++) {
		start = now_ns();
		for (unsigned int i = 0; i < rounds[r]; i++)
			send_all(fd, size);
		recv_all(fd, 1);
	}
	elapsed = now_ns() - start;
	close(fd);
}

/* conn: connect, a request, an answer, close; one after the other */
static void serve_request(int fd)
{
	recv_all(fd, REQUEST_LEN);
	send_all(fd, ANSWER_LEN);
	close(fd);
}

static void conn_server(void)
{
	for (unsigned int i = 0; i < warmup + count; i++)
		serve_request(take_connection());
}

static void conn_client(void)
{
	uint64_t start = 0;

	for (unsigned int i = 0; i < warmup + count; i++) {
		int fd;

		if (i == warmup)
			start = now_ns();
		fd = make_connection();
		send_all(fd, REQUEST_LEN);
		recv_all(fd, ANSWER_LEN);
		close(fd);
	}
	elapsed = now_ns() - start;
}

/* burst: the same, all connects at once, no warm-up */
static void burst_server(void)
{
	struct epoll_event ev = { .events = EPOLLIN }, out[64];
	int ep = epoll_create1(0);
	unsigned int served = 0;

	ev.data.fd = listener;
	if (ep < 0 || epoll_ctl(ep, EPOLL_CTL_ADD, listener, &ev))
		die("epoll");
	while (served < count) {
		int n = epoll_wait(ep, out, 64, -1);

		for (int i = 0; i < n; i++) {
			if (out[i].data.fd != listener) {
				serve_request(out[i].data.fd);
				served++;
				continue;
			}
			ev.data.fd = take_connection();
			if (epoll_ctl(ep, EPOLL_CTL_ADD, ev.data.fd, &ev))
				die("epoll");
		}
	}
}

static void burst_client(void)
{
	struct epoll_event ev, out[64];
	int ep = epoll_create1(0);
	uint64_t start = now_ns();
	unsigned int answered = 0;

	for (unsigned int i = 0; i < count; i++) {
		int fd = make_socket(SOCK_NONBLOCK);

		if (connect(fd, (struct sockaddr *)&address, address_len) &&
		    errno != EINPROGRESS)
			die("connect");
		ev.events = EPOLLOUT;
		ev.data.fd = fd;
		if (epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev))
			die("epoll");
	}
	while (answered < count) {
		int n = epoll_wait(ep, out, 64, -1);

		for (int i = 0; i < n; i++) {
			int fd = out[i].data.fd;

			if (out[i].events & EPOLLERR)
				die("burst: connection failed");
			if (out[i].events & EPOLLOUT) {
				send_all(fd, REQUEST_LEN);
				ev.events = EPOLLIN;
				ev.data.fd = fd;
				if (epoll_ctl(ep, EPOLL_CTL_MOD, fd, &ev))
					die("epoll");
				continue;
			}
			recv_all(fd, ANSWER_LEN);
			close(fd);
			answered++;
		}
	}
	elapsed = now_ns() - start;
}

static const struct mode modes[] = {
	{ "pp", pp_server, pp_client },
	{ "stream", stream_server, stream_client },
	{ "conn", conn_server, conn_client },
	{ "burst", burst_server, burst_client },
	{ NULL, NULL, NULL }
};

static void usage(void)
{
	fprintf(stderr,
		"usage: nb tcp|smc|afsmc|unix pp|stream|conn|burst"
		" [-s SIZE] [-n COUNT] [-w WARM-UP]\n");
	exit(2);
}

static unsigned long number(const char *text, unsigned long min)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (errno || end == text || *end || n < min || n > UINT32_MAX)
		usage();
	return n;
}

int main(int argc, char **argv)
{
	const struct rlimit files = { 16384, 16384 };
	const struct mode *mode = modes;
	int opt, status;
	pid_t pid;

	if (argc < 3)
		usage();
	for (family = families; family->name; family++)
		if (!strcmp(family->name, argv[1]))
			break;
	while (mode->name && strcmp(mode->name, argv[2]))
		mode++;
	if (!family->name || !mode->name)
		usage();
	optind = 3;
	while ((opt = getopt(argc, argv, "s:n:w:")) != -1) {
		switch (opt) {
		case 's':
			size = number(optarg, 1);
			break;
		case 'n':
			count = number(optarg, 1);
			break;
		case 'w':
			warmup = number(optarg, 0);
			break;
		default:
			usage();
		}
	}
	buf = calloc(1, size > ANSWER_LEN ? size : ANSWER_LEN);
	if (!buf)
		die("memory");
	if (setrlimit(RLIMIT_NOFILE, &files))
		die("setrlimit");
	signal(SIGPIPE, SIG_IGN);
	make_listener();
	pid = fork();
	if (pid < 0)
		die("fork");
	if (!pid) {
		mode->server();
		_exit(0);
	}
	mode->client();
	if (waitpid(pid, &status, 0) < 0 || status) {
		fprintf(stderr, "nb: server failed\n");
		return 1;
	}
	printf("%s %s %zu %.1f\n", argv[1], argv[2],
	       mode->client == conn_client || mode->client == burst_client ?
	       (size_t)REQUEST_LEN : size, (double)elapsed / count);
	return 0;
}
