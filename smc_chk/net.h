/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses, SMC sockets and time. */
#ifndef SMC_CHK_NET_H
#define SMC_CHK_NET_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "smc_err.h"

/* Address and port in one text: "[address%scope]:port". */
#define CHK_ADDRESS	80

/**
 * struct chk_addr - address and port
 * @len: bytes of it
 * @sa: any family
 * @in: IPv4
 * @in6: IPv6
 * @room: for all of them
 */
struct chk_addr {
	socklen_t len;
	union {
		struct sockaddr sa;
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
		struct sockaddr_storage room;
	};
};

int chk_resolve(const char *host, const char *port, int family,
		struct chk_addr *ret, struct smc_err *err);
const char *chk_addr_text(const struct chk_addr *addr,
			  char buf[CHK_ADDRESS]);
int chk_smc_socket(int family, int flags, struct smc_err *err);
int chk_connect(int fd, const struct chk_addr *addr, int ms);
uint64_t chk_now_us(void);

#endif /* SMC_CHK_NET_H */
