// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the names of events and completion statuses.
 */
#include <kunit/test.h>
#include <rdma/ib_verbs.h>

/* In the order of the values, from 0; NULL has no name. */
static const char *const events[] = {
	"CQ error", "QP fatal error", "QP request error", "QP access error",
	"communication established", "send queue drained", "path migration successful",
	"path migration error", "device fatal error", "port active", "port error",
	"LID change", "P_key change", "SM change", "SRQ error", "SRQ limit reached",
	"last WQE reached", "client reregister", "GID changed", NULL, "device speed change",
};

static const char *const statuses[] = {
	"success", "local length error", "local QP operation error",
	"local EE context operation error", "local protection error", "WR flushed",
	"memory bind operation error", "bad response error", "local access error",
	"remote invalid request error", "remote access error", "remote operation error",
	"transport retry counter exceeded", "RNR retry counter exceeded",
	"local RDD violation error", "remote invalid RD request", "operation aborted",
	"invalid EE context number", "invalid EE context state", "fatal error",
	"response timeout error", "general error",
};

static const int strange[] = { -1, INT_MIN, INT_MAX, 0x80, 1000 };

static void strings_events(struct kunit *test)
{
	for (int i = 0; i < ARRAY_SIZE(events) + 2; i++) {
		const char *name = i < ARRAY_SIZE(events) ? events[i] : NULL;

		KUNIT_EXPECT_STREQ(test, ib_event_msg(i), name ?: "unrecognized event");
	}
	for (int i = 0; i < ARRAY_SIZE(strange); i++)
		KUNIT_EXPECT_STREQ(test, ib_event_msg(strange[i]), "unrecognized event");
}

static void strings_statuses(struct kunit *test)
{
	for (int i = 0; i < ARRAY_SIZE(statuses); i++)
		KUNIT_EXPECT_STREQ(test, ib_wc_status_msg(i), statuses[i]);
	KUNIT_EXPECT_STREQ(test, ib_wc_status_msg(ARRAY_SIZE(statuses)),
			   "unrecognized status");
	for (int i = 0; i < ARRAY_SIZE(strange); i++)
		KUNIT_EXPECT_STREQ(test, ib_wc_status_msg(strange[i]),
				   "unrecognized status");
}

static struct kunit_case strings_cases[] = {
	KUNIT_CASE(strings_events),
	KUNIT_CASE(strings_statuses),
	{}
};

static struct kunit_suite strings_suite = {
	.name = "ib_core_strings",
	.test_cases = strings_cases,
};

kunit_test_suite(strings_suite);
