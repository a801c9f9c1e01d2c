# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is true: read from all masters directly, and counted by the rules of docs/observation.md."""
from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import tokens
from masters import Master, Reading
from tokens import Told

MAX_LEASE_MS = 24 * 3600 * 1000
ENDING_MS = 3000


@dataclass(frozen=True)
class Key:
    """What one master stores under a name."""

    kind: str
    value: Any
    ends_ms: float | None  # Unix time; None: never

    @property
    def token(self) -> str:
        """The fingerprint."""
        return tokens.fingerprint(self.kind, self.value)

    def tell(self, name: str) -> Told | None:
        """What it tells as a lock of this name; None if it is none."""
        ttl_ms = None if self.ends_ms is None else self.ends_ms - time.time() * 1000
        return tokens.tell(name, self.kind, self.value, ttl_ms)


@dataclass
class Lock:
    """A resource as it should be told; `votes` has a key for each master that stores a token."""

    verdict: str
    token: str | None
    votes: dict[str, Key]
    ends_ms: float | None = None  # (held) when its quorum is lost; None: never
    told: Told = field(default_factory=lambda: Told(None))
    required: set[str] = field(default_factory=set)
    allowed: set[str] = field(default_factory=set)
    queues: set[int] = field(default_factory=set)  # how many wait, on the masters that store it
    is_ambiguous: bool = False  # what counts as a token depends on what was seen first

    def traits(self) -> set[str]:
        """What is special about it, for the summary."""
        return {self.verdict, f"format {self.told.format}", *self.required}


@dataclass
class Truth:
    """All masters at about one moment."""

    at_ms: float
    answering: set[str]
    keys: dict[str, dict[str, Key]]  # by name, by master
    locks: dict[str, Lock]  # as one look should tell them
    watched: dict[str, Lock]  # the same, as told by who knows what silent masters stored
    clients: set[str]  # names of connections

    @property
    def others(self) -> tuple[int, int]:
        """The least and the largest number of names that are neither locks nor belong to one."""
        queues = sum(name.startswith(tokens.QUEUE) for name in self.keys)
        least = len(self.keys) - len(self.locks) - queues
        return least, least + sum(lock.is_ambiguous for lock in self.locks.values())


def read(masters: list[Master]) -> Truth:
    """Asks all masters that should have a vote."""
    keys: dict[str, dict[str, Key]] = {}
    silent: dict[str, dict[str, Key]] = {}
    clients: set[str] = set()
    answering = set()
    for master in masters:
        if not master.answers:
            _add_keys(silent, master.name, master.last_read)
            continue
        answering.add(master.name)
        _add_keys(keys, master.name, master.read())
        for line in master.do("CLIENT", "LIST").decode().splitlines():
            clients.update(part[5:] for part in line.split() if part.startswith("name="))
    unanswered = len(masters) - len(answering)
    locks: dict[str, Lock] = {}
    watched: dict[str, Lock] = {}
    for name, stored in keys.items():
        queue = keys.get(tokens.queue_of(name), {})
        lengths = {master: key.value for master, key in queue.items() if key.kind == "list"}
        for found, remembered in ((locks, {}), (watched, silent.get(name, {}))):
            lock = judge(name, stored, len(masters), unanswered, remembered)
            if lock is not None:
                lock.queues = {lengths.get(master, 0) for master in lock.votes}
                found[name] = lock
    return Truth(time.time() * 1000, answering, keys, locks, watched, clients)


def _add_keys(keys: dict[str, dict[str, Key]], master: str, reading: Reading) -> None:
    for name, kind, value, ttl in reading.found:
        if kind == b"none":
            continue
        ends = None if ttl < 0 else reading.at_ms + ttl
        keys.setdefault(name.decode(), {})[master] = Key(kind.decode(), value, ends)


def judge(
    name: str, stored: dict[str, Key], masters: int, silent: int, remembered: dict[str, Key]
) -> Lock | None:
    """Counts the votes; None if nobody stores a lock.

    `remembered` is what silent masters stored. It counts only for which of the tokens leads, and
    for what counts as one.
    """
    locks = {master: key for master, key in stored.items() if key.tell(name)}
    if not locks:
        return None
    types = {key.kind for key in locks.values()}
    foreign = {master: key for master, key in stored.items() if master not in locks}
    quorum = masters // 2 + 1
    counts = Counter(key.token for key in locks.values())
    failed = Counter(key.token for key in remembered.values() if key.tell(name))
    leader = min(counts, key=lambda one: (-counts[one] - failed[one], -counts[one], one))
    most = max(counts.values())
    lock = Lock("split", leader, locks)
    unlike = [*foreign.values(), *(key for key in remembered.values() if not key.tell(name))]
    lock.is_ambiguous = any(key.kind in types for key in unlike)
    if most >= quorum:
        lock.verdict = "held"
    elif most + silent >= quorum:
        lock.verdict = "unknown"
    elif len(counts) == 1:
        lock.verdict = "minority"
    value = next(key for key in locks.values() if key.token == leader)
    lock.told = value.tell(name) or Told(None)
    _find_evidence(name, lock, quorum)
    if foreign:
        lock.required.add("wrong-type")
    return lock


def _find_stated_expiry(lock: Lock, is_relied_on: bool) -> None:
    """Of a value that says when it expires: others rely on that while there is no TTL."""
    if lock.told.expires_ms is None:
        return
    past_ms = time.time() * 1000 - lock.told.expires_ms
    unclear_ms = 3000
    if past_ms < unclear_ms:
        if past_ms > 0:
            lock.allowed |= (lock.required & {"never-expires"}) | {"expired-by-own-timestamp"}
        lock.required.discard("never-expires")
    elif is_relied_on:
        lock.required.add("expired-by-own-timestamp")


def _find_outvoted(name: str, lock: Lock) -> None:
    """Tokens that are stored beside the one that has a quorum, but for those of ended processes."""
    others = []
    for key in lock.votes.values():
        told = key.tell(name) or Told(None)
        if key.token != lock.token and not (key.ends_ms and tokens.is_process_gone(told)):
            others.append(key)
    if not others:
        return
    ends = [key.ends_ms for key in others]
    is_ending = None not in ends and max(ends) - time.time() * 1000 < ENDING_MS
    (lock.allowed if is_ending else lock.required).add("outvoted-token")


def _find_evidence(name: str, lock: Lock, quorum: int) -> None:
    """What must be said of it, and what else may be."""
    ends = [key.ends_ms for key in lock.votes.values() if key.token == lock.token]
    if lock.verdict == "held":
        forever = float("inf")
        last = sorted((forever if end is None else end for end in ends), reverse=True)[quorum - 1]
        lock.ends_ms = None if last == forever else last
        if lock.ends_ms is None:
            lock.required.add("never-expires")
    if lock.verdict in ("minority", "split"):
        name = "minority-leftover" if lock.verdict == "minority" else "split"
        all_ends = [key.ends_ms for key in lock.votes.values()]
        # What expires at once on all masters need not be told.
        is_ending = None not in all_ends and max(all_ends) - time.time() * 1000 < ENDING_MS
        (lock.allowed if is_ending else lock.required).add(name)
        if None in ends:
            lock.required.add("never-expires")
        elif lock.verdict == "split" and any(k.ends_ms is None for k in lock.votes.values()):
            lock.required.add("never-expires")
    if lock.verdict == "held":
        _find_outvoted(name, lock)
        # What masters store now does not tell whose lease they lost.
        lock.allowed.add("may-be-held-twice")
    _find_stated_expiry(lock, None in ends)
    if lock.told.format == "lk1" and tokens.is_process_gone(lock.told):
        lock.required.add("holder-process-gone")
    now_ms = time.time() * 1000
    if any(key.ends_ms and key.ends_ms - now_ms > MAX_LEASE_MS for key in lock.votes.values()):
        lock.required.add("ttl-too-large")
