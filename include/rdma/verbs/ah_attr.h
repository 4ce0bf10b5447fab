/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of a path (struct rdma_ah_attr), one accessor for each way of using one.
 *
 * A field that paths of some type do not have reads as 0, and setting it does nothing.
 * None of these looks at references; all may be called in any context.
 */
#ifndef _RDMA_VERBS_AH_ATTR_H
#define _RDMA_VERBS_AH_ATTR_H

#include <rdma/verbs/ah.h>

/**
 * rdma_ah_get_dlid() - the LID that a path leads to
 * @attr: the path
 *
 * Context: Any.
 * Return: the LID in host byte order, 0 if such paths have none.
 */
static inline u32 rdma_ah_get_dlid(const struct rdma_ah_attr *attr)
{
	switch (attr->type) {
	case RDMA_AH_ATTR_TYPE_IB:
		return attr->ib.dlid;
	case RDMA_AH_ATTR_TYPE_OPA:
		return attr->opa.dlid;
	default:
		return 0;
	}
}

/**
 * rdma_ah_get_path_bits() - which of the port's LIDs a path starts from
 * @attr: the path
 *
 * Context: Any.
 * Return: the low bits of the source LID, 0 if such paths have none.
 */
static inline u8 rdma_ah_get_path_bits(const struct rdma_ah_attr *attr)
{
	switch (attr->type) {
	case RDMA_AH_ATTR_TYPE_IB:
		return attr->ib.src_path_bits;
	case RDMA_AH_ATTR_TYPE_OPA:
		return attr->opa.src_path_bits;
	default:
		return 0;
	}
}

/**
 * rdma_ah_get_make_grd() - whether user space shall get a path's LID within a GID
 * @attr: the path
 *
 * Context: Any.
 * Return: the flag; false for all but OPA.
 */
static inline bool rdma_ah_get_make_grd(const struct rdma_ah_attr *attr)
{
	return attr->type == RDMA_AH_ATTR_TYPE_OPA && attr->opa.make_grd;
}

/**
 * rdma_ah_retrieve_dmac() - where a path's destination MAC address is kept
 * @attr: the path
 *
 * Context: Any.
 * Return: its 6 bytes, to read and write, or NULL if such paths have none.
 */
static inline u8 *rdma_ah_retrieve_dmac(struct rdma_ah_attr *attr)
{
	return attr->type == RDMA_AH_ATTR_TYPE_ROCE ? attr->roce.dmac : NULL;
}

/**
 * rdma_ah_get_sl() - a path's service level
 * @attr: the path
 *
 * Context: Any.
 * Return: the service level.
 */
static inline u8 rdma_ah_get_sl(const struct rdma_ah_attr *attr)
{
	return attr->sl;
}

/**
 * rdma_ah_get_static_rate() - how fast a path may be used
 * @attr: the path
 *
 * Context: Any.
 * Return: a value of &enum ib_rate.
 */
static inline u8 rdma_ah_get_static_rate(const struct rdma_ah_attr *attr)
{
	return attr->static_rate;
}

/**
 * rdma_ah_get_port_num() - the port that a path starts from
 * @attr: the path
 *
 * Context: Any.
 * Return: the port's number.
 */
static inline u32 rdma_ah_get_port_num(const struct rdma_ah_attr *attr)
{
	return attr->port_num;
}

/**
 * rdma_ah_get_ah_flags() - whether a path has a GRH
 * @attr: the path
 *
 * Context: Any.
 * Return: IB_AH_GRH or 0.
 */
static inline enum ib_ah_flags
rdma_ah_get_ah_flags(const struct rdma_ah_attr *attr)
{
	return attr->ah_flags;
}

/**
 * rdma_ah_read_grh() - a path's global part, to look at
 * @attr: the path
 *
 * Context: Any.
 * Return: that part of @attr; it means something only with IB_AH_GRH set.
 */
static inline const struct ib_global_route *
rdma_ah_read_grh(const struct rdma_ah_attr *attr)
{
	return &attr->grh;
}

/**
 * rdma_ah_retrieve_grh() - a path's global part, to change
 * @attr: the path
 *
 * Context: Any.
 * Return: that part of @attr; it means something only with IB_AH_GRH set.
 */
static inline struct ib_global_route *
rdma_ah_retrieve_grh(struct rdma_ah_attr *attr)
{
	return &attr->grh;
}

/**
 * rdma_ah_set_dlid() - set the LID that a path leads to
 * @attr: the path
 * @dlid: the LID in host byte order; InfiniBand takes the low 16 bits of it
 *
 * Context: Any.
 */
static inline void rdma_ah_set_dlid(struct rdma_ah_attr *attr, u32 dlid)
{
	switch (attr->type) {
	case RDMA_AH_ATTR_TYPE_IB:
		attr->ib.dlid = dlid;
		break;
	case RDMA_AH_ATTR_TYPE_OPA:
		attr->opa.dlid = dlid;
		break;
	default:
		break;
	}
}

/**
 * rdma_ah_set_path_bits() - set which of the port's LIDs a path starts from
 * @attr: the path
 * @src_path_bits: the low bits of the source LID
 *
 * Context: Any.
 */
static inline void rdma_ah_set_path_bits(struct rdma_ah_attr *attr,
					 u8 src_path_bits)
{
	switch (attr->type) {
	case RDMA_AH_ATTR_TYPE_IB:
		attr->ib.src_path_bits = src_path_bits;
		break;
	case RDMA_AH_ATTR_TYPE_OPA:
		attr->opa.src_path_bits = src_path_bits;
		break;
	default:
		break;
	}
}

/**
 * rdma_ah_set_make_grd() - set whether user space shall get a path's LID within a GID
 * @attr: the path
 * @make_grd: the flag
 *
 * Context: Any.
 */
static inline void rdma_ah_set_make_grd(struct rdma_ah_attr *attr,
					bool make_grd)
{
	if (attr->type == RDMA_AH_ATTR_TYPE_OPA)
		attr->opa.make_grd = make_grd;
}

/**
 * rdma_ah_set_sl() - set a path's service level
 * @attr: the path
 * @sl: the service level
 *
 * Context: Any.
 */
static inline void rdma_ah_set_sl(struct rdma_ah_attr *attr, u8 sl)
{
	attr->sl = sl;
}

/**
 * rdma_ah_set_static_rate() - set how fast a path may be used
 * @attr: the path
 * @static_rate: a value of &enum ib_rate
 *
 * Context: Any.
 */
static inline void rdma_ah_set_static_rate(struct rdma_ah_attr *attr,
					   u8 static_rate)
{
	attr->static_rate = static_rate;
}

/**
 * rdma_ah_set_port_num() - set the port that a path starts from
 * @attr: the path
 * @port_num: the port's number
 *
 * Context: Any.
 */
static inline void rdma_ah_set_port_num(struct rdma_ah_attr *attr, u32 port_num)
{
	attr->port_num = port_num;
}

/**
 * rdma_ah_set_ah_flags() - set whether a path has a GRH
 * @attr: the path
 * @flag: IB_AH_GRH or 0
 *
 * Context: Any.
 */
static inline void rdma_ah_set_ah_flags(struct rdma_ah_attr *attr,
					enum ib_ah_flags flag)
{
	attr->ah_flags = flag;
}

/**
 * rdma_ah_set_dgid_raw() - set the GID that a path leads to, from its bytes
 * @attr: the path
 * @dgid: 16 bytes in network order, aligned or not
 *
 * Context: Any.
 */
static inline void rdma_ah_set_dgid_raw(struct rdma_ah_attr *attr, void *dgid)
{
	memcpy(&attr->grh.dgid, dgid, sizeof(union ib_gid));
}

/**
 * rdma_ah_set_subnet_prefix() - set the upper half of the GID that a path leads to
 * @attr: the path
 * @prefix: the subnet's prefix
 *
 * Context: Any.
 */
static inline void rdma_ah_set_subnet_prefix(struct rdma_ah_attr *attr,
					     __be64 prefix)
{
	attr->grh.dgid.global.subnet_prefix = prefix;
}

/**
 * rdma_ah_set_interface_id() - set the lower half of the GID that a path leads to
 * @attr: the path
 * @if_id: the interface identifier
 *
 * Context: Any.
 */
static inline void rdma_ah_set_interface_id(struct rdma_ah_attr *attr,
					    __be64 if_id)
{
	attr->grh.dgid.global.interface_id = if_id;
}

/**
 * rdma_ah_set_grh() - give a path a GRH whose source GID is known by its row
 * @attr: the path; it must hold no reference to a GID, which would be lost
 * @dgid: the GID to send to, or NULL to keep the one that is set
 * @flow_label: flow label, 20 bits
 * @sgid_index: row of the GID to send from
 * @hop_limit: hop limit
 * @traffic_class: traffic class
 *
 * With the GID's reference in hand, rdma_move_grh_sgid_attr() is the one to call.
 *
 * Context: Any.
 */
static inline void rdma_ah_set_grh(struct rdma_ah_attr *attr,
				   union ib_gid *dgid, u32 flow_label,
				   u8 sgid_index, u8 hop_limit,
				   u8 traffic_class)
{
	attr->ah_flags = IB_AH_GRH;
	attr->grh = (struct ib_global_route){
		.dgid = dgid ? *dgid : attr->grh.dgid,
		.flow_label = flow_label,
		.sgid_index = sgid_index,
		.hop_limit = hop_limit,
		.traffic_class = traffic_class,
	};
}

#endif /* _RDMA_VERBS_AH_ATTR_H */
