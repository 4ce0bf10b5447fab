/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a device can do: its capability flags and its limits.
 *
 * The driver fills in struct ib_device_attr once, in ops.query_device at registration;
 * ib_device::attrs never changes afterwards, so that it is read without a lock.
 */
#ifndef _RDMA_VERBS_DEVATTR_H
#define _RDMA_VERBS_DEVATTR_H

#include <linux/atomic.h>
#include <linux/ethtool.h>
#include <linux/types.h>
#include <uapi/rdma/ib_user_verbs.h>

/* The longest firmware version that ib_get_device_fw_str() writes, the final NUL included. */
#define IB_FW_VERSION_NAME_MAX	ETHTOOL_FWVERS_LEN

/* The size of a node description, which need not end in a NUL. */
#define IB_DEVICE_NODE_DESC_MAX 64

/**
 * enum ib_device_cap_flags - capabilities that user space is told of too
 * @IB_DEVICE_RESIZE_MAX_WR: the size of a QP's queues can be modified
 * @IB_DEVICE_BAD_PKEY_CNTR: counts packets with a wrong P_Key
 * @IB_DEVICE_BAD_QKEY_CNTR: counts packets with a wrong Q_Key
 * @IB_DEVICE_RAW_MULTI: raw packets can be multicast
 * @IB_DEVICE_AUTO_PATH_MIG: automatic path migration
 * @IB_DEVICE_CHANGE_PHY_PORT: a migration may change the physical port
 * @IB_DEVICE_UD_AV_PORT_ENFORCE: the port of an address handle must be that of the UD QP
 * @IB_DEVICE_CURR_QP_STATE_MOD: IB_QP_CUR_STATE may be given with a modification
 * @IB_DEVICE_SHUTDOWN_PORT: a port can be shut down
 * @IB_DEVICE_PORT_ACTIVE_EVENT: raises IB_EVENT_PORT_ACTIVE
 * @IB_DEVICE_SYS_IMAGE_GUID: has a system image GUID
 * @IB_DEVICE_RC_RNR_NAK_GEN: an RC QP answers "receiver not ready"
 * @IB_DEVICE_SRQ_RESIZE: the size of an SRQ can be modified
 * @IB_DEVICE_N_NOTIFY_CQ: a CQ can notify after N completions
 * @IB_DEVICE_MEM_WINDOW: memory windows of type 1
 * @IB_DEVICE_UD_IP_CSUM: makes the checksums of IPoIB datagrams that it sends, and checks
 *	those of the ones that it receives; IPoIB offers NETIF_F_IP_CSUM then
 * @IB_DEVICE_XRC: the extended reliable connection transport
 * @IB_DEVICE_MEM_MGT_EXTENSIONS: registers and invalidates memory by work request:
 *	IB_WR_REG_MR, IB_WR_LOCAL_INV, IB_WR_SEND_WITH_INV, and on iWARP
 *	IB_WR_RDMA_READ_WITH_INV as well
 * @IB_DEVICE_MEM_WINDOW_TYPE_2A: memory windows of type 2A
 * @IB_DEVICE_MEM_WINDOW_TYPE_2B: memory windows of type 2B
 * @IB_DEVICE_RC_IP_CSUM: as @IB_DEVICE_UD_IP_CSUM, for connected IPoIB
 * @IB_DEVICE_RAW_IP_CSUM: old name of IB_RAW_PACKET_CAP_IP_CSUM
 * @IB_DEVICE_MANAGED_FLOW_STEERING: steers flows by rules (ops.create_flow)
 * @IB_DEVICE_RAW_SCATTER_FCS: old name of IB_RAW_PACKET_CAP_SCATTER_FCS
 * @IB_DEVICE_PCI_WRITE_END_PADDING: can pad what it writes to a whole cache line
 * @IB_DEVICE_FLUSH_GLOBAL: a remote flush can make data visible to all
 * @IB_DEVICE_FLUSH_PERSISTENT: a remote flush can make data persistent
 * @IB_DEVICE_ATOMIC_WRITE: writes of eight bytes in one piece
 * @IB_DEVICE_CC_DMA_BOUNCE: DMA goes through bounce buffers (confidential computing)
 */
enum ib_device_cap_flags {
	IB_DEVICE_RESIZE_MAX_WR = IB_UVERBS_DEVICE_RESIZE_MAX_WR,
	IB_DEVICE_BAD_PKEY_CNTR = IB_UVERBS_DEVICE_BAD_PKEY_CNTR,
	IB_DEVICE_BAD_QKEY_CNTR = IB_UVERBS_DEVICE_BAD_QKEY_CNTR,
	IB_DEVICE_RAW_MULTI = IB_UVERBS_DEVICE_RAW_MULTI,
	IB_DEVICE_AUTO_PATH_MIG = IB_UVERBS_DEVICE_AUTO_PATH_MIG,
	IB_DEVICE_CHANGE_PHY_PORT = IB_UVERBS_DEVICE_CHANGE_PHY_PORT,
	IB_DEVICE_UD_AV_PORT_ENFORCE = IB_UVERBS_DEVICE_UD_AV_PORT_ENFORCE,
	IB_DEVICE_CURR_QP_STATE_MOD = IB_UVERBS_DEVICE_CURR_QP_STATE_MOD,
	IB_DEVICE_SHUTDOWN_PORT = IB_UVERBS_DEVICE_SHUTDOWN_PORT,
	IB_DEVICE_PORT_ACTIVE_EVENT = IB_UVERBS_DEVICE_PORT_ACTIVE_EVENT,
	IB_DEVICE_SYS_IMAGE_GUID = IB_UVERBS_DEVICE_SYS_IMAGE_GUID,
	IB_DEVICE_RC_RNR_NAK_GEN = IB_UVERBS_DEVICE_RC_RNR_NAK_GEN,
	IB_DEVICE_SRQ_RESIZE = IB_UVERBS_DEVICE_SRQ_RESIZE,
	IB_DEVICE_N_NOTIFY_CQ = IB_UVERBS_DEVICE_N_NOTIFY_CQ,
	IB_DEVICE_MEM_WINDOW = IB_UVERBS_DEVICE_MEM_WINDOW,
	IB_DEVICE_UD_IP_CSUM = IB_UVERBS_DEVICE_UD_IP_CSUM,
	IB_DEVICE_XRC = IB_UVERBS_DEVICE_XRC,
	IB_DEVICE_MEM_MGT_EXTENSIONS = IB_UVERBS_DEVICE_MEM_MGT_EXTENSIONS,
	IB_DEVICE_MEM_WINDOW_TYPE_2A = IB_UVERBS_DEVICE_MEM_WINDOW_TYPE_2A,
	IB_DEVICE_MEM_WINDOW_TYPE_2B = IB_UVERBS_DEVICE_MEM_WINDOW_TYPE_2B,
	IB_DEVICE_RC_IP_CSUM = IB_UVERBS_DEVICE_RC_IP_CSUM,
	IB_DEVICE_RAW_IP_CSUM = IB_UVERBS_DEVICE_RAW_IP_CSUM,
	IB_DEVICE_MANAGED_FLOW_STEERING = IB_UVERBS_DEVICE_MANAGED_FLOW_STEERING,
	IB_DEVICE_RAW_SCATTER_FCS = IB_UVERBS_DEVICE_RAW_SCATTER_FCS,
	IB_DEVICE_PCI_WRITE_END_PADDING = IB_UVERBS_DEVICE_PCI_WRITE_END_PADDING,
	IB_DEVICE_FLUSH_GLOBAL = IB_UVERBS_DEVICE_FLUSH_GLOBAL,
	IB_DEVICE_FLUSH_PERSISTENT = IB_UVERBS_DEVICE_FLUSH_PERSISTENT,
	IB_DEVICE_ATOMIC_WRITE = IB_UVERBS_DEVICE_ATOMIC_WRITE,
	IB_DEVICE_CC_DMA_BOUNCE = IB_UVERBS_DEVICE_CC_DMA_BOUNCE,
};

/**
 * enum ib_kernel_cap_flags - capabilities that matter to the kernel only
 * @IBK_LOCAL_DMA_LKEY: ib_device::local_dma_lkey reaches all local memory. A ULP uses
 *	ib_pd::local_dma_lkey, which is good with and without this flag
 * @IBK_INTEGRITY_HANDOVER: T10-PI, QPs with IB_QP_CREATE_INTEGRITY_EN
 * @IBK_ON_DEMAND_PAGING: user memory may be registered with IB_ACCESS_ON_DEMAND
 * @IBK_SG_GAPS_REG: MRs of IB_MR_TYPE_SG_GAPS
 * @IBK_ALLOW_USER_UNREG: the administrator may remove the device (RDMA_NLDEV_CMD_DELLINK)
 * @IBK_BLOCK_MULTICAST_LOOPBACK: IPoIB asks for IB_QP_CREATE_BLOCK_MULTICAST_LOOPBACK
 * @IBK_UD_TSO: IPoIB asks for IB_QP_CREATE_IPOIB_UD_LSO
 * @IBK_VIRTUAL_FUNCTION: IPoIB passes the VF calls (ops.get_vf_config and its kind) on
 * @IBK_RDMA_NETDEV_OPA: IPoIB asks for IB_QP_CREATE_NETDEV_USE
 */
enum ib_kernel_cap_flags {
	IBK_LOCAL_DMA_LKEY		= 1 << 0,
	IBK_INTEGRITY_HANDOVER		= 1 << 1,
	IBK_ON_DEMAND_PAGING		= 1 << 2,
	IBK_SG_GAPS_REG			= 1 << 3,
	IBK_ALLOW_USER_UNREG		= 1 << 4,
	IBK_BLOCK_MULTICAST_LOOPBACK	= 1 << 5,
	IBK_UD_TSO			= 1 << 6,
	IBK_VIRTUAL_FUNCTION		= 1 << 7,
	IBK_RDMA_NETDEV_OPA		= 1 << 8,
};

/**
 * enum ib_atomic_cap - against whom a remote atomic operation is atomic
 * @IB_ATOMIC_NONE: there are no atomic operations
 * @IB_ATOMIC_HCA: those of the same device
 * @IB_ATOMIC_GLOB: everybody, the processors included
 */
enum ib_atomic_cap {
	IB_ATOMIC_NONE,
	IB_ATOMIC_HCA,
	IB_ATOMIC_GLOB
};

/**
 * enum ib_odp_general_cap_bits - on-demand paging
 * @IB_ODP_SUPPORT: memory regions may be paged in on demand
 * @IB_ODP_SUPPORT_IMPLICIT: one region may span the whole address space
 */
enum ib_odp_general_cap_bits {
	IB_ODP_SUPPORT		= IB_UVERBS_ODP_SUPPORT,
	IB_ODP_SUPPORT_IMPLICIT	= IB_UVERBS_ODP_SUPPORT_IMPLICIT,
};

/**
 * enum ib_odp_transport_cap_bits - operations that may hit a page which is not there
 * @IB_ODP_SUPPORT_SEND: sends
 * @IB_ODP_SUPPORT_RECV: receives
 * @IB_ODP_SUPPORT_WRITE: RDMA writes
 * @IB_ODP_SUPPORT_READ: RDMA reads
 * @IB_ODP_SUPPORT_ATOMIC: atomic operations
 * @IB_ODP_SUPPORT_SRQ_RECV: receives through an SRQ
 * @IB_ODP_SUPPORT_FLUSH: flushes
 * @IB_ODP_SUPPORT_ATOMIC_WRITE: atomic writes
 */
enum ib_odp_transport_cap_bits {
	IB_ODP_SUPPORT_SEND		= IB_UVERBS_ODP_SUPPORT_SEND,
	IB_ODP_SUPPORT_RECV		= IB_UVERBS_ODP_SUPPORT_RECV,
	IB_ODP_SUPPORT_WRITE		= IB_UVERBS_ODP_SUPPORT_WRITE,
	IB_ODP_SUPPORT_READ		= IB_UVERBS_ODP_SUPPORT_READ,
	IB_ODP_SUPPORT_ATOMIC		= IB_UVERBS_ODP_SUPPORT_ATOMIC,
	IB_ODP_SUPPORT_SRQ_RECV		= IB_UVERBS_ODP_SUPPORT_SRQ_RECV,
	IB_ODP_SUPPORT_FLUSH		= IB_UVERBS_ODP_SUPPORT_FLUSH,
	IB_ODP_SUPPORT_ATOMIC_WRITE	= IB_UVERBS_ODP_SUPPORT_ATOMIC_WRITE,
};

/**
 * struct ib_odp_caps - on-demand paging, by transport
 * @general_caps: bits of enum ib_odp_general_cap_bits
 * @per_transport_caps: bits of enum ib_odp_transport_cap_bits for each transport
 * @per_transport_caps.rc_odp_caps: reliable connection
 * @per_transport_caps.uc_odp_caps: unreliable connection
 * @per_transport_caps.ud_odp_caps: datagrams
 * @per_transport_caps.xrc_odp_caps: extended reliable connection
 */
struct ib_odp_caps {
	u64 general_caps;
	struct {
		u32 rc_odp_caps;
		u32 uc_odp_caps;
		u32 ud_odp_caps;
		u32 xrc_odp_caps;
	} per_transport_caps;
};

/**
 * struct ib_odp_counters - what on-demand paging did for one MR; kept by the driver
 * @faults: pages that the device missed
 * @faults_handled: of those, pages brought in
 * @invalidations: pages that the memory management took away
 * @invalidations_handled: of those, pages that the device had
 * @prefetch: pages brought in by ib_advise_mr()
 */
struct ib_odp_counters {
	atomic64_t faults;
	atomic64_t faults_handled;
	atomic64_t invalidations;
	atomic64_t invalidations_handled;
	atomic64_t prefetch;
};

/**
 * struct ib_rss_caps - receive side scaling
 * @supported_qpts: bit n is set if QPs of the type numbered n in enum ib_qp_type can use it
 * @max_rwq_indirection_tables: how many indirection tables
 * @max_rwq_indirection_table_size: how many WQs in one table
 */
struct ib_rss_caps {
	u32 supported_qpts;
	u32 max_rwq_indirection_tables;
	u32 max_rwq_indirection_table_size;
};

/**
 * enum ib_tm_cap_flags - flags of tag matching
 * @IB_TM_CAP_RNDV_RC: the device carries out the rendezvous protocol on RC QPs
 */
enum ib_tm_cap_flags {
	IB_TM_CAP_RNDV_RC = 1 << 0,
};

/**
 * struct ib_tm_caps - tag matching
 * @max_rndv_hdr_size: bytes of the rendezvous header
 * @max_num_tags: entries in the list of tags
 * @flags: bits of enum ib_tm_cap_flags
 * @max_ops: list operations under way at a time
 * @max_sge: SGEs in one entry
 */
struct ib_tm_caps {
	u32 max_rndv_hdr_size;
	u32 max_num_tags;
	u32 flags;
	u32 max_ops;
	u32 max_sge;
};

/**
 * struct ib_cq_caps - limits of CQ moderation, 0 if there is none
 * @max_cq_moderation_count: completions that may be gathered
 * @max_cq_moderation_period: microseconds that an event may be held back
 */
struct ib_cq_caps {
	u16 max_cq_moderation_count;
	u16 max_cq_moderation_period;
};

/**
 * struct ib_device_attr - what a device is, what it can do, and how much of it
 * @fw_ver: firmware version, as the driver packs it
 * @sys_image_guid: GUID common to all devices of one system image
 * @max_mr_size: bytes in one MR
 * @page_size_cap: bit n is set if an MR can have pages of 2^n bytes
 * @vendor_id: vendor, a PCI or IEEE number
 * @vendor_part_id: the vendor's number of the part
 * @hw_ver: the vendor's revision of the part
 * @max_qp: QPs
 * @max_qp_wr: requests that a queue of a QP can hold
 * @device_cap_flags: bits of enum ib_device_cap_flags, and above them the driver's own
 * @kernel_cap_flags: bits of enum ib_kernel_cap_flags
 * @max_send_sge: SGEs in a send request
 * @max_recv_sge: SGEs in a receive request
 * @max_sge_rd: SGEs in an RDMA read request
 * @max_cq: CQs
 * @max_cqe: entries in a CQ
 * @max_mr: MRs
 * @max_pd: PDs
 * @max_qp_rd_atom: RDMA reads and atomics that a QP answers at a time
 * @max_ee_rd_atom: the same for an EE context
 * @max_res_rd_atom: the same for the device as a whole
 * @max_qp_init_rd_atom: RDMA reads and atomics that a QP has under way at a time
 * @max_ee_init_rd_atom: the same for an EE context
 * @atomic_cap: how atomic the atomic operations are
 * @masked_atomic_cap: the same for those with a mask
 * @max_ee: EE contexts (reliable datagrams, which nobody made)
 * @max_rdd: reliable datagram domains
 * @max_mw: memory windows
 * @max_raw_ipv6_qp: raw IPv6 QPs
 * @max_raw_ethy_qp: raw Ethertype QPs
 * @max_mcast_grp: multicast groups
 * @max_mcast_qp_attach: QPs in one multicast group
 * @max_total_mcast_qp_attach: QPs in all multicast groups together
 * @max_ah: address handles
 * @max_srq: SRQs
 * @max_srq_wr: requests that an SRQ can hold
 * @max_srq_sge: SGEs in a request of an SRQ
 * @max_fast_reg_page_list_len: pages that an MR of ib_alloc_mr() can have
 * @max_pi_fast_reg_page_list_len: the same for an MR with protection information
 * @max_pkeys: P_Keys in a port's table
 * @local_ca_ack_delay: time to answer with an acknowledgment, 4.096 us * 2^n
 * @sig_prot_cap: bits of enum ib_signature_prot_cap
 * @sig_guard_cap: bits of enum ib_signature_guard_cap
 * @odp_caps: on-demand paging
 * @timestamp_mask: bits of a completion's timestamp that count
 * @hca_core_clock: frequency of that clock in kHz
 * @rss_caps: receive side scaling
 * @max_wq_type_rq: WQs of type IB_WQT_RQ
 * @raw_packet_caps: bits of enum ib_raw_packet_caps
 * @tm_caps: tag matching
 * @cq_caps: CQ moderation
 * @max_dm_size: bytes of memory on the device
 * @max_sgl_rd: SGEs in a read beyond which registering the memory is faster, 0 for never
 */
struct ib_device_attr {
	u64 fw_ver;
	__be64 sys_image_guid;
	u64 max_mr_size;
	u64 page_size_cap;
	u32 vendor_id;
	u32 vendor_part_id;
	u32 hw_ver;
	u32 max_qp;
	u32 max_qp_wr;
	u64 device_cap_flags;
	u64 kernel_cap_flags;
	u32 max_send_sge;
	u32 max_recv_sge;
	u32 max_sge_rd;
	u32 max_cq;
	u32 max_cqe;
	u32 max_mr;
	u32 max_pd;
	u32 max_qp_rd_atom;
	u32 max_ee_rd_atom;
	u32 max_res_rd_atom;
	u32 max_qp_init_rd_atom;
	u32 max_ee_init_rd_atom;
	enum ib_atomic_cap atomic_cap;
	enum ib_atomic_cap masked_atomic_cap;
	u32 max_ee;
	u32 max_rdd;
	u32 max_mw;
	u32 max_raw_ipv6_qp;
	u32 max_raw_ethy_qp;
	u32 max_mcast_grp;
	u32 max_mcast_qp_attach;
	u32 max_total_mcast_qp_attach;
	u32 max_ah;
	u32 max_srq;
	u32 max_srq_wr;
	u32 max_srq_sge;
	unsigned int max_fast_reg_page_list_len;
	unsigned int max_pi_fast_reg_page_list_len;
	u16 max_pkeys;
	u8 local_ca_ack_delay;
	int sig_prot_cap;
	int sig_guard_cap;
	struct ib_odp_caps odp_caps;
	u64 timestamp_mask;
	u64 hca_core_clock;
	struct ib_rss_caps rss_caps;
	u32 max_wq_type_rq;
	u32 raw_packet_caps;
	struct ib_tm_caps tm_caps;
	struct ib_cq_caps cq_caps;
	u64 max_dm_size;
	u32 max_sgl_rd;
};

/**
 * enum ib_device_modify_flags - what ib_modify_device() is to change
 * @IB_DEVICE_MODIFY_SYS_IMAGE_GUID: the system image GUID
 * @IB_DEVICE_MODIFY_NODE_DESC: the node description
 */
enum ib_device_modify_flags {
	IB_DEVICE_MODIFY_SYS_IMAGE_GUID	= 1 << 0,
	IB_DEVICE_MODIFY_NODE_DESC	= 1 << 1
};

/**
 * struct ib_device_modify - new values for ib_modify_device()
 * @sys_image_guid: system image GUID
 * @node_desc: node description, padded with zeros
 */
struct ib_device_modify {
	u64	sys_image_guid;
	char	node_desc[IB_DEVICE_NODE_DESC_MAX];
};

#endif /* _RDMA_VERBS_DEVATTR_H */
