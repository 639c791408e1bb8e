// SPDX-License-Identifier: GPL-2.0-or-later
/* What is in a bundle: a row for each file. */
#include "part.h"

#define TOOL(n, line) .name = (n), .tool = (line)
#define WRITE(n, fn) .name = (n), .write = (fn)

const struct part host_parts[] = {
	{ WRITE("kernel", kernel_write) },
	{ WRITE("modules", modules_write) },
	{ WRITE("dmesg", dmesg_write) },
	{ WRITE("memory", memory_write) },
	{ TOOL("smcd-info", "smcd --json -d info") },
	{ TOOL("smcd-devices", "smcd --json device") },
	{ TOOL("smcd-linkgroups", "smcd --json -d linkgroup") },
	{ TOOL("smcr-info", "smcr --json -d info") },
	{ TOOL("smcr-devices", "smcr --json -d device") },
	{ TOOL("smcr-linkgroups", "smcr --json -d linkgroup") },
	{ TOOL("smcr-links", "smcr --json -dd linkgroup link-show") },
	{ TOOL("ueid", "smcd --json ueid") },
	{ TOOL("seid", "smcd --json seid") },
	{ TOOL("hs-limit", "smcd --json hs-limit") },
	{ TOOL("rnics", "smc_rnics --json -a") },
	{ TOOL("gids", "smc_rnics --json --gids") },
	{ .name = NULL }
};

const struct part netns_parts[] = {
	{ TOOL("sockets", "smcss --json -a") },
	{ TOOL("smcd-stats", "smcd --json -a stats"), .twice = true },
	{ TOOL("smcr-stats", "smcr --json -a stats"), .twice = true },
	{ TOOL("gauges", "smcd --json gauges"), .twice = true },
	{ TOOL("pnet", "smc_pnet --json") },
	{ TOOL("check", "smc_chk --json") },
	{ WRITE("tables", tables_write), .twice = true },
	{ WRITE("sysctl", sysctl_write) },
	{ WRITE("links", links_write) },
	{ WRITE("addresses", addresses_write) },
	{ WRITE("routes", routes_write) },
	{ .name = NULL }
};
