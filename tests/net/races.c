// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Things that happen at the same time: what counts is that the kernel bears
 * it, that no call hangs, that no wrong byte arrives, and that nothing is left.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"
#include "race.h"
#include "smcnl.h"

#define CLIENTS 32
#define SOON_MS 5000

/* connect to a port that may listen or not, now and then say something */
static void *connect_loop(void *arg)
{
	uint16_t port = (uintptr_t)arg;
	uintptr_t connected = 0;
	uint64_t rng = (uintptr_t)&connected;

	while (!race_stop) {
		int fd = kind_connect(kind_smc(rng_next(&rng) % 2 * 2), port);
		char c = 'x';

		if (fd < 0) {
			sched_yield();
			continue;
		}
		connected++;
		fd_rcvtimeo(fd, 100);
		if (rng_next(&rng) % 2 && !send_all(fd, &c, 1))
			(void)recv(fd, &c, 1, 0);
		close(fd);
	}
	return (void *)connected;
}

/* C61: a listener comes and goes under its clients */
static void listener_race(void)
{
	unsigned int rounds = scaled(120), accepted = 0, connected;
	pthread_t threads[CLIENTS];
	const struct kind *k = kind_find("inet4");
	struct sockaddr_storage ss;
	uint16_t port;
	int one = 1;

	close(kind_listen(k, 1, &port));
	for (int i = 0; i < CLIENTS; i++)
		race_start(&threads[i], connect_loop, (void *)(uintptr_t)port);
	for (unsigned int r = 0; r < rounds; r++) {
		int lfd = kind_socket(k, SOCK_NONBLOCK), fd;
		struct pollfd pfd = { .fd = lfd, .events = POLLIN };

		setsockopt(lfd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
		if (bind(lfd, (struct sockaddr *)&ss,
			 kind_loopback(k, port, &ss)) ||
		    listen(lfd, r % 2 ? 64 : 2))
			die("listen");
		/* now with, now without connections in every state */
		poll(&pfd, 1, r % 4 < 3 ? (int)r % 4 : SOON_MS);
		while (r % 3 && (fd = accept(lfd, NULL, NULL)) >= 0) {
			accepted++;
			close(fd);
		}
		close(lfd);
	}
	connected = race_end(threads, CLIENTS);
	check(connected && accepted,
	      "listener: %u times, %u connected, %u accepted", rounds,
	      connected, accepted);
	race_idle("listener");
}

struct shared {
	int fd;
	pthread_barrier_t barrier;
};

static void *shared_read(void *arg)
{
	struct shared *s = arg;
	uintptr_t total = 0;
	char buf[4096];
	ssize_t n;

	pthread_barrier_wait(&s->barrier);
	while ((n = recv(s->fd, buf, sizeof(buf), 0)) > 0)
		total += n;
	return (void *)total;
}

static void *shared_write(void *arg)
{
	struct shared *s = arg;
	char buf[3000] = { 0 };
	uintptr_t total = 0;
	ssize_t n;

	pthread_barrier_wait(&s->barrier);
	while ((n = send(s->fd, buf, sizeof(buf), MSG_NOSIGNAL)) > 0)
		total += n;
	return (void *)total;
}

/* two readers, two writers on each end, and somebody who shuts one end down */
static void threads_race(void)
{
	unsigned int rounds = scaled(100), bad = 0;
	uint64_t rng = 7;

	for (unsigned int r = 0; r < rounds; r++) {
		struct shared ends[2];
		pthread_t threads[8];
		int fds[2];

		kind_pair(kind_smc(r), fds);
		for (int e = 0; e < 2; e++) {
			ends[e].fd = fds[e];
			pthread_barrier_init(&ends[e].barrier, NULL, 5);
			for (int t = 0; t < 4; t++)
				race_start(&threads[e * 4 + t],
				      t % 2 ? shared_read : shared_write,
				      &ends[e]);
		}
		for (int e = 0; e < 2; e++)
			pthread_barrier_wait(&ends[e].barrier);
		poll(NULL, 0, rng_next(&rng) % 5);
		bad += shutdown(fds[r % 2], SHUT_RDWR) != 0;
		for (int i = 0; i < 2; i++) {
			int e = (r + i) % 2;

			for (int t = 0; t < 4; t++)
				pthread_join(threads[e * 4 + t], NULL);
			pthread_barrier_destroy(&ends[e].barrier);
			close(fds[e]);
		}
	}
	check(!bad, "threads: %u sockets shared and shut down", rounds);
	race_idle("threads");
}

static void *accept_loop(void *arg)
{
	int lfd = (int)(intptr_t)arg;
	struct pollfd pfd = { .fd = lfd, .events = POLLIN };
	uintptr_t accepted = 0;

	while (!race_stop) {
		int fd;

		if (poll(&pfd, 1, 20) != 1)
			continue;
		while ((fd = accept(lfd, NULL, NULL)) >= 0) {
			accepted++;
			close(fd);
		}
	}
	return (void *)accepted;
}

/* close, shutdown or disconnect at some moment of a non-blocking connect */
static void connecting_race(void)
{
	unsigned int rounds = scaled(1000), slow = 0;
	struct sockaddr unspec = { .sa_family = AF_UNSPEC };
	pthread_t servers[KINDS_SMC];
	uint16_t ports[KINDS_SMC];
	int lfds[KINDS_SMC];
	uint64_t rng = 99;

	for (int i = 0; i < KINDS_SMC; i++) {
		lfds[i] = kind_listen(kind_smc(i), 64, &ports[i]);
		fd_nonblock(lfds[i], true);
		race_start(&servers[i], accept_loop, (void *)(intptr_t)lfds[i]);
	}
	for (unsigned int r = 0; r < rounds; r++) {
		const struct kind *k = kind_smc(r);
		struct sockaddr_storage ss;
		socklen_t len = kind_loopback(k, ports[r % KINDS_SMC], &ss);
		int fd = kind_socket(k, SOCK_NONBLOCK);
		struct pollfd pfd = { .fd = fd, .events = POLLOUT };
		uint64_t begin;

		(void)connect(fd, (struct sockaddr *)&ss, len);
		race_moment(&rng, 20000);
		if (r % 5 == 0)
			poll(&pfd, 1, 1);
		begin = now_ms();
		if (r % 3 == 0)
			(void)shutdown(fd, SHUT_RDWR);
		if (r % 3 == 1)
			(void)connect(fd, &unspec, sizeof(unspec));
		close(fd);
		slow += now_ms() - begin > 2000;
	}
	check(!slow, "connecting: %u connects given up, %u slowly", rounds,
	      slow);
	check(race_end(servers, KINDS_SMC),
	      "connecting: some were accepted");
	for (int i = 0; i < KINDS_SMC; i++)
		close(lfds[i]);
	race_idle("connecting");
}

/* wait by epoll, from before the connect on, for a connection that falls back */
static void epoll_race(void)
{
	unsigned int rounds = scaled(500), lost = 0;
	uint16_t port;
	int lfd = kind_listen(kind_find("tcp4"), 64, &port);

	for (unsigned int r = 0; r < rounds; r++) {
		const struct kind *k = kind_smc(r % 2 * 2);
		struct epoll_event ev = {
			.events = EPOLLIN | EPOLLOUT | (r % 4 < 2 ? EPOLLET : 0)
		};
		int ep = epoll_create1(0), fd = kind_socket(k, SOCK_NONBLOCK);
		struct sockaddr_storage ss;
		socklen_t len = kind_loopback(k, port, &ss);
		bool writable = false, readable = false;
		uint64_t end = now_ms() + 2000;
		int afd;

		epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev);
		(void)connect(fd, (struct sockaddr *)&ss, len);
		afd = accept(lfd, NULL, NULL);
		if (send(afd, "x", 1, 0) != 1)
			die("send");
		while (!(writable && readable) && now_ms() < end) {
			if (epoll_wait(ep, &ev, 1, 100) != 1)
				continue;
			writable |= !!(ev.events & EPOLLOUT);
			readable |= !!(ev.events & EPOLLIN);
		}
		lost += !(writable && readable);
		close(afd);
		close(fd);
		close(ep);
	}
	close(lfd);
	check(!lost, "epoll: %u fallbacks awaited, %u events lost", rounds,
	      lost);
	race_idle("epoll");
}

static void *dump_loop(void *arg)
{
	uintptr_t dumps = 0;

	(void)arg;
	for (; !race_stop; dumps++) {
		struct smc_counts c;
		struct smc_gauges g;

		(void)diag_count();
		(void)lgrs_count();
		counts_get(&c);
		gauges_get(&g);
	}
	return (void *)dumps;
}

/* every dump while sockets and link groups come and go */
static void dump_race(void)
{
	unsigned int rounds = scaled(300), dumps;
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		race_start(&threads[i], dump_loop, NULL);
	for (unsigned int r = 0; r < rounds; r++) {
		int fds[2];

		kind_pair(kind_smc(r), fds);
		close(fds[r % 2]);
		close(fds[1 - r % 2]);
	}
	dumps = race_end(threads, 3);
	check(dumps, "dumps: %u dumps during %u connections", dumps, rounds);
	race_idle("dumps");
}

static void *splice_reader(void *arg)
{
	int fd = (int)(intptr_t)arg, null = open("/dev/null", O_WRONLY), p[2];
	uintptr_t total = 0;
	ssize_t n;

	if (null < 0 || pipe(p))
		die("pipe");
	while ((n = splice(fd, NULL, p[1], NULL, 65536, 0)) > 0) {
		total += n;
		while (n > 0) {
			ssize_t m = splice(p[0], NULL, null, NULL, n, 0);

			if (m <= 0)
				die("splice to /dev/null");
			n -= m;
		}
	}
	close(p[0]);
	close(p[1]);
	close(null);
	return (void *)total;
}

/* the server splices while the client goes away at any moment */
static void splice_race(void)
{
	unsigned int rounds = scaled(300), empty = 0;
	static char data[1 << 17];
	uint64_t rng = 5;

	for (unsigned int r = 0; r < rounds; r++) {
		struct linger lg = { 1, 0 };
		pthread_t thread;
		uint64_t sends = 1 + rng_next(&rng) % 30;
		void *got;
		int fds[2];

		kind_pair(kind_smc(r), fds);
		race_start(&thread, splice_reader, (void *)(intptr_t)fds[1]);
		while (sends--)
			if (send(fds[0], data, sizeof(data), MSG_NOSIGNAL) < 0)
				break;
		if (r % 2)
			setsockopt(fds[0], SOL_SOCKET, SO_LINGER, &lg,
				   sizeof(lg));
		close(fds[0]);
		pthread_join(thread, &got);
		empty += !got;
		close(fds[1]);
	}
	check(!empty, "splice: %u readers, %u saw nothing", rounds, empty);
	race_idle("splice");
}

static const struct race races[] = {
	{ "listener", listener_race },
	{ "threads", threads_race },
	{ "connecting", connecting_race },
	{ "epoll", epoll_race },
	{ "dump", dump_race },
	{ "splice", splice_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	return race_main(races, argc, argv);
}
