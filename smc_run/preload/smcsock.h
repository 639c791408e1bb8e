/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * smcsock.h - how to ask the kernel for an SMC socket, and what refusals mean.
 *
 * The wrapper (which probes before it starts the command) and the preload
 * library (which makes the sockets) must agree on this, and the library must
 * not need a libc: hence inline functions in a header.
 */
#ifndef SMC_RUN_SMCSOCK_H
#define SMC_RUN_SMCSOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "abi.h"

/* The environment is the interface between wrapper and library. */
#define SMCSOCK_ENV_DEBUG "SMC_DEBUG"	    /* not empty, not 0: talk */
#define SMCSOCK_ENV_SNDBUF "SMC_SNDBUF"	    /* size, see smcsock_size() */
#define SMCSOCK_ENV_RCVBUF "SMC_RCVBUF"	    /* size */
#define SMCSOCK_ENV_FAMILY "SMC_SOCK_FAMILY" /* auto, inet or smc */
#define SMCSOCK_ENV_WARNED "SMC_RUN_WARNED" /* set: the user knows already */

/* The ways to get an SMC socket, in the order of preference. */
enum smcsock_way {
	/* A TCP socket to all that looks at it: SO_DOMAIN, SO_REUSEPORT. */
	SMCSOCK_INET = 1,
	/* All that stock kernels before 6.11 know. */
	SMCSOCK_SMC = 2,
	SMCSOCK_AUTO = SMCSOCK_INET | SMCSOCK_SMC,
};

/**
 * smcsock_family() - the ways that a word of the user allows
 * @word: "auto", "inet" or "smc"
 *
 * Return: a set of enum smcsock_way, 0 for a word that is none of these.
 */
static inline unsigned int smcsock_family(const char *word)
{
	static const struct {
		char word[5];
		unsigned char ways;
	} rows[] = {
		{ "auto", SMCSOCK_AUTO },
		{ "inet", SMCSOCK_INET },
		{ "smc", SMCSOCK_SMC },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *p = rows[i].word, *q = word;

		while (*p && *p == *q)
			p++, q++;
		if (*p == *q)
			return rows[i].ways;
	}
	return 0;
}

/* What setsockopt() can be given. <limits.h> would need a libc. */
#define SMCSOCK_SIZE_MAX __INT_MAX__

/**
 * smcsock_size() - read a buffer size
 * @text: decimal digits, then nothing or one of k K m M
 *
 * Return: the size in bytes, 1 .. SMCSOCK_SIZE_MAX, or -1 for anything else.
 */
static inline int smcsock_size(const char *text)
{
	long long size = 0;
	int shift = 0;

	if (*text < '0' || *text > '9')
		return -1;
	for (; *text >= '0' && *text <= '9'; text++) {
		size = size * 10 + (*text - '0');
		if (size > SMCSOCK_SIZE_MAX)
			return -1;
	}
	if (*text == 'k' || *text == 'K')
		shift = 10;
	else if (*text == 'm' || *text == 'M')
		shift = 20;
	if (shift)
		text++;
	size <<= shift;
	if (*text || size < 1 || size > SMCSOCK_SIZE_MAX)
		return -1;
	return (int)size;
}

/* Short of something now: says nothing about the next attempt. */
static inline bool smcsock_is_transient(int err)
{
	return err == ABI_EMFILE || err == ABI_ENFILE || err == ABI_ENOMEM ||
	       err == ABI_ENOBUFS || err == ABI_EINTR;
}

/**
 * smcsock_open() - get an SMC socket
 * @ways: the ways to try, a set of enum smcsock_way
 * @domain: AF_INET or AF_INET6
 * @type: SOCK_STREAM and flags
 * @ret_way: the way that gave it
 *
 * Any refusal but a transient one leads to the next way: with SELinux the two
 * belong to different classes, so that one may be allowed and the other not.
 *
 * Return: the socket, or -errno: a transient one, or why the first way failed.
 */
static inline int smcsock_open(unsigned int ways, int domain, int type,
			       unsigned int *ret_way)
{
	long fd, err = 0;

	for (unsigned int way = SMCSOCK_INET; way <= SMCSOCK_SMC; way <<= 1) {
		if (!(ways & way))
			continue;
		fd = way == SMCSOCK_INET ?
			     abi_socket(domain, type, ABI_IPPROTO_SMC) :
			     abi_socket(ABI_AF_SMC, type,
					domain == ABI_AF_INET6);
		if (fd >= 0)
			*ret_way = way;
		if (fd >= 0 || smcsock_is_transient((int)-fd))
			return (int)fd;
		if (!err)
			err = fd;
	}
	return (int)err;
}

/**
 * smcsock_reason() - why smcsock_open() failed and what mends it, in words
 * @err: a positive errno that is not transient
 */
static inline const char *smcsock_reason(int err)
{
	if (err == ABI_EACCES || err == ABI_EPERM)
		return "a security policy refuses SMC sockets; "
		       "allow them in SELinux or in the seccomp filter";
	return "this kernel offers no SMC sockets; "
	       "load the module as root: modprobe smc";
}

#endif
