// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The file, all text:
 *
 *	smc-suite stats 1
 *	owner BOOT FAMILY	who counts: another one's counters began at 0
 *	NAME VALUE		any number of them
 *	reason ROLE CODE COUNT	any number of them
 *	end
 *
 * Names that this version does not know are skipped and those that are missing
 * count from 0, so the file outlives updates. Each network namespace and each
 * technology has a file of its own.
 */
#include "baseline.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

#define BASELINE_MAGIC	"smc-suite stats 1"
#define BASELINE_SIZE	65536
#define BASELINE_OWNER	96

static const char *const tech_names[SMC_TECH_COUNT] = {
	[SMC_TECH_D] = "smcd",
	[SMC_TECH_R] = "smcr",
};

static const char *const role_names[SMC_ROLE_COUNT] = {
	[SMC_ROLE_CLIENT] = "client",
	[SMC_ROLE_SERVER] = "server",
};

static int name_make(struct smc_nl *nl, enum smc_tech tech, char *name,
		     size_t size, struct smc_err *err)
{
	uint64_t netns;
	int rc;

	rc = smc_nl_netns(nl, &netns, err);
	if (rc)
		return rc;
	snprintf(name, size, "%s-stats.%" PRIu64, tech_names[tech], netns);
	return 0;
}

/* The counters live as long as the boot and the module, whose family this is. */
static int owner_make(const struct smc_nl *nl, char owner[BASELINE_OWNER],
		      struct smc_err *err)
{
	char boot[64] = "";
	FILE *f;

	f = fopen("/proc/sys/kernel/random/boot_id", "re");
	if (!f || fscanf(f, "%63s", boot) != 1)
		boot[0] = '\0';
	if (f)
		fclose(f);
	if (!boot[0])
		return smc_err_set(err, -EIO, "cannot tell which boot it is");
	snprintf(owner, BASELINE_OWNER, "owner %s %d", boot,
		 smc_nl_family(nl));
	return 0;
}

/* Exactly a number, nothing before or after it. */
static int num_parse(const char *text, int base, uint64_t *ret)
{
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return -EBADMSG;
	errno = 0;
	*ret = strtoull(text, &end, base);
	return errno || *end ? -EBADMSG : 0;
}

static int reason_parse(char *line, struct smc_counts *ret)
{
	struct smc_reason_count *r = &ret->reasons[ret->n_reasons];
	char *save, *role = strtok_r(line, " ", &save);
	char *code = strtok_r(NULL, " ", &save);
	char *count = strtok_r(NULL, " ", &save);
	uint64_t number;

	if (!count || strtok_r(NULL, " ", &save) ||
	    ret->n_reasons == SMC_COUNTS_REASONS)
		return -EBADMSG;
	if (!strcmp(role, role_names[SMC_ROLE_CLIENT]))
		r->role = SMC_ROLE_CLIENT;
	else if (!strcmp(role, role_names[SMC_ROLE_SERVER]))
		r->role = SMC_ROLE_SERVER;
	else
		return -EBADMSG;
	if (num_parse(code, 16, &number) || number > UINT32_MAX ||
	    num_parse(count, 10, &r->count))
		return -EBADMSG;
	r->code = (uint32_t)number;
	ret->n_reasons++;
	return 0;
}

static int line_parse(char *line, struct smc_counts *ret)
{
	const struct smc_count_row *row;
	char *value = strchr(line, ' ');
	uint64_t number;
	unsigned int i;

	if (!value)
		return -EBADMSG;
	*value++ = '\0';
	if (!strcmp(line, "reason"))
		return reason_parse(value, ret);
	if (num_parse(value, 10, &number))
		return -EBADMSG;
	for (i = 0; (row = smc_count_row_at(i)); i++)
		if (!strcmp(row->flat, line))
			*smc_count_at(ret, row) = number;
	return 0;
}

/**
 * smc_baseline_parse() - read the text of a baseline
 * @text: the text
 * @len: bytes of it
 * @owner: the line that names who counts now
 * @ret: gets the counters
 *
 * Return: 0, -ESTALE when they are those of another owner, -EBADMSG when the
 * text is damaged, -ENOMEM.
 */
int smc_baseline_parse(const char *text, size_t len, const char *owner,
		       struct smc_counts *ret)
{
	char *copy, *line, *rest;
	bool stale = false;
	int rc = -EBADMSG;
	unsigned int nr;

	memset(ret, 0, sizeof(*ret));
	if (memchr(text, '\0', len))
		return -EBADMSG;
	copy = strndup(text, len);
	if (!copy)
		return -ENOMEM;
	rest = copy;
	for (nr = 0; (line = strsep(&rest, "\n")) && rest; nr++) {
		if (nr == 0) {
			rc = strcmp(line, BASELINE_MAGIC) ? -EBADMSG : 0;
		} else if (nr == 1) {
			rc = strncmp(line, "owner ", 6) ? -EBADMSG : 0;
			stale = strcmp(line, owner) != 0;
		} else if (!strcmp(line, "end")) {
			rc = *rest ? -EBADMSG : stale ? -ESTALE : 0;
			goto out;
		} else {
			rc = line_parse(line, ret);
		}
		if (rc)
			goto out;
	}
	rc = -EBADMSG; /* the end is missing */
out:
	free(copy);
	return rc;
}

/**
 * smc_baseline_load() - get what the last reset remembered
 * @nl: the family
 * @tech: the technology
 * @ret: gets the counters
 * @err: says what went wrong
 *
 * Return: 0, -ENOENT when there was no reset, -ESTALE when the counters
 * started anew since, -EBADMSG when the file is damaged, or another -errno.
 */
int smc_baseline_load(struct smc_nl *nl, enum smc_tech tech,
		      struct smc_counts *ret, struct smc_err *err)
{
	char name[64], owner[BASELINE_OWNER], *text;
	ssize_t len;
	int rc;

	rc = name_make(nl, tech, name, sizeof(name), err);
	if (!rc)
		rc = owner_make(nl, owner, err);
	if (rc)
		return rc;
	text = malloc(BASELINE_SIZE);
	if (!text)
		return smc_err_set(err, -ENOMEM, "out of memory");
	len = smc_state_read(name, text, BASELINE_SIZE, err);
	if (len == -EINVAL || len == -EFBIG)
		rc = -EBADMSG;
	else if (len < 0)
		rc = (int)len;
	else
		rc = smc_baseline_parse(text, (size_t)len, owner, ret);
	if (rc == -EBADMSG)
		smc_err_set(err, rc,
			    "the baseline of the last reset is damaged: 'stats reset' makes a new one, '-a stats' does without");
	free(text);
	return rc;
}

/**
 * smc_baseline_save() - remember counters
 * @nl: the family
 * @tech: the technology
 * @counts: the counters
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int smc_baseline_save(struct smc_nl *nl, enum smc_tech tech,
		      const struct smc_counts *counts, struct smc_err *err)
{
	const struct smc_count_row *row;
	char *text = NULL, name[64], owner[BASELINE_OWNER];
	size_t len = 0;
	unsigned int i;
	FILE *f;
	int rc;

	rc = name_make(nl, tech, name, sizeof(name), err);
	if (!rc)
		rc = owner_make(nl, owner, err);
	if (rc)
		return rc;
	f = open_memstream(&text, &len);
	if (!f)
		return smc_err_set(err, -ENOMEM, "out of memory");
	fprintf(f, "%s\n%s\n", BASELINE_MAGIC, owner);
	for (i = 0; (row = smc_count_row_at(i)); i++)
		if (!row->gauge)
			fprintf(f, "%s %" PRIu64 "\n", row->flat,
				smc_count_get(counts, row));
	for (i = 0; i < counts->n_reasons; i++)
		fprintf(f, "reason %s 0x%08" PRIx32 " %" PRIu64 "\n",
			role_names[counts->reasons[i].role],
			counts->reasons[i].code, counts->reasons[i].count);
	fprintf(f, "end\n");
	if (fclose(f))
		rc = smc_err_set(err, -ENOMEM, "out of memory");
	else
		rc = smc_state_write(name, text, len, err);
	free(text);
	return rc;
}
