// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd_help.h"

#include <string.h>

#define WORDS_WIDTH	30

/*
 * One line of the list; the default command is optional. What it does stands
 * below where the words are many.
 */
static void cmd_print(const struct smc_cmd *obj, const struct smc_cmd *cmd,
		      FILE *f)
{
	bool first = obj->n_sub && cmd == obj->sub[0];
	char line[96];

	snprintf(line, sizeof(line), "%s%s%s%s%s%s%s",
		 obj->word ? obj->word : "", obj->word ? " " : "",
		 first ? "[" : "", cmd->word, first ? "]" : "",
		 cmd->args ? " " : "", cmd->args ? cmd->args : "");
	if (strlen(line) > WORDS_WIDTH)
		fprintf(f, "  %s\n%*s%s\n", line, WORDS_WIDTH + 3, "",
			cmd->doc);
	else
		fprintf(f, "  %-*s %s\n", WORDS_WIDTH, line, cmd->doc);
}

static void object_print(const struct smc_cmd *root, const struct smc_cmd *obj,
			 FILE *f)
{
	unsigned int i;

	if (!obj->n_sub)
		cmd_print(root, obj, f);
	for (i = 0; i < obj->n_sub; i++)
		cmd_print(obj, obj->sub[i], f);
}

/**
 * smc_help() - print how a tool is used
 * @tool: the tool
 * @only: about this object only, or NULL
 * @f: where to
 */
void smc_help(const struct smc_tool *tool, const struct smc_cmd *only,
	      FILE *f)
{
	unsigned int i;

	fprintf(f, "%s - %s\n\n", tool->name, tool->doc);
	if (!tool->root->n_sub) {
		fprintf(f, "Usage: %s [OPTIONS]%s%s\n", tool->name,
			tool->root->args ? " " : "",
			tool->root->args ? tool->root->args : "");
	} else {
		fprintf(f, "Usage: %s [OPTIONS] %s\n\n", tool->name,
			only ? only->word :
			tool->root->sub[0]->n_sub ?
			"OBJECT [COMMAND [ARGUMENTS]]" :
			"[COMMAND [ARGUMENTS]]");
		for (i = 0; i < tool->root->n_sub; i++)
			if (!only || only == tool->root->sub[i])
				object_print(tool->root, tool->root->sub[i], f);
	}
	fprintf(f, "\nOptions:\n");
	smc_opt_help(tool->opts, tool->n_opts, f);
}

/**
 * smc_help_words() - print the long options, one a line
 * @tool: the tool
 * @f: where to
 */
void smc_help_words(const struct smc_tool *tool, FILE *f)
{
	unsigned int i;

	for (i = 0; i < tool->n_opts; i++)
		fprintf(f, "%s\n", tool->opts[i].name);
}
