/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Packet headers: their layout on the wire, and packing and unpacking them.
 *
 * A header is described by an array of fields (struct ib_field), so that one pair of
 * functions turns any struct into any header. struct ib_ud_header holds all headers of a
 * datagram, for drivers that build those of QP 0 and QP 1 by hand.
 */
#ifndef IB_PACK_H
#define IB_PACK_H

#include <rdma/ib_verbs.h>
#include <uapi/linux/if_ether.h>

/* Sizes of the headers on the wire. */
enum {
	IB_LRH_BYTES		= 8,
	IB_ETH_BYTES		= 14,
	IB_VLAN_BYTES		= 4,
	IB_GRH_BYTES		= 40,
	IB_IP4_BYTES		= 20,
	IB_UDP_BYTES		= 8,
	IB_BTH_BYTES		= 12,
	IB_DETH_BYTES		= 8,
	IB_EXT_ATOMICETH_BYTES	= 28,
	IB_EXT_XRC_BYTES	= 4,
	IB_ICRC_BYTES		= 4
};

/**
 * struct ib_field - where one field is in the struct and in the header
 * @struct_offset_bytes: where in the struct
 * @struct_size_bytes: its size there: 0 for a reserved field, which is zeros in the header; 1, 2, 4
 *	or 8, in network order, if it has up to 64 bits; else that of a byte array
 * @offset_words: where in the header, in words of 32 bits
 * @offset_bits: where in that word, counted from the highest bit
 * @size_bits: its size in the header; more than 64 bits must be whole bytes
 * @field_name: its name, for messages
 *
 * A field of up to 32 bits must not cross a word, one of up to 64 bits must not cross two
 * of them.
 */
struct ib_field {
	size_t struct_offset_bytes;
	size_t struct_size_bytes;
	int offset_words;
	int offset_bits;
	int size_bits;
	char *field_name;
};

/* The initializer of a field that is not in the struct. */
#define RESERVED	.field_name = "reserved"

/*
 * Opcodes of the base transport header: three bits of transport, five of operation. The
 * macro makes IB_OPCODE_RC_SEND_FIRST and all the rest, which are the ones to use.
 */
#define IB_OPCODE(transport, op)						\
	IB_OPCODE_##transport##_##op = IB_OPCODE_##op + IB_OPCODE_##transport

enum {
	/* Transports. CNP (congestion notification) and MSP (the manufacturers' own) are bare. */
	IB_OPCODE_RC = 0x00,
	IB_OPCODE_UC = 0x20,
	IB_OPCODE_RD = 0x40,
	IB_OPCODE_UD = 0x60,
	IB_OPCODE_CNP = 0x80,
	IB_OPCODE_MSP = 0xe0,

	/* Operations; 0x15 is reserved. */
	IB_OPCODE_SEND_FIRST = 0x00,
	IB_OPCODE_SEND_MIDDLE = 0x01,
	IB_OPCODE_SEND_LAST = 0x02,
	IB_OPCODE_SEND_LAST_WITH_IMMEDIATE = 0x03,
	IB_OPCODE_SEND_ONLY = 0x04,
	IB_OPCODE_SEND_ONLY_WITH_IMMEDIATE = 0x05,
	IB_OPCODE_RDMA_WRITE_FIRST = 0x06,
	IB_OPCODE_RDMA_WRITE_MIDDLE = 0x07,
	IB_OPCODE_RDMA_WRITE_LAST = 0x08,
	IB_OPCODE_RDMA_WRITE_LAST_WITH_IMMEDIATE = 0x09,
	IB_OPCODE_RDMA_WRITE_ONLY = 0x0a,
	IB_OPCODE_RDMA_WRITE_ONLY_WITH_IMMEDIATE = 0x0b,
	IB_OPCODE_RDMA_READ_REQUEST = 0x0c,
	IB_OPCODE_RDMA_READ_RESPONSE_FIRST = 0x0d,
	IB_OPCODE_RDMA_READ_RESPONSE_MIDDLE = 0x0e,
	IB_OPCODE_RDMA_READ_RESPONSE_LAST = 0x0f,
	IB_OPCODE_RDMA_READ_RESPONSE_ONLY = 0x10,
	IB_OPCODE_ACKNOWLEDGE = 0x11,
	IB_OPCODE_ATOMIC_ACKNOWLEDGE = 0x12,
	IB_OPCODE_COMPARE_SWAP = 0x13,
	IB_OPCODE_FETCH_ADD = 0x14,
	IB_OPCODE_SEND_LAST_WITH_INVALIDATE = 0x16,
	IB_OPCODE_SEND_ONLY_WITH_INVALIDATE = 0x17,
	IB_OPCODE_FLUSH = 0x1c,
	IB_OPCODE_ATOMIC_WRITE = 0x1d,

	/* Reliable connection. */
	IB_OPCODE(RC, SEND_FIRST),
	IB_OPCODE(RC, SEND_MIDDLE),
	IB_OPCODE(RC, SEND_LAST),
	IB_OPCODE(RC, SEND_LAST_WITH_IMMEDIATE),
	IB_OPCODE(RC, SEND_ONLY),
	IB_OPCODE(RC, SEND_ONLY_WITH_IMMEDIATE),
	IB_OPCODE(RC, RDMA_WRITE_FIRST),
	IB_OPCODE(RC, RDMA_WRITE_MIDDLE),
	IB_OPCODE(RC, RDMA_WRITE_LAST),
	IB_OPCODE(RC, RDMA_WRITE_LAST_WITH_IMMEDIATE),
	IB_OPCODE(RC, RDMA_WRITE_ONLY),
	IB_OPCODE(RC, RDMA_WRITE_ONLY_WITH_IMMEDIATE),
	IB_OPCODE(RC, RDMA_READ_REQUEST),
	IB_OPCODE(RC, RDMA_READ_RESPONSE_FIRST),
	IB_OPCODE(RC, RDMA_READ_RESPONSE_MIDDLE),
	IB_OPCODE(RC, RDMA_READ_RESPONSE_LAST),
	IB_OPCODE(RC, RDMA_READ_RESPONSE_ONLY),
	IB_OPCODE(RC, ACKNOWLEDGE),
	IB_OPCODE(RC, ATOMIC_ACKNOWLEDGE),
	IB_OPCODE(RC, COMPARE_SWAP),
	IB_OPCODE(RC, FETCH_ADD),
	IB_OPCODE(RC, SEND_LAST_WITH_INVALIDATE),
	IB_OPCODE(RC, SEND_ONLY_WITH_INVALIDATE),
	IB_OPCODE(RC, FLUSH),
	IB_OPCODE(RC, ATOMIC_WRITE),

	/* Unreliable connection. */
	IB_OPCODE(UC, SEND_FIRST),
	IB_OPCODE(UC, SEND_MIDDLE),
	IB_OPCODE(UC, SEND_LAST),
	IB_OPCODE(UC, SEND_LAST_WITH_IMMEDIATE),
	IB_OPCODE(UC, SEND_ONLY),
	IB_OPCODE(UC, SEND_ONLY_WITH_IMMEDIATE),
	IB_OPCODE(UC, RDMA_WRITE_FIRST),
	IB_OPCODE(UC, RDMA_WRITE_MIDDLE),
	IB_OPCODE(UC, RDMA_WRITE_LAST),
	IB_OPCODE(UC, RDMA_WRITE_LAST_WITH_IMMEDIATE),
	IB_OPCODE(UC, RDMA_WRITE_ONLY),
	IB_OPCODE(UC, RDMA_WRITE_ONLY_WITH_IMMEDIATE),

	/* Reliable datagram. */
	IB_OPCODE(RD, SEND_FIRST),
	IB_OPCODE(RD, SEND_MIDDLE),
	IB_OPCODE(RD, SEND_LAST),
	IB_OPCODE(RD, SEND_LAST_WITH_IMMEDIATE),
	IB_OPCODE(RD, SEND_ONLY),
	IB_OPCODE(RD, SEND_ONLY_WITH_IMMEDIATE),
	IB_OPCODE(RD, RDMA_WRITE_FIRST),
	IB_OPCODE(RD, RDMA_WRITE_MIDDLE),
	IB_OPCODE(RD, RDMA_WRITE_LAST),
	IB_OPCODE(RD, RDMA_WRITE_LAST_WITH_IMMEDIATE),
	IB_OPCODE(RD, RDMA_WRITE_ONLY),
	IB_OPCODE(RD, RDMA_WRITE_ONLY_WITH_IMMEDIATE),
	IB_OPCODE(RD, RDMA_READ_REQUEST),
	IB_OPCODE(RD, RDMA_READ_RESPONSE_FIRST),
	IB_OPCODE(RD, RDMA_READ_RESPONSE_MIDDLE),
	IB_OPCODE(RD, RDMA_READ_RESPONSE_LAST),
	IB_OPCODE(RD, RDMA_READ_RESPONSE_ONLY),
	IB_OPCODE(RD, ACKNOWLEDGE),
	IB_OPCODE(RD, ATOMIC_ACKNOWLEDGE),
	IB_OPCODE(RD, COMPARE_SWAP),
	IB_OPCODE(RD, FETCH_ADD),
	IB_OPCODE(RD, FLUSH),

	/* Unreliable datagram. */
	IB_OPCODE(UD, SEND_ONLY),
	IB_OPCODE(UD, SEND_ONLY_WITH_IMMEDIATE),
};

/* What follows the local route header. */
enum {
	IB_LNH_RAW		= 0,
	IB_LNH_IP		= 1,
	IB_LNH_IBA_LOCAL	= 2,
	IB_LNH_IBA_GLOBAL	= 3
};

/**
 * struct ib_unpacked_lrh - local route header
 * @virtual_lane: 4 bits
 * @link_version: 4 bits
 * @service_level: 4 bits
 * @link_next_header: IB_LNH_*
 * @destination_lid: where to
 * @packet_length: words from the first byte of this header to the last before the variant CRC
 * @source_lid: where from
 */
struct ib_unpacked_lrh {
	u8 virtual_lane;
	u8 link_version;
	u8 service_level;
	u8 link_next_header;
	__be16 destination_lid;
	__be16 packet_length;
	__be16 source_lid;
};

/**
 * struct ib_unpacked_grh - global route header; an IPv6 header, in fact
 * @ip_version: 6
 * @traffic_class: class of service
 * @flow_label: 20 bits
 * @payload_length: bytes after this header, invariant CRC included
 * @next_header: what follows
 * @hop_limit: routers that it may pass
 * @source_gid: where from
 * @destination_gid: where to
 */
struct ib_unpacked_grh {
	u8 ip_version;
	u8 traffic_class;
	__be32 flow_label;
	__be16 payload_length;
	u8 next_header;
	u8 hop_limit;
	union ib_gid source_gid;
	union ib_gid destination_gid;
};

/**
 * struct ib_unpacked_bth - base transport header
 * @opcode: IB_OPCODE_*
 * @solicited_event: the receiver's CQ raises an event
 * @mig_req: migration state
 * @pad_count: bytes that fill up the payload to a whole word
 * @transport_header_version: 0
 * @pkey: partition
 * @destination_qpn: 24 bits
 * @ack_req: an acknowledgment is wanted
 * @psn: packet sequence number, 24 bits
 */
struct ib_unpacked_bth {
	u8 opcode;
	u8 solicited_event;
	u8 mig_req;
	u8 pad_count;
	u8 transport_header_version;
	__be16 pkey;
	__be32 destination_qpn;
	u8 ack_req;
	__be32 psn;
};

/**
 * struct ib_unpacked_deth - datagram extended transport header
 * @qkey: the key that the receiving QP has
 * @source_qpn: 24 bits
 */
struct ib_unpacked_deth {
	__be32 qkey;
	__be32 source_qpn;
};

/**
 * struct ib_unpacked_eth - Ethernet header; each address is in two parts, cut where a word ends
 * @dmac_h: destination, its first four bytes
 * @dmac_l: destination, its last two bytes
 * @smac_h: source, its first two bytes
 * @smac_l: source, its last four bytes
 * @type: Ethertype
 */
struct ib_unpacked_eth {
	u8 dmac_h[4];
	u8 dmac_l[2];
	u8 smac_h[2];
	u8 smac_l[4];
	__be16 type;
};

/**
 * struct ib_unpacked_ip4 - IPv4 header
 * @ver: 4
 * @hdr_len: words of this header
 * @tos: type of service
 * @tot_len: bytes of the packet from here on
 * @id: number of the datagram
 * @frag_off: flags and fragment offset
 * @ttl: routers that it may pass
 * @protocol: what follows
 * @check: ib_ud_ip4_csum()
 * @saddr: where from
 * @daddr: where to
 */
struct ib_unpacked_ip4 {
	u8 ver;
	u8 hdr_len;
	u8 tos;
	__be16 tot_len;
	__be16 id;
	__be16 frag_off;
	u8 ttl;
	u8 protocol;
	__sum16 check;
	__be32 saddr;
	__be32 daddr;
};

/**
 * struct ib_unpacked_udp - UDP header
 * @sport: source port, made of the flow label
 * @dport: destination port, ROCE_V2_UDP_DPORT
 * @length: bytes from here on
 * @csum: 0, for none
 */
struct ib_unpacked_udp {
	__be16 sport;
	__be16 dport;
	__be16 length;
	__be16 csum;
};

/**
 * struct ib_unpacked_vlan - VLAN tag
 * @tag: priority and number
 * @type: Ethertype of what follows
 */
struct ib_unpacked_vlan {
	__be16 tag;
	__be16 type;
};

/**
 * struct ib_ud_header - all headers of a datagram, in the order in which they are packed
 * @lrh_present: has @lrh
 * @lrh: local route
 * @eth_present: has @eth
 * @eth: Ethernet
 * @vlan_present: has @vlan
 * @vlan: VLAN tag
 * @grh_present: has @grh
 * @grh: global route
 * @ipv4_present: has @ip4
 * @ip4: IPv4
 * @udp_present: has @udp
 * @udp: UDP
 * @bth: base transport
 * @deth: datagram transport
 * @immediate_present: has @immediate_data
 * @immediate_data: as the receiver finds it in its completion
 */
struct ib_ud_header {
	int lrh_present;
	struct ib_unpacked_lrh lrh;
	int eth_present;
	struct ib_unpacked_eth eth;
	int vlan_present;
	struct ib_unpacked_vlan vlan;
	int grh_present;
	struct ib_unpacked_grh grh;
	int ipv4_present;
	struct ib_unpacked_ip4 ip4;
	int udp_present;
	struct ib_unpacked_udp udp;
	struct ib_unpacked_bth bth;
	struct ib_unpacked_deth deth;
	int immediate_present;
	__be32 immediate_data;
};

void ib_pack(const struct ib_field *desc, int desc_len, void *structure, void *buf);
void ib_unpack(const struct ib_field *desc, int desc_len, void *buf, void *structure);

int ib_ud_header_init(int payload_bytes, int lrh_present, int eth_present, int vlan_present,
		      int grh_present, int ip_version, int udp_present, int immediate_present,
		      struct ib_ud_header *header);
int ib_ud_header_pack(struct ib_ud_header *header, void *buf);
__sum16 ib_ud_ip4_csum(struct ib_ud_header *header);

#endif /* IB_PACK_H */
