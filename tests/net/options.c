// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a program sees of a socket's state and options, as a table to compare
 * with that of a TCP socket.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <linux/in6.h>	/* after the C library's */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "row.h"

struct option_row {
	const char *name;
	int level;
	int option;
	int value;
};

#define OPT(level, name, value) { #name, level, name, value }

static const struct option_row options[] = {
	OPT(SOL_SOCKET, SO_REUSEADDR, 1),
	OPT(SOL_SOCKET, SO_REUSEPORT, 1),
	OPT(SOL_SOCKET, SO_KEEPALIVE, 1),
	OPT(SOL_SOCKET, SO_BROADCAST, 1),
	OPT(SOL_SOCKET, SO_DONTROUTE, 1),
	OPT(SOL_SOCKET, SO_OOBINLINE, 1),
	OPT(SOL_SOCKET, SO_PRIORITY, 3),
	OPT(SOL_SOCKET, SO_MARK, 7),
	OPT(SOL_SOCKET, SO_RCVLOWAT, 5),
	OPT(SOL_SOCKET, SO_SNDLOWAT, 5),
	OPT(SOL_SOCKET, SO_ZEROCOPY, 1),
	OPT(SOL_SOCKET, SO_BUSY_POLL, 1),
	OPT(SOL_SOCKET, SO_TIMESTAMP, 1),
	OPT(SOL_SOCKET, SO_TIMESTAMPING, 1),
	OPT(SOL_SOCKET, SO_PEEK_OFF, 1),
	OPT(SOL_SOCKET, SO_MAX_PACING_RATE, 1000000),
	OPT(SOL_SOCKET, SO_LOCK_FILTER, 1),
	OPT(SOL_SOCKET, SO_SELECT_ERR_QUEUE, 1),
	OPT(SOL_SOCKET, SO_TXREHASH, 1),
	OPT(SOL_SOCKET, SO_ACCEPTCONN, 1),
	OPT(SOL_SOCKET, SO_TYPE, 1),
	OPT(SOL_SOCKET, 9999, 1),
	OPT(IPPROTO_TCP, TCP_NODELAY, 1),
	OPT(IPPROTO_TCP, TCP_CORK, 1),
	OPT(IPPROTO_TCP, TCP_MAXSEG, 1000),
	OPT(IPPROTO_TCP, TCP_KEEPIDLE, 11),
	OPT(IPPROTO_TCP, TCP_KEEPINTVL, 12),
	OPT(IPPROTO_TCP, TCP_KEEPCNT, 13),
	OPT(IPPROTO_TCP, TCP_SYNCNT, 2),
	OPT(IPPROTO_TCP, TCP_LINGER2, 5),
	OPT(IPPROTO_TCP, TCP_DEFER_ACCEPT, 1),
	OPT(IPPROTO_TCP, TCP_WINDOW_CLAMP, 100000),
	OPT(IPPROTO_TCP, TCP_QUICKACK, 1),
	OPT(IPPROTO_TCP, TCP_USER_TIMEOUT, 1000),
	OPT(IPPROTO_TCP, TCP_FASTOPEN, 1),
	OPT(IPPROTO_TCP, TCP_FASTOPEN_CONNECT, 1),
	OPT(IPPROTO_TCP, TCP_FASTOPEN_NO_COOKIE, 1),
	OPT(IPPROTO_TCP, TCP_NOTSENT_LOWAT, 4096),
	OPT(IPPROTO_TCP, TCP_INQ, 1),
	OPT(IPPROTO_TCP, TCP_SAVE_SYN, 1),
	OPT(IPPROTO_TCP, TCP_REPAIR, 1),
	OPT(IPPROTO_TCP, TCP_THIN_LINEAR_TIMEOUTS, 1),
	OPT(IPPROTO_TCP, TCP_TX_DELAY, 0),
	OPT(IPPROTO_TCP, 9999, 1),
	OPT(IPPROTO_IP, IP_TOS, 16),
	OPT(IPPROTO_IP, IP_TTL, 9),
	OPT(IPPROTO_IP, IP_FREEBIND, 1),
	OPT(IPPROTO_IP, IP_TRANSPARENT, 1),
	OPT(IPPROTO_IP, IP_RECVTOS, 1),
	OPT(IPPROTO_IP, IP_MTU_DISCOVER, 1),
	OPT(IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1),
};

static const struct option_row options6[] = {
	OPT(IPPROTO_IPV6, IPV6_V6ONLY, 1),
	OPT(IPPROTO_IPV6, IPV6_TCLASS, 16),
	OPT(IPPROTO_IPV6, IPV6_UNICAST_HOPS, 9),
	OPT(IPPROTO_IPV6, IPV6_FREEBIND, 1),
	OPT(IPPROTO_IPV6, IPV6_RECVTCLASS, 1),
};

static const char *number(int fd, int level, int option)
{
	static char words[2][16];
	static unsigned int next;
	char *word = words[next++ % 2];
	socklen_t len = sizeof(int);
	int n = 0;

	if (getsockopt(fd, level, option, &n, &len))
		return res(-1);
	snprintf(word, sizeof(words[0]), "%d", n);
	return word;
}

static void option_row(const char *where, int fd, const struct option_row *o)
{
	const char *before = number(fd, o->level, o->option);
	const char *set = okay(setsockopt(fd, o->level, o->option, &o->value,
					  sizeof(o->value)));
	const char *after = number(fd, o->level, o->option);
	char name[80];

	snprintf(name, sizeof(name), "option %s %s", where, o->name);
	row(name, "%s, set %s, %s", before, set, after);
}

/* buffer sizes: only what stands after a set is the same for all */
static void size_row(int fd, const char *name, int option, int value)
{
	const char *set = okay(setsockopt(fd, SOL_SOCKET, option, &value,
					  sizeof(value)));

	row(name, "set %s, %s", set, number(fd, SOL_SOCKET, option));
}

static void options_rows(const struct ends_kinds *k)
{
	int fds[2], fd;

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		fd = kind_socket(k->client, 0);
		option_row("new", fd, &options[i]);
		close(fd);
	}
	for (size_t i = 0; i < sizeof(options6) / sizeof(options6[0]); i++) {
		fd = kind_socket(k->client6, 0);
		option_row("new v6", fd, &options6[i]);
		close(fd);
	}
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		row_pair(k, fds);
		option_row("connected", fds[0], &options[i]);
		close(fds[0]);
		close(fds[1]);
	}
}

static void identity_row(const char *who, int fd)
{
	char name[64];

	snprintf(name, sizeof(name), "SO_DOMAIN %s", who);
	row(name, "%s", number(fd, SOL_SOCKET, SO_DOMAIN));
	snprintf(name, sizeof(name), "SO_PROTOCOL %s", who);
	row(name, "%s", number(fd, SOL_SOCKET, SO_PROTOCOL));
	snprintf(name, sizeof(name), "SO_TYPE %s", who);
	row(name, "%s", number(fd, SOL_SOCKET, SO_TYPE));
	snprintf(name, sizeof(name), "SO_ACCEPTCONN %s", who);
	row(name, "%s", number(fd, SOL_SOCKET, SO_ACCEPTCONN));
	snprintf(name, sizeof(name), "SO_ERROR %s", who);
	row(name, "%s", number(fd, SOL_SOCKET, SO_ERROR));
}

/* how often an inode stands in /proc/net/tcp */
static int inode_lines(int fd)
{
	unsigned long inode;
	char line[512];
	struct stat st;
	int n = 0;
	FILE *f;

	if (fstat(fd, &st))
		die("fstat");
	f = fopen("/proc/net/tcp", "r");
	if (!f)
		die("/proc/net/tcp");
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, " %*d: %*s %*s %*s %*s %*s %*s %*s %*s %lu",
			   &inode) == 1 && inode == st.st_ino)
			n++;
	fclose(f);
	return n;
}

static void tcp_info_row(const char *who, int fd)
{
	struct tcp_info ti = { 0 };
	socklen_t len = sizeof(ti);
	char name[64];

	snprintf(name, sizeof(name), "TCP_INFO %s", who);
	if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &ti, &len))
		row(name, "%s", res(-1));
	else
		row(name, "state %u", ti.tcpi_state);
}

static void ioctl_rows(const char *who, int fd)
{
	static const struct {
		const char *name;
		unsigned long request;
	} list[] = {
		{ "FIONREAD", FIONREAD },
		{ "SIOCOUTQ", SIOCOUTQ },
		{ "SIOCOUTQNSD", SIOCOUTQNSD },
		{ "SIOCATMARK", SIOCATMARK },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		char name[64];
		int n = -1;
		int ret = ioctl(fd, list[i].request, &n);

		snprintf(name, sizeof(name), "ioctl %s %s", list[i].name, who);
		row(name, "%s", res(ret < 0 ? ret : n));
	}
}

static void new_rows(const struct ends_kinds *k)
{
	struct sockaddr_storage ss = { 0 };
	socklen_t len = sizeof(ss);
	int fd = kind_socket(k->client, 0);
	int fd6 = kind_socket(k->client6, SOCK_NONBLOCK);
	struct pollfd pfd = {
		.fd = fd,
		.events = POLLIN | POLLOUT | POLLPRI | POLLRDHUP
	};
	char c = 0;

	identity_row("new", fd);
	identity_row("new v6", fd6);
	row("getsockname new", "%s",
	    okay(getsockname(fd, (struct sockaddr *)&ss, &len)));
	row("getsockname new has", "family %d port %d", ss.ss_family,
	    ntohs(((struct sockaddr_in *)&ss)->sin_port));
	len = sizeof(ss);
	row("getpeername new", "%s",
	    okay(getpeername(fd, (struct sockaddr *)&ss, &len)));
	poll(&pfd, 1, 0);
	row("poll new", "%s", row_events(pfd.revents));
	row("recv new", "%s", res(recv(fd, &c, 1, MSG_DONTWAIT)));
	row("send new", "%s", res(send(fd, &c, 1, MSG_NOSIGNAL)));
	row("accept new", "%s", okay(accept(fd, NULL, NULL)));
	row("shutdown new", "%s", okay(shutdown(fd, SHUT_RDWR)));
	row("shutdown wrong how", "%s", okay(shutdown(fd, 7)));
	ioctl_rows("new", fd);
	tcp_info_row("new", fd);
	close(fd);
	close(fd6);

	fd = kind_socket(k->client, 0);
	row("listen without bind", "%s", okay(listen(fd, 4)));
	row("listen again", "%s", okay(listen(fd, 8)));
	row("listen gave a port", "%s", port_local(fd) ? "yes" : "no");
	close(fd);
}

static void listener_rows(const struct ends_kinds *k)
{
	uint16_t port;
	int fd = kind_listen(k->server, 4, &port);
	struct pollfd pfd = {
		.fd = fd,
		.events = POLLIN | POLLOUT | POLLPRI | POLLRDHUP
	};
	struct sockaddr_storage ss;
	socklen_t len = sizeof(ss);
	char c = 0;

	identity_row("listener", fd);
	row("/proc/net/tcp lists inode of listener", "%d", inode_lines(fd));
	poll(&pfd, 1, 0);
	row("poll listener", "%s", row_events(pfd.revents));
	fd_nonblock(fd, true);
	row("accept nothing there", "%s", okay(accept(fd, NULL, NULL)));
	row("recv listener", "%s", res(recv(fd, &c, 1, MSG_DONTWAIT)));
	row("send listener", "%s", res(send(fd, &c, 1, MSG_NOSIGNAL)));
	row("getpeername listener", "%s",
	    okay(getpeername(fd, (struct sockaddr *)&ss, &len)));
	len = kind_loopback(k->server, port, &ss);
	row("connect listener", "%s",
	    okay(connect(fd, (struct sockaddr *)&ss, len)));
	row("bind listener again", "%s",
	    okay(bind(fd, (struct sockaddr *)&ss, len)));
	ioctl_rows("listener", fd);
	tcp_info_row("listener", fd);
	row("shutdown listener", "%s", okay(shutdown(fd, SHUT_RDWR)));
	row("accept after shutdown", "%s", okay(accept(fd, NULL, NULL)));
	close(fd);
}

static void connected_rows(const struct ends_kinds *k)
{
	int fds[2], fd;
	char link[64], path[64];
	ssize_t n;

	row_pair(k, fds);
	identity_row("connected", fds[0]);
	identity_row("accepted", fds[1]);
	row("/proc/net/tcp lists inode of connected", "%d",
	    inode_lines(fds[0]));
	row("/proc/net/tcp lists inode of accepted", "%d", inode_lines(fds[1]));
	row("getpeername agrees", "%s",
	    port_peer(fds[0]) == port_local(fds[1]) &&
	    port_peer(fds[1]) == port_local(fds[0]) ? "yes" : "no");
	ioctl_rows("connected", fds[0]);
	tcp_info_row("connected", fds[0]);
	tcp_info_row("accepted", fds[1]);
	row("poll connected", "%s",
	    row_events(row_poll(fds[0], POLLIN | POLLOUT | POLLPRI |
					POLLRDHUP)));
	row("listen connected", "%s", okay(listen(fds[0], 4)));
	fd = dup(fds[0]);
	identity_row("dup", fd);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	n = readlink(path, link, sizeof(link) - 1);
	row("/proc/self/fd link", "%.7s", n > 0 ? link : "none");
	close(fd);
	close(fds[0]);
	close(fds[1]);
}

static void struct_rows(const struct ends_kinds *k)
{
	struct sock_filter accept_all = { BPF_RET | BPF_K, 0, 0, 0xffffffff };
	struct sock_fprog prog = { 1, &accept_all };
	struct timeval tv = { 3, 250000 }, tv_got = { 0 };
	struct linger lg = { 1, 7 }, lg_got = { 0 };
	int fd = kind_socket(k->client, 0);
	int small = 1;
	char name[16] = "";
	uint64_t cookie = 0;
	socklen_t len;

	size_row(fd, "SO_SNDBUF after 300000", SO_SNDBUF, 300000);
	size_row(fd, "SO_RCVBUF after 300000", SO_RCVBUF, 300000);
	size_row(fd, "SO_SNDBUF after 1", SO_SNDBUF, 1);
	size_row(fd, "SO_RCVBUF after 1", SO_RCVBUF, 1);
	row("SO_LINGER set", "%s", okay(setsockopt(fd, SOL_SOCKET, SO_LINGER,
						   &lg, sizeof(lg))));
	len = sizeof(lg_got);
	row("SO_LINGER get", "%s",
	    okay(getsockopt(fd, SOL_SOCKET, SO_LINGER, &lg_got, &len)));
	row("SO_LINGER value", "%d %d", lg_got.l_onoff, lg_got.l_linger);
	row("SO_RCVTIMEO set", "%s",
	    okay(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv))));
	len = sizeof(tv_got);
	row("SO_RCVTIMEO get", "%s",
	    okay(getsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &tv_got, &len)));
	row("SO_RCVTIMEO value", "%ld.%06ld", (long)tv_got.tv_sec,
	    (long)tv_got.tv_usec);
	row("SO_BINDTODEVICE lo", "%s",
	    okay(setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, "lo", 3)));
	row("SO_BINDTODEVICE wrong", "%s",
	    okay(setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, "nodev", 6)));
	row("SO_ATTACH_FILTER", "%s",
	    okay(setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &prog,
			    sizeof(prog))));
	row("TCP_CONGESTION set", "%s",
	    okay(setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "reno", 4)));
	len = sizeof(name);
	row("TCP_CONGESTION get", "%s",
	    okay(getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, &len)));
	row("TCP_CONGESTION value", "%s", name);
	row("TCP_CONGESTION wrong", "%s",
	    okay(setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "nothing", 7)));
	len = sizeof(cookie);
	row("SO_COOKIE", "%s",
	    okay(getsockopt(fd, SOL_SOCKET, SO_COOKIE, &cookie, &len)));
	row("SO_COOKIE value", "%s", cookie ? "not 0" : "0");
	row("short option value", "%s",
	    okay(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &small, 1)));
	row("option value NULL", "%s",
	    okay(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, NULL, 4)));
	row("unknown level", "%s",
	    okay(setsockopt(fd, 4711, 1, &small, sizeof(small))));
	row("TCP_ULP unknown", "%s",
	    okay(setsockopt(fd, IPPROTO_TCP, TCP_ULP, "nothing", 8)));
	row("TCP_ULP tls new", "%s",
	    okay(setsockopt(fd, IPPROTO_TCP, TCP_ULP, "tls", 4)));
	close(fd);
}

/* IP_TOS gives the priority that goes with it, if it is another one */
static void priority_rows(const char *where, int fd)
{
	static const struct option_row steps[] = {
		OPT(IPPROTO_IP, IP_TOS, 16),
		OPT(SOL_SOCKET, SO_PRIORITY, 3),
		OPT(IPPROTO_IP, IP_TOS, 16),
		OPT(IPPROTO_IP, IP_TOS, 8),
		OPT(IPPROTO_IP, IP_TOS, 0),
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		const struct option_row *o = &steps[i];
		const char *set = okay(setsockopt(fd, o->level, o->option,
						  &o->value, sizeof(o->value)));
		char name[80];

		snprintf(name, sizeof(name), "SO_PRIORITY %s, step %zu: %s %d",
			 where, i + 1, o->name, o->value);
		row(name, "set %s, %s", set,
		    number(fd, SOL_SOCKET, SO_PRIORITY));
	}
}

static void tos_rows(const struct ends_kinds *k)
{
	int fd = kind_socket(k->client, 0), fds[2];

	priority_rows("new", fd);
	close(fd);
	row_pair(k, fds);
	priority_rows("connected", fds[0]);
	priority_rows("accepted", fds[1]);
	close(fds[0]);
	close(fds[1]);
}

static void zerocopy_row(const char *where, int fd)
{
	struct tcp_zerocopy_receive zc = { 0 };
	socklen_t len = sizeof(zc);
	char name[64];
	const char *got = okay(getsockopt(fd, IPPROTO_TCP, TCP_ZEROCOPY_RECEIVE,
					  &zc, &len));

	snprintf(name, sizeof(name), "TCP_ZEROCOPY_RECEIVE %s", where);
	row(name, "%s, mapped %u, to read %u of %u, error %d", got, zc.length,
	    zc.recv_skip_hint, zc.inq, zc.err);
}

static void zerocopy_rows(const struct ends_kinds *k)
{
	int fd = kind_socket(k->client, 0), fds[2];
	char data[3];

	zerocopy_row("new", fd);
	close(fd);
	row_pair(k, fds);
	zerocopy_row("connected", fds[0]);
	send(fds[1], "zc", 2, 0);
	row_poll(fds[0], POLLIN);
	zerocopy_row("data", fds[0]);
	row("TCP_ZEROCOPY_RECEIVE, then recv", "%s",
	    res(recv(fds[0], data, sizeof(data), 0)));
	close(fds[1]);
	row_poll(fds[0], POLLIN);
	zerocopy_row("end", fds[0]);
	close(fds[0]);
}

/* the answer comes in the value of setsockopt() */
static void label_row(const struct ends_kinds *k)
{
	struct in6_flowlabel_req req = {
		.flr_action = IPV6_FL_A_GET, .flr_share = IPV6_FL_S_EXCL,
		.flr_flags = IPV6_FL_F_CREATE,
		.flr_dst = IN6ADDR_LOOPBACK_INIT,
	};
	int fd = kind_socket(k->client6, 0);
	const char *set = okay(setsockopt(fd, IPPROTO_IPV6, IPV6_FLOWLABEL_MGR,
					  &req, sizeof(req)));

	row("IPV6_FLOWLABEL_MGR", "%s, a label: %s", set,
	    req.flr_label ? "yes" : "no");
	close(fd);
}

/* what recvmsg() tells of the rest */
static void inq_row(const char *name, int fd, size_t want)
{
	char data[8], control[CMSG_SPACE(sizeof(int))];
	struct iovec iov = { data, want };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1, .msg_control = control,
		.msg_controllen = sizeof(control)
	};
	const char *got = res(recvmsg(fd, &msg, 0));
	struct cmsghdr *c = CMSG_FIRSTHDR(&msg);
	int left = -1;

	if (c && c->cmsg_level == IPPROTO_TCP && c->cmsg_type == TCP_CM_INQ)
		memcpy(&left, CMSG_DATA(c), sizeof(left));
	row(name, "%s, %d left", got, left);
}

static void inq_rows(const struct ends_kinds *k)
{
	int fds[2], on = 1;

	row_pair(k, fds);
	setsockopt(fds[0], IPPROTO_TCP, TCP_INQ, &on, sizeof(on));
	send(fds[1], "12345", 5, 0);
	row_poll(fds[0], POLLIN);
	inq_row("TCP_INQ: recvmsg 2 of 5", fds[0], 2);
	inq_row("TCP_INQ: recvmsg the rest", fds[0], 8);
	close(fds[1]);
	row_poll(fds[0], POLLRDHUP);
	inq_row("TCP_INQ: the end", fds[0], 8);
	close(fds[0]);
}

int main(int argc, char **argv)
{
	struct ends_kinds k;

	row_args(argc, argv, &k);
	alarm(120);
	new_rows(&k);
	listener_rows(&k);
	connected_rows(&k);
	struct_rows(&k);
	options_rows(&k);
	tos_rows(&k);
	zerocopy_rows(&k);
	label_row(&k);
	inq_rows(&k);
	return EXIT_SUCCESS;
}
