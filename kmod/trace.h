/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints; names, fields and formats are those which tools know.  They are
 * handed the socket and the name of the device instead of a connection, so
 * that none of them ever follows a pointer that may be gone.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM smc

#if !defined(SMC_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define SMC_TRACE_H

#include <linux/tracepoint.h>
#include <net/sock.h>

TRACE_EVENT(smc_switch_to_fallback,
	TP_PROTO(const struct sock *sk, const struct sock *clcsk,
		 int fallback_rsn),
	TP_ARGS(sk, clcsk, fallback_rsn),
	TP_STRUCT__entry(
		__field(const void *, sk)
		__field(const void *, clcsk)
		__field(u64, net_cookie)
		__field(int, fallback_rsn)
	),
	TP_fast_assign(
		__entry->sk = sk;
		__entry->clcsk = clcsk;
		__entry->net_cookie = sock_net(sk)->net_cookie;
		__entry->fallback_rsn = fallback_rsn;
	),
	TP_printk("sk=%p clcsk=%p net=%llu fallback_rsn=%d",
		  __entry->sk, __entry->clcsk, __entry->net_cookie,
		  __entry->fallback_rsn)
);

DECLARE_EVENT_CLASS(smc_msg_event,
	TP_PROTO(const struct sock *sk, size_t len, const char *dev),
	TP_ARGS(sk, len, dev),
	TP_STRUCT__entry(
		__field(const void *, smc)
		__field(u64, net_cookie)
		__field(size_t, len)
		__string(name, dev)
	),
	TP_fast_assign(
		__entry->smc = sk;
		__entry->net_cookie = sock_net(sk)->net_cookie;
		__entry->len = len;
		smc_assign_str(name, dev);
	),
	TP_printk("smc=%p net=%llu len=%zu dev=%s",
		  __entry->smc, __entry->net_cookie, __entry->len,
		  __get_str(name))
);

DEFINE_EVENT(smc_msg_event, smc_tx_sendmsg,
	TP_PROTO(const struct sock *sk, size_t len, const char *dev),
	TP_ARGS(sk, len, dev)
);

DEFINE_EVENT(smc_msg_event, smc_rx_recvmsg,
	TP_PROTO(const struct sock *sk, size_t len, const char *dev),
	TP_ARGS(sk, len, dev)
);

/* of SMC-R; here already because tools ask for it by name */
TRACE_EVENT(smcr_link_down,
	TP_PROTO(const void *lnk, const void *lgr, u64 net_cookie, int state,
		 const char *dev, void *location),
	TP_ARGS(lnk, lgr, net_cookie, state, dev, location),
	TP_STRUCT__entry(
		__field(const void *, lnk)
		__field(const void *, lgr)
		__field(u64, net_cookie)
		__field(int, state)
		__string(name, dev)
		__field(void *, location)
	),
	TP_fast_assign(
		__entry->lnk = lnk;
		__entry->lgr = lgr;
		__entry->net_cookie = net_cookie;
		__entry->state = state;
		smc_assign_str(name, dev);
		__entry->location = location;
	),
	TP_printk("lnk=%p lgr=%p net=%llu state=%d dev=%s location=%pS",
		  __entry->lnk, __entry->lgr, __entry->net_cookie,
		  __entry->state, __get_str(name), __entry->location)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
