# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values as lock libraries store them, and what can be told from them (docs/formats.md)."""
from __future__ import annotations

import hashlib
import os
import random
import re
import socket
import subprocess
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

UUID = rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
LK1 = re.compile(rb"lk1:([^:]*):(\d+):([^:]*):(\d+):(?:p([^:]*):)?(?:[a-z][^:]*:)*[0-9a-f]{40}")
REDISSON = re.compile(rb"(" + UUID + rb"):(\d+)")
# What names begin with that neither say lock nor anything else.
SAYS_NOTHING = "feeds:"
# What the list of those who wait for Redisson's fair lock begins with.
QUEUE = "redisson_lock_queue:"


@dataclass(frozen=True)
class Told:
    """What a value tells of the lock: the format, and the fields of its holder."""

    format: str | None  # None: not looked at
    holder: dict[str, str | int | None] = field(default_factory=dict)
    process: str = ""  # which one, of an lk1 token
    expires_ms: int | None = None  # as the value says

    @property
    def connection_name(self) -> str:
        """The name that the owner of an lk1 token gives to its connections."""
        return f"lk:{self.holder['app']}:{self.holder['host']}:{self.holder['pid']}"


def place() -> str:
    """What an lk1 token calls this boot and these namespaces."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text()
    told = boot + os.readlink("/proc/self/ns/pid")
    if os.path.lexists("/proc/self/ns/time"):
        told += os.readlink("/proc/self/ns/time")
    return hashlib.sha1(told.encode()).hexdigest()[:16]


def start_ticks(pid: int) -> int | None:
    """When a process started; None if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else int(fields[19])


def is_process_gone(told: Told) -> bool:
    """Whether the process of an lk1 token was of this place, and has ended."""
    where, _, ticks = told.process.partition("-")
    if where != place() or not ticks.isdigit():
        return False
    return start_ticks(int(told.holder["pid"] or 0)) != int(ticks)


def new_uuid(dice: random.Random) -> bytes:
    """As redlock-rb and many others write it."""
    return str(uuid.UUID(int=dice.getrandbits(128), version=4)).encode()


def new_any(dice: random.Random) -> bytes:
    """Of any library that locks by a string."""
    return dice.choice([new_uuid(dice), new_redis_py(), new_lk1(dice, None, False)])


def new_redis_py() -> bytes:
    """uuid1().hex."""
    return uuid.uuid1().hex.encode()


def new_lk1(dice: random.Random, holder: subprocess.Popen[bytes] | None, is_late: bool) -> bytes:
    """A token of our own library: of a process, of one that had its pid before, or from afar."""
    host = socket.gethostname() if holder else "web-7"
    pid = holder.pid if holder else 4711
    ticks = start_ticks(pid) or 0 if holder else 1234
    where = place() if holder else "00000000deadbeef"
    process = f"p{where}-{ticks - 7 if is_late else ticks}"
    head = f"lk1:{host}:{pid}:orders:{int(time.time() * 1000)}:{process}:"
    return head.encode() + f"{dice.getrandbits(160):040x}".encode()


def new_redisson(dice: random.Random) -> bytes:
    """The field of Redisson's hash."""
    return new_uuid(dice) + b":%d" % dice.randint(1, 400)


def fingerprint(kind: str, value: object) -> str:
    """The first eight digits of a token's fingerprint."""
    if kind == "string":
        assert isinstance(value, bytes)
        return hashlib.sha1(value).hexdigest()[:8]
    assert isinstance(value, list)
    whole = b""
    for name, stored in sorted(zip(value[::2], value[1::2])):
        counted = b"" if REDISSON.fullmatch(name) else stored
        whole += b"%d:%s%d:%s" % (len(name), name, len(counted), counted)
    return hashlib.sha1(whole).hexdigest()[:8]


def tell(name: str, kind: str, value: object, ttl_ms: float | None) -> Told | None:
    """What a value tells; None if it is not at least likely a lock's."""
    says_lock = name.startswith("lock:")
    if not says_lock and not name.startswith(SAYS_NOTHING):
        return None
    if kind == "hash" and isinstance(value, list):
        found = REDISSON.fullmatch(value[0]) if len(value) == 2 else None
        if found is None or int(value[1]) < 1:
            return None
        if not says_lock and ttl_ms is None:
            return None
        client = found[1].decode()
        return Told("redisson", {"thread": found[2].decode(), "detail": f"client {client}"})
    if kind != "string" or not isinstance(value, bytes):
        return None
    if own := LK1.fullmatch(value):
        host, pid, app, since, process = (part or b"" for part in own.groups())
        named = {"host": unquote(host.decode()), "app": unquote(app.decode())}
        times = {"pid": int(pid), "since_unix_ms": int(since)}
        return Told("lk1", {**named, **times}, process.decode())
    if re.fullmatch(rb"[0-9a-f]{12}1[0-9a-f]{3}[89ab][0-9a-f]{15}", value):
        # Its time is that before it waited for the lock.
        return Told("redis-py", {"detail": f"node {value[20:].decode()}"})
    if says_lock and re.fullmatch(rb"\d{10}", value):
        return Told("setnx-timestamp", expires_ms=int(value) * 1000)
    return Told(None) if says_lock else None


def queue_of(name: str) -> str:
    """The list of those who wait for Redisson's fair lock."""
    return f"{QUEUE}{name if '{' in name else '{' + name + '}'}"
