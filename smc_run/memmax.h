/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memmax - the machine's limits for socket buffers, net.core.{w,r}mem_max. */
#ifndef SMC_RUN_MEMMAX_H
#define SMC_RUN_MEMMAX_H

/**
 * memmax_read() - read a limit
 * @name: "wmem_max" or "rmem_max"
 * @ret_max: the limit in bytes
 *
 * Return: 0 or -errno: some network namespaces do not have these limits.
 */
int memmax_read(const char *name, int *ret_max);

/**
 * memmax_write() - set a limit, for every process of the machine
 * @name: "wmem_max" or "rmem_max"
 * @max: the limit in bytes
 *
 * Return: 0 or -errno.
 */
int memmax_write(const char *name, int max);

#endif
