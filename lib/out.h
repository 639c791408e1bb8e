/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where data goes: a stream and a style. Writes each object as it comes. */
#ifndef SMC_OUT_H
#define SMC_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "field.h"

struct json_object;

enum smc_style {
	SMC_STYLE_TABLE,	/* fixed columns, one object a line */
	SMC_STYLE_LINES,	/* one value a line, blank line between objects */
	SMC_STYLE_JSON,		/* one document */
};

/**
 * struct smc_out - a writer
 * @f: the stream
 * @style: how objects are written
 * @pretty: JSON for human eyes
 * @columns: bits of chosen columns, see @when of a field
 * @table: what is being written
 * @rows: objects of it written so far
 */
struct smc_out {
	FILE *f;
	enum smc_style style;
	bool pretty;
	unsigned int columns;
	const struct smc_table *table;
	size_t rows;
};

void smc_out_begin(struct smc_out *out, const struct smc_table *table,
		   bool heading);
int smc_out_row(struct smc_out *out, const void *obj);
void smc_out_end(struct smc_out *out);
int smc_out_object(struct smc_out *out, const struct smc_table *table,
		   const void *obj);

int smc_out_document(struct smc_out *out, struct json_object *doc);

#endif /* SMC_OUT_H */
