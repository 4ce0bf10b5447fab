/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Clients of the RDMA devices: ULPs and the parts of the core that want to know of every device.
 */
#ifndef _RDMA_VERBS_CLIENT_H
#define _RDMA_VERBS_CLIENT_H

#include <linux/completion.h>
#include <linux/refcount.h>
#include <linux/types.h>
#include <linux/xarray.h>
#include <rdma/verbs/device.h>

struct ib_client_nl_info;
struct net_device;
struct sockaddr;
union ib_gid;

/**
 * struct ib_client - who is told when devices come and go
 * @name: its name; never changes
 * @add: a device came. Sets client data if it wants any. 0; -EOPNOTSUPP if the device is not
 *	for it; or another negative errno. @remove is called only after a success
 * @remove: the device goes. Must stop using it before it returns; @client_data is what was set
 * @rename: the device has another name now; may be NULL
 * @get_nl_info: names the client's character device for @ibdev; may be NULL
 * @get_global_nl_info: names the one that is for all devices; may be NULL
 * @get_net_dev_by_params: the network device that the client has on top of port @port of @dev,
 *	with P_Key @pkey, GID @gid (NULL: any) and IP address @addr; with a reference, or NULL.
 *	IPoIB answers, rdma_cm asks. May be NULL
 * @uses: devices and callers that use the client; the core's
 * @uses_zero: completed when @uses drops to 0; the core's
 * @client_id: number, in order of registration; the core's
 * @no_kverbs_req: wants devices too that lack operations for kernel users
 *
 * Context: All of it is called in process context and may sleep. @add and @remove of one
 * client and device do not run at the same time as each other or as @rename or the
 * questions.
 */
struct ib_client {
	const char *name;
	int (*add)(struct ib_device *ibdev);
	void (*remove)(struct ib_device *ibdev, void *client_data);
	void (*rename)(struct ib_device *dev, void *client_data);
	int (*get_nl_info)(struct ib_device *ibdev, void *client_data,
			   struct ib_client_nl_info *res);
	int (*get_global_nl_info)(struct ib_client_nl_info *res);
	struct net_device *(*get_net_dev_by_params)(struct ib_device *dev, u32 port, u16 pkey,
						    const union ib_gid *gid,
						    const struct sockaddr *addr,
						    void *client_data);

	refcount_t uses;
	struct completion uses_zero;
	u32 client_id;
	u8 no_kverbs_req:1;
};

/**
 * ib_register_client() - have somebody told of each device
 * @client: who; what is not the core's is set and does not change
 *
 * Its add function is called for each device that is there already, before this returns, and
 * for each that comes.
 *
 * Context: Process context; may sleep. Not from a function of a client.
 * Return: 0, or %-ENOMEM, and then it has been taken back from the devices that it was told of.
 */
int ib_register_client(struct ib_client *client);

/**
 * ib_unregister_client() - tell a client no more
 * @client: the client, registered
 *
 * Its remove function is called for each device that it was added to. When this returns none
 * of its functions is running, and none will be called.
 *
 * Context: Process context; may sleep. Not from a function of a client, nor under a lock that
 * the client's own take.
 */
void ib_unregister_client(struct ib_client *client);

/**
 * ib_set_client_data() - keep something for a device
 * @device: the device
 * @client: the client, from its add function for this device on until its remove has returned
 * @data: what ib_get_client_data() is to return; no ERR_PTR()
 *
 * Context: Process context; may sleep.
 */
void ib_set_client_data(struct ib_device *device, struct ib_client *client, void *data);

/**
 * ib_get_client_data() - what a client keeps for a device
 * @device: the device
 * @client: the client, which @add was called for with this device and @remove has not returned
 *
 * Context: Any context.
 * Return: what ib_set_client_data() set, or NULL.
 */
static inline void *ib_get_client_data(struct ib_device *device, struct ib_client *client)
{
	return xa_load(&device->client_data, client->client_id);
}

#endif /* _RDMA_VERBS_CLIENT_H */
