// SPDX-License-Identifier: GPL-2.0-or-later
#include "memmax.h"

#include <errno.h>
#include <stdio.h>

static FILE *memmax_open(const char *name, const char *mode)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/sys/net/core/%s", name);
	return fopen(path, mode);
}

int memmax_read(const char *name, int *ret_max)
{
	FILE *f = memmax_open(name, "re");
	int max, n;

	if (!f)
		return -errno;
	n = fscanf(f, "%d", &max);
	fclose(f);
	if (n != 1)
		return -EINVAL;
	*ret_max = max;
	return 0;
}

int memmax_write(const char *name, int max)
{
	FILE *f = memmax_open(name, "we");

	if (!f)
		return -errno;
	fprintf(f, "%d\n", max);
	/* The kernel's answer comes with the write, which closing does. */
	return fclose(f) ? -errno : 0;
}
