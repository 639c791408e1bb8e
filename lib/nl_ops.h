/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The seam between the tools and the kernel: bytes out, datagrams in.
 *
 * The tools link nl_sys.c; tests link a fake kernel that defines the same
 * symbol, so all of nl.c and diag.c runs under test.
 */
#ifndef SMC_NL_OPS_H
#define SMC_NL_OPS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * struct smc_nl_ops - what a netlink socket can do
 * @open: make a socket of a netlink protocol, returns a handle or -errno
 * @send: send one message to the kernel, 0 or -errno
 * @recv: get one datagram of the kernel, its length or -errno; -EMSGSIZE
 *	when it is longer than the buffer
 * @netns: get a number that names the socket's network namespace
 * @ifname: get the name of an interface of that namespace; at least IF_NAMESIZE
 * @close: done with the handle
 * @settings: get the folder whose files are the settings net.smc.*
 */
struct smc_nl_ops {
	int (*open)(int protocol);
	int (*send)(int fd, const void *msg, size_t len);
	ssize_t (*recv)(int fd, void *buf, size_t len);
	int (*netns)(int fd, uint64_t *ret);
	int (*ifname)(int fd, uint32_t ifindex, char *ret);
	void (*close)(int fd);
	const char *(*settings)(void);
};

extern const struct smc_nl_ops smc_nl_kernel;

/* The kernel fills dump messages up to 32 KiB when the reader offers them. */
#define SMC_NL_BUF_SIZE	65536

#endif /* SMC_NL_OPS_H */
