/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the socket tests share: kinds of sockets, checks, conditions. */
#ifndef TESTS_NET_COMMON_H
#define TESTS_NET_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/types.h>

#ifndef IPPROTO_SMC
#define IPPROTO_SMC 256
#endif
#ifndef SOL_SMC
#define SOL_SMC 286
#endif

/**
 * struct kind - one way to make a stream socket
 * @name: word on the command line
 * @domain, @proto: first and third argument of socket()
 * @family: family of its addresses
 */
struct kind {
	const char *name;
	int domain;
	int proto;
	int family;
};

/* nobody listens there; one of the ports that connect() picks could meet itself */
#define PORT_DEAD 9

/* tcp4 tcp6, then the four SMC kinds: smc4 smc6 inet4 inet6 */
extern const struct kind kinds[];
#define KINDS_TCP 2
#define KINDS_SMC 4
static inline const struct kind *kind_smc(unsigned int i)
{
	return &kinds[KINDS_TCP + i % KINDS_SMC];
}

/**
 * kind_find() - look a kind up
 * @name: its word
 *
 * Return: the kind; a wrong word ends the program.
 */
const struct kind *kind_find(const char *name);

/**
 * kind_socket() - make a socket
 * @k: kind
 * @flags: SOCK_NONBLOCK, SOCK_CLOEXEC or 0
 *
 * Return: descriptor; a failure ends the program.
 */
int kind_socket(const struct kind *k, int flags);

/**
 * kind_loopback() - address of a port on loopback
 * @k: kind
 * @port: in host order
 * @ret_ss: address
 *
 * Return: its length.
 */
socklen_t kind_loopback(const struct kind *k, uint16_t port,
			struct sockaddr_storage *ret_ss);

/**
 * kind_listen() - listen on a free port of loopback
 * @k: kind
 * @backlog: for listen()
 * @ret_port: port, in host order
 *
 * Return: descriptor; a failure ends the program.
 */
int kind_listen(const struct kind *k, int backlog, uint16_t *ret_port);

/**
 * kind_connect() - connect a blocking socket to a port of loopback
 * @k: kind
 * @port: in host order
 *
 * Return: descriptor or -errno.
 */
int kind_connect(const struct kind *k, uint16_t port);

/**
 * kind_pair() - make a connected pair of blocking sockets
 * @k: kind of both
 * @ret_fds: client and accepted socket; a failure ends the program
 */
void kind_pair(const struct kind *k, int ret_fds[2]);

/* port of the own or the peer's address, 0 when there is none */
uint16_t port_local(int fd);
uint16_t port_peer(int fd);

/* all or nothing: return 0, -errno, or -EPIPE for an early end */
int send_all(int fd, const void *buf, size_t len);
int recv_all(int fd, void *buf, size_t len);

/* set or clear O_NONBLOCK */
void fd_nonblock(int fd, bool on);

/* limit of one blocking receive */
void fd_rcvtimeo(int fd, unsigned int ms);

uint64_t now_ms(void);

/**
 * wait_until() - wait for a condition
 * @cond: called every few milliseconds
 * @arg: passed on
 * @ms: limit
 *
 * Return: whether it became true.
 */
bool wait_until(bool (*cond)(void *arg), void *arg, unsigned int ms);

/**
 * scaled() - a large count on a slow kernel
 * @n: count for a normal kernel
 *
 * Return: @n divided by SMC_TEST_SCALE, at least 1.
 */
uint64_t scaled(uint64_t n);

/* xorshift64*: a sequence that only its seed decides */
uint64_t rng_next(uint64_t *state);

/* report one check in TAP and count it; returns @good */
bool check(bool good, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* exit status of the program: 0 when no check failed and there was one */
int check_result(void);

/* end the program with a failed check (and errno in words when not 0) */
void die(const char *fmt, ...)
	__attribute__((format(printf, 1, 2), noreturn));

/* set a debug knob of the module, a file below debugfs */
void debug_knob(const char *name, unsigned int value);

/* run a program that must succeed, as system(3) does */
void run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* write to a file that exists, after emptying it; a failure ends the program */
void file_write(const char *path, const char *text);

/* a number option within bounds; a wrong one ends the program */
uint64_t opt_number(const char *text, uint64_t min, uint64_t max);

#endif
