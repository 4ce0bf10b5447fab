// SPDX-License-Identifier: GPL-2.0-only
/*
 * Multicast: the groups whose messages a UD QP receives. Each one is a user of
 * the QP. Joining a group in the fabric is the sa room's business.
 */
#include <linux/export.h>

#include <rdma/ib_addr.h>
#include <rdma/ib_verbs.h>

static bool is_ethernet(struct ib_device *device, u32 port_num)
{
	return rdma_port_get_link_layer(device, port_num) != IB_LINK_LAYER_INFINIBAND;
}

/* Before it has a port, a QP may yet get each of the device's. */
static bool may_be_on_ethernet(struct ib_qp *qp)
{
	struct ib_qp_init_attr init_attr = {};
	struct ib_qp_attr attr = {};
	unsigned int port;

	if (!ib_query_qp(qp, &attr, IB_QP_STATE | IB_QP_PORT, &init_attr) &&
	    attr.qp_state >= IB_QPS_INIT)
		return is_ethernet(qp->device, attr.port_num);

	rdma_for_each_port(qp->device, port)
		if (is_ethernet(qp->device, port))
			return true;
	return false;
}

/* Ethernet has no LIDs; there, whatever comes as one is ignored. */
static bool lid_is_valid(struct ib_qp *qp, u16 lid)
{
	return (lid >= be16_to_cpu(IB_MULTICAST_LID_BASE) &&
		lid != be16_to_cpu(IB_LID_PERMISSIVE)) || may_be_on_ethernet(qp);
}

static bool mcast_is_valid(struct ib_qp *qp, union ib_gid *gid, u16 lid)
{
	return qp->qp_type == IB_QPT_UD &&
	       rdma_is_multicast_addr((struct in6_addr *)gid->raw) &&
	       lid_is_valid(qp, lid);
}

/**
 * ib_attach_mcast() - let a QP receive what is sent to a multicast group
 * @qp: a UD QP; cannot be destroyed while attached
 * @gid: the group
 * @lid: the group's LID in host byte order; ignored on Ethernet
 *
 * Context: Process context; may sleep.
 * Return: 0, or
 * * %-EOPNOTSUPP: the device cannot
 * * %-EINVAL: not a UD QP, not a multicast GID or LID
 * * another errno of the driver's attach_mcast
 */
int ib_attach_mcast(struct ib_qp *qp, union ib_gid *gid, u16 lid)
{
	int ret;

	if (!qp->device->ops.attach_mcast)
		return -EOPNOTSUPP;
	if (!mcast_is_valid(qp, gid, lid))
		return -EINVAL;
	ret = qp->device->ops.attach_mcast(qp, gid, lid);
	if (!ret)
		atomic_inc(&qp->usecnt);
	return ret;
}
EXPORT_SYMBOL(ib_attach_mcast);

/**
 * ib_detach_mcast() - end what ib_attach_mcast() began
 * @qp: the QP
 * @gid: the group
 * @lid: the group's LID in host byte order; ignored on Ethernet
 *
 * Context: Process context; may sleep.
 * Return: 0, or an errno as ib_attach_mcast(), then the QP is still attached.
 */
int ib_detach_mcast(struct ib_qp *qp, union ib_gid *gid, u16 lid)
{
	int ret;

	if (!qp->device->ops.detach_mcast)
		return -EOPNOTSUPP;
	if (!mcast_is_valid(qp, gid, lid))
		return -EINVAL;
	ret = qp->device->ops.detach_mcast(qp, gid, lid);
	if (!ret)
		atomic_dec(&qp->usecnt);
	return ret;
}
EXPORT_SYMBOL(ib_detach_mcast);
