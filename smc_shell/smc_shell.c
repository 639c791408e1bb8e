// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smc-shell NAME PROGRAM - read lines and run PROGRAM with the words of each
 *
 * What `smcd -i` and the like become. TAB asks PROGRAM, as bash does; lines
 * are kept for the arrow keys as long as the shell runs.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "smc_err.h"
#include "word.h"

#define WORDS_MAX	64

/* readline's hooks take no argument of ours. */
static const char *program;

/* Start the program; its stdout goes to @out if that is no -1. */
static pid_t program_start(char *const argv[], int out)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	signal(SIGINT, SIG_DFL);
	if (out >= 0) {
		dup2(out, STDOUT_FILENO);
		if (!freopen("/dev/null", "w", stderr))
			_exit(127);
	}
	execv(program, argv);
	fprintf(stderr, "%s: %s\n", program, strerror(errno));
	_exit(127);
}

static int program_wait(pid_t pid)
{
	int status;

	if (pid < 0)
		return SMC_EXIT_FAIL;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return SMC_EXIT_FAIL;
	return WIFEXITED(status) ? WEXITSTATUS(status) : SMC_EXIT_FAIL;
}

/* Ask the program which words could follow; one a line. */
static FILE *words_open(char *const argv[], pid_t *ret)
{
	int fds[2];

	if (pipe(fds))
		return NULL;
	*ret = program_start(argv, fds[1]);
	close(fds[1]);
	return fdopen(fds[0], "r");
}

static void word_add(char ***list, size_t *n, const char *word)
{
	char **more = realloc(*list, (*n + 2) * sizeof(**list));

	if (!more)
		return;
	more[(*n)++] = strdup(word);
	more[*n] = NULL;
	*list = more;
}

/* What could stand in place of @text, that begins at @start of the line. */
static char **words_ask(const char *text, int start)
{
	char *words[WORDS_MAX + 4] = { (char *)"", (char *)"complete" };
	char *before = strndup(rl_line_buffer, (size_t)start);
	char **list = NULL, *line = NULL;
	const char *why;
	size_t size = 0, n = 0;
	pid_t pid = -1;
	FILE *f = NULL;
	int count;

	count = before ? smc_word_split(before, words + 2, WORDS_MAX, &why) : -1;
	if (count >= 0) {
		words[2 + count] = (char *)text;
		words[3 + count] = NULL;
		f = words_open(words, &pid);
	}
	while (f && getline(&line, &size, f) > 0) {
		line[strcspn(line, "\n ")] = '\0'; /* an EID is padded */
		if (!strncmp(line, text, strlen(text)))
			word_add(&list, &n, line);
	}
	if (f)
		fclose(f);
	(void)program_wait(pid); /* no words are no error */
	free(line);
	free(before);
	return list;
}

/* readline wants the words one by one. */
static char *words_next(const char *text, int state)
{
	static char **list;
	static size_t at;
	char *word;

	if (!state) {
		list = words_ask(text, rl_point - (int)strlen(text));
		at = 0;
	}
	if (!list)
		return NULL;
	word = list[at++];
	if (!word) {
		free(list);
		list = NULL;
	}
	return word;
}

static char **complete(const char *text, int start, int end)
{
	(void)start;
	(void)end;
	rl_attempted_completion_over = 1;
	return rl_completion_matches(text, words_next);
}

/* Do a line. Return: false when it ends the shell. */
static bool line_run(char *line, const char *name, int *exit)
{
	char *words[WORDS_MAX + 2] = { (char *)name };
	const char *why = NULL;
	int n;

	n = smc_word_split(line, words + 1, WORDS_MAX, &why);
	if (n < 0) {
		fprintf(stderr, "%s: %s\n", name, why);
		*exit = SMC_EXIT_USAGE;
		return true;
	}
	if (!n)
		return true;
	if (!strcmp(words[1], "exit") || !strcmp(words[1], "quit"))
		return false;
	fflush(stdout);
	*exit = program_wait(program_start(words, -1));
	return true;
}

int main(int argc, char **argv)
{
	char prompt[64], *line;
	bool person = isatty(STDIN_FILENO), more = true;
	int exit = 0;

	if (argc != 3) {
		fprintf(stderr, "usage: smc-shell NAME PROGRAM\n");
		return SMC_EXIT_USAGE;
	}
	program = argv[2];
	snprintf(prompt, sizeof(prompt), "%s> ", argv[1]);
	rl_readline_name = "smc";
	rl_attempted_completion_function = complete;
	rl_completer_word_break_characters = (char *)" \t\n";
	signal(SIGINT, SIG_IGN);	/* is for what a line runs */
	if (!person)
		rl_outstream = fopen("/dev/null", "w");
	while (more && (line = readline(person ? prompt : ""))) {
		if (*line)
			add_history(line);
		more = line_run(line, argv[1], &exit);
		free(line);
	}
	if (person && more)
		putchar('\n');
	return exit;
}
