// SPDX-License-Identifier: GPL-2.0-or-later
#include "cookie.h"

#include <fcntl.h>
#include <inttypes.h>
#include <linux/netlink.h>
#include <stdio.h>

#include "nl.h"
#include "nl_ops.h"

/* The number of the namespace that the tool is in; 0 when it has none. */
static uint64_t cookie_ask(void)
{
	int fd = smc_nl_kernel.open(NETLINK_GENERIC);
	uint64_t cookie = 0;

	if (fd < 0)
		return 0;
	if (smc_nl_kernel.netns(fd, &cookie))
		cookie = 0;
	smc_nl_kernel.close(fd);
	return cookie;
}

static void own_ask(struct smc_cookies *cookies, const struct smc_nl *nl)
{
	struct smc_err ignore = { 0 };

	cookies->asked_own = true;
	if (smc_netns_self(&cookies->own, &ignore) ||
	    smc_nl_netns(nl, &cookies->own.cookie, &ignore))
		cookies->own.cookie = 0;
	if (cookies->here)
		snprintf(cookies->own.name, sizeof(cookies->own.name), "%s",
			 cookies->here);
}

/* Only those who may enter a namespace get to know its number. */
static void all_ask(struct smc_cookies *cookies)
{
	struct smc_err ignore = { 0 };
	size_t i;
	int home;

	cookies->asked_all = true;
	home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	if (home < 0)
		return;
	if (!smc_netns_all(&cookies->all, &ignore)) {
		for (i = 0; i < cookies->all.n; i++)
			if (!smc_netns_enter(&cookies->all.items[i], &ignore))
				cookies->all.items[i].cookie = cookie_ask();
	}
	smc_netns_return(home);
}

/**
 * smc_cookie_name() - get the name of a network namespace
 * @cookies: zeroed at first
 * @nl: a family of the namespace asked
 * @cookie: the kernel's number of the one that is meant
 * @ret: gets its name, or the number when nobody knows that
 * @size: room there
 */
void smc_cookie_name(struct smc_cookies *cookies, const struct smc_nl *nl,
		     uint64_t cookie, char *ret, size_t size)
{
	size_t i;

	if (!cookies->asked_own)
		own_ask(cookies, nl);
	if (cookie == cookies->own.cookie) {
		snprintf(ret, size, "%s", cookies->own.name);
		return;
	}
	if (!cookies->asked_all)
		all_ask(cookies);
	for (i = 0; i < cookies->all.n; i++) {
		if (cookies->all.items[i].cookie == cookie) {
			snprintf(ret, size, "%s", cookies->all.items[i].name);
			return;
		}
	}
	snprintf(ret, size, "%" PRIu64, cookie);
}

/**
 * smc_cookies_free() - forget names of namespaces
 * @cookies: some or none
 */
void smc_cookies_free(struct smc_cookies *cookies)
{
	smc_netnses_free(&cookies->all);
}
