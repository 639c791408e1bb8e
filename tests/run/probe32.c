// SPDX-License-Identifier: GPL-2.0-or-later
/* A dynamic 32-bit program that needs no library; it is never run. */
void _start(void);

void _start(void)
{
	for (;;)
		;
}
