// SPDX-License-Identifier: GPL-2.0-or-later
#include "out.h"

#include <errno.h>
#include <string.h>

#include "json.h"

static void cell_write(FILE *f, const struct smc_field *field,
		       const char *text)
{
	int width = field->width;

	fprintf(f, "%*s%*s", field->left ? -width : width, text,
		(int)field->gap, "");
}

static bool column_shown(const struct smc_out *out,
			 const struct smc_field *field)
{
	return field->title && (field->when & ~out->columns) == 0;
}

/* The last title stands as it is, the others are as wide as their columns. */
static void heading_write(struct smc_out *out)
{
	const struct smc_field *last = NULL, *f;
	unsigned int i;

	for (i = 0; i < out->table->n; i++) {
		f = &out->table->fields[i];
		if (!column_shown(out, f))
			continue;
		if (last)
			fprintf(out->f, "%-*s", last->width + last->gap,
				last->title);
		last = f;
	}
	fprintf(out->f, "%s\n", last ? last->title : "");
}

static void columns_write(struct smc_out *out, const void *obj)
{
	char buf[SMC_FIELD_TEXT];
	bool stopped = false;
	unsigned int i;

	for (i = 0; i < out->table->n; i++) {
		const struct smc_field *f = &out->table->fields[i];

		if (!column_shown(out, f) || (stopped && !f->tail))
			continue;
		switch (smc_field_text(f, obj, buf)) {
		case SMC_TEXT_OK:
			cell_write(out->f, f, buf);
			break;
		case SMC_TEXT_LAST:
			fputs(buf, out->f);
			stopped = true;
			break;
		case SMC_TEXT_NONE:
			cell_write(out->f, f, "-");
			break;
		case SMC_TEXT_STOP:
			stopped = true;
			break;
		}
	}
	fputc('\n', out->f);
}

static void lines_write(struct smc_out *out, const void *obj)
{
	char buf[SMC_FIELD_TEXT];
	unsigned int i;

	if (out->rows)
		fputc('\n', out->f);
	for (i = 0; i < out->table->n; i++) {
		const struct smc_field *f = &out->table->fields[i];
		enum smc_text got;

		if (!column_shown(out, f))
			continue;
		got = smc_field_text(f, obj, buf);
		if (got == SMC_TEXT_NONE && !f->drop)
			strcpy(buf, "-");
		else if (got == SMC_TEXT_NONE || got == SMC_TEXT_STOP)
			continue;
		fprintf(out->f, "%-*s%s\n", (int)f->width, f->title, buf);
	}
}

static int flags_of(const struct smc_out *out)
{
	return out->pretty ? JSON_C_TO_STRING_PRETTY |
			     JSON_C_TO_STRING_NOSLASHESCAPE :
			     JSON_C_TO_STRING_PLAIN |
			     JSON_C_TO_STRING_NOSLASHESCAPE;
}

static int json_write(struct smc_out *out, const void *obj)
{
	struct json_object *root = json_object_new_object();
	const char *text;
	int rc;

	if (!root)
		return -ENOMEM;
	rc = smc_json_put_fields(root, out->table, obj);
	if (rc)
		goto out;
	text = json_object_to_json_string_ext(root, flags_of(out));
	if (text)
		fprintf(out->f, "%s\n%s", out->rows ? "," : "", text);
	else
		rc = -ENOMEM;
out:
	json_object_put(root);
	return rc;
}

/**
 * smc_out_begin() - begin a list of objects
 * @out: the writer
 * @table: how they are shown
 * @heading: print the titles of the columns, where the style has them
 */
void smc_out_begin(struct smc_out *out, const struct smc_table *table,
		   bool heading)
{
	out->table = table;
	out->rows = 0;
	if (out->style == SMC_STYLE_JSON)
		fprintf(out->f, "{\"%s\":[", table->name);
	else if (out->style == SMC_STYLE_TABLE && heading)
		heading_write(out);
}

/**
 * smc_out_row() - write one object
 * @out: the writer
 * @obj: the object
 *
 * Write errors are seen at the end, by ferror().
 *
 * Return: 0 or -ENOMEM.
 */
int smc_out_row(struct smc_out *out, const void *obj)
{
	int rc = 0;

	switch (out->style) {
	case SMC_STYLE_TABLE:
		columns_write(out, obj);
		break;
	case SMC_STYLE_LINES:
		lines_write(out, obj);
		break;
	case SMC_STYLE_JSON:
		rc = json_write(out, obj);
		break;
	}
	out->rows++;
	return rc;
}

/**
 * smc_out_end() - end the list
 * @out: the writer
 */
void smc_out_end(struct smc_out *out)
{
	if (out->style == SMC_STYLE_JSON)
		fprintf(out->f, "%s]}\n", out->rows ? "\n" : "");
}

/**
 * smc_out_object() - write one object that is no member of a list
 * @out: the writer
 * @table: how it is shown: as lines, or as JSON below the table's name
 * @obj: the object
 *
 * Return: 0 or -ENOMEM.
 */
int smc_out_object(struct smc_out *out, const struct smc_table *table,
		   const void *obj)
{
	struct json_object *root, *body;
	int rc;

	if (out->style != SMC_STYLE_JSON) {
		out->table = table;
		out->rows = 0;
		lines_write(out, obj);
		return 0;
	}
	root = json_object_new_object();
	body = json_object_new_object();
	rc = root ? smc_json_put(root, table->name, body) : -ENOMEM;
	if (!rc)
		rc = smc_json_put_fields(body, table, obj);
	if (!rc)
		rc = smc_out_document(out, root);
	json_object_put(root);
	return rc;
}

/**
 * smc_out_document() - write a JSON document that is no list
 * @out: the writer
 * @doc: the document
 *
 * Return: 0 or -ENOMEM.
 */
int smc_out_document(struct smc_out *out, struct json_object *doc)
{
	const char *text = json_object_to_json_string_ext(doc, flags_of(out));

	if (!text)
		return -ENOMEM;
	fprintf(out->f, "%s\n", text);
	return 0;
}
