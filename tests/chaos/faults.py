# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The faults: what is done to masters and to locks, and how soon it should be told."""
from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Callable

import tokens
from lockctl import RESWEEP
from masters import Master
from population import Item, Population
from renewals import INTERVAL

# How long after a fault the masters and lockctl are compared.
TOLD_AFTER = 2.0
# A push connection or a master that came back: within two seconds, and then it is swept.
BACK_AFTER = 3.0
# A master that becomes a replica "loses its vote within some seconds".
REPLICA_AFTER = 4.0
# All of a usual interval has passed since a renewal was due.
RENEWALS_STOPPED_AFTER = 2 * INTERVAL + 1.5
# What masters tell nobody: the data that a replica got in one go. It is no replica for long enough
# for anybody to ask.
UNTOLD_AFTER = RESWEEP + 2.0
HOUR_MS = 3600 * 1000


@dataclass
class Fault:
    """One fault that was applied."""

    kind: str
    text: str
    wait: float = TOLD_AFTER
    touched: set[str] = field(default_factory=set)  # locks, by name
    lasting: Callable[[], None] | None = None  # ends it: there is something to compare before
    wait_after_end: float = BACK_AFTER


class Faults:
    """Applies faults, each kind as often as the others."""

    def __init__(self, masters: list[Master], people: Population, dice: random.Random) -> None:
        self._masters = masters
        self._people = people
        self._dice = dice
        self._kinds: dict[str, Callable[[str], Fault | None]] = {
            "killed, restarted empty": self._restart_empty,
            "killed, restarted with its data": self._restart_kept,
            "killed, restarted at once": self._restart_at_once,
            "stopped for a while": self._stop,
            "stopped for a moment": self._stop_briefly,
            "FLUSHALL": self._flush_all,
            "FLUSHDB of another database": self._flush_other,
            "CLIENT KILL TYPE pubsub": self._kill_pubsub,
            "CLIENT KILL TYPE normal": self._kill_normal,
            "REPLICAOF, and back": self._replicate,
            "REPLICAOF, and back at once": self._replicate_briefly,
            "notify-keyspace-events changed": self._change_events,
            "PERSIST": self._persist,
            "PEXPIRE shorter": self._shorten,
            "PEXPIRE longer": self._prolong,
            "RENAME": self._rename,
            "DEL": self._delete,
            "type changed": self._change_type,
            "token replaced": self._replace,
            "re-entrance count changed": self._count,
            "waiters come or go": self._change_queue,
            "holder killed": self._kill_holder,
            "renewals ended": self._end_renewals,
        }
        self._bag: list[str] = []

    @property
    def kinds(self) -> list[str]:
        """All kinds."""
        return list(self._kinds)

    def next(self) -> Fault:
        """Applies the next one."""
        while True:
            if not self._bag:
                self._bag = list(self._kinds)
                self._dice.shuffle(self._bag)
            kind = self._bag.pop()
            try:
                fault = self._kinds[kind](kind)
            except RuntimeError:  # a lock that has just expired
                continue
            if fault is not None:
                return fault

    def _up(self) -> Master | None:
        up = [master for master in self._masters if master.answers]
        return self._dice.choice(up) if up else None

    def _lock(self, wanted: Callable[[Item], bool]) -> tuple[Item, list[Master]] | None:
        """A lock, and one or all of the masters that store it."""
        items = [item for item in self._people.items.values() if wanted(item)]
        self._dice.shuffle(items)
        for item in items:
            where = [m for m in self._masters if m.answers and m.do("EXISTS", item.name)]
            if where:
                return item, where if self._dice.random() < 0.6 else [self._dice.choice(where)]
        return None

    def _restart_empty(self, kind: str) -> Fault | None:
        return self._restart(kind, False)

    def _restart_kept(self, kind: str) -> Fault | None:
        return self._restart(kind, True)

    def _restart(self, kind: str, is_kept: bool) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        master.kill(is_kept)
        return Fault(kind, f"{kind}: {master.name}", lasting=master.start)

    def _stop(self, kind: str) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        master.stop()
        return Fault(kind, f"SIGSTOP: {master.name}", lasting=master.go_on)

    def _replicate(self, kind: str) -> Fault | None:
        up = [master for master in self._masters if master.answers]
        if len(up) < 2:
            return None
        master, other = self._dice.sample(up, 2)
        master.follow(other)
        text = f"REPLICAOF: {master.name} of {other.name}"
        return Fault(kind, text, REPLICA_AFTER, lasting=master.lead, wait_after_end=REPLICA_AFTER)

    def _restart_at_once(self, kind: str) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        is_kept = self._dice.random() < 0.5
        master.kill(is_kept)
        master.start()
        how = "with its data" if is_kept else "empty"
        return Fault(kind, f"{kind} {how}: {master.name}", BACK_AFTER)

    def _stop_briefly(self, kind: str) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        master.stop()
        time.sleep(self._dice.uniform(0.1, 1.5))
        master.go_on()
        return Fault(kind, f"{kind}: {master.name}", BACK_AFTER)

    def _replicate_briefly(self, kind: str) -> Fault | None:
        up = [master for master in self._masters if master.answers]
        if len(up) < 2:
            return None
        master, other = self._dice.sample(up, 2)
        master.follow(other)
        end = time.monotonic() + 5
        while b"master_link_status:up" not in master.do("INFO", "replication"):
            if time.monotonic() > end:
                break
            time.sleep(0.05)
        master.lead()
        return Fault(kind, f"{kind}: {master.name} of {other.name}", UNTOLD_AFTER)

    def _on_master(self, kind: str, wait: float, *commands: list[str]) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        for command in commands:
            master.do(*command)
        told = "; ".join(" ".join(command) for command in commands)
        return Fault(kind, f"{master.name}: {told}", wait)

    def _flush_all(self, kind: str) -> Fault | None:
        return self._on_master(kind, TOLD_AFTER, ["FLUSHALL"])

    def _flush_other(self, kind: str) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        master.do_in_database(3, ["SET", "lock:elsewhere", "1"], ["FLUSHDB"])
        return Fault(kind, f"{master.name}: SELECT 3; SET lock:elsewhere 1; FLUSHDB")

    def _kill_pubsub(self, kind: str) -> Fault | None:
        return self._on_master(kind, BACK_AFTER, ["CLIENT", "KILL", "TYPE", "pubsub"])

    def _kill_normal(self, kind: str) -> Fault | None:
        return self._on_master(kind, BACK_AFTER, ["CLIENT", "KILL", "TYPE", "normal"])

    def _change_events(self, kind: str) -> Fault | None:
        setting = ["CONFIG", "SET", "notify-keyspace-events"]
        return self._on_master(kind, TOLD_AFTER, [*setting, "KEA"], [*setting, ""])

    def _on_lock(
        self, kind: str, wanted: Callable[[Item], bool], *commands: list[str | bytes]
    ) -> Fault | None:
        """Runs commands on a lock; `{}` in them stands for its name."""
        found = self._lock(wanted)
        if found is None:
            return None
        item, where = found
        for master in where:
            for command in commands:
                master.do(*(item.name if word == "{}" else word for word in command))
        told = "; ".join(" ".join(str(word) for word in command) for command in commands)
        places = ", ".join(master.name for master in where)
        return Fault(kind, f"{item.name} on {places}: {told}", touched={item.name})

    def _persist(self, kind: str) -> Fault | None:
        return self._on_lock(kind, _is_lock, ["PERSIST", "{}"])

    def _shorten(self, kind: str) -> Fault | None:
        ttl = self._dice.choice([100, 1500, 5000, 15000])
        return self._on_lock(kind, _is_lock, ["PEXPIRE", "{}", str(ttl)])

    def _prolong(self, kind: str) -> Fault | None:
        ttl = self._dice.choice([HOUR_MS, 5 * HOUR_MS, 30 * HOUR_MS])
        return self._on_lock(kind, _is_lock, ["PEXPIRE", "{}", str(ttl)])

    def _rename(self, kind: str) -> Fault | None:
        new = f"lock:renamed:{self._dice.randrange(10**6)}"
        fault = self._on_lock(kind, _is_lock, ["RENAME", "{}", new])
        if fault is not None:
            for name in list(fault.touched):
                self._people.rename(name, new)
            fault.touched.add(new)
        return fault

    def _delete(self, kind: str) -> Fault | None:
        return self._on_lock(kind, _is_any, ["DEL", "{}"])

    def _change_type(self, kind: str) -> Fault | None:
        change: list[str | bytes] = self._dice.choice(
            [["LPUSH", "{}", "x"], ["SADD", "{}", "x"], ["HSET", "{}", "colour", "red"]]
        )
        if self._dice.random() < 0.3:
            change = ["SET", "{}", tokens.new_uuid(self._dice), "PX", "90000"]
            return self._on_lock(kind, _is_hash, ["DEL", "{}"], change)
        return self._on_lock(kind, _is_lock, ["DEL", "{}"], change)

    def _replace(self, kind: str) -> Fault | None:
        value = tokens.new_any(self._dice)
        how = self._dice.choice([["KEEPTTL"], ["PX", "45000"], []])
        return self._on_lock(kind, _is_string, ["SET", "{}", value, *how])

    def _count(self, kind: str) -> Fault | None:
        found = self._lock(_is_hash)
        if found is None:
            return None
        item, where = found
        change = self._dice.choice([1, 1, -1])
        for master in where:
            if master.do("TYPE", item.name) == b"hash":
                fields = master.do("HKEYS", item.name)
                # Who gives it up for the last time deletes it.
                if master.do("HINCRBY", item.name, fields[0], str(change)) < 1:
                    master.do("DEL", item.name)
        places = ", ".join(master.name for master in where)
        return Fault(kind, f"{item.name} on {places}: HINCRBY {change}", touched={item.name})

    def _change_queue(self, kind: str) -> Fault | None:
        found = self._lock(lambda item: item.kind == "java")
        if found is None:
            return None
        queue = tokens.queue_of(found[0].name)
        change = self._dice.choice([["RPUSH", queue, "one"], ["DEL", queue]])
        for master in self._masters:
            if master.answers:
                master.do(*change)
        return Fault(kind, f"{' '.join(change)} on all", touched={found[0].name})

    def _kill_holder(self, kind: str) -> Fault | None:
        found = self._lock(lambda item: item.holder is not None)
        if found is None:
            return None
        self._people.end_holder(found[0])
        return Fault(kind, f"holder of {found[0].name}", touched={found[0].name})

    def _end_renewals(self, kind: str) -> Fault | None:
        found = self._lock(lambda item: item.renewal is not None and not item.renewal.stopped)
        if found is None:
            return None
        item = found[0]
        assert item.renewal is not None
        item.renewal.stop()
        return Fault(kind, f"renewals of {item.name}", RENEWALS_STOPPED_AFTER, {item.name})


def _is_any(_: Item) -> bool:
    return True


def _is_lock(item: Item) -> bool:
    return item.kind != "other"


def _is_hash(item: Item) -> bool:
    return item.kind.startswith("java")


def _is_string(item: Item) -> bool:
    return not item.kind.startswith("java") and item.kind != "other"
