// SPDX-License-Identifier: GPL-2.0-only
/*
 * The null provider: an InfiniBand device in memory whose ops cost next to
 * nothing, so that what is measured is the core above them.
 *
 * It has the ops that make a device one for kernel users, even where none calls
 * them. Memory regions come from a list, and a CQ holds a count of equal completions.
 */
#include <linux/module.h>
#include <linux/sizes.h>
#include <net/net_namespace.h>
#include <rdma/ib_mad.h>

#include "bench.h"

#define NULL_MRS	32

struct null_mr {
	struct ib_mr base;
	struct null_mr *next;
	u32 npages;
	u32 max_pages;
	u64 pages[BENCH_PAGES];
};

struct null_cq {
	struct ib_cq base;
	struct ib_cqe *cqe;
	u32 left;
};

/* Regions that were used and are free, and those that never were. */
static struct null_mr null_mrs[NULL_MRS];
static struct null_mr *null_free;
static u32 null_used;
static u32 null_key;

static int null_query_device(struct ib_device *dev, struct ib_device_attr *attr,
			     struct ib_udata *udata)
{
	attr->max_mr_size = U64_MAX;
	attr->page_size_cap = SZ_4K | SZ_64K;
	attr->max_qp = 1024;
	attr->max_qp_wr = 4096;
	attr->max_send_sge = BENCH_SGES;
	attr->max_recv_sge = BENCH_SGES;
	attr->max_sge_rd = BENCH_SGES;
	attr->max_sgl_rd = BENCH_SGES / 2;
	attr->max_cq = 1024;
	attr->max_cqe = 65536;
	attr->max_mr = 1024;
	attr->max_pd = 1024;
	attr->max_ah = 1024;
	attr->max_pkeys = 1;
	attr->max_qp_rd_atom = 16;
	attr->max_qp_init_rd_atom = 16;
	attr->max_fast_reg_page_list_len = BENCH_PAGES;
	attr->kernel_cap_flags = IBK_LOCAL_DMA_LKEY;
	return 0;
}

static int null_query_port(struct ib_device *dev, u32 port, struct ib_port_attr *attr)
{
	attr->state = IB_PORT_ACTIVE;
	attr->phys_state = IB_PORT_PHYS_STATE_LINK_UP;
	attr->max_mtu = IB_MTU_4096;
	attr->active_mtu = IB_MTU_4096;
	attr->gid_tbl_len = 8;
	attr->pkey_tbl_len = 1;
	attr->max_msg_sz = SZ_1G;
	attr->lid = 1;
	attr->sm_lid = 1;
	attr->active_width = IB_WIDTH_4X;
	attr->active_speed = IB_SPEED_EDR;
	return 0;
}

static int null_get_port_immutable(struct ib_device *dev, u32 port,
				   struct ib_port_immutable *immutable)
{
	immutable->core_cap_flags = RDMA_CORE_CAP_PROT_IB;
	immutable->gid_tbl_len = 8;
	immutable->pkey_tbl_len = 1;
	return 0;
}

static enum rdma_link_layer null_get_link_layer(struct ib_device *dev, u32 port)
{
	return IB_LINK_LAYER_INFINIBAND;
}

static int null_query_gid(struct ib_device *dev, u32 port, int index, union ib_gid *gid)
{
	gid->global.subnet_prefix = cpu_to_be64(0xfe80000000000000ULL);
	gid->global.interface_id = cpu_to_be64(0xbe0c000000000000ULL + index);
	return 0;
}

static int null_query_pkey(struct ib_device *dev, u32 port, u16 index, u16 *pkey)
{
	*pkey = IB_DEFAULT_PKEY_FULL;
	return 0;
}

static int null_alloc_pd(struct ib_pd *pd, struct ib_udata *udata)
{
	return 0;
}

static int null_dealloc_pd(struct ib_pd *pd, struct ib_udata *udata)
{
	return 0;
}

static int null_create_ah(struct ib_ah *ah, struct rdma_ah_init_attr *attr,
			  struct ib_udata *udata)
{
	return 0;
}

static int null_destroy_ah(struct ib_ah *ah, u32 flags)
{
	return 0;
}

static int null_create_cq(struct ib_cq *cq, const struct ib_cq_init_attr *attr,
			  struct uverbs_attr_bundle *attrs)
{
	cq->cqe = attr->cqe;
	return 0;
}

static int null_destroy_cq(struct ib_cq *cq, struct ib_udata *udata)
{
	return 0;
}

static int null_req_notify_cq(struct ib_cq *cq, enum ib_cq_notify_flags flags)
{
	return 0;
}

static int null_poll_cq(struct ib_cq *base, int max, struct ib_wc *wc)
{
	struct null_cq *cq = container_of(base, struct null_cq, base);
	int n = min_t(u32, max, cq->left);

	for (int i = 0; i < n; i++) {
		wc[i].wr_cqe = cq->cqe;
		wc[i].status = IB_WC_SUCCESS;
		wc[i].opcode = IB_WC_SEND;
	}
	cq->left -= n;
	return n;
}

/**
 * null_complete() - put completions into a CQ of the null provider
 * @cq: the CQ
 * @cqe: what each of them calls
 * @count: how many, instead of those that are left
 */
void null_complete(struct ib_cq *cq, struct ib_cqe *cqe, u32 count)
{
	struct null_cq *null = container_of(cq, struct null_cq, base);

	null->cqe = cqe;
	null->left = count;
}

/**
 * null_left() - completions of a CQ of the null provider that nobody polled
 * @cq: the CQ
 *
 * Return: how many.
 */
u32 null_left(struct ib_cq *cq)
{
	return container_of(cq, struct null_cq, base)->left;
}

static int null_create_qp(struct ib_qp *qp, struct ib_qp_init_attr *attr,
			  struct ib_udata *udata)
{
	qp->qp_num = 2;
	return 0;
}

static int null_modify_qp(struct ib_qp *qp, struct ib_qp_attr *attr, int mask,
			  struct ib_udata *udata)
{
	return 0;
}

static int null_destroy_qp(struct ib_qp *qp, struct ib_udata *udata)
{
	return 0;
}

static int null_post_send(struct ib_qp *qp, const struct ib_send_wr *wr,
			  const struct ib_send_wr **bad_wr)
{
	return 0;
}

static int null_post_recv(struct ib_qp *qp, const struct ib_recv_wr *wr,
			  const struct ib_recv_wr **bad_wr)
{
	return 0;
}

static struct ib_mr *null_get_dma_mr(struct ib_pd *pd, int access)
{
	return ERR_PTR(-EOPNOTSUPP);
}

static struct ib_mr *null_reg_user_mr(struct ib_pd *pd, u64 start, u64 length, u64 virt_addr,
				      int access, struct ib_dmah *dmah, struct ib_udata *udata)
{
	return ERR_PTR(-EOPNOTSUPP);
}

static struct ib_mr *null_alloc_mr(struct ib_pd *pd, enum ib_mr_type type, u32 max_num_sg)
{
	struct null_mr *mr = null_free;

	if (max_num_sg > BENCH_PAGES || (!mr && null_used == NULL_MRS))
		return ERR_PTR(-ENOMEM);
	if (mr)
		null_free = mr->next;
	else
		mr = &null_mrs[null_used++];
	mr->max_pages = max_num_sg;
	mr->base.lkey = ++null_key << 8;
	mr->base.rkey = mr->base.lkey;
	return &mr->base;
}

static int null_dereg_mr(struct ib_mr *base, struct ib_udata *udata)
{
	struct null_mr *mr = container_of(base, struct null_mr, base);

	mr->next = null_free;
	null_free = mr;
	return 0;
}

static int null_set_page(struct ib_mr *base, u64 addr)
{
	struct null_mr *mr = container_of(base, struct null_mr, base);

	if (mr->npages == mr->max_pages)
		return -ENOMEM;
	mr->pages[mr->npages++] = addr;
	return 0;
}

static int null_map_mr_sg(struct ib_mr *base, struct scatterlist *sg, int sg_nents,
			  unsigned int *sg_offset)
{
	struct null_mr *mr = container_of(base, struct null_mr, base);

	mr->npages = 0;
	return ib_sg_to_pages(base, sg, sg_nents, sg_offset, null_set_page);
}

static const struct ib_device_ops null_ops = {
	.owner = THIS_MODULE,
	.driver_id = RDMA_DRIVER_UNKNOWN,
	.uverbs_no_driver_id_binding = 1,

	.alloc_mr = null_alloc_mr,
	.alloc_pd = null_alloc_pd,
	.create_ah = null_create_ah,
	.create_cq = null_create_cq,
	.create_qp = null_create_qp,
	.dealloc_pd = null_dealloc_pd,
	.dereg_mr = null_dereg_mr,
	.destroy_ah = null_destroy_ah,
	.destroy_cq = null_destroy_cq,
	.destroy_qp = null_destroy_qp,
	.get_dma_mr = null_get_dma_mr,
	.get_link_layer = null_get_link_layer,
	.get_port_immutable = null_get_port_immutable,
	.map_mr_sg = null_map_mr_sg,
	.modify_qp = null_modify_qp,
	.poll_cq = null_poll_cq,
	.post_recv = null_post_recv,
	.post_send = null_post_send,
	.query_device = null_query_device,
	.query_gid = null_query_gid,
	.query_pkey = null_query_pkey,
	.query_port = null_query_port,
	.reg_user_mr = null_reg_user_mr,
	.req_notify_cq = null_req_notify_cq,

	INIT_RDMA_OBJ_SIZE(ib_cq, null_cq, base),
	.size_ib_ah = sizeof(struct ib_ah),
	.size_ib_pd = sizeof(struct ib_pd),
	.size_ib_qp = sizeof(struct ib_qp),
};

/**
 * null_create() - make and register a null device
 *
 * Context: Process context; may sleep.
 * Return: the device, or an ERR_PTR.
 */
struct ib_device *null_create(void)
{
	struct ib_device *dev = _ib_alloc_device(sizeof(*dev), &init_net);
	int ret;

	if (!dev)
		return ERR_PTR(-ENOMEM);
	dev->phys_port_cnt = 1;
	dev->node_type = RDMA_NODE_IB_CA;
	dev->node_guid = cpu_to_be64(0xbe0c000000000000ULL);
	dev->num_comp_vectors = 1;
	dev->local_dma_lkey = 1;
	ib_set_device_ops(dev, &null_ops);
	ret = ib_register_device(dev, "null%d", NULL);
	if (ret) {
		ib_dealloc_device(dev);
		return ERR_PTR(ret);
	}
	return dev;
}

/**
 * null_destroy() - unregister and free a null device
 * @dev: of null_create()
 */
void null_destroy(struct ib_device *dev)
{
	ib_unregister_device(dev);
	ib_dealloc_device(dev);
}
