// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How sockets are named, inherited, passed on and mixed with plain TCP, as a
 * table to compare with that of TCP.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/errqueue.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "row.h"

static const struct sockaddr unspec = { .sa_family = AF_UNSPEC };
static struct ends_kinds k;
static char buf[256];

static int bind_port(int fd, const struct kind *kind, uint16_t port)
{
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(kind, port, &ss);

	return bind(fd, (struct sockaddr *)&ss, len);
}

static int connect_port(int fd, const struct kind *kind, uint16_t port)
{
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(kind, port, &ss);

	return connect(fd, (struct sockaddr *)&ss, len);
}

static int int_opt(int fd, int level, int name)
{
	socklen_t len = sizeof(int);
	int n = -1;

	getsockopt(fd, level, name, &n, &len);
	return n;
}

static int set_int(int fd, int level, int name, int value)
{
	return setsockopt(fd, level, name, &value, sizeof(value));
}

/* a byte goes from one end to the other */
static void data_row(const char *name, int from, int to)
{
	const char *sent = res(send(from, "x", 1, MSG_NOSIGNAL));

	row(name, "sent %s, received %s", sent, res(recv(to, buf, 100, 0)));
}

static void close_both(const int fds[2])
{
	close(fds[0]);
	close(fds[1]);
}

static void bind_rows(void)
{
	struct sockaddr_in any = { .sin_family = AF_UNSPEC };
	struct sockaddr_in far = { .sin_family = AF_INET };
	uint16_t port;
	int lfd = kind_listen(k.server, 8, &port);
	int fd = kind_socket(k.client, 0);

	inet_pton(AF_INET, "192.0.2.1", &far.sin_addr);
	row("bind to an address that is not ours", "%s",
	    okay(bind(fd, (struct sockaddr *)&far, sizeof(far))));
	row("bind, short address", "%s",
	    okay(bind(fd, (struct sockaddr *)&far, 4)));
	far.sin_family = AF_UNIX;
	row("bind, wrong family", "%s",
	    okay(bind(fd, (struct sockaddr *)&far, sizeof(far))));
	row("bind to a used port", "%s", okay(bind_port(fd, k.client, port)));
	row("bind, AF_UNSPEC and any address", "%s",
	    okay(bind(fd, (struct sockaddr *)&any, sizeof(any))));
	row("bind twice", "%s", okay(bind_port(fd, k.client, 0)));
	close(fd);

	fd = kind_socket(&kinds[0], 0);
	row("plain TCP bind to that port", "%s",
	    okay(bind_port(fd, &kinds[0], port)));
	close(fd);

	fd = kind_socket(k.client, 0);
	row("bind before connect", "%s", okay(bind_port(fd, k.client, 0)));
	row("connect after bind", "%s", okay(connect_port(fd, k.client, port)));
	row("port kept from bind to connect", "%s",
	    port_local(fd) ? "yes" : "no");
	close(fd);
	close(lfd);
}

static void reuse_rows(void)
{
	int one = 0, two = 0, first, second, fd, clients[32];
	uint16_t port;

	first = kind_socket(k.server, SOCK_NONBLOCK);
	second = kind_socket(k.server, SOCK_NONBLOCK);
	row("SO_REUSEPORT", "%s",
	    okay(set_int(first, SOL_SOCKET, SO_REUSEPORT, 1)));
	set_int(second, SOL_SOCKET, SO_REUSEPORT, 1);
	if (bind_port(first, k.server, 0) || listen(first, 64))
		die("listen");
	port = port_local(first);
	row("SO_REUSEPORT: second bind", "%s",
	    okay(bind_port(second, k.server, port)));
	row("SO_REUSEPORT: second listen", "%s", okay(listen(second, 64)));
	for (int i = 0; i < 32; i++)
		clients[i] = kind_connect(k.client, port);
	while (one + two < 32) {
		struct pollfd pfd[2] = {
			{ .fd = first, .events = POLLIN },
			{ .fd = second, .events = POLLIN },
		};

		if (poll(pfd, 2, ROW_WAIT_MS) <= 0)
			break;
		while ((fd = accept(first, NULL, NULL)) >= 0) {
			close(fd);
			one++;
		}
		while ((fd = accept(second, NULL, NULL)) >= 0) {
			close(fd);
			two++;
		}
	}
	row("SO_REUSEPORT: both get connections", "%s",
	    one && two ? "yes" : "no");
	row("SO_REUSEPORT: sum", "%d", one + two);
	for (int i = 0; i < 32; i++)
		close(clients[i]);
	close(first);
	close(second);

	/* an accepted socket keeps the port busy after its listener */
	first = kind_listen(k.server, 8, &port);
	clients[0] = kind_connect(k.client, port);
	fd = accept(first, NULL, NULL);
	close(first);
	second = kind_socket(k.server, 0);
	row("bind while a connection is open", "%s",
	    okay(bind_port(second, k.server, port)));
	close(second);
	close(fd);
	second = kind_socket(k.server, 0);
	row("bind after the server closed first", "%s",
	    okay(bind_port(second, k.server, port)));
	close(clients[0]);
	close(second);
}

static void family_rows(void)
{
	struct sockaddr_in6 any6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in6 mapped = { .sin6_family = AF_INET6 };
	struct sockaddr_in6 peer = { 0 };
	socklen_t len = sizeof(peer);
	int lfd = kind_socket(k.server6, 0), fd, afd;
	char text[INET6_ADDRSTRLEN] = "";
	uint16_t port;

	if (bind(lfd, (struct sockaddr *)&any6, sizeof(any6)) ||
	    listen(lfd, 8))
		die("listen on ::");
	port = port_local(lfd);
	fd = kind_connect(k.client, port);
	row("v6 listener, v4 client", "%s", fd >= 0 ? "ok" : "failed");
	afd = accept(lfd, (struct sockaddr *)&peer, &len);
	inet_ntop(AF_INET6, &peer.sin6_addr, text, sizeof(text));
	row("v6 listener, v4 client: peer", "family %d %s", peer.sin6_family,
	    text);
	data_row("v6 listener, v4 client: data", fd, afd);
	close(fd);
	close(afd);

	mapped.sin6_port = htons(port);
	inet_pton(AF_INET6, "::ffff:127.0.0.1", &mapped.sin6_addr);
	fd = kind_socket(k.client6, 0);
	row("v6 client to a mapped address", "%s",
	    okay(connect(fd, (struct sockaddr *)&mapped, sizeof(mapped))));
	afd = accept(lfd, NULL, NULL);
	data_row("v6 client to a mapped address: data", fd, afd);
	close(fd);
	close(afd);

	fd = kind_socket(k.client6, 0);
	row("v6 socket to an AF_INET address", "%s",
	    okay(connect_port(fd, k.client, port)));
	close(fd);
	fd = kind_socket(k.client, 0);
	row("v4 socket to an AF_INET6 address", "%s",
	    okay(connect_port(fd, k.client6, port)));
	close(fd);
	fd = kind_connect(k.client6, port);
	row("v6 both", "%s", fd >= 0 ? "ok" : "failed");
	close(accept(lfd, NULL, NULL));
	close(fd);
	close(lfd);
}

static void inherit_rows(void)
{
	static const struct {
		const char *name;
		int level, option, value;
	} list[] = {
		{ "TCP_NODELAY", IPPROTO_TCP, TCP_NODELAY, 1 },
		{ "TCP_KEEPIDLE", IPPROTO_TCP, TCP_KEEPIDLE, 33 },
		{ "TCP_USER_TIMEOUT", IPPROTO_TCP, TCP_USER_TIMEOUT, 9000 },
		{ "IP_TOS", IPPROTO_IP, IP_TOS, 16 },
		{ "SO_KEEPALIVE", SOL_SOCKET, SO_KEEPALIVE, 1 },
		{ "SO_OOBINLINE", SOL_SOCKET, SO_OOBINLINE, 1 },
		{ "SO_PRIORITY", SOL_SOCKET, SO_PRIORITY, 4 },
		{ "SO_MARK", SOL_SOCKET, SO_MARK, 5 },
		{ "SO_RCVLOWAT", SOL_SOCKET, SO_RCVLOWAT, 2 },
		{ "SO_REUSEADDR", SOL_SOCKET, SO_REUSEADDR, 1 },
		{ "SO_SNDBUF", SOL_SOCKET, SO_SNDBUF, 40000 },
		{ "SO_RCVBUF", SOL_SOCKET, SO_RCVBUF, 40000 },
		{ "TCP_INQ", IPPROTO_TCP, TCP_INQ, 1 },
		{ "SO_ZEROCOPY", SOL_SOCKET, SO_ZEROCOPY, 1 },
	};
	struct timeval tv = { 9, 0 };
	struct linger lg = { 1, 6 };
	socklen_t len;
	uint16_t port;
	int lfd, fd, afd;

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		char name[64];

		lfd = kind_listen(k.server, 8, &port);
		set_int(lfd, list[i].level, list[i].option, list[i].value);
		fd = kind_connect(k.client, port);
		afd = accept(lfd, NULL, NULL);
		snprintf(name, sizeof(name), "accepted inherits %s",
			 list[i].name);
		row(name, "%d", int_opt(afd, list[i].level, list[i].option));
		close(afd);
		close(fd);
		close(lfd);
	}
	lfd = kind_listen(k.server, 8, &port);
	setsockopt(lfd, SOL_SOCKET, SO_LINGER, &lg, sizeof(lg));
	setsockopt(lfd, SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof(tv));
	fd = kind_connect(k.client, port);
	afd = accept(lfd, NULL, NULL);
	len = sizeof(lg);
	getsockopt(afd, SOL_SOCKET, SO_LINGER, &lg, &len);
	row("accepted inherits SO_LINGER", "%d %d", lg.l_onoff, lg.l_linger);
	len = sizeof(tv);
	getsockopt(afd, SOL_SOCKET, SO_SNDTIMEO, &tv, &len);
	row("accepted inherits SO_SNDTIMEO", "%ld", (long)tv.tv_sec);
	row("accepted does not inherit O_NONBLOCK", "%s",
	    fcntl(afd, F_GETFL) & O_NONBLOCK ? "no" : "yes");
	close(afd);
	afd = -1;
	close(fd);

	set_int(lfd, IPPROTO_TCP, TCP_DEFER_ACCEPT, 30);
	fd_nonblock(lfd, true);
	fd = kind_connect(k.client, port);
	struct pollfd pfd = { .fd = lfd, .events = POLLIN };

	row("TCP_DEFER_ACCEPT, no data", "%d", poll(&pfd, 1, 100));
	send(fd, "x", 1, 0);
	row("TCP_DEFER_ACCEPT, data", "%s", row_events(row_poll(lfd, POLLIN)));
	afd = accept(lfd, NULL, NULL);
	row("TCP_DEFER_ACCEPT: accept", "%s", okay(afd));
	close(afd);
	close(fd);

	fd = kind_connect(k.client, port);
	close(fd);
	row("TCP_DEFER_ACCEPT, closed", "%s",
	    row_events(row_poll(lfd, POLLIN)));
	afd = accept(lfd, NULL, NULL);
	row("TCP_DEFER_ACCEPT, closed: recv", "%zd", recv(afd, &len, 1, 0));
	close(afd);

	set_int(lfd, IPPROTO_TCP, TCP_DEFER_ACCEPT, 1);
	fd = kind_connect(k.client, port);
	row("TCP_DEFER_ACCEPT, time out", "%d", poll(&pfd, 1, 5000));
	afd = accept(lfd, NULL, NULL);
	send(fd, "late", 4, 0);
	row("TCP_DEFER_ACCEPT, time out: recv", "%zd",
	    recv(afd, &len, sizeof(len), 0));
	close(afd);
	close(fd);
	close(lfd);
}

static void fd_send(int via, int fd)
{
	char control[CMSG_SPACE(sizeof(int))] = { 0 };
	struct iovec iov = { "x", 1 };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof(control)
	};
	struct cmsghdr *c = CMSG_FIRSTHDR(&msg);

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(int));
	if (sendmsg(via, &msg, 0) != 1)
		die("SCM_RIGHTS");
}

static int fd_recv(int via)
{
	char control[CMSG_SPACE(sizeof(int))], c;
	struct iovec iov = { &c, 1 };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof(control)
	};
	int fd = -1;

	if (recvmsg(via, &msg, 0) != 1 || !CMSG_FIRSTHDR(&msg))
		die("SCM_RIGHTS");
	memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(int));
	return fd;
}

static void process_rows(void)
{
	int fds[2], via[2], lfd, fd, fd2;
	uint16_t port;

	row_pair(&k, fds);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, via))
		die("socketpair");
	fflush(stdout);
	if (!fork()) {
		close_both(fds);
		fd = fd_recv(via[1]);
		_exit(send_all(fd, "scm", 3) ? 1 : 0);
	}
	fd_send(via[0], fds[0]);
	wait(NULL);
	row("SCM_RIGHTS to another process", "%s",
	    res(recv(fds[1], buf, 100, 0)));
	fd_send(via[0], fds[0]);
	close(fds[0]);
	row("in flight when closed: peer", "%s",
	    res(recv(fds[1], buf, 1, MSG_DONTWAIT)));
	fd = fd_recv(via[1]);
	row("in flight when closed: send", "%s", res(send(fd, "late", 4, 0)));
	row("in flight when closed: recv", "%s",
	    res(recv(fds[1], buf, 100, 0)));
	close(fd);
	row("last reference closed", "%s", res(recv(fds[1], buf, 1, 0)));
	close(fds[1]);
	close_both(via);

	lfd = kind_listen(k.server, 8, &port);
	fflush(stdout);
	if (!fork()) {
		fd = accept(lfd, NULL, NULL);
		_exit(send_all(fd, "child", 5) ? 1 : 0);
	}
	fd = kind_connect(k.client, port);
	row("accept in a forked child", "%s", res(recv(fd, buf, 100, 0)));
	row("child ended: the end", "%s", res(recv(fd, buf, 100, 0)));
	wait(NULL);
	close(fd);
	close(lfd);

	row_pair(&k, fds);
	fd = kind_socket(k.client, SOCK_CLOEXEC);
	row("FD_CLOEXEC", "%d", fcntl(fd, F_GETFD));
	close(fd);
	fd2 = dup(fds[0]);
	close(fds[0]);
	row("dup keeps it open", "%s", res(send(fd2, "dup", 3, 0)));
	row("dup: recv", "%s", res(recv(fds[1], buf, 100, 0)));
	close(fd2);
	row("dup closed", "%s", res(recv(fds[1], buf, 100, 0)));
	close(fds[1]);
}

/* the connection and the bytes that came with it */
static void fastopen_accept(int lfd, const char *what)
{
	char name[64];
	int afd;

	row_poll(lfd, POLLIN);
	afd = accept(lfd, NULL, NULL);
	snprintf(name, sizeof(name), "%s: accept", what);
	row(name, "%s", okay(afd));
	if (afd < 0)
		return;
	fd_rcvtimeo(afd, ROW_WAIT_MS);
	snprintf(name, sizeof(name), "%s: recv", what);
	row(name, "%s", res(recv(afd, buf, 100, 0)));
	close(afd);
}

static void fastopen_rows(void)
{
	struct sockaddr_storage ss;
	uint16_t port;
	int lfd = kind_listen(k.server, 8, &port);
	int fd = kind_socket(k.client, 0);
	socklen_t len = kind_loopback(k.client, port, &ss);

	row("TCP_FASTOPEN on the listener", "%s",
	    okay(set_int(lfd, IPPROTO_TCP, TCP_FASTOPEN, 5)));
	row("MSG_FASTOPEN", "%s",
	    res(sendto(fd, "tfo", 3, MSG_FASTOPEN, (struct sockaddr *)&ss,
		       len)));
	fd_nonblock(lfd, true);
	fastopen_accept(lfd, "MSG_FASTOPEN");
	close(fd);

	fd = kind_socket(k.client, 0);
	row("TCP_FASTOPEN_CONNECT", "%s",
	    okay(set_int(fd, IPPROTO_TCP, TCP_FASTOPEN_CONNECT, 1)));
	row("TCP_FASTOPEN_CONNECT: connect", "%s",
	    okay(connect(fd, (struct sockaddr *)&ss, len)));
	row("TCP_FASTOPEN_CONNECT: send", "%s", res(send(fd, "tfo", 3, 0)));
	fastopen_accept(lfd, "TCP_FASTOPEN_CONNECT");
	close(fd);

	/* what the socket did before must not be in this SYN */
	fd = kind_connect(k.client, port_local(lfd));
	row_poll(lfd, POLLIN);
	close(accept(lfd, NULL, NULL));
	row("MSG_FASTOPEN on a used socket: disconnect", "%s",
	    okay(connect(fd, &unspec, sizeof(unspec))));
	row("MSG_FASTOPEN on a used socket", "%s",
	    res(sendto(fd, "tfo", 3, MSG_FASTOPEN, (struct sockaddr *)&ss,
		       len)));
	fastopen_accept(lfd, "MSG_FASTOPEN on a used socket");
	close(fd);
	close(lfd);
}

static void mixed_rows(void)
{
	uint16_t port;
	int lfd, fd, afd;

	lfd = kind_listen(k.server, 8, &port);
	fd = kind_connect(&kinds[0], port);
	row("plain TCP client", "%s", fd >= 0 ? "ok" : "failed");
	afd = accept(lfd, NULL, NULL);
	data_row("plain TCP client: data", fd, afd);
	close(fd);
	row("plain TCP client: end", "%s", res(recv(afd, buf, 100, 0)));
	close(afd);
	close(lfd);
	lfd = kind_listen(&kinds[0], 8, &port);
	fd = kind_connect(k.client, port);
	row("plain TCP server", "%s", fd >= 0 ? "ok" : "failed");
	afd = accept(lfd, NULL, NULL);
	data_row("plain TCP server: data", afd, fd);
	close(afd);
	row("plain TCP server: end", "%s", res(recv(fd, buf, 100, 0)));
	close(fd);
	close(lfd);
}

/* the child has the mark of its SYN when the administrator wants it so */
static void mark_rows(void)
{
	static const char path[] = "/proc/sys/net/ipv4/tcp_fwmark_accept";
	static const int marks[][2] = { { 0, 9 }, { 5, 9 }, { 5, 0 } };

	file_write(path, "1");
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		int lfd = kind_socket(k.server, 0);
		int fd = kind_socket(k.client, 0), afd;
		char name[64];

		set_int(lfd, SOL_SOCKET, SO_MARK, marks[i][0]);
		set_int(fd, SOL_SOCKET, SO_MARK, marks[i][1]);
		if (bind_port(lfd, k.server, 0) || listen(lfd, 1) ||
		    connect_port(fd, k.client, port_local(lfd)))
			die("connect with a mark");
		afd = accept(lfd, NULL, NULL);
		snprintf(name, sizeof(name),
			 "tcp_fwmark_accept: listener %d, SYN %d", marks[i][0],
			 marks[i][1]);
		row(name, "%d", int_opt(afd, SOL_SOCKET, SO_MARK));
		close(afd);
		close(fd);
		close(lfd);
	}
	file_write(path, "0");
}

/* a sender that wants no copy is told when its bytes are its own again */
static void zerocopy_rows(const char *ip, const struct ends_kinds *ends)
{
	union {
		struct cmsghdr hdr;
		char room[128];
	} control = { .room = "" };
	struct sock_extended_err ee;
	struct msghdr msg = {
		.msg_control = &control, .msg_controllen = sizeof(control)
	};
	const char *told;
	char name[64];
	int fds[2], refused;

	row_pair(ends, fds);
	snprintf(name, sizeof(name), "%s SO_ZEROCOPY", ip);
	refused = set_int(fds[0], SOL_SOCKET, SO_ZEROCOPY, 1);
	row(name, "%s", okay(refused));
	snprintf(name, sizeof(name), "%s MSG_ZEROCOPY", ip);
	row(name, "%s", res(send(fds[0], "zero", 4, MSG_ZEROCOPY)));
	snprintf(name, sizeof(name), "%s MSG_ZEROCOPY arrives", ip);
	row(name, "%s", res(recv(fds[1], buf, 4, MSG_WAITALL)));
	if (!refused)
		row_poll(fds[0], POLLERR);
	told = okay(recvmsg(fds[0], &msg, MSG_ERRQUEUE | MSG_DONTWAIT));
	memcpy(&ee, CMSG_DATA(&control.hdr), sizeof(ee));
	snprintf(name, sizeof(name), "%s MSG_ZEROCOPY notification", ip);
	row(name, "%s, level %d type %d, origin %u, %u to %u", told,
	    control.hdr.cmsg_level, control.hdr.cmsg_type,
	    ee.ee_origin, ee.ee_info, ee.ee_data);
	close_both(fds);
}

static void special_rows(void)
{
	struct mmsghdr mm[2] = { 0 };
	struct iovec iov[2] = { { "ab", 2 }, { "cde", 3 } };
	int fds[2];

	row_pair(&k, fds);
	for (int i = 0; i < 2; i++) {
		mm[i].msg_hdr.msg_iov = &iov[i];
		mm[i].msg_hdr.msg_iovlen = 1;
	}
	row("sendmmsg", "%s", res(sendmmsg(fds[0], mm, 2, 0)));
	row("sendmmsg arrives", "%s", res(recv(fds[1], buf, 5, MSG_WAITALL)));
	row("TCP_ULP tls, connected", "%s",
	    okay(setsockopt(fds[0], IPPROTO_TCP, TCP_ULP, "tls", 4)));
	close_both(fds);
}

int main(int argc, char **argv)
{
	struct ends_kinds k6;

	row_args(argc, argv, &k);
	k6 = (struct ends_kinds) { .client = k.client6, .server = k.server6 };
	signal(SIGPIPE, SIG_IGN);
	alarm(120);
	bind_rows();
	reuse_rows();
	family_rows();
	inherit_rows();
	process_rows();
	fastopen_rows();
	mixed_rows();
	mark_rows();
	zerocopy_rows("v4", &k);
	zerocopy_rows("v6", &k6);
	special_rows();
	return EXIT_SUCCESS;
}
