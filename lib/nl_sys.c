// SPDX-License-Identifier: GPL-2.0-or-later
#include "nl_ops.h"

#include <errno.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE	71
#endif

static int sys_open(int protocol)
{
	static const int opts[] = {
		NETLINK_EXT_ACK, NETLINK_CAP_ACK, NETLINK_GET_STRICT_CHK,
	};
	int one = 1;
	size_t i;
	int fd;

	fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
	if (fd < 0)
		return -errno;
	/* Comforts: a kernel without one of them answers all the same. */
	for (i = 0; i < sizeof(opts) / sizeof(opts[0]); i++)
		(void)setsockopt(fd, SOL_NETLINK, opts[i], &one, sizeof(one));
	return fd;
}

static int sys_send(int fd, const void *msg, size_t len)
{
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
	ssize_t n;

	do {
		n = sendto(fd, msg, len, 0, (struct sockaddr *)&kernel,
			   sizeof(kernel));
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	return (size_t)n == len ? 0 : -EIO;
}

static ssize_t sys_recv(int fd, void *buf, size_t len)
{
	struct sockaddr_nl from;
	struct iovec iov = { .iov_base = buf, .iov_len = len };
	struct msghdr msg;
	ssize_t n;

	do {
		msg = (struct msghdr){
			.msg_name = &from, .msg_namelen = sizeof(from),
			.msg_iov = &iov, .msg_iovlen = 1,
		};
		n = recvmsg(fd, &msg, 0);
		/* Anybody may send to a netlink socket; only 0 is the kernel. */
	} while ((n < 0 && errno == EINTR) ||
		 (n >= 0 && (msg.msg_namelen != sizeof(from) || from.nl_pid)));
	if (n < 0)
		return -errno;
	if (msg.msg_flags & MSG_TRUNC)
		return -EMSGSIZE;
	return n;
}

static int sys_netns(int fd, uint64_t *ret)
{
	socklen_t len = sizeof(*ret);
	struct stat st;

	if (!getsockopt(fd, SOL_SOCKET, SO_NETNS_COOKIE, ret, &len))
		return 0;
	if (stat("/proc/self/ns/net", &st))
		return -errno;
	*ret = st.st_ino;
	return 0;
}

static int sys_ifname(int fd, uint32_t ifindex, char *ret)
{
	struct ifreq req = { .ifr_ifindex = (int)ifindex };

	if (ioctl(fd, SIOCGIFNAME, &req))
		return -errno;
	memcpy(ret, req.ifr_name, IF_NAMESIZE);
	ret[IF_NAMESIZE - 1] = '\0';
	return 0;
}

static void sys_close(int fd)
{
	(void)close(fd); /* nothing is buffered in a netlink socket */
}

/* Whoever opens a file of it sees his own network namespace. */
static const char *sys_settings(void)
{
	return "/proc/sys/net/smc";
}

const struct smc_nl_ops smc_nl_kernel = {
	.open = sys_open,
	.send = sys_send,
	.recv = sys_recv,
	.netns = sys_netns,
	.ifname = sys_ifname,
	.close = sys_close,
	.settings = sys_settings,
};
