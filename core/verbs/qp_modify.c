// SPDX-License-Identifier: GPL-2.0-only
/*
 * Queue pairs: changing state and attributes, and asking for them.
 *
 * A QP holds a reference to the GID table entry of each path that it was given.
 * The caller's attributes are lent entries for the time of the call when they name
 * theirs by index only, and look the same afterwards.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <rdma/ib_cache.h>
#include <rdma/ib_verbs.h>
#include <rdma/lag.h>
#include <rdma/rdma_counter.h>

#include "borrowed/core.h"
#include "verbs/verbs.h"

#define PSN_MASK	0xffffff

static bool qp_is_connected(const struct ib_qp *qp)
{
	switch (qp->qp_type) {
	case IB_QPT_RC:
	case IB_QPT_UC:
	case IB_QPT_XRC_INI:
	case IB_QPT_XRC_TGT:
		return true;
	default:
		return false;
	}
}

/*
 * The MAC to send to, and below a bond the link to send from. Kernel users have
 * resolved the address by other means; user space cannot.
 */
static int qp_resolve_roce(struct ib_qp *qp, struct ib_qp_attr *attr, bool user)
{
	struct net_device *slave;
	int ret;

	if (user) {
		ret = ib_resolve_eth_dmac(qp->device, &attr->ah_attr);
		if (ret)
			return ret;
	}
	slave = rdma_lag_get_ah_roce_slave(qp->device, &attr->ah_attr, GFP_KERNEL);
	if (IS_ERR(slave))
		return PTR_ERR(slave);
	attr->xmit_slave = slave;
	return 0;
}

static int qp_fill_av(struct ib_qp *qp, struct ib_qp_attr *attr, bool user,
		      const struct ib_gid_attr **given)
{
	int ret;

	ret = rdma_fill_sgid_attr(qp->device, &attr->ah_attr, given);
	if (ret)
		return ret;
	if (attr->ah_attr.type != RDMA_AH_ATTR_TYPE_ROCE || !qp_is_connected(qp))
		return 0;
	ret = qp_resolve_roce(qp, attr, user);
	if (ret)
		rdma_unfill_sgid_attr(&attr->ah_attr, *given);
	return ret;
}

static void qp_unfill_av(struct ib_qp_attr *attr, const struct ib_gid_attr *given)
{
	rdma_lag_put_ah_roce_slave(attr->xmit_slave);
	rdma_unfill_sgid_attr(&attr->ah_attr, given);
}

/* Path migration is an InfiniBand affair: both paths must be on such ports. */
static int qp_fill_alt_path(struct ib_qp *qp, struct ib_qp_attr *attr, u32 port,
			    const struct ib_gid_attr **given)
{
	struct ib_device *dev = qp->device;
	int ret;

	if (!rdma_is_port_valid(dev, attr->alt_port_num))
		return -EINVAL;
	ret = rdma_fill_sgid_attr(dev, &attr->alt_ah_attr, given);
	if (ret)
		return ret;
	if (rdma_protocol_ib(dev, attr->alt_ah_attr.port_num) &&
	    rdma_is_port_valid(dev, port) && rdma_protocol_ib(dev, port))
		return 0;
	rdma_unfill_sgid_attr(&attr->alt_ah_attr, *given);
	return -EINVAL;
}

static bool qp_has_long_psn(const struct ib_qp_attr *attr, int mask)
{
	return ((mask & IB_QP_RQ_PSN) && attr->rq_psn > PSN_MASK) ||
	       ((mask & IB_QP_SQ_PSN) && attr->sq_psn > PSN_MASK);
}

/* Users of iWARP put 32-bit numbers here; on InfiniBand a PSN has 24 bits. */
static noinline void qp_trim_psns(struct ib_qp *qp, struct ib_qp_attr *attr, int mask,
				  u32 port)
{
	struct ib_device *dev = qp->device;

	if (!rdma_is_port_valid(dev, port) || !rdma_ib_or_roce(dev, port))
		return;
	if ((mask & IB_QP_RQ_PSN) && attr->rq_psn > PSN_MASK) {
		ibdev_warn_ratelimited(dev, "rq_psn %#x cut to 24 bits\n", attr->rq_psn);
		attr->rq_psn &= PSN_MASK;
	}
	if ((mask & IB_QP_SQ_PSN) && attr->sq_psn > PSN_MASK) {
		ibdev_warn_ratelimited(dev, "sq_psn %#x cut to 24 bits\n", attr->sq_psn);
		attr->sq_psn &= PSN_MASK;
	}
}

/* With its first port a QP gets the counter that the port's rules choose for it. */
static void qp_bind_counter(struct ib_qp *qp, const struct ib_qp_attr *attr, int mask)
{
	const int wanted = IB_QP_STATE | IB_QP_PORT;

	if (!qp->counter && (mask & wanted) == wanted && attr->qp_state == IB_QPS_INIT)
		rdma_counter_bind_qp_auto(qp, attr->port_num);
}

/* Paths are complete: ask the driver. What it has taken over the QP takes over too. */
static __always_inline int qp_apply(struct ib_qp *qp, struct ib_qp_attr *attr, int mask,
				    struct ib_udata *udata, u32 port)
{
	int ret;

	if (unlikely(qp_has_long_psn(attr, mask)))
		qp_trim_psns(qp, attr, mask, port);
	qp_bind_counter(qp, attr, mask);
	ret = ib_security_modify_qp(qp, attr, mask, udata);
	if (!ret && (mask & IB_QP_PORT))
		qp->port = attr->port_num;
	return ret;
}

static noinline int qp_apply_paths(struct ib_qp *qp, struct ib_qp_attr *attr, int mask,
				   struct ib_udata *udata, u32 port)
{
	const struct ib_gid_attr *given_av, *given_alt;
	int ret;

	if (mask & IB_QP_AV) {
		ret = qp_fill_av(qp, attr, udata, &given_av);
		if (ret)
			return ret;
	}
	if (mask & IB_QP_ALT_PATH) {
		ret = qp_fill_alt_path(qp, attr, port, &given_alt);
		if (ret)
			goto unfill_av;
	}

	ret = qp_apply(qp, attr, mask, udata, port);
	if (!ret && (mask & IB_QP_AV))
		qp->av_sgid_attr = rdma_update_sgid_attr(&attr->ah_attr, qp->av_sgid_attr);
	if (!ret && (mask & IB_QP_ALT_PATH))
		qp->alt_path_sgid_attr = rdma_update_sgid_attr(&attr->alt_ah_attr,
							       qp->alt_path_sgid_attr);

	if (mask & IB_QP_ALT_PATH)
		rdma_unfill_sgid_attr(&attr->alt_ah_attr, given_alt);
unfill_av:
	if (mask & IB_QP_AV)
		qp_unfill_av(attr, given_av);
	return ret;
}

static int qp_modify(struct ib_qp *qp, struct ib_qp_attr *attr, int mask,
		     struct ib_udata *udata)
{
	u32 port = mask & IB_QP_PORT ? attr->port_num : qp->port;

	if (!qp->device->ops.modify_qp)
		return -EOPNOTSUPP;
	if ((mask & IB_QP_PORT) && !rdma_is_port_valid(qp->device, port))
		return -EINVAL;

	attr->xmit_slave = NULL;
	if (mask & (IB_QP_AV | IB_QP_ALT_PATH))
		return qp_apply_paths(qp, attr, mask, udata, port);
	return qp_apply(qp, attr, mask, udata, port);
}

/**
 * ib_modify_qp_with_udata() - change a QP for user space; see ib_modify_qp()
 * @ib_qp: the QP, or a handle on a shared one
 * @attr: the values; a driver may write the current ones back
 * @attr_mask: which of them count, an IB_QP_* bit each
 * @udata: the driver's part of the user's command; not NULL means too that the
 *	MAC address of a RoCE path is still to be resolved
 *
 * Context: Process context; may sleep.
 * Return: as ib_modify_qp(), or why the destination's MAC address was not found.
 */
int ib_modify_qp_with_udata(struct ib_qp *ib_qp, struct ib_qp_attr *attr,
			    int attr_mask, struct ib_udata *udata)
{
	return qp_modify(ib_qp->real_qp, attr, attr_mask, udata);
}
EXPORT_SYMBOL(ib_modify_qp_with_udata);

/**
 * ib_modify_qp() - change state and attributes of a QP
 * @qp: the QP, or a handle on a shared one
 * @qp_attr: the values; a driver may write the current ones back
 * @qp_attr_mask: which of them count, an IB_QP_* bit each
 *
 * Which attributes go with which change ib_modify_qp_is_ok() tells; the driver
 * judges. With %IB_QP_AV and %IB_QP_ALT_PATH the QP holds a reference to the
 * source GID of the path until it gets another one or is destroyed; the caller
 * names the GID by index, or by a reference of its own, which stays its own. A
 * MAC address must be resolved already. Alternate paths need InfiniBand ports.
 * Packet sequence numbers are cut to 24 bits where the protocol has no more.
 *
 * Context: Process context; may sleep.
 * Return:
 * * 0: changed
 * * %-EINVAL: no such port; a path that lacks the GRH that its port needs, whose
 *   GID reference contradicts its index, or that is an alternate one and not
 *   on InfiniBand
 * * %-ENODATA: the path's GID index is empty
 * * %-EOPNOTSUPP: the device cannot modify QPs
 * * other: what the security module or the driver says; the QP is as before
 */
int ib_modify_qp(struct ib_qp *qp,
		 struct ib_qp_attr *qp_attr,
		 int qp_attr_mask)
{
	return qp_modify(qp->real_qp, qp_attr, qp_attr_mask, NULL);
}
EXPORT_SYMBOL(ib_modify_qp);

/**
 * ib_query_qp() - ask for state and attributes of a QP
 * @qp: the QP, or a handle on a shared one
 * @qp_attr: filled in by the driver
 * @qp_attr_mask: which attributes are wanted; the driver may give more
 * @qp_init_attr: filled in with what the QP was created from
 *
 * The paths name their GIDs by index; no reference to them is given out.
 *
 * Context: Process context; may sleep.
 * Return: 0, %-EOPNOTSUPP when the device cannot tell, or what the driver says.
 */
int ib_query_qp(struct ib_qp *qp,
		struct ib_qp_attr *qp_attr,
		int qp_attr_mask,
		struct ib_qp_init_attr *qp_init_attr)
{
	const struct ib_device_ops *ops = &qp->device->ops;

	qp_attr->ah_attr.grh.sgid_attr = NULL;
	qp_attr->alt_ah_attr.grh.sgid_attr = NULL;
	if (!ops->query_qp)
		return -EOPNOTSUPP;
	return ops->query_qp(qp->real_qp, qp_attr, qp_attr_mask, qp_init_attr);
}
EXPORT_SYMBOL(ib_query_qp);
