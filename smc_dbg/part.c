// SPDX-License-Identifier: GPL-2.0-or-later
#include "part.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools.h"

#define WORDS_MAX	12

/* Exit code of a tool that is not in this program. */
#define EXIT_NO_TOOL	120

static const struct {
	const char *name;
	int (*main)(int argc, char **argv);
} tools[] = {
	{ "smcd", smcd_main }, { "smcr", smcr_main }, { "smcss", smcss_main },
	{ "smc_pnet", smc_pnet_main }, { "smc_rnics", smc_rnics_main },
	{ "smc_chk", smc_chk_main },
};

/* Be a tool: words are divided by blanks. */
static int tool_run(const char *line)
{
	char buf[128], *argv[WORDS_MAX + 1] = { NULL }, *save;
	int argc = 0;
	size_t i;

	snprintf(buf, sizeof(buf), "%s", line);
	for (argv[0] = strtok_r(buf, " ", &save); argv[argc] &&
	     argc + 1 < WORDS_MAX; argv[argc] = strtok_r(NULL, " ", &save))
		argc++;
	for (i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
		if (tools[i].main && !strcmp(tools[i].name, argv[0]))
			return tools[i].main(argc, argv);
	fprintf(stderr, "%s is not built\n", argv[0]);
	return EXIT_NO_TOOL;
}

static int part_write(const struct part *part, const struct smc_netns *ns)
{
	struct smc_err err = { 0 };
	int rc = ns ? smc_netns_enter(ns, &err) : 0;

	if (!rc && part->tool)
		return tool_run(part->tool);
	if (!rc)
		rc = part->write(stdout, &err);
	if (rc)
		fprintf(stderr, "%s\n", err.text);
	return rc ? 1 : 0;
}

/* The child: what it prints goes to files that only the parent reads. */
__attribute__((noreturn))
static void child_run(const struct part *part, const struct smc_netns *ns,
		      int out, int err)
{
	if (dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
		_exit(1);
	close(out);
	close(err);
	alarm(PART_LIMIT);
	exit(part_write(part, ns));
}

/* All that is in a file: a string, or NULL. */
static char *file_take(int fd, size_t *ret_len)
{
	struct stat st;
	char *text;
	ssize_t n;

	if (fstat(fd, &st))
		return NULL;
	text = malloc((size_t)st.st_size + 1);
	if (!text)
		return NULL;
	n = pread(fd, text, (size_t)st.st_size, 0);
	*ret_len = n > 0 ? (size_t)n : 0;
	text[*ret_len] = '\0';
	return text;
}

/* What the child said, in one line without the name of its tool. */
static void why_set(struct part_text *ret, const char *said, int status)
{
	const char *colon;
	char *p;

	if (WIFSIGNALED(status)) {
		if (WTERMSIG(status) == SIGALRM)
			snprintf(ret->why, sizeof(ret->why),
				 "no answer within %d s", PART_LIMIT);
		else
			snprintf(ret->why, sizeof(ret->why),
				 "ended by signal %d", WTERMSIG(status));
		return;
	}
	colon = !strncmp(said, "smc", 3) ? strstr(said, ": ") : NULL;
	snprintf(ret->why, sizeof(ret->why), "%s", colon ? colon + 2 : said);
	for (p = ret->why; *p; p++)
		if ((unsigned char)*p < ' ')
			*p = ' ';
	while (p > ret->why && p[-1] == ' ')
		*--p = '\0';
	if (!ret->why[0] && !ret->len)
		snprintf(ret->why, sizeof(ret->why), "nothing came, exit code %d",
			 WEXITSTATUS(status));
}

/**
 * part_make() - make a part
 * @part: the part
 * @ns: network namespace to make it in, NULL: here
 * @ret: gets what came of it; @text is to be freed
 *
 * Return: 0, or -errno when not even a reason could be had.
 */
int part_make(const struct part *part, const struct smc_netns *ns,
	      struct part_text *ret)
{
	int out = memfd_create("out", MFD_CLOEXEC);
	int err = memfd_create("err", MFD_CLOEXEC);
	int status = 0, rc = 0;
	char *said = NULL;
	size_t len;
	pid_t pid;

	*ret = (struct part_text){ 0 };
	(void)fflush(NULL); /* or the child would write it once more */
	pid = out < 0 || err < 0 ? -1 : fork();
	if (!pid)
		child_run(part, ns, out, err);
	if (pid < 0)
		rc = -errno;
	while (!rc && waitpid(pid, &status, 0) < 0)
		rc = errno == EINTR ? 0 : -errno;
	if (!rc) {
		ret->text = file_take(out, &ret->len);
		said = file_take(err, &len);
		rc = ret->text && said ? 0 : -ENOMEM;
	}
	if (!rc)
		why_set(ret, said, status);
	free(said);
	if (out >= 0)
		close(out);
	if (err >= 0)
		close(err);
	return rc;
}

/**
 * part_show() - let a tool print what it has to say
 * @line: its command line
 *
 * Return: 0 or -errno.
 */
int part_show(const char *line)
{
	pid_t pid;

	(void)fflush(NULL); /* or the child would write it once more */
	pid = fork();
	if (pid < 0)
		return -errno;
	if (!pid) {
		alarm(PART_LIMIT);
		exit(tool_run(line));
	}
	while (waitpid(pid, NULL, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}
