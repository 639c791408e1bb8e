// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * probe32 - a dynamic 32-bit program that needs no library, as there are no
 * headers to build one that does. Its socket() is whatever is preloaded.
 *
 * Exit status: 0 if a TCP socket became SMC, 1 if not, 2 if nothing is
 * preloaded.
 */
#include "../../smc_run/preload/abi.h"

#define NR_EXIT 1
#define NR_GETSOCKOPT 365
#define SO_PROTOCOL 38
#define SO_DOMAIN 39

extern int socket(int domain, int type, int protocol)
	__attribute__((weak, visibility("default")));

__attribute__((noreturn)) void _start(void);

static int option_get(int fd, int opt)
{
	int val = -1;
	unsigned int len = sizeof(val);

	abi_syscall(NR_GETSOCKOPT, fd, ABI_SOL_SOCKET, opt, (long)&val,
		    (long)&len);
	return val;
}

static int probe(void)
{
	int fd;

	if (!socket)
		return 2;
	fd = socket(ABI_AF_INET, ABI_SOCK_STREAM, 0);
	return option_get(fd, SO_PROTOCOL) != ABI_IPPROTO_SMC &&
	       option_get(fd, SO_DOMAIN) != ABI_AF_SMC;
}

/* The kernel's stack is aligned, a caller's would not be. */
__attribute__((force_align_arg_pointer)) void _start(void)
{
	abi_syscall(NR_EXIT, probe(), 0, 0, 0, 0);
	__builtin_unreachable();
}
