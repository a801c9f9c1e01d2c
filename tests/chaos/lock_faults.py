# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is done to single locks, and to their holders."""
from __future__ import annotations

import random
from typing import Callable

import tokens
from fault import RENEWALS_STOPPED_AFTER, Fault
from masters import Master
from population import Item, Population

HOUR_MS = 3600 * 1000


class LockFaults:
    """Each method applies a fault to a random lock; None if there is none to apply it to."""

    def __init__(self, masters: list[Master], people: Population, dice: random.Random) -> None:
        self._masters = masters
        self._people = people
        self._dice = dice
        self.kinds: dict[str, Callable[[str], Fault | None]] = {
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
        # A thread stands in a queue once.
        waiter = f"waiter-{self._dice.randrange(10**9)}"
        change = self._dice.choice([["RPUSH", queue, waiter], ["DEL", queue]])
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
        told = "; ".join(" ".join(map(_readable, command)) for command in commands)
        places = ", ".join(master.name for master in where)
        return Fault(kind, f"{item.name} on {places}: {told}", touched={item.name})

    def _lock(self, wanted: Callable[[Item], bool]) -> tuple[Item, list[Master]] | None:
        """A lock, and one or all of the masters that store it."""
        items = [item for item in self._people.items.values() if wanted(item)]
        self._dice.shuffle(items)
        for item in items:
            where = [m for m in self._masters if m.answers and m.do("EXISTS", item.name)]
            if where:
                return item, where if self._dice.random() < 0.6 else [self._dice.choice(where)]
        return None


def _is_any(_: Item) -> bool:
    return True


def _is_lock(item: Item) -> bool:
    return item.kind != "other"


def _is_hash(item: Item) -> bool:
    return item.kind.startswith("java")


def _is_string(item: Item) -> bool:
    return not item.kind.startswith("java") and item.kind != "other"


def _readable(word: str | bytes) -> str:
    return word.decode() if isinstance(word, bytes) else word
