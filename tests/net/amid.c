// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a program does to its socket amid connect(): the handshake's bytes are
 * none of the program's, and the program's are none of the handshake's.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "race.h"
#include "smcnl.h"

#define SOON_MS 5000

static int connect_port(int fd, const struct kind *k, uint16_t port)
{
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(k, port, &ss);

	return connect(fd, (struct sockaddr *)&ss, len);
}

/*
 * A socket that two threads share.  The server says "hello", counts the bytes
 * 'c' up to the end, and says how many there were: '0' or '1', else '?'.
 */
struct shared {
	const struct kind *k;
	uint16_t port;
	int fd;
	unsigned int round;
	uint64_t rng;
	pthread_barrier_t begin, end;
	volatile bool connected;
	ssize_t n;		/* what the second thread's call returned */
	int err;
	char text[256];		/* what the client reads */
	size_t len;
};

static void *shared_server(void *arg)
{
	int lfd = (int)(intptr_t)arg, fd;

	while ((fd = accept(lfd, NULL, NULL)) >= 0) {
		char c, count = '0';

		(void)send_all(fd, "hello", 5);
		while (recv(fd, &c, 1, 0) == 1)
			count = c == 'c' && count == '0' ? '1' : '?';
		(void)send_all(fd, &count, 1);
		close(fd);
	}
	return NULL;
}

enum call { CALL_RECV, CALL_SEND, CALL_CONNECT, CALL_ZEROCOPY, CALLS };

static const char *const shared_calls[] = {
	"recv()", "send()", "connect()", "TCP_ZEROCOPY_RECEIVE"
};

/* reads without recv() until the first thread needs no more */
static ssize_t shared_zerocopy(struct shared *s)
{
	struct tcp_zerocopy_receive zc;

	do {
		socklen_t len = sizeof(zc);

		sched_yield();
		memset(&zc, 0, sizeof(zc));
		zc.copybuf_address = (uintptr_t)s->text;
		zc.copybuf_len = sizeof(s->text);
		if (getsockopt(s->fd, IPPROTO_TCP, TCP_ZEROCOPY_RECEIVE, &zc,
			       &len))
			return -1;
	} while (zc.copybuf_len <= 0 && !s->connected);
	return zc.copybuf_len;
}

static void shared_call(struct shared *s)
{
	switch (s->round % CALLS) {
	case CALL_RECV:
		s->n = recv(s->fd, s->text, 5, 0);
		s->len = s->n > 0 ? s->n : 0;
		break;
	case CALL_SEND:
		s->n = send(s->fd, "c", 1, MSG_NOSIGNAL);
		break;
	case CALL_CONNECT:
		s->n = connect_port(s->fd, s->k, s->port);
		break;
	default:
		s->n = shared_zerocopy(s);
		s->len = s->n > 0 ? s->n : 0;
	}
	s->err = s->n < 0 ? errno : 0;
}

static void *shared_second(void *arg)
{
	struct shared *s = arg;
	uint64_t rng = 71;

	for (;;) {
		pthread_barrier_wait(&s->begin);
		if (race_stop)
			return NULL;
		race_moment(&rng, 20000);
		shared_call(s);
		pthread_barrier_wait(&s->end);
	}
}

/* both calls' results are some that TCP gives, too */
static bool shared_results(const struct shared *s, int rc, int err)
{
	bool begun = s->n >= 0;

	switch (s->round % CALLS) {
	case CALL_RECV:
		return !rc && (s->n > 0 || s->err == ENOTCONN);
	case CALL_SEND:
		return !rc && (s->n == 1 || s->err == EPIPE);
	case CALL_CONNECT:
		return (!rc && begun) || (!rc && s->err == EISCONN) ||
		       (begun && err == EISCONN);
	default:
		return !rc;
	}
}

static bool shared_round(struct shared *s)
{
	char want[8];
	ssize_t n;
	int rc, err;

	s->fd = kind_socket(s->k, 0);
	s->len = 0;
	s->connected = false;
	pthread_barrier_wait(&s->begin);
	race_moment(&s->rng, 5000);
	rc = connect_port(s->fd, s->k, s->port);
	err = rc ? errno : 0;
	s->connected = true;
	if (rc && err != EISCONN)	/* the other may wait in recv() */
		shutdown(s->fd, SHUT_RDWR);
	pthread_barrier_wait(&s->end);

	fd_rcvtimeo(s->fd, SOON_MS);
	shutdown(s->fd, SHUT_WR);
	while (s->len < sizeof(s->text) &&
	       (n = recv(s->fd, s->text + s->len, sizeof(s->text) - s->len,
			 0)) > 0)
		s->len += n;
	close(s->fd);
	snprintf(want, sizeof(want), "hello%d",
		 s->round % CALLS == CALL_SEND && s->n == 1);
	if (shared_results(s, rc, err) && s->len == strlen(want) &&
	    !memcmp(s->text, want, s->len))
		return true;
	printf("# %s: connect(): %s; %s: %zd %s; %zu bytes, first %#x\n",
	       s->k->name, strerror(err), shared_calls[s->round % CALLS], s->n,
	       strerror(s->err), s->len,
	       s->len ? (unsigned char)s->text[0] : 0);
	return false;
}

static void shared_check(const struct kind *k, unsigned int rounds)
{
	struct shared s = { .k = k, .rng = 9 };
	int lfd = kind_listen(k, 8, &s.port);
	unsigned int bad = 0, before = 0;
	pthread_t second, server;

	pthread_barrier_init(&s.begin, NULL, 2);
	pthread_barrier_init(&s.end, NULL, 2);
	race_start(&server, shared_server, (void *)(intptr_t)lfd);
	race_start(&second, shared_second, &s);
	for (; s.round < rounds; s.round++) {
		bad += !shared_round(&s);
		before += s.err == ENOTCONN || s.err == EPIPE;
	}
	race_stop = true;
	pthread_barrier_wait(&s.begin);
	pthread_join(second, NULL);
	race_stop = false;
	shutdown(lfd, SHUT_RDWR);
	pthread_join(server, NULL);
	close(lfd);
	check(!bad, "%s: recv(), send(), connect(), zero-copy receive beside %u "
	      "connect()s, %u before them, %u bad", k->name, rounds, before,
	      bad);
}

static void shared_race(void)
{
	for (int i = 0; i < KINDS_TCP; i++)
		shared_check(&kinds[i], scaled(60));
	for (int i = 0; i < KINDS_SMC; i++)
		shared_check(kind_smc(i), scaled(240));
	race_idle("shared");
}

/* nobody sends anything: there is nothing to read, whatever was shut down */
static void half_race(void)
{
	enum { CLIENTS = 40 };
	unsigned int rounds = scaled(20), bytes = 0, ended = 0;
	uint64_t rng = 31;

	for (unsigned int r = 0; r < rounds; r++) {
		const struct kind *k = kind_smc(r);
		struct pollfd pfds[CLIENTS];
		uint16_t port;
		int lfd = kind_listen(k, CLIENTS, &port);
		uint64_t end;

		for (int i = 0; i < CLIENTS; i++) {
			pfds[i].fd = kind_socket(k, SOCK_NONBLOCK);
			pfds[i].events = POLLIN;
			(void)connect_port(pfds[i].fd, k, port);
			race_moment(&rng, 60000);
			(void)shutdown(pfds[i].fd, SHUT_WR);
		}
		for (end = now_ms() + 50; now_ms() < end; poll(NULL, 0, 5))
			for (int i = 0; i < CLIENTS; i++) {
				unsigned char c[4];
				ssize_t n = recv(pfds[i].fd, c, sizeof(c), 0);

				if (n > 0 && !bytes++)
					printf("# %s: %02x%02x%02x%02x\n",
					       k->name, c[0], c[1], c[2], c[3]);
			}
		poll(pfds, CLIENTS, 0);
		for (int i = 0; i < CLIENTS; i++) {
			ended += !!pfds[i].revents;
			close(pfds[i].fd);
		}
		close(lfd);
	}
	check(!bytes, "%u shutdown(SHUT_WR) amid connect(), %u of them ended "
	      "it, %u recv() with bytes", rounds * CLIENTS, ended, bytes);
	check(ended && ended < rounds * CLIENTS,
	      "they came before and after the end of handshakes");
	race_idle("half");
}

/* sendfile() or splice() of a whole file into a socket */
struct file {
	const struct kind *k;
	bool splice;
	int lfd, fd;
};

enum { FILES = 2 * KINDS_SMC, FILE_LEN = 6000 };
static unsigned char file_data[FILE_LEN];

static ssize_t file_send(const struct file *f, int from)
{
	int p[2], err;
	loff_t pos = 0;
	off_t off = 0;
	ssize_t n;

	if (!f->splice)
		return sendfile(f->fd, from, &off, FILE_LEN);
	if (pipe(p) || splice(from, &pos, p[1], NULL, FILE_LEN, 0) != FILE_LEN)
		die("splice into a pipe");
	n = splice(p[0], NULL, f->fd, NULL, FILE_LEN, 0);
	err = errno;
	close(p[0]);
	close(p[1]);
	errno = err;
	return n;
}

static void file_check(const struct file *f, bool refused, ssize_t sent)
{
	static unsigned char got[FILE_LEN];
	bool same;
	int afd, err;

	fd_rcvtimeo(f->lfd, SOON_MS);
	afd = accept(f->lfd, NULL, NULL);
	if (afd < 0)
		die("%s: accept", f->k->name);
	fd_rcvtimeo(afd, SOON_MS);
	shutdown(f->fd, SHUT_WR);
	err = recv_all(afd, got, sizeof(got));
	same = !err && !memcmp(got, file_data, FILE_LEN) &&
	       !recv(afd, got, 1, 0);
	check(refused && sent == FILE_LEN && same &&
	      diag_mode_fd(f->fd) == SMC_DIAG_MODE_SMCD,
	      "%s: %s amid connect(): %s EAGAIN, then sent %zd, %s", f->k->name,
	      f->splice ? "splice()" : "sendfile()", refused ? "first" : "not",
	      sent, same ? "what arrives is the file" : strerror(-err));
	close(afd);
	close(f->fd);
	close(f->lfd);
}

/* both ends of each have their DMB: clients have to send CONFIRM yet */
static bool files_held(void *arg)
{
	struct smc_gauges g;

	(void)arg;
	gauges_get(&g);
	return g.dmbs == 2 * FILES && g.hs_pending == FILES;
}

static void file_race(void)
{
	struct file files[FILES];
	bool refused[FILES], held;
	ssize_t sent[FILES];
	uint64_t rng = 1;
	int from = memfd_create("file", 0);

	for (int i = 0; i < FILE_LEN; i++)
		file_data[i] = rng_next(&rng);
	if (write(from, file_data, FILE_LEN) != FILE_LEN)
		die("memfd");
	debug_knob("confirm_delay_ms", 3000);
	for (int i = 0; i < FILES; i++) {
		struct file *f = &files[i];
		uint16_t port;

		f->k = kind_smc(i);
		f->splice = i >= KINDS_SMC;
		f->lfd = kind_listen(f->k, 1, &port);
		f->fd = kind_socket(f->k, SOCK_NONBLOCK);
		(void)connect_port(f->fd, f->k, port);
	}
	held = wait_until(files_held, NULL, SOON_MS);
	for (int i = 0; i < FILES; i++)
		refused[i] = file_send(&files[i], from) < 0 && errno == EAGAIN;
	check(held && files_held(NULL), "%d handshakes are under way", FILES);
	for (int i = 0; i < FILES; i++) {
		fd_nonblock(files[i].fd, false);
		sent[i] = file_send(&files[i], from);
	}
	debug_knob("confirm_delay_ms", 0);
	for (int i = 0; i < FILES; i++)
		file_check(&files[i], refused[i], sent[i]);
	close(from);
	race_idle("file");
}

static const struct race races[] = {
	{ "shared", shared_race },
	{ "half", half_race },
	{ "file", file_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	return race_main(races, argc, argv);
}
