// SPDX-License-Identifier: GPL-2.0-or-later
#include "codec.h"

#include <errno.h>
#include <linux/netlink.h>
#include <string.h>

/**
 * smc_text_copy() - copy text of unknown origin so that it is safe to print
 * @dst: gets the text, always terminated
 * @size: room, at least 1
 * @src: bytes from the kernel or a peer
 * @len: their number, the text ends before at a NUL
 */
void smc_text_copy(char *dst, size_t size, const char *src, size_t len)
{
	size_t i;

	for (i = 0; i < len && i + 1 < size && src[i]; i++)
		dst[i] = src[i] >= ' ' && src[i] <= '~' ? src[i] : '?';
	dst[i] = '\0';
}

/* Any width will do as long as the value fits: kernels widen attributes. */
static int num_read(void *dst, size_t size, const void *src, size_t len)
{
	uint64_t v64;
	uint32_t v32;
	uint16_t v16;
	uint8_t v8;

	switch (len) {
	case 1:
		memcpy(&v8, src, 1);
		v64 = v8;
		break;
	case 2:
		memcpy(&v16, src, 2);
		v64 = v16;
		break;
	case 4:
		memcpy(&v32, src, 4);
		v64 = v32;
		break;
	case 8:
		memcpy(&v64, src, 8);
		break;
	default:
		return -EBADMSG;
	}
	if (size < 8 && v64 >> (8 * size))
		return -EBADMSG;

	v32 = (uint32_t)v64;
	v16 = (uint16_t)v64;
	v8 = (uint8_t)v64;
	memcpy(dst, size == 8 ? (void *)&v64 : size == 4 ? (void *)&v32 :
	       size == 2 ? (void *)&v16 : (void *)&v8, size);
	return 0;
}

static int attr_read(const struct smc_attr *a, const void *src, size_t len,
		     void *dst, struct smc_err *err)
{
	switch (a->kind) {
	case SMC_ATTR_NUM:
		return num_read(dst, a->size, src, len);
	case SMC_ATTR_STR:
		smc_text_copy(dst, a->size, src, len);
		return 0;
	case SMC_ATTR_RAW:
		if (len < a->min)
			return -EBADMSG;
		memcpy(dst, src, len < a->size ? len : a->size);
		return 0;
	case SMC_ATTR_NEST:
		return smc_codec_read(a->sub, src, len, dst, err);
	}
	return -EBADMSG;
}

static const struct smc_attr *row_find(const struct smc_codec *codec,
				       unsigned int type)
{
	unsigned int i;

	for (i = 0; i < codec->n; i++)
		if (codec->attrs[i].attr == type)
			return &codec->attrs[i];
	return NULL;
}

/* A walk over attributes, from one to the next. */
struct attr_walk {
	const unsigned char *p;
	size_t left;
	unsigned int type;
	const void *data;
	size_t len;
};

/* Returns 1 with the next attribute, 0 at the end, -EBADMSG on an overrun. */
static int walk_next(struct attr_walk *w)
{
	struct nlattr nla;
	size_t step;

	if (w->left < sizeof(nla))
		return 0;
	memcpy(&nla, w->p, sizeof(nla));
	if (nla.nla_len < NLA_HDRLEN || nla.nla_len > w->left)
		return -EBADMSG;
	w->type = nla.nla_type & NLA_TYPE_MASK;
	w->data = w->p + NLA_HDRLEN;
	w->len = nla.nla_len - NLA_HDRLEN;
	step = NLA_ALIGN(nla.nla_len);
	if (step > w->left)
		step = w->left;
	w->p += step;
	w->left -= step;
	return 1;
}

/**
 * smc_attr_find() - find one attribute among others
 * @attrs: first attribute, any alignment
 * @len: bytes of all attributes
 * @attr: number of the one wanted
 * @ret: gets its value
 * @ret_len: gets the bytes of it
 *
 * Return: 1 when it is there, 0 when not, -EBADMSG when an attribute overruns
 * the buffer.
 */
int smc_attr_find(const void *attrs, size_t len, unsigned int attr,
		  const void **ret, size_t *ret_len)
{
	struct attr_walk w = { .p = attrs, .left = len };
	int rc;

	while ((rc = walk_next(&w)) > 0) {
		if (w.type == attr) {
			*ret = w.data;
			*ret_len = w.len;
			return 1;
		}
	}
	return rc;
}

/**
 * smc_codec_read() - fill a struct from a row of attributes
 * @codec: what goes where
 * @buf: first attribute, any alignment
 * @len: bytes of all attributes
 * @ret: zeroed struct; attributes without a row are skipped
 * @err: says what is wrong with the message
 *
 * Return: 0, or -EBADMSG when an attribute overruns the buffer, has a size
 * that it cannot have, or is missing though it must be there.
 */
int smc_codec_read(const struct smc_codec *codec, const void *buf, size_t len,
		   void *ret, struct smc_err *err)
{
	struct attr_walk w = { .p = buf, .left = len };
	const struct smc_attr *a;
	uint64_t has = 0;
	unsigned int i;
	int rc;

	while ((rc = walk_next(&w)) > 0) {
		a = row_find(codec, w.type);
		if (!a)
			continue;
		rc = attr_read(a, w.data, w.len, (char *)ret + a->off, err);
		if (rc && a->kind == SMC_ATTR_NEST)
			return rc;
		if (rc)
			return smc_err_set(err, rc,
					   "broken reply of the kernel: %s: bad size of attribute %s",
					   codec->name, a->name);
		has |= 1ULL << a->attr;
	}
	if (rc)
		return smc_err_set(err, rc,
				   "broken reply of the kernel: %s: an attribute overruns the message",
				   codec->name);

	for (i = 0; i < codec->n; i++)
		if (codec->attrs[i].must && !smc_has(has, codec->attrs[i].attr))
			return smc_err_set(err, -EBADMSG,
					   "broken reply of the kernel: %s: no attribute %s",
					   codec->name, codec->attrs[i].name);
	memcpy((char *)ret + codec->has, &has, sizeof(has));
	return 0;
}
