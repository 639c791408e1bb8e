// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Options of many sockets are set from a page that does not come (userfaultfd),
 * while a handshake is due on each: what one user holds up is his alone.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common.h"
#include "race.h"
#include "smcnl.h"

#define PAGE 4096
#define SOCKETS 280		/* more than a work queue runs at a time (256) */
#define DELAY_MS 3000		/* less than a server waits for CONFIRM */
#define SOON_MS 1000
#define HANG_MS 20000

static int uffd;
static char *page;
static pthread_t threads[SOCKETS];

/* time that a slow kernel may take for what takes @ms as a rule */
static unsigned int slow_ms(unsigned int ms)
{
	return ms * (1000 / scaled(1000));
}

/* a page that stays away until page_give() */
static void page_make(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	uffd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
	if (uffd < 0 || ioctl(uffd, UFFDIO_API, &api))
		die("userfaultfd");
	page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		die("mmap");
	reg.range.start = (uintptr_t)page;
	reg.range.len = PAGE;
	if (ioctl(uffd, UFFDIO_REGISTER, &reg))
		die("UFFDIO_REGISTER");
}

static void page_give(void)
{
	struct uffdio_zeropage zero = {
		.range = { .start = (uintptr_t)page, .len = PAGE }
	};

	if (ioctl(uffd, UFFDIO_ZEROPAGE, &zero))
		die("UFFDIO_ZEROPAGE");
}

static void *option_set(void *arg)
{
	(void)setsockopt((int)(intptr_t)arg, SOL_IP, IP_OPTIONS, page, 40);
	return NULL;
}

/* a thread for each of @n sockets waits for the page in setsockopt() */
static void options_stall(const int *fds, unsigned int n)
{
	struct pollfd pfd = { .fd = uffd, .events = POLLIN };
	struct uffd_msg msg;

	if (madvise(page, PAGE, MADV_DONTNEED))
		die("madvise");
	for (unsigned int i = 0; i < n; i++)
		race_start(&threads[i], option_set, (void *)(intptr_t)fds[i]);
	for (unsigned int i = 0; i < n; i++)
		if (poll(&pfd, 1, HANG_MS) != 1 ||
		    read(uffd, &msg, sizeof(msg)) != sizeof(msg))
			die("%u of %u threads wait for the page", i, n);
}

static void options_end(unsigned int n)
{
	page_give();
	for (unsigned int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

static int connect_start(const struct kind *k, uint16_t port)
{
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(k, port, &ss);
	int fd = kind_socket(k, SOCK_NONBLOCK);

	if (connect(fd, (struct sockaddr *)&ss, len) && errno != EINPROGRESS)
		die("connect %s", k->name);
	return fd;
}

/* small DMBs for many sockets */
static void memory_small(int fd)
{
	int size = 8192;

	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size)))
		die("SO_RCVBUF");
}

/* somebody else connects and is accepted at once */
static void other_check(const char *who)
{
	const struct kind *k = kind_find("inet4");
	unsigned int limit = slow_ms(SOON_MS);
	struct pollfd pfds[2] = { { .events = POLLIN }, { .events = POLLOUT } };
	uint16_t port;
	uint64_t begin = now_ms(), took;
	int ready;

	pfds[0].fd = kind_listen(k, 1, &port);
	pfds[1].fd = connect_start(k, port);
	ready = poll(&pfds[0], 1, limit) == 1 && poll(&pfds[1], 1, limit) == 1;
	took = now_ms() - begin;
	check(ready && took < limit && pfds[1].revents == POLLOUT &&
	      diag_mode_fd(pfds[1].fd) == SMC_DIAG_MODE_SMCD,
	      "%s: another connects: %s after %llu ms", who,
	      ready ? "accepted" : "not accepted", (unsigned long long)took);
	close(pfds[0].fd);
	close(pfds[1].fd);
}

/* each listener has a TCP client to fetch */
static void listeners_race(void)
{
	int fds[SOCKETS], clients[SOCKETS];
	uint16_t ports[SOCKETS];

	for (int i = 0; i < SOCKETS; i++)
		fds[i] = kind_listen(kind_smc(i % 2 * 2), 4, &ports[i]);
	options_stall(fds, SOCKETS);
	for (int i = 0; i < SOCKETS; i++) {
		struct pollfd pfd = { .events = POLLOUT };

		pfd.fd = clients[i] = connect_start(&kinds[0], ports[i]);
		if (poll(&pfd, 1, HANG_MS) != 1)
			die("no TCP connection");
	}
	other_check("listeners");
	options_end(SOCKETS);
	for (int i = 0; i < SOCKETS; i++) {
		close(clients[i]);
		close(fds[i]);
	}
	race_idle("listeners");
}

/* both ends have their DMB: @arg clients have to send CONFIRM yet */
static bool clients_held(void *arg)
{
	const unsigned int *n = arg;
	struct smc_gauges g;

	gauges_get(&g);
	return g.dmbs == 2 * *n && g.hs_pending == *n;
}

/* no server waits, and none has given up */
static bool clients_done(void *arg)
{
	const struct smc_gauges *before = arg;
	struct smc_gauges g;

	gauges_get(&g);
	return !g.hs_pending && g.timeout == before->timeout;
}

/* each client has a message to send; all stand still before the first has to */
static void clients_race(void)
{
	unsigned int n = scaled(SOCKETS);
	const struct kind *k = kind_find("smc4");
	struct smc_gauges before;
	int fds[SOCKETS], lfd;
	uint16_t port;

	gauges_get(&before);
	lfd = kind_listen(k, n, &port);
	memory_small(lfd);
	debug_knob("confirm_delay_ms", DELAY_MS);
	for (unsigned int i = 0; i < n; i++) {
		fds[i] = connect_start(k, port);
		memory_small(fds[i]);
	}
	if (!wait_until(clients_held, &n, HANG_MS))
		die("handshakes are not held");
	options_stall(fds, n);
	check(clients_held(&n), "%u handshakes are under way", n);
	debug_knob("confirm_delay_ms", 0);
	check(wait_until(clients_done, &before, DELAY_MS + slow_ms(SOON_MS)),
	      "clients: their own handshakes end");
	other_check("clients");
	options_end(n);
	for (unsigned int i = 0; i < n; i++)
		close(fds[i]);
	close(lfd);
	race_idle("clients");
}

static const struct race races[] = {
	{ "listeners", listeners_race },
	{ "clients", clients_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	page_make();
	return race_main(races, argc, argv);
}
