// SPDX-License-Identifier: GPL-2.0-or-later
#include "hardware.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/pnetid.h"
#include "util_string.h"

#define PATH_SIZE	256

/* Ports that a utility string has PNET IDs of. */
#define HARDWARE_PORTS	4

/* A file of sysfs: how many bytes, 0 when there is no such file. */
static size_t file_read(const char *path, void *buf, size_t size)
{
	const char *root = getenv(PNET_SYSFS_ENV);
	char full[2 * PATH_SIZE];
	ssize_t n;
	int fd;

	snprintf(full, sizeof(full), "%s/%s", root && *root ? root : "/sys",
		 path);
	fd = open(full, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, buf, size);
	close(fd);
	return n > 0 ? (size_t)n : 0;
}

static bool word_read(const char *path, char *ret, size_t size)
{
	size_t n = file_read(path, ret, size - 1);

	ret[n] = '\0';
	ret[strcspn(ret, "\n")] = '\0';
	return n;
}

/* Port of the adapter that the network device is. */
static unsigned int port_of(const struct smc_netdev *link)
{
	char path[PATH_SIZE], word[16];
	unsigned long port;

	snprintf(path, sizeof(path), "bus/%s/devices/%s/net/%s/dev_port",
		 link->bus, link->parent, link->name);
	if (!word_read(path, word, sizeof(word)))
		return 0;
	port = strtoul(word, NULL, 0);
	return port < HARDWARE_PORTS ? (unsigned int)port : 0;
}

/* The utility string, EBCDIC: of a PCI function, or of a channel path. */
static bool util_string_read(const struct smc_netdev *link,
			     unsigned char ret[HARDWARE_PORTS][SMC_PNETID_LEN])
{
	const size_t size = HARDWARE_PORTS * SMC_PNETID_LEN;
	char path[PATH_SIZE], chpid[16];

	if (!link->parent[0] || !link->bus[0])
		return false;
	snprintf(path, sizeof(path), "bus/%s/devices/%s/util_string",
		 link->bus, link->parent);
	if (file_read(path, ret, size) == size)
		return true;
	snprintf(path, sizeof(path), "bus/%s/devices/%s/chpid", link->bus,
		 link->parent);
	if (!word_read(path, chpid, sizeof(chpid)))
		return false;
	snprintf(path, sizeof(path), "devices/css0/chp0.%s/util_string",
		 chpid);
	return file_read(path, ret, size) == size;
}

/**
 * pnet_hardware_id() - read the PNET ID that the hardware of a device has
 * @link: the device
 * @ret: gets it, if there is one
 *
 * Return: true if there is.
 */
bool pnet_hardware_id(const struct smc_netdev *link,
		      char ret[SMC_MODEL_PNETID_SIZE])
{
	unsigned char ports[HARDWARE_PORTS][SMC_PNETID_LEN];

	return util_string_read(link, ports) &&
	       !smc_util_string_pnetid(ports[port_of(link)], ret) && ret[0];
}
