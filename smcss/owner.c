// SPDX-License-Identifier: GPL-2.0-or-later
#include "owner.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "codec.h"

#define SOCKET_LINK	"socket:["

/* Digits and nothing else, what the names of processes and descriptors are. */
static int number_of(const char *name, unsigned long *ret)
{
	char *end;

	if (*name < '0' || *name > '9')
		return -EINVAL;
	*ret = strtoul(name, &end, 10);
	return *end ? -EINVAL : 0;
}

/* Room for one item more, twice as much when it is used up. */
static void *grow(void *items, size_t n, size_t size)
{
	if (n & (n - 1))	/* only powers of two are full */
		return items;
	return reallocarray(items, n ? 2 * n : 1, size);
}

static int process_add(struct smcss_owners *o, unsigned long pid)
{
	struct smcss_process *p;
	char path[64], comm[SMCSS_COMM + 1] = "";
	ssize_t len;
	int fd;

	p = grow(o->processes, o->n_processes, sizeof(*p));
	if (!p)
		return -ENOMEM;
	o->processes = p;
	p += o->n_processes++;
	snprintf(path, sizeof(path), "/proc/%lu/comm", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	len = fd < 0 ? 0 : read(fd, comm, sizeof(comm));
	if (fd >= 0)
		close(fd);
	if (len > 0 && comm[len - 1] == '\n')
		len--;
	p->pid = (uint32_t)pid;
	smc_text_copy(p->comm, sizeof(p->comm), comm,
		      len > 0 ? (size_t)len : 0);
	return 0;
}

static int hold_add(struct smcss_owners *o, uint64_t inode, int fd)
{
	struct smcss_hold *holds = grow(o->holds, o->n_holds, sizeof(*holds));

	if (!holds)
		return -ENOMEM;
	o->holds = holds;
	holds[o->n_holds++] = (struct smcss_hold){
		.inode = inode, .fd = fd,
		.process = (uint32_t)o->n_processes - 1,
	};
	return 0;
}

/* The inode of the socket that a descriptor is, or 0. */
static uint64_t inode_of(int dir, const char *name)
{
	const size_t skip = sizeof(SOCKET_LINK) - 1;
	char link[64];
	ssize_t len;

	len = readlinkat(dir, name, link, sizeof(link) - 1);
	if (len < (ssize_t)skip || strncmp(link, SOCKET_LINK, skip))
		return 0;
	link[len] = '\0';
	return strtoull(link + skip, NULL, 10);
}

/* Processes end meanwhile, and those of others are closed to users. */
static int process_read(struct smcss_owners *o, unsigned long pid)
{
	bool named = false;
	struct dirent *de;
	unsigned long fd;
	uint64_t inode;
	char path[64];
	int rc = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%lu/fd", pid);
	dir = opendir(path);
	if (!dir)
		return 0;
	while (!rc && (de = readdir(dir))) {
		if (number_of(de->d_name, &fd))
			continue;
		inode = inode_of(dirfd(dir), de->d_name);
		if (!inode)
			continue;
		if (!named)
			rc = process_add(o, pid);
		named = true;
		if (!rc)
			rc = hold_add(o, inode, (int)fd);
	}
	closedir(dir);
	return rc;
}

static int hold_compare(const void *a, const void *b)
{
	const struct smcss_hold *x = a, *y = b;

	if (x->inode != y->inode)
		return x->inode < y->inode ? -1 : 1;
	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	return x->fd < y->fd ? -1 : x->fd > y->fd;
}

/**
 * smcss_owners_read() - look through all processes that can be looked into
 * @ret: zeroed; gets what they hold
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smcss_owners_read(struct smcss_owners *ret, struct smc_err *err)
{
	DIR *proc = opendir("/proc");
	struct dirent *de;
	unsigned long pid;
	int rc = 0;

	if (!proc)
		return smc_err_set(err, -errno, "/proc: %s", strerror(errno));
	while (!rc && (de = readdir(proc)))
		if (!number_of(de->d_name, &pid))
			rc = process_read(ret, pid);
	closedir(proc);
	if (rc)
		return smc_err_set(err, rc, "out of memory");
	if (ret->n_holds)
		qsort(ret->holds, ret->n_holds, sizeof(*ret->holds),
		      hold_compare);
	return 0;
}

/**
 * smcss_owners_find() - find who holds a socket
 * @owners: all holds there are
 * @inode: the socket's
 * @ret_n: gets their number
 *
 * Return: the first of them.
 */
const struct smcss_hold *smcss_owners_find(const struct smcss_owners *owners,
					   uint64_t inode, size_t *ret_n)
{
	size_t low = 0, high = owners->n_holds, mid, n = 0;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (owners->holds[mid].inode < inode)
			low = mid + 1;
		else
			high = mid;
	}
	/* A socket that belongs to nobody any more has inode 0. */
	while (inode && low + n < owners->n_holds &&
	       owners->holds[low + n].inode == inode)
		n++;
	*ret_n = n;
	return owners->holds + low;
}

/**
 * smcss_owners_free() - forget them
 * @owners: all holds, empty afterwards
 */
void smcss_owners_free(struct smcss_owners *owners)
{
	free(owners->processes);
	free(owners->holds);
	*owners = (struct smcss_owners){ 0 };
}
