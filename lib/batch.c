// SPDX-License-Identifier: GPL-2.0-or-later
#include "batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"
#include "word.h"

/* Most words of a line. */
#define BATCH_WORDS	64

/* Do one line: 0, or the exit code after the place was said. */
static int line_run(const struct smc_tool *tool, char *line, const char *path,
		    unsigned int number)
{
	char *words[BATCH_WORDS + 2] = { (char *)tool->name };
	const char *why = NULL;
	int n, rc;

	n = smc_word_split(line, words + 1, BATCH_WORDS, &why);
	if (!n)
		return 0;
	if (n < 0) {
		fprintf(stderr, "%s: %s\n", tool->name, why);
		rc = SMC_EXIT_USAGE;
	} else {
		rc = smc_tool_line(tool, n + 1, words, true);
	}
	if (rc)
		fprintf(stderr, "%s: %s:%u: stopped here, the lines before are done\n",
			tool->name, path, number);
	return rc;
}

/**
 * smc_batch_run() - do each line of a file, as if a command line
 * @tool: the tool, whose name the lines lack
 * @path: the file, or "-" for stdin
 * @err: says why it cannot be read
 *
 * Words are divided as a shell does, '#' begins a comment. The first line that
 * fails is the last one.
 *
 * Return: exit code of that line, else 0.
 */
int smc_batch_run(const struct smc_tool *tool, const char *path,
		  struct smc_err *err)
{
	FILE *f = strcmp(path, "-") ? fopen(path, "re") : stdin;
	unsigned int number = 0;
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	if (!f) {
		smc_err_set(err, -errno, "%s: %s", path, strerror(errno));
		return 0;
	}
	while (!rc && getline(&line, &size, f) >= 0)
		rc = line_run(tool, line, path, ++number);
	if (!rc && ferror(f))
		smc_err_set(err, -EIO, "%s: read error", path);
	free(line);
	if (f != stdin)
		fclose(f);
	return rc;
}
