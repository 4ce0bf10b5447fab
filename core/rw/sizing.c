// SPDX-License-Identifier: GPL-2.0-only
/*
 * How much of a device the read/write API needs: memory regions, and entries of
 * the send queue. ULPs that size their queues and the code that creates a QP ask
 * here, so that both get the same answer.
 */
#include <linux/limits.h>
#include <linux/math.h>
#include <linux/moduleparam.h>
#include <linux/overflow.h>

#include <kunit/visibility.h>

#include "rw/rw.h"

/* No MR of a pool is larger, whatever the device could do. */
#define RW_MR_MAX_PAGES		256U

/* REG_MR and LOCAL_INV come with each request. */
#define RW_WRS_REGISTERED	3
#define RW_WRS_DIRECT		1

bool rw_force_mr;
EXPORT_SYMBOL_IF_KUNIT(rw_force_mr);
module_param_named(force_mr, rw_force_mr, bool, 0);
MODULE_PARM_DESC(force_mr, "Register memory for every RDMA READ and WRITE");

/**
 * rw_pages_per_mr() - the size of the MRs in a QP's pool
 * @dev: the device
 * @integrity: whether the QP has protection information
 *
 * Return: pages of %PAGE_SIZE; 0 if the device cannot register memory.
 */
u32 rw_pages_per_mr(const struct ib_device *dev, bool integrity)
{
	return min(integrity ? dev->attrs.max_pi_fast_reg_page_list_len :
			       dev->attrs.max_fast_reg_page_list_len,
		   RW_MR_MAX_PAGES);
}

/* Some request of such a QP may be registered, though maybe not each one. */
static bool rw_may_register(const struct ib_device *dev, u32 port_num)
{
	return dev->attrs.max_sgl_rd || rw_force_mr ||
	       (rdma_is_port_valid(dev, port_num) &&
		rdma_protocol_iwarp(dev, port_num));
}

/**
 * rdma_rw_mr_factor() - how many MRs one transfer needs
 * @device: the device
 * @port_num: the port of the connection
 * @maxpages: the largest transfer, in pages of %PAGE_SIZE
 *
 * A ULP multiplies the transfers that it wants to have under way by this, to
 * get the max_rdma_ctxs of its QP.
 *
 * Return: the number; where memory is not registered, the number of requests.
 */
unsigned int rdma_rw_mr_factor(struct ib_device *device, u32 port_num,
			       unsigned int maxpages)
{
	u32 pages = device->attrs.max_sge_rd;

	if (rw_may_register(device, port_num))
		pages = rw_pages_per_mr(device, false);
	return DIV_ROUND_UP(maxpages, max(pages, 1U));
}
EXPORT_SYMBOL(rdma_rw_mr_factor);

/**
 * rdma_rw_max_send_wr() - how many send queue entries transfers need
 * @dev: the device
 * @port_num: the port of the connection
 * @max_rdma_ctxs: how many contexts will be under way at most
 * @create_flags: those of the QP; %IB_QP_CREATE_INTEGRITY_EN counts
 *
 * This is what creating a QP adds to its send queue for @max_rdma_ctxs, so a ULP
 * sizes its send CQ by it.
 *
 * Return: the number of entries, %UINT_MAX if there is no such number.
 */
unsigned int rdma_rw_max_send_wr(struct ib_device *dev, u32 port_num,
				 unsigned int max_rdma_ctxs, u32 create_flags)
{
	bool registers = create_flags & IB_QP_CREATE_INTEGRITY_EN ||
			 rw_may_register(dev, port_num);
	u32 wrs;

	if (check_mul_overflow(max_rdma_ctxs,
			       registers ? RW_WRS_REGISTERED : RW_WRS_DIRECT,
			       &wrs))
		return UINT_MAX;
	return wrs;
}
EXPORT_SYMBOL(rdma_rw_max_send_wr);

/**
 * rdma_rw_init_qp() - make a QP's send queue large enough for its contexts
 * @dev: the device
 * @attr: what the QP is about to be created with; cap.max_send_wr grows, up to
 *	what the device can do: then the ULP has to do with that
 *
 * Context: Any.
 */
void rdma_rw_init_qp(struct ib_device *dev, struct ib_qp_init_attr *attr)
{
	u32 wrs = rdma_rw_max_send_wr(dev, attr->port_num,
				      attr->cap.max_rdma_ctxs,
				      attr->create_flags);

	if (check_add_overflow(wrs, attr->cap.max_send_wr, &wrs))
		wrs = U32_MAX;
	attr->cap.max_send_wr = min(wrs, dev->attrs.max_qp_wr);
}

/**
 * rdma_rw_init_mrs() - fill the MR pools of a new QP
 * @qp: the QP
 * @attr: what it was created with
 *
 * Context: Process context; may sleep.
 * Return: 0, or the errno of the allocation that failed; then both pools are
 * empty.
 */
int rdma_rw_init_mrs(struct ib_qp *qp, struct ib_qp_init_attr *attr)
{
	bool integrity = attr->create_flags & IB_QP_CREATE_INTEGRITY_EN;
	struct ib_device *dev = qp->pd->device;
	u32 pages = rw_pages_per_mr(dev, integrity);
	u32 nr = attr->cap.max_rdma_ctxs;
	int ret;

	if (!integrity && !rw_may_register(dev, attr->port_num))
		return 0;

	ret = ib_mr_pool_init(qp, &qp->rdma_mrs, nr, IB_MR_TYPE_MEM_REG, pages, 0);
	if (!ret && integrity)
		ret = ib_mr_pool_init(qp, &qp->sig_mrs, nr,
				      IB_MR_TYPE_INTEGRITY, pages, pages);
	if (ret) {
		ibdev_err_ratelimited(dev, "no %u MRs of %u pages for a QP: %d\n",
				      nr, pages, ret);
		rdma_rw_cleanup_mrs(qp);
	}
	return ret;
}

/**
 * rdma_rw_cleanup_mrs() - empty the MR pools of a QP
 * @qp: the QP; no context holds an MR of it
 *
 * Context: Process context; may sleep.
 */
void rdma_rw_cleanup_mrs(struct ib_qp *qp)
{
	ib_mr_pool_destroy(qp, &qp->sig_mrs);
	ib_mr_pool_destroy(qp, &qp->rdma_mrs);
}
