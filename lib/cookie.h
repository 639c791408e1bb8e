/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Network namespaces by the numbers that the kernel has for them. */
#ifndef SMC_COOKIE_H
#define SMC_COOKIE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "netns.h"

struct smc_nl;

/**
 * struct smc_cookies - names of namespaces, asked for when they are needed
 * @here: what the user calls the namespace asked; NULL: find out
 * @own: the namespace asked
 * @all: all that there is a way to
 * @asked_own: @own is known
 * @asked_all: @all is known
 */
struct smc_cookies {
	const char *here;
	struct smc_netns own;
	struct smc_netnses all;
	bool asked_own;
	bool asked_all;
};

void smc_cookie_name(struct smc_cookies *cookies, const struct smc_nl *nl,
		     uint64_t cookie, char *ret, size_t size);
void smc_cookies_free(struct smc_cookies *cookies);

#endif /* SMC_COOKIE_H */
