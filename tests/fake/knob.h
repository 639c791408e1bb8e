/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the fake kernel is told by the environment: SMC_FAKE holds words divided
 * by blanks, NAME or NAME=VALUE. Faults name the command they are of: gN is
 * command N of SMC_GEN_NETLINK, xN one of SMC_EXT, pN one of SMC_PNETID, diag is
 * the sockets, inet the TCP sockets below, link the network devices.
 *
 *	no-smc no-diag no-ext	no such family
 *	empty			no entries in any table
 *	old			attributes of Linux 6.1
 *	new			attributes of a kernel to come, numbers widened
 *	stats=primes|talk|zero	which counters
 *	dev=ID			PCI device id of a hardware device
 *	smcr=talk		SMC-R as in transcript 08, and its counters
 *	twins			both link groups there have the same role
 *	two-links		the SMC-R socket's link group has two
 *	traffic			bytes flow: from dump to dump 100,000 each way
 *	inode=N			inode of the first socket
 *	no-tcp			no TCP socket below any
 *	cgroup=N		cgroup of the TCP sockets
 *	pnet=ID:NAME,...	entries of the PNET table, NAME/PORT: of a device
 *	added=ID:NAME,...	the same, once the tool added something
 *	nics			RDMA devices with PNET IDs and without
 *	rdma=STATE		the first of them, its port in this state
 *	no-rdma			no RDMA device, unless by rdma=
 *	socks=N			N connections instead of the few
 *	netns=N family=N	cookie of the namespace, id of the family
 *	verbs=SET		RDMA devices: none at all, or those of an x86 machine
 *	err=CMD:ERRNO[:TEXT]	refuse, TEXT with _ for blanks
 *	done=CMD:ERRNO[:TEXT]	fail at the end of the dump
 *	intr=CMD:N		the first N dumps are torn
 *	drop=CMD:ATTR		leave an attribute of each entry out
 *	cut=CMD			the last attribute overruns the message
 *	bad=CMD			an attribute has a size that it cannot have
 *	lost=CMD		receiving fails with ENOBUFS
 *	send=ERRNO open=ERRNO	sending, or making a socket, fails
 */
#ifndef FAKE_KNOB_H
#define FAKE_KNOB_H

#include <stdbool.h>
#include <stddef.h>

bool knob_is(const char *name);
bool knob_value(const char *name, char *ret, size_t size);
long knob_number(const char *name, long otherwise);
bool knob_of(const char *name, const char *cmd, char *ret, size_t size);

#endif /* FAKE_KNOB_H */
