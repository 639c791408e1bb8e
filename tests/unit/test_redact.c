// SPDX-License-Identifier: GPL-2.0-or-later
/* What a bundle must not tell, and what it must still tell. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smc_dbg/bundle.h"

/* The texts of a bundle, redacted; the first ones teach names. */
#define FILES 3

static struct bundle_file files[FILES];

static void redact(const char *json, const char *unit, const char *text)
{
	const char *const texts[FILES] = { json, unit, text };
	struct bundle bundle = { .files = files, .n = FILES };
	size_t i;

	for (i = 0; i < FILES; i++) {
		free(files[i].text);
		files[i].text = strdup(texts[i]);
		files[i].len = strlen(texts[i]);
	}
	assert_int_equal(bundle_redact(&bundle), 0);
	assert_true(bundle.redacted);
	for (i = 0; i < FILES; i++)
		assert_int_equal(files[i].len, strlen(files[i].text));
}

static int files_free(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < FILES; i++)
		free(files[i].text);
	return 0;
}

static void addresses(void **state)
{
	static const struct {
		const char *text;
		const char *redacted;
	} t[] = {
		{ "10.0.0.1", "ip4-1" }, { "10.0.0.1:80", "ip4-1:80" },
		{ "to 10.0.0.1.", "to ip4-1." },
		{ "10.0.0.1-10.0.0.9", "ip4-1-ip4-2" },
		{ "ip=10.0.0.1::10.0.0.254:255.255.255.0:", "ip=ip4-1::ip4-2:255.255.255.0:" },
		{ "fd00::1: unreachable", "ip6-1: unreachable" },
		{ "[fd00::1]:80 FD00:0::1", "[ip6-1]:80 ip6-1" },
		{ "::ffff:10.0.0.1 10.0.0.1", "ip4-1 ip4-1" },
		{ "a-10.0.0.1_b 10.0.0.12", "a-ip4-1_b ip4-2" },
		{ "52:54:00:12:34:56: x", "mac-1: x" },
		{ "80:00:00:48:fe:80:00:00:00:00:00:00:52:54:00:12:34:56:78:9a up",
		  "mac-1 up" },
		{ "127.0.0.1 ::1 :: 0.0.0.0 00:00:00:00:00:00",
		  "127.0.0.1 ::1 :: 0.0.0.0 00:00:00:00:00:00" },
		{ "04:16:38 6.12.95 eth0.100 dead.beef 1.5:2",
		  "04:16:38 6.12.95 eth0.100 dead.beef 1.5:2" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		redact("{}", "", t[i].text);
		assert_string_equal(files[2].text, t[i].redacted);
	}
}

static void names(void **state)
{
	static const char node[] =
		"{\"eid\":\"eid-1   \",\"hostname\":\"host-";
	char want[128];
	unsigned int n;

	(void)state;
	redact("{\"eid\":\"A.EID-1   \",\"hostname\":\"node1.corp.example\"}",
	       "ExecStart=/usr/bin/smcd ueid add UNIT-EID\n"
	       "ExecStart=smcd ueid add \"QUOTED\"; true\n",
	       "A.EID-1, UNIT-EID QUOTED A.EID-12 node1 node1.corp.example. node1.lan node12");
	/* the name of this host comes first */
	assert_int_equal(strncmp(files[0].text, node, strlen(node)), 0);
	n = (unsigned int)strtoul(files[0].text + strlen(node), NULL, 10);
	assert_string_equal(files[1].text,
			    "ExecStart=/usr/bin/smcd ueid add eid-2\n"
			    "ExecStart=smcd ueid add \"eid-3\"; true\n");
	snprintf(want, sizeof(want),
		 "eid-1, eid-2 eid-3 A.EID-12 host-%u host-%u. host-%u node12",
		 n + 1, n, n + 1);
	assert_string_equal(files[2].text, want);
}

static void numbers(void **state)
{
	(void)state;
	redact("{\"a\":[{\"SMC_NLA_LGR_D_GID\":77,\"SMC_NLA_LGR_D_CHID\":77},"
	       "{\"SMC_NLA_LGR_D_PEER_GID\":77,\"SMC_EXT_DEV_GID\":78}]}",
	       "", "77");
	assert_string_equal(files[0].text,
			    "{\"a\":[{\"SMC_NLA_LGR_D_GID\":\"gid-1\",\"SMC_NLA_LGR_D_CHID\":77},"
			    "{\"SMC_NLA_LGR_D_PEER_GID\":\"gid-1\",\"SMC_EXT_DEV_GID\":\"gid-2\"}]}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses),
		cmocka_unit_test(names),
		cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, files_free);
}
