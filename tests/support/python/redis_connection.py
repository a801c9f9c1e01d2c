# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A connection to a redis-server, and whether one of our own answers."""
from __future__ import annotations

import socket
import subprocess
import time
from pathlib import Path
from typing import Any


class Connection:
    """Sends commands and reads replies (RESP2). Strings are bytes."""

    def __init__(self, address: int | Path, timeout: float = 10) -> None:
        """Connects to a loopback port or to a Unix socket. Raises OSError."""
        if isinstance(address, Path):
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.settimeout(timeout)
            try:
                self._socket.connect(str(address))
            except OSError:
                self._socket.close()
                raise
        else:
            self._socket = socket.create_connection(("127.0.0.1", address), timeout=timeout)
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


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(child: subprocess.Popen[bytes], address: int | Path) -> bool:
    """Whether our child answers here within 10 s: it tells its own pid."""
    end = time.monotonic() + 10
    while time.monotonic() < end and child.poll() is None:
        try:
            connection = Connection(address)
            try:
                info = connection.ask("INFO", "server")
            finally:
                connection.close()
            return f"process_id:{child.pid}\r".encode() in info
        except (OSError, RuntimeError):  # not yet; a server tells nobody when it listens
            time.sleep(0.02)
    return False
