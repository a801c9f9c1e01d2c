# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The redis-servers of a chaos run, and what is done to them as a whole."""
from __future__ import annotations

import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from processes import CHILDREN
from redis_connection import Connection, answers, free_port

ANSWER_TIMEOUT = 5.0

READ_ALL = """
local found = {}
for _, name in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', name).ok
  local value = ''
  if kind == 'string' then value = redis.call('GET', name) end
  if kind == 'hash' then value = redis.call('HGETALL', name) end
  if kind == 'list' then value = redis.call('LLEN', name) end
  found[#found + 1] = {name, kind, value, redis.call('PTTL', name)}
end
return found
"""


@dataclass(frozen=True)
class Reading:
    """All that a master stores: [name, type, value, ttl] of each key."""

    at_ms: float = 0.0  # Unix time
    found: list[Any] = field(default_factory=list)


class Master:
    """A redis-server on a Unix socket, with a folder of its own for its data.

    It also listens on a free loopback port, for the others of the run to replicate it.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.socket = folder / f"{name}.sock"
        self.state = "up"  # down, stopped, replica
        self.last_read = Reading()  # when it ceased to answer
        self._data = folder / name
        self._data.mkdir()
        self.port = free_port()
        self._child: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def answers(self) -> bool:
        """Whether it should have a vote."""
        return self.state == "up"

    def start(self) -> None:
        """Starts it with the data that it has; returns when it answers."""
        self._child = CHILDREN.start(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
            + ["--unixsocket", str(self.socket), "--dir", str(self._data), "--save", ""]
            + ["--appendonly", "no", "--repl-diskless-sync-delay", "0"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        if not answers(self._child, self.socket):
            raise RuntimeError(f"{self.name} does not start")
        self.state = "up"

    def kill(self, is_kept: bool) -> None:
        """kill -9; what it stores now is there again after its start if it is kept."""
        dump = self._data / "dump.rdb"
        self.last_read = self.read()
        if is_kept:
            self.do("SAVE")
        assert self._child is not None
        self.state = "down"
        CHILDREN.end(self._child)
        if not is_kept:
            dump.unlink(missing_ok=True)

    def stop(self) -> None:
        """SIGSTOP: it accepts connections, and answers nothing."""
        assert self._child is not None
        self.last_read = self.read()
        self.state = "stopped"
        self._child.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """SIGCONT."""
        assert self._child is not None
        self._child.send_signal(signal.SIGCONT)
        self.state = "up"

    def follow(self, other: Master) -> None:
        """Becomes a replica, with the other's data instead of its own."""
        self.last_read = Reading()
        self.do("REPLICAOF", "127.0.0.1", str(other.port))
        self.state = "replica"

    def lead(self) -> None:
        """Becomes a master again, with the data that it has now."""
        self.do("REPLICAOF", "NO", "ONE")
        self.state = "up"

    def read(self) -> Reading:
        """All that it stores, at one moment."""
        before = time.time()
        found = self.do("EVAL", READ_ALL, "0")
        return Reading((before + time.time()) / 2 * 1000, found)

    def do(self, *words: str | bytes) -> Any:
        """The reply to a command, over a connection of its own."""
        connection = Connection(self.socket, ANSWER_TIMEOUT)
        try:
            return connection.ask(*words)
        finally:
            connection.close()

    def do_in_database(self, database: int, *commands: list[str]) -> None:
        """Runs commands in another database."""
        connection = Connection(self.socket, ANSWER_TIMEOUT)
        try:
            connection.ask("SELECT", str(database))
            for command in commands:
                connection.ask(*command)
        finally:
            connection.close()
