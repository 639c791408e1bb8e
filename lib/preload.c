// SPDX-License-Identifier: GPL-2.0-or-later
#include "preload.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What linkers split LD_PRELOAD at; musl takes any white space. */
#define SEPARATORS ": \t\n\v\f\r"

#define LIB_NATIVE "libsmcrun.so"
#define LIB_COMPAT "libsmcrun32.so"

static bool lib_exists(const char *dir, const char *name)
{
	char path[PATH_MAX];

	return (size_t)snprintf(path, sizeof(path), "%s/%s", dir, name) <
		       sizeof(path) &&
	       access(path, R_OK) == 0;
}

const char *preload_dir(char *ret_dir)
{
	ssize_t len = readlink("/proc/self/exe", ret_dir, PATH_MAX - 1);
	char *slash;

	if (len < 0)
		return PRELOAD_LIBDIR;
	ret_dir[len] = '\0';
	slash = strrchr(ret_dir, '/');
	if (!slash)
		return PRELOAD_LIBDIR;
	*slash = '\0';
	return lib_exists(ret_dir, LIB_NATIVE) ? ret_dir : PRELOAD_LIBDIR;
}

int preload_find(const char *dir, const struct elfkind_info *info,
		 char *ret_lib)
{
	bool compat = lib_exists(dir, LIB_COMPAT);
	const char *name = LIB_NATIVE;

	if (info->kind == ELFKIND_COMPAT && !compat)
		return -ENOENT;
	if (!lib_exists(dir, LIB_NATIVE))
		return -ENOENT;
	if (compat && !info->musl)
		name = "$LIB/" LIB_NATIVE;
	else if (info->kind == ELFKIND_COMPAT)
		name = LIB_COMPAT;
	if (strpbrk(dir, SEPARATORS "$") ||
	    (size_t)snprintf(ret_lib, PATH_MAX, "%s/%s", dir, name) >= PATH_MAX)
		return -EINVAL;
	return 0;
}

/* Any of our libraries, by its name: the path may be of another build. */
static bool element_is_ours(const char *element, size_t len)
{
	static const char *const names[] = { LIB_NATIVE, LIB_COMPAT };
	const char *slash = memrchr(element, '/', len);

	if (slash) {
		len -= (size_t)(slash + 1 - element);
		element = slash + 1;
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (len == strlen(names[i]) && !memcmp(element, names[i], len))
			return true;
	return false;
}

char *preload_merge(const char *old, const char *lib)
{
	bool done = false;
	char *ret, *end;

	if (!old)
		old = "";
	/* Ours can stand for a shorter one once, or come last. */
	ret = malloc(strlen(old) + 1 + strlen(lib) + 1);
	if (!ret)
		return NULL;
	end = ret;
	for (;;) {
		size_t len;

		old += strspn(old, SEPARATORS);
		len = strcspn(old, SEPARATORS);
		if (!len && done)
			break;
		if (element_is_ours(old, len) || !len) {
			if (!done) {
				if (end > ret)
					*end++ = ':';
				end = stpcpy(end, lib);
			}
			done = true;
		} else {
			if (end > ret)
				*end++ = ':';
			end = mempcpy(end, old, len);
		}
		old += len;
	}
	*end = '\0';
	return ret;
}
