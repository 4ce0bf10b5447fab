// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of core/wire: packing fields against a model that moves single bits, and every kind of
 * datagram header against bytes written down by hand from the specifications.
 */
#include <kunit/test.h>
#include <linux/if_ether.h>
#include <linux/string.h>

#include <rdma/ib_pack.h>

#define WIRE_BYTES	32
#define PAYLOAD		253
#define UD_MAX		128

/* The model: bit @i of a byte string, the highest bit of the first byte being bit 0. */
static bool bit_get(const u8 *bytes, unsigned int i)
{
	return bytes[i / 8] & (0x80 >> i % 8);
}

static void bit_set(u8 *bytes, unsigned int i, bool value)
{
	if (value)
		bytes[i / 8] |= 0x80 >> i % 8;
	else
		bytes[i / 8] &= ~(0x80 >> i % 8);
}

/* The lowest bits of the member go to the field; a member too short has zeros before it. */
static void model_pack(const struct ib_field *field, const u8 *member, u8 *wire)
{
	int start = field->offset_words * 32 + field->offset_bits;
	int missing = field->size_bits - 8 * (int)field->struct_size_bytes;

	for (int i = 0; i < field->size_bits; i++)
		bit_set(wire, start + i, i >= missing && bit_get(member, i - missing));
}

static void model_unpack(const struct ib_field *field, const u8 *wire, u8 *member)
{
	int start = field->offset_words * 32 + field->offset_bits;
	int missing = field->size_bits - 8 * (int)field->struct_size_bytes;

	for (int i = missing; i < field->size_bits; i++)
		bit_set(member, i - missing, i >= 0 && bit_get(wire, start + i));
}

static void check_field(struct kunit *test, const struct ib_field *field)
{
	static const u8 fills[] = { 0x00, 0xff, 0x5a };
	u8 member[8 + 16] = { 0x81, 0x42, 0xa4, 0x18, 0xc3, 0x3c, 0xf0, 0x87,
			      0x96, 0x69, 0xe1, 0x1e, 0x2d, 0xd2, 0x4b, 0xb4 };

	for (int i = 0; i < ARRAY_SIZE(fills); i++) {
		u8 wire[WIRE_BYTES], wire_model[WIRE_BYTES];
		u8 back[sizeof(member)], back_model[sizeof(member)];

		memset(wire, fills[i], sizeof(wire));
		memcpy(wire_model, wire, sizeof(wire));
		ib_pack(field, 1, member, wire);
		model_pack(field, member + field->struct_offset_bytes, wire_model);
		KUNIT_ASSERT_MEMEQ_MSG(test, wire, wire_model, sizeof(wire),
				       "%zu bytes in %d bits at %d.%d, fill %#x",
				       field->struct_size_bytes, field->size_bits,
				       field->offset_words, field->offset_bits, fills[i]);

		memset(back, ~fills[i], sizeof(back));
		memcpy(back_model, back, sizeof(back));
		ib_unpack(field, 1, wire, back);
		model_unpack(field, wire, back_model + field->struct_offset_bytes);
		KUNIT_ASSERT_MEMEQ_MSG(test, back, back_model, sizeof(back),
				       "%zu bytes out of %d bits at %d.%d, fill %#x",
				       field->struct_size_bytes, field->size_bits,
				       field->offset_words, field->offset_bits, fills[i]);
	}
}

/*
 * Numbers of 1 to 64 bits, at each place that they fit, from and to a member of each size. (The
 * kernel's own ib_unpack() reads those of more than 32 bits from twice their offset.)
 */
static void pack_numbers_match_model(struct kunit *test)
{
	static const int sizes[] = { 0, 1, 2, 4, 8 };

	for (int bits = 1; bits <= 64; bits++)
		for (int offset = 0; offset + bits <= (bits <= 32 ? 32 : 64); offset++)
			for (int i = 0; i < ARRAY_SIZE(sizes); i++)
				check_field(test, &(struct ib_field) {
					.struct_offset_bytes = i,
					.struct_size_bytes = sizes[i],
					.offset_words = i,
					.offset_bits = offset,
					.size_bits = bits,
					.field_name = "number",
				});
}

/* Byte arrays at each byte of a word, the reserved ones as well. */
static void pack_arrays_match_model(struct kunit *test)
{
	for (int bits = 72; bits <= 128; bits += 8)
		for (int offset = 0; offset < 32; offset += 8)
			for (int reserved = 0; reserved < 2; reserved++)
				check_field(test, &(struct ib_field) {
					.struct_offset_bytes = 3,
					.struct_size_bytes = reserved ? 0 : bits / 8,
					.offset_words = 2,
					.offset_bits = offset,
					.size_bits = bits,
					.field_name = "array",
				});
}

static const struct unsound_case {
	const char *desc;
	struct ib_field field;
} unsound_cases[] = {
	{ "crosses a word", { .struct_size_bytes = 1, .offset_bits = 29, .size_bits = 4 } },
	{ "starts behind its word", { .struct_size_bytes = 1, .offset_bits = 32, .size_bits = 1 } },
	{ "crosses two words", { .struct_size_bytes = 8, .offset_bits = 1, .size_bits = 64 } },
	{ "starts before its word", { .struct_size_bytes = 1, .offset_bits = -1, .size_bits = 4 } },
	{ "no bits", { .struct_size_bytes = 1, .size_bits = 0 } },
	{ "fewer than no bits", { .struct_size_bytes = 1, .size_bits = -8 } },
	{ "member of 3 bytes", { .struct_size_bytes = 3, .size_bits = 24 } },
	{ "member of 16 bytes for a number", { .struct_size_bytes = 16, .size_bits = 64 } },
	{ "array of 9 bytes and a bit", { .struct_size_bytes = 16, .size_bits = 73 } },
	{ "array off the byte", { .struct_size_bytes = 16, .offset_bits = 4, .size_bits = 72 } },
	{ "array larger than its member", { .struct_size_bytes = 8, .size_bits = 128 } },
};

KUNIT_ARRAY_PARAM_DESC(unsound, unsound_cases, desc);

/* A field that cannot be is left out both ways; the one after it is not. */
static void pack_leaves_out_unsound(struct kunit *test)
{
	const struct unsound_case *c = test->param_value;
	const struct ib_field fields[] = {
		c->field,
		{ .struct_offset_bytes = 20, .struct_size_bytes = 1, .offset_words = 7,
		  .size_bits = 8, .field_name = "next" },
	};
	u8 wire[WIRE_BYTES] = {}, member[24] = {}, expected[WIRE_BYTES] = {};

	memset(member, 0xee, sizeof(member));
	expected[28] = 0xee;
	ib_pack(fields, ARRAY_SIZE(fields), member, wire);
	KUNIT_EXPECT_MEMEQ(test, wire, expected, sizeof(wire));

	memset(wire, 0x11, sizeof(wire));
	memset(expected, 0xee, sizeof(expected));
	expected[20] = 0x11;
	ib_unpack(fields, ARRAY_SIZE(fields), wire, member);
	KUNIT_EXPECT_MEMEQ(test, member, expected, sizeof(member));
}

static void pack_of_no_fields_does_nothing(struct kunit *test)
{
	u8 wire[4] = { 1, 2, 3, 4 }, member[4] = { 5, 6, 7, 8 };

	ib_pack(NULL, 0, member, wire);
	ib_unpack(NULL, 0, wire, member);
	KUNIT_EXPECT_EQ(test, wire[0], 1);
	KUNIT_EXPECT_EQ(test, member[0], 5);
}

/* One for each kind of datagram header, with a payload of PAYLOAD bytes. */
static const u8 ib_local_bytes[] = {
	0xf0, 0xa2, 0x12, 0x34, 0x00, 0x48, 0x56, 0x78, 0x64, 0xf0, 0xab, 0xcd,
	0x00, 0x12, 0x34, 0x56, 0x80, 0x78, 0x9a, 0xbc, 0x80, 0x01, 0x00, 0x00,
	0x00, 0xfe, 0xdc, 0xba,
};

static const u8 ib_global_bytes[] = {
	0xf0, 0xa3, 0x12, 0x34, 0x00, 0x52, 0x56, 0x78, 0x65, 0xa9, 0x87, 0x65,
	0x01, 0x18, 0x1b, 0x3c, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7,
	0xa8, 0xa9, 0xaa, 0xab, 0xac, 0xad, 0xae, 0xaf, 0xc0, 0xc1, 0xc2, 0xc3,
	0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf,
	0x64, 0xf0, 0xab, 0xcd, 0x00, 0x12, 0x34, 0x56, 0x80, 0x78, 0x9a, 0xbc,
	0x80, 0x01, 0x00, 0x00, 0x00, 0xfe, 0xdc, 0xba,
};

static const u8 roce_v1_bytes[] = {
	0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 0x06, 0x66, 0x77, 0x88, 0x99, 0xaa,
	0x89, 0x15, 0x65, 0xa9, 0x87, 0x65, 0x01, 0x18, 0x1b, 0x3c, 0xa0, 0xa1,
	0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xab, 0xac, 0xad,
	0xae, 0xaf, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9,
	0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0x64, 0xf0, 0xab, 0xcd, 0x00, 0x12,
	0x34, 0x56, 0x80, 0x78, 0x9a, 0xbc, 0x80, 0x01, 0x00, 0x00, 0x00, 0xfe,
	0xdc, 0xba,
};

static const u8 roce_v1_vlan_bytes[] = {
	0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 0x06, 0x66, 0x77, 0x88, 0x99, 0xaa,
	0x81, 0x00, 0x61, 0x23, 0x89, 0x15, 0x65, 0xa9, 0x87, 0x65, 0x01, 0x18,
	0x1b, 0x3c, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9,
	0xaa, 0xab, 0xac, 0xad, 0xae, 0xaf, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5,
	0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0x64, 0xf0,
	0xab, 0xcd, 0x00, 0x12, 0x34, 0x56, 0x80, 0x78, 0x9a, 0xbc, 0x80, 0x01,
	0x00, 0x00, 0x00, 0xfe, 0xdc, 0xba,
};

static const u8 roce_v2_ip4_bytes[] = {
	0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 0x06, 0x66, 0x77, 0x88, 0x99, 0xaa,
	0x08, 0x00, 0x45, 0x68, 0x01, 0x31, 0x1d, 0x1d, 0x40, 0x00, 0x40, 0x11,
	0x8f, 0xd9, 0xc0, 0xa8, 0x01, 0x02, 0xc0, 0xa8, 0x0a, 0x0b, 0xd1, 0x23,
	0x12, 0xb7, 0x01, 0x1d, 0x00, 0x00, 0x64, 0xf0, 0xab, 0xcd, 0x00, 0x12,
	0x34, 0x56, 0x80, 0x78, 0x9a, 0xbc, 0x80, 0x01, 0x00, 0x00, 0x00, 0xfe,
	0xdc, 0xba,
};

static const u8 roce_v2_ip4_vlan_bytes[] = {
	0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 0x06, 0x66, 0x77, 0x88, 0x99, 0xaa,
	0x81, 0x00, 0x61, 0x23, 0x08, 0x00, 0x45, 0x68, 0x01, 0x31, 0x1d, 0x1d,
	0x40, 0x00, 0x40, 0x11, 0x8f, 0xd9, 0xc0, 0xa8, 0x01, 0x02, 0xc0, 0xa8,
	0x0a, 0x0b, 0xd1, 0x23, 0x12, 0xb7, 0x01, 0x1d, 0x00, 0x00, 0x64, 0xf0,
	0xab, 0xcd, 0x00, 0x12, 0x34, 0x56, 0x80, 0x78, 0x9a, 0xbc, 0x80, 0x01,
	0x00, 0x00, 0x00, 0xfe, 0xdc, 0xba,
};

static const u8 roce_v2_ip6_bytes[] = {
	0x02, 0x11, 0x22, 0x33, 0x44, 0x55, 0x06, 0x66, 0x77, 0x88, 0x99, 0xaa,
	0x86, 0xdd, 0x65, 0xa9, 0x87, 0x65, 0x01, 0x20, 0x11, 0x3c, 0xa0, 0xa1,
	0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xab, 0xac, 0xad,
	0xae, 0xaf, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9,
	0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xd1, 0x23, 0x12, 0xb7, 0x01, 0x1d,
	0x00, 0x00, 0x64, 0xf0, 0xab, 0xcd, 0x00, 0x12, 0x34, 0x56, 0x80, 0x78,
	0x9a, 0xbc, 0x80, 0x01, 0x00, 0x00, 0x00, 0xfe, 0xdc, 0xba,
};

static const u8 immediate_bytes[] = {
	0xf0, 0xa2, 0x12, 0x34, 0x00, 0x48, 0x56, 0x78, 0x65, 0xf0, 0xab, 0xcd,
	0x00, 0x12, 0x34, 0x56, 0x80, 0x78, 0x9a, 0xbc, 0x80, 0x01, 0x00, 0x00,
	0x00, 0xfe, 0xdc, 0xba, 0xde, 0xad, 0xbe, 0xef,
};

static const u8 bare_bytes[] = {
	0x64, 0xf0, 0xab, 0xcd, 0x00, 0x12, 0x34, 0x56, 0x80, 0x78, 0x9a, 0xbc,
	0x80, 0x01, 0x00, 0x00, 0x00, 0xfe, 0xdc, 0xba,
};

static const struct ud_case {
	const char *desc;
	int lrh, eth, vlan, grh, ip, udp, immediate;
	u16 ethertype;
	const u8 *bytes;
	int len;
} ud_cases[] = {
#define BYTES(name)	.bytes = name##_bytes, .len = sizeof(name##_bytes)
	{ "InfiniBand, local", .lrh = 1, BYTES(ib_local) },
	{ "InfiniBand, global", .lrh = 1, .grh = 1, BYTES(ib_global) },
	{ "InfiniBand, immediate data", .lrh = 1, .immediate = 1, BYTES(immediate) },
	{ "RoCE v1", .eth = 1, .grh = 1, .ethertype = ETH_P_IBOE, BYTES(roce_v1) },
	{ "RoCE v1 in a VLAN", .eth = 1, .vlan = 1, .grh = 1, .ethertype = ETH_P_IBOE,
	  BYTES(roce_v1_vlan) },
	{ "RoCE v2 on IPv4", .eth = 1, .ip = 4, .udp = 1, .ethertype = ETH_P_IP,
	  BYTES(roce_v2_ip4) },
	{ "RoCE v2 on IPv4, a GRH asked for in vain", .eth = 1, .grh = 1, .ip = 4, .udp = 1,
	  .ethertype = ETH_P_IP, BYTES(roce_v2_ip4) },
	{ "RoCE v2 on IPv4 in a VLAN", .eth = 1, .vlan = 1, .ip = 4, .udp = 1,
	  .ethertype = ETH_P_IP, BYTES(roce_v2_ip4_vlan) },
	{ "RoCE v2 on IPv6", .eth = 1, .ip = 6, .udp = 1, .ethertype = ETH_P_IPV6,
	  BYTES(roce_v2_ip6) },
	{ "transport headers alone", BYTES(bare) },
#undef BYTES
};

KUNIT_ARRAY_PARAM_DESC(ud, ud_cases, desc);

/* What a driver fills in, with a value of its own in each field. */
static void ud_fill(struct ib_ud_header *h, u16 ethertype)
{
	h->lrh.virtual_lane = 0xf;
	h->lrh.service_level = 0xa;
	h->lrh.destination_lid = cpu_to_be16(0x1234);
	h->lrh.source_lid = cpu_to_be16(0x5678);
	memcpy(h->eth.dmac_h, ((u8[]) { 0x02, 0x11, 0x22, 0x33 }), 4);
	memcpy(h->eth.dmac_l, ((u8[]) { 0x44, 0x55 }), 2);
	memcpy(h->eth.smac_h, ((u8[]) { 0x06, 0x66 }), 2);
	memcpy(h->eth.smac_l, ((u8[]) { 0x77, 0x88, 0x99, 0xaa }), 4);
	if (h->vlan_present)
		h->vlan.type = cpu_to_be16(ethertype);
	else
		h->eth.type = cpu_to_be16(ethertype);
	h->vlan.tag = cpu_to_be16(0x6123);
	h->grh.traffic_class = 0x5a;
	h->grh.flow_label = cpu_to_be32(0x98765);
	h->grh.hop_limit = 0x3c;
	for (int i = 0; i < 16; i++) {
		h->grh.source_gid.raw[i] = 0xa0 + i;
		h->grh.destination_gid.raw[i] = 0xc0 + i;
	}
	h->ip4.tos = 0x68;
	h->ip4.id = cpu_to_be16(0x1d1d);
	h->ip4.frag_off = cpu_to_be16(0x4000);
	h->ip4.ttl = 0x40;
	h->ip4.saddr = cpu_to_be32(0xc0a80102);
	h->ip4.daddr = cpu_to_be32(0xc0a80a0b);
	h->ip4.check = ib_ud_ip4_csum(h);
	h->udp.sport = cpu_to_be16(0xd123);
	h->udp.dport = cpu_to_be16(ROCE_V2_UDP_DPORT);
	h->bth.solicited_event = 1;
	h->bth.mig_req = 1;
	h->bth.pkey = cpu_to_be16(0xabcd);
	h->bth.destination_qpn = cpu_to_be32(0x123456);
	h->bth.ack_req = 1;
	h->bth.psn = cpu_to_be32(0x789abc);
	h->deth.qkey = cpu_to_be32(0x80010000);
	h->deth.source_qpn = cpu_to_be32(0xfedcba);
	h->immediate_data = cpu_to_be32(0xdeadbeef);
}

/* Nothing of what was in the buffer is left in the headers, and nothing behind them is touched. */
static void check_bytes(struct kunit *test, struct ib_ud_header *header, u8 fill)
{
	const struct ud_case *c = test->param_value;
	u8 wire[UD_MAX], beyond[UD_MAX];

	memset(wire, fill, sizeof(wire));
	memset(beyond, fill, sizeof(beyond));
	KUNIT_ASSERT_EQ(test, c->len, ib_ud_header_pack(header, wire));
	KUNIT_EXPECT_MEMEQ(test, wire, c->bytes, c->len);
	KUNIT_EXPECT_MEMEQ(test, wire + c->len, beyond, sizeof(wire) - c->len);
}

static void ud_header_has_known_bytes(struct kunit *test)
{
	const struct ud_case *c = test->param_value;
	struct ib_ud_header header;

	memset(&header, 0xff, sizeof(header));
	KUNIT_ASSERT_EQ(test, 0, ib_ud_header_init(PAYLOAD, c->lrh, c->eth, c->vlan, c->grh, c->ip,
						   c->udp, c->immediate, &header));
	if (c->vlan)
		KUNIT_EXPECT_EQ(test, be16_to_cpu(header.eth.type), ETH_P_8021Q);
	ud_fill(&header, c->ethertype);

	check_bytes(test, &header, 0xff);
	check_bytes(test, &header, 0x00);
}

static const struct length_case {
	const char *desc;
	int payload, lrh, grh, ip, udp;
	int pad, lrh_words, grh_bytes, ip4_bytes, udp_bytes;
} length_cases[] = {
	{ "nothing, local", 0, 1, 0, 0, 0, 0, 8, 0, 0, 0 },
	{ "1 byte, local", 1, 1, 0, 0, 0, 3, 9, 0, 0, 0 },
	{ "2 bytes, global", 2, 1, 1, 0, 0, 2, 19, 28, 0, 0 },
	{ "3 bytes, global", 3, 1, 1, 0, 0, 1, 19, 28, 0, 0 },
	{ "4 bytes, global", 4, 1, 1, 0, 0, 0, 19, 28, 0, 0 },
	{ "a MAD, global", 256, 1, 1, 0, 0, 0, 82, 280, 0, 0 },
	{ "the largest, global", 8116, 1, 1, 0, 0, 0, 2047, 8140, 0, 0 },
	{ "a MAD on IPv4", 256, 0, 0, 4, 1, 0, 0, 0, 308, 288 },
	{ "5 bytes on IPv4 are not rounded", 5, 0, 0, 4, 1, 3, 0, 0, 57, 37 },
	{ "5 bytes on IPv6 are", 5, 0, 0, 6, 1, 3, 0, 40, 0, 37 },
	{ "IPv4 without UDP", 256, 0, 0, 4, 0, 0, 0, 0, 300, 0 },
	{ "IPv6 without UDP", 256, 0, 0, 6, 0, 0, 0, 280, 0, 0 },
	{ "IP of no known version", 256, 0, 1, 5, 0, 0, 0, 0, 0, 0 },
	{ "the largest on IPv4", 65468, 0, 0, 4, 1, 0, 0, 0, 65520, 65500 },
	{ "the largest on IPv6", 65468, 0, 0, 6, 1, 0, 0, 65500, 0, 65500 },
};

KUNIT_ARRAY_PARAM_DESC(length, length_cases, desc);

static void ud_header_lengths(struct kunit *test)
{
	const struct length_case *c = test->param_value;
	struct ib_ud_header h;

	KUNIT_ASSERT_EQ(test, 0, ib_ud_header_init(c->payload, c->lrh, 0, 0, c->grh, c->ip, c->udp,
						   0, &h));
	KUNIT_EXPECT_EQ(test, h.bth.pad_count, c->pad);
	KUNIT_EXPECT_EQ(test, be16_to_cpu(h.lrh.packet_length), c->lrh_words);
	KUNIT_EXPECT_EQ(test, be16_to_cpu(h.grh.payload_length), c->grh_bytes);
	KUNIT_EXPECT_EQ(test, be16_to_cpu(h.ip4.tot_len), c->ip4_bytes);
	KUNIT_EXPECT_EQ(test, be16_to_cpu(h.udp.length), c->udp_bytes);
	KUNIT_EXPECT_EQ(test, h.ipv4_present, c->ip == 4);
	KUNIT_EXPECT_EQ(test, h.grh_present, c->ip == 6 || (c->grh && !c->ip));
}

static const struct refused_case {
	const char *desc;
	int payload, lrh, ip, udp;
} refused_cases[] = {
	{ "UDP without IP", 256, 0, 0, 1 },
	{ "UDP on IP of no known version", 256, 0, 5, 1 },
	{ "a payload of -1", -1, 1, 0, 0 },
	{ "the least payload", INT_MIN, 1, 0, 0 },
	{ "a byte more than an LRH can tell", 8117, 1, 0, 0 },
	{ "a byte more than IP can tell", 65469, 0, 4, 1 },
	{ "the largest payload", INT_MAX, 0, 4, 1 },
};

KUNIT_ARRAY_PARAM_DESC(refused, refused_cases, desc);

static void ud_header_refuses(struct kunit *test)
{
	const struct refused_case *c = test->param_value;
	static const struct ib_ud_header zero;
	struct ib_ud_header h;

	memset(&h, 0xff, sizeof(h));
	KUNIT_EXPECT_EQ(test, -EINVAL,
			ib_ud_header_init(c->payload, c->lrh, 0, 0, 0, c->ip, c->udp, 0, &h));
	KUNIT_EXPECT_MEMEQ(test, &h, &zero, sizeof(h));
}

/* A header from the textbooks; what stands in version, length and checksum is no matter. */
static void ip4_csum_is_known(struct kunit *test)
{
	struct ib_ud_header h = {
		.ip4 = {
			.ver = 0xf,
			.hdr_len = 0xf,
			.tot_len = cpu_to_be16(0x73),
			.frag_off = cpu_to_be16(0x4000),
			.ttl = 64,
			.protocol = IPPROTO_UDP,
			.check = (__force __sum16)0x1234,
			.saddr = cpu_to_be32(0xc0a80001),
			.daddr = cpu_to_be32(0xc0a800c7),
		},
	};

	KUNIT_EXPECT_EQ(test, be16_to_cpu((__force __be16)ib_ud_ip4_csum(&h)), 0xb861);
	KUNIT_EXPECT_EQ(test, h.ip4.ver, 0xf);
}

static const struct opcode_case {
	const char *desc;
	int opcode, value;
} opcode_cases[] = {
	{ "first send, RC", IB_OPCODE_RC_SEND_FIRST, 0x00 },
	{ "acknowledgment, RC", IB_OPCODE_RC_ACKNOWLEDGE, 0x11 },
	{ "atomic write, RC", IB_OPCODE_RC_ATOMIC_WRITE, 0x1d },
	{ "only write with immediate, UC", IB_OPCODE_UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, 0x2b },
	{ "fetch and add, RD", IB_OPCODE_RD_FETCH_ADD, 0x54 },
	{ "only send, UD", IB_OPCODE_UD_SEND_ONLY, 0x64 },
	{ "only send with immediate, UD", IB_OPCODE_UD_SEND_ONLY_WITH_IMMEDIATE, 0x65 },
};

KUNIT_ARRAY_PARAM_DESC(opcode, opcode_cases, desc);

static void opcode_is_transport_and_operation(struct kunit *test)
{
	const struct opcode_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, c->opcode, c->value);
}

static struct kunit_case wire_cases[] = {
	KUNIT_CASE_SLOW(pack_numbers_match_model),
	KUNIT_CASE(pack_arrays_match_model),
	KUNIT_CASE_PARAM(pack_leaves_out_unsound, unsound_gen_params),
	KUNIT_CASE(pack_of_no_fields_does_nothing),
	KUNIT_CASE_PARAM(ud_header_has_known_bytes, ud_gen_params),
	KUNIT_CASE_PARAM(ud_header_lengths, length_gen_params),
	KUNIT_CASE_PARAM(ud_header_refuses, refused_gen_params),
	KUNIT_CASE(ip4_csum_is_known),
	KUNIT_CASE_PARAM(opcode_is_transport_and_operation, opcode_gen_params),
	{}
};

static struct kunit_suite wire_suite = {
	.name = "ib_core_wire",
	.test_cases = wire_cases,
};

kunit_test_suite(wire_suite);
