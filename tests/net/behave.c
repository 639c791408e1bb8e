// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What calls on a stream socket do, as a table to compare with that of TCP:
 * connecting, waiting, flags, half close, resets, descriptors.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "row.h"

static struct ends_kinds k;
static char buf[1 << 16];

#define ANY (POLLIN | POLLOUT | POLLPRI | POLLRDHUP)

static int connect_port(int fd, const struct kind *kind, uint16_t port)
{
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(kind, port, &ss);

	return connect(fd, (struct sockaddr *)&ss, len);
}

static void close_both(const int fds[2])
{
	close(fds[0]);
	close(fds[1]);
}

static int so_error(int fd)
{
	socklen_t len = sizeof(int);
	int err = -1;

	getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &len);
	return err;
}

static void error_row(const char *name, int err)
{
	errno = err;
	row(name, "%s", err ? res(-1) : "0");
}

/* wait until exactly n bytes can be read; they may come in pieces */
static bool readable(int fd, int n)
{
	uint64_t end = now_ms() + ROW_WAIT_MS;
	int have = -1;

	while (now_ms() < end) {
		if (ioctl(fd, FIONREAD, &have) || have >= n)
			break;
		poll(NULL, 0, 1);
	}
	return have == n;
}

static void refused_rows(void)
{
	struct sockaddr unspec = { .sa_family = AF_UNSPEC };
	uint16_t dead = PORT_DEAD, port;
	int lfd = kind_listen(k.server, 8, &port);
	int fd = kind_socket(k.client, 0), afd;

	row("connect refused", "%s", okay(connect_port(fd, k.client, dead)));
	error_row("connect refused: SO_ERROR", so_error(fd));
	row("connect refused: poll", "%s", row_events(row_poll(fd, ANY)));
	row("connect again, same socket", "%s",
	    okay(connect_port(fd, k.client, port)));
	row("connect when connected", "%s",
	    okay(connect_port(fd, k.client, port)));
	afd = accept(lfd, NULL, NULL);
	row("connect(AF_UNSPEC)", "%s",
	    okay(connect(fd, &unspec, sizeof(unspec))));
	row("recv after connect(AF_UNSPEC)", "%s", res(recv(fd, buf, 1, 0)));
	fd_rcvtimeo(afd, ROW_WAIT_MS);
	row("peer of connect(AF_UNSPEC): recv", "%s",
	    res(recv(afd, buf, 1, 0)));
	close(afd);
	row("connect after connect(AF_UNSPEC)", "%s",
	    okay(connect_port(fd, k.client, port)));
	close(fd);

	fd = kind_socket(k.client, SOCK_NONBLOCK);
	row("connect refused, non-blocking", "%s",
	    okay(connect_port(fd, k.client, dead)));
	row("  poll", "%s", row_events(row_poll(fd, ANY)));
	error_row("  SO_ERROR", so_error(fd));
	error_row("  SO_ERROR again", so_error(fd));
	row("  send", "%s", res(send(fd, buf, 1, MSG_NOSIGNAL)));
	row("  recv", "%s", res(recv(fd, buf, 1, 0)));
	close(fd);
	fd = kind_socket(k.client, SOCK_NONBLOCK);
	(void)connect_port(fd, k.client, dead);
	row_poll(fd, ANY);
	row("  second connect tells", "%s",
	    okay(connect_port(fd, k.client, dead)));
	close(fd);

	fd = kind_socket(k.client, 0);
	row("connect, short address", "%s", okay(connect(fd, &unspec, 1)));
	unspec.sa_family = AF_UNIX;
	row("connect, wrong family", "%s",
	    okay(connect(fd, &unspec, sizeof(struct sockaddr_in))));
	close(fd);
	close(lfd);
}

static void epoll_rows(void)
{
	uint16_t port;
	int lfd = kind_listen(k.server, 8, &port);
	int fd = kind_socket(k.client, SOCK_NONBLOCK);
	struct epoll_event ev = {
		.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET
	}, out = { 0 };
	int ep = epoll_create1(0);
	int afd, n;

	if (ep < 0 || epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev))
		die("epoll");
	n = epoll_wait(ep, &out, 1, 0);
	row("epoll, new socket", "%s", row_events(n ? out.events : 0));
	row("connect, non-blocking", "%s",
	    okay(connect_port(fd, k.client, port)));
	row("poll listener", "%s", row_events(row_poll(lfd, ANY)));
	afd = accept4(lfd, NULL, NULL, SOCK_NONBLOCK);
	row("accept4", "%s", okay(afd));
	row("accept4: O_NONBLOCK", "%s",
	    fcntl(afd, F_GETFL) & O_NONBLOCK ? "yes" : "no");
	n = epoll_wait(ep, &out, 1, ROW_WAIT_MS);
	row("epoll, connected", "%s", row_events(n > 0 ? out.events : 0));
	error_row("connected: SO_ERROR", so_error(fd));
	n = epoll_wait(ep, &out, 1, 0);
	row("epoll edge, nothing new", "%d", n);
	row("send", "%s", res(send(afd, "hello", 5, 0)));
	n = epoll_wait(ep, &out, 1, ROW_WAIT_MS);
	row("epoll edge, data", "%s", row_events(n > 0 ? out.events : 0));
	n = epoll_wait(ep, &out, 1, 0);
	row("epoll edge, same data", "%d", n);
	row("recv part", "%s", res(recv(fd, buf, 2, 0)));
	row("send more", "%s", res(send(afd, "!", 1, 0)));
	n = epoll_wait(ep, &out, 1, ROW_WAIT_MS);
	row("epoll edge, more data", "%s", row_events(n > 0 ? out.events : 0));
	row("recv rest", "%s", res(recv(fd, buf, 100, 0)));
	row("recv nothing", "%s", res(recv(fd, buf, 100, 0)));
	shutdown(afd, SHUT_WR);
	n = epoll_wait(ep, &out, 1, ROW_WAIT_MS);
	row("epoll edge, half close", "%s", row_events(n > 0 ? out.events : 0));
	close(afd);
	close(fd);
	close(ep);
	close(lfd);
}

static void flags_rows(void)
{
	struct iovec iov = { buf, 4 };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	int fds[2], n = -1;

	row_pair(&k, fds);
	send(fds[0], "abcdef", 6, 0);
	readable(fds[1], 6);
	row("MSG_PEEK", "%s", res(recv(fds[1], buf, 100, MSG_PEEK)));
	row("MSG_PEEK leaves the data", "%s",
	    res(recv(fds[1], buf, 100, MSG_PEEK)));
	ioctl(fds[1], FIONREAD, &n);
	row("FIONREAD", "%d", n);
	row("MSG_TRUNC discards", "%s",
	    res(recv(fds[1], NULL, 3, MSG_TRUNC | MSG_DONTWAIT)));
	n = recvmsg(fds[1], &msg, 0);
	row("recvmsg", "%d %.*s flags %#x", n, n > 0 ? n : 0, buf,
	    msg.msg_flags);
	row("MSG_DONTWAIT, nothing there", "%s",
	    res(recv(fds[1], buf, 1, MSG_DONTWAIT)));
	send(fds[0], "ab", 2, MSG_MORE);
	send(fds[0], "cd", 2, 0);
	row("MSG_WAITALL", "%s", res(recv(fds[1], buf, 4, MSG_WAITALL)));
	send(fds[0], "xy", 2, 0);
	shutdown(fds[0], SHUT_WR);
	row("MSG_WAITALL, end before", "%s",
	    res(recv(fds[1], buf, 4, MSG_WAITALL)));
	row("recv, length 0", "%s", res(recv(fds[1], buf, 0, 0)));
	row("send, length 0", "%s", res(send(fds[1], buf, 0, 0)));
	row("recv to a bad address", "%s",
	    res(recv(fds[1], (void *)8, 4, MSG_DONTWAIT)));
	row("MSG_ERRQUEUE, empty", "%s",
	    res(recv(fds[1], buf, 4, MSG_ERRQUEUE)));
	close_both(fds);

	row_pair(&k, fds);
	send(fds[0], "12345", 5, 0);
	readable(fds[1], 5);
	row("recv to a bad address, data there", "%s",
	    res(recv(fds[1], (void *)8, 4, 0)));
	row("then recv", "%s", res(recv(fds[1], buf, 100, 0)));
	row("send from a bad address", "%s",
	    res(send(fds[0], (void *)8, 4, MSG_NOSIGNAL)));
	row("sendto with an address", "%s",
	    res(sendto(fds[0], "q", 1, 0, (struct sockaddr *)buf,
		       sizeof(struct sockaddr_in))));
	close_both(fds);
}

static void urgent_rows(void)
{
	int fds[2], mark = -1, one = 1;

	row_pair(&k, fds);
	send(fds[0], "ab", 2, 0);
	row("MSG_OOB send", "%s", res(send(fds[0], "cU", 2, MSG_OOB)));
	row("poll urgent", "%s", row_events(row_poll(fds[1], POLLPRI)));
	row("MSG_OOB peek", "%s",
	    res(recv(fds[1], buf, 1, MSG_OOB | MSG_PEEK)));
	row("MSG_OOB recv", "%s", res(recv(fds[1], buf, 1, MSG_OOB)));
	row("urgent byte", "%c", buf[0]);
	row("MSG_OOB recv again", "%s", res(recv(fds[1], buf, 1, MSG_OOB)));
	ioctl(fds[1], SIOCATMARK, &mark);
	row("SIOCATMARK before the mark", "%d", mark);
	row("recv up to the mark", "%s", res(recv(fds[1], buf, 100, 0)));
	ioctl(fds[1], SIOCATMARK, &mark);
	row("SIOCATMARK at the mark", "%d", mark);
	send(fds[0], "d", 1, 0);
	row("recv behind the mark", "%s", res(recv(fds[1], buf, 100, 0)));
	row("MSG_OOB recv, none", "%s", res(recv(fds[1], buf, 1, MSG_OOB)));

	setsockopt(fds[1], SOL_SOCKET, SO_OOBINLINE, &one, sizeof(one));
	send(fds[0], "e", 1, 0);
	send(fds[0], "V", 1, MSG_OOB);
	row_poll(fds[1], POLLPRI);
	row("inline: recv stops before", "%s", res(recv(fds[1], buf, 100, 0)));
	ioctl(fds[1], SIOCATMARK, &mark);
	row("inline: SIOCATMARK", "%d", mark);
	row("inline: recv", "%s", res(recv(fds[1], buf, 100, 0)));
	row("inline: MSG_OOB", "%s", res(recv(fds[1], buf, 1, MSG_OOB)));
	close_both(fds);
}

static void file_rows(void)
{
	int fds[2], pipes[2], file = open("/proc/self/exe", O_RDONLY);
	off_t off = 0;

	row_pair(&k, fds);
	if (pipe(pipes))
		die("pipe");
	row("sendfile", "%s", res(sendfile(fds[0], file, &off, 1000)));
	row("sendfile arrives", "%s",
	    res(recv(fds[1], buf, 1000, MSG_WAITALL)));
	if (write(pipes[1], "pipe!", 5) != 5)
		die("pipe");
	row("splice pipe to socket", "%s",
	    res(splice(pipes[0], NULL, fds[0], NULL, 5, 0)));
	readable(fds[1], 5);
	row("splice socket to pipe", "%s",
	    res(splice(fds[1], NULL, pipes[1], NULL, 5, 0)));
	row("read the pipe", "%s", res(read(pipes[0], buf, 10)));
	fd_rcvtimeo(fds[1], 50);	/* that flag is for the pipe alone */
	row("splice, nothing there", "%s",
	    res(splice(fds[1], NULL, pipes[1], NULL, 5, SPLICE_F_NONBLOCK)));
	fd_rcvtimeo(fds[1], ROW_WAIT_MS);
	row("splice with offset", "%s",
	    res(splice(fds[1], &off, pipes[1], NULL, 5, 0)));
	row("lseek", "%s", res(lseek(fds[0], 0, SEEK_SET)));
	row("pread", "%s", res(pread(fds[0], buf, 1, 0)));
	shutdown(fds[0], SHUT_WR);
	row("splice at the end", "%s",
	    res(splice(fds[1], NULL, pipes[1], NULL, 5, 0)));
	close_both(pipes);
	close_both(fds);
	close(file);
}

/* a peer that says that it sends no more, and then breaks off */
static void reset_rows(const char *what, bool by_linger, bool mine_too)
{
	struct linger lg = { .l_onoff = by_linger };
	char name[100];
	int fds[2];

	row_pair(&k, fds);
	send(fds[1], "last", 4, 0);
	shutdown(fds[1], SHUT_WR);
	if (!by_linger) {
		send(fds[0], "unread", 6, 0);
		readable(fds[1], 6);
	}
	if (mine_too)
		shutdown(fds[0], SHUT_WR);
	readable(fds[0], 4);
	setsockopt(fds[1], SOL_SOCKET, SO_LINGER, &lg, sizeof(lg));
	close(fds[1]);
	snprintf(name, sizeof(name), "%s: poll", what);
	row(name, "%s", row_events(row_poll(fds[0], POLLERR)));
	snprintf(name, sizeof(name), "%s: recv", what);
	row(name, "%s", res(recv(fds[0], buf, 100, 0)));
	snprintf(name, sizeof(name), "%s: recv the end", what);
	row(name, "%s", res(recv(fds[0], buf, 100, 0)));
	snprintf(name, sizeof(name), "%s: SO_ERROR", what);
	error_row(name, so_error(fds[0]));
	snprintf(name, sizeof(name), "%s: recv again", what);
	row(name, "%s", res(recv(fds[0], buf, 100, 0)));
	snprintf(name, sizeof(name), "%s: send", what);
	row(name, "%s", res(send(fds[0], "x", 1, MSG_NOSIGNAL)));
	close(fds[0]);
}

static void close_rows(void)
{
	struct linger lg = { 1, 0 };
	int fds[2];

	row_pair(&k, fds);
	row("shutdown(SHUT_WR)", "%s", okay(shutdown(fds[0], SHUT_WR)));
	row("half close: peer polls", "%s",
	    row_events(row_poll(fds[1], POLLIN | POLLRDHUP)));
	row("half close: peer recv", "%s", res(recv(fds[1], buf, 1, 0)));
	row("half close: send", "%s", res(send(fds[0], "x", 1, MSG_NOSIGNAL)));
	row("half close: peer sends", "%s", res(send(fds[1], "back", 4, 0)));
	row("half close: recv", "%s", res(recv(fds[0], buf, 10, 0)));
	row("shutdown(SHUT_WR) again", "%s", okay(shutdown(fds[0], SHUT_WR)));
	close(fds[1]);
	row("both closed: recv", "%s", res(recv(fds[0], buf, 1, 0)));
	row("both closed: poll", "%s", row_events(row_poll(fds[0], ANY)));
	row("both closed: recv again", "%s", res(recv(fds[0], buf, 1, 0)));
	close(fds[0]);

	row_pair(&k, fds);
	send(fds[1], "unread", 6, 0);
	readable(fds[0], 6);
	row("shutdown(SHUT_RD)", "%s", okay(shutdown(fds[0], SHUT_RD)));
	row("SHUT_RD: recv what is there", "%s",
	    res(recv(fds[0], buf, 100, MSG_DONTWAIT)));
	row("SHUT_RD: recv", "%s", res(recv(fds[0], buf, 100, MSG_DONTWAIT)));
	row("SHUT_RD: poll", "%s", row_events(row_poll(fds[0], ANY)));
	row("SHUT_RD: peer sends", "%s",
	    res(send(fds[1], "more", 4, MSG_NOSIGNAL)));
	close_both(fds);

	row_pair(&k, fds);
	close(fds[1]);
	row("peer closed: poll", "%s",
	    row_events(row_poll(fds[0], POLLIN | POLLRDHUP)));
	row("peer closed: recv", "%s", res(recv(fds[0], buf, 1, 0)));
	row("peer closed: send", "%s", res(send(fds[0], "x", 1, MSG_NOSIGNAL)));
	row("peer closed: then poll", "%s", row_events(row_poll(fds[0], ANY)));
	row("peer closed: send again", "%s",
	    res(send(fds[0], "x", 1, MSG_NOSIGNAL)));
	close(fds[0]);

	row_pair(&k, fds);
	send(fds[0], "unread", 6, 0);
	readable(fds[1], 6);
	close(fds[1]);
	row("closed with unread data: poll", "%s",
	    row_events(row_poll(fds[0], POLLIN | POLLRDHUP)));
	row("closed with unread data: recv", "%s",
	    res(recv(fds[0], buf, 1, 0)));
	row("closed with unread data: recv again", "%s",
	    res(recv(fds[0], buf, 1, 0)));
	row("closed with unread data: send", "%s",
	    res(send(fds[0], "x", 1, MSG_NOSIGNAL)));
	close(fds[0]);

	reset_rows("half closed, then closed with unread data", false, false);
	reset_rows("half closed, then reset by linger", true, false);
	reset_rows("both half closed, then closed with unread data", false,
		   true);

	row_pair(&k, fds);
	send(fds[1], "last words", 10, 0);
	close(fds[1]);
	readable(fds[0], 10);
	row("peer closed: its last data", "%s", res(recv(fds[0], buf, 100, 0)));
	row("peer closed: the end", "%s", res(recv(fds[0], buf, 100, 0)));
	close(fds[0]);

	row_pair(&k, fds);
	send(fds[1], "last words", 10, 0);
	close(fds[1]);
	readable(fds[0], 10);
	row("peer closed: an empty send", "%s",
	    res(send(fds[0], "", 0, MSG_NOSIGNAL)));
	row("peer closed: answer", "%s",
	    res(send(fds[0], "x", 1, MSG_NOSIGNAL)));
	row_poll(fds[0], POLLERR);
	row("answered: its last data", "%s", res(recv(fds[0], buf, 100, 0)));
	row("answered: the end", "%s", res(recv(fds[0], buf, 100, 0)));
	error_row("answered: SO_ERROR", so_error(fds[0]));
	row("answered: send again", "%s",
	    res(send(fds[0], "x", 1, MSG_NOSIGNAL)));
	close(fds[0]);

	row_pair(&k, fds);
	setsockopt(fds[1], SOL_SOCKET, SO_LINGER, &lg, sizeof(lg));
	close(fds[1]);
	row("linger 0: poll", "%s", row_events(row_poll(fds[0], POLLIN)));
	error_row("linger 0: SO_ERROR", so_error(fds[0]));
	row("linger 0: recv", "%s", res(recv(fds[0], buf, 1, 0)));
	close(fds[0]);

	row_pair(&k, fds);
	row("shutdown(SHUT_RDWR)", "%s", okay(shutdown(fds[0], SHUT_RDWR)));
	row("SHUT_RDWR: poll", "%s", row_events(row_poll(fds[0], POLLIN)));
	row("SHUT_RDWR: recv", "%s", res(recv(fds[0], buf, 1, 0)));
	row("SHUT_RDWR: send", "%s", res(send(fds[0], "x", 1, MSG_NOSIGNAL)));
	row("SHUT_RDWR: peer recv", "%s", res(recv(fds[1], buf, 1, 0)));
	while (send(fds[1], buf, sizeof(buf), MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
		;
	row("SHUT_RDWR: peer sends until", "%s",
	    res(send(fds[1], buf, 1, MSG_DONTWAIT | MSG_NOSIGNAL)));
	close_both(fds);
}

static void on_signal(int sig)
{
	(void)sig;
}

struct killer {
	pthread_t target;
	volatile bool stop;
};

/* keep signalling until told to stop: none can come too early */
static void *killer_run(void *arg)
{
	struct killer *kl = arg;

	while (!kl->stop) {
		poll(NULL, 0, 20);
		pthread_kill(kl->target, SIGUSR1);
	}
	return NULL;
}

/* until there is no more room, even after TCP has moved some bytes on */
static void fill(int fd)
{
	fd_nonblock(fd, true);
	do {
		while (send(fd, buf, sizeof(buf), 0) > 0)
			;
		poll(NULL, 0, 100);
	} while (send(fd, buf, sizeof(buf), 0) > 0);
}

static void wait_rows(void)
{
	struct timeval tv = { 0, 50000 };
	struct sigaction sa = { .sa_handler = on_signal };
	struct killer kl = { .target = pthread_self() };
	pthread_t thread;
	uint64_t start;
	uint16_t port;
	int lfd, fds[2], full[2], five = 5;
	ssize_t n;
	const char *word;

	row_pair(&k, fds);
	setsockopt(fds[0], SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv));
	start = now_ms();
	row("SO_RCVTIMEO", "%s", res(recv(fds[0], buf, 1, 0)));
	row("SO_RCVTIMEO waited", "%s",
	    now_ms() - start >= 40 ? "yes" : "no");	/* ticks of 4 ms */
	fill(fds[0]);
	row("buffer full", "%s", res(send(fds[0], buf, sizeof(buf), 0)));
	row("buffer full: SO_SNDTIMEO set", "%s",
	    okay(setsockopt(fds[0], SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof(tv))));
	fd_nonblock(fds[0], false);
	row("SO_SNDTIMEO", "%s", res(send(fds[0], buf, sizeof(buf), 0)));
	close_both(fds);

	row_pair(&k, fds);
	setsockopt(fds[1], SOL_SOCKET, SO_RCVLOWAT, &five, sizeof(five));
	send(fds[0], "abc", 3, 0);
	readable(fds[1], 3);
	struct pollfd pfd = { .fd = fds[1], .events = POLLIN };

	row("SO_RCVLOWAT 5, 3 there: poll", "%d", poll(&pfd, 1, 50));
	send(fds[0], "def", 3, 0);
	row("SO_RCVLOWAT 5, 6 there: poll", "%s",
	    row_events(row_poll(fds[1], POLLIN)));
	row("SO_RCVLOWAT 5, recv 100", "%s", res(recv(fds[1], buf, 100, 0)));
	setsockopt(fds[1], SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv));
	send(fds[0], "abc", 3, 0);
	row("SO_RCVLOWAT 5, 3 there: recv", "%s",
	    res(recv(fds[1], buf, 100, 0)));
	close_both(fds);

	sigaction(SIGUSR1, &sa, NULL);
	row_pair(&k, full);
	fill(full[0]);
	fd_nonblock(full[0], false);
	row_pair(&k, fds);
	fd_rcvtimeo(fds[0], 0);
	pthread_create(&thread, NULL, killer_run, &kl);
	word = res(recv(fds[0], buf, 1, 0));
	row("signal in recv", "%s", word);
	send(fds[1], "ab", 2, 0);
	word = res(recv(fds[0], buf, 4, MSG_WAITALL));
	row("signal in recv, some data", "%s", word);
	lfd = kind_listen(k.server, 1, &port);
	row("signal in accept", "%s", okay(accept(lfd, NULL, NULL)));
	/* TCP may have found room again */
	while ((n = send(full[0], buf, sizeof(buf), 0)) > 0)
		;
	row("signal in send", "%s", res(n));
	kl.stop = true;
	pthread_join(thread, NULL);
	close(lfd);
	close_both(fds);
	close_both(full);
}

static void signal_rows(void)
{
	struct timespec ts = { ROW_WAIT_MS / 1000, 0 };
	sigset_t set, old;
	int fds[2];

	sigemptyset(&set);
	sigaddset(&set, SIGIO);
	sigaddset(&set, SIGPIPE);
	sigaddset(&set, SIGURG);
	sigprocmask(SIG_BLOCK, &set, &old);
	row_pair(&k, fds);
	fcntl(fds[1], F_SETOWN, getpid());
	fcntl(fds[1], F_SETFL, O_ASYNC);
	send(fds[0], "a", 1, 0);
	row("SIGIO on data", "%s",
	    sigtimedwait(&set, NULL, &ts) == SIGIO ? "yes" : "no");
	fcntl(fds[1], F_SETFL, 0);
	send(fds[0], "u", 1, MSG_OOB);
	row("SIGURG", "%s",
	    sigtimedwait(&set, NULL, &ts) == SIGURG ? "yes" : "no");
	shutdown(fds[0], SHUT_WR);
	signal(SIGPIPE, SIG_DFL);
	row("send after shutdown", "%s", res(send(fds[0], "a", 1, 0)));
	row("SIGPIPE", "%s",
	    sigtimedwait(&set, NULL, &ts) == SIGPIPE ? "yes" : "no");
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_SETMASK, &old, NULL);
	close_both(fds);
}

int main(int argc, char **argv)
{
	row_args(argc, argv, &k);
	signal(SIGPIPE, SIG_IGN);
	alarm(120);
	refused_rows();
	epoll_rows();
	flags_rows();
	urgent_rows();
	file_rows();
	close_rows();
	wait_rows();
	signal_rows();
	return EXIT_SUCCESS;
}
