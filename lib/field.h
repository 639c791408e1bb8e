/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of an object: one row per value, for all writers. */
#ifndef SMC_FIELD_H
#define SMC_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_object;

enum smc_form {
	SMC_FORM_DEC,	/* a number */
	SMC_FORM_HEX,	/* an identifier of hex digits; JSON: the same text */
	SMC_FORM_BYTES,	/* the same of bytes in the order that they lie in */
	SMC_FORM_STR,	/* a string */
	SMC_FORM_BOOL,	/* Yes or No; JSON: true or false */
	SMC_FORM_FN,	/* words made by a function; JSON: string */
	SMC_FORM_LIST,	/* the same; JSON: made by another function */
};

/* What became of a value. */
enum smc_text {
	SMC_TEXT_OK,
	SMC_TEXT_LAST,	/* as OK, and the text row ends with it */
	SMC_TEXT_NONE,	/* not there: '-' in text, left out in JSON */
	SMC_TEXT_STOP,	/* as NONE, and the text row ends before it */
};

/* How good news are. */
enum smc_tone {
	SMC_TONE_PLAIN,
	SMC_TONE_GOOD,
	SMC_TONE_WARN,
	SMC_TONE_BAD,
};

/**
 * struct smc_field - one value of an object
 * @key: JSON path, its parts divided by dots; NULL: text only
 * @title: heading of the column; NULL: JSON only
 * @form: what kind of value
 * @left: the column is left-justified
 * @tail: comes after the end of a row that stopped before
 * @drop: on a line of its own, and not there: leave the line out
 * @when: shown in text only when all these bits are chosen
 * @width: minimum width of the column
 * @gap: blanks after it
 * @digits: numbers: digits at least, with leading zeros
 * @size: bytes of the member: 1, 2, 4, 8, or of the string
 * @off: offset of the member
 * @has: offset of the bits that say what is there
 * @mask: bits that must be set there; 0: the value always is
 * @text: SMC_FORM_FN, SMC_FORM_LIST: makes the words
 * @json: SMC_FORM_LIST: makes the value, or leaves NULL when there is none; 0
 *	or -ENOMEM
 * @tone: what to make of the value; NULL: nothing
 */
struct smc_field {
	const char *key;
	const char *title;
	uint8_t form;
	bool left;
	bool tail;
	bool drop;
	uint16_t when;
	uint8_t width;
	uint8_t gap;
	uint8_t digits;
	uint16_t size;
	uint16_t off;
	uint16_t has;
	uint64_t mask;
	enum smc_text (*text)(const void *obj, char *buf, size_t size);
	int (*json)(const void *obj, struct json_object **ret);
	enum smc_tone (*tone)(const void *obj);
};

/**
 * struct smc_table - how a kind of object is shown
 * @name: JSON key of the list
 * @fields: its values, in the order of columns
 * @n: their number
 * @lines: made for one value a line: widths are those of the titles
 */
struct smc_table {
	const char *name;
	const struct smc_field *fields;
	unsigned int n;
	bool lines;
};

#define SMC_TABLE(label, rows) \
	{ .name = (label), .fields = (rows), \
	  .n = sizeof(rows) / sizeof((rows)[0]) }

#define SMC_LINES(label, rows) \
	{ .name = (label), .fields = (rows), \
	  .n = sizeof(rows) / sizeof((rows)[0]), .lines = true }

/* Longest text of a value, longer ones are cut. */
#define SMC_FIELD_TEXT	256

/* The member that holds the value. */
#define SMC_VALUE(type, member) \
	.off = offsetof(type, member), .size = sizeof(((type *)0)->member)

/* The attribute that must have been there. */
#define SMC_IF(type, member, attr) \
	.has = offsetof(type, member), .mask = 1ULL << (attr)

bool smc_field_present(const struct smc_field *f, const void *obj);
uint64_t smc_field_num(const struct smc_field *f, const void *obj);
enum smc_text smc_field_text(const struct smc_field *f, const void *obj,
			     char buf[SMC_FIELD_TEXT]);

#endif /* SMC_FIELD_H */
