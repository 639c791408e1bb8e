// SPDX-License-Identifier: GPL-2.0-or-later
#include "filter.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lgr_id.h"
#include "port.h"
#include "query.h"

/* Where the value of a word goes, if the word wants one. */
static const char **slot_of(struct smcr_filter *filter, const char *word)
{
	if (!strcmp(word, "ibdev"))
		return &filter->ibdev;
	if (!strcmp(word, "netdev"))
		return &filter->netdev;
	return NULL;
}

/**
 * smcr_filter_read() - read a choice from a command's arguments
 * @ctx: the command
 * @ids: the first may be a link group id
 * @ret: gets the choice
 *
 * Return: 0 or -EINVAL with the context's error set.
 */
int smcr_filter_read(struct smc_ctx *ctx, bool ids, struct smcr_filter *ret)
{
	struct smcr_filter filter = { 0 };
	int i, rc;

	for (i = 0; i < ctx->n_args; i++) {
		const char *word = ctx->args[i];
		const char **slot = slot_of(&filter, word);

		if (slot) {
			if (*slot)
				return smc_err_usage(&ctx->err,
						     "'%s' is there twice",
						     word);
			if (++i == ctx->n_args || !ctx->args[i][0])
				return smc_err_usage(&ctx->err,
						     "%s needs a name", word);
			*slot = ctx->args[i];
		} else if (!i && !strcmp(word, "all")) {
			continue;
		} else if (!i && ids) {
			rc = smc_lgr_id_parse(word, &filter.id, &ctx->err);
			if (rc)
				return rc;
			filter.lgr = word;
		} else {
			return smc_err_usage(&ctx->err, "unknown word '%s'",
					     word);
		}
	}
	*ret = filter;
	return 0;
}

/**
 * smcr_filter_fits() - are these the devices that were chosen?
 * @filter: the choice
 * @ibdev: name of an RDMA device
 * @netdev: name of the network device that belongs to it
 *
 * Return: true if so.
 */
bool smcr_filter_fits(const struct smcr_filter *filter, const char *ibdev,
		      const char *netdev)
{
	return (!filter->ibdev || !strcmp(filter->ibdev, ibdev)) &&
	       (!filter->netdev || !strcmp(filter->netdev, netdev));
}

/**
 * smcr_filter_missing() - say that there is no such device
 * @ctx: the command
 * @filter: what was chosen
 *
 * Return: -ENODEV with the context's error set.
 */
int smcr_filter_missing(struct smc_ctx *ctx, const struct smcr_filter *filter)
{
	if (!filter->netdev)
		return smc_err_set(&ctx->err, -ENODEV, "no RDMA device '%s'",
				   filter->ibdev);
	if (!filter->ibdev)
		return smc_err_set(&ctx->err, -ENODEV,
				   "no RDMA device on network device '%s'",
				   filter->netdev);
	return smc_err_set(&ctx->err, -ENODEV,
			   "no RDMA device '%s' on network device '%s'",
			   filter->ibdev, filter->netdev);
}

static int port_look(struct smc_ctx *ctx, const struct smcr_port *port,
		     void *arg)
{
	(void)ctx;
	return smcr_filter_fits(arg, port->dev.ib_name, port->netdev);
}

/**
 * smcr_filter_check() - make sure that the chosen device is there
 * @ctx: the command
 * @filter: the choice
 *
 * Return: 0 or -errno with the context's error set.
 */
int smcr_filter_check(struct smc_ctx *ctx, const struct smcr_filter *filter)
{
	struct smcr_filter wanted = *filter;
	struct smc_list devs;
	int rc;

	rc = smc_ctx_list(ctx, &smc_query_dev_r, &devs);
	if (rc)
		return rc;
	rc = smcr_ports_walk(ctx, &devs, port_look, &wanted) ? 0 :
	     smcr_filter_missing(ctx, filter);
	smc_list_free(&devs);
	return rc;
}

static int ibdev_print(struct smc_ctx *ctx, const struct smcr_port *port,
		       void *arg)
{
	(void)arg;
	if (port->number <= 1)
		fprintf(ctx->out.f, "%s\n", port->dev.ib_name);
	return 0;
}

static int netdev_print(struct smc_ctx *ctx, const struct smcr_port *port,
			void *arg)
{
	(void)arg;
	if (port->netdev[0])
		fprintf(ctx->out.f, "%s\n", port->netdev);
	return 0;
}

/**
 * smcr_filter_words() - print what could stand behind the words so far
 * @ctx: the command
 *
 * Return: 1 when it was for a device's name, 0, or -errno with the context's
 * error set.
 */
int smcr_filter_words(struct smc_ctx *ctx)
{
	const char *before = ctx->n_args > 1 ? ctx->args[ctx->n_args - 2] : "";
	bool ibdev = !strcmp(before, "ibdev");
	struct smc_list devs;
	int rc;

	if (!ibdev && strcmp(before, "netdev")) {
		fprintf(ctx->out.f, "all\nibdev\nnetdev\n");
		return 0;
	}
	rc = smc_ctx_list(ctx, &smc_query_dev_r, &devs);
	if (rc)
		return rc;
	(void)smcr_ports_walk(ctx, &devs, ibdev ? ibdev_print : netdev_print,
			      NULL); /* they return 0 */
	smc_list_free(&devs);
	return 1;
}
