/* SPDX-License-Identifier: GPL-2.0-or-later */
/* preload - which library to put into LD_PRELOAD, and how. */
#ifndef SMC_PRELOAD_H
#define SMC_PRELOAD_H

#include "elfkind.h"

/* Where make install puts the libraries. */
#ifdef SMC_LIBDIR
#define PRELOAD_LIBDIR SMC_LIBDIR
#else
#define PRELOAD_LIBDIR "/usr/lib/smc"
#endif

/**
 * preload_dir() - find the folder of the libraries
 * @ret_dir: PATH_MAX bytes, which may be used
 *
 * The build tree's libraries lie next to the program, the installed do not.
 *
 * Return: the folder.
 */
const char *preload_dir(char *ret_dir);

/**
 * preload_find() - the library for a program
 * @dir: folder of the libraries
 * @info: the program
 * @ret_lib: PATH_MAX bytes for what LD_PRELOAD shall hold
 *
 * Where the 32-bit library is installed too, glibc's linkers get a path with
 * $LIB in it, so that in a tree of processes each finds its own.
 *
 * Return: 0, -ENOENT if there is none, -EINVAL if its path does not fit into
 * LD_PRELOAD, which can quote nothing.
 */
int preload_find(const char *dir, const struct elfkind_info *info,
		 char *ret_lib);

/**
 * preload_merge() - add our library to a value of LD_PRELOAD
 * @old: the value so far, NULL if unset
 * @lib: path of our library
 *
 * The libraries of the caller stay, in their order and before ours; an older
 * mention of ours is replaced where it stands. No element is empty.
 *
 * Return: the new value, to be freed; NULL without memory.
 */
char *preload_merge(const char *old, const char *lib);

#endif
