/* SPDX-License-Identifier: GPL-2.0-or-later */
/* net.smc.*: settings of the network namespace that the tool is in. */
#ifndef SMC_SETTING_H
#define SMC_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

/**
 * struct smc_setting_row - what is known of a setting
 * @name: its name below net.smc
 * @unit: unit of its value, NULL: none
 * @min: least value
 * @max: largest value; where kernels differ, the least of theirs
 * @def: value of a new namespace
 * @elastic: as long as nobody has set it, the module of smc-suite chooses a
 *	size for each connection; the value 0 takes it back to that. Never
 *	true of what was read from another module
 * @scope: what has a value of its own, and who may set it
 * @effect: what a new value takes effect on
 * @what: what it is, one line
 */
struct smc_setting_row {
	const char *name;
	const char *unit;
	uint32_t min;
	uint32_t max;
	uint32_t def;
	bool elastic;
	const char *scope;
	const char *effect;
	const char *what;
};

/* Bits of a setting's @has */
enum {
	SMC_SETTING_NUMBER,	/* what the kernel says is a number */
	SMC_SETTING_WORDS,	/* it is not */
	SMC_SETTING_AUTO,	/* nobody has set it, so the module chooses */
	SMC_SETTING_KNOWN,	/* there is a row */
};

/**
 * struct smc_setting - a setting as it is now
 * @has: what is there
 * @name: its name
 * @text: what the kernel says
 * @value: the same as a number
 * @automatic: the largest size that the module chooses, 0: no limit
 * @row: what is known of it
 */
struct smc_setting {
	uint64_t has;
	char name[64];
	char text[64];
	uint32_t value;
	uint32_t automatic;
	struct smc_setting_row row;
};

#define SMC_SETTINGS_MAX	64

/**
 * struct smc_settings - all of them, those that are known first
 * @items: the settings
 * @n: their number
 * @chooses: the module is that of smc-suite, which chooses sizes itself
 */
struct smc_settings {
	struct smc_setting items[SMC_SETTINGS_MAX];
	unsigned int n;
	bool chooses;
};

const struct smc_setting_row *smc_setting_row_at(unsigned int i);
int smc_setting_find(const char *name, const struct smc_setting_row **ret,
		     struct smc_err *err);
int smc_setting_parse(const struct smc_setting_row *row, const char *text,
		      uint32_t *ret, struct smc_err *err);
int smc_settings_read(struct smc_settings *ret, struct smc_err *err);
const struct smc_setting *smc_settings_get(const struct smc_settings *settings,
					   const char *name);
int smc_setting_absent(const char *name, struct smc_err *err);
int smc_setting_write(const char *name, uint32_t value, struct smc_err *err);

#endif /* SMC_SETTING_H */
