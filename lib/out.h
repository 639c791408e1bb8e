/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where data goes: a stream and a style. Writes each object as it comes. */
#ifndef SMC_OUT_H
#define SMC_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "field.h"
#include "smc_err.h"

struct json_object;

enum smc_style {
	SMC_STYLE_TABLE,	/* fixed columns, one object a line */
	SMC_STYLE_LINES,	/* one value a line, blank line between objects */
	SMC_STYLE_JSON,		/* one document */
};

/* Most columns that can be chosen by name. */
#define SMC_OUT_PICKED	64

/**
 * struct smc_out - a writer
 * @f: the stream
 * @style: how objects are written
 * @pretty: JSON for human eyes
 * @one_line: JSON is one line, unless it is for human eyes
 * @color: what matters is coloured
 * @headless: no headings
 * @columns: bits of chosen columns, see @when of a field
 * @select: names of the values to show, divided by commas; NULL: the usual
 * @netns: network namespace that the objects are of, shown with each; or NULL
 * @open: more objects of the same list follow after smc_out_end()
 * @table: what is being written
 * @picked: the fields that @select names
 * @n_picked: their number
 * @rows: objects of it written so far
 * @begun: the list has begun
 * @headed: its heading is written
 */
struct smc_out {
	FILE *f;
	enum smc_style style;
	bool pretty;
	bool one_line;
	bool color;
	bool headless;
	unsigned int columns;
	const char *select;
	const char *netns;
	bool open;
	const struct smc_table *table;
	const struct smc_field *picked[SMC_OUT_PICKED];
	unsigned int n_picked;
	size_t rows;
	bool begun;
	bool headed;
};

int smc_out_begin(struct smc_out *out, const struct smc_table *table,
		  bool heading, struct smc_err *err);
int smc_out_row(struct smc_out *out, const void *obj);
void smc_out_end(struct smc_out *out);
void smc_out_finish(struct smc_out *out);
bool smc_out_picks(const struct smc_out *out, const char *key);
int smc_out_object(struct smc_out *out, const struct smc_table *table,
		   const void *obj, struct smc_err *err);

int smc_out_document(struct smc_out *out, struct json_object *doc);

#endif /* SMC_OUT_H */
