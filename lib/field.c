// SPDX-License-Identifier: GPL-2.0-or-later
#include "field.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/**
 * smc_field_present() - does an object have this value?
 * @f: the field
 * @obj: the object
 *
 * Return: true when it has.
 */
bool smc_field_present(const struct smc_field *f, const void *obj)
{
	uint64_t has;

	if (!f->mask)
		return true;
	memcpy(&has, (const char *)obj + f->has, sizeof(has));
	return (has & f->mask) == f->mask;
}

/**
 * smc_field_num() - get a number of an object
 * @f: a field with a number
 * @obj: the object
 *
 * Return: the number.
 */
uint64_t smc_field_num(const struct smc_field *f, const void *obj)
{
	const char *p = (const char *)obj + f->off;
	uint64_t v64 = 0;
	uint32_t v32;
	uint16_t v16;

	switch (f->size) {
	case 1:
		return *(const uint8_t *)p;
	case 2:
		memcpy(&v16, p, sizeof(v16));
		return v16;
	case 4:
		memcpy(&v32, p, sizeof(v32));
		return v32;
	case 8:
		memcpy(&v64, p, sizeof(v64));
	}
	return v64;
}

static void bytes_text(const struct smc_field *f, const void *obj,
		       char buf[SMC_FIELD_TEXT])
{
	const unsigned char *p = (const unsigned char *)obj + f->off;
	unsigned int i;

	for (i = 0; i < f->size; i++)
		snprintf(buf + 2 * i, 3, "%02x", p[i]);
}

/**
 * smc_field_text() - get a value of an object as text
 * @f: the field
 * @obj: the object
 * @buf: gets the text, without padding
 *
 * Return: what became of it; @buf is set with SMC_TEXT_OK and SMC_TEXT_LAST.
 */
enum smc_text smc_field_text(const struct smc_field *f, const void *obj,
			     char buf[SMC_FIELD_TEXT])
{
	if (!smc_field_present(f, obj))
		return SMC_TEXT_NONE;
	switch (f->form) {
	case SMC_FORM_DEC:
		snprintf(buf, SMC_FIELD_TEXT, "%0*" PRIu64, f->digits,
			 smc_field_num(f, obj));
		break;
	case SMC_FORM_HEX:
		snprintf(buf, SMC_FIELD_TEXT, "%0*" PRIx64, f->digits,
			 smc_field_num(f, obj));
		break;
	case SMC_FORM_BYTES:
		bytes_text(f, obj, buf);
		break;
	case SMC_FORM_STR:
		snprintf(buf, SMC_FIELD_TEXT, "%s",
			 (const char *)obj + f->off);
		break;
	case SMC_FORM_BOOL:
		snprintf(buf, SMC_FIELD_TEXT, "%s",
			 smc_field_num(f, obj) ? "Yes" : "No");
		break;
	case SMC_FORM_FN:
	case SMC_FORM_LIST:
		return f->text(obj, buf, SMC_FIELD_TEXT);
	}
	return SMC_TEXT_OK;
}
