# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A redis-server of our own, and what it stores."""
from __future__ import annotations

import base64
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

from processes import CHILDREN


class Connection:
    """Sends commands and reads replies (RESP2). Strings are bytes."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._file = self._socket.makefile("rb")

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def ask(self, *words: str | bytes) -> Any:
        """The reply to a command; raises RuntimeError for an error."""
        encoded = [word.encode() if isinstance(word, str) else word for word in words]
        parts = [b"*%d\r\n" % len(encoded)]
        parts += [b"$%d\r\n%s\r\n" % (len(word), word) for word in encoded]
        self._socket.sendall(b"".join(parts))
        return self._reply()

    def _reply(self) -> Any:
        line = self._file.readline()
        if not line:
            raise ConnectionError("the server has closed the connection")
        kind, rest = line[:1], line[1:-2]
        if kind == b"+":
            return rest
        if kind == b"-":
            raise RuntimeError(rest.decode(errors="replace"))
        if kind == b":":
            return int(rest)
        count = int(rest)
        if count < 0:
            return None
        if kind == b"$":
            return self._file.read(count + 2)[:-2]
        return [self._reply() for _ in range(count)]


@dataclass(frozen=True)
class Stored:
    """A key with all that is stored under it."""

    key: bytes
    type: str
    value: Any
    ttl_ms: int

    def to_json(self) -> dict[str, Any]:
        """The value under a name that tells its shape; bytes that are no UTF-8 in base64."""
        out: dict[str, Any] = {"key": printable(self.key), "type": self.type}
        if self.type == "string":
            try:
                out["value"] = self.value.decode()
            except UnicodeDecodeError:
                out["value_b64"] = base64.b64encode(self.value).decode()
        elif self.type == "hash":
            out["fields"] = {printable(f): printable(v) for f, v in pairs(self.value)}
        elif self.type == "zset":
            out["members"] = [[printable(m), float(score)] for m, score in pairs(self.value)]
        elif self.type == "stream":
            out["members"] = [
                [printable(entry), {printable(f): printable(v) for f, v in pairs(fields)}]
                for entry, fields in self.value
            ]
        else:
            out["members"] = [printable(member) for member in self.value]
        out["ttl_ms"] = self.ttl_ms
        return out


def pairs(flat: list[Any]) -> list[tuple[Any, Any]]:
    """[a, b, c, d] as [(a, b), (c, d)]."""
    return list(zip(flat[::2], flat[1::2]))


def printable(raw: bytes) -> str:
    """UTF-8, with escapes for what is none."""
    return raw.decode(errors="backslashreplace")


READ: dict[str, Callable[[bytes], tuple[str | bytes, ...]]] = {
    "string": lambda key: ("GET", key),
    "hash": lambda key: ("HGETALL", key),
    "list": lambda key: ("LRANGE", key, "0", "-1"),
    "set": lambda key: ("SMEMBERS", key),
    "zset": lambda key: ("ZRANGE", key, "0", "-1", "WITHSCORES"),
    "stream": lambda key: ("XRANGE", key, "-", "+", "COUNT", "5"),
}


class RedisServer:
    """A redis-server on a free loopback port, in a folder of its own. Ends with the context."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="lockkeeper-interop-")
        self.folder = Path(self._folder.name)
        self._child, self.port = self._start()

    def __enter__(self) -> RedisServer:
        return self

    def __exit__(self, *_: object) -> None:
        CHILDREN.end(self._child)
        self._folder.cleanup()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def dump(self) -> list[Stored]:
        """All keys. One that ends meanwhile is left out."""
        connection = Connection(self.port)
        try:
            names: set[bytes] = set()
            cursor = b"0"
            while True:
                cursor, found = connection.ask("SCAN", cursor, "COUNT", "1000")
                names.update(found)
                if cursor == b"0":
                    break
            stored = [self._read(connection, name) for name in sorted(names)]
        finally:
            connection.close()
        return [key for key in stored if key is not None]

    @staticmethod
    def _read(connection: Connection, key: bytes) -> Stored | None:
        kind = connection.ask("TYPE", key).decode()
        if kind not in READ:
            return None
        value = connection.ask(*READ[kind](key))
        ttl = connection.ask("PTTL", key)
        return None if value is None or ttl == -2 else Stored(key, kind, value, ttl)

    def _start(self) -> tuple[subprocess.Popen[bytes], int]:
        for _ in range(5):  # somebody else may take the port first
            port = free_port()
            child = CHILDREN.start(
                ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
                + ["--appendonly", "no", "--dir", str(self.folder)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            if answers(child, port):
                return child, port
            CHILDREN.end(child)
        raise RuntimeError("no redis-server could be started")


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(child: subprocess.Popen[bytes], port: int) -> bool:
    """Whether our child answers here within 10 s: it tells its own pid."""
    end = time.monotonic() + 10
    while time.monotonic() < end and child.poll() is None:
        try:
            connection = Connection(port)
            try:
                info = connection.ask("INFO", "server")
            finally:
                connection.close()
            return f"process_id:{child.pid}\r".encode() in info
        except (OSError, RuntimeError):  # not yet; a server tells nobody when it listens
            time.sleep(0.02)
    return False
