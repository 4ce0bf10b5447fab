/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages that name the RDMA device they are about, one function per level.
 *
 * A device that has no parent yet (it is not registered) is named all the same.
 * Every form may be used in any context.
 */
#ifndef _RDMA_VERBS_PRINT_H
#define _RDMA_VERBS_PRINT_H

#include <linux/compiler.h>
#include <linux/dynamic_debug.h>
#include <linux/printk.h>
#include <linux/ratelimit.h>

struct ib_device;

/**
 * ibdev_emerg() - say, of a device, that the system is unusable
 * @ibdev: the device
 * @format: printf format
 * @...: its arguments
 *
 * Context: Any context.
 */
__printf(2, 3) __cold
void ibdev_emerg(const struct ib_device *ibdev, const char *format, ...);

/**
 * ibdev_alert() - say, of a device, that somebody must act at once
 * @ibdev: the device
 * @format: printf format
 * @...: its arguments
 *
 * Context: Any context.
 */
__printf(2, 3) __cold
void ibdev_alert(const struct ib_device *ibdev, const char *format, ...);

/**
 * ibdev_crit() - say, of a device, that something has broken for good
 * @ibdev: the device
 * @format: printf format
 * @...: its arguments
 *
 * Context: Any context.
 */
__printf(2, 3) __cold
void ibdev_crit(const struct ib_device *ibdev, const char *format, ...);

/**
 * ibdev_err() - say, of a device, that something has failed
 * @ibdev: the device
 * @format: printf format
 * @...: its arguments
 *
 * Context: Any context.
 */
__printf(2, 3) __cold
void ibdev_err(const struct ib_device *ibdev, const char *format, ...);

/**
 * ibdev_warn() - say, of a device, that something looks wrong
 * @ibdev: the device
 * @format: printf format
 * @...: its arguments
 *
 * Context: Any context.
 */
__printf(2, 3) __cold
void ibdev_warn(const struct ib_device *ibdev, const char *format, ...);

/**
 * ibdev_notice() - say, of a device, that something worth a look has happened
 * @ibdev: the device
 * @format: printf format
 * @...: its arguments
 *
 * Context: Any context.
 */
__printf(2, 3) __cold
void ibdev_notice(const struct ib_device *ibdev, const char *format, ...);

/**
 * ibdev_info() - say, of a device, what is going on
 * @ibdev: the device
 * @format: printf format
 * @...: its arguments
 *
 * Context: Any context.
 */
__printf(2, 3) __cold
void ibdev_info(const struct ib_device *ibdev, const char *format, ...);

/**
 * ibdev_level_ratelimited() - print through one of the ibdev_* functions, but not too often
 * @ibdev_level: the function: ibdev_err, ibdev_warn, ...
 * @ibdev: the device
 * @fmt: printf format, followed by its arguments
 *
 * Each place in the code that uses this has a budget of its own.
 */
#define ibdev_level_ratelimited(ibdev_level, ibdev, fmt, ...)			\
do {										\
	static DEFINE_RATELIMIT_STATE(_ibdev_rs, DEFAULT_RATELIMIT_INTERVAL,	\
				      DEFAULT_RATELIMIT_BURST);			\
										\
	if (__ratelimit(&_ibdev_rs))						\
		ibdev_level(ibdev, fmt, ##__VA_ARGS__);				\
} while (0)

#define ibdev_emerg_ratelimited(ibdev, fmt, ...)				\
	ibdev_level_ratelimited(ibdev_emerg, ibdev, fmt, ##__VA_ARGS__)
#define ibdev_alert_ratelimited(ibdev, fmt, ...)				\
	ibdev_level_ratelimited(ibdev_alert, ibdev, fmt, ##__VA_ARGS__)
#define ibdev_crit_ratelimited(ibdev, fmt, ...)					\
	ibdev_level_ratelimited(ibdev_crit, ibdev, fmt, ##__VA_ARGS__)
#define ibdev_err_ratelimited(ibdev, fmt, ...)					\
	ibdev_level_ratelimited(ibdev_err, ibdev, fmt, ##__VA_ARGS__)
#define ibdev_warn_ratelimited(ibdev, fmt, ...)					\
	ibdev_level_ratelimited(ibdev_warn, ibdev, fmt, ##__VA_ARGS__)
#define ibdev_notice_ratelimited(ibdev, fmt, ...)				\
	ibdev_level_ratelimited(ibdev_notice, ibdev, fmt, ##__VA_ARGS__)
#define ibdev_info_ratelimited(ibdev, fmt, ...)					\
	ibdev_level_ratelimited(ibdev_info, ibdev, fmt, ##__VA_ARGS__)

#if defined(CONFIG_DYNAMIC_DEBUG) ||						\
	(defined(CONFIG_DYNAMIC_DEBUG_CORE) && defined(DYNAMIC_DEBUG_MODULE))
#define ibdev_dbg(__dev, format, args...)					\
	dynamic_ibdev_dbg(__dev, format, ##args)

/*
 * Asks first whether the message is switched on: one that is off must neither
 * spend the budget nor be reported as a suppressed one.
 */
#define ibdev_dbg_ratelimited(ibdev, fmt, ...)					\
do {										\
	static DEFINE_RATELIMIT_STATE(_ibdev_rs, DEFAULT_RATELIMIT_INTERVAL,	\
				      DEFAULT_RATELIMIT_BURST);			\
	DEFINE_DYNAMIC_DEBUG_METADATA(_ibdev_dbg, fmt);				\
										\
	if (DYNAMIC_DEBUG_BRANCH(_ibdev_dbg) && __ratelimit(&_ibdev_rs))	\
		__dynamic_ibdev_dbg(&_ibdev_dbg, ibdev, fmt, ##__VA_ARGS__);	\
} while (0)
#else
/* Without dynamic debugging only the format is checked. */
__printf(2, 3) __cold
static inline void ibdev_dbg(const struct ib_device *ibdev, const char *format, ...)
{
}

__printf(2, 3) __cold
static inline void ibdev_dbg_ratelimited(const struct ib_device *ibdev, const char *format, ...)
{
}
#endif

#endif /* _RDMA_VERBS_PRINT_H */
