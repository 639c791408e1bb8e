// SPDX-License-Identifier: GPL-2.0-or-later
/* unit - smc_run's parts: sizes and words, LD_PRELOAD, kinds of programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../lib/elfkind.h"
#include "../../lib/preload.h"
#include "../../smc_run/preload/smcsock.h"

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#elif defined(__s390x__)
#define MACHINE EM_S390
#endif

#define GLIBC "/lib64/ld-linux-x86-64.so.2"

static char dir[] = "/tmp/smc_run-unit.XXXXXX";

static const char *in_dir(const char *name)
{
	static char path[2][128];
	static int i;

	i = !i;
	snprintf(path[i], sizeof(path[i]), "%s/%s", dir, name);
	return path[i];
}

static const char *file_write(const char *name, const void *data, size_t len)
{
	const char *path = in_dir(name);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0755);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, len), len);
	close(fd);
	assert_int_equal(chmod(path, 0755), 0);
	return path;
}

static const char *text_write(const char *name, const char *text)
{
	return file_write(name, text, strlen(text));
}

static enum elfkind kind_of(const char *path)
{
	struct elfkind_info info;

	elfkind_read(path, &info);
	return info.kind;
}

/* --- sizes and words -------------------------------------------------- */

static void size_takes_what_it_should(void **state)
{
	static const struct {
		const char *text;
		int size;
	} rows[] = {
		{ "1", 1 },
		{ "64", 64 },
		{ "064", 64 },
		{ "64k", 65536 },
		{ "64K", 65536 },
		{ "8m", 8 << 20 },
		{ "8M", 8 << 20 },
		{ "2147483647", 2147483647 },
		{ "2047m", 2047 << 20 },
		{ "2097151k", 2097151 << 10 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(smcsock_size(rows[i].text), rows[i].size);
}

static void size_refuses_the_rest(void **state)
{
	static const char *const rows[] = {
		"", "0", "0k", "-1", "+1", " 1", "1 ", "k", "64|", "64kk",
		"64km", "64g", "64kb", "0x10", "1.5m", "1,5", "abc",
		"2147483648", "2048m", "2097152k", "99999999999999999999999",
		"18446744073709551617",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(smcsock_size(rows[i]), -1);
}

static void family_knows_three_whole_words(void **state)
{
	(void)state;
	assert_int_equal(smcsock_family("auto"), SMCSOCK_AUTO);
	assert_int_equal(smcsock_family("inet"), SMCSOCK_INET);
	assert_int_equal(smcsock_family("smc"), SMCSOCK_SMC);
	assert_int_equal(smcsock_family(""), 0);
	assert_int_equal(smcsock_family("aut"), 0);
	assert_int_equal(smcsock_family("inet6"), 0);
	assert_int_equal(smcsock_family("SMC"), 0);
}

/* --- LD_PRELOAD ------------------------------------------------------- */

static void merge_keeps_the_callers_libraries(void **state)
{
	static const struct {
		const char *old, *merged;
	} rows[] = {
		{ NULL, "/l/libsmcrun.so" },
		{ "", "/l/libsmcrun.so" },
		{ ":", "/l/libsmcrun.so" },
		{ "/a.so", "/a.so:/l/libsmcrun.so" },
		{ "a.so b.so", "a.so:b.so:/l/libsmcrun.so" },
		{ ":a.so::b.so: ", "a.so:b.so:/l/libsmcrun.so" },
		/* never twice, and the place is the caller's choice */
		{ "/l/libsmcrun.so", "/l/libsmcrun.so" },
		{ "/l/libsmcrun.so:a.so", "/l/libsmcrun.so:a.so" },
		{ "a.so:/l/libsmcrun.so:b.so", "a.so:/l/libsmcrun.so:b.so" },
		/* of another build, of another ABI, by its bare name */
		{ "/x/libsmcrun.so:a.so", "/l/libsmcrun.so:a.so" },
		{ "/x/$LIB/libsmcrun.so", "/l/libsmcrun.so" },
		{ "/x/libsmcrun32.so a.so libsmcrun.so",
		  "/l/libsmcrun.so:a.so" },
		/* not ours */
		{ "/l/xlibsmcrun.so", "/l/xlibsmcrun.so:/l/libsmcrun.so" },
		{ "/l/libsmcrun.so.1", "/l/libsmcrun.so.1:/l/libsmcrun.so" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *merged = preload_merge(rows[i].old, "/l/libsmcrun.so");
		char *again = preload_merge(merged, "/l/libsmcrun.so");

		assert_string_equal(merged, rows[i].merged);
		assert_string_equal(again, merged);
		free(merged);
		free(again);
	}
}

static void library_fits_the_program(void **state)
{
	struct elfkind_info glibc = { .kind = ELFKIND_DYNAMIC };
	struct elfkind_info musl = { .kind = ELFKIND_DYNAMIC, .musl = true };
	struct elfkind_info compat = { .kind = ELFKIND_COMPAT };
	struct elfkind_info compat_musl = { .kind = ELFKIND_COMPAT,
					    .musl = true };
	char lib[PATH_MAX];

	(void)state;
	unlink(in_dir("libsmcrun.so"));
	unlink(in_dir("libsmcrun32.so"));
	assert_int_equal(preload_find(dir, &glibc, lib), -ENOENT);

	text_write("libsmcrun.so", "");
	assert_int_equal(preload_find(dir, &glibc, lib), 0);
	assert_string_equal(lib, in_dir("libsmcrun.so"));
	assert_int_equal(preload_find(dir, &compat, lib), -ENOENT);

	text_write("libsmcrun32.so", "");
	assert_int_equal(preload_find(dir, &glibc, lib), 0);
	assert_string_equal(lib, in_dir("$LIB/libsmcrun.so"));
	assert_int_equal(preload_find(dir, &compat, lib), 0);
	assert_string_equal(lib, in_dir("$LIB/libsmcrun.so"));
	assert_int_equal(preload_find(dir, &musl, lib), 0);
	assert_string_equal(lib, in_dir("libsmcrun.so"));
	assert_int_equal(preload_find(dir, &compat_musl, lib), 0);
	assert_string_equal(lib, in_dir("libsmcrun32.so"));
}

static void library_path_must_fit_into_ld_preload(void **state)
{
	static const char *const rows[] = { "a b", "a:b", "a$b", "a\nb" };
	struct elfkind_info glibc = { .kind = ELFKIND_DYNAMIC };
	char lib[PATH_MAX], sub[PATH_MAX], name[64];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		snprintf(sub, sizeof(sub), "%s/%s", dir, rows[i]);
		assert_int_equal(mkdir(sub, 0755), 0);
		snprintf(name, sizeof(name), "%s/libsmcrun.so", rows[i]);
		text_write(name, "");
		assert_int_equal(preload_find(sub, &glibc, lib), -EINVAL);
	}
}

/* --- kinds of programs ------------------------------------------------ */

/* The smallest file that says what a linker would. */
struct elf {
	union {
		Elf64_Ehdr h64;
		Elf32_Ehdr h32;
	} ehdr;
	union {
		Elf64_Phdr p64[2];
		Elf32_Phdr p32[2];
	} phdr;
	Elf64_Nhdr note;
	char note_name[4];
	char interp[64];
};

static struct elf elf_make(int class, int machine, const char *interp,
			   const char *note_name)
{
	struct elf e = { 0 };
	unsigned char ident[EI_NIDENT] = {
		ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, (unsigned char)class,
		__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB :
							    ELFDATA2MSB,
		EV_CURRENT
	};
	uint16_t phnum = note_name ? 2 : interp ? 1 : 0;
	uint32_t interp_type = interp ? PT_INTERP : PT_NULL;
	uint32_t interp_size = interp ? (uint32_t)strlen(interp) + 1 : 0;
	uint32_t note_size = sizeof(e.note) + sizeof(e.note_name);

	memcpy(&e.ehdr, ident, sizeof(ident));
	if (interp)
		strcpy(e.interp, interp);
	e.note = (Elf64_Nhdr){ 4, 0, 4 };
	if (note_name)
		memcpy(e.note_name, note_name, 4);
	if (class == ELFCLASS64) {
		e.ehdr.h64.e_type = ET_DYN;
		e.ehdr.h64.e_machine = (Elf64_Half)machine;
		e.ehdr.h64.e_phoff = offsetof(struct elf, phdr);
		e.ehdr.h64.e_phnum = phnum;
		e.phdr.p64[0] = (Elf64_Phdr){
			.p_type = interp_type,
			.p_offset = offsetof(struct elf, interp),
			.p_filesz = interp_size,
		};
		e.phdr.p64[1] = (Elf64_Phdr){
			.p_type = PT_NOTE,
			.p_offset = offsetof(struct elf, note),
			.p_filesz = note_size,
		};
	} else {
		e.ehdr.h32.e_type = ET_DYN;
		e.ehdr.h32.e_machine = (Elf32_Half)machine;
		e.ehdr.h32.e_phoff = offsetof(struct elf, phdr);
		e.ehdr.h32.e_phnum = phnum;
		e.phdr.p32[0] = (Elf32_Phdr){
			.p_type = interp_type,
			.p_offset = offsetof(struct elf, interp),
			.p_filesz = interp_size,
		};
		e.phdr.p32[1] = (Elf32_Phdr){
			.p_type = PT_NOTE,
			.p_offset = offsetof(struct elf, note),
			.p_filesz = note_size,
		};
	}
	return e;
}

static const char *elf_write(const char *name, struct elf e)
{
	return file_write(name, &e, sizeof(e));
}

static void kind_of_elf_files(void **state)
{
	static const struct {
		int class, machine;
		const char *interp, *note;
		enum elfkind kind;
	} rows[] = {
		{ ELFCLASS64, MACHINE, GLIBC, NULL, ELFKIND_DYNAMIC },
		{ ELFCLASS64, MACHINE, GLIBC, "GNU", ELFKIND_DYNAMIC },
		{ ELFCLASS64, MACHINE, NULL, NULL, ELFKIND_STATIC },
		{ ELFCLASS64, MACHINE, NULL, "Go\0", ELFKIND_STATIC },
		{ ELFCLASS64, MACHINE, GLIBC, "Go\0", ELFKIND_GO },
		{ ELFCLASS64, EM_RISCV, GLIBC, NULL, ELFKIND_FOREIGN },
		{ ELFCLASS32, EM_ARM, GLIBC, NULL, ELFKIND_FOREIGN },
#ifdef __x86_64__
		{ ELFCLASS32, EM_386, "/lib/ld-linux.so.2", NULL,
		  ELFKIND_COMPAT },
		{ ELFCLASS32, EM_386, NULL, NULL, ELFKIND_STATIC },
		/* x32 */
		{ ELFCLASS32, EM_X86_64, GLIBC, NULL, ELFKIND_FOREIGN },
#endif
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(
			kind_of(elf_write("elf", elf_make(rows[i].class,
							  rows[i].machine,
							  rows[i].interp,
							  rows[i].note))),
			rows[i].kind);
}

static void kind_tells_musl_from_glibc(void **state)
{
	struct elfkind_info info;

	(void)state;
	elfkind_read(elf_write("elf", elf_make(ELFCLASS64, MACHINE,
					       "/lib/ld-musl-x86_64.so.1",
					       NULL)),
		     &info);
	assert_int_equal(info.kind, ELFKIND_DYNAMIC);
	assert_true(info.musl);
	assert_string_equal(info.interp, "/lib/ld-musl-x86_64.so.1");
	elfkind_read(elf_write("elf",
			       elf_make(ELFCLASS64, MACHINE, GLIBC, NULL)),
		     &info);
	assert_false(info.musl);
}

static void kind_of_the_other_byte_order(void **state)
{
	struct elf e = elf_make(ELFCLASS64, MACHINE, GLIBC, NULL);

	(void)state;
	e.ehdr.h64.e_ident[EI_DATA] ^= ELFDATA2LSB ^ ELFDATA2MSB;
	assert_int_equal(kind_of(elf_write("elf", e)), ELFKIND_FOREIGN);
}

/* Any damage ends in a verdict; the sanitizers watch. */
static void kind_survives_damaged_files(void **state)
{
	struct elf e = elf_make(ELFCLASS64, MACHINE, GLIBC, "Go\0");
	const char *bytes = (const char *)&e;

	(void)state;
	for (size_t len = 0; len < sizeof(e); len++) {
		enum elfkind kind = kind_of(file_write("elf", bytes, len));

		if (len < offsetof(struct elf, phdr) +
				  sizeof(e.phdr.p64))
			assert_int_equal(kind, ELFKIND_UNKNOWN);
	}
	for (size_t pos = 0; pos < sizeof(e); pos++) {
		struct elf bad = e;

		((unsigned char *)&bad)[pos] ^= 0xff;
		kind_of(elf_write("elf", bad));
	}
	e.phdr.p64[0].p_filesz = PATH_MAX + 1;
	assert_int_equal(kind_of(elf_write("elf", e)), ELFKIND_UNKNOWN);
	e.phdr.p64[0].p_filesz = 0;
	assert_int_equal(kind_of(elf_write("elf", e)), ELFKIND_UNKNOWN);
}

static void kind_follows_script_lines(void **state)
{
	struct elfkind_info info;
	char text[300];

	(void)state;
	elf_write("elf", elf_make(ELFCLASS64, MACHINE, NULL, NULL));
	snprintf(text, sizeof(text), "#!%s\n", in_dir("elf"));
	text_write("one", text);
	snprintf(text, sizeof(text), "#! \t%s -x y\nbody\n", in_dir("one"));
	elfkind_read(text_write("two", text), &info);
	assert_int_equal(info.kind, ELFKIND_STATIC);
	assert_string_equal(info.path, in_dir("elf"));

	assert_int_equal(kind_of(text_write("s", "#!")), ELFKIND_UNKNOWN);
	assert_int_equal(kind_of(text_write("s", "#!  ")), ELFKIND_UNKNOWN);
	assert_int_equal(kind_of(text_write("s", "plain text\n")),
			 ELFKIND_UNKNOWN);
	assert_int_equal(kind_of(text_write("s", "#!/nonexistent")),
			 ELFKIND_UNKNOWN);
	memset(text, 'x', sizeof(text));
	memcpy(text, "#!", 2);
	assert_int_equal(kind_of(file_write("s", text, sizeof(text))),
			 ELFKIND_UNKNOWN);
	/* a script that is its own interpreter */
	snprintf(text, sizeof(text), "#!%s\n", in_dir("loop"));
	assert_int_equal(kind_of(text_write("loop", text)), ELFKIND_UNKNOWN);
}

static void kind_ignores_a_privilege_one_has(void **state)
{
	const char *path;

	(void)state;
	path = elf_write("elf", elf_make(ELFCLASS64, MACHINE, GLIBC, NULL));
	assert_int_equal(chmod(path, 06755), 0);
	assert_int_equal(kind_of(path), ELFKIND_DYNAMIC);
}

static void kind_of_privileged_files(void **state)
{
	const char *path;

	(void)state;
	if (geteuid() != 0)
		skip(); /* only root can give files away */
	path = elf_write("elf", elf_make(ELFCLASS64, MACHINE, GLIBC, NULL));
	assert_int_equal(chown(path, 65534, 0), 0);
	assert_int_equal(chmod(path, 04755), 0);
	assert_int_equal(kind_of(path), ELFKIND_SECURE);
	assert_int_equal(chown(path, 0, 65534), 0);
	assert_int_equal(chmod(path, 02755), 0);
	assert_int_equal(kind_of(path), ELFKIND_SECURE);
	assert_int_equal(chmod(path, 02745), 0);
	assert_int_equal(kind_of(path), ELFKIND_DYNAMIC);
}

static void find_searches_path_like_execvp(void **state)
{
	char found[PATH_MAX], path[PATH_MAX];

	(void)state;
	assert_int_equal(mkdir(in_dir("d1"), 0755), 0);
	assert_int_equal(mkdir(in_dir("d2"), 0755), 0);
	assert_int_equal(mkdir(in_dir("d2/folder"), 0755), 0);
	text_write("d2/cmd", "");
	assert_int_equal(chmod(text_write("d1/cmd", ""), 0644), 0);
	snprintf(path, sizeof(path), "/nonexistent:%s:%s", in_dir("d1"),
		 in_dir("d2"));
	assert_int_equal(setenv("PATH", path, 1), 0);

	assert_int_equal(elfkind_find("cmd", found), 0);
	assert_string_equal(found, in_dir("d2/cmd"));
	assert_int_equal(elfkind_find("folder", found), -EACCES);
	assert_int_equal(elfkind_find("nothing", found), -ENOENT);
	assert_int_equal(elfkind_find("", found), -ENOENT);
	assert_int_equal(elfkind_find(in_dir("d1/cmd"), found), -EACCES);
	assert_int_equal(elfkind_find(in_dir("d1/none"), found), -ENOENT);
	assert_int_equal(elfkind_find(in_dir("d2/cmd"), found), 0);

	/* an empty element is the current folder, unset the system's */
	assert_int_equal(chdir(in_dir("d2")), 0);
	assert_int_equal(setenv("PATH", "/nonexistent:", 1), 0);
	assert_int_equal(elfkind_find("cmd", found), 0);
	assert_string_equal(found, "cmd");
	assert_int_equal(unsetenv("PATH"), 0);
	assert_int_equal(elfkind_find("sh", found), 0);
	assert_string_equal(found, "/bin/sh");
	assert_int_equal(elfkind_find("cmd", found), -ENOENT);
	assert_int_equal(chdir("/"), 0);
}

static int dir_make(void **state)
{
	(void)state;
	return mkdtemp(dir) ? 0 : -1;
}

static int dir_remove(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "PATH=/bin:/usr/bin; rm -rf '%s'",
		 dir);
	return system(command);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(size_takes_what_it_should),
		cmocka_unit_test(size_refuses_the_rest),
		cmocka_unit_test(family_knows_three_whole_words),
		cmocka_unit_test(merge_keeps_the_callers_libraries),
		cmocka_unit_test(library_fits_the_program),
		cmocka_unit_test(library_path_must_fit_into_ld_preload),
		cmocka_unit_test(kind_of_elf_files),
		cmocka_unit_test(kind_tells_musl_from_glibc),
		cmocka_unit_test(kind_of_the_other_byte_order),
		cmocka_unit_test(kind_survives_damaged_files),
		cmocka_unit_test(kind_follows_script_lines),
		cmocka_unit_test(kind_ignores_a_privilege_one_has),
		cmocka_unit_test(kind_of_privileged_files),
		cmocka_unit_test(find_searches_path_like_execvp),
	};

	return cmocka_run_group_tests(tests, dir_make, dir_remove);
}
