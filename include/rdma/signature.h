/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Protection information: what guards a block of data, in memory and on the wire.
 *
 * With T10-PI each block is followed by 8 bytes: a guard (2, a checksum), an application
 * tag (2) and a reference tag (4, mostly the block's address). The device checks, makes or
 * strips them while it moves the data; struct ib_sig_attrs tells what the two sides look
 * like, and goes with an MR of IB_MR_TYPE_INTEGRITY.
 */
#ifndef _RDMA_SIGNATURE_H_
#define _RDMA_SIGNATURE_H_

#include <linux/types.h>

/**
 * enum ib_signature_prot_cap - types of T10-PI that a device knows; bits
 * @IB_PROT_T10DIF_TYPE_1: the reference tag counts blocks
 * @IB_PROT_T10DIF_TYPE_2: as type 1, from a start that the command names
 * @IB_PROT_T10DIF_TYPE_3: nothing is said of the reference tag
 */
enum ib_signature_prot_cap {
	IB_PROT_T10DIF_TYPE_1 = 1 << 0,
	IB_PROT_T10DIF_TYPE_2 = 1 << 1,
	IB_PROT_T10DIF_TYPE_3 = 1 << 2,
};

/**
 * enum ib_signature_guard_cap - guards that a device can compute; bits
 * @IB_GUARD_T10DIF_CRC: the CRC of T10
 * @IB_GUARD_T10DIF_CSUM: the checksum of IP
 */
enum ib_signature_guard_cap {
	IB_GUARD_T10DIF_CRC	= 1 << 0,
	IB_GUARD_T10DIF_CSUM	= 1 << 1,
};

/**
 * enum ib_signature_type - whether one side has protection information
 * @IB_SIG_TYPE_NONE: it has none
 * @IB_SIG_TYPE_T10_DIF: it has that of T10
 */
enum ib_signature_type {
	IB_SIG_TYPE_NONE,
	IB_SIG_TYPE_T10_DIF,
};

/**
 * enum ib_t10_dif_bg_type - how a guard is computed
 * @IB_T10DIF_CRC: the CRC of T10
 * @IB_T10DIF_CSUM: the checksum of IP
 */
enum ib_t10_dif_bg_type {
	IB_T10DIF_CRC,
	IB_T10DIF_CSUM,
};

/**
 * struct ib_t10_dif_domain - T10-PI of one side
 * @bg_type: how the guard is computed
 * @pi_interval: bytes of data in a block
 * @bg: what the computation of the guard starts from
 * @app_tag: the application tag
 * @ref_tag: reference tag of the first block
 * @ref_remap: the reference tag goes up by one with each block
 * @app_escape: a block with the application tag 0xffff is not checked
 * @ref_escape: a block with the reference tag 0xffffffff is not checked
 * @apptag_check_mask: bits of the application tag that count
 */
struct ib_t10_dif_domain {
	enum ib_t10_dif_bg_type bg_type;
	u16 pi_interval;
	u16 bg;
	u16 app_tag;
	u32 ref_tag;
	bool ref_remap;
	bool app_escape;
	bool ref_escape;
	u16 apptag_check_mask;
};

/**
 * struct ib_sig_domain - protection information of one side
 * @sig_type: whether it has any
 * @sig: its description, by @sig_type
 * @sig.dif: for IB_SIG_TYPE_T10_DIF
 */
struct ib_sig_domain {
	enum ib_signature_type sig_type;
	union {
		struct ib_t10_dif_domain dif;
	} sig;
};

/**
 * struct ib_sig_attrs - what a device is to do with protection information
 * @check_mask: bytes to compare, IB_SIG_CHECK_*
 * @mem: what it looks like in memory
 * @wire: what it looks like on the wire
 * @meta_length: bytes of protection information in memory
 */
struct ib_sig_attrs {
	u8 check_mask;
	struct ib_sig_domain mem;
	struct ib_sig_domain wire;
	int meta_length;
};

/**
 * enum ib_sig_err_type - what was wrong with a block
 * @IB_SIG_BAD_GUARD: the guard
 * @IB_SIG_BAD_REFTAG: the reference tag
 * @IB_SIG_BAD_APPTAG: the application tag
 */
enum ib_sig_err_type {
	IB_SIG_BAD_GUARD,
	IB_SIG_BAD_REFTAG,
	IB_SIG_BAD_APPTAG,
};

/* One bit for each of the 8 bytes, the first byte in the highest bit. */
enum {
	IB_SIG_CHECK_GUARD	= 0xc0,
	IB_SIG_CHECK_APPTAG	= 0x30,
	IB_SIG_CHECK_REFTAG	= 0x0f,
};

/**
 * struct ib_sig_err - the first bad block
 * @err_type: what is wrong with it
 * @expected: what should have been there
 * @actual: what was there
 * @sig_err_offset: where in the data, in bytes
 * @key: key of the MR that it was found through
 */
struct ib_sig_err {
	enum ib_sig_err_type err_type;
	u32 expected;
	u32 actual;
	u64 sig_err_offset;
	u32 key;
};

#endif /* _RDMA_SIGNATURE_H_ */
