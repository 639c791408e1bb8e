// SPDX-License-Identifier: GPL-2.0-or-later
#include "shell.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHELL_NAME	"smc-shell"

/* In the build tree it lies next to the tools, installed it does not. */
static void shell_find(const char *self, char path[PATH_MAX])
{
	const char *slash = strrchr(self, '/');

	if (slash && snprintf(path, PATH_MAX, "%.*s/" SHELL_NAME,
			      (int)(slash - self), self) < PATH_MAX &&
	    !access(path, X_OK))
		return;
	snprintf(path, PATH_MAX, "%s/" SHELL_NAME, SMC_LIBDIR);
}

/**
 * smc_shell_run() - become a shell for the commands of a tool
 * @tool: the tool
 * @err: says why not
 *
 * The shell starts the tool for each line. So the tool needs no line editor,
 * and what a line does to it is over with the line.
 *
 * Return: 0, and only when there is no shell.
 */
int smc_shell_run(const struct smc_tool *tool, struct smc_err *err)
{
	char self[PATH_MAX], path[PATH_MAX];
	ssize_t len;

	len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	if (len < 0) {
		smc_err_set(err, -errno, "/proc/self/exe: %s",
			    strerror(errno));
		return 0;
	}
	self[len] = '\0';
	shell_find(self, path);
	execl(path, SHELL_NAME, tool->name, self, (char *)NULL);
	smc_err_set(err, -errno, "%s: %s", path, strerror(errno));
	return 0;
}
