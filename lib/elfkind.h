/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elfkind - what kind of program a command is, as far as preloading goes. */
#ifndef SMC_ELFKIND_H
#define SMC_ELFKIND_H

#include <limits.h>
#include <stdbool.h>

enum elfkind {
	ELFKIND_DYNAMIC, /* of our own ABI: takes a preload library */
	ELFKIND_COMPAT,	 /* the same, of the 32-bit ABI of this machine */
	ELFKIND_STATIC,
	ELFKIND_GO,	/* dynamic, but makes system calls by itself */
	ELFKIND_SECURE, /* gains privilege: its linker drops our library */
	ELFKIND_FOREIGN, /* of another machine, run by an emulator */
	ELFKIND_UNKNOWN, /* no ELF file, or one that we may not read */
};

struct elfkind_info {
	enum elfkind kind;
	bool musl;		/* the dynamic linker is musl's */
	char path[PATH_MAX];	/* what is run in the end, after #! lines */
	char interp[PATH_MAX];	/* its dynamic linker, "" without one */
};

/**
 * elfkind_find() - find a command as execvp(3) does
 * @command: name or path
 * @ret_path: PATH_MAX bytes for the path of the file
 *
 * Return: 0, -ENOENT, or another -errno for a file that cannot be run.
 */
int elfkind_find(const char *command, char *ret_path);

/**
 * elfkind_read() - classify a file that exec is about to get
 * @path: a file found by elfkind_find()
 * @ret: what it is
 *
 * Follows #! lines. A file that is not understood is ELFKIND_UNKNOWN, and it
 * is left to exec to judge it.
 */
void elfkind_read(const char *path, struct elfkind_info *ret);

/**
 * elfkind_obstacle() - why no preload library can convert such a program
 * @kind: its kind
 *
 * Return: words that follow the program's name, NULL if nothing is in the way.
 */
const char *elfkind_obstacle(enum elfkind kind);

#endif
