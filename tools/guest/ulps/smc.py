# SPDX-License-Identifier: GPL-2.0-only
"""smc.py setup DEVICE | forget | serve ADDRESS | ask ADDRESS BYTES: SMC-R, and what smc-tools do to set it up.

A connection that fell back to TCP fails: the kernel must name a link group, and BYTES must be the size of its buffer.
"""
import hashlib
import os
import socket
import struct
import sys

AF_SMC, PORT, SIZE = 43, 4100, 8 << 20
NETLINK_GENERIC, CTRL, GETFAMILY, FAMILY_ID, FAMILY_NAME = 16, 16, 3, 1, 2
REQUEST, ACK, DUMP, ERROR, DONE = 1, 4, 0x300, 2, 3
PNET_ADD, PNET_FLUSH, PNET_NAME, PNET_ETH, PNET_IB, PNET_PORT = 2, 4, 1, 2, 3, 4
GET_LGR, GET_FALLBACKS, ADD_UEID, FLUSH_UEID, EID = 2, 8, 10, 12, 1
LGR, LGR_RMB_ALLOC, FALLBACK, FALLBACK_REASON = 2, 13, 8, 4
NAME, EID_TEXT = b'IBCORE', b'IB.CORE'


def attribute(kind, value):
    return struct.pack('=HH', 4 + len(value), kind) + value + bytes(-len(value) % 4)


def attributes(data):
    found = {}
    while len(data) >= 4:
        length, kind = struct.unpack_from('=HH', data)
        found[kind & 0x3fff] = data[4:length]
        data = data[(length + 3) & ~3:]
    return found


def ask_kernel(family, command, *attrs, dump=False):
    """[attributes of each answer]"""
    flags = REQUEST | (DUMP if dump else ACK)
    body = struct.pack('=BBH', command, 1, 0) + b''.join(attrs)
    answers = []
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_GENERIC) as sock:
        sock.send(struct.pack('=IHHII', 16 + len(body), family, flags, 1, 0) + body)
        while True:
            data = sock.recv(1 << 16)
            while data:
                length, kind = struct.unpack_from('=IH', data)
                if kind in (ERROR, DONE):
                    error = struct.unpack_from('=i', data, 16)[0]
                    if error:
                        raise OSError(-error, f'netlink command {command}: {os.strerror(-error)}')
                    return answers
                answers.append(attributes(data[20:length]))
                data = data[(length + 3) & ~3:]


def family(name):
    return struct.unpack('=H', ask_kernel(CTRL, GETFAMILY, attribute(FAMILY_NAME, name + b'\0'))[0][FAMILY_ID])[0]


def setup(device):
    """One physical network of the device and of the interface that leads to an address of this machine's own."""
    pnet, smc = family(b'SMC_PNETID'), family(b'SMC_GEN_NETLINK')
    name = attribute(PNET_NAME, NAME + b'\0')
    for interface in (b'lo', b'eth0'):
        ask_kernel(pnet, PNET_ADD, name, attribute(PNET_ETH, interface + b'\0'))
    ask_kernel(pnet, PNET_ADD, name, attribute(PNET_IB, device.encode() + b'\0'), attribute(PNET_PORT, b'\1'))
    ask_kernel(smc, ADD_UEID, attribute(EID, EID_TEXT.ljust(32) + b'\0'))


def forget():
    ask_kernel(family(b'SMC_PNETID'), PNET_FLUSH)
    ask_kernel(family(b'SMC_GEN_NETLINK'), FLUSH_UEID)


def smc_socket():
    """Python knows no AF_SMC, but its addresses are those of AF_INET."""
    return socket.socket(socket.AF_INET, socket.SOCK_STREAM, 0, fileno=socket.socket(AF_SMC, socket.SOCK_STREAM, 0).detach())


def receive(sock):
    data = bytearray()
    while len(data) < SIZE:
        part = sock.recv(1 << 20)
        assert part, f'the connection ended after {len(data)} bytes'
        data += part
    return data


def serve(address):
    with smc_socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, PORT))
        listener.listen(1)
        print('ready', flush=True)
        with listener.accept()[0] as sock:
            sock.settimeout(60)
            sock.sendall(receive(sock))
            sock.recv(1)


def check_groups(least):
    """It is SMC-R and not TCP, with a buffer of that size."""
    smc = family(b'SMC_GEN_NETLINK')
    groups = [attributes(answer[LGR]) for answer in ask_kernel(smc, GET_LGR, dump=True)]
    if not groups:
        reasons = [attributes(a[FALLBACK]).get(FALLBACK_REASON, b'')[::-1].hex() for a in ask_kernel(smc, GET_FALLBACKS, dump=True)
                   if FALLBACK in a]
        sys.exit(f'the connection fell back to TCP, for reason {" ".join(reasons)}')
    largest = max(int.from_bytes(group[LGR_RMB_ALLOC], 'little') for group in groups)
    assert largest >= least, f'the receive buffer has {largest} bytes, not {least}'


def ask(address, least):
    with smc_socket() as sock:
        sock.settimeout(60)
        sock.connect((address, PORT))
        check_groups(int(least))
        data = os.urandom(SIZE)
        sock.sendall(data)
        back = receive(sock)
        assert hashlib.sha256(back).digest() == hashlib.sha256(data).digest(), 'other bytes came back'
        sock.send(b'.')


if __name__ == '__main__':
    {'setup': setup, 'forget': forget, 'serve': serve, 'ask': ask}[sys.argv[1]](*sys.argv[2:])
