// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fakesmc - run a command on a kernel that answers for SMC sockets as told.
 *
 * usage: fakesmc [-i ANSWERS] [-s ANSWERS] [-l LOG] [--] COMMAND [ARG...]
 *
 *   -i   answers to socket(AF_INET|AF_INET6, ..., IPPROTO_SMC)
 *   -s   answers to socket(AF_SMC, ...)
 *   -l   append a line for each such call: "inet" or "smc"
 *
 * ANSWERS is a list of errno names and "ok", separated by commas; the last one
 * stays. "ok" gives a TCP socket that is marked with SO_PRIORITY 6. A seccomp
 * filter stops the calls, so it holds for any program, static ones included.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAKE_AF_SMC 43
#define FAKE_IPPROTO_SMC 256
#define FAKE_PRIORITY 6

#if defined(__x86_64__)
#define AUDIT_ARCH_HERE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define AUDIT_ARCH_HERE AUDIT_ARCH_AARCH64
#elif defined(__s390x__)
#define AUDIT_ARCH_HERE AUDIT_ARCH_S390X
#endif

#define ARG_LOW(n)                                        \
	(offsetof(struct seccomp_data, args[n]) +         \
	 (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0))

static void die(const char *what)
{
	perror(what);
	exit(99);
}

static int filter_install(void)
{
	struct sock_filter insns[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, arch)),
		BPF_JUMP(BPF_JMP | BPF_JEQ, AUDIT_ARCH_HERE, 0, 8),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ, __NR_socket, 0, 6),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARG_LOW(0)),
		BPF_JUMP(BPF_JMP | BPF_JEQ, FAKE_AF_SMC, 5, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ, AF_INET, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ, AF_INET6, 0, 2),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARG_LOW(2)),
		BPF_JUMP(BPF_JMP | BPF_JEQ, FAKE_IPPROTO_SMC, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
	};
	struct sock_fprog prog = { sizeof(insns) / sizeof(insns[0]), insns };

	/* Root keeps its set-user-ID programs working. */
	if (geteuid() != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		die("no_new_privs");
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			    SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog);
}

static void fd_send(int sock, int fd)
{
	union {
		struct cmsghdr align;
		char buf[CMSG_SPACE(sizeof(int))];
	} u = { .buf = { 0 } };
	struct iovec iov = { (char[]){ 0 }, 1 };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = u.buf,
			      .msg_controllen = sizeof(u.buf) };
	struct cmsghdr *cmsg = CMSG_FIRSTHDR(&msg);

	cmsg->cmsg_level = SOL_SOCKET;
	cmsg->cmsg_type = SCM_RIGHTS;
	cmsg->cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(cmsg), &fd, sizeof(fd));
	if (sendmsg(sock, &msg, 0) != 1)
		die("sendmsg");
}

static int fd_recv(int sock)
{
	union {
		struct cmsghdr align;
		char buf[CMSG_SPACE(sizeof(int))];
	} u;
	struct iovec iov = { (char[]){ 0 }, 1 };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = u.buf,
			      .msg_controllen = sizeof(u.buf) };
	int fd;

	if (recvmsg(sock, &msg, MSG_CMSG_CLOEXEC) != 1 || !CMSG_FIRSTHDR(&msg))
		die("recvmsg");
	memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(fd));
	return fd;
}

/* Take the next answer from the list: 0 for ok, or an errno. */
static int answer_next(const char **list)
{
	static const struct {
		const char *name;
		int err;
	} rows[] = {
		{ "ok", 0 },
		{ "EACCES", EACCES },
		{ "EAFNOSUPPORT", EAFNOSUPPORT },
		{ "EINVAL", EINVAL },
		{ "EMFILE", EMFILE },
		{ "ENOBUFS", ENOBUFS },
		{ "EPROTONOSUPPORT", EPROTONOSUPPORT },
	};
	size_t len = strcspn(*list, ",");

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strlen(rows[i].name) != len ||
		    strncmp(*list, rows[i].name, len) != 0)
			continue;
		if ((*list)[len])
			*list += len + 1;
		return rows[i].err;
	}
	fprintf(stderr, "fakesmc: unknown answer in '%s'\n", *list);
	exit(99);
}

/* Give the caller a marked TCP socket. Return: 0 or an errno. */
static int socket_give(int listener, const struct seccomp_notif *req)
{
	int domain = (int)req->data.args[0], type = (int)req->data.args[1];
	const int priority = FAKE_PRIORITY;
	struct seccomp_notif_addfd add = {
		.id = req->id,
		.flags = SECCOMP_ADDFD_FLAG_SEND,
		.newfd_flags = type & SOCK_CLOEXEC ? O_CLOEXEC : 0,
	};
	int fd, err = 0;

	if (domain == FAKE_AF_SMC)
		domain = req->data.args[2] ? AF_INET6 : AF_INET;
	fd = socket(domain, type | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return errno;
	add.srcfd = (uint32_t)fd;
	if (setsockopt(fd, SOL_SOCKET, SO_PRIORITY, &priority,
		       sizeof(priority)) < 0 ||
	    ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &add) < 0)
		err = errno;
	close(fd);
	return err;
}

static void serve(int listener, int log, const char *inet, const char *smc)
{
	struct pollfd pfd = { .fd = listener, .events = POLLIN };

	while (poll(&pfd, 1, -1) > 0 && !(pfd.revents & POLLHUP)) {
		struct seccomp_notif req = { 0 };
		struct seccomp_notif_resp resp = { 0 };
		bool is_smc;
		int err;

		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &req) < 0)
			continue;
		is_smc = req.data.args[0] == FAKE_AF_SMC;
		if (log >= 0)
			dprintf(log, "%s\n", is_smc ? "smc" : "inet");
		err = answer_next(is_smc ? &smc : &inet);
		if (!err)
			err = socket_give(listener, &req);
		if (!err)
			continue;
		resp.id = req.id;
		resp.error = -err;
		/* ENOENT: the caller was killed while it waited. */
		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &resp) < 0 &&
		    errno != ENOENT)
			die("NOTIF_SEND");
	}
}

int main(int argc, char **argv)
{
	const char *inet = "EPROTONOSUPPORT", *smc = "EAFNOSUPPORT";
	int c, pair[2], log = -1, status;
	pid_t pid;

	while ((c = getopt(argc, argv, "+i:s:l:")) != -1) {
		if (c == 'i')
			inet = optarg;
		else if (c == 's')
			smc = optarg;
		else if (c == 'l')
			log = open(optarg,
				   O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
				   0666);
		else
			return 99;
	}
	if (optind == argc)
		return 99;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		die("socketpair");
	pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0) {
		int listener = filter_install();

		if (listener < 0)
			die("seccomp");
		fd_send(pair[1], listener);
		close(listener);
		execvp(argv[optind], argv + optind);
		die(argv[optind]);
	}
	close(pair[1]);
	serve(fd_recv(pair[0]), log, inet, smc);
	if (waitpid(pid, &status, 0) != pid)
		die("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   128 + WTERMSIG(status);
}
