// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * libsmcrun.c - preload library: TCP sockets of unchanged programs become SMC.
 *
 * It interposes socket() and nothing else. A call that asks for a TCP socket
 * gets an SMC socket if the kernel has one to give; every other call, and
 * every call once the kernel has said no, goes on to the next socket() in the
 * program's library list (another wrapper or libc). No program fails that
 * would not fail without this library.
 *
 * Freestanding: no needed library, no versioned symbol, no lock, no
 * allocation, so that one object serves glibc and musl, works before
 * constructors have run, and between fork and exec.
 */
#include <stdatomic.h>

#include "smcsock.h"

#define EXPORT __attribute__((visibility("default")))
#define WEAK __attribute__((weak))

#define RTLD_NEXT ((void *)-1L)

typedef int socket_fn(int domain, int type, int protocol);

/* All that is asked of libc. Weak: nobody shall fail for want of one. */
extern int *__errno_location(void) WEAK;
extern void *dlsym(void *handle, const char *name) WEAK;
extern char **environ WEAK;

EXPORT int socket(int domain, int type, int protocol);

/* The verdict on a family's SMC sockets: a way, or one of these. */
enum {
	VERDICT_UNKNOWN = 0,
	VERDICT_NONE = 4,
};

/*
 * Threads may meet in here at their first socket. Each of them computes the
 * same values from the same environment and kernel, so it does not matter who
 * stores last, and relaxed stores that are published by @ready are enough.
 */
static struct {
	_Atomic(socket_fn *) next;
	atomic_uint ways;
	atomic_int sndbuf, rcvbuf;
	atomic_bool debug;
	atomic_bool warned;
	atomic_bool ready;
	/*
	 * For AF_INET and AF_INET6, as IPv6 may be off. It lasts for the
	 * process: a socket() that finds no module has the kernel start
	 * modprobe, which nobody wants for each connection.
	 */
	atomic_uint verdict[2];
} run;

#define get(field) atomic_load_explicit(&run.field, memory_order_relaxed)
#define set(field, val) \
	atomic_store_explicit(&run.field, val, memory_order_relaxed)

static const char *env_get(const char *name)
{
	if (!&environ || !environ)
		return NULL;
	for (char **e = environ; *e; e++) {
		const char *p = *e, *q = name;

		while (*q && *p == *q)
			p++, q++;
		if (!*q && *p == '=')
			return p + 1;
	}
	return NULL;
}

/* A size that cannot be read is no reason to fail: the kernel's default. */
static int env_size(const char *name)
{
	const char *text = env_get(name);

	return text ? smcsock_size(text) : -1;
}

__attribute__((constructor)) static void run_init(void)
{
	const char *debug = env_get(SMCSOCK_ENV_DEBUG);
	const char *family = env_get(SMCSOCK_ENV_FAMILY);
	const char *warned = env_get(SMCSOCK_ENV_WARNED);
	unsigned int ways = family ? smcsock_family(family) : 0;

	if (dlsym)
		set(next, (socket_fn *)dlsym(RTLD_NEXT, "socket"));
	set(ways, ways ? ways : SMCSOCK_AUTO);
	set(sndbuf, env_size(SMCSOCK_ENV_SNDBUF));
	set(rcvbuf, env_size(SMCSOCK_ENV_RCVBUF));
	set(debug, debug && *debug && *debug != '0');
	if (warned && *warned)
		set(warned, true);
	atomic_store_explicit(&run.ready, true, memory_order_release);
}

/* One line for stderr, built without stdio and written at once. */
struct line {
	size_t len;
	char text[256];
};

static void line_str(struct line *line, const char *s)
{
	while (*s && line->len < sizeof(line->text) - 1)
		line->text[line->len++] = *s++;
}

static void line_int(struct line *line, long val)
{
	unsigned long rest = val < 0 ? -(unsigned long)val : (unsigned long)val;
	char digits[24];
	char *p = digits + sizeof(digits) - 1;

	*p = '\0';
	do {
		*--p = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (val < 0)
		*--p = '-';
	line_str(line, p);
}

static void line_begin(struct line *line)
{
	line->len = 0;
	line_str(line, "libsmcrun[");
	line_int(line, abi_getpid());
	line_str(line, "]: ");
}

static void line_end(struct line *line)
{
	line->text[line->len++] = '\n';
	abi_warn(line->text, line->len);
}

/* How a call ended: @result is a socket or -errno. */
static void debug_call(int domain, int type, int protocol, unsigned int way,
		       int result)
{
	struct line line;

	if (!get(debug))
		return;
	line_begin(&line);
	line_str(&line, "socket(");
	line_int(&line, domain);
	line_str(&line, ", ");
	line_int(&line, type);
	line_str(&line, ", ");
	line_int(&line, protocol);
	if (result < 0) {
		line_str(&line, ") stays TCP, errno ");
		line_int(&line, -result);
	} else {
		line_str(&line, way == SMCSOCK_INET ? ") -> IPPROTO_SMC, fd " :
						      ") -> AF_SMC, fd ");
		line_int(&line, result);
	}
	line_end(&line);
}

static void warn_once(int err)
{
	struct line line;

	if (atomic_exchange_explicit(&run.warned, true, memory_order_relaxed))
		return;
	line_begin(&line);
	line_str(&line, "plain TCP instead of SMC: ");
	line_str(&line, smcsock_reason(err));
	line_end(&line);
}

static int socket_plain(int domain, int type, int protocol)
{
	socket_fn *next = get(next);
	long fd;

	if (next)
		return next(domain, type, protocol);
	fd = abi_socket(domain, type, protocol);
	if (fd >= 0)
		return (int)fd;
	if (__errno_location)
		*__errno_location() = (int)-fd;
	return -1;
}

static void socket_set_size(int fd, int opt, int size)
{
	struct line line;
	long err;

	if (size < 0)
		return;
	err = abi_setsockopt_int(fd, opt, size);
	if (!get(debug))
		return;
	line_begin(&line);
	line_str(&line, opt == ABI_SO_SNDBUF ? "SO_SNDBUF " : "SO_RCVBUF ");
	line_int(&line, size);
	if (err < 0) {
		line_str(&line, " refused, errno ");
		line_int(&line, -err);
	}
	line_end(&line);
}

static bool socket_is_tcp(int domain, int type, int protocol)
{
	return (domain == ABI_AF_INET || domain == ABI_AF_INET6) &&
	       (type & ABI_SOCK_TYPE_MASK) == ABI_SOCK_STREAM &&
	       (protocol == 0 || protocol == ABI_IPPROTO_TCP);
}

/**
 * socket() - stands in front of libc's
 * @domain: as in socket(2)
 * @type: as in socket(2)
 * @protocol: as in socket(2)
 *
 * Return: a socket, or -1 with errno as the socket() behind it left it.
 */
int socket(int domain, int type, int protocol)
{
	unsigned int known, way = 0;
	int fd, smc;

	if (!atomic_load_explicit(&run.ready, memory_order_acquire))
		run_init();
	if (!socket_is_tcp(domain, type, protocol))
		return socket_plain(domain, type, protocol);

	known = get(verdict[domain == ABI_AF_INET6]);
	if (known == VERDICT_NONE)
		return socket_plain(domain, type, protocol);
	smc = smcsock_open(known ? known : get(ways), domain, type, &way);
	debug_call(domain, type, protocol, way, smc);
	if (smc >= 0) {
		if (known == VERDICT_UNKNOWN)
			set(verdict[domain == ABI_AF_INET6], way);
		socket_set_size(smc, ABI_SO_SNDBUF, get(sndbuf));
		socket_set_size(smc, ABI_SO_RCVBUF, get(rcvbuf));
		return smc;
	}

	fd = socket_plain(domain, type, protocol);
	if (smcsock_is_transient(-smc))
		return fd;
	set(verdict[domain == ABI_AF_INET6], VERDICT_NONE);
	/* Without TCP either (IPv6 off), SMC is not what is missing. */
	if (fd >= 0)
		warn_once(-smc);
	return fd;
}
