// SPDX-License-Identifier: GPL-2.0-or-later
#include "netns.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_pid(const char *text)
{
	size_t len = strlen(text);

	return len && len < 12 && strspn(text, "0123456789") == len;
}

/* Name a namespace, if its file is there: 0 or -errno. */
static int netns_set(struct smc_netns *ns, const char *name, const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	ns->ino = st.st_ino;
	ns->cookie = 0;
	snprintf(ns->name, sizeof(ns->name), "%s", name);
	if (path != ns->path)
		snprintf(ns->path, sizeof(ns->path), "%s", path);
	return 0;
}

/* A file of @dir; the names of files there are too short to be cut. */
static int netns_of_file(struct smc_netns *ns, const char *dir,
			 const char *name, const char *sub)
{
	int len = snprintf(ns->path, sizeof(ns->path), "%s/%s%s", dir, name,
			   sub);

	if (len >= (int)sizeof(ns->path))
		return -ENAMETOOLONG;
	return netns_set(ns, name, ns->path);
}

/**
 * smc_netns_find() - find the namespace that a user means
 * @text: name of `ip netns`, id of a process that is in it, path, or "self"
 * @ret: gets it
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smc_netns_find(const char *text, struct smc_netns *ret,
		   struct smc_err *err)
{
	int rc;

	if (!strcmp(text, SMC_NETNS_SELF)) {
		rc = netns_set(ret, text, "/proc/self/ns/net");
	} else if (strchr(text, '/')) {
		rc = strlen(text) < sizeof(ret->path) ?
		     netns_set(ret, text, text) : -ENAMETOOLONG;
	} else {
		rc = netns_of_file(ret, SMC_NETNS_DIR, text, "");
		if (rc && is_pid(text))
			rc = netns_of_file(ret, "/proc", text, "/ns/net");
	}
	if (!rc)
		return 0;
	if (rc == -EACCES || rc == -EPERM)
		return smc_err_set(err, rc, "network namespace '%s': %s", text,
				   strerror(-rc));
	rc = smc_err_usage(err, "no network namespace '%s'", text);
	smc_err_hint(err, "a name of 'ip netns', a process id, or 'all'");
	return rc;
}

static int list_add(struct smc_netnses *list, const struct smc_netns *ns)
{
	struct smc_netns *items;
	size_t i;

	for (i = 0; i < list->n; i++)
		if (list->items[i].ino == ns->ino)
			return 0;
	if (!(list->n & (list->n - 1))) {
		items = realloc(list->items, (list->n ? 2 * list->n : 1) *
				sizeof(*items));
		if (!items)
			return -ENOMEM;
		list->items = items;
	}
	list->items[list->n++] = *ns;
	return 0;
}

static int is_name(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static int is_process(const struct dirent *e)
{
	return is_pid(e->d_name);
}

/* All that the files of a folder name; those that are gone meanwhile are. */
static int dir_add(struct smc_netnses *list, const char *dir, const char *sub,
		   int (*filter)(const struct dirent *e))
{
	struct dirent **names;
	struct smc_netns ns;
	int i, n, rc = 0;

	n = scandir(dir, &names, filter, versionsort);
	if (n < 0)
		return errno == ENOMEM ? -ENOMEM : 0;
	for (i = 0; i < n; i++) {
		if (!rc && !netns_of_file(&ns, dir, names[i]->d_name, sub))
			rc = list_add(list, &ns);
		free(names[i]);
	}
	free(names);
	return rc;
}

/**
 * smc_netns_self() - find the namespace that the tool is in
 * @ret: gets it, by the name that `ip netns` has for it, if any
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smc_netns_self(struct smc_netns *ret, struct smc_err *err)
{
	struct smc_netnses named = { 0 };
	size_t i;
	int rc;

	rc = smc_netns_find(SMC_NETNS_SELF, ret, err);
	if (rc)
		return rc;
	if (!dir_add(&named, SMC_NETNS_DIR, "", is_name))
		for (i = 0; i < named.n; i++)
			if (named.items[i].ino == ret->ino)
				strcpy(ret->name, named.items[i].name);
	smc_netnses_free(&named);
	return 0;
}

/**
 * smc_netns_all() - find all namespaces that there is a way to
 * @ret: gets them: the tool's own, those of `ip netns`, and those of other
 *	processes (containers), which go by the id of one
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smc_netns_all(struct smc_netnses *ret, struct smc_err *err)
{
	struct smc_netnses list = { 0 };
	struct smc_netns self;
	int rc;

	rc = smc_netns_self(&self, err);
	if (rc)
		return rc;
	rc = list_add(&list, &self);
	if (!rc)
		rc = dir_add(&list, SMC_NETNS_DIR, "", is_name);
	if (!rc)
		rc = dir_add(&list, "/proc", "/ns/net", is_process);
	if (rc) {
		smc_netnses_free(&list);
		return smc_err_set(err, rc, "out of memory");
	}
	*ret = list;
	return 0;
}

/**
 * smc_netns_enter() - make sockets in another namespace from now on
 * @ns: the namespace
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smc_netns_enter(const struct smc_netns *ns, struct smc_err *err)
{
	int fd, rc = 0;

	fd = open(ns->path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || setns(fd, CLONE_NEWNET))
		rc = -errno;
	if (fd >= 0)
		close(fd);
	if (!rc)
		return 0;
	smc_err_set(err, rc, "cannot enter network namespace '%s': %s",
		    ns->name, strerror(-rc));
	if (rc == -EPERM)
		smc_err_hint(err, "need CAP_SYS_ADMIN");
	return rc;
}

/**
 * smc_netns_return() - make sockets where they were made before
 * @home: file of that namespace, closed afterwards
 *
 * Whoever could leave can come back.
 */
void smc_netns_return(int home)
{
	struct smc_netns ns = { .name = SMC_NETNS_SELF };
	struct smc_err ignore = { 0 };

	snprintf(ns.path, sizeof(ns.path), "/proc/self/fd/%d", home);
	(void)smc_netns_enter(&ns, &ignore);
	close(home);
}

/**
 * smc_netnses_free() - forget namespaces
 * @list: several or none
 */
void smc_netnses_free(struct smc_netnses *list)
{
	free(list->items);
	list->items = NULL;
	list->n = 0;
}
