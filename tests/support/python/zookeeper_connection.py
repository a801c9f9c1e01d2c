# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A session with a ZooKeeper server that needs no library: what it stores, and what changes."""
from __future__ import annotations

import socket
import struct
from dataclasses import dataclass

CREATE, DELETE, EXISTS, GET, SET, SYNC, CLOSE, CHILDREN, ADD_WATCH = 1, 2, 3, 4, 5, 9, -11, 12, 106
NO_NODE = -101
STAT = struct.Struct(">qqqqiiiqiiq")


class NoNode(Exception):
    """There is no such node."""


@dataclass(frozen=True)
class Node:
    """A node, with its data and what the server says of it."""

    path: str
    data: bytes
    czxid: int
    mzxid: int
    owner: int  # the session that it ends with, as an unsigned number; 0: none

    @property
    def session(self) -> str:
        return f"0x{self.owner:x}"


def text(value: str | bytes) -> bytes:
    """A string, or bytes, as they are sent."""
    raw = value.encode() if isinstance(value, str) else value
    return struct.pack(">i", len(raw)) + raw


class ZooKeeperConnection:
    """One session. Each wait is limited; raises OSError, NoNode, or RuntimeError for an error."""

    def __init__(self, port: int, timeout: float = 10, session_ms: int = 30_000) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self._file = self._socket.makefile("rb")
        self._next = 0
        self.send_raw(struct.pack(">iqiq", 0, 0, session_ms, 0) + text(b"\0" * 16) + b"\0")
        self._frame()

    def close(self) -> None:
        """Ends the session."""
        try:
            self.ask(CLOSE, b"")
        except OSError:
            pass
        self.drop()

    def drop(self) -> None:
        """Leaves the session to its timeout."""
        self._file.close()
        self._socket.close()

    def send_raw(self, body: bytes) -> None:
        self._socket.sendall(struct.pack(">i", len(body)) + body)

    def send(self, kind: int, body: bytes) -> None:
        """Sends a request whose reply receive() returns, or a later one."""
        self._next += 1
        self.send_raw(struct.pack(">ii", self._next, kind) + body)

    def _frame(self) -> bytes:
        head = self._file.read(4)
        if len(head) < 4:
            raise ConnectionError("the server has closed the connection")
        return self._file.read(struct.unpack(">i", head)[0])

    def receive(self) -> bytes:
        """The body of the next reply; what a watch reports is left out."""
        while True:
            frame = self._frame()
            xid, _, error = struct.unpack_from(">iqi", frame)
            if xid < 0:
                continue
            if error == NO_NODE:
                raise NoNode
            if error:
                raise RuntimeError(f"error {error}")
            return frame[16:]

    def ask(self, kind: int, body: bytes) -> bytes:
        self.send(kind, body)
        return self.receive()

    def await_event(self) -> None:
        """Waits for what a watch reports."""
        while struct.unpack_from(">i", self._frame())[0] != -1:
            pass

    def children(self, path: str) -> list[str]:
        body = self.ask(CHILDREN, text(path) + b"\0")
        names, at = [], 4
        for _ in range(struct.unpack_from(">i", body)[0]):
            (length,) = struct.unpack_from(">i", body, at)
            names.append(body[at + 4 : at + 4 + length].decode())
            at += 4 + length
        return names

    def node(self, path: str, is_watched: bool = False) -> Node:
        body = self.ask(GET, text(path) + (b"\1" if is_watched else b"\0"))
        (length,) = struct.unpack_from(">i", body)
        data = body[4 : 4 + max(0, length)]
        stat = STAT.unpack(body[-STAT.size :])
        return Node(path, data, stat[0], stat[1], stat[7] & 0xFFFF_FFFF_FFFF_FFFF)

    def create(self, path: str, data: bytes, flags: int) -> None:
        """Sends only; flags: 1 ephemeral, 2 sequential. Everybody may do everything with it."""
        anyone = struct.pack(">ii", 1, 31) + text("world") + text("anyone")
        self.send(CREATE, text(path) + text(data) + anyone + struct.pack(">i", flags))

    def set(self, path: str, data: bytes) -> None:
        """Sends only."""
        self.send(SET, text(path) + text(data) + struct.pack(">i", -1))

    def delete(self, path: str) -> None:
        self.ask(DELETE, text(path) + struct.pack(">i", -1))

    def sync(self) -> None:
        """What follows is read after all that the leader has done so far."""
        self.ask(SYNC, text("/"))

    def nodes(self) -> list[Node]:
        """All nodes but the server's own. Those that end meanwhile are left out."""
        found: list[Node] = []
        waiting = ["/"]
        while waiting:
            path = waiting.pop()
            try:
                found.append(self.node(path))
                below = sorted(self.children(path))
            except NoNode:
                continue
            paths = [f"{path.rstrip('/')}/{name}" for name in below]
            waiting += [below for below in paths if below != "/zookeeper"]
        return sorted(found, key=lambda node: node.czxid)
