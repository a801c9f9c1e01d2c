# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One library of ZooKeeper, from its first node to its holder's death."""
from __future__ import annotations

import re
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lockctl import Lockctl
from processes import Gone, Process
from redis_server import Stored
from trial import PATIENCE, UUID, Holder, Server, Trial, checks
from zookeeper_connection import Node
from zookeeper_server import Change, ZooKeeperServer

UNTIL_HEARD = 3.0  # for what a holder is asked
UNTIL_REACTION = 2.0  # of one who was dropped, while the lock is held
UNTIL_END = 8.0  # of the same, once nobody holds the lock any more


@dataclass(frozen=True)
class Waiter:
    """A process that waits, and its session."""

    process: Process
    session: str


class NodeTrial(Trial):
    """Tries one library on ZooKeeper servers of its own."""

    _harm_of_change = "frees the lock of the next"  # that stores a time, which is over then
    _next = ""  # the session of the one who gets the lock
    _fencing: int | None = None  # the number that the first holder has

    def _server(self) -> Server:
        return ZooKeeperServer()

    def _hold_and_release(self, server: Server) -> None:
        assert isinstance(server, ZooKeeperServer)
        with self._start("hold", server) as process, ExitStack() as others:
            holder = self._hold(process)
            self._row.key = holder.key
            self._describe_node(server, holder)
            if self._program is None:
                return
            locks = self._look(self._program, server, holder)
            lockctl = Lockctl(self._program, server)
            count = max(1, self.library.waiters)
            waiters = [self._enter(others, server) for _ in range(count)]
            self._next = waiters[0].session
            if self.library.waiters:
                self._compare_queue(lockctl, waiters)
            if not locks:
                return
            if self.library.is_asked:
                self._ask(server, holder, lockctl, locks[0])
            last = waiters[-1] if self.library.waiters else None
            before = self._drop(server, lockctl, last) if last else None
            self._free(server, holder, waiters[0], lockctl, locks)
            if last and before is not None and not self._row.dropped:
                self._follow(server, lockctl, last)

    def _enter(self, others: ExitStack, server: ZooKeeperServer) -> Waiter:
        """Starts one who waits, and awaits its place in the queue if it has one."""
        process = others.enter_context(self._start("wait", server))
        facts: dict[str, str] = {}

        def is_ready(line: str) -> bool:
            if line.startswith("fact "):
                facts[line.split(" ")[1]] = line.split(" ", 2)[2]
            elif line == "waiting":
                facts[line] = ""
            return "session" in facts and "waiting" in facts

        process.await_line(is_ready, PATIENCE)
        waiter = Waiter(process, facts["session"])
        end = time.monotonic() + PATIENCE
        while self.library.waiters and not self._owned(server, waiter.session):
            if time.monotonic() > end:
                raise Gone("a waiter makes no node")
        return waiter

    @staticmethod
    def _owned(server: ZooKeeperServer, session: str) -> list[Node]:
        return [node for node in server.nodes() if node.session == session]

    def _held_node(self, server: ZooKeeperServer, session: str) -> Node | None:
        """The node by which a session holds, or the lock's own if no session ends it."""
        key = self._row.key
        nodes = [node for node in server.nodes() if f"{node.path}/".startswith(f"{key}/")]
        owned = [node for node in nodes if node.session == session]
        leases = [node for node in owned if "-lease-" in node.path]
        if not self.library.waiters:
            return next((node for node in nodes if node.path == key), None)
        return next(iter(leases or owned), None)

    def _describe_node(self, server: ZooKeeperServer, holder: Holder) -> None:
        for stored in server.nodes():
            key = stored.path.encode()
            self.seen.setdefault(key, (Stored(key, "node", stored.data, -1), "held"))
        node = self._held_node(server, holder.facts["session"])
        if node is None:
            raise Gone(f"no node for {self._row.key} among {[n.path for n in server.nodes()]}")
        self._row.type = "node"
        self._row.value = form_of_name(node.path.removeprefix(self._row.key).lstrip("/"))

    def _checks(self, lock: dict[str, Any], holder: Holder, server: Server) -> dict[str, bool]:
        assert isinstance(server, ZooKeeperServer)
        told_truly = checks(lock, holder)
        self._fencing = fencing_of(lock)
        told = lock["holders"][0] if lock.get("holders") else lock["holder"]
        node = self._held_node(server, holder.facts["session"])
        if session := session_of(told):
            told_truly["session"] = session == holder.facts["session"]
        if told.get("app") is not None:
            told_truly["app"] = told["app"] == holder.facts.get("app")
        if self._fencing is not None:
            told_truly["fencing"] = node is not None and self._fencing in (node.czxid, node.mzxid)
        return told_truly

    def _compare_queue(self, lockctl: Lockctl, waiters: list[Waiter]) -> None:
        told = lockctl.queue(self._row.key)
        real = [waiter.session for waiter in waiters]
        sessions = [session_of(waiter) for waiter in told]
        self._row.waiting_really = len(real)
        self._row.waiting = str(len(told)) if told else "not told"
        self._row.is_in_order = sessions == real

    def _ask(
        self, server: ZooKeeperServer, holder: Holder, lockctl: Lockctl, lock: dict[str, Any]
    ) -> None:
        node = self._held_node(server, holder.facts["session"])
        assert node is not None
        change = Change(server, node.path)
        told = lockctl.ask(lock)
        if told.code != 0:
            self._row.asked = "refused" if not self.library.hears_asks else f"FAILED: {told.why}"
            return
        try:
            heard = holder.process.await_line(lambda line: line == "asked", UNTIL_HEARD)
            delay = round(1000 * (heard.at - change.when(1.0)))
            self._row.asked = f"heard after {max(0, delay)} ms"
        except Gone:
            self._row.asked = "not heard"

    def _drop(self, server: ZooKeeperServer, lockctl: Lockctl, last: Waiter) -> list[str] | None:
        """Drops the last one, and looks what it does while the lock is still held."""
        before = [node.path for node in self._owned(server, last.session)]
        told = next(
            (one for one in lockctl.queue(self._row.key) if session_of(one) == last.session), None
        )
        if told is None:
            return None
        dropped = lockctl.drop(self._row.key, told["id"])
        self._row.drop, self._row.drop_error = dropped.code, dropped.why
        if dropped.code != 0:
            return None
        end = time.monotonic() + UNTIL_REACTION
        while time.monotonic() < end and not self._row.dropped:
            self._row.dropped = self._outcome(server, last, before, 0.1)
        if self._row.dropped:
            self._row.dropped = f"at once: {self._row.dropped}"
        return before

    def _outcome(
        self, server: ZooKeeperServer, last: Waiter, before: list[str], patience: float
    ) -> str:
        """What one who was dropped has done; empty: nothing."""
        try:
            line = last.process.await_line(
                lambda text: text.startswith(("got it", "failed ", "lost ")), patience
            ).text
        except Gone as gone:
            if "ended" in str(gone):
                return str(gone)
            new = [n for n in self._owned(server, last.session) if n.path not in before]
            return "queues anew" if new else ""
        if line != "got it":
            return f"fails: {line.split(' ', 1)[1]}"
        has_node = self._held_node(server, last.session) is not None
        return "gets the lock by a new node" if has_node else "TAKES THE LOCK WITHOUT A NODE"

    def _free(
        self,
        server: ZooKeeperServer,
        holder: Holder,
        first: Waiter,
        lockctl: Lockctl,
        locks: list[dict[str, Any]],
    ) -> None:
        """Frees the lock, and notes how long after the change on the server the next one has it."""
        node = self._held_node(server, holder.facts["session"])
        assert node is not None
        change = Change(server, node.path)
        self._release(first.process, lockctl, locks)
        if self._row.release == 0 and self._got_at is not None:
            self._row.woken_ms = max(0, round(1000 * (self._got_at - change.when(1.0))))
            self._compare_fencing(lockctl)
        self._notice(holder, server)

    def _compare_fencing(self, lockctl: Lockctl) -> None:
        """The next holder's number has to be the higher one."""
        lock = next((one for one in lockctl.locks() if one["resource"] == self._row.key), None)
        number = fencing_of(lock) if lock else None
        if number is not None and self._fencing is not None and number <= self._fencing:
            self._row.holder_checks["fencing"] = False

    def _follow(self, server: ZooKeeperServer, lockctl: Lockctl, last: Waiter) -> None:
        """Frees the lock of the next as well, and looks what the one who was dropped does."""
        lock = next((one for one in lockctl.locks() if one["resource"] == self._row.key), None)
        if lock is None or lockctl.release(lock).code != 0:
            self._row.dropped = "not seen: the next one's lock was not freed"
            return
        end = time.monotonic() + UNTIL_END
        reaction = ""
        while time.monotonic() < end and not reaction.startswith(("gets", "TAKES", "fails")):
            reaction = self._outcome(server, last, [], 0.2) or reaction
        self._row.dropped = reaction or "waits for ever"

    def _try_more(self, program: Path) -> None:
        if self.library.waiters and self._row.shown:
            with ZooKeeperServer() as server:
                self._drop_first(server, program)

    def _drop_first(self, server: ZooKeeperServer, program: Path) -> None:
        """Drops the first one who waits, frees the lock, and looks who gets it."""
        with self._start("hold", server) as process, ExitStack() as others:
            self._hold(process)
            waiters = [self._enter(others, server) for _ in range(2)]
            lockctl = Lockctl(program, server)
            told = lockctl.queue(self._row.key)
            if session_of(told[0]) != waiters[0].session:
                raise Gone("the first one who waits is not told first")
            if lockctl.drop(self._row.key, told[0]["id"]).code != 0:
                self._row.first_dropped = "refused"
                return
            lock = next(one for one in lockctl.locks() if one["resource"] == self._row.key)
            released = lockctl.release(lock)
            if released.code != 0:
                raise Gone(f"release: {released.why}")
            self._row.first_dropped = self._winners(waiters)

    @staticmethod
    def _winners(waiters: list[Waiter]) -> str:
        end = time.monotonic() + UNTIL_END / 2
        got = []
        for waiter in waiters:
            try:
                left = max(0.1, end - time.monotonic())
                waiter.process.await_line(lambda text: text == "got it", left)
                got.append(waiter)
            except Gone:
                pass
        if len(got) == len(waiters):
            return "BOTH HAVE THE LOCK"
        if not got:
            return "NOBODY GETS THE LOCK"
        return "the second" if got[0] is waiters[1] else "THE FIRST IN SPITE OF IT"

    def _stored(self, server: Server) -> Stored | None:
        """The node of the one who got the lock."""
        assert isinstance(server, ZooKeeperServer)
        node = self._held_node(server, self._next)
        return node and Stored(node.path.encode(), "node", node.data, -1)


def fencing_of(lock: dict[str, Any]) -> int | None:
    """The fencing number that is told of the holder."""
    told = lock["holders"][0] if lock.get("holders") else lock["holder"]
    found = re.search(r"fencing number (\d+)", told.get("detail") or "")
    return int(found[1]) if found else None


def session_of(told: dict[str, Any]) -> str:
    """Of a holder or waiter, by what is told of it."""
    found = re.search(r"session (0x[0-9a-f]+)", told.get("detail") or "")
    return found[1] if found else ""


def form_of_name(name: str) -> str:
    """The shape of a node's name."""
    shape = re.sub(UUID, "<uuid>", name)
    shape = re.sub(r"[0-9a-f]{32}", "<hex>", shape)
    return re.sub(r"\d{10}$", "<number>", shape) or "."
