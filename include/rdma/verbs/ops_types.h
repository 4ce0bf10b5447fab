/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of the types that the operations of a device are about, and the flags of ops.process_mad.
 */
#ifndef _RDMA_VERBS_OPS_TYPES_H
#define _RDMA_VERBS_OPS_TYPES_H

struct attribute_group;
struct ib_ah;
struct ib_comp_cntr;
struct ib_comp_cntr_caps;
struct ib_counters;
struct ib_counters_read_attr;
struct ib_cq;
struct ib_cq_init_attr;
struct ib_device;
struct ib_device_attr;
struct ib_device_modify;
struct ib_dm;
struct ib_dm_alloc_attr;
struct ib_dm_mr_attr;
struct ib_dmah;
struct ib_flow;
struct ib_flow_action;
struct ib_flow_attr;
struct ib_gid_attr;
struct ib_grh;
struct ib_mad;
struct ib_mr;
struct ib_mr_status;
struct ib_mw;
struct ib_pd;
struct ib_port_attr;
struct ib_port_immutable;
struct ib_port_modify;
struct ib_qp;
struct ib_qp_attach_comp_cntr_attr;
struct ib_qp_attr;
struct ib_qp_init_attr;
struct ib_recv_wr;
struct ib_rwq_ind_table;
struct ib_rwq_ind_table_init_attr;
struct ib_send_wr;
struct ib_sge;
struct ib_srq;
struct ib_srq_attr;
struct ib_srq_init_attr;
struct ib_ucontext;
struct ib_udata;
struct ib_uverbs_file;
struct ib_wc;
struct ib_wq;
struct ib_wq_attr;
struct ib_wq_init_attr;
struct ib_xrcd;
struct ifla_vf_guid;
struct ifla_vf_info;
struct ifla_vf_stats;
struct iw_cm_conn_param;
struct iw_cm_id;
struct module;
struct net_device;
struct p2pdma_provider;
struct phys_vec;
struct rdma_ah_attr;
struct rdma_ah_init_attr;
struct rdma_cm_id;
struct rdma_counter;
struct rdma_hw_stats;
struct rdma_netdev_alloc_params;
struct rdma_user_mmap_entry;
struct scatterlist;
struct sk_buff;
struct uverbs_attr_bundle;
struct vm_area_struct;
union ib_gid;

/**
 * enum ib_process_mad_flags - checks that ops.process_mad is to leave out
 * @IB_MAD_IGNORE_MKEY: the M_Key of a subnet management packet
 * @IB_MAD_IGNORE_BKEY: the B_Key of a baseboard management packet
 * @IB_MAD_IGNORE_ALL: both
 */
enum ib_process_mad_flags {
	IB_MAD_IGNORE_MKEY	= 1,
	IB_MAD_IGNORE_BKEY	= 2,
	IB_MAD_IGNORE_ALL	= IB_MAD_IGNORE_MKEY | IB_MAD_IGNORE_BKEY
};

/**
 * enum ib_mad_result - what became of the MAD; bits that ops.process_mad returns
 * @IB_MAD_RESULT_FAILURE: no bit: the driver could not handle it
 * @IB_MAD_RESULT_SUCCESS: the driver looked at it
 * @IB_MAD_RESULT_REPLY: there is an answer to be sent
 * @IB_MAD_RESULT_CONSUMED: nobody else is to see it
 */
enum ib_mad_result {
	IB_MAD_RESULT_FAILURE	= 0,
	IB_MAD_RESULT_SUCCESS	= 1 << 0,
	IB_MAD_RESULT_REPLY	= 1 << 1,
	IB_MAD_RESULT_CONSUMED	= 1 << 2
};

#endif /* _RDMA_VERBS_OPS_TYPES_H */
