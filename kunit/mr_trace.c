// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes of the core's trace events for tests.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/module.h>
#include <linux/tracepoint.h>

#include "mr_test.h"

/**
 * struct event - a trace event of the core, which does not export it
 * @nb: looks for it in modules
 * @name: its name
 * @tp: what was found
 * @probe: what it calls
 * @data: with what
 */
struct event {
	struct notifier_block nb;
	const char *name;
	struct tracepoint *tp;
	void *probe;
	void *data;
};

static void event_match(struct tracepoint *tp, void *data)
{
	struct event *event = data;

	if (!strcmp(tp->name, event->name))
		event->tp = tp;
}

#ifdef CONFIG_MODULES
static int event_in_module(struct notifier_block *nb, unsigned long state, void *data)
{
	struct event *event = container_of(nb, struct event, nb);
	struct tp_module *tp_mod = data;

	if (state == MODULE_STATE_COMING && !strcmp(tp_mod->mod->name, "ib_core"))
		for (unsigned int i = 0; i < tp_mod->mod->num_tracepoints; i++)
			event_match(tracepoint_ptr_deref(&tp_mod->mod->tracepoints_ptrs[i]), event);
	return NOTIFY_OK;
}

/* Whoever starts to listen is told of the modules that are there already. */
static void event_find_in_modules(struct event *event)
{
	event->nb.notifier_call = event_in_module;
	if (!register_tracepoint_module_notifier(&event->nb))
		unregister_tracepoint_module_notifier(&event->nb);
}
#else
static void event_find_in_modules(struct event *event)
{
}
#endif

static void event_unhook(void *data)
{
	struct event *event = data;

	tracepoint_probe_unregister(event->tp, event->probe, event->data);
	tracepoint_synchronize_unregister();
}

/**
 * mr_trace() - have a trace event of the core call a probe, until the test ends
 * @test: the test, which ends here if there is no such event
 * @name: the event
 * @probe: the probe, of the event's prototype behind a void pointer
 * @data: that pointer
 */
void mr_trace(struct kunit *test, const char *name, void *probe, void *data)
{
	struct event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, event);
	event->name = name;
	event->probe = probe;
	event->data = data;
	for_each_kernel_tracepoint(event_match, event);
	if (!event->tp)
		event_find_in_modules(event);
	KUNIT_ASSERT_NOT_NULL_MSG(test, event->tp, "no trace event %s", name);
	KUNIT_ASSERT_EQ(test, 0, tracepoint_probe_register(event->tp, probe, event->data));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, event_unhook, event));
}
