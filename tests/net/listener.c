// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Listeners that fail, end and begin anew, and what becomes of who waits on
 * either side of them.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common.h"
#include "race.h"
#include "smcnl.h"

#define SOON_MS 2000
#define HANG_MS 5000
#define HELD_MS 1500		/* a busy host must see it meanwhile */
#define STORM_MS 20000
#define WAITERS 4
#define DEFERRED 300

static const struct sockaddr unspec = { .sa_family = AF_UNSPEC };

/* bound to @port, or to any when 0, which others may share */
static int bound_socket(const struct kind *k, uint16_t port)
{
	struct sockaddr_storage ss;
	int fd = kind_socket(k, 0), one = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(fd, (struct sockaddr *)&ss, kind_loopback(k, port, &ss)))
		die("bind %s", k->name);
	return fd;
}

static int connect_port(int fd, const struct kind *k, uint16_t port)
{
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(k, port, &ss);

	return connect(fd, (struct sockaddr *)&ss, len);
}

/* bytes that arrive until the end, -1 when it is no orderly one */
static ssize_t drain(int fd)
{
	static char buf[65536];
	ssize_t n, sum = 0;

	while ((n = recv(fd, buf, sizeof(buf), 0)) > 0)
		sum += n;
	return n < 0 ? -1 : sum;
}

/*
 * The socket whose listen() failed becomes a client.  It is closed while TCP
 * has still much to send for it, which TCP does after the socket is freed.
 */
static bool failed_once(const struct kind *k, const struct kind *peer)
{
	int first = bound_socket(k, 0), fd, lfd, afd, small = 4096;
	static const char data[1 << 17];
	uint16_t port;
	ssize_t sent;
	bool good;

	fd = bound_socket(k, port_local(first));
	if (listen(first, 8))
		die("listen %s", k->name);
	good = listen(fd, 8) && errno == EADDRINUSE;
	good &= accept(fd, NULL, NULL) < 0 && errno == EINVAL;

	lfd = kind_listen(peer, 1, &port);
	setsockopt(lfd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	good &= !connect_port(fd, k, port);
	afd = accept(lfd, NULL, NULL);
	if (afd < 0)
		die("accept %s", peer->name);
	sent = send(fd, data, sizeof(data), MSG_DONTWAIT);
	close(fd);
	/* what is freed after a grace period is gone by now, as a rule */
	poll(NULL, 0, 20);
	good &= sent > 0 && drain(afd) == sent;
	close(afd);
	close(lfd);
	close(first);
	return good;
}

static void failed_race(void)
{
	unsigned int rounds = scaled(80), bad = 0;

	for (unsigned int r = 0; r < rounds; r++) {
		const struct kind *k = kind_smc(r);
		const struct kind *tcp = &kinds[k->family == AF_INET6];

		bad += !failed_once(k, r % 8 < 4 ? tcp : k);
	}
	check(!bad, "listen() failed %u times, then connect and close: %u bad",
	      rounds, bad);
	race_idle("failed listen()");
}

/* one socket: a thread each listens, shuts down, connects to a closed port */
struct stormy {
	const struct kind *k;
	int fd;
	uint16_t port, closed;
};

static void *listen_loop(void *arg)
{
	struct stormy *s = arg;
	uintptr_t n = 0;

	while (!race_stop) {
		n += !listen(s->fd, 16);
		poll(NULL, 0, 1);
	}
	return (void *)n;
}

static void *shutdown_loop(void *arg)
{
	struct stormy *s = arg;
	uint64_t rng = 3;
	uintptr_t n = 0;

	while (!race_stop) {
		n += !shutdown(s->fd, SHUT_RD);
		race_sleep(&rng, 40);
	}
	return (void *)n;
}

static void *connect_loop(void *arg)
{
	struct stormy *s = arg;
	uint64_t rng = 11;
	uintptr_t n = 0;

	while (!race_stop) {
		n += connect_port(s->fd, s->k, s->closed) < 0;
		(void)connect(s->fd, &unspec, sizeof(unspec));
		race_sleep(&rng, 80);
	}
	return (void *)n;
}

/* each client sends a byte of its own and wants that one back */
static void *client_loop(void *arg)
{
	struct stormy *s = arg;
	uint64_t rng = (uintptr_t)&rng;
	uintptr_t wrong = 0;

	while (!race_stop) {
		int fd = kind_connect(s->k, s->port);
		uint8_t out = rng_next(&rng), in;

		if (fd < 0) {
			sched_yield();
			continue;
		}
		fd_rcvtimeo(fd, SOON_MS);
		if (!send_all(fd, &out, 1) && recv(fd, &in, 1, 0) == 1)
			wrong += in != out;
		close(fd);
	}
	return (void *)wrong;
}

static void storm_check(const struct kind *k, unsigned int want)
{
	struct stormy s = { .k = k };
	pthread_t threads[3], clients[2];
	uint64_t end = now_ms() + STORM_MS;
	unsigned int served = 0, wrong;

	close(kind_listen(k, 1, &s.port));
	s.closed = PORT_DEAD;
	s.fd = bound_socket(k, s.port);
	fd_nonblock(s.fd, true);
	race_start(&threads[0], listen_loop, &s);
	race_start(&threads[1], shutdown_loop, &s);
	race_start(&threads[2], connect_loop, &s);
	for (int i = 0; i < 2; i++)
		race_start(&clients[i], client_loop, &s);
	while (served < want && now_ms() < end) {
		int fd = accept(s.fd, NULL, NULL);
		uint8_t c;

		if (fd < 0) {
			sched_yield();
			continue;
		}
		fd_rcvtimeo(fd, SOON_MS);
		served += recv(fd, &c, 1, 0) == 1 && !send_all(fd, &c, 1);
		close(fd);
	}
	(void)race_end(threads, 3);
	race_stop = true;
	shutdown(s.fd, SHUT_RD);	/* nobody listens: no client waits */
	close(s.fd);
	wrong = race_end(clients, 2);
	check(served && !wrong, "%s: listen(), shutdown(), connect() at once: "
	      "%u children served, %u wrong", k->name, served, wrong);
}

static void storm_race(void)
{
	for (int i = 0; i < KINDS_SMC; i++)
		storm_check(kind_smc(i), scaled(60));
	race_idle("storm");
}

/* shutdown() of a thread beside the first listen() of a new socket */
struct fresh {
	int fd, err;
	pthread_barrier_t begin, end;
};

static void *fresh_shutdown(void *arg)
{
	struct fresh *f = arg;
	uint64_t rng = 29;

	for (;;) {
		pthread_barrier_wait(&f->begin);
		if (race_stop)
			return NULL;
		race_moment(&rng, 2000);
		f->err = shutdown(f->fd, SHUT_RDWR) ? errno : 0;
		pthread_barrier_wait(&f->end);
	}
}

static void fresh_race(void)
{
	unsigned int rounds = scaled(4000), before = 0, bad = 0;
	uint64_t rng = 23;
	struct fresh f;
	pthread_t thread;

	pthread_barrier_init(&f.begin, NULL, 2);
	pthread_barrier_init(&f.end, NULL, 2);
	race_start(&thread, fresh_shutdown, &f);
	for (unsigned int r = 0; r < rounds; r++) {
		f.fd = kind_socket(kind_smc(r), SOCK_NONBLOCK);
		pthread_barrier_wait(&f.begin);
		race_moment(&rng, 2000);
		bad += listen(f.fd, 4) != 0;
		pthread_barrier_wait(&f.end);
		before += f.err == ENOTCONN;
		bad += accept(f.fd, NULL, NULL) >= 0 ||
		       errno != (f.err ? EAGAIN : EINVAL);
		close(f.fd);
	}
	race_stop = true;
	pthread_barrier_wait(&f.begin);
	pthread_join(thread, NULL);
	race_stop = false;
	check(!bad, "shutdown() beside %u first listen(), %u bad", rounds, bad);
	check(before && before < rounds, "%u of them before it", before);
	race_idle("fresh");
}

struct waiter {
	pthread_t thread;
	int lfd;
	pid_t tid;
	int err;
};

static void *waiter_run(void *arg)
{
	struct waiter *w = arg;

	__atomic_store_n(&w->tid, gettid(), __ATOMIC_SEQ_CST);
	w->err = accept(w->lfd, NULL, NULL) < 0 ? errno : 0;
	return NULL;
}

/* sleeps in the kernel, in accept() */
static bool waiter_sleeps(void *arg)
{
	const struct waiter *w = arg;
	pid_t tid = __atomic_load_n(&w->tid, __ATOMIC_SEQ_CST);
	char path[64], text[32] = "";
	int fd;

	if (!tid)
		return false;
	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", tid);
	fd = open(path, O_RDONLY);
	if (fd < 0 || read(fd, text, sizeof(text) - 1) < 0)
		die("%s", path);
	close(fd);
	return strtol(text, NULL, 10) == SYS_accept;
}

/* one shutdown() ends every accept() that waits */
static void waiters_race(void)
{
	unsigned int rounds = scaled(20), bad = 0, slow = 0;

	for (unsigned int r = 0; r < rounds; r++) {
		struct waiter waiters[WAITERS] = { 0 };
		uint16_t port;
		int lfd = kind_listen(kind_smc(r), 8, &port);
		uint64_t begin;

		for (int i = 0; i < WAITERS; i++) {
			waiters[i].lfd = lfd;
			race_start(&waiters[i].thread, waiter_run, &waiters[i]);
		}
		for (int i = 0; i < WAITERS; i++)
			if (!wait_until(waiter_sleeps, &waiters[i], HANG_MS))
				die("accept() does not wait");
		begin = now_ms();
		bad += shutdown(lfd, SHUT_RD) != 0;
		for (int i = 0; i < WAITERS; i++) {
			pthread_join(waiters[i].thread, NULL);
			bad += waiters[i].err != EINVAL;
		}
		slow += now_ms() - begin > SOON_MS;
		close(lfd);
	}
	check(!bad && !slow, "%d accept() each ended by %u shutdown(): "
	      "%u without EINVAL, %u slowly", WAITERS, rounds, bad, slow);
	race_idle("waiters");
}

struct client {
	const struct kind *k;
	uint16_t port;
	int err;		/* of connect(), then of recv() */
	bool connected;
};

static void *client_run(void *arg)
{
	struct client *c = arg;
	int fd = kind_connect(c->k, c->port);
	ssize_t n;
	char byte;

	c->err = fd < 0 ? -fd : 0;
	if (fd < 0)
		return NULL;
	c->connected = true;
	fd_rcvtimeo(fd, HANG_MS);
	n = recv(fd, &byte, 1, 0);
	if (n)
		c->err = n < 0 ? errno : EPROTO;
	close(fd);
	return NULL;
}

/* both ends have their DMB: the client has to send CONFIRM yet */
static bool confirm_held(void *arg)
{
	struct smc_gauges g;

	(void)arg;
	gauges_get(&g);
	return g.dmbs == 2 && g.hs_pending == 1;
}

/* the listener is closed while the client's CONFIRM is held back */
static void held_race(void)
{
	debug_knob("confirm_delay_ms", HELD_MS);
	for (int i = 0; i < KINDS_SMC; i++) {
		struct client c = { .k = kind_smc(i) };
		int lfd = kind_listen(c.k, 8, &c.port);
		pthread_t thread;
		uint64_t begin;
		bool held;

		race_start(&thread, client_run, &c);
		held = wait_until(confirm_held, NULL, HANG_MS);
		begin = now_ms();
		close(lfd);
		pthread_join(thread, NULL);
		check(held && !c.connected && c.err == ECONNRESET &&
		      now_ms() - begin < SOON_MS,
		      "%s: listener closed before CONFIRM: %s: %s after %llu ms",
		      c.k->name, c.connected ? "recv()" : "connect()",
		      strerror(c.err), (unsigned long long)(now_ms() - begin));
		race_idle("listener closed before CONFIRM");
	}
	debug_knob("confirm_delay_ms", 0);
}

/* the listener is closed at any moment: its client learns of it at once */
static void closed_race(void)
{
	unsigned int rounds = scaled(300), connected = 0, bad = 0;
	uint64_t rng = 17;

	for (unsigned int r = 0; r < rounds; r++) {
		struct client c = { .k = kind_smc(r) };
		int lfd = kind_listen(c.k, 8, &c.port);
		pthread_t thread;
		uint64_t begin;

		race_start(&thread, client_run, &c);
		race_sleep(&rng, 8);
		race_moment(&rng, 200000);
		close(lfd);
		begin = now_ms();
		pthread_join(thread, NULL);
		connected += c.connected;
		if (now_ms() - begin > SOON_MS ||
		    (c.err != ECONNRESET && c.err != ECONNREFUSED)) {
			bad++;
			printf("# client: %s after %llu ms\n", strerror(c.err),
			       (unsigned long long)(now_ms() - begin));
		}
	}
	check(!bad, "%u listeners closed, %u clients connected, %u not told",
	      rounds, connected, bad);
	race_idle("closed listener");
}

/* accept() put off for data that never comes: all come a second later */
static void deferred_race(void)
{
	unsigned int n = scaled(DEFERRED);
	int fds[DEFERRED], afds[DEFERRED], one = 1;

	for (size_t i = 0; i < 2; i++) {
		const struct kind *k = kind_smc(i);
		int lfd = bound_socket(k, 0);
		struct pollfd pfd = { .fd = lfd, .events = POLLIN };
		unsigned int accepted = 0;
		uint64_t end;

		setsockopt(lfd, IPPROTO_TCP, TCP_DEFER_ACCEPT, &one,
			   sizeof(one));
		if (listen(lfd, DEFERRED))
			die("listen");
		for (unsigned int j = 0; j < n; j++)
			fds[j] = kind_connect(k, port_local(lfd));
		end = now_ms() + HANG_MS;
		while (accepted < n && now_ms() < end)
			if (poll(&pfd, 1, 100) == 1)
				afds[accepted++] = accept(lfd, NULL, NULL);
		check(accepted == n, "%s: %u of %u without data accepted",
		      k->name, accepted, n);
		for (unsigned int j = 0; j < accepted; j++)
			close(afds[j]);
		for (unsigned int j = 0; j < n; j++)
			close(fds[j]);
		close(lfd);
		race_idle("deferred accept");
	}
}

static const struct race races[] = {
	{ "failed", failed_race },
	{ "storm", storm_race },
	{ "fresh", fresh_race },
	{ "waiters", waiters_race },
	{ "held", held_race },
	{ "closed", closed_race },
	{ "deferred", deferred_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	return race_main(races, argc, argv);
}
