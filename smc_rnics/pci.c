// SPDX-License-Identifier: GPL-2.0-or-later
#include "pci.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "codec.h"
#include "util_string.h"

#define PATH_SIZE	512

/* The path of a file below the folder of sysfs; none is that long. */
static const char *path_of(char buf[PATH_SIZE], const char *dir,
			   const char *name, const char *file)
{
	const char *root = getenv(PCI_SYSFS_ENV);

	snprintf(buf, PATH_SIZE, "%s/bus/pci/%s%s%s%s%s",
		 root && *root ? root : "/sys", dir, *name ? "/" : "", name,
		 *file ? "/" : "", file);
	return buf;
}

/* Read a file of few bytes: their number, or -errno. */
static ssize_t file_read(const char *path, void *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, buf, size);
	if (n < 0)
		n = -errno;
	close(fd);
	return n;
}

static bool text_read(const char *dir, const char *name, const char *file,
		      char *ret, size_t size)
{
	char path[PATH_SIZE];
	ssize_t n = file_read(path_of(path, dir, name, file), ret, size - 1);

	if (n < 0)
		return false;
	ret[n] = '\0';
	ret[strcspn(ret, "\n")] = '\0';
	return true;
}

/* A number as sysfs writes it: hex with 0x, or decimal. */
static bool number_read(const char *dir, const char *name, const char *file,
			unsigned long *ret)
{
	char text[32], *end;

	if (!text_read(dir, name, file, text, sizeof(text)))
		return false;
	errno = 0;
	*ret = strtoul(text, &end, 0);
	return !errno && end != text && !*end;
}

static int is_entry(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* Each name in a folder, in order; what @fn returns ends the walk if not 0. */
static int folder_walk(const char *path,
		       int (*fn)(const char *name, void *arg), void *arg)
{
	struct dirent **names;
	int i, n, rc = 0;

	n = scandir(path, &names, is_entry, versionsort);
	if (n < 0)
		return errno == ENOMEM ? -ENOMEM : 0;
	for (i = 0; i < n; i++) {
		if (!rc)
			rc = fn(names[i]->d_name, arg);
		free(names[i]);
	}
	free(names);
	return rc;
}

static struct pci_function *function_new(struct pci *pci)
{
	struct pci_function *items;

	items = reallocarray(pci->items, pci->n + 1, sizeof(*items));
	if (!items)
		return NULL;
	pci->items = items;
	items[pci->n] = (struct pci_function){ .n_ports = 1 };
	return &items[pci->n++];
}

/* A function, and the device of it whose ports are read. */
struct walk {
	struct pci_function *fn;
	const char *device;
};

static struct pci_port *port_at(struct pci_function *fn, unsigned long i)
{
	if (i >= PCI_PORTS)
		return NULL;
	if (fn->n_ports <= i)
		fn->n_ports = (unsigned int)i + 1;
	return &fn->ports[i];
}

static int netdev_add(const char *name, void *arg)
{
	struct pci_function *fn = arg;
	struct pci_port *port;
	char folder[64];
	unsigned long i = 0;

	snprintf(folder, sizeof(folder), "devices/%s/net", fn->address);
	(void)number_read(folder, name, "dev_port", &i); /* 0 without */
	port = port_at(fn, i);
	if (port && !port->netdev[0])
		smc_text_copy(port->netdev, sizeof(port->netdev), name,
			      strlen(name));
	return 0;
}

static int ibport_add(const char *name, void *arg)
{
	struct walk *walk = arg;
	unsigned long i = strtoul(name, NULL, 10);
	struct pci_port *port = i ? port_at(walk->fn, i - 1) : NULL;

	if (!port || port->ibdev[0])
		return 0;
	smc_text_copy(port->ibdev, sizeof(port->ibdev), walk->device,
		      strlen(walk->device));
	port->ibport = (uint8_t)i;
	return 0;
}

static int ibdev_add(const char *name, void *arg)
{
	struct pci_function *fn = arg;
	struct walk walk = { fn, name };
	char path[PATH_SIZE], folder[64];

	snprintf(folder, sizeof(folder), "devices/%s/infiniband",
		 fn->address);
	return folder_walk(path_of(path, folder, name, "ports"), ibport_add,
			   &walk);
}

static void pnetids_read(struct pci_function *fn)
{
	unsigned char raw[PCI_PORTS * SMC_UTIL_STRING_PNETID] = { 0 };
	char path[PATH_SIZE];
	unsigned int i;

	if (file_read(path_of(path, "devices", fn->address, "util_string"),
		      raw, sizeof(raw)) <= 0)
		return;
	for (i = 0; i < fn->n_ports; i++)
		(void)smc_util_string_pnetid(raw + i * SMC_UTIL_STRING_PNETID,
					 fn->ports[i].pnetid);
}

/* A number of the function's device, and its bit. */
static bool member_read(struct pci_function *fn, const char *file,
			unsigned int bit, unsigned long *ret)
{
	if (!number_read("devices", fn->address, file, ret))
		return false;
	fn->has |= 1ULL << bit;
	return true;
}

static int function_read(struct pci_function *fn)
{
	char path[PATH_SIZE];
	unsigned long n, id;
	int rc;

	if (member_read(fn, "vendor", PCI_IDS, &n))
		fn->vendor = (uint16_t)n;
	if (number_read("devices", fn->address, "device", &id))
		fn->device = (uint16_t)id;
	if (number_read("devices", fn->address, "class", &n))
		fn->class = (uint32_t)n;
	if (member_read(fn, "function_id", PCI_FID, &n))
		fn->fid = (uint32_t)n;
	if (member_read(fn, "pchid", PCI_PCHID, &n))
		fn->pchid = (uint16_t)n;
	if (member_read(fn, "pft", PCI_PFT, &n))
		fn->pft = (uint16_t)n;
	if (member_read(fn, "vfn", PCI_VFN, &n))
		fn->vfn = (uint32_t)n;
	if (member_read(fn, "port", PCI_PORT, &n))
		fn->port = (uint32_t)n;
	rc = folder_walk(path_of(path, "devices", fn->address, "net"),
			 netdev_add, fn);
	if (!rc)
		rc = folder_walk(path_of(path, "devices", fn->address,
					 "infiniband"), ibdev_add, fn);
	pnetids_read(fn);
	return rc;
}

static int device_add(const char *name, void *arg)
{
	struct pci_function *fn = function_new(arg);

	if (!fn)
		return -ENOMEM;
	smc_text_copy(fn->address, sizeof(fn->address), name, strlen(name));
	return function_read(fn);
}

/* On s390 slots are named by the number of their function: 8 hex digits. */
static bool is_fid(const char *name)
{
	return strlen(name) == 8 && strspn(name, "0123456789abcdefABCDEF") == 8;
}

static struct pci_function *by_fid(struct pci *pci, uint32_t fid)
{
	size_t i;

	for (i = 0; i < pci->n; i++)
		if (pci->items[i].has >> PCI_FID & 1 &&
		    pci->items[i].fid == fid)
			return &pci->items[i];
	return NULL;
}

/* An offline function has a slot, and no device. */
static int fid_slot_add(struct pci *pci, const char *name)
{
	uint32_t fid = (uint32_t)strtoul(name, NULL, 16);
	struct pci_function *fn = by_fid(pci, fid);
	unsigned long power = 0;
	char where[24];

	if (!fn) {
		fn = function_new(pci);
		if (!fn)
			return -ENOMEM;
		fn->fid = fid;
		fn->has = 1ULL << PCI_FID;
		if (text_read("slots", name, "address", where, sizeof(where)))
			snprintf(fn->address, sizeof(fn->address), "%s.0",
				 where);
	}
	smc_text_copy(fn->slot, sizeof(fn->slot), name, strlen(name));
	if (number_read("slots", name, "power", &power)) {
		fn->has |= 1ULL << PCI_POWER;
		fn->power = power != 0;
	}
	pci->fids = true;
	return 0;
}

/* Elsewhere a slot tells its address only, without the function. */
static int slot_add(const char *name, void *arg)
{
	struct pci *pci = arg;
	char where[24];
	size_t i, len;

	if (is_fid(name))
		return fid_slot_add(pci, name);
	if (!text_read("slots", name, "address", where, sizeof(where)))
		return 0;
	len = strlen(where);
	for (i = 0; len && i < pci->n; i++)
		if (!strncmp(pci->items[i].address, where, len) &&
		    pci->items[i].address[len] == '.')
			smc_text_copy(pci->items[i].slot,
				      sizeof(pci->items[i].slot), name,
				      strlen(name));
	return 0;
}

static int function_compare(const void *a, const void *b)
{
	const struct pci_function *x = a, *y = b;

	if (x->fid != y->fid)
		return x->fid < y->fid ? -1 : 1;
	return strcmp(x->address, y->address);
}

/**
 * pci_read() - read all functions, and the slots they are in
 * @ret: gets them in order of their numbers, to be freed with pci_free()
 * @err: says what went wrong
 *
 * A machine without PCI has none.
 *
 * Return: 0 or -ENOMEM.
 */
int pci_read(struct pci *ret, struct smc_err *err)
{
	struct pci pci = { 0 };
	char path[PATH_SIZE];
	int rc;

	rc = folder_walk(path_of(path, "devices", "", ""), device_add, &pci);
	if (!rc)
		rc = folder_walk(path_of(path, "slots", "", ""), slot_add,
				 &pci);
	if (rc) {
		pci_free(&pci);
		return smc_err_set(err, rc, "out of memory");
	}
	if (pci.n)
		qsort(pci.items, pci.n, sizeof(*pci.items), function_compare);
	*ret = pci;
	return 0;
}

/**
 * pci_free() - forget the functions
 * @pci: what pci_read() filled
 */
void pci_free(struct pci *pci)
{
	free(pci->items);
	*pci = (struct pci){ 0 };
}

/**
 * pci_power() - set a function online or offline
 * @fn: a function that has a slot with power
 * @on: online
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int pci_power(const struct pci_function *fn, bool on, struct smc_err *err)
{
	char path[PATH_SIZE];
	int fd, rc = 0;

	path_of(path, "slots", fn->slot, "power");
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, on ? "1\n" : "0\n", 2) != 2)
		rc = -errno;
	if (fd >= 0)
		close(fd);
	if (!rc)
		return 0;
	smc_err_set(err, rc, "%s: %s", path, strerror(-rc));
	if (rc == -EACCES || rc == -EPERM)
		smc_err_hint(err, "needs root");
	return rc;
}
