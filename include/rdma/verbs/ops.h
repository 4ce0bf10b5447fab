/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The operations of a device: what a driver implements, and all that the core knows of it.
 */
#ifndef _RDMA_VERBS_OPS_H
#define _RDMA_VERBS_OPS_H

#include <linux/types.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>
#include <uapi/rdma/rdma_netlink.h>
#include <rdma/verbs/cq.h>
#include <rdma/verbs/mr.h>
#include <rdma/verbs/netdev.h>
#include <rdma/verbs/objsize.h>
#include <rdma/verbs/ops_types.h>
#include <rdma/verbs/port.h>
#include <rdma/verbs/srq.h>

/**
 * struct ib_device_ops - a driver's operations
 * @owner: the driver's module; never NULL once the device is registered
 * @driver_id: who drives it, for the matching driver in user space
 * @uverbs_abi_ver: version of what is exchanged with that one through struct ib_udata
 * @uverbs_no_driver_id_binding: user space need not match @driver_id
 * @uverbs_robust_udata: every op checks and answers its udata by the rules of udata.h
 * @device_group: attributes in sysfs, for drivers that have them already; new ones use netlink
 * @port_groups: the same for each port, ended by NULL
 * @post_send: any; ib_post_send(). Sets @bad_send_wr to the first request not taken
 * @post_recv: any; ib_post_recv(). Sets @bad_recv_wr likewise
 * @drain_rq: proc; ib_drain_rq(). Returns when nothing is left; NULL: the core does it
 * @drain_sq: proc; ib_drain_sq(). As @drain_rq
 * @poll_cq: any; ib_poll_cq(). Returns how many of @wc it filled in
 * @peek_cq: any; nobody yet. Returns how many completions wait, @wc_cnt at most
 * @req_notify_cq: any; ib_req_notify_cq(). Returns > 0 if asked for and something may wait
 * @post_srq_recv: any; ib_post_srq_recv(). Sets @bad_recv_wr as @post_recv
 * @process_mad: proc; MAD layer, sysfs. Returns bits of enum ib_mad_result
 * @query_device: proc; registration, user space. Fills in @device_attr, zeroed before
 * @modify_device: proc; ib_modify_device(). @device_modify_mask tells what
 * @get_dev_fw_str: proc; ib_get_device_fw_str(). At most IB_FW_VERSION_NAME_MAX bytes
 * @query_port: proc; ib_query_port(). Fills in @port_attr, zeroed before; mandatory
 * @query_port_speed: proc; user space. Speed in units of 100 Mb/s
 * @modify_port: proc; ib_modify_port(). NULL on RoCE: IB_PORT_CM_SUP, and nothing else, can be set
 * @get_port_immutable: proc; registration, once for each port; mandatory
 * @get_link_layer: any; rdma_port_get_link_layer(). NULL: follows from the node type
 * @get_netdev: proc; ib_device_get_netdev(). With a reference, or NULL from unregistering on
 * @alloc_rdma_netdev: proc; nobody any more. A network device for @type, or ERR_PTR
 * @rdma_netdev_get_params: proc; rdma_alloc_netdev(), rdma_init_netdev(). -EOPNOTSUPP: not @type
 * @query_gid: proc; GID cache, on ports that are not RoCE
 * @add_gid: proc; GID cache, on RoCE. @context is the driver's, kept with the GID
 * @del_gid: proc; GID cache, on RoCE. Frees what it hung on @context; cannot fail
 * @query_pkey: proc; P_Key cache, ib_query_pkey(). NULL: the port has no P_Keys
 * @alloc_ucontext: proc; a file gets its user context. @context is zeroed, set up by the core
 * @dealloc_ucontext: proc; undoes @alloc_ucontext when all of its objects are gone
 * @mmap: proc; mmap() of the file, which holds mmap_lock
 * @mmap_free: proc; the last user of @entry is gone, the driver frees it
 * @mmap_get_pfns: proc; a DMA buffer of @entry: its physical range and its provider
 * @pgoff_to_mmap_entry: proc; the entry at @pg_off with a reference, or NULL
 * @disassociate_ucontext: proc; device removal. NULL: a driver that lets files hold it up
 * @alloc_pd: proc; __ib_alloc_pd(), user space
 * @dealloc_pd: proc; ib_dealloc_pd_user(). Fails only if user space still uses it
 * @create_ah: any without RDMA_CREATE_AH_SLEEPABLE; rdma_create_ah() and what builds on it
 * @create_user_ah: proc; rdma_create_user_ah(). NULL: @create_ah is asked
 * @modify_ah: proc; rdma_modify_ah()
 * @query_ah: proc; rdma_query_ah()
 * @destroy_ah: any without RDMA_DESTROY_AH_SLEEPABLE; rdma_destroy_ah_user()
 * @create_srq: proc; ib_create_srq_user(). Updates @srq_init_attr to what was made
 * @modify_srq: proc; ib_modify_srq(), user space
 * @query_srq: proc; ib_query_srq(). Fills in @srq_attr
 * @destroy_srq: proc; ib_destroy_srq_user()
 * @create_qp: proc; ib_create_qp_kernel(), user space. Updates the caps in @qp_init_attr
 * @modify_qp: proc; ib_modify_qp(), ib_modify_qp_with_udata()
 * @qp_attach_comp_cntr: proc; user space. Counts the completions of @qp in @cc
 * @query_qp: proc; ib_query_qp(). Fills in both
 * @destroy_qp: proc; ib_destroy_qp_user()
 * @create_cq: proc; __ib_create_cq(), ib_alloc_cq(), user space. Sets ib_cq::cqe
 * @create_user_cq: proc; user space. NULL: @create_cq is asked
 * @modify_cq: proc; rdma_set_cq_moderation(). Count, and period in microseconds
 * @destroy_cq: proc; ib_destroy_cq_user(). Waits until no handler runs
 * @resize_user_cq: proc; user space. Sets ib_cq::cqe
 * @pre_destroy_cq: proc; ib_free_cq(). Stops new completions, frees nothing
 * @post_destroy_cq: proc; ib_free_cq(). Frees the rest; comes in a pair with @pre_destroy_cq
 * @create_comp_cntr: proc; user space. Makes a completion counter
 * @destroy_comp_cntr: proc; user space
 * @modify_comp_cntr: proc; user space. Does @op with @value to one of its two numbers
 * @read_comp_cntr: proc; user space. Reads one of its two numbers
 * @query_comp_cntr_caps: proc; user space. Fills in @caps
 * @get_dma_mr: proc; __ib_alloc_pd(). An MR of all memory, or ERR_PTR
 * @reg_user_mr: proc; ib_reg_user_mr(), user space. An MR, or ERR_PTR
 * @reg_user_mr_dmabuf: proc; user space. An MR of a DMA buffer, or ERR_PTR
 * @rereg_user_mr: proc; user space. NULL if @mr was changed, its successor, or ERR_PTR
 * @dereg_mr: proc; ib_dereg_mr_user(). On an error @mr stays as it was
 * @alloc_mr: proc; ib_alloc_mr(). An MR of at most @max_num_sg pages, or ERR_PTR
 * @alloc_mr_integrity: proc; ib_alloc_mr_integrity(). An MR with protection information, or ERR_PTR
 * @advise_mr: proc; ib_advise_mr(), user space. Prefetches what @sg_list names
 * @map_mr_sg: any; ib_map_mr_sg(). Returns elements mapped; see ib_sg_to_pages()
 * @check_mr_status: any; ib_check_mr_status(). Fills in @mr_status
 * @alloc_mw: proc; user space. Makes a memory window
 * @dealloc_mw: proc; user space
 * @attach_mcast: proc; ib_attach_mcast()
 * @detach_mcast: proc; ib_detach_mcast()
 * @alloc_xrcd: proc; ib_alloc_xrcd_user()
 * @dealloc_xrcd: proc; ib_dealloc_xrcd_user()
 * @create_flow: proc; user space. Steers what matches @flow_attr to @qp, or ERR_PTR
 * @destroy_flow: proc; user space
 * @destroy_flow_action: proc; user space
 * @set_vf_link_state: proc; ib_set_vf_link_state(), IPoIB under rtnl_lock
 * @get_vf_config: proc; ib_get_vf_config(). As the above, and so the next three
 * @get_vf_stats: proc; ib_get_vf_stats()
 * @get_vf_guid: proc; ib_get_vf_guid()
 * @set_vf_guid: proc; ib_set_vf_guid(). @type is IFLA_VF_IB_NODE_GUID or IFLA_VF_IB_PORT_GUID
 * @create_wq: proc; ib_create_wq(), user space. A WQ, or ERR_PTR
 * @destroy_wq: proc; ib_destroy_wq_user()
 * @modify_wq: proc; user space
 * @create_rwq_ind_table: proc; user space. Makes a table of WQs to spread over
 * @destroy_rwq_ind_table: proc; user space
 * @alloc_dm: proc; user space. Memory on the device, or ERR_PTR
 * @dealloc_dm: proc; user space
 * @alloc_dmah: proc; user space. A handle of DMA hints
 * @dealloc_dmah: proc; user space
 * @reg_dm_mr: proc; user space. An MR of memory on the device, or ERR_PTR
 * @create_counters: proc; user space. Makes a set of flow counters
 * @destroy_counters: proc; user space
 * @read_counters: proc; user space
 * @map_mr_sg_pi: any; ib_map_mr_sg_pi(). 0 if both lists are mapped in whole. The offsets
 *                may be NULL
 * @alloc_hw_device_stats: proc; registration. See rdma_alloc_hw_stats_struct(); NULL on failure
 * @alloc_hw_port_stats: proc; registration, for each port. As the above
 * @get_hw_stats: proc; sysfs, netlink. Returns @index, or num_counters if it updated all
 * @modify_hw_stat: proc; netlink. Turns an optional counter on or off
 * @fill_res_mr_entry: proc; netlink. Adds the driver's attributes to what is said of @ibmr
 * @fill_res_mr_entry_raw: proc; netlink. Adds the hardware's own description
 * @fill_res_cq_entry: proc; netlink. Of a CQ; and so on for the next ones
 * @fill_res_cq_entry_raw: proc; netlink
 * @fill_res_qp_entry: proc; netlink
 * @fill_res_qp_entry_raw: proc; netlink
 * @fill_res_cm_id_entry: proc; netlink
 * @fill_res_srq_entry: proc; netlink
 * @fill_res_srq_entry_raw: proc; netlink
 * @enable_driver: proc; registration, when the device is registered, before clients see it
 * @dealloc_driver: proc; ib_dealloc_device(), at unregistration. Frees what the driver has
 * @iw_add_ref: any; iWARP CM. One more user of @qp
 * @iw_rem_ref: any; iWARP CM. One user less
 * @iw_get_qp: any; iWARP CM. The QP numbered @qpn, without a reference, or NULL
 * @iw_connect: proc; iWARP CM. Begins to connect
 * @iw_accept: proc; iWARP CM. Accepts
 * @iw_reject: proc; iWARP CM. Rejects with @pdata_len bytes of @pdata
 * @iw_create_listen: proc; iWARP CM. Listens
 * @iw_destroy_listen: proc; iWARP CM. Stops that; no events once it returns
 * @counter_bind_qp: proc; QP counters. With id 0, makes the counter and sets its id
 * @counter_unbind_qp: proc; QP counters. Puts @qp back on the port's default one
 * @counter_dealloc: proc; QP counters. Frees the hardware's part
 * @counter_alloc_stats: proc; QP counters. As @alloc_hw_port_stats
 * @counter_update_stats: proc; QP counters. Reads all of them
 * @counter_init: proc; QP counters. Sets up the driver's part of a new one
 * @fill_stat_mr_entry: proc; netlink. Adds the driver's statistics of @ibmr
 * @query_ucontext: proc; user space. What the driver made in @alloc_ucontext
 * @get_numa_node: any; rdma_zalloc_drv_obj_numa(). Where queues should live; rdmavt only
 * @add_sub_dev: proc; ib_add_sub_device(). Makes and registers a device below @parent, or ERR_PTR
 * @del_sub_dev: proc; ib_del_sub_device_and_put(). Takes it away again
 * @ufile_hw_cleanup: proc; a file closes. Lets the hardware forget its objects at once
 * @report_port_event: proc; network events. NULL: ib_dispatch_port_state_event()
 *
 * How to read the list: first the context, "proc" (process context, may sleep, called with no
 * spinlock) or "any" (any context, interrupts included, must not sleep); then who calls it,
 * "user space" being the uverbs of that name; then what it does, where the name does not say.
 *
 * Unless told otherwise: it returns 0 or a negative errno; an op that a driver leaves NULL
 * makes its caller return -EOPNOTSUPP; a struct of the core's that it is to create is
 * allocated, zeroed and has its device set, and what it is to destroy is freed by the core
 * when it returns 0; a udata, or an attrs with one in it, is NULL or empty for a kernel
 * user. An op may be called for many objects at a time. It runs once at a time for one
 * object, if the object's users see to that.
 */
struct ib_device_ops {
	struct module *owner;
	enum rdma_driver_id driver_id;
	u32 uverbs_abi_ver;
	unsigned int uverbs_no_driver_id_binding:1;
	unsigned int uverbs_robust_udata:1;
	const struct attribute_group *device_group;
	const struct attribute_group **port_groups;

	int (*post_send)(struct ib_qp *qp, const struct ib_send_wr *send_wr,
			 const struct ib_send_wr **bad_send_wr);
	int (*post_recv)(struct ib_qp *qp, const struct ib_recv_wr *recv_wr,
			 const struct ib_recv_wr **bad_recv_wr);
	void (*drain_rq)(struct ib_qp *qp);
	void (*drain_sq)(struct ib_qp *qp);
	int (*poll_cq)(struct ib_cq *cq, int num_entries, struct ib_wc *wc);
	int (*peek_cq)(struct ib_cq *cq, int wc_cnt);
	int (*req_notify_cq)(struct ib_cq *cq, enum ib_cq_notify_flags flags);
	int (*post_srq_recv)(struct ib_srq *srq, const struct ib_recv_wr *recv_wr,
			     const struct ib_recv_wr **bad_recv_wr);

	int (*process_mad)(struct ib_device *device, int process_mad_flags, u32 port_num,
			   const struct ib_wc *in_wc, const struct ib_grh *in_grh,
			   const struct ib_mad *in_mad, struct ib_mad *out_mad,
			   size_t *out_mad_size, u16 *out_mad_pkey_index);
	int (*query_device)(struct ib_device *device, struct ib_device_attr *device_attr,
			    struct ib_udata *udata);
	int (*modify_device)(struct ib_device *device, int device_modify_mask,
			     struct ib_device_modify *device_modify);
	void (*get_dev_fw_str)(struct ib_device *device, char *str);
	int (*query_port)(struct ib_device *device, u32 port_num, struct ib_port_attr *port_attr);
	int (*query_port_speed)(struct ib_device *device, u32 port_num, u64 *speed);
	int (*modify_port)(struct ib_device *device, u32 port_num, int port_modify_mask,
			   struct ib_port_modify *port_modify);
	int (*get_port_immutable)(struct ib_device *device, u32 port_num,
				  struct ib_port_immutable *immutable);
	enum rdma_link_layer (*get_link_layer)(struct ib_device *device, u32 port_num);

	struct net_device *(*get_netdev)(struct ib_device *device, u32 port_num);
	struct net_device *(*alloc_rdma_netdev)(struct ib_device *device, u32 port_num,
						enum rdma_netdev_t type, const char *name,
						unsigned char name_assign_type,
						void (*setup)(struct net_device *));
	int (*rdma_netdev_get_params)(struct ib_device *device, u32 port_num,
				      enum rdma_netdev_t type,
				      struct rdma_netdev_alloc_params *params);

	int (*query_gid)(struct ib_device *device, u32 port_num, int index, union ib_gid *gid);
	int (*add_gid)(const struct ib_gid_attr *attr, void **context);
	int (*del_gid)(const struct ib_gid_attr *attr, void **context);
	int (*query_pkey)(struct ib_device *device, u32 port_num, u16 index, u16 *pkey);

	int (*alloc_ucontext)(struct ib_ucontext *context, struct ib_udata *udata);
	void (*dealloc_ucontext)(struct ib_ucontext *context);
	int (*mmap)(struct ib_ucontext *context, struct vm_area_struct *vma);
	void (*mmap_free)(struct rdma_user_mmap_entry *entry);
	int (*mmap_get_pfns)(struct rdma_user_mmap_entry *entry, struct phys_vec *phys_vec,
			     struct p2pdma_provider **provider);
	struct rdma_user_mmap_entry *(*pgoff_to_mmap_entry)(struct ib_ucontext *ucontext,
							    off_t pg_off);
	void (*disassociate_ucontext)(struct ib_ucontext *ibcontext);

	int (*alloc_pd)(struct ib_pd *pd, struct ib_udata *udata);
	int (*dealloc_pd)(struct ib_pd *pd, struct ib_udata *udata);
	int (*create_ah)(struct ib_ah *ah, struct rdma_ah_init_attr *attr, struct ib_udata *udata);
	int (*create_user_ah)(struct ib_ah *ah, struct rdma_ah_init_attr *attr,
			      struct ib_udata *udata);
	int (*modify_ah)(struct ib_ah *ah, struct rdma_ah_attr *ah_attr);
	int (*query_ah)(struct ib_ah *ah, struct rdma_ah_attr *ah_attr);
	int (*destroy_ah)(struct ib_ah *ah, u32 flags);
	int (*create_srq)(struct ib_srq *srq, struct ib_srq_init_attr *srq_init_attr,
			  struct ib_udata *udata);
	int (*modify_srq)(struct ib_srq *srq, struct ib_srq_attr *srq_attr,
			  enum ib_srq_attr_mask srq_attr_mask, struct ib_udata *udata);
	int (*query_srq)(struct ib_srq *srq, struct ib_srq_attr *srq_attr);
	int (*destroy_srq)(struct ib_srq *srq, struct ib_udata *udata);
	int (*create_qp)(struct ib_qp *qp, struct ib_qp_init_attr *qp_init_attr,
			 struct ib_udata *udata);
	int (*modify_qp)(struct ib_qp *qp, struct ib_qp_attr *qp_attr, int qp_attr_mask,
			 struct ib_udata *udata);
	int (*qp_attach_comp_cntr)(struct ib_qp *qp, struct ib_comp_cntr *cc,
				   struct ib_qp_attach_comp_cntr_attr *attr);
	int (*query_qp)(struct ib_qp *qp, struct ib_qp_attr *qp_attr, int qp_attr_mask,
			struct ib_qp_init_attr *qp_init_attr);
	int (*destroy_qp)(struct ib_qp *qp, struct ib_udata *udata);

	int (*create_cq)(struct ib_cq *cq, const struct ib_cq_init_attr *attr,
			 struct uverbs_attr_bundle *attrs);
	int (*create_user_cq)(struct ib_cq *cq, const struct ib_cq_init_attr *attr,
			      struct uverbs_attr_bundle *attrs);
	int (*modify_cq)(struct ib_cq *cq, u16 cq_count, u16 cq_period);
	int (*destroy_cq)(struct ib_cq *cq, struct ib_udata *udata);
	int (*resize_user_cq)(struct ib_cq *cq, unsigned int cqe, struct ib_udata *udata);
	int (*pre_destroy_cq)(struct ib_cq *cq);
	void (*post_destroy_cq)(struct ib_cq *cq);
	int (*create_comp_cntr)(struct ib_comp_cntr *cc, struct uverbs_attr_bundle *attrs);
	int (*destroy_comp_cntr)(struct ib_comp_cntr *cc);
	int (*modify_comp_cntr)(struct ib_comp_cntr *cc, enum ib_comp_cntr_entry entry,
				enum ib_comp_cntr_modify_op op, u64 value);
	int (*read_comp_cntr)(struct ib_comp_cntr *cc, enum ib_comp_cntr_entry entry, u64 *value);
	int (*query_comp_cntr_caps)(struct ib_device *dev, struct ib_comp_cntr_caps *caps,
				    struct uverbs_attr_bundle *attrs);

	struct ib_mr *(*get_dma_mr)(struct ib_pd *pd, int mr_access_flags);
	struct ib_mr *(*reg_user_mr)(struct ib_pd *pd, u64 start, u64 length, u64 virt_addr,
				     int mr_access_flags, struct ib_dmah *dmah,
				     struct ib_udata *udata);
	struct ib_mr *(*reg_user_mr_dmabuf)(struct ib_pd *pd, u64 offset, u64 length, u64 virt_addr,
					    int fd, int mr_access_flags, struct ib_dmah *dmah,
					    struct uverbs_attr_bundle *attrs);
	struct ib_mr *(*rereg_user_mr)(struct ib_mr *mr, int flags, u64 start, u64 length,
				       u64 virt_addr, int mr_access_flags, struct ib_pd *pd,
				       struct ib_udata *udata);
	int (*dereg_mr)(struct ib_mr *mr, struct ib_udata *udata);
	struct ib_mr *(*alloc_mr)(struct ib_pd *pd, enum ib_mr_type mr_type, u32 max_num_sg);
	struct ib_mr *(*alloc_mr_integrity)(struct ib_pd *pd, u32 max_num_data_sg,
					    u32 max_num_meta_sg);
	int (*advise_mr)(struct ib_pd *pd, enum ib_uverbs_advise_mr_advice advice, u32 flags,
			 struct ib_sge *sg_list, u32 num_sge, struct uverbs_attr_bundle *attrs);
	int (*map_mr_sg)(struct ib_mr *mr, struct scatterlist *sg, int sg_nents,
			 unsigned int *sg_offset);
	int (*check_mr_status)(struct ib_mr *mr, u32 check_mask, struct ib_mr_status *mr_status);

	int (*alloc_mw)(struct ib_mw *mw, struct ib_udata *udata);
	int (*dealloc_mw)(struct ib_mw *mw);
	int (*attach_mcast)(struct ib_qp *qp, union ib_gid *gid, u16 lid);
	int (*detach_mcast)(struct ib_qp *qp, union ib_gid *gid, u16 lid);
	int (*alloc_xrcd)(struct ib_xrcd *xrcd, struct ib_udata *udata);
	int (*dealloc_xrcd)(struct ib_xrcd *xrcd, struct ib_udata *udata);
	struct ib_flow *(*create_flow)(struct ib_qp *qp, struct ib_flow_attr *flow_attr,
				       struct ib_udata *udata);
	int (*destroy_flow)(struct ib_flow *flow_id);
	int (*destroy_flow_action)(struct ib_flow_action *action);

	int (*set_vf_link_state)(struct ib_device *device, int vf, u32 port, int state);
	int (*get_vf_config)(struct ib_device *device, int vf, u32 port, struct ifla_vf_info *ivf);
	int (*get_vf_stats)(struct ib_device *device, int vf, u32 port,
			    struct ifla_vf_stats *stats);
	int (*get_vf_guid)(struct ib_device *device, int vf, u32 port,
			   struct ifla_vf_guid *node_guid, struct ifla_vf_guid *port_guid);
	int (*set_vf_guid)(struct ib_device *device, int vf, u32 port, u64 guid, int type);

	struct ib_wq *(*create_wq)(struct ib_pd *pd, struct ib_wq_init_attr *init_attr,
				   struct ib_udata *udata);
	int (*destroy_wq)(struct ib_wq *wq, struct ib_udata *udata);
	int (*modify_wq)(struct ib_wq *wq, struct ib_wq_attr *attr, u32 wq_attr_mask,
			 struct ib_udata *udata);
	int (*create_rwq_ind_table)(struct ib_rwq_ind_table *ib_rwq_ind_table,
				    struct ib_rwq_ind_table_init_attr *init_attr,
				    struct ib_udata *udata);
	int (*destroy_rwq_ind_table)(struct ib_rwq_ind_table *wq_ind_table);
	struct ib_dm *(*alloc_dm)(struct ib_device *device, struct ib_ucontext *context,
				  struct ib_dm_alloc_attr *attr, struct uverbs_attr_bundle *attrs);
	int (*dealloc_dm)(struct ib_dm *dm, struct uverbs_attr_bundle *attrs);
	int (*alloc_dmah)(struct ib_dmah *ibdmah, struct uverbs_attr_bundle *attrs);
	int (*dealloc_dmah)(struct ib_dmah *dmah, struct uverbs_attr_bundle *attrs);
	struct ib_mr *(*reg_dm_mr)(struct ib_pd *pd, struct ib_dm *dm, struct ib_dm_mr_attr *attr,
				   struct uverbs_attr_bundle *attrs);
	int (*create_counters)(struct ib_counters *counters, struct uverbs_attr_bundle *attrs);
	int (*destroy_counters)(struct ib_counters *counters);
	int (*read_counters)(struct ib_counters *counters,
			     struct ib_counters_read_attr *counters_read_attr,
			     struct uverbs_attr_bundle *attrs);
	int (*map_mr_sg_pi)(struct ib_mr *mr, struct scatterlist *data_sg, int data_sg_nents,
			    unsigned int *data_sg_offset, struct scatterlist *meta_sg,
			    int meta_sg_nents, unsigned int *meta_sg_offset);

	struct rdma_hw_stats *(*alloc_hw_device_stats)(struct ib_device *device);
	struct rdma_hw_stats *(*alloc_hw_port_stats)(struct ib_device *device, u32 port_num);
	int (*get_hw_stats)(struct ib_device *device, struct rdma_hw_stats *stats, u32 port,
			    int index);
	int (*modify_hw_stat)(struct ib_device *device, u32 port, unsigned int counter_index,
			      bool enable);
	int (*fill_res_mr_entry)(struct sk_buff *msg, struct ib_mr *ibmr);
	int (*fill_res_mr_entry_raw)(struct sk_buff *msg, struct ib_mr *ibmr);
	int (*fill_res_cq_entry)(struct sk_buff *msg, struct ib_cq *ibcq);
	int (*fill_res_cq_entry_raw)(struct sk_buff *msg, struct ib_cq *ibcq);
	int (*fill_res_qp_entry)(struct sk_buff *msg, struct ib_qp *ibqp);
	int (*fill_res_qp_entry_raw)(struct sk_buff *msg, struct ib_qp *ibqp);
	int (*fill_res_cm_id_entry)(struct sk_buff *msg, struct rdma_cm_id *id);
	int (*fill_res_srq_entry)(struct sk_buff *msg, struct ib_srq *ib_srq);
	int (*fill_res_srq_entry_raw)(struct sk_buff *msg, struct ib_srq *ib_srq);

	int (*enable_driver)(struct ib_device *dev);
	void (*dealloc_driver)(struct ib_device *dev);
	void (*iw_add_ref)(struct ib_qp *qp);
	void (*iw_rem_ref)(struct ib_qp *qp);
	struct ib_qp *(*iw_get_qp)(struct ib_device *device, int qpn);
	int (*iw_connect)(struct iw_cm_id *cm_id, struct iw_cm_conn_param *conn_param);
	int (*iw_accept)(struct iw_cm_id *cm_id, struct iw_cm_conn_param *conn_param);
	int (*iw_reject)(struct iw_cm_id *cm_id, const void *pdata, u8 pdata_len);
	int (*iw_create_listen)(struct iw_cm_id *cm_id, int backlog);
	int (*iw_destroy_listen)(struct iw_cm_id *cm_id);
	int (*counter_bind_qp)(struct rdma_counter *counter, struct ib_qp *qp, u32 port);
	int (*counter_unbind_qp)(struct ib_qp *qp, u32 port);
	int (*counter_dealloc)(struct rdma_counter *counter);
	struct rdma_hw_stats *(*counter_alloc_stats)(struct rdma_counter *counter);
	int (*counter_update_stats)(struct rdma_counter *counter);
	void (*counter_init)(struct rdma_counter *counter);
	int (*fill_stat_mr_entry)(struct sk_buff *msg, struct ib_mr *ibmr);
	int (*query_ucontext)(struct ib_ucontext *context, struct uverbs_attr_bundle *attrs);
	int (*get_numa_node)(struct ib_device *dev);
	struct ib_device *(*add_sub_dev)(struct ib_device *parent, enum rdma_nl_dev_type type,
					 const char *name);
	void (*del_sub_dev)(struct ib_device *sub_dev);
	void (*ufile_hw_cleanup)(struct ib_uverbs_file *ufile);
	void (*report_port_event)(struct ib_device *ibdev, struct net_device *ndev,
				  unsigned long event);

	/* private: set by INIT_RDMA_OBJ_SIZE() */
	DECLARE_RDMA_OBJ_SIZE(ib_ah);
	DECLARE_RDMA_OBJ_SIZE(ib_counters);
	DECLARE_RDMA_OBJ_SIZE(ib_cq);
	DECLARE_RDMA_OBJ_SIZE(ib_comp_cntr);
	DECLARE_RDMA_OBJ_SIZE(ib_dmah);
	DECLARE_RDMA_OBJ_SIZE(ib_mw);
	DECLARE_RDMA_OBJ_SIZE(ib_pd);
	DECLARE_RDMA_OBJ_SIZE(ib_qp);
	DECLARE_RDMA_OBJ_SIZE(ib_rwq_ind_table);
	DECLARE_RDMA_OBJ_SIZE(ib_srq);
	DECLARE_RDMA_OBJ_SIZE(ib_ucontext);
	DECLARE_RDMA_OBJ_SIZE(ib_xrcd);
	DECLARE_RDMA_OBJ_SIZE(rdma_counter);
};

#endif /* _RDMA_VERBS_OPS_H */
