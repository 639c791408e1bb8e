// SPDX-License-Identifier: GPL-2.0-or-later
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder, and the one it is in. */
struct state_place {
	char parent[PATH_MAX];
	char path[PATH_MAX];
};

static int place_find(struct state_place *place, struct smc_err *err)
{
	const char *xdg = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	int n;

	/* Only absolute paths count, says the XDG rule. */
	if (xdg && xdg[0] == '/')
		n = snprintf(place->parent, sizeof(place->parent), "%s", xdg);
	else if (!geteuid())
		n = snprintf(place->parent, sizeof(place->parent),
			     "/var/lib");
	else if (home && home[0] == '/')
		n = snprintf(place->parent, sizeof(place->parent),
			     "%s/.local/state", home);
	else
		return smc_err_set(err, -ENOENT,
				   "no place for state: set XDG_STATE_HOME");
	if (n >= (int)sizeof(place->parent) ||
	    snprintf(place->path, sizeof(place->path), "%s/smc",
		     place->parent) >= (int)sizeof(place->path))
		return smc_err_set(err, -ENAMETOOLONG,
				   "path of the state folder is too long");
	return 0;
}

/* Make the folders on the way; those that exist stay as they are. */
static void parents_make(const char *path)
{
	char part[PATH_MAX];
	char *p;

	snprintf(part, sizeof(part), "%s", path);
	for (p = strchr(part + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = '\0';
		(void)mkdir(part, 0700); /* opening the folder will tell */
		*p = '/';
	}
	(void)mkdir(part, 0700); /* likewise */
}

/* Open the folder, and refuse one that others can write into. */
static int place_open(const struct state_place *place, struct smc_err *err)
{
	struct stat st;
	int fd, rc;

	fd = open(place->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) {
		rc = -errno;
		return smc_err_set(err, rc, "%s: %s", place->path,
				   strerror(-rc));
	}
	if (fstat(fd, &st) || st.st_uid != geteuid() || st.st_mode & 022) {
		close(fd);
		return smc_err_set(err, -EPERM,
				   "%s: must be yours and writable by nobody else",
				   place->path);
	}
	return fd;
}

static ssize_t file_read(int fd, char *buf, size_t size)
{
	size_t got = 0;
	struct stat st;
	ssize_t n;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	while (got < size) {
		n = read(fd, buf + got, size - got);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (!n)
			return (ssize_t)got;
		if (n > 0)
			got += (size_t)n;
	}
	return -EFBIG;
}

/**
 * smc_state_read() - read a state file
 * @name: its name, without folder
 * @buf: gets its bytes
 * @size: room; a file that fills it is too long
 * @err: says what went wrong
 *
 * Return: number of bytes, -ENOENT when there is no such file, -EINVAL when
 * it is no regular file, -EFBIG when it is too long, or another -errno.
 */
ssize_t smc_state_read(const char *name, char *buf, size_t size,
		       struct smc_err *err)
{
	struct state_place place;
	int dir, fd;
	ssize_t rc;

	rc = place_find(&place, err);
	if (rc)
		return rc;
	dir = place_open(&place, err);
	if (dir < 0)
		return dir;
	fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	rc = fd < 0 ? -errno : file_read(fd, buf, size);
	if (rc < 0)
		smc_err_set(err, (int)rc, "%s/%s: %s", place.path, name,
			    strerror((int)-rc));
	if (fd >= 0)
		close(fd);
	close(dir);
	/* A link where a file should be is a file that is no good. */
	return rc == -ELOOP ? -EINVAL : rc;
}

static int file_write(int fd, const char *text, size_t len)
{
	ssize_t n;

	while (len) {
		n = write(fd, text, len);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		}
	}
	return fsync(fd) ? -errno : 0;
}

/**
 * smc_state_write() - replace a state file
 * @name: its name, without folder
 * @text: the new content
 * @len: bytes of it
 * @err: says what went wrong
 *
 * There is the old file or the new one at any time, also after a crash.
 *
 * Return: 0 or -errno.
 */
int smc_state_write(const char *name, const char *text, size_t len,
		    struct smc_err *err)
{
	struct state_place place;
	char temp[NAME_MAX + 1];
	int dir, fd, rc;

	rc = place_find(&place, err);
	if (rc)
		return rc;
	parents_make(place.path);
	dir = place_open(&place, err);
	if (dir < 0)
		return dir;
	snprintf(temp, sizeof(temp), ".%s.%ld", name, (long)getpid());
	/* Nobody else can write here, so what is in the way is a leftover. */
	(void)unlinkat(dir, temp, 0);
	fd = openat(dir, temp,
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0) {
		rc = -errno;
		goto out;
	}
	rc = file_write(fd, text, len);
	if (close(fd) && !rc)
		rc = -errno;
	if (!rc && renameat(dir, temp, dir, name))
		rc = -errno;
	if (!rc && fsync(dir))
		rc = -errno;
	if (rc)
		(void)unlinkat(dir, temp, 0); /* what failed first counts */
out:
	if (rc)
		smc_err_set(err, rc, "%s/%s: %s", place.path, name,
			    strerror(-rc));
	close(dir);
	return rc;
}
