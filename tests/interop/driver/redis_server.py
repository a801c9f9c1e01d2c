# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A redis-server of our own, and what it stores."""
from __future__ import annotations

import base64
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

from processes import CHILDREN
from redis_connection import Connection, answers, free_port


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
        if self.type in ("string", "node"):
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
