// SPDX-License-Identifier: GPL-2.0-or-later
/* What the host itself tells: kernel, modules, log, memory, settings. */
#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/utsname.h>

#include "json.h"
#include "part.h"

/* Of klogctl(). */
#define KLOG_READ_ALL	3
#define KLOG_SIZE	10

/* Lines of the kernel's log that have one of these words. */
static const char *const log_words[] = {
	"smc", "rdma", "ism", "rxe", "siw", "infiniband", "roce", "mlx4",
	"mlx5", "erdma", "ib_uverbs", "ib_core", "pnetid",
};

/* Set a member, "" where the file is not there. */
static int file_put(struct json_object *root, const char *key,
		    const char *path)
{
	FILE *f = fopen(path, "re");
	char line[4096] = "";

	if (!f)
		return 0;
	if (!fgets(line, sizeof(line), f))
		line[0] = '\0';
	fclose(f);
	line[strcspn(line, "\n")] = '\0';
	return smc_json_put(root, key, json_object_new_string(line));
}

/* Print a document, unless making it failed, and free it. */
static int document_write(FILE *f, struct json_object *root, int rc,
			  struct smc_err *err)
{
	if (!rc)
		fprintf(f, "%s\n", json_object_to_json_string_ext(root,
			JSON_C_TO_STRING_PLAIN |
			JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(root);
	return rc ? smc_err_set(err, rc, "out of memory") : 0;
}

/**
 * kernel_write() - print which kernel it is
 * @f: where to
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int kernel_write(FILE *f, struct smc_err *err)
{
	static const struct {
		const char *key;
		const char *path;
	} files[] = {
		{ "kernel.cmdline", "/proc/cmdline" },
		{ "kernel.uptime", "/proc/uptime" },
		{ "kernel.tainted", "/proc/sys/kernel/tainted" },
		{ "module.smc.version", "/sys/module/smc/version" },
		{ "module.smc.srcversion", "/sys/module/smc/srcversion" },
		{ "module.smc.taint", "/sys/module/smc/taint" },
		{ "module.smc_diag.version", "/sys/module/smc_diag/version" },
		{ "module.smc_diag.srcversion",
		  "/sys/module/smc_diag/srcversion" },
	};
	struct json_object *root = json_object_new_object();
	struct utsname u;
	size_t i;
	int rc;

	if (uname(&u)) {
		json_object_put(root);
		return smc_err_set(err, -errno, "uname: %s", strerror(errno));
	}
	rc = root ? smc_json_put(root, "kernel.release",
				 json_object_new_string(u.release)) : -ENOMEM;
	if (!rc)
		rc = smc_json_put(root, "kernel.version",
				  json_object_new_string(u.version));
	if (!rc)
		rc = smc_json_put(root, "kernel.machine",
				  json_object_new_string(u.machine));
	if (!rc)
		rc = smc_json_put(root, "kernel.hostname",
				  json_object_new_string(u.nodename));
	if (!rc)
		rc = smc_json_put(root, "tools.version",
				  json_object_new_string(SMC_VERSION));
	for (i = 0; !rc && i < sizeof(files) / sizeof(files[0]); i++)
		rc = file_put(root, files[i].key, files[i].path);
	return document_write(f, root, rc, err);
}

static int array_add(struct json_object *array, struct json_object *value)
{
	if (value && !json_object_array_add(array, value))
		return 0;
	json_object_put(value);
	return -ENOMEM;
}

/* A document with an array, one entry a line that @line makes one of. */
static int lines_write(FILE *f, const char *path, const char *key,
		       struct json_object *(*entry)(const char *line),
		       struct smc_err *err)
{
	struct json_object *root, *array;
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	int rc;

	if (!in)
		return smc_err_set(err, -errno, "%s: %s", path,
				   strerror(errno));
	root = json_object_new_object();
	array = json_object_new_array();
	rc = root ? smc_json_put(root, key, array) : -ENOMEM;
	while (!rc && getline(&line, &room, in) > 0)
		rc = array_add(array, entry(line));
	free(line);
	fclose(in);
	return document_write(f, root, rc, err);
}

static struct json_object *module_entry(const char *line)
{
	struct json_object *ret = json_object_new_object();
	char name[64], state[16] = "";
	unsigned long size = 0;
	long refs = 0;

	if (sscanf(line, "%63s %lu %ld %*s %15s", name, &size, &refs,
		   state) < 3)
		return ret;
	if (smc_json_put(ret, "name", json_object_new_string(name)) ||
	    smc_json_put(ret, "bytes", json_object_new_uint64(size)) ||
	    smc_json_put(ret, "refs", json_object_new_int64(refs)) ||
	    smc_json_put(ret, "state", json_object_new_string(state))) {
		json_object_put(ret);
		return NULL;
	}
	return ret;
}

/**
 * modules_write() - print the modules that are loaded
 * @f: where to
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int modules_write(FILE *f, struct smc_err *err)
{
	return lines_write(f, "/proc/modules", "modules", module_entry, err);
}

static bool is_ours(const char *line)
{
	size_t i;

	for (i = 0; i < sizeof(log_words) / sizeof(log_words[0]); i++) {
		const char *word = strcasestr(line, log_words[i]);

		/* At the begin of a word: "mechanism" is another matter. */
		if (word && (word == line || !isalpha((unsigned char)word[-1])))
			return true;
	}
	return false;
}

/**
 * dmesg_write() - print what the kernel's log has of SMC and RDMA
 * @f: where to
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int dmesg_write(FILE *f, struct smc_err *err)
{
	struct json_object *root, *array;
	int size = klogctl(KLOG_SIZE, NULL, 0), n, rc;
	char *text, *line, *save;

	if (size < 0)
		return smc_err_set(err, -errno, "kernel log: %s",
				   strerror(errno));
	text = calloc(1, (size_t)size + 1);
	if (!text)
		return smc_err_set(err, -ENOMEM, "out of memory");
	n = klogctl(KLOG_READ_ALL, text, size);
	if (n < 0) {
		rc = -errno;
		free(text);
		return smc_err_set(err, rc, "kernel log: %s", strerror(-rc));
	}
	root = json_object_new_object();
	array = json_object_new_array();
	rc = root ? smc_json_put(root, "dmesg", array) : -ENOMEM;
	for (line = strtok_r(text, "\n", &save); !rc && line;
	     line = strtok_r(NULL, "\n", &save))
		if (is_ours(line))
			rc = array_add(array, json_object_new_string(line));
	free(text);
	return document_write(f, root, rc, err);
}

/* "Node 0, zone   Normal    4    0 ...": free blocks of 1, 2, 4, ... pages. */
static int buddy_add(struct json_object *root, const char *line)
{
	struct json_object *free_blocks = json_object_new_array();
	char key[64], zone[32];
	unsigned int node;
	unsigned long count;
	int at = 0, step, rc = 0;

	if (sscanf(line, "Node %u, zone %31s %n", &node, zone, &at) < 2) {
		json_object_put(free_blocks);
		return 0;
	}
	for (line += at; !rc && sscanf(line, "%lu %n", &count, &step) == 1;
	     line += step)
		rc = array_add(free_blocks, json_object_new_uint64(count));
	snprintf(key, sizeof(key), "free_blocks.node%u.%s", node, zone);
	if (!rc)
		return smc_json_put(root, key, free_blocks);
	json_object_put(free_blocks);
	return rc;
}

/* "MemTotal:  2030312 kB" */
static int meminfo_add(struct json_object *root, const char *line)
{
	char name[64], key[80];
	unsigned long value;

	if (sscanf(line, "%63[^:]: %lu", name, &value) != 2)
		return 0;
	snprintf(key, sizeof(key), "meminfo.%s", name);
	return smc_json_put(root, key, json_object_new_uint64(value));
}

/**
 * memory_write() - print how much memory there is, and in what pieces
 * @f: where to
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int memory_write(FILE *f, struct smc_err *err)
{
	static const struct {
		const char *path;
		int (*add)(struct json_object *root, const char *line);
	} files[] = {
		{ "/proc/meminfo", meminfo_add },
		{ "/proc/buddyinfo", buddy_add },
	};
	struct json_object *root = json_object_new_object();
	int rc = root ? 0 : -ENOMEM;
	char line[512];
	size_t i;
	FILE *in;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		in = fopen(files[i].path, "re");
		while (in && !rc && fgets(line, sizeof(line), in))
			rc = files[i].add(root, line);
		if (in)
			fclose(in);
	}
	return document_write(f, root, rc, err);
}

/**
 * sysctl_write() - print the settings of this network namespace
 * @f: where to
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int sysctl_write(FILE *f, struct smc_err *err)
{
	static const char *const patterns[] = {
		"/proc/sys/net/smc/*", "/proc/sys/net/core/[rw]mem_*",
		"/proc/sys/net/ipv4/tcp_[rw]mem",
		"/proc/sys/net/ipv4/tcp_fastopen",
		"/proc/sys/net/ipv6/bindv6only",
	};
	struct json_object *root = json_object_new_object();
	int rc = root ? 0 : -ENOMEM;
	char key[128];
	glob_t files;
	size_t i, k, at;

	for (i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if (glob(patterns[i], 0, NULL, &files))
			continue;
		for (k = 0; !rc && k < files.gl_pathc; k++) {
			snprintf(key, sizeof(key), "sysctl.%s",
				 files.gl_pathv[k] + strlen("/proc/sys/"));
			for (at = 0; key[at]; at++)
				if (key[at] == '/')
					key[at] = '.';
			rc = file_put(root, key, files.gl_pathv[k]);
		}
		globfree(&files);
	}
	return document_write(f, root, rc, err);
}
