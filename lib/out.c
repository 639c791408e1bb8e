// SPDX-License-Identifier: GPL-2.0-or-later
#include "out.h"

#include <errno.h>
#include <string.h>

#include "json.h"
#include "pick.h"

#define NETNS_TITLE	"Netns"
#define NETNS_WIDTH	15

/* What a terminal makes of it: green, yellow, red. */
static const char *const tone_codes[] = {
	[SMC_TONE_PLAIN] = "", [SMC_TONE_GOOD] = "\033[32m",
	[SMC_TONE_WARN] = "\033[33m", [SMC_TONE_BAD] = "\033[31m",
};

/* Text in its colour; blanks around it have none. */
static void tone_write(const struct smc_out *out, const struct smc_field *f,
		       const void *obj, const char *text)
{
	enum smc_tone tone = out->color && f->tone ? f->tone(obj) :
			     SMC_TONE_PLAIN;

	if (tone == SMC_TONE_PLAIN)
		fputs(text, out->f);
	else
		fprintf(out->f, "%s%s\033[0m", tone_codes[tone], text);
}

static void cell_write(const struct smc_out *out, const struct smc_field *f,
		       const void *obj, const char *text)
{
	int pad = f->width > strlen(text) ? f->width - (int)strlen(text) : 0;

	fprintf(out->f, "%*s", f->left ? 0 : pad, "");
	tone_write(out, f, obj, text);
	fprintf(out->f, "%*s", (f->left ? pad : 0) + f->gap, "");
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
			cell_write(out, f, obj, buf);
			break;
		case SMC_TEXT_LAST:
			tone_write(out, f, obj, buf);
			stopped = true;
			break;
		case SMC_TEXT_NONE:
			cell_write(out, f, obj, "-");
			break;
		case SMC_TEXT_STOP:
			stopped = true;
			break;
		}
	}
	fputc('\n', out->f);
}

/* A chosen column is at least as wide as its heading, which is its name. */
static int picked_width(const struct smc_out *out, const struct smc_field *f)
{
	char buf[SMC_PICK_NAME];
	int len = (int)strlen(smc_pick_name(f, buf));
	int width = out->table->lines ? f->digits : f->width;

	return width > len ? width : len;
}

static void picked_cell(const struct smc_out *out, unsigned int i,
			const void *obj, const char *text)
{
	const struct smc_field *f = out->picked[i];
	bool left = f->left || f->form >= SMC_FORM_STR;
	int pad = picked_width(out, f) - (int)strlen(text);

	if (pad < 0)
		pad = 0;
	fprintf(out->f, "%*s", left ? 0 : pad, "");
	if (obj)
		tone_write(out, f, obj, text);
	else
		fputs(text, out->f);
	if (i + 1 < out->n_picked)
		fprintf(out->f, "%*s", (left ? pad : 0) + 1, "");
}

static void picked_heading(const struct smc_out *out)
{
	char buf[SMC_PICK_NAME];
	unsigned int i;

	for (i = 0; i < out->n_picked; i++)
		picked_cell(out, i, NULL, smc_pick_name(out->picked[i], buf));
	fputc('\n', out->f);
}

static void picked_write(const struct smc_out *out, const void *obj)
{
	char buf[SMC_FIELD_TEXT];
	unsigned int i;

	for (i = 0; i < out->n_picked; i++) {
		enum smc_text got = smc_field_text(out->picked[i], obj, buf);
		size_t len;

		if (got == SMC_TEXT_NONE || got == SMC_TEXT_STOP)
			buf[0] = '\0';
		for (len = strlen(buf); len && buf[len - 1] == ' '; len--)
			;
		buf[len] = '\0';
		picked_cell(out, i, obj,
			    len ? buf + strspn(buf, " ") : "-");
	}
	fputc('\n', out->f);
}

static void lines_write(struct smc_out *out, const void *obj)
{
	char buf[SMC_FIELD_TEXT];
	unsigned int i;

	if (out->rows)
		fputc('\n', out->f);
	if (out->netns)
		fprintf(out->f, "%s: %s\n", NETNS_TITLE, out->netns);
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
		fprintf(out->f, "%-*s", (int)f->width, f->title);
		tone_write(out, f, obj, buf);
		fputc('\n', out->f);
	}
}

static int flags_of(const struct smc_out *out)
{
	return out->pretty ? JSON_C_TO_STRING_PRETTY |
			     JSON_C_TO_STRING_NOSLASHESCAPE :
			     JSON_C_TO_STRING_PLAIN |
			     JSON_C_TO_STRING_NOSLASHESCAPE;
}

static const char *line_end(const struct smc_out *out)
{
	return out->one_line && !out->pretty ? "" : "\n";
}

static int json_fill(const struct smc_out *out, struct json_object *root,
		     const void *obj)
{
	unsigned int i;
	int rc = 0;

	if (out->netns)
		rc = smc_json_put(root, "netns",
				  json_object_new_string(out->netns));
	if (rc || !out->select)
		return rc ? rc : smc_json_put_fields(root, out->table, obj);
	for (i = 0; !rc && i < out->n_picked; i++)
		rc = smc_json_put_field(root, out->picked[i], obj);
	return rc;
}

static int json_write(struct smc_out *out, const void *obj)
{
	struct json_object *root = json_object_new_object();
	const char *text;
	int rc;

	if (!root)
		return -ENOMEM;
	rc = json_fill(out, root, obj);
	if (rc)
		goto out;
	text = json_object_to_json_string_ext(root, flags_of(out));
	if (text)
		fprintf(out->f, "%s%s%s", out->rows ? "," : "", line_end(out),
			text);
	else
		rc = -ENOMEM;
out:
	json_object_put(root);
	return rc;
}

/* Get the values that the user chose: 0 or -EINVAL. */
static int table_set(struct smc_out *out, const struct smc_table *table,
		     struct smc_err *err)
{
	bool json = out->style == SMC_STYLE_JSON;

	out->table = table;
	if (!out->select)
		return 0;
	if (!json)
		out->style = SMC_STYLE_TABLE;
	return smc_pick(table, out->select, json, out->picked, SMC_OUT_PICKED,
			&out->n_picked, err);
}

static void headings_write(struct smc_out *out)
{
	if (out->netns)
		fprintf(out->f, "%-*s ", NETNS_WIDTH, NETNS_TITLE);
	if (out->select)
		picked_heading(out);
	else
		heading_write(out);
	out->headed = true;
}

/**
 * smc_out_begin() - begin a list of objects, or go on with it
 * @out: the writer
 * @table: how they are shown
 * @heading: print the titles of the columns, where the style has them
 * @err: says what is wrong with the values that the user chose
 *
 * Return: 0 or -EINVAL.
 */
int smc_out_begin(struct smc_out *out, const struct smc_table *table,
		  bool heading, struct smc_err *err)
{
	int rc = table_set(out, table, err);

	if (rc)
		return rc;
	if (!out->begun) {
		out->rows = 0;
		if (out->style == SMC_STYLE_JSON)
			fprintf(out->f, "{\"%s\":[", table->name);
	}
	out->begun = true;
	if (out->style == SMC_STYLE_TABLE && heading && !out->headed &&
	    !out->headless)
		headings_write(out);
	return 0;
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
		if (out->netns)
			fprintf(out->f, "%-*s ", NETNS_WIDTH, out->netns);
		if (out->select)
			picked_write(out, obj);
		else
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
 * smc_out_end() - end the list, unless more of it follows
 * @out: the writer
 */
void smc_out_end(struct smc_out *out)
{
	if (!out->open)
		smc_out_finish(out);
}

/**
 * smc_out_finish() - end the list, if there is one that has not ended
 * @out: the writer
 */
void smc_out_finish(struct smc_out *out)
{
	if (out->begun && out->style == SMC_STYLE_JSON)
		fprintf(out->f, "%s]}\n", out->rows ? line_end(out) : "");
	out->begun = false;
	out->headed = false;
}

/**
 * smc_out_picks() - did the user choose a value?
 * @out: the writer, of which smc_out_begin() was called
 * @key: its key, or the part before a dot
 *
 * Return: true if it is chosen by name.
 */
bool smc_out_picks(const struct smc_out *out, const char *key)
{
	size_t len = strlen(key);
	unsigned int i;

	for (i = 0; out->select && i < out->n_picked; i++) {
		const char *have = out->picked[i]->key;

		if (have && !strncmp(have, key, len) &&
		    (!have[len] || have[len] == '.'))
			return true;
	}
	return false;
}

/**
 * smc_out_object() - write one object that is no member of a list
 * @out: the writer
 * @table: how it is shown: as lines, or as JSON below the table's name
 * @obj: the object
 * @err: says what is wrong
 *
 * Return: 0, -ENOMEM, or -EINVAL for values that there are not.
 */
int smc_out_object(struct smc_out *out, const struct smc_table *table,
		   const void *obj, struct smc_err *err)
{
	struct json_object *root, *body;
	int rc;

	if (out->style != SMC_STYLE_JSON && out->select) {
		rc = smc_out_begin(out, table, true, err);
		if (!rc)
			rc = smc_out_row(out, obj);
		smc_out_end(out);
		return rc;
	}
	rc = table_set(out, table, err);
	if (rc)
		return rc;
	if (out->style != SMC_STYLE_JSON) {
		out->rows = 0;
		lines_write(out, obj);
		return 0;
	}
	root = json_object_new_object();
	body = json_object_new_object();
	rc = root ? smc_json_put(root, table->name, body) : -ENOMEM;
	if (!rc)
		rc = body ? json_fill(out, body, obj) : -ENOMEM;
	if (!rc)
		rc = smc_out_document(out, root);
	json_object_put(root);
	return rc ? smc_err_set(err, rc, "out of memory") : 0;
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
