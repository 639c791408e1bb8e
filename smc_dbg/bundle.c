// SPDX-License-Identifier: GPL-2.0-or-later
#include "bundle.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "json.h"

/**
 * bundle_add() - add a file
 * @bundle: the bundle
 * @name: name of the file
 * @text: what is in it, NULL: it is missing; the bundle's afterwards, also
 *	when this fails
 * @len: bytes of it
 * @why: why it is missing, or not all that it should be; "": it is
 *
 * Return: 0 or -ENOMEM.
 */
int bundle_add(struct bundle *bundle, const char *name, char *text,
	       size_t len, const char *why)
{
	struct bundle_file *files, *file;

	files = reallocarray(bundle->files, bundle->n + 1, sizeof(*files));
	if (!files) {
		free(text);
		return -ENOMEM;
	}
	bundle->files = files;
	file = &files[bundle->n++];
	*file = (struct bundle_file){ .text = text, .len = len };
	snprintf(file->name, sizeof(file->name), "%s", name);
	snprintf(file->why, sizeof(file->why), "%s", why);
	return 0;
}

static struct json_object *file_json(const struct bundle_file *file)
{
	struct json_object *ret = json_object_new_object();
	int rc;

	rc = ret ? smc_json_put(ret, "name",
				json_object_new_string(file->name)) : -ENOMEM;
	if (!rc && file->text)
		rc = smc_json_put(ret, "bytes",
				  json_object_new_uint64(file->len));
	if (!rc && file->why[0])
		rc = smc_json_put(ret, "why",
				  json_object_new_string(file->why));
	if (!rc)
		return ret;
	json_object_put(ret);
	return NULL;
}

static int index_fill(const struct bundle *bundle, struct json_object *root)
{
	struct json_object *array = json_object_new_array(), *entry;
	time_t now = time(NULL);
	struct tm tm;
	char when[32];
	size_t i;
	int rc;

	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ",
		 gmtime_r(&now, &tm));
	rc = smc_json_put(root, "files", array);
	if (!rc)
		rc = smc_json_put(root, "format", json_object_new_int(1));
	if (!rc)
		rc = smc_json_put(root, "created",
				  json_object_new_string(when));
	if (!rc)
		rc = smc_json_put(root, "version",
				  json_object_new_string(SMC_VERSION));
	if (!rc)
		rc = smc_json_put(root, "redacted",
				  json_object_new_boolean(bundle->redacted));
	for (i = 0; !rc && i < bundle->n; i++) {
		entry = file_json(&bundle->files[i]);
		if (!entry || json_object_array_add(array, entry)) {
			json_object_put(entry);
			rc = -ENOMEM;
		}
	}
	return rc;
}

/**
 * bundle_index() - add the list of what is in it, and what is not, and why
 * @bundle: the bundle
 *
 * Return: 0 or -ENOMEM.
 */
int bundle_index(struct bundle *bundle)
{
	struct json_object *root = json_object_new_object();
	const char *json;
	char *text = NULL;
	int rc;

	rc = root ? index_fill(bundle, root) : -ENOMEM;
	if (!rc) {
		json = json_object_to_json_string_ext(root,
			JSON_C_TO_STRING_PRETTY |
			JSON_C_TO_STRING_NOSLASHESCAPE);
		text = json ? strdup(json) : NULL;
		rc = text ? 0 : -ENOMEM;
	}
	json_object_put(root);
	return rc ? rc : bundle_add(bundle, BUNDLE_INDEX, text, strlen(text),
				    "");
}

/* Make the folders that a file is in: 0 or -errno. */
static int folders_make(char *path)
{
	char *slash;

	for (slash = strchr(path + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0700) && errno != EEXIST)
			return -errno;
		*slash = '/';
	}
	return 0;
}

static int file_write(const char *path, const struct bundle_file *file)
{
	int fd, rc = 0;

	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	if (write(fd, file->text, file->len) != (ssize_t)file->len)
		rc = errno ? -errno : -EIO;
	if (close(fd) && !rc)
		rc = -errno;
	return rc;
}

/* A new folder, or one that is empty of such files. */
static int folder_write(const struct bundle *bundle, const char *dir,
			struct smc_err *err)
{
	char path[4096];
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < bundle->n; i++) {
		const struct bundle_file *file = &bundle->files[i];

		if (!file->text)
			continue;
		if (snprintf(path, sizeof(path), "%s/%s", dir, file->name) >=
		    (int)sizeof(path))
			rc = -ENAMETOOLONG;
		if (!rc)
			rc = folders_make(path);
		if (!rc)
			rc = file_write(path, file);
	}
	return rc ? smc_err_set(err, rc, "%s: %s", path, strerror(-rc)) : 0;
}

static int entry_write(struct archive *a, const char *top,
		       const struct bundle_file *file)
{
	struct archive_entry *e = archive_entry_new();
	char path[256];
	int rc;

	if (!e)
		return -1;
	snprintf(path, sizeof(path), "%s/%s", top, file->name);
	archive_entry_set_pathname(e, path);
	archive_entry_set_size(e, (la_int64_t)file->len);
	archive_entry_set_filetype(e, AE_IFREG);
	archive_entry_set_perm(e, 0600);
	archive_entry_set_mtime(e, time(NULL), 0);
	rc = archive_write_header(a, e) == ARCHIVE_OK &&
	     archive_write_data(a, file->text, file->len) ==
	     (la_ssize_t)file->len ? 0 : -1;
	archive_entry_free(e);
	return rc;
}

static int archive_fill(struct archive *a, const struct bundle *bundle,
			const char *path)
{
	struct stat st;
	size_t i;
	int fd, rc;

	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	/* an old file may be open to others */
	if (fd < 0 || fstat(fd, &st) ||
	    (S_ISREG(st.st_mode) && fchmod(fd, 0600))) {
		archive_set_error(a, errno, "open");
		if (fd >= 0)
			close(fd);
		return -1;
	}
	rc = archive_write_add_filter_gzip(a) == ARCHIVE_OK &&
	     archive_write_set_format_ustar(a) == ARCHIVE_OK &&
	     archive_write_open_fd(a, fd) == ARCHIVE_OK ? 0 : -1;
	for (i = 0; !rc && i < bundle->n; i++)
		if (bundle->files[i].text)
			rc = entry_write(a, "smc_dbg", &bundle->files[i]);
	if (!rc && archive_write_close(a) != ARCHIVE_OK)
		rc = -1;
	close(fd);
	return rc;
}

static int archive_make(const struct bundle *bundle, const char *path,
			struct smc_err *err)
{
	struct archive *a = archive_write_new();
	int rc = 0;

	if (!a)
		return smc_err_set(err, -ENOMEM, "out of memory");
	if (archive_fill(a, bundle, path))
		rc = smc_err_set(err, -EIO, "%s: %s", path,
				 archive_errno(a) > 0 ?
				 strerror(archive_errno(a)) :
				 archive_error_string(a));
	archive_write_free(a);
	return rc;
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return len > n && !strcmp(text + len - n, end);
}

/**
 * bundle_write() - write it
 * @bundle: the bundle
 * @path: where to: an archive if it ends in .tar.gz or .tgz, else a folder
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int bundle_write(const struct bundle *bundle, const char *path,
		 struct smc_err *err)
{
	if (ends_with(path, ".tar.gz") || ends_with(path, ".tgz"))
		return archive_make(bundle, path, err);
	return folder_write(bundle, path, err);
}

/**
 * bundle_free() - forget it
 * @bundle: the bundle
 */
void bundle_free(struct bundle *bundle)
{
	size_t i;

	for (i = 0; i < bundle->n; i++)
		free(bundle->files[i].text);
	free(bundle->files);
	*bundle = (struct bundle){ 0 };
}
