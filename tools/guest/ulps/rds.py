# SPDX-License-Identifier: GPL-2.0-only
"""rds.py datagrams|rdma serve ADDRESS, or ... ask ADDRESS OWN-ADDRESS: RDS with its InfiniBand transport, each byte checked.

datagrams: the server gives back what it gets. rdma: it offers a buffer, the client writes it and reads it by RDMA.
"""
import ctypes
import hashlib
import os
import socket
import struct
import sys

SOL_RDS, SO_RDS_TRANSPORT, RDS_TRANS_IB = 276, 8, 0
CMSG_RDMA_ARGS, CMSG_RDMA_DEST, CMSG_RDMA_MAP = 1, 2, 3
WRITE, USE_ONCE, NOTIFY = 0x01, 0x08, 0x20
PORT, SIZES, BUFFER = 4000, (1, 100, 4096, 8192, 70000, 500000), 256 << 10


def rds_socket(address, port):
    sock = socket.socket(socket.AF_RDS, socket.SOCK_SEQPACKET, 0)
    sock.setsockopt(SOL_RDS, SO_RDS_TRANSPORT, struct.pack('i', RDS_TRANS_IB))
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    sock.settimeout(40)
    sock.bind((address, port))
    return sock


def datagrams_serve(sock):
    for size in SIZES:
        data, client = sock.recvfrom(1 << 20)
        assert len(data) == size, f'{len(data)} bytes came, not {size}'
        sock.sendto(data, client)


def datagrams_ask(sock, server):
    for size in SIZES:
        data = os.urandom(size)
        sock.sendto(data, server)
        back, _ = sock.recvfrom(1 << 20)
        assert back == data, f'{size} bytes came back as {len(back)} others'


def rdma_serve(sock):
    """Offer a buffer for one write and one read; tell what was found in it."""
    _, client = sock.recvfrom(100)
    memory, cookie = ctypes.create_string_buffer(BUFFER), ctypes.c_uint64()
    args = struct.pack('=QQQQ', ctypes.addressof(memory), BUFFER, ctypes.addressof(cookie), WRITE)
    sock.sendmsg([b'here'], [(SOL_RDS, CMSG_RDMA_MAP, args)], 0, client)
    sock.recvfrom(100)
    sock.sendto(hashlib.sha256(memory.raw[:BUFFER]).digest(), client)
    sock.recvfrom(100)


def rdma(sock, server, cookie, memory, flags, word):
    """One transfer between our memory and the buffer of that cookie, and a word after it."""
    local = ctypes.create_string_buffer(struct.pack('=QQ', ctypes.addressof(memory), BUFFER))
    args = struct.pack('=QQQQQQQ', cookie, 0, BUFFER, ctypes.addressof(local), 1, flags | NOTIFY, 7)
    sock.sendmsg([word], [(SOL_RDS, CMSG_RDMA_ARGS, args)], 0, server)


def rdma_ask(sock, server):
    sock.sendto(b'offer', server)
    _, told, _, _ = sock.recvmsg(100, 200)
    cookie = next(struct.unpack('=Q', data)[0] for _, kind, data in told if kind == CMSG_RDMA_DEST)
    there, back = ctypes.create_string_buffer(os.urandom(BUFFER), BUFFER), ctypes.create_string_buffer(BUFFER)
    rdma(sock, server, cookie, there, WRITE, b'written')
    digest = b''
    while len(digest) != 32:        # the notice of the end comes first, with no bytes
        digest = sock.recv(100)
    assert digest == hashlib.sha256(there.raw).digest(), 'the server has other bytes than were written'
    rdma(sock, server, cookie, back, 0, b'read')
    _, notice, _, _ = sock.recvmsg(100, 200)
    assert notice and struct.unpack('=Qi', notice[0][2][:12]) == (7, 0), f'the read ended with {notice}'
    assert back.raw == there.raw, 'other bytes were read than were written'


def main():
    what, side, address = sys.argv[1:4]
    if side == 'serve':
        sock = rds_socket(address, PORT)
        print('ready', flush=True)
        globals()[what + '_serve'](sock)
    else:
        globals()[what + '_ask'](rds_socket(sys.argv[4], PORT + 1), (address, PORT))


if __name__ == '__main__':
    main()
