# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One library, from its first key to its holder's death."""
from __future__ import annotations

import datetime
import re
import socket
import tempfile
import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from languages import LANGUAGES
from libraries import Library
from lockctl import Lockctl, watch_the_end
from processes import Gone, Process
from redis_server import RedisServer, Stored, printable
from zookeeper_server import ZooKeeperServer

Server = RedisServer | ZooKeeperServer
PATIENCE = 60.0
AFTER_KILL = 12.0
UNTIL_TOLD = 4.0
TRIES = 5  # of a release that renewals come in between
UNTIL_NOTICED = 5.0  # longer than two renewals


@dataclass
class Row:
    """What the table tells of a library."""

    library: str
    language: str
    source: str
    tried_on: str
    note: str | None = None  # why there is nothing else
    key: str = ""
    type: str = ""
    value: str = ""
    ttl_ms: int | None = None
    is_hidden: bool = False
    shown: bool | None = None
    format: str = ""
    hint: str | None = None  # with which the rest was tried
    unhinted: str | None = None  # the format that is shown without the hint
    holder: str = ""
    holder_checks: dict[str, bool] = field(default_factory=dict)  # what is told: is it true?
    side_keys: int = 0
    side_keys_shown: list[str] = field(default_factory=list)
    waiting: str = ""  # what is told of those who wait
    waiting_really: int = 0
    before_kill: list[str] = field(default_factory=list)
    after_kill: str = ""
    renewals: int | None = None  # seen before the kill
    renewal_interval_ms: int | None = None
    release: int | None = None  # the exit code
    release_error: str = ""
    part: str = ""  # what of it was freed, if not the whole
    waiter: str = ""
    takes_over: float = 0.0  # how long was waited for that
    woken_ms: int | None = None  # after the release, by its end
    notice: str = ""  # what the holder is told after a release
    harm: str = ""  # what it does then to the lock of the next
    turns: int | None = None  # in which the library and ours took the lock, half of them each
    overlaps: int | None = None
    store: str = "redis"
    certainty: str = ""
    # Of ZooKeeper:
    is_in_order: bool | None = None  # those who wait are told in the order in which they came
    drop: int | None = None  # the exit code
    drop_error: str = ""
    dropped: str = ""  # what the last one does that waits, and is dropped
    first_dropped: str = ""  # who gets the lock once the first one was dropped
    asked: str = ""

    @property
    def is_good(self) -> bool:
        """Recognised, nothing else taken for a lock, and nothing wrong told."""
        return (
            self.note is None
            and (bool(self.shown) or self.is_hidden)
            and not self.side_keys_shown
            and all(self.holder_checks.values())
            and not self.overlaps
            and self.is_in_order is not False
            and (not self.drop or self.is_drop_refused)
            and not self.first_dropped.isupper()
            and not self.dropped.isupper()
            and not (self.store == "zookeeper" and self.release)
        )

    @property
    def is_drop_refused(self) -> bool:
        """Those of its library are not dropped: it would break its lock."""
        return bool(self.drop) and "is not dropped" in self.drop_error

    @property
    def release_told(self) -> str:
        """The exit code, and why if it is not 0."""
        if self.release is None:
            return "-"
        if self.release == 0:
            return f"{self.part} freed" if self.part else "released"
        if "view only" in self.release_error.lower():
            return f"{self.release}: view only"
        if "set anew" in self.release_error:
            return f"{self.release}: renewed too often"
        return f"{self.release}: {self.release_error}".removesuffix(": ")

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Missing(Exception):
    """The library is not installed."""


@dataclass(frozen=True)
class Holder:
    """A process that holds, and what it tells of itself."""

    process: Process
    key: str
    facts: dict[str, str]
    began_unix_ms: float  # when the process was started


class Trial:
    """Tries one library on servers of its own. Collects all keys that it saw."""

    def __init__(self, library: Library, program: Path | None, turns: int = 0) -> None:
        self.library = library
        self.seen: dict[bytes, tuple[Stored, str]] = {}
        self._program = program
        self._turns = turns
        self._row = Row(
            library.name,
            LANGUAGES[library.language].name,
            library.source(),
            datetime.date.today().isoformat(),
            is_hidden=library.is_hidden,
            hint=library.hint,
            takes_over=library.takes_over,
            store=library.store,
        )
        self._errors = tempfile.TemporaryFile()
        self._got_at: float | None = None  # when the next one had the lock (time.monotonic)

    def run(self) -> Row:
        """All phases; what goes wrong is the row's note."""
        try:
            if self.library.version() is None:
                raise Missing
            with self._server() as server:
                self._hold_and_release(server)
            if self._program is not None and self._row.shown:
                with self._server() as server:
                    self._hold_and_kill(server, self._program)
            if self._program is not None:
                self._try_more(self._program)
        except Missing:
            self._row.note = "not installed"
        except (Gone, RuntimeError) as error:
            self._row.note = f"failed: {error} {self._last_error()}".strip()
        finally:
            self._errors.close()
        return self._row

    def _server(self) -> Server:
        """A server of its own for the next phase."""
        return RedisServer()

    @property
    def key(self) -> str:
        """The key of the lock; empty until there is one."""
        return self._row.key

    def _start(self, role: str, server: Server, *more: str) -> Process:
        command = self.library.command(role, server.url, *more)
        return Process(command, self.library.variables(), self._errors)

    def _hold(self, holder: Process) -> Holder:
        """Waits until the holder holds."""
        facts: dict[str, str] = {}

        def is_held(line: str) -> bool:
            if line.startswith("fact "):
                _, name, value = line.split(" ", 2)
                facts[name] = value
            return line.startswith("held ")

        try:
            line = holder.await_line(is_held, PATIENCE)
        except Gone:
            if holder.exit_code(1) == 77:
                raise Missing from None
            raise
        return Holder(holder, line.text.removeprefix("held "), facts, holder.started_unix_ms)

    def _note_keys(self, server: Server, phase: str) -> list[Stored]:
        assert isinstance(server, RedisServer)
        keys = server.dump()
        for stored in keys:
            self.seen.setdefault(stored.key, (stored, phase))
        return keys

    def _hold_and_release(self, server: Server) -> None:
        if self.library.has_jobs:
            with self._start("jobs", server) as jobs:
                code = jobs.exit_code(PATIENCE)
            if code == 77:
                raise Missing
            if code != 0:
                raise Gone(f"jobs: {code}")
            self._note_keys(server, "after jobs")
        with self._start("hold", server) as process:
            holder = self._hold(process)
            self._row.key = holder.key
            self._describe(self._note_keys(server, "held"))
            if self._program is None:
                return
            locks = self._look(self._program, server, holder)
            with self._start("wait", server) as waiter:
                self._await_waiter(waiter, server)
                lockctl = Lockctl(self._program, server, self._hint())
                if self.library.waiters:
                    self._count_waiters(server, lockctl)
                if locks:
                    self._release(waiter, lockctl, locks)
                    self._notice(holder, server)
            self._note_keys(server, "at the end")

    def _hint(self) -> tuple[str, str] | None:
        hint = self.library.hint
        return None if hint is None else (escape_glob(self._row.key), hint)

    def _look(
        self, program: Path, server: Server, holder: Holder
    ) -> list[dict[str, Any]]:
        """Notes what is listed, and returns the library's locks."""
        found = self._judge(Lockctl(program, server).locks())
        if self.library.hint is not None:
            self._row.unhinted = self._row.format if found else ""
            found = self._judge(Lockctl(program, server, self._hint()).locks())
        if found:
            self._row.holder_checks = self._checks(found[0], holder, server)
        return found

    def _checks(
        self, lock: dict[str, Any], holder: Holder, _server: Server
    ) -> dict[str, bool]:
        return checks(lock, holder)

    def _await_waiter(self, waiter: Process, server: Server) -> None:
        waiter.await_line(lambda text: text == "waiting", PATIENCE)
        self._note_keys(server, "while another waits")

    def _count_waiters(self, server: Server, lockctl: Lockctl) -> None:
        """Starts the other waiters, and looks until as many are told, or for a while."""
        with ExitStack() as others:
            for _ in range(self.library.waiters - 1):
                other = others.enter_context(self._start("wait", server))
                self._await_waiter(other, server)
            self._row.waiting_really = self.library.waiters
            end = time.monotonic() + UNTIL_TOLD
            while True:
                told = lockctl.waiting(self._row.key)
                if told.at_least == self.library.waiters or time.monotonic() > end:
                    break
        self._row.waiting = str(told)

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

    def _judge(self, locks: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Notes what is listed; returns the library's lock if it is, and the rest of its group."""
        self._row.shown = False
        self._row.side_keys_shown = []
        found: list[dict[str, Any]] = []
        for lock in locks:
            if lock["resource"] == self._row.key:
                found.insert(0, lock)
                self._row.shown = True
                self._row.format = lock["format"]
                self._row.certainty = lock["certainty"]
                self._row.holder = holder_of(lock)
            elif not self.is_lock(lock["resource"].encode()):
                self._row.side_keys_shown.append(f"{lock['resource']} ({lock['format']})")
            elif self.library.is_group:
                found.append(lock)
        return found if self._row.shown else []

    def _release(self, waiter: Process, lockctl: Lockctl, locks: list[dict[str, Any]]) -> None:
        for lock in locks:
            for _ in range(TRIES):
                release = lockctl.release(lock)
                if "set anew" not in release.why:
                    break  # else it was renewed between the look and the deletion
            self._row.release, self._row.release_error = release.code, release.why
            self._row.part = release.part
            if release.code != 0:
                return
        try:
            got = waiter.await_line(lambda text: text == "got it", self.library.takes_over)
            self._got_at = got.at
            self._row.woken_ms = max(0, round(1000 * (got.at - release.ended)))
            self._row.waiter = f"{max(0.0, got.at - release.ended):.1f} s"
            if got.at < release.began:
                self._row.waiter = "HAD IT BEFORE"
        except Gone as error:
            self._row.waiter = f"no: {error}"

    def _notice(self, holder: Holder, server: Server) -> None:
        """Asks the holder what it knows of a release, and looks what that does to the next."""
        if self._row.release != 0:
            return
        before = self._stored(server)
        began = time.monotonic()
        told: list[str] = []

        def is_told(line: str) -> bool:
            if line.startswith("lost ") and line not in told:
                told.append(line)
            return line.startswith("notice ")

        if self.library.renewals:
            try:
                holder.process.await_line(lambda line: is_told(line) or bool(told), UNTIL_NOTICED)
            except Gone:
                pass  # it notices nothing, or says nothing
        try:
            holder.process.say("notice")
            answer = holder.process.await_line(is_told, 20.0).text.removeprefix("notice ")
        except Gone as error:
            answer = str(error)
        lost = [f"by itself: {line.removeprefix('lost ')}" for line in told]
        self._row.notice = "; ".join([*lost, *([answer] if answer.strip() else [])])
        after = self._stored(server)
        if before is None or self._row.woken_ms is None:
            return
        lasted = 1000 * (time.monotonic() - began)
        if after is None:
            if before.ttl_ms == -1 or lasted < before.ttl_ms:  # else it has expired
                self._row.harm = "frees the lock of the next"
        elif after.type in ("string", "node") and after.value != before.value:
            self._row.harm = self._harm_of_change

    _harm_of_change = "takes the lock from the next"

    def _stored(self, server: Server) -> Stored | None:
        assert isinstance(server, RedisServer)
        return next((key for key in server.dump() if printable(key.key) == self._row.key), None)

    def _hold_and_kill(self, server: Server, program: Path) -> None:
        with self._start("hold", server) as process:
            key = self._hold(process).key
            with Lockctl(program, server, self._hint()).watch() as watch:
                end = watch_the_end(watch, key, process, self.library.renewals, AFTER_KILL)
        self._row.before_kill = end.before
        self._row.renewals = end.renewals if self.library.renewals else None
        self._row.renewal_interval_ms = end.interval_ms
        if end.is_gone:
            self._row.after_kill = f"expired after {end.seconds:.1f} s"
        elif end.after:
            self._row.after_kill = f"{', '.join(end.after)} after {end.seconds:.1f} s"
        else:
            self._row.after_kill = "nothing new"

    def _try_more(self, program: Path) -> None:
        """What only some are tried for."""
        if self._turns and self.library.scheme is not None:
            with RedisServer() as server:
                self._take_turns(server, program, self.library.scheme)

    def _take_turns(self, server: RedisServer, program: Path, scheme: str) -> None:
        """Half of the turns by the library, and half by ours; both count who else is inside."""
        half = self._turns // 2
        lockctl = Lockctl(program, server)
        script = COUNT_INSIDE.replace("PORT", str(server.port))
        overlaps = done = 0
        with self._start("turns", server, str(half)) as peer:
            for _ in range(half):
                code = lockctl.run(self._row.key, scheme, script)
                if code not in (0, OVERLAP):
                    raise Gone(f"lockctl run: {code}")
                overlaps += code == OVERLAP
                done += 1
            told = peer.await_line(lambda text: text.startswith("turns "), 4 * PATIENCE).text
        _, by_peer, _, seen_by_peer = told.split()
        self._row.turns = done + int(by_peer)
        self._row.overlaps = overlaps + int(seen_by_peer)

    def _last_error(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""


OVERLAP = 99
COUNT_INSIDE = f"""
exec 3<>/dev/tcp/127.0.0.1/PORT
printf 'INCR inside\\r\\n' >&3; read -r entered <&3
read -r -t 0.005 nothing <&3
printf 'DECR inside\\r\\n' >&3; read -r left <&3
[ "${{entered%?}}" = ":1" ] || exit {OVERLAP}
"""


def checks(lock: dict[str, Any], holder: Holder) -> dict[str, bool]:
    """What is told of the holder, and whether it is true of the process that holds."""
    real = {"host": socket.gethostname(), "pid": str(holder.process.pid), **holder.facts}
    told = lock["holders"][0] if lock.get("holders") else lock["holder"]
    since = told.get("since_unix_ms")
    if (told.get("detail") or "").split(" ")[0] != real.get("detail", "").split(" ")[0]:
        real.pop("detail", None)  # another kind of thing
    told_truly: dict[str, bool] = {
        name: str(told[name]) == real[name]
        for name in ("host", "pid", "thread", "detail")
        if told.get(name) is not None and name in real
    }
    if since is not None:
        told_truly["since"] = holder.began_unix_ms - 1000 <= since <= 1000 * time.time()
    return told_truly


def escape_glob(name: str) -> str:
    """A pattern that only this name matches."""
    return re.sub(r"([\\*?\[\]])", r"\\\1", name)


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
