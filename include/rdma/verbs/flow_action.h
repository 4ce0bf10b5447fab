/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Flow actions: what a device does to the packets of a steering rule beyond delivering
 * them. The only kind there is encrypts and decrypts IPsec ESP.
 */
#ifndef _RDMA_VERBS_FLOW_ACTION_H
#define _RDMA_VERBS_FLOW_ACTION_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/types.h>
#include <rdma/verbs/flow_spec.h>
#include <uapi/rdma/ib_user_ioctl_verbs.h>

/**
 * enum ib_flow_action_type - kinds of action
 * @IB_FLOW_ACTION_UNSPECIFIED: none
 * @IB_FLOW_ACTION_ESP: IPsec ESP
 */
enum ib_flow_action_type {
	IB_FLOW_ACTION_UNSPECIFIED,
	IB_FLOW_ACTION_ESP = 1,
};

/**
 * struct ib_flow_action_attrs_esp_keymats - the cipher of an ESP action
 * @protocol: which of the members below holds it
 * @keymat: keys and parameters
 * @keymat.aes_gcm: of AES-GCM
 */
struct ib_flow_action_attrs_esp_keymats {
	enum ib_uverbs_flow_action_esp_keymat			protocol;
	union {
		struct ib_uverbs_flow_action_esp_keymat_aes_gcm	aes_gcm;
	} keymat;
};

/**
 * struct ib_flow_action_attrs_esp_replays - how an ESP action finds replayed packets
 * @protocol: which of the members below holds it
 * @replay: parameters
 * @replay.bmp: of the method with a bitmap
 */
struct ib_flow_action_attrs_esp_replays {
	enum ib_uverbs_flow_action_esp_replay			protocol;
	union {
		struct ib_uverbs_flow_action_esp_replay_bmp	bmp;
	} replay;
};

/**
 * enum ib_flow_action_attrs_esp_flags - the kernel's flags of an ESP action
 * @IB_FLOW_ACTION_ESP_FLAGS_ESN_TRIGGERED: extended sequence numbers are on, and esn is set
 * @IB_FLOW_ACTION_ESP_FLAGS_MOD_ESP_ATTRS: a modification changes the members of
 *                                          &struct ib_flow_action_attrs_esp
 *
 * They stand above the low 32 bits, which are &enum ib_uverbs_flow_action_esp_flags.
 */
enum ib_flow_action_attrs_esp_flags {
	IB_FLOW_ACTION_ESP_FLAGS_ESN_TRIGGERED	= BIT_ULL(32),
	IB_FLOW_ACTION_ESP_FLAGS_MOD_ESP_ATTRS	= BIT_ULL(33),
};

/**
 * struct ib_flow_spec_list - a list of header specs
 * @next: the next one, NULL for the last
 * @spec: the spec
 */
struct ib_flow_spec_list {
	struct ib_flow_spec_list	*next;
	union ib_flow_spec		spec;
};

/**
 * struct ib_flow_action_attrs_esp - the ESP action that is wanted
 * @keymat: its cipher, NULL for none
 * @replay: how it finds replayed packets, NULL for not at all
 * @encap: headers to put around, NULL for none
 * @esn: high half of the sequence number, with IB_FLOW_ACTION_ESP_FLAGS_ESN_TRIGGERED;
 *       0 is a value like any other
 * @spi: security parameter index
 * @seq: low half of the sequence number
 * @tfc_pad: length to pad to, to hide the real one
 * @flags: a mask of both enumerations of flags
 * @hard_limit_pkts: packets after which the keys are used up
 */
struct ib_flow_action_attrs_esp {
	struct ib_flow_action_attrs_esp_keymats		*keymat;
	struct ib_flow_action_attrs_esp_replays		*replay;
	struct ib_flow_spec_list			*encap;
	u32						esn;
	u32						spi;
	u32						seq;
	u32						tfc_pad;
	u64						flags;
	u64						hard_limit_pkts;
};

/**
 * struct ib_flow_action - an action
 * @device: the device; never changes
 * @uobject: user space's handle of it
 * @type: its kind; never changes
 * @usecnt: rules that use it; it cannot be destroyed until they are gone
 */
struct ib_flow_action {
	struct ib_device		*device;
	struct ib_uobject		*uobject;
	enum ib_flow_action_type	type;
	atomic_t			usecnt;
};

#endif /* _RDMA_VERBS_FLOW_ACTION_H */
