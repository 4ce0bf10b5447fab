/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What can be modified and queried of a queue pair.
 */
#ifndef _RDMA_VERBS_QP_ATTR_H
#define _RDMA_VERBS_QP_ATTR_H

#include <linux/bits.h>
#include <linux/types.h>
#include <rdma/verbs/ah.h>
#include <rdma/verbs/mtu.h>
#include <rdma/verbs/qp_init.h>

struct net_device;

/**
 * enum ib_rnr_timeout - how long a sender waits after a "receiver not ready"
 * @IB_RNR_TIMER_655_36: 655.36 ms, the longest; code 0
 * @IB_RNR_TIMER_000_01: 0.01 ms; from here on each code is longer than the one before
 *
 * The names give the time in milliseconds.
 */
enum ib_rnr_timeout {
	IB_RNR_TIMER_655_36 =  0,
	IB_RNR_TIMER_000_01 =  1,
	/* private: they all read alike */
	IB_RNR_TIMER_000_02 =  2,
	IB_RNR_TIMER_000_03 =  3,
	IB_RNR_TIMER_000_04 =  4,
	IB_RNR_TIMER_000_06 =  5,
	IB_RNR_TIMER_000_08 =  6,
	IB_RNR_TIMER_000_12 =  7,
	IB_RNR_TIMER_000_16 =  8,
	IB_RNR_TIMER_000_24 =  9,
	IB_RNR_TIMER_000_32 = 10,
	IB_RNR_TIMER_000_48 = 11,
	IB_RNR_TIMER_000_64 = 12,
	IB_RNR_TIMER_000_96 = 13,
	IB_RNR_TIMER_001_28 = 14,
	IB_RNR_TIMER_001_92 = 15,
	IB_RNR_TIMER_002_56 = 16,
	IB_RNR_TIMER_003_84 = 17,
	IB_RNR_TIMER_005_12 = 18,
	IB_RNR_TIMER_007_68 = 19,
	IB_RNR_TIMER_010_24 = 20,
	IB_RNR_TIMER_015_36 = 21,
	IB_RNR_TIMER_020_48 = 22,
	IB_RNR_TIMER_030_72 = 23,
	IB_RNR_TIMER_040_96 = 24,
	IB_RNR_TIMER_061_44 = 25,
	IB_RNR_TIMER_081_92 = 26,
	IB_RNR_TIMER_122_88 = 27,
	IB_RNR_TIMER_163_84 = 28,
	IB_RNR_TIMER_245_76 = 29,
	IB_RNR_TIMER_327_68 = 30,
	IB_RNR_TIMER_491_52 = 31
};

/**
 * enum ib_qp_attr_mask - which members of &struct ib_qp_attr are meant
 * @IB_QP_STATE: qp_state
 * @IB_QP_CUR_STATE: cur_qp_state
 * @IB_QP_EN_SQD_ASYNC_NOTIFY: en_sqd_async_notify
 * @IB_QP_ACCESS_FLAGS: qp_access_flags
 * @IB_QP_PKEY_INDEX: pkey_index
 * @IB_QP_PORT: port_num
 * @IB_QP_QKEY: qkey
 * @IB_QP_AV: ah_attr
 * @IB_QP_PATH_MTU: path_mtu
 * @IB_QP_TIMEOUT: timeout
 * @IB_QP_RETRY_CNT: retry_cnt
 * @IB_QP_RNR_RETRY: rnr_retry
 * @IB_QP_RQ_PSN: rq_psn
 * @IB_QP_MAX_QP_RD_ATOMIC: max_rd_atomic
 * @IB_QP_ALT_PATH: alt_ah_attr, alt_pkey_index, alt_port_num, alt_timeout
 * @IB_QP_MIN_RNR_TIMER: min_rnr_timer
 * @IB_QP_SQ_PSN: sq_psn
 * @IB_QP_MAX_DEST_RD_ATOMIC: max_dest_rd_atomic
 * @IB_QP_PATH_MIG_STATE: path_mig_state
 * @IB_QP_CAP: cap
 * @IB_QP_DEST_QPN: dest_qp_num
 * @IB_QP_RESERVED1: not in use, as are the next three
 * @IB_QP_RESERVED2: not in use
 * @IB_QP_RESERVED3: not in use
 * @IB_QP_RESERVED4: not in use
 * @IB_QP_RATE_LIMIT: rate_limit
 * @IB_QP_ATTR_STANDARD_BITS: all that the IBTA's specification knows
 */
enum ib_qp_attr_mask {
	IB_QP_STATE			= BIT(0),
	IB_QP_CUR_STATE			= BIT(1),
	IB_QP_EN_SQD_ASYNC_NOTIFY	= BIT(2),
	IB_QP_ACCESS_FLAGS		= BIT(3),
	IB_QP_PKEY_INDEX		= BIT(4),
	IB_QP_PORT			= BIT(5),
	IB_QP_QKEY			= BIT(6),
	IB_QP_AV			= BIT(7),
	IB_QP_PATH_MTU			= BIT(8),
	IB_QP_TIMEOUT			= BIT(9),
	IB_QP_RETRY_CNT			= BIT(10),
	IB_QP_RNR_RETRY			= BIT(11),
	IB_QP_RQ_PSN			= BIT(12),
	IB_QP_MAX_QP_RD_ATOMIC		= BIT(13),
	IB_QP_ALT_PATH			= BIT(14),
	IB_QP_MIN_RNR_TIMER		= BIT(15),
	IB_QP_SQ_PSN			= BIT(16),
	IB_QP_MAX_DEST_RD_ATOMIC	= BIT(17),
	IB_QP_PATH_MIG_STATE		= BIT(18),
	IB_QP_CAP			= BIT(19),
	IB_QP_DEST_QPN			= BIT(20),
	IB_QP_RESERVED1			= BIT(21),
	IB_QP_RESERVED2			= BIT(22),
	IB_QP_RESERVED3			= BIT(23),
	IB_QP_RESERVED4			= BIT(24),
	IB_QP_RATE_LIMIT		= BIT(25),

	IB_QP_ATTR_STANDARD_BITS	= GENMASK(20, 0),
};

/**
 * enum ib_qp_state - a QP's states
 * @IB_QPS_RESET: as created: takes no requests
 * @IB_QPS_INIT: takes receive requests
 * @IB_QPS_RTR: ready to receive
 * @IB_QPS_RTS: ready to send, too
 * @IB_QPS_SQD: sends no more, what is under way is finished
 * @IB_QPS_SQE: a send failed (not RC); still receives
 * @IB_QPS_ERR: all requests complete with IB_WC_WR_FLUSH_ERR
 */
enum ib_qp_state {
	IB_QPS_RESET,
	IB_QPS_INIT,
	IB_QPS_RTR,
	IB_QPS_RTS,
	IB_QPS_SQD,
	IB_QPS_SQE,
	IB_QPS_ERR
};

/**
 * enum ib_mig_state - how a QP stands with its alternate path
 * @IB_MIG_MIGRATED: on the path it has; will not change it
 * @IB_MIG_REARM: wants the peer to get ready for a change
 * @IB_MIG_ARMED: goes to the alternate path when the first one fails
 */
enum ib_mig_state {
	IB_MIG_MIGRATED,
	IB_MIG_REARM,
	IB_MIG_ARMED
};

/**
 * struct ib_qp_attr - attributes of a QP
 * @qp_state: the state to go to, or that it is in
 * @cur_qp_state: the state that it is thought to be in
 * @path_mtu: MTU of its path
 * @path_mig_state: path migration
 * @qkey: its Q_Key (UD)
 * @rq_psn: sequence number to expect first, 24 bits
 * @sq_psn: sequence number to send first, 24 bits
 * @dest_qp_num: the peer's number (connected)
 * @qp_access_flags: what the peer may do, a mask of &enum ib_access_flags
 * @cap: its size
 * @ah_attr: its path
 * @alt_ah_attr: its alternate path
 * @pkey_index: its P_Key
 * @alt_pkey_index: P_Key on the alternate path
 * @en_sqd_async_notify: raise IB_EVENT_SQ_DRAINED when the send queue has drained
 * @sq_draining: whether it still drains (query)
 * @max_rd_atomic: RDMA READs and atomics that may be outstanding towards the peer
 * @max_dest_rd_atomic: those that the peer may have outstanding towards it
 * @min_rnr_timer: what it answers without a receive buffer, one of &enum ib_rnr_timeout
 * @port_num: its port
 * @timeout: waits 4.096 us << @timeout for an acknowledgment; 0 for ever
 * @retry_cnt: retries after that time, 0 to 7
 * @rnr_retry: retries after a "receiver not ready", 0 to 6; 7 for ever
 * @alt_port_num: port on the alternate path
 * @alt_timeout: timeout on the alternate path
 * @rate_limit: pace of a raw packet QP, in Kb/s; 0 for no limit
 * @xmit_slave: the netdev that a bond sends its flow through; filled in by the core
 */
struct ib_qp_attr {
	enum ib_qp_state	qp_state;
	enum ib_qp_state	cur_qp_state;
	enum ib_mtu		path_mtu;
	enum ib_mig_state	path_mig_state;
	u32			qkey;
	u32			rq_psn;
	u32			sq_psn;
	u32			dest_qp_num;
	int			qp_access_flags;
	struct ib_qp_cap	cap;
	struct rdma_ah_attr	ah_attr;
	struct rdma_ah_attr	alt_ah_attr;
	u16			pkey_index;
	u16			alt_pkey_index;
	u8			en_sqd_async_notify;
	u8			sq_draining;
	u8			max_rd_atomic;
	u8			max_dest_rd_atomic;
	u8			min_rnr_timer;
	u32			port_num;
	u8			timeout;
	u8			retry_cnt;
	u8			rnr_retry;
	u32			alt_port_num;
	u8			alt_timeout;
	u32			rate_limit;
	struct net_device	*xmit_slave;
};

/* For drivers: whether a transition is legal with just these attributes. */
bool ib_modify_qp_is_ok(enum ib_qp_state cur_state, enum ib_qp_state next_state,
			enum ib_qp_type type, enum ib_qp_attr_mask mask);

#endif /* _RDMA_VERBS_QP_ATTR_H */
