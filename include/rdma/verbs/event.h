/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Asynchronous events: what a device tells that nobody asked for.
 *
 * Events of a CQ, QP, SRQ or WQ go to the handler given when that object was created.
 * Events of a port or of the device go to every registered struct ib_event_handler.
 */
#ifndef _RDMA_VERBS_EVENT_H
#define _RDMA_VERBS_EVENT_H

#include <linux/list.h>
#include <linux/types.h>

struct ib_cq;
struct ib_device;
struct ib_qp;
struct ib_srq;
struct ib_wq;

/**
 * enum ib_event_type - what happened
 * @IB_EVENT_CQ_ERR: a CQ overflowed or cannot be written; it is lost
 * @IB_EVENT_QP_FATAL: a QP went into the error state through a fault of its own
 * @IB_EVENT_QP_REQ_ERR: a QP refused a request that breaks the transport's rules
 * @IB_EVENT_QP_ACCESS_ERR: a QP refused a request that touches memory it may not
 * @IB_EVENT_COMM_EST: data arrived on a QP that is still in RTR
 * @IB_EVENT_SQ_DRAINED: a QP in SQD has sent what it had begun
 * @IB_EVENT_PATH_MIG: a QP now uses its alternate path
 * @IB_EVENT_PATH_MIG_ERR: a QP should have used its alternate path and could not
 * @IB_EVENT_DEVICE_FATAL: the device failed; it takes a reset to use it again
 * @IB_EVENT_PORT_ACTIVE: a port became active
 * @IB_EVENT_PORT_ERR: a port is no longer active
 * @IB_EVENT_LID_CHANGE: a port was given another LID
 * @IB_EVENT_PKEY_CHANGE: the P_Key table of a port changed
 * @IB_EVENT_SM_CHANGE: a port has a new subnet manager
 * @IB_EVENT_SRQ_ERR: an SRQ failed
 * @IB_EVENT_SRQ_LIMIT_REACHED: an SRQ holds fewer requests than its limit
 * @IB_EVENT_QP_LAST_WQE_REACHED: a QP in error takes nothing more from its SRQ
 * @IB_EVENT_CLIENT_REREGISTER: the subnet manager forgot what was registered with it
 * @IB_EVENT_GID_CHANGE: the GID table of a port changed
 * @IB_EVENT_WQ_FATAL: a WQ failed
 * @IB_EVENT_DEVICE_SPEED_CHANGE: the speed of a port changed
 */
enum ib_event_type {
	IB_EVENT_CQ_ERR,
	IB_EVENT_QP_FATAL,
	IB_EVENT_QP_REQ_ERR,
	IB_EVENT_QP_ACCESS_ERR,
	IB_EVENT_COMM_EST,
	IB_EVENT_SQ_DRAINED,
	IB_EVENT_PATH_MIG,
	IB_EVENT_PATH_MIG_ERR,
	IB_EVENT_DEVICE_FATAL,
	IB_EVENT_PORT_ACTIVE,
	IB_EVENT_PORT_ERR,
	IB_EVENT_LID_CHANGE,
	IB_EVENT_PKEY_CHANGE,
	IB_EVENT_SM_CHANGE,
	IB_EVENT_SRQ_ERR,
	IB_EVENT_SRQ_LIMIT_REACHED,
	IB_EVENT_QP_LAST_WQE_REACHED,
	IB_EVENT_CLIENT_REREGISTER,
	IB_EVENT_GID_CHANGE,
	IB_EVENT_WQ_FATAL,
	IB_EVENT_DEVICE_SPEED_CHANGE,
};

const char *__attribute_const__ ib_event_msg(enum ib_event_type event);

/**
 * struct ib_event - one event
 * @device: where it happened
 * @element: what it happened to; which member counts follows from @event
 * @element.cq: the completion queue
 * @element.qp: the queue pair
 * @element.srq: the shared receive queue
 * @element.wq: the work queue
 * @element.port_num: the port
 * @event: what happened
 */
struct ib_event {
	struct ib_device	*device;
	union {
		struct ib_cq	*cq;
		struct ib_qp	*qp;
		struct ib_srq	*srq;
		struct ib_wq	*wq;
		u32		port_num;
	} element;
	enum ib_event_type	event;
};

/**
 * struct ib_event_handler - somebody who wants the events of a device and of its ports
 * @device: whose events
 * @handler: is called for each event; process context, may sleep
 * @list: the core's, on ib_device::event_handler_list
 */
struct ib_event_handler {
	struct ib_device *device;
	void (*handler)(struct ib_event_handler *handler, struct ib_event *event);
	struct list_head list;
};

/**
 * INIT_IB_EVENT_HANDLER() - fill in a struct ib_event_handler
 * @_ptr: the handler
 * @_device: the device whose events it wants
 * @_handler: the function to call
 */
#define INIT_IB_EVENT_HANDLER(_ptr, _device, _handler)		\
do {								\
	struct ib_event_handler *_init = (_ptr);		\
								\
	INIT_LIST_HEAD(&_init->list);				\
	_init->handler = _handler;				\
	_init->device = _device;				\
} while (0)

/**
 * ib_register_event_handler() - have somebody told of a device's events
 * @event_handler: who, set up by INIT_IB_EVENT_HANDLER()
 *
 * Context: Process context; may sleep. Not from a handler.
 */
void ib_register_event_handler(struct ib_event_handler *event_handler);

/**
 * ib_unregister_event_handler() - tell a handler no more
 * @event_handler: the handler; it does not run any more when this returns
 *
 * Context: Process context; may sleep. Not from a handler.
 */
void ib_unregister_event_handler(struct ib_event_handler *event_handler);

/**
 * ib_dispatch_event() - tell all who want to know of an event of a port or a device
 * @event: what happened; copied
 *
 * For drivers. A worker brings the core's own knowledge of the port up to date first, if the
 * event is about that, and then calls the handlers. The event is lost if there is no memory.
 *
 * Context: Any context.
 */
void ib_dispatch_event(const struct ib_event *event);

#endif /* _RDMA_VERBS_EVENT_H */
