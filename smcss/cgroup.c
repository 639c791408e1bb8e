// SPDX-License-Identifier: GPL-2.0-or-later
#include "cgroup.h"

#include <errno.h>
#include <fts.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "codec.h"

struct smcss_cgroup {
	uint64_t id;
	char *path;
};

/* Where version 2 is: alone, or beside version 1. */
static const char *const mounts[] = {
	"/sys/fs/cgroup", "/sys/fs/cgroup/unified",
};

static const char *mount_find(void)
{
	struct statfs fs;
	size_t i;

	for (i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++)
		if (!statfs(mounts[i], &fs) && fs.f_type == CGROUP2_SUPER_MAGIC)
			return mounts[i];
	return NULL;
}

static int cgroup_add(struct smcss_cgroups *c, uint64_t id, const char *path)
{
	struct smcss_cgroup *more;

	more = reallocarray(c->items, c->n + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	c->items = more;
	more[c->n].id = id;
	more[c->n].path = strdup(*path ? path : "/");
	if (!more[c->n].path)
		return -ENOMEM;
	c->n++;
	return 0;
}

static int cgroup_compare(const void *a, const void *b)
{
	const struct smcss_cgroup *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/**
 * smcss_cgroups_read() - read the names of all cgroups of version 2
 * @ret: zeroed; gets them, none where version 2 is not mounted
 * @err: says why not
 *
 * The id of a cgroup is the number of its directory's inode.
 *
 * Return: 0 or -ENOMEM.
 */
int smcss_cgroups_read(struct smcss_cgroups *ret, struct smc_err *err)
{
	const char *mount = mount_find();
	char *roots[] = { (char *)mount, NULL };
	FTSENT *ent;
	int rc = 0;
	FTS *fts;

	if (!mount)
		return 0;
	fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	if (!fts)
		return smc_err_set(err, -errno, "%s: %s", mount,
				   strerror(errno));
	while (!rc && (ent = fts_read(fts)))
		if (ent->fts_info == FTS_D)
			rc = cgroup_add(ret, ent->fts_statp->st_ino,
					ent->fts_path + strlen(mount));
	fts_close(fts);
	if (rc)
		return smc_err_set(err, rc, "out of memory");
	if (ret->n)
		qsort(ret->items, ret->n, sizeof(*ret->items), cgroup_compare);
	return 0;
}

/**
 * smcss_cgroups_find() - find a cgroup's name
 * @cgroups: all there are
 * @id: its id
 *
 * Return: its path below the mount, or NULL.
 */
const char *smcss_cgroups_find(const struct smcss_cgroups *cgroups,
			       uint64_t id)
{
	struct smcss_cgroup want = { .id = id };
	const struct smcss_cgroup *c;

	if (!cgroups->n)
		return NULL;
	c = bsearch(&want, cgroups->items, cgroups->n, sizeof(want),
		    cgroup_compare);
	return c ? c->path : NULL;
}

/**
 * smcss_cgroup_of() - get the cgroup of version 2 that a process is in
 * @pid: its id
 * @buf: gets the path
 * @size: room
 *
 * Return: 0 or -ENOENT.
 */
int smcss_cgroup_of(uint32_t pid, char *buf, size_t size)
{
	char *line = NULL, path[64];
	int rc = -ENOENT;
	size_t room = 0;
	ssize_t len;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%u/cgroup", pid);
	f = fopen(path, "re");
	if (!f)
		return -ENOENT;
	while (rc && (len = getline(&line, &room, f)) > 3) {
		if (strncmp(line, "0::", 3))
			continue;
		len -= line[len - 1] == '\n';
		smc_text_copy(buf, size, line + 3, (size_t)len - 3);
		rc = 0;
	}
	free(line);
	fclose(f);
	return rc;
}

/**
 * smcss_cgroups_free() - forget them
 * @cgroups: all there are, empty afterwards
 */
void smcss_cgroups_free(struct smcss_cgroups *cgroups)
{
	size_t i;

	for (i = 0; i < cgroups->n; i++)
		free(cgroups->items[i].path);
	free(cgroups->items);
	*cgroups = (struct smcss_cgroups){ 0 };
}
