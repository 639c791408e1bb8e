// SPDX-License-Identifier: GPL-2.0-or-later
#include "elfkind.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

/* As many #! lines in a row as the kernel follows. */
#define SCRIPT_DEPTH_MAX 5
/* What the kernel looks at of a #! line. */
#define SCRIPT_LINE_MAX 256
/* The kernel refuses more than 64 KiB of program headers. */
#define PHDR_MAX 1024
/* Room for the notes that linkers put first; Go's is among the first. */
#define NOTE_MAX 4096

#define GO_BUILD_ID 4

#if defined(__x86_64__)
#define NATIVE_MACHINE EM_X86_64
#define COMPAT_MACHINE EM_386
#elif defined(__i386__)
#define NATIVE_MACHINE EM_386
#define COMPAT_MACHINE EM_NONE
#elif defined(__aarch64__)
#define NATIVE_MACHINE EM_AARCH64
#define COMPAT_MACHINE EM_NONE
#elif defined(__s390x__)
#define NATIVE_MACHINE EM_S390
#define COMPAT_MACHINE EM_NONE
#else
#error "name this architecture's ELF machine in elfkind.c"
#endif

#define NATIVE_CLASS (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)
#define NATIVE_DATA \
	(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB)

/* A program header of either class. */
struct segment {
	uint32_t type;
	uint64_t offset;
	uint64_t size;
};

static int file_is_executable(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EACCES;
	return access(path, X_OK) < 0 ? -errno : 0;
}

int elfkind_find(const char *command, char *ret_path)
{
	const char *dirs = getenv("PATH");
	char path[PATH_MAX];
	int ret = -ENOENT;

	if (!*command)
		return -ENOENT;
	if (strchr(command, '/')) {
		if (strlen(command) >= PATH_MAX)
			return -ENAMETOOLONG;
		strcpy(ret_path, command);
		return file_is_executable(command);
	}

	if (!dirs)
		dirs = "/bin:/usr/bin";
	for (size_t len; dirs; dirs = dirs[len] ? dirs + len + 1 : NULL) {
		int err;

		len = strcspn(dirs, ":");
		if ((size_t)snprintf(path, sizeof(path), "%.*s%s%s", (int)len,
				     dirs, len ? "/" : "",
				     command) >= sizeof(path))
			continue;
		err = file_is_executable(path);
		if (!err) {
			strcpy(ret_path, path);
			return 0;
		}
		if (err == -EACCES)
			ret = err;
	}
	return ret;
}

/*
 * Will exec raise the privilege, so that the dynamic linker runs in secure
 * mode and ignores preload libraries with a path?
 */
static bool file_gains_privilege(const char *path)
{
	struct statvfs vfs;
	struct stat st;

	if (stat(path, &st) < 0 || statvfs(path, &vfs) < 0)
		return false;
	if ((vfs.f_flag & ST_NOSUID) ||
	    prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1)
		return false;
	if ((st.st_mode & S_ISUID) && st.st_uid != getuid())
		return true;
	/* Without group execute, the bit once meant mandatory locking. */
	if ((st.st_mode & S_ISGID) && (st.st_mode & S_IXGRP) &&
	    st.st_gid != getgid())
		return true;
	return getuid() != 0 &&
	       getxattr(path, "security.capability", NULL, 0) > 0;
}

/* If @fd is a script, put the path of its interpreter into @ret_path. */
static bool script_interpreter(int fd, char *ret_path)
{
	char line[SCRIPT_LINE_MAX + 1];
	ssize_t len = pread(fd, line, SCRIPT_LINE_MAX, 0);
	char *word;

	if (len < 3 || line[0] != '#' || line[1] != '!')
		return false;
	line[len] = '\0';
	word = line + 2 + strspn(line + 2, " \t");
	word[strcspn(word, " \t\n")] = '\0';
	if (!*word)
		return false;
	strcpy(ret_path, word);
	return true;
}

static bool segment_read(int fd, int class, const Elf64_Ehdr *ehdr, int i,
			 struct segment *ret)
{
	union {
		Elf32_Phdr p32;
		Elf64_Phdr p64;
	} phdr;
	const Elf32_Ehdr *ehdr32 = (const void *)ehdr;
	size_t size;
	off_t pos;

	if (class == ELFCLASS64) {
		size = sizeof(phdr.p64);
		pos = (off_t)(ehdr->e_phoff + (uint64_t)i * size);
	} else {
		size = sizeof(phdr.p32);
		pos = (off_t)(ehdr32->e_phoff + (uint64_t)i * size);
	}
	if (pread(fd, &phdr, size, pos) != (ssize_t)size)
		return false;
	if (class == ELFCLASS64)
		*ret = (struct segment){ phdr.p64.p_type, phdr.p64.p_offset,
					 phdr.p64.p_filesz };
	else
		*ret = (struct segment){ phdr.p32.p_type, phdr.p32.p_offset,
					 phdr.p32.p_filesz };
	return true;
}

/* Does this note segment hold the build id that Go's linker leaves? */
static bool segment_is_go(int fd, const struct segment *seg)
{
	union {
		Elf64_Nhdr align;
		char bytes[NOTE_MAX];
	} notes;
	size_t want = seg->size < NOTE_MAX ? (size_t)seg->size : NOTE_MAX;
	ssize_t len = pread(fd, notes.bytes, want, (off_t)seg->offset);
	uint64_t pos = 0;
	Elf64_Nhdr note; /* the same in both classes */

	while (len > 0 && pos + sizeof(note) + 4 <= (uint64_t)len) {
		memcpy(&note, notes.bytes + pos, sizeof(note));
		pos += sizeof(note);
		if (note.n_type == GO_BUILD_ID && note.n_namesz == 4 &&
		    !memcmp(notes.bytes + pos, "Go\0", 4))
			return true;
		pos += ((uint64_t)note.n_namesz + 3) / 4 * 4 +
		       ((uint64_t)note.n_descsz + 3) / 4 * 4;
	}
	return false;
}

static enum elfkind elf_read(int fd, struct elfkind_info *ret)
{
	Elf64_Ehdr ehdr = { 0 };
	const Elf32_Ehdr *ehdr32 = (const void *)&ehdr;
	bool go = false;
	int class, phnum;
	const char *base;

	/* A 32-bit header is the shorter one, and any program is longer. */
	if (pread(fd, &ehdr, sizeof(ehdr), 0) != sizeof(ehdr) ||
	    memcmp(ehdr.e_ident, ELFMAG, SELFMAG) != 0)
		return ELFKIND_UNKNOWN;
	class = ehdr.e_ident[EI_CLASS];
	if (ehdr.e_ident[EI_DATA] != NATIVE_DATA)
		return ELFKIND_FOREIGN;
	/* x32 is x86-64 by its machine, and has no library. */
	if (!(ehdr.e_machine == NATIVE_MACHINE && class == NATIVE_CLASS) &&
	    !(ehdr.e_machine == COMPAT_MACHINE && class == ELFCLASS32))
		return ELFKIND_FOREIGN;

	phnum = class == ELFCLASS64 ? ehdr.e_phnum : ehdr32->e_phnum;
	for (int i = 0; i < phnum && i < PHDR_MAX; i++) {
		struct segment seg;

		if (!segment_read(fd, class, &ehdr, i, &seg))
			return ELFKIND_UNKNOWN;
		if (seg.type == PT_NOTE && segment_is_go(fd, &seg))
			go = true;
		if (seg.type != PT_INTERP)
			continue;
		if (seg.size == 0 || seg.size > sizeof(ret->interp) ||
		    pread(fd, ret->interp, seg.size, (off_t)seg.offset) !=
			    (ssize_t)seg.size)
			return ELFKIND_UNKNOWN;
		ret->interp[seg.size - 1] = '\0';
	}
	if (!ret->interp[0])
		return ELFKIND_STATIC;
	if (go)
		return ELFKIND_GO;
	base = strrchr(ret->interp, '/');
	base = base ? base + 1 : ret->interp;
	ret->musl = !strncmp(base, "ld-musl-", strlen("ld-musl-"));
	return ehdr.e_machine == NATIVE_MACHINE ? ELFKIND_DYNAMIC :
						  ELFKIND_COMPAT;
}

void elfkind_read(const char *path, struct elfkind_info *ret)
{
	*ret = (struct elfkind_info){ .kind = ELFKIND_UNKNOWN };
	if (strlen(path) >= sizeof(ret->path))
		return;
	strcpy(ret->path, path);

	for (int depth = 0; depth <= SCRIPT_DEPTH_MAX; depth++) {
		int fd = open(ret->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

		if (fd >= 0 && script_interpreter(fd, ret->path)) {
			close(fd);
			continue;
		}
		if (fd >= 0) {
			ret->kind = elf_read(fd, ret);
			close(fd);
		}
		/* Says more than any other kind, and needs no reading. */
		if (file_gains_privilege(ret->path))
			ret->kind = ELFKIND_SECURE;
		return;
	}
}

const char *elfkind_obstacle(enum elfkind kind)
{
	static const char *const rows[] = {
		[ELFKIND_STATIC] = "is statically linked",
		[ELFKIND_GO] = "is a Go program that makes its sockets "
			       "without libc",
		[ELFKIND_SECURE] = "is setuid, setgid or has capabilities, "
				   "so that no library can be preloaded",
		[ELFKIND_FOREIGN] = "is a program for another machine",
	};

	return kind < sizeof(rows) / sizeof(rows[0]) ? rows[kind] : NULL;
}
