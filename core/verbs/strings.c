// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of events and completion statuses, as messages show them. They are an
 * interface: what reads logs looks for them.
 */
#include <linux/array_size.h>
#include <linux/export.h>

#include <rdma/ib_verbs.h>

#define EVENT(name, text)	\
	[IB_EVENT_ ## name] = (text)
#define STATUS(name, text)	\
	[IB_WC_ ## name] = (text)

static const char *const event_names[] = {
	/* of a CQ, QP or SRQ */
	EVENT(CQ_ERR, "CQ error"),
	EVENT(COMM_EST, "communication established"),
	EVENT(PATH_MIG, "path migration successful"),
	EVENT(PATH_MIG_ERR, "path migration error"),
	EVENT(QP_ACCESS_ERR, "QP access error"),
	EVENT(QP_FATAL, "QP fatal error"),
	EVENT(QP_LAST_WQE_REACHED, "last WQE reached"),
	EVENT(QP_REQ_ERR, "QP request error"),
	EVENT(SQ_DRAINED, "send queue drained"),
	EVENT(SRQ_ERR, "SRQ error"),
	EVENT(SRQ_LIMIT_REACHED, "SRQ limit reached"),
	/* of a port or the device */
	EVENT(CLIENT_REREGISTER, "client reregister"),
	EVENT(DEVICE_FATAL, "device fatal error"),
	EVENT(DEVICE_SPEED_CHANGE, "device speed change"),
	EVENT(GID_CHANGE, "GID changed"),
	EVENT(LID_CHANGE, "LID change"),
	EVENT(PKEY_CHANGE, "P_key change"),
	EVENT(PORT_ACTIVE, "port active"),
	EVENT(PORT_ERR, "port error"),
	EVENT(SM_CHANGE, "SM change"),
};

static const char *const status_names[] = {
	STATUS(SUCCESS, "success"),
	/* found on this side */
	STATUS(GENERAL_ERR, "general error"),
	STATUS(FATAL_ERR, "fatal error"),
	STATUS(INV_EECN_ERR, "invalid EE context number"),
	STATUS(INV_EEC_STATE_ERR, "invalid EE context state"),
	STATUS(LOC_ACCESS_ERR, "local access error"),
	STATUS(LOC_EEC_OP_ERR, "local EE context operation error"),
	STATUS(LOC_LEN_ERR, "local length error"),
	STATUS(LOC_PROT_ERR, "local protection error"),
	STATUS(LOC_QP_OP_ERR, "local QP operation error"),
	STATUS(LOC_RDD_VIOL_ERR, "local RDD violation error"),
	STATUS(MW_BIND_ERR, "memory bind operation error"),
	STATUS(WR_FLUSH_ERR, "WR flushed"),
	/* found on the other side, or for want of it */
	STATUS(BAD_RESP_ERR, "bad response error"),
	STATUS(REM_ABORT_ERR, "operation aborted"),
	STATUS(REM_ACCESS_ERR, "remote access error"),
	STATUS(REM_INV_RD_REQ_ERR, "remote invalid RD request"),
	STATUS(REM_INV_REQ_ERR, "remote invalid request error"),
	STATUS(REM_OP_ERR, "remote operation error"),
	STATUS(RESP_TIMEOUT_ERR, "response timeout error"),
	STATUS(RETRY_EXC_ERR, "transport retry counter exceeded"),
	STATUS(RNR_RETRY_EXC_ERR, "RNR retry counter exceeded"),
};

/**
 * ib_event_msg() - name an asynchronous event
 * @event: any value
 *
 * Context: Any context.
 * Return: the name, or "unrecognized event".
 */
const char *__attribute_const__ ib_event_msg(enum ib_event_type event)
{
	const char *name = (u32)event < ARRAY_SIZE(event_names) ? event_names[event] : NULL;

	return name ?: "unrecognized event";
}
EXPORT_SYMBOL(ib_event_msg);

/**
 * ib_wc_status_msg() - name the status of a completion
 * @status: any value
 *
 * Context: Any context.
 * Return: the name, or "unrecognized status".
 */
const char *__attribute_const__ ib_wc_status_msg(enum ib_wc_status status)
{
	const char *name = (u32)status < ARRAY_SIZE(status_names) ? status_names[status] : NULL;

	return name ?: "unrecognized status";
}
EXPORT_SYMBOL(ib_wc_status_msg);
