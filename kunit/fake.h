/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fake provider: an ib_device without hardware, scripted by the test.
 *
 * It does what a driver must do and no more, writes down every call of an op,
 * fails the calls that the test names, and moves nothing by itself: the test
 * completes what was posted, by hand. The one exception is a QP in the error
 * state, which flushes as the specification wants (fake_qp_hold() stops that).
 *
 *	static const struct fake_config cfg = { .link = FAKE_ROCE, .registered = true };
 *
 *	struct fake *fake = fake_create(test, &cfg);
 *	struct ib_pd *pd = fake_pd(test, fake);
 *
 *	fake_fail(fake, FAKE_OP(alloc_mr), 2, -ENOSPC);
 *	...
 *	KUNIT_EXPECT_EQ(test, 2, fake_calls(fake, FAKE_OP(alloc_mr)));
 */
#ifndef _RDMA_KUNIT_FAKE_H
#define _RDMA_KUNIT_FAKE_H

#include <kunit/test.h>
#include <linux/scatterlist.h>
#include <linux/sizes.h>
#include <linux/spinlock.h>
#include <rdma/ib_verbs.h>

/*
 * An op's number is its slot in struct ib_device_ops; FAKE_OP(alloc_mr) and so
 * on. FAKE_OP_ANY stands for whichever op comes.
 */
#define FAKE_OP(op) \
	((offsetof(struct ib_device, ops.op) - offsetof(struct ib_device, ops)) / sizeof(void *))
#define FAKE_OP_ANY	(sizeof_field(struct ib_device, ops) / sizeof(void *))

/* What the ports are. None but %FAKE_MAD brings the MAD layer onto the device. */
enum fake_link {
	FAKE_RAW,
	FAKE_USNIC,
	FAKE_IB,
	FAKE_ROCE,
	FAKE_IWARP,
	FAKE_MAD,	/* InfiniBand with SMI, CM, SA and multicast */
};

#define FAKE_LOG	256	/* calls remembered */
#define FAKE_PORTS	4
#define FAKE_WITHOUT	8	/* ops to leave out */
#define FAKE_GIDS	8	/* a port */
#define FAKE_PKEYS	4	/* a port */
#define FAKE_SGES	16	/* a work request */
#define FAKE_MOVER_MRS	512

/**
 * struct fake_config - what the device is; all 0 is a small sane RAW device
 * @link: protocol of all ports
 * @core_cap_flags: RDMA_CORE_* flags of all ports instead of those of @link
 * @ports: number of ports; 0 means 1
 * @kernel_caps: IBK_* flags
 * @device_caps: IB_DEVICE_* flags
 * @max_fast_reg_pages: attrs.max_fast_reg_page_list_len; 0 means 256
 * @without: ops to leave out
 * @ops: ops to use in the place of, or beside, the fake's own
 * @attrs: all attributes, instead of the default ones
 * @dma_device: where DMA mappings go; NULL for addresses that are kernel pointers
 * @registered: make it a registered device, with ports and caches
 */
struct fake_config {
	enum fake_link link;
	u32 core_cap_flags;
	u32 ports;
	u64 kernel_caps;
	u64 device_caps;
	u32 max_fast_reg_pages;
	u32 without[FAKE_WITHOUT];
	const struct ib_device_ops *ops;
	const struct ib_device_attr *attrs;
	struct device *dma_device;
	bool registered;
};

/**
 * struct fake_call - one call of an op
 * @op: which
 * @obj: the object that it was about (the pd, the qp, ...)
 * @arg: what matters of the other arguments; fake_*.c says what
 * @ret: the errno that the fake answered
 */
struct fake_call {
	u32 op;
	const void *obj;
	u64 arg[4];
	int ret;
};

/**
 * struct fake - the device
 * @dev: what the core sees
 * @cfg: as given at creation
 * @registered: there is something to unregister
 * @gids: answers of query_gid, by port - 1 and index; write before registration or with an event
 * @pkeys: answers of query_pkey, likewise
 * @counts: calls of each op, and in the last slot of all
 * @fail_at: the value of @counts whose call fails; 0: none, U32_MAX: each
 * @fail_err: with what errno
 * @log: the last calls; call n (from 0) is at n % FAKE_LOG
 * @lock: protects @counts, @fail_at, @fail_err and @log
 * @next_key: numbers keys and QPs
 */
struct fake {
	struct ib_device dev;
	struct fake_config cfg;
	bool registered;
	union ib_gid gids[FAKE_PORTS][FAKE_GIDS];
	u16 pkeys[FAKE_PORTS][FAKE_PKEYS];
	u32 counts[FAKE_OP_ANY + 1];
	u32 fail_at[FAKE_OP_ANY + 1];
	int fail_err[FAKE_OP_ANY + 1];
	struct fake_call log[FAKE_LOG];
	spinlock_t lock;	/* protects the four above */
	atomic_t next_key;
};

/**
 * struct fake_wr - a posted work request
 * @entry: in its queue
 * @wr_cqe: the consumer's, or
 * @wr_id: the consumer's
 * @recv: it is a receive; then only @num_sge and @sge matter
 * @opcode: of a send, likewise what follows
 * @send_flags: IB_SEND_*
 * @num_sge: elements of @sge
 * @sge: the scatter or gather list
 * @remote_addr: RDMA and atomics
 * @rkey: RDMA and atomics
 * @inv_rkey: what a send, read or local invalidate invalidates
 * @imm: immediate data
 * @mr: registrations
 * @key: registrations
 * @access: registrations
 */
struct fake_wr {
	struct list_head entry;
	union {
		struct ib_cqe *wr_cqe;
		u64 wr_id;
	};
	bool recv;
	enum ib_wr_opcode opcode;
	int send_flags;
	int num_sge;
	struct ib_sge sge[FAKE_SGES];
	u64 remote_addr;
	u32 rkey;
	u32 inv_rkey;
	__be32 imm;
	struct ib_mr *mr;
	u32 key;
	int access;
};

/**
 * struct fake_queue - what was posted and is not completed yet
 * @wrs: struct fake_wr, the oldest first
 * @depth: how many
 * @max_depth: the most that there ever were
 * @cap: how many fit
 */
struct fake_queue {
	struct list_head wrs;
	u32 depth;
	u32 max_depth;
	u32 cap;
};

/**
 * struct fake_qp - a queue pair
 * @base: what the core sees
 * @lock: protects what follows; taken in any context
 * @state: as modify_qp left it
 * @attr: the attributes of the last modify_qp
 * @init_cap: the sizes it was created with
 * @sig_all: each send completes, also if it is not signalled
 * @sq: posted sends
 * @rq: posted receives, when there is no SRQ
 * @reject: opcodes that post_send refuses, by BIT_ULL()
 * @reject_err: with what errno
 * @hold: do not flush in the error state
 */
struct fake_qp {
	struct ib_qp base;
	spinlock_t lock;	/* protects what follows */
	enum ib_qp_state state;
	struct ib_qp_attr attr;
	struct ib_qp_cap init_cap;
	bool sig_all;
	struct fake_queue sq;
	struct fake_queue rq;
	u64 reject;
	int reject_err;
	bool hold;
};

/**
 * struct fake_srq - a shared receive queue
 * @base: what the core sees
 * @lock: protects what follows; taken in any context
 * @attr: sizes and limit
 * @rq: posted receives
 */
struct fake_srq {
	struct ib_srq base;
	spinlock_t lock;	/* protects what follows */
	struct ib_srq_attr attr;
	struct fake_queue rq;
};

/**
 * struct fake_cq - a completion queue
 * @base: what the core sees
 * @lock: protects what follows; taken in any context
 * @wcs: completions that were not polled yet
 * @depth: how many
 * @max_depth: the most that there ever were; more than base.cqe is an overflow
 * @armed: flags of the last req_notify_cq, 0 once it has fired
 */
struct fake_cq {
	struct ib_cq base;
	spinlock_t lock;	/* protects what follows */
	struct list_head wcs;
	u32 depth;
	u32 max_depth;
	enum ib_cq_notify_flags armed;
};

/**
 * struct fake_mr - a memory region
 * @base: what the core sees
 * @max: pages, or elements for %IB_MR_TYPE_SG_GAPS, that fit
 * @npages: how many are mapped
 * @max_meta: integrity: metadata elements that fit
 * @data: integrity: the mapped data
 * @meta: integrity: the mapped metadata; both must live until they are moved
 * @key: registered by this key; 0: it is not. For fake_move()
 * @access: registered for that
 * @pages: page addresses; for %IB_MR_TYPE_SG_GAPS start addresses of the elements
 */
struct fake_mr {
	struct ib_mr base;
	u32 max;
	u32 npages;
	u32 max_meta;
	struct sg_table data;
	struct sg_table meta;
	u32 key;
	int access;
	u64 pages[];
};

/**
 * struct fake_eth - what the network device of a port tells ethtool
 * @speed: in Mbit/s
 * @lanes: 0 when it does not know
 * @err: the errno that ethtool gets
 */
struct fake_eth {
	u32 speed;
	u32 lanes;
	int err;
};

static inline struct fake_eth *to_fake_eth(struct net_device *ndev)
{
	return netdev_priv(ndev);
}

#define to_fake_qp(qp)		container_of(qp, struct fake_qp, base)
#define to_fake_srq(srq)	container_of(srq, struct fake_srq, base)
#define to_fake_cq(cq)		container_of(cq, struct fake_cq, base)
#define to_fake_mr(mr)		container_of(mr, struct fake_mr, base)

static inline struct fake *to_fake(struct ib_device *dev)
{
	return container_of(dev, struct fake, dev);
}

/* The device: freed at the end of the test. */
struct fake *fake_create(struct kunit *test, const struct fake_config *cfg);

/* The script and the record. */
void fake_fail(struct fake *fake, u32 op, u32 n, int err);
u32 fake_calls(struct fake *fake, u32 op);
bool fake_last(struct fake *fake, u32 op, struct fake_call *call);
bool fake_call_at(struct fake *fake, u32 n, struct fake_call *call);
void fake_forget(struct fake *fake);

/* For the fake's own ops, and for those of a test: note a call, learn its fate. */
int fake_note(struct ib_device *dev, const struct fake_call *call);
#define fake_enter(dev, name, ...) \
	fake_note(dev, &(struct fake_call){ .op = FAKE_OP(name), __VA_ARGS__ })
u32 fake_new_key(struct ib_device *dev);

/* Objects that go away with the test; any of them failing ends the test. */
struct ib_pd *fake_pd(struct kunit *test, struct fake *fake);
struct ib_cq *fake_cq(struct kunit *test, struct fake *fake, int nr_cqe,
		      enum ib_poll_context ctx);
struct ib_qp *fake_qp(struct kunit *test, struct ib_pd *pd,
		      struct ib_qp_init_attr *attr);

/* Completions by hand. */
void fake_complete(struct ib_cq *cq, const struct ib_wc *wc);
void fake_queue_wc(struct ib_cq *cq, const struct ib_wc *wc);
void fake_notify_on(struct ib_cq *cq, int cpu);
void fake_announce(struct ib_cq *cq, const struct ib_wc *wc);
bool fake_notify(struct ib_cq *cq);

/* Work that was posted: look at it, complete it, refuse it. */
const struct fake_wr *fake_sent(struct ib_qp *qp, u32 n);
const struct fake_wr *fake_received(struct ib_qp *qp, u32 n);
bool fake_complete_send(struct ib_qp *qp, enum ib_wc_status status);
bool fake_complete_recv(struct ib_qp *qp, enum ib_wc_status status, u32 byte_len);
void fake_qp_reject(struct ib_qp *qp, enum ib_wr_opcode opcode, int err);
void fake_qp_hold(struct ib_qp *qp, bool hold);
void fake_qp_flush(struct ib_qp *qp);
void fake_qp_event(struct ib_qp *qp, enum ib_event_type event);

/* RoCE: a network device under a port, whose two default GIDs are 0 (v1) and 1 (v2). */
struct net_device *fake_netdev(struct kunit *test, struct fake *fake, u32 port);
bool fake_gid_is_free(struct fake *fake, u32 port, int index);

/* A size for .size_ib_*, so that no such object can be allocated. */
#define FAKE_TOO_BIG	SZ_1G
/**
 * struct fake_mover - moves the data of what was posted
 * @mem: the peer's memory
 * @base: its address on the wire
 * @len: its size
 * @rkey: its key
 * @to_virt: makes a kernel pointer of a DMA address; NULL for the usual ways
 * @step: bytes that it is good for; 0: all of an SGE
 * @mrs: those registered at some time
 * @nr_mrs: how many
 * @wrong: what was wrong with the request that ended fake_move()
 */
struct fake_mover {
	u8 *mem;
	u64 base;
	u32 len;
	u32 rkey;
	u8 *(*to_virt)(u64 addr);
	u32 step;
	struct fake_mr *mrs[FAKE_MOVER_MRS];
	u32 nr_mrs;
	const char *wrong;
};

int fake_move(struct ib_qp *qp, struct fake_mover *mover);

extern const struct ib_device_ops fake_obj_ops;
extern const struct ib_device_ops fake_cq_ops;
extern const struct ib_device_ops fake_qp_ops;
extern const struct ib_device_ops fake_mr_ops;

#endif /* _RDMA_KUNIT_FAKE_H */
