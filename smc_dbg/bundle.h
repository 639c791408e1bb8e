/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A bundle: files with names, in memory until it is written, and for what is
 * missing the reason.
 */
#ifndef SMC_DBG_BUNDLE_H
#define SMC_DBG_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

/* The list of what is in it. */
#define BUNDLE_INDEX	"index.json"

/**
 * struct bundle_file - a file
 * @name: its name, folders divided by slashes
 * @text: what is in it, always ended by NUL; NULL: it is missing
 * @len: bytes of it
 * @why: why it is missing, or not all that it should be; may be empty
 */
struct bundle_file {
	char name[160];
	char *text;
	uint64_t len;
	char why[512];
};

struct bundle {
	struct bundle_file *files;
	size_t n;
	bool redacted;
};

int bundle_add(struct bundle *bundle, const char *name, char *text,
	       size_t len, const char *why);
int bundle_index(struct bundle *bundle);
int bundle_write(const struct bundle *bundle, const char *path,
		 struct smc_err *err);
void bundle_free(struct bundle *bundle);

/* redact.c */
int bundle_redact(struct bundle *bundle);

#endif /* SMC_DBG_BUNDLE_H */
