/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a user-space driver and its kernel driver tell each other along with a verb.
 *
 * The structs that they exchange grow over time, and either side may
 * be the older one. So that this never matters:
 *
 *  - a request that is longer than the kernel's struct is taken if the surplus is zero, and
 *    refused if not: it asks for something that this kernel does not know;
 *  - a request that is shorter reads as if zeros followed. A field added later means "as before"
 *    when it is zero, or a comp_mask bit of the request says that it counts;
 *  - a response is cut to the length that user space has room for, and what lies beyond the
 *    kernel's struct is filled with zeros. Response fields that were added later are written only
 *    when the request shows that user space knows them.
 *
 * Drivers follow these rules by ib_copy_validate_udata_in(), ib_copy_validate_udata_in_cm(),
 * ib_is_udata_in_empty(), ib_respond_udata() and ib_respond_empty_udata() of
 * <rdma/uverbs_ioctl.h>. The helpers here are the bare copies below them.
 */
#ifndef _RDMA_VERBS_UDATA_H
#define _RDMA_VERBS_UDATA_H

#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/types.h>
#include <linux/uaccess.h>

/**
 * struct ib_udata - the driver's part of a verb that comes from user space
 * @inbuf: request, in user memory
 * @outbuf: where the response goes, in user memory
 * @inlen: bytes of the request
 * @outlen: room for the response in bytes
 *
 * A kernel user has none: drivers get NULL then. The buffers belong to a process
 * that may change them at any time, so read a request once.
 */
struct ib_udata {
	const void __user *inbuf;
	void __user *outbuf;
	size_t inlen;
	size_t outlen;
};

/**
 * ib_copy_from_udata() - read the start of the request
 * @dest: where to
 * @udata: the request
 * @len: bytes; the caller has compared it with the length of the request
 *
 * Context: Process context, may sleep.
 * Return: 0, or -EFAULT if the request is not all readable; @dest is undefined then.
 */
static inline int ib_copy_from_udata(void *dest, struct ib_udata *udata, size_t len)
{
	unsigned long left = copy_from_user(dest, udata->inbuf, len);

	return left ? -EFAULT : 0;
}

/**
 * ib_copy_to_udata() - write the start of the response
 * @udata: the response
 * @src: where from
 * @len: bytes; the caller has compared it with the room there is
 *
 * Context: Process context, may sleep.
 * Return: 0, or -EFAULT if not all of it could be written.
 */
static inline int ib_copy_to_udata(struct ib_udata *udata, void *src, size_t len)
{
	unsigned long left = copy_to_user(udata->outbuf, src, len);

	return left ? -EFAULT : 0;
}

/**
 * ib_is_buffer_cleared() - is a piece of user memory all zeros?
 * @p: its start
 * @len: bytes
 *
 * Context: Process context, may sleep.
 * Return: true if it is; false if not, and also if it cannot be read or is longer than USHRT_MAX.
 */
static inline bool ib_is_buffer_cleared(const void __user *p, size_t len)
{
	void *copy = len <= USHRT_MAX ? memdup_user(p, len) : ERR_PTR(-E2BIG);
	bool cleared = !IS_ERR(copy) && !memchr_inv(copy, 0, len);

	if (!IS_ERR(copy))
		kfree(copy);
	return cleared;
}

/**
 * ib_is_udata_cleared() - is a part of the request all zeros?
 * @udata: the request
 * @offset: where the part starts, in bytes
 * @len: its length in bytes; the caller has compared both with the length of the request
 *
 * Context: Process context, may sleep.
 * Return: as ib_is_buffer_cleared().
 */
static inline bool ib_is_udata_cleared(struct ib_udata *udata, size_t offset, size_t len)
{
	return ib_is_buffer_cleared(udata->inbuf + offset, len);
}

#endif /* _RDMA_VERBS_UDATA_H */
