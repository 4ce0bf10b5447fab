/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Address handles, and the attributes that say where packets go.
 *
 * A &struct rdma_ah_attr describes a path for a handle or a connected QP. It may hold a
 * reference to a GID table row, in its grh.sgid_attr; rdma_copy_ah_attr() takes another
 * one, rdma_move_ah_attr() hands it on, rdma_destroy_ah_attr() gives it back. Plain
 * assignment does neither.
 */
#ifndef _RDMA_VERBS_AH_H
#define _RDMA_VERBS_AH_H

#include <linux/bits.h>
#include <linux/bug.h>
#include <linux/if_ether.h>
#include <linux/string.h>
#include <linux/types.h>
#include <rdma/verbs/gid.h>

struct ib_grh;
struct ib_pd;
struct ib_udata;
struct ib_uobject;
struct ib_wc;

/**
 * enum ib_ah_flags - flags of a path
 * @IB_AH_GRH: packets have a GRH, as &rdma_ah_attr.grh describes it
 */
enum ib_ah_flags {
	IB_AH_GRH	= 1
};

/**
 * enum rdma_ah_attr_type - what network a path is in
 * @RDMA_AH_ATTR_TYPE_UNDEFINED: none; there are no paths in iWARP
 * @RDMA_AH_ATTR_TYPE_IB: InfiniBand
 * @RDMA_AH_ATTR_TYPE_ROCE: RoCE
 * @RDMA_AH_ATTR_TYPE_OPA: OPA with its wide LIDs
 */
enum rdma_ah_attr_type {
	RDMA_AH_ATTR_TYPE_UNDEFINED,
	RDMA_AH_ATTR_TYPE_IB,
	RDMA_AH_ATTR_TYPE_ROCE,
	RDMA_AH_ATTR_TYPE_OPA,
};

/**
 * struct ib_global_route - the part of a path that a GRH holds
 * @sgid_attr: the GID to send from, with a reference; NULL if only @sgid_index is known
 * @dgid: the GID to send to
 * @flow_label: 20 bits that are alike for packets which must not overtake each other
 * @sgid_index: the row of the GID to send from
 * @hop_limit: routers that a packet may pass
 * @traffic_class: the class of service between subnets
 */
struct ib_global_route {
	const struct ib_gid_attr *sgid_attr;
	union ib_gid	dgid;
	u32		flow_label;
	u8		sgid_index;
	u8		hop_limit;
	u8		traffic_class;
};

/**
 * struct ib_ah_attr - the part of a path that only InfiniBand has
 * @dlid: LID to send to, in host byte order
 * @src_path_bits: low bits of the LID to send from
 */
struct ib_ah_attr {
	u16			dlid;
	u8			src_path_bits;
};

/**
 * struct roce_ah_attr - the part of a path that only RoCE has
 * @dmac: MAC address of the next hop
 */
struct roce_ah_attr {
	u8			dmac[ETH_ALEN];
};

/**
 * struct opa_ah_attr - the part of a path that only OPA has
 * @dlid: LID to send to, in host byte order
 * @src_path_bits: low bits of the LID to send from
 * @make_grd: tell the LID to user space in a GID
 */
struct opa_ah_attr {
	u32			dlid;
	u8			src_path_bits;
	bool			make_grd;
};

/**
 * struct rdma_ah_attr - a path
 * @grh: its global part; valid with IB_AH_GRH in @ah_flags, which RoCE always has
 * @sl: service level
 * @static_rate: how fast it may be used, one of &enum ib_rate
 * @port_num: the port that it starts from
 * @ah_flags: a mask of &enum ib_ah_flags
 * @type: the network that it is in, and which of the members below is valid
 * @ib: for RDMA_AH_ATTR_TYPE_IB
 * @roce: for RDMA_AH_ATTR_TYPE_ROCE
 * @opa: for RDMA_AH_ATTR_TYPE_OPA
 */
struct rdma_ah_attr {
	struct ib_global_route	grh;
	u8			sl;
	u8			static_rate;
	u32			port_num;
	u8			ah_flags;
	enum rdma_ah_attr_type	type;
	union {
		struct ib_ah_attr	ib;
		struct roce_ah_attr	roce;
		struct opa_ah_attr	opa;
	};
};

/**
 * struct rdma_ah_init_attr - what a driver makes an address handle of
 * @ah_attr: the path
 * @flags: a mask of &enum rdma_create_ah_flags
 * @xmit_slave: the netdev that a bond sends the flow through, NULL without a bond
 */
struct rdma_ah_init_attr {
	struct rdma_ah_attr	*ah_attr;
	u32			flags;
	struct net_device	*xmit_slave;
};

/**
 * struct ib_ah - an address handle
 * @device: the device; never changes
 * @pd: its PD; never changes
 * @uobject: user space's handle of it, NULL for a handle of the kernel's
 * @sgid_attr: the GID it sends from, with a reference; NULL without a GRH
 * @type: the network that it leads through; never changes
 */
struct ib_ah {
	struct ib_device	*device;
	struct ib_pd		*pd;
	struct ib_uobject	*uobject;
	const struct ib_gid_attr *sgid_attr;
	enum rdma_ah_attr_type	type;
};

/**
 * enum rdma_create_ah_flags - how to create an address handle
 * @RDMA_CREATE_AH_SLEEPABLE: it may sleep
 */
enum rdma_create_ah_flags {
	RDMA_CREATE_AH_SLEEPABLE = BIT(0),
};

/**
 * enum rdma_destroy_ah_flags - how to destroy an address handle
 * @RDMA_DESTROY_AH_SLEEPABLE: it may sleep
 */
enum rdma_destroy_ah_flags {
	RDMA_DESTROY_AH_SLEEPABLE = BIT(0),
};

/* A handle for a path, made for the kernel, for user space, or to answer a message. */
struct ib_ah *rdma_create_ah(struct ib_pd *pd, struct rdma_ah_attr *ah_attr,
			     u32 flags);
struct ib_ah *rdma_create_user_ah(struct ib_pd *pd,
				  struct rdma_ah_attr *ah_attr,
				  struct ib_udata *udata);
struct ib_ah *ib_create_ah_from_wc(struct ib_pd *pd, const struct ib_wc *wc,
				   const struct ib_grh *grh, u32 port_num);

/* The path back to the sender of a message; it may hold a reference to a GID. */
int ib_init_ah_attr_from_wc(struct ib_device *device, u32 port_num,
			    const struct ib_wc *wc, const struct ib_grh *grh,
			    struct rdma_ah_attr *ah_attr);

/* Change and ask a handle's path; -EOPNOTSUPP if the driver cannot. */
int rdma_modify_ah(struct ib_ah *ah, struct rdma_ah_attr *ah_attr);
int rdma_query_ah(struct ib_ah *ah, struct rdma_ah_attr *ah_attr);

/* Destroys a handle that was created with @udata; @flags as in rdma_destroy_ah(). */
int rdma_destroy_ah_user(struct ib_ah *ah, u32 flags, struct ib_udata *udata);

/**
 * rdma_destroy_ah() - destroy an address handle of the kernel's
 * @ah: the handle; no work request may use it any more
 * @flags: a mask of &enum rdma_destroy_ah_flags
 *
 * A driver that cannot destroy a handle of the kernel's is broken, and is warned about.
 *
 * Context: Any; process context if @flags has RDMA_DESTROY_AH_SLEEPABLE.
 */
static inline void rdma_destroy_ah(struct ib_ah *ah, u32 flags)
{
	int ret = rdma_destroy_ah_user(ah, flags, NULL);

	WARN_ONCE(ret, "a kernel AH could not be destroyed: %d", ret);
}

/* The lives of the references that paths hold; rdma_replace_ah_attr() drops @old's. */
void rdma_copy_ah_attr(struct rdma_ah_attr *dest,
		       const struct rdma_ah_attr *src);
void rdma_replace_ah_attr(struct rdma_ah_attr *old,
			  const struct rdma_ah_attr *new);
void rdma_move_ah_attr(struct rdma_ah_attr *dest, struct rdma_ah_attr *src);
void rdma_destroy_ah_attr(struct rdma_ah_attr *ah_attr);

/* Fills in the GRH of a path, and hands it the caller's reference to @sgid_attr. */
void rdma_move_grh_sgid_attr(struct rdma_ah_attr *attr, union ib_gid *dgid,
			     u32 flow_label, u8 hop_limit, u8 traffic_class,
			     const struct ib_gid_attr *sgid_attr);

#endif /* _RDMA_VERBS_AH_H */
