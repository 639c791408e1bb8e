// SPDX-License-Identifier: GPL-2.0-or-later
/* Clients: refused for two threads at once, connected anew, polled at once. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "race.h"
#include "smcnl.h"

#define SOON_MS 2000

static const struct sockaddr unspec = { .sa_family = AF_UNSPEC };

static int connect_port(int fd, const struct kind *k, uint16_t port)
{
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(k, port, &ss);

	return connect(fd, (struct sockaddr *)&ss, len);
}

/* two threads connect one socket to a port where nobody listens */
struct refused {
	const struct kind *k;
	int fd;
	uint16_t port;
	pthread_barrier_t barrier;
};

static void *refused_run(void *arg)
{
	struct refused *s = arg;
	uintptr_t wrong = 0;

	pthread_barrier_wait(&s->barrier);
	for (int i = 0; i < 20; i++) {
		errno = 0;
		(void)connect_port(s->fd, s->k, s->port);
		/* a shared socket's end may be told to the other thread */
		wrong += errno != EINPROGRESS && errno != EALREADY &&
			 errno != ECONNREFUSED && errno != ECONNABORTED;
	}
	return (void *)wrong;
}

/* the socket is as good as new: a connection by SMC-D that carries a byte */
static bool works(int fd, const struct kind *k)
{
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };
	socklen_t len = sizeof(int);
	uint16_t port;
	int lfd = kind_listen(k, 1, &port), afd, err = -1;
	bool good;
	char c;

	good = !connect_port(fd, k, port) || errno == EINPROGRESS;
	good &= poll(&pfd, 1, SOON_MS) == 1;
	good &= !getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &len) && !err;
	fd_rcvtimeo(lfd, SOON_MS);
	afd = good ? accept(lfd, NULL, NULL) : -1;
	good &= afd >= 0 && send(afd, "x", 1, MSG_NOSIGNAL) == 1;
	pfd.events = POLLIN;
	good = good && poll(&pfd, 1, SOON_MS) == 1 &&
	       recv(fd, &c, 1, 0) == 1 && c == 'x' &&
	       diag_mode_fd(fd) == SMC_DIAG_MODE_SMCD;
	close(afd);
	close(lfd);
	if (!good)
		printf("# %s: connect: %s, %s\n", k->name, strerror(err),
		       afd < 0 ? "not accepted" : "no data");
	return good;
}

static void refused_race(void)
{
	unsigned int rounds = scaled(200), wrong = 0, bad = 0;

	for (unsigned int r = 0; r < rounds; r++) {
		struct refused s = { .k = kind_smc(r), .port = PORT_DEAD };
		pthread_t threads[2];

		s.fd = kind_socket(s.k, SOCK_NONBLOCK);
		pthread_barrier_init(&s.barrier, NULL, 2);
		for (int i = 0; i < 2; i++)
			race_start(&threads[i], refused_run, &s);
		wrong += race_end(threads, 2);
		pthread_barrier_destroy(&s.barrier);
		bad += connect(s.fd, &unspec, sizeof(unspec)) ||
		       !works(s.fd, s.k);
		close(s.fd);
	}
	check(!wrong, "refused: %u sockets connected by two threads, %u wrong "
	      "errors", rounds, wrong);
	check(!bad, "refused: %u connected anew, %u do not work", rounds, bad);
	race_idle("refused");
}

/* nothing to read before the server has said or done anything */
static void poll_race(void)
{
	unsigned int rounds = scaled(400), early = 0, late = 0;
	uint16_t ports[KINDS_SMC];
	int lfds[KINDS_SMC];

	for (int i = 0; i < KINDS_SMC; i++) {
		lfds[i] = kind_listen(kind_smc(i), 8, &ports[i]);
		fd_nonblock(lfds[i], true);
	}
	for (unsigned int r = 0; r < rounds; r++) {
		const struct kind *k = kind_smc(r);
		int lfd = lfds[r % KINDS_SMC], afd = -1;
		int fd = kind_socket(k, r % 8 < 4 ? SOCK_NONBLOCK : 0);
		struct pollfd pfd = { .fd = fd, .events = POLLIN };
		uint64_t end = now_ms() + SOON_MS;

		(void)connect_port(fd, k, ports[r % KINDS_SMC]);
		while (afd < 0) {
			/* much more often than it is accepted */
			for (int i = 0; i < 50; i++) {
				pfd.revents = 0;
				early += poll(&pfd, 1, 0) && pfd.revents;
			}
			afd = accept(lfd, NULL, NULL);
			if (afd < 0 && now_ms() > end)
				die("%s: no connection", k->name);
		}
		if (send(afd, "x", 1, MSG_NOSIGNAL) != 1)
			die("send");
		late += poll(&pfd, 1, SOON_MS) != 1 || pfd.revents != POLLIN;
		close(afd);
		close(fd);
	}
	for (int i = 0; i < KINDS_SMC; i++)
		close(lfds[i]);
	check(!early && !late, "poll: %u clients, %u events before the "
	      "server's byte, %u without one after it", rounds, early, late);
	race_idle("poll");
}

/* a thread sleeps in a call, another takes what it waits for away */
enum sleep { SLEEP_RECV, SLEEP_SEND, SLEEP_POLL, SLEEP_ACCEPT, SLEEPS };

static const char *const sleep_names[] = { "recv", "send", "poll", "accept" };

struct sleeper {
	enum sleep call;
	int fd;
	volatile bool awake;
};

static void *sleeper_run(void *arg)
{
	struct sleeper *s = arg;
	struct pollfd pfd = { .fd = s->fd, .events = POLLIN };
	static char bytes[1 << 20];
	char c;

	switch (s->call) {
	case SLEEP_RECV:
		(void)recv(s->fd, &c, 1, 0);
		break;
	case SLEEP_SEND:
		while (send(s->fd, bytes, sizeof(bytes), MSG_NOSIGNAL) > 0)
			;
		break;
	case SLEEP_POLL:
		(void)poll(&pfd, 1, -1);
		break;
	default:
		(void)accept(s->fd, NULL, NULL);
	}
	s->awake = true;
	return NULL;
}

static bool sleeper_awake(void *arg)
{
	return ((struct sleeper *)arg)->awake;
}

static bool sleeper_wakes(const struct kind *k, enum sleep call)
{
	struct sleeper s = { .call = call };
	int fds[2] = { -1, -1 };
	pthread_t thread;
	uint16_t port;
	bool woken;

	if (call == SLEEP_ACCEPT) {
		s.fd = kind_listen(k, 1, &port);
	} else {
		kind_pair(k, fds);
		s.fd = fds[0];
	}
	race_start(&thread, sleeper_run, &s);
	usleep(100000 * scaled(10) / 10 + 100000);
	if (s.awake || connect(s.fd, &unspec, sizeof(unspec)))
		die("%s: %s", k->name, sleep_names[call]);
	woken = wait_until(sleeper_awake, &s, SOON_MS);
	if (!woken)
		shutdown(s.fd, SHUT_RDWR);
	close(fds[1]);
	if (!woken && !wait_until(sleeper_awake, &s, SOON_MS))
		die("%s: %s sleeps for ever", k->name, sleep_names[call]);
	pthread_join(thread, NULL);
	close(s.fd);
	return woken;
}

static void sleepers_race(void)
{
	unsigned int bad = 0;

	for (int i = 0; i < KINDS_TCP + KINDS_SMC; i++)
		for (int call = 0; call < SLEEPS; call++) {
			if (sleeper_wakes(&kinds[i], call))
				continue;
			printf("# %s: %s() goes on\n", kinds[i].name,
			       sleep_names[call]);
			bad++;
		}
	check(!bad, "sleepers: connect(AF_UNSPEC) ends their calls, %u go on",
	      bad);
	race_idle("sleepers");
}

static const struct race races[] = {
	{ "sleepers", sleepers_race },
	{ "refused", refused_race },
	{ "poll", poll_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	return race_main(races, argc, argv);
}
