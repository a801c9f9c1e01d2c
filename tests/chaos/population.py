# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Locks of several libraries, and keys that are none, on all masters. What is lost comes anew."""
from __future__ import annotations

import random
import subprocess
import time
from dataclasses import dataclass
from typing import Callable, Collection, Iterable, Mapping

import tokens
from lockctl import Lockctl
from masters import Master
from processes import CHILDREN
from redis_connection import Connection
from renewals import HOLD_TTL_MS, Renewal, Renewer

RENEWED_TTL_MS = 20_000
MEANT_FOR_FEW = {"leftover", "torn", "outvoted", "other"}
MADE_ANEW = 8
ODD_ENDINGS = ["", "", "", " [*]?", "\\", ":\N{LATIN SMALL LETTER E}\N{COMBINING ACUTE ACCENT}"]
ODD_ENDINGS += [":{tag}", ":<b>\"'"]


@dataclass
class Item:
    """A name of the population."""

    kind: str
    name: str
    holder: subprocess.Popen[bytes] | None = None
    renewal: Renewal | None = None


class Population:
    """Creates locks, has some of them renewed, and ends their holders."""

    def __init__(self, masters: list[Master], lockctl: Lockctl, dice: random.Random) -> None:
        self.items: dict[str, Item] = {}
        self.renewer = Renewer(masters)
        self._masters = masters
        self._lockctl = lockctl
        self._dice = dice
        self._serial = 0
        self._free: dict[str, list[str]] = {}
        self._named: dict[int, Connection] = {}
        self._wanted: list[tuple[str, int, Callable[[Item], None]]] = [
            ("order", 12, self._add_redlock),
            ("renewed", 6, self._add_renewed),
            ("hold", 4, self._add_hold),
            ("owned", 6, self._add_owned),
            ("reborn", 2, self._add_reborn),
            ("abroad", 2, self._add_abroad),
            ("python", 7, self._add_redis_py),
            ("java", 6, self._add_redisson),
            ("java-renewed", 2, self._add_redisson_renewed),
            ("stamp", 3, self._add_stamp),
            ("leftover", 4, self._add_leftover),
            ("torn", 3, self._add_torn),
            ("outvoted", 3, self._add_outvoted),
            ("python-plain", 3, self._add_redis_py),
            ("java-plain", 3, self._add_redisson),
            ("brief", 3, self._add_brief),
            ("other", 8, self._add_other),
        ]

    def fill(self, stored: Mapping[str, Collection[str]]) -> None:
        """Adds what is missing of each kind; `stored` tells by which masters each name is stored.

        A name that is not stored any more is taken again, and so are some that too few store.
        """
        quorum = len(self._masters) // 2 + 1
        for name in [name for name in self.items if name not in stored]:
            self._drop(name)
        eroded = [
            item
            for item in self.items.values()
            if item.kind not in MEANT_FOR_FEW and len(stored[item.name]) < quorum
        ]
        for item in self._dice.sample(eroded, min(MADE_ANEW, len(eroded))):
            self._drop(item.name)
            for master in self._masters:
                master.do("DEL", item.name)
        for kind, count, add in self._wanted:
            missing = count - sum(item.kind == kind for item in self.items.values())
            for _ in range(missing):
                item = Item(kind, self._name(kind))
                self.items[item.name] = item
                add(item)

    def rename(self, name: str, new: str) -> None:
        """The name's lock has another now; nobody renews it."""
        item = self.items.pop(name)
        self._end(item)
        self.items[new] = Item(item.kind, new)

    def end_holder(self, item: Item) -> None:
        """kill -9."""
        if item.holder is not None:
            CHILDREN.end(item.holder)
            item.holder = None

    def close(self) -> None:
        """Ends all that goes on."""
        self.renewer.close()
        for item in self.items.values():
            self.end_holder(item)

    def _name(self, kind: str) -> str:
        free = self._free.setdefault(kind, [])
        if free and self._dice.random() < 0.5:
            return free.pop()
        self._serial += 1
        if kind == "other":
            return f"cache:page:{self._serial}"
        if kind.endswith("-plain"):
            return f"{tokens.SAYS_NOTHING}{kind.removesuffix('-plain')}:{self._serial}"
        return f"lock:{kind}:{self._serial}{self._dice.choice(ODD_ENDINGS)}"

    def _drop(self, name: str) -> None:
        item = self.items.pop(name)
        self._end(item)
        # The watch takes a name that is taken again and again for a lock's, whatever it says.
        if not item.kind.endswith("-plain"):
            self._free.setdefault(item.kind, []).append(name)

    def _end(self, item: Item) -> None:
        if item.holder is not None:
            connection = self._named.pop(item.holder.pid, None)
            if connection is not None:
                connection.close()
        self.end_holder(item)
        if item.renewal is not None:
            item.renewal.stop()

    def _set(self, item: Item, value: bytes, ttl_ms: int | None, where: Iterable[Master]) -> None:
        for master in where:
            ttl = [] if ttl_ms is None else ["PX", str(ttl_ms)]
            master.do("SET", item.name, value, *ttl)

    def _quorum_or_more(self) -> list[Master]:
        count = self._dice.randint(len(self._masters) // 2 + 1, len(self._masters))
        return self._dice.sample(self._masters, count)

    def _ttl(self) -> int:
        return self._dice.randint(60, 600) * 1000

    def _add_redlock(self, item: Item) -> None:
        self._set(item, tokens.new_uuid(self._dice), self._ttl(), self._quorum_or_more())

    def _add_renewed(self, item: Item) -> None:
        value = tokens.new_uuid(self._dice)
        self._set(item, value, RENEWED_TTL_MS, self._masters)
        item.renewal = self.renewer.renew(item.name, value, "", RENEWED_TTL_MS)

    def _add_hold(self, item: Item) -> None:
        item.holder = self._lockctl.hold(item.name, f"{HOLD_TTL_MS}ms")

    def _sleeper(self) -> subprocess.Popen[bytes]:
        return CHILDREN.start(["sleep", "86400"], stdin=subprocess.DEVNULL)

    def _add_owned(self, item: Item) -> None:
        item.holder = self._sleeper()
        value = tokens.new_lk1(self._dice, item.holder, is_late=False)
        told = tokens.tell(item.name, "string", value, None)
        if told is not None and self._dice.random() < 0.5:
            connection = Connection(self._dice.choice(self._masters).socket)
            connection.ask("CLIENT", "SETNAME", told.connection_name)
            self._named[item.holder.pid] = connection
        ttl = self._dice.choice([None, self._ttl()])
        self._set(item, value, ttl, self._quorum_or_more())

    def _add_reborn(self, item: Item) -> None:
        item.holder = self._sleeper()
        value = tokens.new_lk1(self._dice, item.holder, is_late=True)
        self._set(item, value, self._ttl(), self._masters)

    def _add_abroad(self, item: Item) -> None:
        self._set(item, tokens.new_lk1(self._dice, None, False), self._ttl(), self._masters)

    def _add_redis_py(self, item: Item) -> None:
        ttl = self._dice.choice([None, self._ttl()])
        self._set(item, tokens.new_redis_py(), ttl, self._quorum_or_more())

    def _add_hash(self, item: Item, ttl_ms: int | None) -> bytes:
        owner = tokens.new_redisson(self._dice)
        count = str(self._dice.randint(1, 3))
        for master in self._masters:
            master.do("HSET", item.name, owner, count)
            if ttl_ms is not None:
                master.do("PEXPIRE", item.name, str(ttl_ms))
        return owner

    def _add_redisson(self, item: Item) -> None:
        self._add_hash(item, self._dice.choice([None, self._ttl()]))

    def _add_redisson_renewed(self, item: Item) -> None:
        owner = self._add_hash(item, RENEWED_TTL_MS)
        item.renewal = self.renewer.renew(item.name, b"", owner, RENEWED_TTL_MS)

    def _add_leftover(self, item: Item) -> None:
        where = self._dice.sample(self._masters, self._dice.randint(1, len(self._masters) // 2))
        ttl = self._dice.choice([None, self._ttl()])
        self._set(item, tokens.new_uuid(self._dice), ttl, where)

    def _add_torn(self, item: Item) -> None:
        some = self._dice.sample(self._masters, len(self._masters))
        for place in range(0, len(some), len(some) // 2):
            ttl = self._dice.choice([None, self._ttl()])
            self._set(item, tokens.new_any(self._dice), ttl, some[place : place + len(some) // 2])

    def _add_outvoted(self, item: Item) -> None:
        some = self._dice.sample(self._masters, len(self._masters))
        quorum = len(some) // 2 + 1
        self._set(item, tokens.new_any(self._dice), self._ttl(), some[:quorum])
        self._set(item, tokens.new_any(self._dice), self._ttl(), some[quorum:])

    def _add_stamp(self, item: Item) -> None:
        ends = str(int(time.time()) + self._dice.randint(5, 60))
        self._set(item, ends.encode(), None, self._masters)

    def _add_brief(self, item: Item) -> None:
        ttl = self._dice.randint(1000, 6000)
        self._set(item, tokens.new_uuid(self._dice), ttl, self._masters)

    def _add_other(self, item: Item) -> None:
        for master in self._quorum_or_more():
            kind = self._dice.randrange(4)
            if kind == 0:
                master.do("SET", item.name, f'{{"at": {time.time()}, "page": "<p>"}}')
            elif kind == 1:
                master.do("RPUSH", item.name, "a", "b")
            elif kind == 2:
                master.do("INCR", item.name)
            else:
                master.do("HSET", item.name, "colour", "red")
