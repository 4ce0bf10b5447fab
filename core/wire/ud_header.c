// SPDX-License-Identifier: GPL-2.0-only
/*
 * The headers of a datagram, for drivers that write those of QP 0 and QP 1 themselves.
 *
 * What they are made of is a table for each header. Which of them a packet has, and in what
 * order, is a table too.
 */
#include <linux/array_size.h>
#include <linux/export.h>
#include <linux/if_ether.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/minmax.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <net/checksum.h>

#include <rdma/ib_pack.h>

/* A base transport header follows; as the next header of a GRH. */
#define NEXT_HEADER_BTH		0x1b

/* The most words that the length field of an LRH can tell. */
#define LRH_MAX_WORDS		0x7ff

#define AT(_word, _bit, _bits)	\
	.offset_words = _word, .offset_bits = _bit, .size_bits = _bits

#define FIELD(_header, _member, _word, _bit, _bits) {					\
	.struct_offset_bytes = offsetof(struct ib_unpacked_##_header, _member),		\
	.struct_size_bytes = sizeof_field(struct ib_unpacked_##_header, _member),	\
	.field_name = #_header ":" #_member,						\
	AT(_word, _bit, _bits)								\
}

#define HOLE(_word, _bit, _bits)	{ RESERVED, AT(_word, _bit, _bits) }

static const struct ib_field lrh_fields[] = {
	FIELD(lrh, virtual_lane, 0, 0, 4),
	FIELD(lrh, link_version, 0, 4, 4),
	FIELD(lrh, service_level, 0, 8, 4),
	HOLE(0, 12, 2),
	FIELD(lrh, link_next_header, 0, 14, 2),
	FIELD(lrh, destination_lid, 0, 16, 16),
	HOLE(1, 0, 5),
	FIELD(lrh, packet_length, 1, 5, 11),
	FIELD(lrh, source_lid, 1, 16, 16),
};

static const struct ib_field eth_fields[] = {
	FIELD(eth, dmac_h, 0, 0, 32),
	FIELD(eth, dmac_l, 1, 0, 16),
	FIELD(eth, smac_h, 1, 16, 16),
	FIELD(eth, smac_l, 2, 0, 32),
	FIELD(eth, type, 3, 0, 16),
};

static const struct ib_field vlan_fields[] = {
	FIELD(vlan, tag, 0, 0, 16),
	FIELD(vlan, type, 0, 16, 16),
};

static const struct ib_field grh_fields[] = {
	FIELD(grh, ip_version, 0, 0, 4),
	FIELD(grh, traffic_class, 0, 4, 8),
	FIELD(grh, flow_label, 0, 12, 20),
	FIELD(grh, payload_length, 1, 0, 16),
	FIELD(grh, next_header, 1, 16, 8),
	FIELD(grh, hop_limit, 1, 24, 8),
	FIELD(grh, source_gid, 2, 0, 128),
	FIELD(grh, destination_gid, 6, 0, 128),
};

static const struct ib_field ip4_fields[] = {
	FIELD(ip4, ver, 0, 0, 4),
	FIELD(ip4, hdr_len, 0, 4, 4),
	FIELD(ip4, tos, 0, 8, 8),
	FIELD(ip4, tot_len, 0, 16, 16),
	FIELD(ip4, id, 1, 0, 16),
	FIELD(ip4, frag_off, 1, 16, 16),
	FIELD(ip4, ttl, 2, 0, 8),
	FIELD(ip4, protocol, 2, 8, 8),
	FIELD(ip4, check, 2, 16, 16),
	FIELD(ip4, saddr, 3, 0, 32),
	FIELD(ip4, daddr, 4, 0, 32),
};

static const struct ib_field udp_fields[] = {
	FIELD(udp, sport, 0, 0, 16),
	FIELD(udp, dport, 0, 16, 16),
	FIELD(udp, length, 1, 0, 16),
	FIELD(udp, csum, 1, 16, 16),
};

static const struct ib_field bth_fields[] = {
	FIELD(bth, opcode, 0, 0, 8),
	FIELD(bth, solicited_event, 0, 8, 1),
	FIELD(bth, mig_req, 0, 9, 1),
	FIELD(bth, pad_count, 0, 10, 2),
	FIELD(bth, transport_header_version, 0, 12, 4),
	FIELD(bth, pkey, 0, 16, 16),
	HOLE(1, 0, 8),
	FIELD(bth, destination_qpn, 1, 8, 24),
	FIELD(bth, ack_req, 2, 0, 1),
	HOLE(2, 1, 7),
	FIELD(bth, psn, 2, 8, 24),
};

static const struct ib_field deth_fields[] = {
	FIELD(deth, qkey, 0, 0, 32),
	HOLE(1, 0, 8),
	FIELD(deth, source_qpn, 1, 8, 24),
};

#define ALWAYS	(-1)

#define PART(_present, _member, _fields, _bytes) {		\
	.present = _present,					\
	.member = offsetof(struct ib_ud_header, _member),	\
	.fields = _fields,					\
	.count = ARRAY_SIZE(_fields),				\
	.bytes = _bytes,					\
}

#define OPTIONAL(_header, _fields, _bytes)	\
	PART(offsetof(struct ib_ud_header, _header##_present), _header, _fields, _bytes)

/* The headers in the order in which they are sent. */
static const struct ud_part {
	int present;			/* where the flag is, or ALWAYS */
	size_t member;
	const struct ib_field *fields;
	int count;
	int bytes;
} ud_parts[] = {
	OPTIONAL(lrh, lrh_fields, IB_LRH_BYTES),
	OPTIONAL(eth, eth_fields, IB_ETH_BYTES),
	OPTIONAL(vlan, vlan_fields, IB_VLAN_BYTES),
	OPTIONAL(grh, grh_fields, IB_GRH_BYTES),
	PART(offsetof(struct ib_ud_header, ipv4_present), ip4, ip4_fields, IB_IP4_BYTES),
	OPTIONAL(udp, udp_fields, IB_UDP_BYTES),
	PART(ALWAYS, bth, bth_fields, IB_BTH_BYTES),
	PART(ALWAYS, deth, deth_fields, IB_DETH_BYTES),
};

static bool ud_part_is_present(const struct ud_part *part, const struct ib_ud_header *header)
{
	return part->present == ALWAYS || *(const int *)((const void *)header + part->present);
}

/**
 * ib_ud_ip4_csum() - the checksum of a datagram's IPv4 header
 * @header: the headers; ip4 is read, apart from its version, length and checksum
 *
 * Context: Any context.
 * Return: the checksum of a header of 20 bytes, to be stored in ip4.check.
 */
__sum16 ib_ud_ip4_csum(struct ib_ud_header *header)
{
	u8 wire[IB_IP4_BYTES] __aligned(sizeof(u32)) = {};
	struct ib_unpacked_ip4 ip4 = header->ip4;

	ip4.ver = 4;
	ip4.hdr_len = sizeof(wire) / sizeof(u32);
	ip4.check = 0;
	ib_pack(ip4_fields, ARRAY_SIZE(ip4_fields), &ip4, wire);

	return ip_fast_csum(wire, ip4.hdr_len);
}
EXPORT_SYMBOL(ib_ud_ip4_csum);

/* Writes the lengths. @bytes is what follows the network's headers, invariant CRC included. */
static void ud_set_lengths(struct ib_ud_header *header, int bytes)
{
	int udp = header->udp_present ? IB_UDP_BYTES : 0;
	int grh = header->grh_present ? IB_GRH_BYTES : 0;

	if (header->lrh_present)
		header->lrh.packet_length =
			cpu_to_be16(DIV_ROUND_UP(IB_LRH_BYTES + grh + bytes, sizeof(u32)));
	if (header->grh_present)
		header->grh.payload_length = cpu_to_be16(round_up(udp + bytes, sizeof(u32)));
	if (header->ipv4_present)
		header->ip4.tot_len = cpu_to_be16(IB_IP4_BYTES + udp + bytes);
	if (header->udp_present)
		header->udp.length = cpu_to_be16(IB_UDP_BYTES + bytes);
}

/**
 * ib_ud_header_init() - set up the headers of a datagram
 * @payload_bytes: length of the payload in bytes
 * @lrh_present: has a local route header
 * @eth_present: has an Ethernet header
 * @vlan_present: has a VLAN tag
 * @grh_present: has a global route header; ignored if there is an IP header
 * @ip_version: 4 or 6 for an IP header of that version (6 is kept in the GRH), 0 for none
 * @udp_present: has a UDP header, which takes an IP header to go behind
 * @immediate_present: has immediate data; their four bytes are not counted in the lengths
 * @header: what to set up
 *
 * Sets what follows from the arguments: lengths, versions, what comes next, opcode and
 * padding. All the rest is zero, for the caller to fill in.
 *
 * Context: Any context.
 * Return: 0 or
 * * %-EINVAL: a UDP header without an IP header, or a payload that the length fields cannot tell;
 *   @header is zero
 */
int ib_ud_header_init(int payload_bytes, int lrh_present, int eth_present, int vlan_present,
		      int grh_present, int ip_version, int udp_present, int immediate_present,
		      struct ib_ud_header *header)
{
	const int overhead = IB_BTH_BYTES + IB_DETH_BYTES + IB_ICRC_BYTES;
	const int room = (lrh_present ? LRH_MAX_WORDS * sizeof(u32) - IB_LRH_BYTES : U16_MAX - 3) -
			 max(IB_GRH_BYTES, IB_IP4_BYTES + IB_UDP_BYTES) - overhead;

	memset(header, 0, sizeof(*header));
	if (payload_bytes < 0 || payload_bytes > room)
		return -EINVAL;
	if (udp_present && ip_version != 4 && ip_version != 6)
		return -EINVAL;

	header->lrh_present = lrh_present;
	header->eth_present = eth_present;
	header->vlan_present = vlan_present;
	header->grh_present = ip_version == 6 || (grh_present && !ip_version);
	header->ipv4_present = ip_version == 4;
	header->udp_present = udp_present;
	header->immediate_present = immediate_present;
	ud_set_lengths(header, overhead + payload_bytes);

	if (lrh_present)
		header->lrh.link_next_header = header->grh_present && !ip_version ?
					       IB_LNH_IBA_GLOBAL : IB_LNH_IBA_LOCAL;
	if (vlan_present)
		header->eth.type = cpu_to_be16(ETH_P_8021Q);
	if (header->grh_present) {
		header->grh.ip_version = 6;
		header->grh.next_header = udp_present ? IPPROTO_UDP : NEXT_HEADER_BTH;
	}
	if (header->ipv4_present) {
		header->ip4.ver = 4;
		header->ip4.hdr_len = IB_IP4_BYTES / sizeof(u32);
		header->ip4.protocol = IPPROTO_UDP;
	}
	header->bth.opcode = immediate_present ? IB_OPCODE_UD_SEND_ONLY_WITH_IMMEDIATE :
						 IB_OPCODE_UD_SEND_ONLY;
	header->bth.pad_count = -payload_bytes & 3;
	return 0;
}
EXPORT_SYMBOL(ib_ud_header_init);

/**
 * ib_ud_header_pack() - write the headers of a datagram
 * @header: the headers
 * @buf: where to, with room for all that are present
 *
 * Context: Any context.
 * Return: how many bytes were written.
 */
int ib_ud_header_pack(struct ib_ud_header *header, void *buf)
{
	void *at = buf;

	for (int i = 0; i < ARRAY_SIZE(ud_parts); i++) {
		const struct ud_part *part = &ud_parts[i];

		if (!ud_part_is_present(part, header))
			continue;
		ib_pack(part->fields, part->count, (void *)header + part->member, at);
		at += part->bytes;
	}
	if (header->immediate_present) {
		memcpy(at, &header->immediate_data, sizeof(header->immediate_data));
		at += sizeof(header->immediate_data);
	}

	return at - buf;
}
EXPORT_SYMBOL(ib_ud_header_pack);
