// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the bare copies between a driver and its counterpart in user space, at the end of what
 * is mapped there.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/sizes.h>
#include <linux/uaccess.h>

#include <rdma/ib_verbs.h>

#define ROOM	(32 * PAGE_SIZE)

struct udata_test {
	struct ib_udata udata;
	u8 __user *start;
	u8 __user *end;		/* nothing is mapped from here on */
};

static void put_bytes(struct kunit *test, u8 __user *to, u8 value, size_t len)
{
	u8 *bytes = kunit_kmalloc(test, len, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, bytes);
	memset(bytes, value, len);
	KUNIT_ASSERT_EQ(test, 0, copy_to_user(to, bytes, len));
}

static int udata_init(struct kunit *test)
{
	struct udata_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	unsigned long addr;

	if (!t)
		return -ENOMEM;
	addr = kunit_vm_mmap(test, NULL, 0, ROOM + PAGE_SIZE, PROT_READ | PROT_WRITE,
			     MAP_ANONYMOUS | MAP_PRIVATE, 0);
	if (!addr || IS_ERR_VALUE(addr))
		return -ENOMEM;
	if (vm_munmap(addr + ROOM, PAGE_SIZE))
		return -EINVAL;

	t->start = (u8 __user *)addr;
	t->end = t->start + ROOM;
	t->udata = (struct ib_udata) {
		.inbuf = t->end - 16, .inlen = 16, .outbuf = t->end - 32, .outlen = 32,
	};
	test->priv = t;
	return 0;
}

static void udata_reads_a_request(struct kunit *test)
{
	struct udata_test *t = test->priv;
	u8 request[24] = {};

	put_bytes(test, t->end - 16, 0x77, 16);
	KUNIT_EXPECT_EQ(test, 0, ib_copy_from_udata(request, &t->udata, 16));
	KUNIT_EXPECT_EQ(test, request[0], 0x77);
	KUNIT_EXPECT_EQ(test, request[15], 0x77);
	KUNIT_EXPECT_EQ(test, request[16], 0);
	KUNIT_EXPECT_EQ(test, 0, ib_copy_from_udata(request, &t->udata, 0));
}

static void udata_request_is_not_readable(struct kunit *test)
{
	struct udata_test *t = test->priv;
	u8 request[24];

	KUNIT_EXPECT_EQ(test, -EFAULT, ib_copy_from_udata(request, &t->udata, 17));
	t->udata.inbuf = t->end;
	KUNIT_EXPECT_EQ(test, -EFAULT, ib_copy_from_udata(request, &t->udata, 1));
}

static void udata_writes_a_response(struct kunit *test)
{
	struct udata_test *t = test->priv;
	u8 response[32], got[33];

	memset(response, 0x5c, sizeof(response));
	put_bytes(test, t->end - 33, 0, 33);
	KUNIT_EXPECT_EQ(test, 0, ib_copy_to_udata(&t->udata, response, 31));
	KUNIT_ASSERT_EQ(test, 0, copy_from_user(got, t->end - 33, 33));
	KUNIT_EXPECT_EQ(test, got[0], 0);
	KUNIT_EXPECT_MEMEQ(test, got + 1, response, 31);
	KUNIT_EXPECT_EQ(test, got[32], 0);
}

static void udata_response_is_not_writable(struct kunit *test)
{
	struct udata_test *t = test->priv;
	u8 response[33] = {};

	KUNIT_EXPECT_EQ(test, -EFAULT, ib_copy_to_udata(&t->udata, response, 33));
	t->udata.outbuf = NULL;
	KUNIT_EXPECT_EQ(test, -EFAULT, ib_copy_to_udata(&t->udata, response, 1));
}

static const struct cleared_case {
	const char *desc;
	size_t offset, len;	/* from the end of what is mapped, backwards, and the length */
	size_t dirt;		/* where a byte is not zero, in the same way; 0 for nowhere */
	bool cleared;
} cleared_cases[] = {
	{ "zeros", 64, 64, 0, true },
	{ "nothing", 0, 0, 0, true },
	{ "one zero", 1, 1, 0, true },
	{ "the first byte is not", 64, 64, 64, false },
	{ "the last byte is not", 64, 64, 1, false },
	{ "the byte before", 64, 64, 65, true },
	{ "the byte behind", 64, 32, 32, true },
	{ "the longest", USHRT_MAX, USHRT_MAX, 0, true },
	{ "too long", USHRT_MAX + 1, USHRT_MAX + 1, 0, false },
	{ "not all mapped", 64, 65, 0, false },
	{ "not mapped", 0, 8, 0, false },
	{ "longer than all memory", 64, SIZE_MAX, 0, false },
};

KUNIT_ARRAY_PARAM_DESC(cleared, cleared_cases, desc);

static void udata_is_cleared(struct kunit *test)
{
	const struct cleared_case *c = test->param_value;
	struct udata_test *t = test->priv;

	if (c->dirt)
		put_bytes(test, t->end - c->dirt, 0x80, 1);
	KUNIT_EXPECT_EQ(test, ib_is_buffer_cleared(t->end - c->offset, c->len), c->cleared);

	t->udata.inbuf = t->start;
	KUNIT_EXPECT_EQ(test, ib_is_udata_cleared(&t->udata, ROOM - c->offset, c->len),
			c->cleared);
}

static void mmap_offset_is_in_bytes(struct kunit *test)
{
	struct rdma_user_mmap_entry entry = { .start_pgoff = 3 };

	KUNIT_EXPECT_EQ(test, rdma_user_mmap_get_offset(&entry), 3 * PAGE_SIZE);
	entry.start_pgoff = U32_MAX;
	KUNIT_EXPECT_EQ(test, rdma_user_mmap_get_offset(&entry), (u64)U32_MAX << PAGE_SHIFT);
}

static struct kunit_case udata_cases[] = {
	KUNIT_CASE(udata_reads_a_request),
	KUNIT_CASE(udata_request_is_not_readable),
	KUNIT_CASE(udata_writes_a_response),
	KUNIT_CASE(udata_response_is_not_writable),
	KUNIT_CASE_PARAM(udata_is_cleared, cleared_gen_params),
	KUNIT_CASE(mmap_offset_is_in_bytes),
	{}
};

static struct kunit_suite udata_suite = {
	.name = "ib_core_udata",
	.init = udata_init,
	.test_cases = udata_cases,
};

kunit_test_suite(udata_suite);
