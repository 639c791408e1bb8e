// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Byte-exact transfer over many connections, both directions at once.
 *
 * Each end of a connection has a thread that sends and one that receives.
 * What is sent depends on the position alone, so that lost, doubled, moved
 * and torn bytes are all found. Kinds of sockets, waiting (blocking, epoll
 * level and edge triggered), sizes and calls vary by a printed seed.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"
#include "smcnl.h"

#define MAX_MSG (1 << 20)
#define MAX_PIPE 65536

enum wait_how { WAIT_BLOCKING, WAIT_LEVEL, WAIT_EDGE, WAIT_LAST };

/* one direction of one end, run by one thread */
struct half {
	int fd;
	enum wait_how how;
	bool sends;
	uint64_t quota;
	uint64_t pattern;
	uint64_t rng;
	uint64_t done;		/* shown when time runs out */
	int pipe[2];
	int epoll;
	char *buf;
	char *peek;
	char error[80];
	pthread_t thread;
};

/* one end of one connection */
struct end {
	int fd;
	unsigned int index;
	struct half tx, rx;
};

static unsigned int nr_conns = 64;
static uint64_t bytes_each_way = 1ULL << 30;
static uint64_t seed;
static unsigned int limit_s = 240;
static bool any_mode, plain_tcp;
static struct end *ends;
static const char *role;

/* word number n of a pattern; the seed of a direction makes it unlike others */
static uint64_t pattern_word(uint64_t pattern, uint64_t n)
{
	return (pattern + n) * 0x9e3779b97f4a7c15ULL;
}

static uint64_t pattern_seed(unsigned int index, bool from_client)
{
	uint64_t s = seed ^ ((uint64_t)index << 33) ^ (from_client ? 1 : 2);

	for (int i = 0; i < 4; i++)
		rng_next(&s);
	return s;
}

static void pattern_fill(uint64_t pattern, uint64_t pos, char *buf, size_t len)
{
	while (len) {
		uint64_t w = pattern_word(pattern, pos / 8);
		size_t off = pos % 8;
		size_t n = 8 - off < len ? 8 - off : len;

		memcpy(buf, (char *)&w + off, n);
		buf += n;
		pos += n;
		len -= n;
	}
}

/* offset of the first wrong byte, or -1 */
static ssize_t pattern_check(uint64_t pattern, uint64_t pos, const char *buf,
			     size_t len)
{
	size_t done = 0;

	while (done < len) {
		uint64_t w = pattern_word(pattern, pos / 8), got = w;
		size_t off = pos % 8;
		size_t n = 8 - off < len - done ? 8 - off : len - done;

		memcpy((char *)&got + off, buf + done, n);
		if (got != w) {
			while (((char *)&got)[off] == ((char *)&w)[off]) {
				off++;
				done++;
			}
			return done;
		}
		pos += n;
		done += n;
	}
	return -1;
}

/* 1 byte to 1 MiB, each order of magnitude as likely as another */
static size_t random_size(uint64_t *rng)
{
	uint64_t r = rng_next(rng);
	size_t top = (size_t)1 << (r % 21);

	return top + (r >> 32) % top;
}

static int fail(struct half *h, const char *what, int err)
{
	snprintf(h->error, sizeof(h->error), "%s at byte %llu: %s", what,
		 (unsigned long long)h->done, err ? strerror(err) : "-");
	return -1;
}

/* wait until the socket may be ready; blocking sockets never come here */
static int half_wait(struct half *h)
{
	struct epoll_event ev = { .events = h->sends ? EPOLLOUT : EPOLLIN };

	if (h->how == WAIT_EDGE)
		ev.events |= EPOLLET;
	if (h->epoll < 0) {
		h->epoll = epoll_create1(EPOLL_CLOEXEC);
		if (h->epoll < 0)
			return fail(h, "epoll_create1", errno);
		if (epoll_ctl(h->epoll, EPOLL_CTL_ADD, h->fd, &ev))
			return fail(h, "epoll_ctl", errno);
	}
	while (epoll_wait(h->epoll, &ev, 1, -1) < 0)
		if (errno != EINTR)
			return fail(h, "epoll_wait", errno);
	return 0;
}

static bool retry(struct half *h)
{
	if (errno == EINTR)
		return true;
	return errno == EAGAIN && h->how != WAIT_BLOCKING && !half_wait(h);
}

/* one call that sends some of buf[0..len), which is also in the pipe or file */
static ssize_t send_some(struct half *h, unsigned int call, int file,
			 size_t off, size_t len)
{
	char *p = h->buf + off;
	struct iovec iov[3] = {
		{ p, len / 3 },
		{ p + len / 3, len / 3 },
		{ p + len / 3 * 2, len - len / 3 * 2 },
	};
	struct msghdr msg = { .msg_iov = iov, .msg_iovlen = 3 };
	off_t file_off = off;

	switch (call) {
	case 0:
		return sendmsg(h->fd, &msg, MSG_NOSIGNAL);
	case 1:
		return write(h->fd, p, len);
	case 2:
		return send(h->fd, p, len, MSG_NOSIGNAL | MSG_MORE);
	case 3:
		return sendfile(h->fd, file, &file_off, len);
	case 4:
		return splice(h->pipe[0], NULL, h->fd, NULL, len, 0);
	default:
		return send(h->fd, p, len, MSG_NOSIGNAL);
	}
}

static int half_send_one(struct half *h, size_t len)
{
	unsigned int call = rng_next(&h->rng) % 8;
	size_t off = 0;
	int file = -1, ret = 0;

	if (call == 4 && len > MAX_PIPE)
		len = MAX_PIPE;
	pattern_fill(h->pattern, h->done, h->buf, len);
	if (call == 3) {
		/* its pages may be in flight for long: a new file each time */
		file = memfd_create("transfer", MFD_CLOEXEC);
		if (file < 0 || write(file, h->buf, len) != (ssize_t)len)
			return fail(h, "memfd", errno);
	}
	if (call == 4 && write(h->pipe[1], h->buf, len) != (ssize_t)len)
		return fail(h, "pipe", errno);
	while (off < len) {
		ssize_t n = send_some(h, call, file, off, len - off);

		if (n > 0) {
			off += n;
			h->done += n;
		} else if (n == 0 || !retry(h)) {
			ret = fail(h, "send", n ? errno : 0);
			break;
		}
	}
	if (file >= 0)
		close(file);
	return ret;
}

static int half_send(struct half *h)
{
	while (h->done < h->quota) {
		uint64_t left = h->quota - h->done;
		size_t len = random_size(&h->rng);

		if (half_send_one(h, len < left ? len : left))
			return -1;
	}
	if (shutdown(h->fd, SHUT_WR))
		return fail(h, "shutdown", errno);
	return 0;
}

static ssize_t recv_peeked(struct half *h, size_t len)
{
	ssize_t n = recv(h->fd, h->peek, len, MSG_PEEK);
	ssize_t got;

	if (n <= 0)
		return n;
	/* what was seen stays there, so that this does not block */
	got = recv(h->fd, h->buf, n, 0);
	if (got != n || memcmp(h->peek, h->buf, n)) {
		errno = EBADMSG;
		return -1;
	}
	return n;
}

static ssize_t recv_spliced(struct half *h, size_t len)
{
	ssize_t n = splice(h->fd, NULL, h->pipe[1], NULL,
			   len < MAX_PIPE ? len : MAX_PIPE, 0);

	for (ssize_t got = 0; got < n;) {
		ssize_t r = read(h->pipe[0], h->buf + got, n - got);

		if (r <= 0)
			return -1;
		got += r;
	}
	return n;
}

static ssize_t recv_some(struct half *h, size_t len)
{
	struct iovec iov[2] = {
		{ h->buf, len / 2 },
		{ h->buf + len / 2, len - len / 2 },
	};
	ssize_t n;

	switch (rng_next(&h->rng) % 8) {
	case 0:
		return readv(h->fd, iov, 2);
	case 1:
		return read(h->fd, h->buf, len);
	case 2:
		return recv_peeked(h, len);
	case 3:
		n = recv(h->fd, h->buf, len, MSG_WAITALL);
		/* blocking, it may be short only because the end has come */
		if (h->how == WAIT_BLOCKING && n > 0 && n < (ssize_t)len &&
		    h->done + n < h->quota) {
			errno = EMSGSIZE;
			return -1;
		}
		return n;
	case 4:
		return recv_spliced(h, len);
	default:
		return recv(h->fd, h->buf, len, 0);
	}
}

static int half_recv(struct half *h)
{
	for (;;) {
		ssize_t n = recv_some(h, random_size(&h->rng));
		ssize_t bad;

		if (n < 0) {
			if (retry(h))
				continue;
			return fail(h, "receive", errno);
		}
		if (n == 0)
			break;
		bad = pattern_check(h->pattern, h->done, h->buf, n);
		h->done += bad >= 0 ? bad : n;
		if (bad >= 0)
			return fail(h, "wrong byte", 0);
	}
	if (h->done != h->quota)
		return fail(h, "end of file too early or late", 0);
	return 0;
}

static void *half_thread(void *arg)
{
	struct half *h = arg;

	h->buf = malloc(2 * MAX_MSG);
	h->peek = malloc(2 * MAX_MSG);
	if (!h->buf || !h->peek || pipe2(h->pipe, O_CLOEXEC)) {
		fail(h, "prepare", errno);
		return NULL;
	}
	if (h->sends)
		half_send(h);
	else
		half_recv(h);
	free(h->buf);
	free(h->peek);
	close(h->pipe[0]);
	close(h->pipe[1]);
	if (h->epoll >= 0)
		close(h->epoll);
	/* let the peer see at once that nothing more can come */
	if (h->error[0])
		shutdown(h->fd, SHUT_RDWR);
	return NULL;
}

static void half_init(struct half *h, const struct end *e, bool client,
		      bool sends)
{
	uint64_t share = bytes_each_way / nr_conns;

	h->fd = e->fd;
	h->how = (e->index / KINDS_SMC + client) % WAIT_LAST;
	h->sends = sends;
	h->epoll = -1;
	/* odd quotas, so that the ends of buffers are met anywhere */
	h->quota = share + e->index * 7 + 1;
	h->pattern = pattern_seed(e->index, client == sends);
	h->rng = h->pattern ^ (client ? 3 : 4) ^ 0x5eed;
}

static void ends_check_mode(void)
{
	unsigned int good = 0;

	for (unsigned int i = 0; i < nr_conns; i++)
		good += diag_mode_fd(ends[i].fd) == SMC_DIAG_MODE_SMCD;
	check(any_mode || good == nr_conns,
	      "%s: %u of %u connections are SMC-D", role, good, nr_conns);
}

static void ends_run(bool client)
{
	uint64_t start = now_ms(), tx = 0, rx = 0;
	unsigned int bad = 0;
	pthread_attr_t attr;

	if (!plain_tcp)
		ends_check_mode();
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 65536);
	for (unsigned int i = 0; i < nr_conns; i++) {
		struct end *e = &ends[i];

		half_init(&e->tx, e, client, true);
		half_init(&e->rx, e, client, false);
		fd_nonblock(e->fd, e->tx.how != WAIT_BLOCKING);
		if (pthread_create(&e->tx.thread, &attr, half_thread, &e->tx) ||
		    pthread_create(&e->rx.thread, &attr, half_thread, &e->rx))
			die("pthread_create");
	}
	for (unsigned int i = 0; i < nr_conns; i++) {
		struct end *e = &ends[i];

		pthread_join(e->tx.thread, NULL);
		pthread_join(e->rx.thread, NULL);
		tx += e->tx.done;
		rx += e->rx.done;
		if (e->tx.error[0] || e->rx.error[0]) {
			bad++;
			printf("# %s %u %s: tx %s rx %s\n", role, i,
			       plain_tcp ? "tcp" : kind_smc(i)->name,
			       e->tx.error, e->rx.error);
		}
	}
	for (unsigned int i = 0; i < nr_conns; i++)
		close(ends[i].fd);
	check(!bad, "%s: %llu bytes sent, %llu received exactly, %u bad ends, "
	      "%llu ms", role, (unsigned long long)tx, (unsigned long long)rx,
	      bad, (unsigned long long)(now_ms() - start));
}

/* time is up: say where each connection stands */
static void on_alarm(int sig)
{
	char line[160];

	(void)sig;
	for (unsigned int i = 0; i < nr_conns; i++) {
		const struct end *e = &ends[i];
		int n = snprintf(line, sizeof(line),
				 "# %s %u how %d: tx %llu of %llu, rx %llu of %llu\n",
				 role, i, e->tx.how,
				 (unsigned long long)e->tx.done,
				 (unsigned long long)e->tx.quota,
				 (unsigned long long)e->rx.done,
				 (unsigned long long)e->rx.quota);

		if (e->tx.done != e->tx.quota || e->rx.done != e->rx.quota)
			if (write(STDOUT_FILENO, line, n) < 0)
				break;
	}
	_exit(EXIT_FAILURE);
}

static const struct kind *conn_kind(unsigned int i)
{
	return plain_tcp ? &kinds[i % KINDS_TCP] : kind_smc(i);
}

static void server(const int lfds[KINDS_SMC])
{
	for (unsigned int i = 0; i < nr_conns; i++) {
		uint32_t index;
		int fd = accept(lfds[i % KINDS_SMC], NULL, NULL);

		if (fd < 0)
			die("accept");
		errno = -recv_all(fd, &index, sizeof(index));
		if (errno)
			die("hello");
		ends[index].fd = fd;
		ends[index].index = index;
	}
	ends_run(false);
}

static void client(const uint16_t ports[KINDS_SMC])
{
	for (unsigned int i = 0; i < nr_conns; i++) {
		uint32_t index = i;
		int fd = kind_connect(conn_kind(i), ports[i % KINDS_SMC]);

		errno = -fd;
		if (fd < 0)
			die("connect %u", i);
		errno = -send_all(fd, &index, sizeof(index));
		if (errno)
			die("hello");
		ends[i].fd = fd;
		ends[i].index = i;
	}
	ends_run(true);
}

static void usage(void)
{
	fprintf(stderr,
		"usage: transfer [-n CONNECTIONS] [-b BYTES-EACH-WAY] [-s SEED]"
		" [-t SECONDS] [-a] [-T]\n"
		"  -a  do not ask that the connections are SMC-D\n"
		"  -T  plain TCP\n");
	exit(2);
}

int main(int argc, char **argv)
{
	uint16_t ports[KINDS_SMC];
	int lfds[KINDS_SMC];
	int opt, status;
	pid_t pid;

	seed = now_ms() ^ (uint64_t)getpid() << 20;
	while ((opt = getopt(argc, argv, "n:b:s:t:aT")) != -1) {
		switch (opt) {
		case 'n':
			nr_conns = opt_number(optarg, 1, 2000);
			break;
		case 'b':
			bytes_each_way = opt_number(optarg, 1, 1ULL << 40);
			break;
		case 's':
			seed = opt_number(optarg, 1, UINT64_MAX);
			break;
		case 't':
			limit_s = opt_number(optarg, 1, 86400);
			break;
		case 'a':
			any_mode = true;
			break;
		case 'T':
			plain_tcp = true;
			break;
		default:
			usage();
		}
	}
	bytes_each_way = scaled(bytes_each_way);
	printf("# transfer: seed %llu, %u connections, %llu bytes each way\n",
	       (unsigned long long)seed, nr_conns,
	       (unsigned long long)bytes_each_way);
	fflush(stdout);
	ends = calloc(nr_conns, sizeof(*ends));
	if (!ends)
		die("memory");
	for (unsigned int i = 0; i < KINDS_SMC; i++)
		lfds[i] = kind_listen(conn_kind(i), nr_conns, &ports[i]);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGALRM, on_alarm);
	pid = fork();
	if (pid < 0)
		die("fork");
	alarm(limit_s);
	role = pid ? "client" : "server";
	if (!pid) {
		server(lfds);
		return check_result();
	}
	for (unsigned int i = 0; i < KINDS_SMC; i++)
		close(lfds[i]);
	client(ports);
	if (waitpid(pid, &status, 0) < 0)
		die("waitpid");
	check(WIFEXITED(status) && !WEXITSTATUS(status), "server ended well");
	return check_result();
}
