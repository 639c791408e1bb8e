// SPDX-License-Identifier: GPL-2.0-or-later
/* The note by which Go's linker marks its programs: name "Go", type 4. */
__asm__(".pushsection .note.go.buildid, \"a\", %note\n"
	".balign 4\n"
	".long 4, 4, 4\n"
	".ascii \"Go\\0\\0\"\n"
	".ascii \"test\"\n"
	".popsection\n");
