# SPDX-License-Identifier: GPL-2.0
#
# What this kernel's headers have, found by looking into them: stable kernels
# get changes back-ported, so that a version number says nothing.  Each answer
# is a HAVE_*, and only compat/include/ looks at those.
#
# Included by kmod/Kbuild.  No comma or parenthesis in an expression: make
# would split there.

# $(call smc-probe,EXPRESSION,HEADER BELOW include/,HAVE_NAME)
smc-probe = $(shell grep -qE '$(1)' $(srctree)/include/$(2) 2>/dev/null && \
	echo -DHAVE_$(3))

# A probe that must answer yes and one that must answer no, lest a moved header
# tree silently turns every answer into no.
ifeq ($(call smc-probe,^struct sock \{,net/sock.h,SANE),)
$(error kernel headers not found below $(srctree)/include)
endif
ifneq ($(call smc-probe,^struct smc_no_such_thing,net/sock.h,SANE),)
$(error header probes answer yes to everything)
endif

smc-have := \
	$(call smc-probe,opt_child_init,net/inet_connection_sock.h,CHILD_INIT) \
	$(call smc-probe,^struct proto_accept_arg \{,net/sock.h,ACCEPT_ARG) \
	$(call smc-probe,void sk_net_refcnt_upgrade,net/sock.h,NET_UPGRADE) \
	$(call smc-probe,ipv6_pinfo_offset,net/sock.h,PINFO_OFFSET) \
	$(call smc-probe,kuid_t sk_uid.const,net/sock.h,SK_UID) \
	$(call smc-probe,\*sendpage.,linux/net.h,SENDPAGE) \
	$(call smc-probe,class_create.const char,linux/device/class.h,CLASS_1ARG) \
	$(call smc-probe,proc_handler.const,linux/sysctl.h,CONST_CTL) \
	$(call smc-probe,register_net_sysctl_sz,net/net_namespace.h,SYSCTL_SZ) \
	$(call smc-probe,int nla_put_uint.struct,net/netlink.h,NLA_PUT_UINT) \
	$(call smc-probe,genl_info_dump.struct,net/genetlink.h,GENL_INFO_DUMP) \
	$(call smc-probe,WQ_PERCPU,linux/workqueue.h,WQ_PERCPU) \
	$(call smc-probe,define __assign_str.dst. src,trace/stages/stage6_event_callback.h,ASSIGN_2ARG)

# Ahead of the kernel's own headers: each of ours includes the real one first.
NOSTDINC_FLAGS += -I$(src)/compat/include $(smc-have)
