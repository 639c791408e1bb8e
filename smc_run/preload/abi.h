/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * abi.h - what the preload library needs of the kernel, without a libc.
 *
 * One library object serves programs of glibc and of musl, so it can use no
 * libc function and no libc header: it makes its system calls itself. All that
 * differs between architectures stands here. The constants below the calls are
 * the same on every architecture that is listed.
 */
#ifndef SMC_RUN_ABI_H
#define SMC_RUN_ABI_H

#if defined(__x86_64__)

#define ABI_NR_SOCKET 41
#define ABI_NR_SETSOCKOPT 54
#define ABI_NR_WRITE 1
#define ABI_NR_GETPID 39
#define ABI_NR_PPOLL 271

static inline long abi_syscall(long nr, long a, long b, long c, long d, long e)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "0"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
			 : "rcx", "r11", "memory");
	return ret;
}

#elif defined(__i386__)

/* socket and setsockopt have numbers of their own since Linux 4.3. */
#define ABI_NR_SOCKET 359
#define ABI_NR_SETSOCKOPT 366
#define ABI_NR_WRITE 4
#define ABI_NR_GETPID 20
#define ABI_NR_PPOLL 309

static inline long abi_syscall(long nr, long a, long b, long c, long d, long e)
{
	long ret;

	__asm__ volatile("int $0x80"
			 : "=a"(ret)
			 : "0"(nr), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
			 : "memory");
	return ret;
}

#elif defined(__aarch64__)

#define ABI_NR_SOCKET 198
#define ABI_NR_SETSOCKOPT 208
#define ABI_NR_WRITE 64
#define ABI_NR_GETPID 172
#define ABI_NR_PPOLL 73

static inline long abi_syscall(long nr, long a, long b, long c, long d, long e)
{
	register long x8 __asm__("x8") = nr;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;

	__asm__ volatile("svc #0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4)
			 : "memory");
	return x0;
}

#elif defined(__s390x__)

#define ABI_NR_SOCKET 359
#define ABI_NR_SETSOCKOPT 366
#define ABI_NR_WRITE 4
#define ABI_NR_GETPID 20
#define ABI_NR_PPOLL 302

static inline long abi_syscall(long nr, long a, long b, long c, long d, long e)
{
	register long r1 __asm__("r1") = nr;
	register long r2 __asm__("r2") = a;
	register long r3 __asm__("r3") = b;
	register long r4 __asm__("r4") = c;
	register long r5 __asm__("r5") = d;
	register long r6 __asm__("r6") = e;

	__asm__ volatile("svc 0"
			 : "+r"(r2)
			 : "r"(r1), "r"(r3), "r"(r4), "r"(r5), "r"(r6)
			 : "memory");
	return r2;
}

#else
#error "smc_run: no system calls for this architecture in abi.h"
#endif

#define ABI_AF_INET 2
#define ABI_AF_INET6 10
#define ABI_AF_SMC 43
#define ABI_SOCK_STREAM 1
#define ABI_SOCK_TYPE_MASK 0xf
#define ABI_SOCK_CLOEXEC 02000000
#define ABI_IPPROTO_TCP 6
#define ABI_IPPROTO_SMC 256
#define ABI_SOL_SOCKET 1
#define ABI_SO_SNDBUF 7
#define ABI_SO_RCVBUF 8
#define ABI_STDERR 2
#define ABI_POLLOUT 4

#define ABI_EPERM 1
#define ABI_EINTR 4
#define ABI_ENOMEM 12
#define ABI_EACCES 13
#define ABI_ENFILE 23
#define ABI_EMFILE 24
#define ABI_ENOBUFS 105

static inline long abi_socket(int domain, int type, int protocol)
{
	return abi_syscall(ABI_NR_SOCKET, domain, type, protocol, 0, 0);
}

static inline long abi_setsockopt_int(int fd, int opt, int val)
{
	return abi_syscall(ABI_NR_SETSOCKOPT, fd, ABI_SOL_SOCKET, opt,
			   (long)&val, sizeof(val));
}

static inline long abi_getpid(void)
{
	return abi_syscall(ABI_NR_GETPID, 0, 0, 0, 0, 0);
}

/*
 * Write to stderr only if that can neither block nor raise SIGPIPE: a full or
 * broken pipe there is the program's affair, not a reason to stop it.
 */
static inline void abi_warn(const char *text, unsigned long len)
{
	struct {
		int fd;
		short events;
		short revents;
	} pfd = { ABI_STDERR, ABI_POLLOUT, 0 };
	struct {
		long sec;
		long nsec;
	} now = { 0, 0 };

	if (abi_syscall(ABI_NR_PPOLL, (long)&pfd, 1, (long)&now, 0, 0) == 1 &&
	    pfd.revents == ABI_POLLOUT)
		(void)abi_syscall(ABI_NR_WRITE, ABI_STDERR, (long)text, len, 0,
				  0);
}

#endif
