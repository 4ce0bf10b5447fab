/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * MTUs: the payload sizes that a path may have, as the wire encodes them.
 */
#ifndef _RDMA_VERBS_MTU_H
#define _RDMA_VERBS_MTU_H

#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/types.h>

/**
 * enum ib_mtu - InfiniBand's MTUs; code n stands for 128 << n bytes
 * @IB_MTU_256: 256 bytes
 * @IB_MTU_512: 512 bytes
 * @IB_MTU_1024: 1024 bytes
 * @IB_MTU_2048: 2048 bytes
 * @IB_MTU_4096: 4096 bytes
 */
enum ib_mtu {
	IB_MTU_256  = 1,
	IB_MTU_512  = 2,
	IB_MTU_1024 = 3,
	IB_MTU_2048 = 4,
	IB_MTU_4096 = 5
};

/**
 * enum opa_mtu - the MTUs that OPA has on top of those of &enum ib_mtu
 * @OPA_MTU_8192: 8192 bytes
 * @OPA_MTU_10240: 10240 bytes
 */
enum opa_mtu {
	OPA_MTU_8192 = 6,
	OPA_MTU_10240 = 7
};

/**
 * ib_mtu_enum_to_int() - decode an MTU
 * @mtu: the code
 *
 * Context: Any.
 * Return: the MTU in bytes, or -1 if @mtu is no InfiniBand MTU.
 */
static inline int ib_mtu_enum_to_int(enum ib_mtu mtu)
{
	return mtu >= IB_MTU_256 && mtu <= IB_MTU_4096 ? 128 << mtu : -1;
}

/**
 * ib_mtu_int_to_enum() - encode the largest MTU within a size
 * @mtu: the size in bytes, any number
 *
 * Context: Any.
 * Return: the largest MTU that is not above @mtu; IB_MTU_256 if none is that small.
 */
static inline enum ib_mtu ib_mtu_int_to_enum(int mtu)
{
	return (enum ib_mtu)(ilog2(clamp(mtu, 256, 4096)) - ilog2(128));
}

/**
 * opa_mtu_enum_to_int() - decode an MTU of an OPA port
 * @mtu: the code, from &enum opa_mtu or &enum ib_mtu
 *
 * Context: Any.
 * Return: the MTU in bytes, or -1 if @mtu is neither.
 */
static inline int opa_mtu_enum_to_int(enum opa_mtu mtu)
{
	if (mtu == OPA_MTU_10240)
		return 10240;
	if (mtu == OPA_MTU_8192)
		return 8192;
	return ib_mtu_enum_to_int((enum ib_mtu)mtu);
}

/**
 * opa_mtu_int_to_enum() - encode the largest MTU of an OPA port within a size
 * @mtu: the size in bytes, any number
 *
 * Context: Any.
 * Return: the largest MTU of both enumerations that is not above @mtu; IB_MTU_256 if
 * none is that small.
 */
static inline enum opa_mtu opa_mtu_int_to_enum(int mtu)
{
	if (mtu < 8192)
		return (enum opa_mtu)ib_mtu_int_to_enum(mtu);
	return mtu < 10240 ? OPA_MTU_8192 : OPA_MTU_10240;
}

#endif /* _RDMA_VERBS_MTU_H */
