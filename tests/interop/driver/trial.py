# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One library, from its first key to its holder's death."""
from __future__ import annotations

import os
import re
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from libraries import Library
from lockctl import Lockctl, watch_the_end
from processes import Gone, Process
from redis_server import RedisServer, Stored, printable

PATIENCE = 60.0
AFTER_KILL = 12.0


@dataclass
class Row:
    """What the table tells of a library."""

    library: str
    source: str
    note: str | None = None  # why there is nothing else
    key: str = ""
    type: str = ""
    value: str = ""
    ttl_ms: int | None = None
    is_hidden: bool = False
    shown: bool | None = None
    format: str = ""
    holder: str = ""
    side_keys: int = 0
    side_keys_shown: list[str] = field(default_factory=list)
    before_kill: list[str] = field(default_factory=list)
    after_kill: str = ""
    release: int | None = None  # the exit code
    release_error: str = ""
    waiter: str = ""

    @property
    def is_good(self) -> bool:
        """Recognised, and nothing else taken for a lock. What is not installed can't be bad."""
        return (
            self.note is None
            and (bool(self.shown) or self.is_hidden)
            and not self.side_keys_shown
        )

    @property
    def release_told(self) -> str:
        """The exit code, and why if it is not 0."""
        if self.release is None:
            return "-"
        if "view only" in self.release_error:
            return f"{self.release}: view only"
        return f"{self.release}: {self.release_error}".removesuffix(": ")

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Missing(Exception):
    """The library is not installed."""


class Trial:
    """Tries one library on servers of its own. Collects all keys that it saw."""

    def __init__(self, library: Library, program: Path | None) -> None:
        self.library = library
        self.seen: dict[bytes, tuple[Stored, str]] = {}
        self._program = program
        self._row = Row(library.name, library.source(), is_hidden=library.is_hidden)
        self._errors = tempfile.TemporaryFile()

    def run(self) -> Row:
        """All phases; what goes wrong is the row's note."""
        try:
            if self.library.version() is None:
                raise Missing
            with RedisServer() as server:
                self._hold_and_release(server)
            if self._program is not None and self._row.shown:
                with RedisServer() as server:
                    self._hold_and_kill(server, self._program)
        except Missing:
            self._row.note = "not installed"
        except (Gone, RuntimeError) as error:
            self._row.note = f"failed: {error} {self._last_error()}".strip()
        finally:
            self._errors.close()
        return self._row

    @property
    def key(self) -> str:
        """The key of the lock; empty until there is one."""
        return self._row.key

    def _start(self, role: str, server: RedisServer) -> Process:
        environment = {**os.environ, "NODE_NO_WARNINGS": "1"}
        return Process(self.library.command(role, server.url), environment, self._errors)

    def _hold(self, holder: Process) -> str:
        """Waits until the holder holds; tells the key."""
        try:
            line = holder.await_line(lambda text: text.startswith("held "), PATIENCE)
        except Gone:
            if holder.exit_code(1) == 77:
                raise Missing from None
            raise
        return line.text.removeprefix("held ")

    def _note_keys(self, server: RedisServer, phase: str) -> list[Stored]:
        keys = server.dump()
        for stored in keys:
            self.seen.setdefault(stored.key, (stored, phase))
        return keys

    def _hold_and_release(self, server: RedisServer) -> None:
        if self.library.has_jobs:
            with self._start("jobs", server) as jobs:
                code = jobs.exit_code(PATIENCE)
            if code == 77:
                raise Missing
            if code != 0:
                raise Gone(f"jobs: {code}")
            self._note_keys(server, "after jobs")
        with self._start("hold", server) as holder:
            self._row.key = self._hold(holder)
            self._describe(self._note_keys(server, "held"))
            lockctl = None if self._program is None else Lockctl(self._program, server)
            lock = None if lockctl is None else self._judge(lockctl.locks())
            with self._start("wait", server) as waiter:
                waiter.await_line(lambda text: text == "waiting", PATIENCE)
                self._note_keys(server, "while another waits")
                if lockctl is not None and lock is not None:
                    self._release(waiter, lockctl, lock)
            self._note_keys(server, "at the end")

    def _describe(self, keys: list[Stored]) -> None:
        stored = next((key for key in keys if printable(key.key) == self._row.key), None)
        if stored is None:
            raise Gone(f"no key {self._row.key} among {[printable(key.key) for key in keys]}")
        self._row.type = stored.type
        self._row.value = form_of(stored)
        self._row.ttl_ms = stored.ttl_ms
        self._row.side_keys = sum(not self.is_lock(key.key) for key in keys)

    def is_lock(self, key: bytes) -> bool:
        """Whether the library means this key as a lock."""
        more = self.library.lock
        name = printable(key)
        return name == self._row.key or (more is not None and re.search(more, name) is not None)

    def _judge(self, locks: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Notes what is listed, and returns the library's lock if it is."""
        self._row.shown = False
        found = None
        for lock in locks:
            if lock["resource"] == self._row.key:
                found = lock
                self._row.shown = True
                self._row.format = lock["format"]
                self._row.holder = holder_of(lock)
            elif not self.is_lock(lock["resource"].encode()):
                self._row.side_keys_shown.append(f"{lock['resource']} ({lock['format']})")
        return found

    def _release(self, waiter: Process, lockctl: Lockctl, lock: dict[str, Any]) -> None:
        release = lockctl.release(lock)
        self._row.release, self._row.release_error = release.code, release.why
        if release.code != 0:
            return
        try:
            got = waiter.await_line(lambda text: text == "got it", self.library.takes_over)
            self._row.waiter = f"{max(0.0, got.at - release.ended):.1f} s"
            if got.at < release.began:
                self._row.waiter = "HAD IT BEFORE"
        except Gone as error:
            self._row.waiter = f"no: {error}"

    def _hold_and_kill(self, server: RedisServer, program: Path) -> None:
        with self._start("hold", server) as holder:
            key = self._hold(holder)
            with Lockctl(program, server).watch() as watch:
                end = watch_the_end(watch, key, holder, self.library.renewals, AFTER_KILL)
        self._row.before_kill = end.before
        if end.is_gone:
            self._row.after_kill = f"expired after {end.seconds:.1f} s"
        elif end.after:
            self._row.after_kill = f"{', '.join(end.after)} after {end.seconds:.1f} s"
        else:
            self._row.after_kill = "nothing new"

    def _last_error(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""


def holder_of(lock: dict[str, Any]) -> str:
    """What is told of the holder, or of several."""
    told = [f"{name} {value}" for name, value in lock["holder"].items() if value is not None]
    if "mode" in lock:
        told.append(f"mode {lock['mode']}")
    if "holders" in lock:
        told.append(f"holders: {len(lock['holders'])}")
    return ", ".join(told) or "-"


UUID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
FORMS = [
    (UUID, "uuid"),
    (UUID + r":\d+", "uuid:number"),
    (UUID + "_[0-9]+", "uuid_number"),
    (r"\d+", "number"),
    (r"0\.\d+", "fraction"),
    ("[0-9a-f]+", "hex"),
    ("[A-Za-z0-9+/]+=*", "base64"),
    (r".+\|\d+", "host|pid"),
]


def form(raw: bytes) -> str:
    """The shape of a value."""
    text = printable(raw)
    for pattern, name in FORMS:
        if re.fullmatch(pattern, text):
            return f"{name} ({len(raw)})" if name in ("hex", "base64") else name
    return f"{len(raw)} bytes"


def form_of(stored: Stored) -> str:
    """The shape of all that is stored under a key."""
    if stored.type == "string":
        return form(stored.value)
    names = stored.value[::2] if stored.type in ("hash", "zset") else stored.value
    shapes = sorted({printable(n) if n.startswith(b"__") else form(n) for n in names})
    return f"{len(names)}: {', '.join(shapes)}"
