/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Statistics of one technology as counters with names: what is shown, what a
 * reset remembers, and what is subtracted.
 */
#ifndef SMC_COUNTS_H
#define SMC_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model.h"
#include "nl.h"

struct smc_watch;

enum smc_role {
	SMC_ROLE_CLIENT,
	SMC_ROLE_SERVER,
	SMC_ROLE_COUNT
};

/* More than two roles times all codes there are. */
#define SMC_COUNTS_REASONS	128

struct smc_reason_count {
	enum smc_role role;
	uint32_t code;
	uint64_t count;
};

/**
 * struct smc_counts - statistics of one technology
 * @tech: counters of the technology
 * @hs_err: handshakes that failed, by role; of both technologies
 * @fback: fallbacks to TCP, by role; of both technologies
 * @reasons: why, in the order of the kernel
 * @n_reasons: their number
 * @torn: the kernel's table of reasons changed each time that it was read
 */
struct smc_counts {
	struct smc_tech_stats tech;
	uint64_t hs_err[SMC_ROLE_COUNT];
	uint64_t fback[SMC_ROLE_COUNT];
	struct smc_reason_count reasons[SMC_COUNTS_REASONS];
	unsigned int n_reasons;
	bool torn;
};

/**
 * struct smc_count_row - one counter
 * @flat: its name in 'stats json' and in the file of a reset
 * @key: its path in JSON
 * @off: offset in struct smc_counts
 * @gauge: attribute of a gauge: it goes down too, so a reset leaves it alone,
 *	and older kernels do not have it; 0: a counter
 * @own: not in 'stats json', which smc-tools had before
 */
struct smc_count_row {
	const char *flat;
	const char *key;
	size_t off;
	uint8_t gauge;
	bool own;
};

/* Rows at most, for those who need an array of them. */
#define SMC_COUNT_ROWS	96

const struct smc_count_row *smc_count_row_at(unsigned int i);
uint64_t *smc_count_at(struct smc_counts *counts,
		       const struct smc_count_row *row);
uint64_t smc_count_get(const struct smc_counts *counts,
		       const struct smc_count_row *row);
bool smc_count_present(const struct smc_counts *counts,
		       const struct smc_count_row *row);
const struct smc_reason_count *
smc_counts_reason(const struct smc_counts *counts, enum smc_role role,
		  uint32_t code);
int smc_counts_read(struct smc_nl *nl, enum smc_tech tech,
		    struct smc_counts *ret, struct smc_err *err);
bool smc_counts_rates(struct smc_watch *watch, const struct smc_counts *now,
		      struct smc_counts *ret);
bool smc_counts_subtract(struct smc_counts *counts,
			 const struct smc_counts *base);

#endif /* SMC_COUNTS_H */
