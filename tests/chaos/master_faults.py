# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is done to masters as a whole."""
from __future__ import annotations

import random
import time
from typing import Callable

from fault import BACK_AFTER, REPLICA_AFTER, TOLD_AFTER, UNTOLD_AFTER, Fault
from masters import Master


class MasterFaults:
    """Each method applies a fault to a random master; None if there is none to apply it to."""

    def __init__(self, masters: list[Master], dice: random.Random) -> None:
        self._masters = masters
        self._dice = dice
        self.kinds: dict[str, Callable[[str], Fault | None]] = {
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
        }

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

    def _restart_at_once(self, kind: str) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        is_kept = self._dice.random() < 0.5
        master.kill(is_kept)
        master.start()
        how = "with its data" if is_kept else "empty"
        return Fault(kind, f"{kind} {how}: {master.name}", BACK_AFTER, is_lossy=not is_kept)

    def _stop(self, kind: str) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        master.stop()
        return Fault(kind, f"SIGSTOP: {master.name}", lasting=master.go_on)

    def _stop_briefly(self, kind: str) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        master.stop()
        time.sleep(self._dice.uniform(0.1, 1.5))
        master.go_on()
        return Fault(kind, f"{kind}: {master.name}", BACK_AFTER)

    def _replicate(self, kind: str) -> Fault | None:
        up = [master for master in self._masters if master.answers]
        if len(up) < 2:
            return None
        master, other = self._dice.sample(up, 2)
        master.follow(other)
        text = f"REPLICAOF: {master.name} of {other.name}"
        fault = Fault(kind, text, REPLICA_AFTER, lasting=master.lead, is_lossy=True)
        fault.wait_after_end = REPLICA_AFTER
        return fault

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
        return Fault(kind, f"{kind}: {master.name} of {other.name}", UNTOLD_AFTER, is_lossy=True)

    def _flush_all(self, kind: str) -> Fault | None:
        fault = self._on_master(kind, TOLD_AFTER, ["FLUSHALL"])
        if fault is not None:
            fault.is_lossy = True
        return fault

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

    def _on_master(self, kind: str, wait: float, *commands: list[str]) -> Fault | None:
        master = self._up()
        if master is None:
            return None
        for command in commands:
            master.do(*command)
        told = "; ".join(" ".join(command) for command in commands)
        return Fault(kind, f"{master.name}: {told}", wait)

    def _up(self) -> Master | None:
        up = [master for master in self._masters if master.answers]
        return self._dice.choice(up) if up else None
