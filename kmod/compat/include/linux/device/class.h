/* SPDX-License-Identifier: GPL-2.0 */
/* class_create() took the owner as its first argument before 6.4. */
#ifndef SMC_COMPAT_LINUX_DEVICE_CLASS_H
#define SMC_COMPAT_LINUX_DEVICE_CLASS_H
#include_next <linux/device/class.h>

#ifndef HAVE_CLASS_1ARG
#undef class_create
#define class_create(name)					\
({								\
	static struct lock_class_key __key;			\
	__class_create(THIS_MODULE, name, &__key);		\
})
#endif

#endif
