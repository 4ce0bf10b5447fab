// SPDX-License-Identifier: GPL-2.0-only
/*
 * Attributes of an address: a value that holds a reference to its source GID.
 *
 * Whoever has filled attributes calls rdma_destroy_ah_attr() on them when done.
 * Zeroed attributes hold nothing, and destroying twice is harmless.
 */
#include <linux/err.h>
#include <linux/export.h>

#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>

#include "verbs/verbs.h"

static void hold_sgid(const struct rdma_ah_attr *attr)
{
	if (attr->grh.sgid_attr)
		rdma_hold_gid_attr(attr->grh.sgid_attr);
}

/**
 * rdma_copy_ah_attr() - copy attributes, with a reference of the copy's own
 * @dest: overwritten; what it held before is not released
 * @src: what to copy
 *
 * Context: Any context.
 */
void rdma_copy_ah_attr(struct rdma_ah_attr *dest, const struct rdma_ah_attr *src)
{
	*dest = *src;
	hold_sgid(dest);
}
EXPORT_SYMBOL(rdma_copy_ah_attr);

/**
 * rdma_replace_ah_attr() - put a copy in the place of earlier attributes
 * @old: filled or zeroed attributes; their reference is released
 * @new: what to copy; may be the same as @old
 *
 * Context: Any context.
 */
void rdma_replace_ah_attr(struct rdma_ah_attr *old, const struct rdma_ah_attr *new)
{
	struct rdma_ah_attr copy;

	rdma_copy_ah_attr(&copy, new);
	rdma_move_ah_attr(old, &copy);
}
EXPORT_SYMBOL(rdma_replace_ah_attr);

/**
 * rdma_move_ah_attr() - hand attributes over, the reference with them
 * @dest: filled or zeroed attributes; their reference is released
 * @src: what to move; holds no reference afterwards
 *
 * Context: Any context.
 */
void rdma_move_ah_attr(struct rdma_ah_attr *dest, struct rdma_ah_attr *src)
{
	rdma_destroy_ah_attr(dest);
	*dest = *src;
	src->grh.sgid_attr = NULL;
}
EXPORT_SYMBOL(rdma_move_ah_attr);

/**
 * rdma_destroy_ah_attr() - release what attributes hold
 * @ah_attr: filled or zeroed attributes
 *
 * Context: Any context.
 */
void rdma_destroy_ah_attr(struct rdma_ah_attr *ah_attr)
{
	const struct ib_gid_attr *sgid_attr = ah_attr->grh.sgid_attr;

	if (!sgid_attr)
		return;
	ah_attr->grh.sgid_attr = NULL;
	rdma_put_gid_attr(sgid_attr);
}
EXPORT_SYMBOL(rdma_destroy_ah_attr);

/**
 * rdma_move_grh_sgid_attr() - give attributes a global route
 * @attr: the attributes; must hold no source GID
 * @dgid: where to
 * @flow_label: for the header, 20 bits
 * @hop_limit: for the header
 * @traffic_class: for the header
 * @sgid_attr: where from; the caller's reference goes to @attr
 *
 * Context: Any context.
 */
void rdma_move_grh_sgid_attr(struct rdma_ah_attr *attr, union ib_gid *dgid, u32 flow_label,
			     u8 hop_limit, u8 traffic_class,
			     const struct ib_gid_attr *sgid_attr)
{
	rdma_ah_set_grh(attr, dgid, flow_label, sgid_attr->index, hop_limit, traffic_class);
	attr->grh.sgid_attr = sgid_attr;
}
EXPORT_SYMBOL(rdma_move_grh_sgid_attr);

static bool needs_grh(const struct ib_device *device, const struct rdma_ah_attr *attr)
{
	return attr->type == RDMA_AH_ATTR_TYPE_ROCE ||
	       rdma_is_grh_required(device, attr->port_num);
}

static bool sgid_fits(const struct rdma_ah_attr *attr)
{
	const struct ib_gid_attr *sgid_attr = attr->grh.sgid_attr;

	return !sgid_attr || (sgid_attr->index == attr->grh.sgid_index &&
			      sgid_attr->port_num == attr->port_num);
}

/**
 * rdma_fill_sgid_attr() - check attributes and complete their source GID
 * @device: whose address it is
 * @attr: the attributes; gain a reference when they have a global route that
 *	names its source by index only
 * @given: set to the source GID that they came with, for rdma_unfill_sgid_attr()
 *
 * Context: Any context.
 * Return: 0, after which the caller must call rdma_unfill_sgid_attr(), or
 * * %-EINVAL: no such port or index, a route is missing where the port needs
 *   one, or the source GID is not the one that the index names
 * * another errno of the GID table
 */
int rdma_fill_sgid_attr(struct ib_device *device, struct rdma_ah_attr *attr,
			const struct ib_gid_attr **given)
{
	bool has_grh = attr->ah_flags & IB_AH_GRH;
	const struct ib_gid_attr *sgid_attr;

	*given = attr->grh.sgid_attr;
	if (!rdma_is_port_valid(device, attr->port_num))
		return -EINVAL;
	if (!has_grh && needs_grh(device, attr))
		return -EINVAL;
	if (!sgid_fits(attr))
		return -EINVAL;
	if (!has_grh || *given)
		return 0;

	sgid_attr = rdma_get_gid_attr(device, attr->port_num, attr->grh.sgid_index);
	if (IS_ERR(sgid_attr))
		return PTR_ERR(sgid_attr);
	attr->grh.sgid_attr = sgid_attr;
	return 0;
}

/**
 * rdma_unfill_sgid_attr() - make attributes again what they were
 * @attr: attributes that rdma_fill_sgid_attr() has completed
 * @given: what that said
 *
 * Context: Any context.
 */
void rdma_unfill_sgid_attr(struct rdma_ah_attr *attr, const struct ib_gid_attr *given)
{
	if (attr->grh.sgid_attr != given)
		rdma_destroy_ah_attr(attr);
}

/**
 * rdma_update_sgid_attr() - the source GID that an object is to hold from now on
 * @attr: the completed attributes that its driver has taken
 * @old: what it has held, or NULL; released
 *
 * Context: Any context.
 * Return: the source GID with a reference for the object, or NULL if the address
 * has no global route.
 */
const struct ib_gid_attr *rdma_update_sgid_attr(const struct rdma_ah_attr *attr,
						const struct ib_gid_attr *old)
{
	const struct ib_gid_attr *new = NULL;

	if (attr->ah_flags & IB_AH_GRH) {
		new = attr->grh.sgid_attr;
		rdma_hold_gid_attr(new);
	}
	if (old)
		rdma_put_gid_attr(old);
	return new;
}
