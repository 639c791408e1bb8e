/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of the table of visible behaviour: "NAME = WHAT WAS SEEN". */
#ifndef TESTS_NET_ROW_H
#define TESTS_NET_ROW_H

#include <sys/types.h>

#include "common.h"

/* for what must come: a busy host is slow */
#define ROW_WAIT_MS 10000

/* kinds of the two ends; their IPv6 siblings are made from these */
struct ends_kinds {
	const struct kind *client, *client6;
	const struct kind *server, *server6;
};

/* kinds from the command line: CLIENT-KIND [SERVER-KIND], both IPv4 */
void row_args(int argc, char **argv, struct ends_kinds *ret);

/* print one row */
void row(const char *name, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * res() - a call's result in a word
 * @n: what it returned
 *
 * Return: the number, or the error's name; good for the next seven calls.
 */
const char *res(ssize_t n);

/* the same but "ok" for every number that is no error */
const char *okay(ssize_t n);

/* a connected pair; the listener is gone */
void row_pair(const struct ends_kinds *k, int ret_fds[2]);

/* wait up to ROW_WAIT_MS and say which of @events came */
short row_poll(int fd, short events);

/* poll events in words */
const char *row_events(unsigned int events);

#endif
