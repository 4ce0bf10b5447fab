/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * QP security: which P_Keys a QP uses, for security modules that have a say in it.
 *
 * The core's own. Only CONFIG_SECURITY_INFINIBAND fills any of it in.
 */
#ifndef _RDMA_VERBS_QP_SECURITY_H
#define _RDMA_VERBS_QP_SECURITY_H

#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

struct ib_device;
struct ib_qp;
struct ib_qp_security;

/**
 * enum port_pkey_state - how far a QP's claim to a P_Key has got
 * @IB_PORT_PKEY_NOT_VALID: there is none
 * @IB_PORT_PKEY_VALID: port and index are set
 * @IB_PORT_PKEY_LISTED: and it is on the port's list, to be told of changes
 */
enum port_pkey_state {
	IB_PORT_PKEY_NOT_VALID = 0,
	IB_PORT_PKEY_VALID = 1,
	IB_PORT_PKEY_LISTED = 2,
};

/**
 * struct ib_port_pkey - a QP's claim to a P_Key of a port
 * @state: how far it has got
 * @pkey_index: which P_Key
 * @port_num: which port
 * @qp_list: its place among the QPs with that P_Key; guarded by the port's pkey_list_lock
 * @to_error_list: its place among QPs that are being moved to the error state
 * @sec: the QP's security
 */
struct ib_port_pkey {
	enum port_pkey_state	state;
	u16			pkey_index;
	u32			port_num;
	struct list_head	qp_list;
	struct list_head	to_error_list;
	struct ib_qp_security	*sec;
};

/**
 * struct ib_ports_pkeys - a QP's claims
 * @main: on its path
 * @alt: on its alternate path
 */
struct ib_ports_pkeys {
	struct ib_port_pkey	main;
	struct ib_port_pkey	alt;
};

/**
 * struct ib_qp_security - the security of a QP
 * @qp: the QP
 * @dev: its device
 * @mutex: guards @ports_pkeys, and @destroying against the cache's walk
 * @ports_pkeys: its claims, NULL for none
 * @shared_qp_list: all handles of a shared QP, whose owners must be allowed, too
 * @security: what the security module keeps of it
 * @destroying: the QP is going away
 * @error_list_count: lists of QPs to move to the error state that it is on
 * @error_complete: completed when it is off each of them
 * @error_comps_pending: completions to wait for before the QP may go
 */
struct ib_qp_security {
	struct ib_qp		*qp;
	struct ib_device	*dev;
	struct mutex		mutex;		/* guards ports_pkeys */
	struct ib_ports_pkeys	*ports_pkeys;
	struct list_head	shared_qp_list;
	void			*security;
	bool			destroying;
	atomic_t		error_list_count;
	struct completion	error_complete;
	int			error_comps_pending;
};

#endif /* _RDMA_VERBS_QP_SECURITY_H */
