# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Renews locks at a steady interval. Each master has a thread of its own: one may hang."""
from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from masters import Master
from redis_connection import Connection

INTERVAL = 2.0
HOLD_TTL_MS = 9_000  # that `lockctl acquire --hold` renews
TICK = 0.05
RENEW = """
if ARGV[2] ~= '' then
  if redis.call('TYPE', KEYS[1]).ok == 'hash' and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 1 then
    return redis.call('PEXPIRE', KEYS[1], ARGV[3])
  end
elseif redis.call('TYPE', KEYS[1]).ok == 'string' and redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return 0
"""


@dataclass
class Renewal:
    """A lock that is renewed: a string's token, or the field of a hash."""

    name: str
    value: bytes
    owner: bytes | str
    ttl_ms: int
    began: float = field(default_factory=time.monotonic)
    stopped: float | None = None
    times: dict[str, list[float]] = field(default_factory=dict)  # by master: when it was renewed
    rounds: dict[str, int] = field(default_factory=dict)  # by master: how often it was tried

    def stop(self) -> None:
        """Its holder renews it no more."""
        if self.stopped is None:
            self.stopped = time.monotonic()

    def is_steady(self, since: float) -> bool:
        """Whether no master, of those that were asked, has had to wait for it since then."""
        now = time.monotonic()
        if self.stopped is not None or since < self.began + INTERVAL or not self.times:
            return False
        for times in self.times.values():
            kept = [at for at in times if at >= since]
            gaps = [b - a for a, b in zip([since, *kept], [*kept, now])]
            if max(gaps) > 1.3 * INTERVAL:
                return False
        return True


class Renewer:
    """All renewals, on all masters."""

    def __init__(self, masters: list[Master]) -> None:
        self._lock = threading.Lock()
        self._renewals: list[Renewal] = []
        self._is_over = threading.Event()
        self._threads = []
        for master in masters:
            thread = threading.Thread(target=self._run, args=(master,), daemon=True)
            thread.start()
            self._threads.append(thread)

    def renew(self, name: str, value: bytes, owner: bytes | str, ttl_ms: int) -> Renewal:
        """Renews the lock from now on."""
        renewal = Renewal(name, value, owner, ttl_ms)
        with self._lock:
            self._renewals = [kept for kept in self._renewals if kept.stopped is None]
            self._renewals.append(renewal)
        return renewal

    def close(self) -> None:
        """Renews nothing any more."""
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _run(self, master: Master) -> None:
        connection: Connection | None = None
        while not self._is_over.wait(TICK):
            if not master.answers:
                continue
            with self._lock:
                renewals = list(self._renewals)
            for renewal in renewals:
                # The same moment on all masters, as their holder would have it.
                due = int((time.monotonic() - renewal.began) / INTERVAL)
                if renewal.stopped is not None or renewal.rounds.get(master.name, 0) >= due:
                    continue
                renewal.rounds[master.name] = due
                try:
                    connection = connection or Connection(master.socket, 1.0)
                    self._renew(connection, master, renewal)
                except (OSError, RuntimeError):
                    if connection is not None:
                        connection.close()
                    connection = None

    @staticmethod
    def _renew(connection: Connection, master: Master, renewal: Renewal) -> None:
        ttl = str(renewal.ttl_ms)
        words = (renewal.name, renewal.value, renewal.owner, ttl)
        if connection.ask("EVAL", RENEW, "1", *words) == 1:
            times = renewal.times.setdefault(master.name, [])
            times.append(time.monotonic())
            del times[:-20]
