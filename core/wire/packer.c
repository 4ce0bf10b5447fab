// SPDX-License-Identifier: GPL-2.0-only
/*
 * Packing a struct into a header, and unpacking it, as an array of fields says.
 *
 * Both the header and the struct's members are in network order, so that reading
 * and writing is the same for both: a number made of so many bytes.
 */
#include <linux/bits.h>
#include <linux/export.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <linux/types.h>

#include <rdma/ib_pack.h>

/* A field of up to this many bits is a number, a larger one an array of bytes. */
#define NUMBER_BITS	64

/* Where a number is in a header: in the word or the two words from @at. */
struct wire_slot {
	u8 *at;
	unsigned int bytes;
	unsigned int shift;
	u64 mask;
};

static u64 wire_load(const u8 *at, size_t bytes)
{
	u64 value = 0;

	while (bytes--)
		value = value << 8 | *at++;
	return value;
}

static void wire_store(u8 *at, size_t bytes, u64 value)
{
	for (; bytes; value >>= 8)
		at[--bytes] = value;
}

static bool wire_field_is_number(const struct ib_field *field)
{
	return field->size_bits <= NUMBER_BITS;
}

static unsigned int wire_slot_bytes(const struct ib_field *field)
{
	return field->size_bits <= 32 ? sizeof(u32) : sizeof(u64);
}

static bool wire_number_fits(const struct ib_field *field)
{
	switch (field->struct_size_bytes) {
	case 0:
	case 1:
	case 2:
	case 4:
	case 8:
		return field->offset_bits + field->size_bits <= 8 * wire_slot_bytes(field);
	default:
		return false;
	}
}

static bool wire_array_fits(const struct ib_field *field)
{
	size_t bytes = field->size_bits / 8;

	return field->offset_bits % 8 == 0 && field->size_bits % 8 == 0 &&
	       (!field->struct_size_bytes || field->struct_size_bytes >= bytes);
}

/* Says so once in a while if it is not, since the tables are the driver's. */
static bool wire_field_is_sound(const struct ib_field *field)
{
	bool sound = field->size_bits > 0 && field->offset_bits >= 0 &&
		     (wire_field_is_number(field) ? wire_number_fits(field) :
						    wire_array_fits(field));

	if (!sound)
		pr_warn_ratelimited("header field %s: %zu bytes do not go into %d bits at %d.%d\n",
				    field->field_name, field->struct_size_bytes, field->size_bits,
				    field->offset_words, field->offset_bits);
	return sound;
}

static u8 *wire_word(const struct ib_field *field, void *buf)
{
	return buf + sizeof(u32) * field->offset_words;
}

static struct wire_slot wire_slot(const struct ib_field *field, void *buf)
{
	unsigned int bytes = wire_slot_bytes(field);

	return (struct wire_slot) {
		.at = wire_word(field, buf),
		.bytes = bytes,
		.shift = 8 * bytes - field->offset_bits - field->size_bits,
		.mask = GENMASK_ULL(field->size_bits - 1, 0),
	};
}

static void wire_pack_number(const struct ib_field *field, const void *member, void *buf)
{
	struct wire_slot slot = wire_slot(field, buf);
	u64 value = wire_load(member, field->struct_size_bytes) & slot.mask;
	u64 words = wire_load(slot.at, slot.bytes) & ~(slot.mask << slot.shift);

	wire_store(slot.at, slot.bytes, words | value << slot.shift);
}

static void wire_unpack_number(const struct ib_field *field, void *buf, void *member)
{
	struct wire_slot slot = wire_slot(field, buf);
	u64 words = wire_load(slot.at, slot.bytes);

	wire_store(member, field->struct_size_bytes, words >> slot.shift & slot.mask);
}

static void wire_pack_array(const struct ib_field *field, const void *member, void *buf)
{
	u8 *to = wire_word(field, buf) + field->offset_bits / 8;

	if (field->struct_size_bytes)
		memcpy(to, member, field->size_bits / 8);
	else
		memset(to, 0, field->size_bits / 8);
}

static void wire_unpack_array(const struct ib_field *field, void *buf, void *member)
{
	memcpy(member, wire_word(field, buf) + field->offset_bits / 8, field->size_bits / 8);
}

/**
 * ib_pack() - write a struct as a header
 * @desc: the fields of the header
 * @desc_len: how many they are
 * @structure: the struct, members in network order
 * @buf: where the header goes; bits that no field covers keep their value
 *
 * Too large a value is cut to the bits that the header has for it. A reserved field is
 * written as zeros. A field that cannot be (struct ib_field says what can) is left out,
 * with a message.
 *
 * Context: Any context.
 */
void ib_pack(const struct ib_field *desc, int desc_len, void *structure, void *buf)
{
	for (int i = 0; i < desc_len; i++) {
		const struct ib_field *field = &desc[i];
		const void *member = structure + field->struct_offset_bytes;

		if (!wire_field_is_sound(field))
			continue;
		if (wire_field_is_number(field))
			wire_pack_number(field, member, buf);
		else
			wire_pack_array(field, member, buf);
	}
}
EXPORT_SYMBOL(ib_pack);

/**
 * ib_unpack() - read a header into a struct
 * @desc: the fields of the header
 * @desc_len: how many they are
 * @buf: the header
 * @structure: the struct, whose members will be in network order; members that no field
 *	names keep their value
 *
 * A field that cannot be (struct ib_field says what can) is left out, with a message.
 *
 * Context: Any context.
 */
void ib_unpack(const struct ib_field *desc, int desc_len, void *buf, void *structure)
{
	for (int i = 0; i < desc_len; i++) {
		const struct ib_field *field = &desc[i];
		void *member = structure + field->struct_offset_bytes;

		if (!field->struct_size_bytes || !wire_field_is_sound(field))
			continue;
		if (wire_field_is_number(field))
			wire_unpack_number(field, buf, member);
		else
			wire_unpack_array(field, buf, member);
	}
}
EXPORT_SYMBOL(ib_unpack);
