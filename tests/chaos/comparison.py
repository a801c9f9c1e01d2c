# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what lockctl tells with what is true."""
from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from lockctl import Picture
from masters import Master
from moments import is_near, max_end, moments
from renewals import HOLD_TTL_MS, INTERVAL
from truth import Lock, Truth

TOLERANCE_MS = 300
# The watch tells only of a lock that ends more than a second earlier or later than it has told.
WATCH_TOLERANCE_MS = 1000 + TOLERANCE_MS
STATES = {"up": "up", "down": "down", "stopped": "silent", "replica": "refused"}
RENEWAL_KINDS = {"renewal-late", "renewals-stopped"}


@dataclass(frozen=True)
class Mismatch:
    """What a command tells, and what is true."""

    command: str
    subject: str  # a lock or a master
    field: str
    is_true: str
    is_told: str
    whole: str  # all that the command tells of it

    @property
    def key(self) -> tuple[str, str, str]:
        """The same for the same mismatch, seen twice."""
        return self.command, self.subject, self.field


@dataclass(frozen=True)
class Expectation:
    """What the run knows of the renewals of its locks, by name."""

    steady: set[str]  # evidence that renewals are missing would be wrong
    stopped: set[str]  # ... must be there
    renewed: set[str]  # ... and at the usual interval
    remembered: set[str]  # were held when masters ceased to answer


class Comparison:
    """Of one picture with what was read just before and just after it."""

    def __init__(
        self, masters: list[Master], around: tuple[Truth, Truth], picture: Picture
    ) -> None:
        self.found: list[Mismatch] = []
        self.compared = 0
        self.left_out = 0
        self.seen: Counter[str] = Counter()
        self._masters = masters
        self._around = around
        self._picture = picture
        self._is_watch = picture.command.startswith(("watch", "serve"))
        self._is_show = picture.command.startswith("show")

    def compare_masters(self) -> None:
        """Their states, and whether they were read in whole."""
        for master in self._masters:
            self.compared += 1
            told = self._picture.masters.get(master.name)
            if told is None:
                self._add(master.name, "master", "is one of the masters", "nothing", None)
                continue
            state = STATES[master.state]
            if told["state"] != state:
                self._add(master.name, "state", state, told["state"], told)
            elif told["complete"] != (state == "up"):
                self._add(master.name, "complete", str(state == "up"), str(told["complete"]), told)

    def compare_exit_code(self, name: str | None) -> None:
        """0 as long as a quorum answers, and the lock that was asked for is there."""
        if not self._around[0].answering:
            return
        self.compared += 1
        is_quorum = len(self._around[0].answering) > len(self._masters) // 2
        right = {0 if is_quorum else 2}
        if name is not None and is_quorum:
            right = {0 if name in truth.locks else 1 for truth in self._around}
            if any(lock["certainty"] == "possible" for lock in self._picture.locks.values()):
                right = {0}
        if self._picture.exit_code not in right:
            subject = name or "all locks"
            self._add(subject, "exit code", str(right), str(self._picture.exit_code), None)

    def compare_others(self) -> None:
        """How many keys are no locks."""
        told = self._picture.others
        if told is None or len(self._around[0].answering) < len(self._masters):
            return
        self.compared += 1
        counts = sorted({count for truth in self._around for count in truth.others})
        if not counts[0] <= told <= counts[-1]:
            names = sorted(set(self._around[1].keys) - set(self._around[1].locks))
            is_told = f"{told}, of them possible locks: {self._picture.doubtful}"
            self._add("all keys", "other keys", f"{counts} {names}", is_told, None)

    def compare_numbers(self) -> None:
        """The states of masters, and the locks by verdict while all masters tell theirs."""
        numbers = self._picture.numbers
        if numbers is None:
            return
        for master in self._masters:
            self._compare_number(f"master_up {master.name}", {int(master.state == "up")})
        locks = [list(truth.locks.values()) for truth in self._around]
        if len(self._around[0].answering) < len(self._masters):
            return
        if any(lock.is_ambiguous for around in locks for lock in around):
            self.left_out += 1
            return
        for verdict in ("held", "minority", "split", "unknown"):
            counts = [sum(lock.verdict == verdict for lock in around) for around in locks]
            self._compare_number(f"locks {verdict}", set(range(min(counts), max(counts) + 1)))

    def _compare_number(self, name: str, right: set[int]) -> None:
        self.compared += 1
        told = (self._picture.numbers or {}).get(name)
        if told not in right:
            self._add("metrics", name, str(right), str(told), self._picture.numbers)

    def compare_locks(self, names: set[str], expectation: Expectation) -> None:
        """Each lock that is there or is told."""
        for name in sorted(names):
            self.compared += 1
            lock = self._locks(self._around[1]).get(name)
            self.seen.update(lock.traits() if lock is not None else ["no lock"])
            if self._is_watch and lock is not None and lock.verdict == "held":
                self.seen["renewed steadily"] += name in expectation.renewed
                self.seen["renewals stopped"] += name in expectation.stopped
            candidates = [self._differences(truth, name, expectation) for truth in self._around]
            if None in candidates:
                self.left_out += 1
                continue
            self.found += min((found for found in candidates if found is not None), key=len)

    def _locks(self, truth: Truth) -> dict[str, Lock]:
        """As the command knows them."""
        return truth.watched if self._is_watch else truth.locks

    def _differences(
        self, truth: Truth, name: str, expectation: Expectation
    ) -> list[Mismatch] | None:
        """None if it can't be said what is true."""
        lock = self._locks(truth).get(name)
        told = self._picture.locks.get(name)
        here: list[Mismatch] = []
        silent = len(self._masters) - len(truth.answering)
        may_be_held = silent > len(self._masters) // 2
        if lock is not None and lock.is_ambiguous:
            return None
        if lock is None:
            is_asked_for = self._is_show and told is not None and told["certainty"] == "possible"
            may_be_stored = self._is_watch and silent > 0
            is_told_free = told is not None and told["verdict"] == "free"
            if is_asked_for or (may_be_stored and is_told_free):
                return here
            if told is not None and not (self._is_watch and may_be_held):
                stored = truth.keys.get(name, {})
                self._note(here, name, "shown", f"no lock: {stored}", told["verdict"], told)
            elif told is not None and told["verdict"] != "unknown":
                self._note(here, name, "verdict", "unknown", told["verdict"], told)
            elif told is None and self._is_watch and name in expectation.remembered and may_be_held:
                self._note(here, name, "shown", "unknown, as it was held", "nothing", None)
        elif told is None:
            self._note(here, name, "shown", describe(lock), "nothing", None)
        else:
            self._compare_lock(here, truth, name, lock, told, expectation)
        return here

    def _compare_lock(
        self,
        here: list[Mismatch],
        truth: Truth,
        name: str,
        lock: Lock,
        told: dict[str, Any],
        expectation: Expectation,
    ) -> None:
        for field, right in (("verdict", lock.verdict), ("token", lock.token)):
            if told[field] != right:
                self._note(here, name, field, f"{right}: {describe(lock)}", told[field], told)
        votes = {vote["master"]: vote for vote in told["votes"] if vote["state"] == "held"}
        right_votes = {master: key.token for master, key in lock.votes.items()}
        told_votes = {master: vote["token"] for master, vote in votes.items()}
        if right_votes != told_votes:
            self._note(here, name, "votes", str(right_votes), str(told_votes), told)
        else:
            self._compare_times(here, name, lock, told, votes)
        if lock.told.format is not None and told["format"] != lock.told.format:
            self._note(here, name, "format", lock.told.format, told["format"], told)
        for field, value in lock.told.holder.items():
            if told["holder"][field] != value:
                right = f"{field} {value}"
                self._note(here, name, "holder", right, str(told["holder"]), told)
        if self._is_watch and name in expectation.renewed and lock.verdict == "held":
            self._compare_renewals(here, name, told)
        # Whoever stands in these queues does not listen.
        told_queue = (told.get("waiting") or 0) + (told.get("gone") or 0)
        if lock.told.format == "redisson" and lock.queues != {told_queue}:
            # Masters whose queues differ: it is not said whose is told.
            if len(lock.queues) == 1:
                self._note(here, name, "queue", str(lock.queues), str(told_queue), told)
        self._compare_evidence(here, truth, name, lock, told, expectation)

    def _compare_times(
        self,
        here: list[Mismatch],
        name: str,
        lock: Lock,
        told: dict[str, Any],
        votes: dict[str, dict[str, Any]],
    ) -> None:
        tolerance = WATCH_TOLERANCE_MS if self._is_watch else TOLERANCE_MS
        locks = [self._locks(truth).get(name) for truth in self._around]
        if lock.verdict == "held" == told["verdict"]:
            ends = [one.ends_ms for one in locks if one is not None and one.verdict == "held"]
            left = told["remaining_ms"]
            # A quorum that ended at the moment of the picture has nothing left to count down.
            is_over = left == 0 and any(e is not None and e <= self._picture.at_ms for e in ends)
            end = None if left is None else told["as_of_unix_ms"] + left
            if not is_over and not is_near(end, ends, tolerance, tolerance):
                self._note(here, name, "remaining", moments(ends), moments([end]), told)
        elif self._is_watch and lock.verdict in ("minority", "split"):
            # All of its votes end: no quorum's end is told.
            last = [max_end([k.ends_ms for k in one.votes.values()]) for one in locks if one]
            told_ends = [v["ttl_ms"] and v["read_at_unix_ms"] + v["ttl_ms"] for v in votes.values()]
            if not is_near(max_end(told_ends), last, tolerance, tolerance):
                self._note(here, name, "last vote", moments(last), moments(told_ends), told)
        for master, vote in votes.items():
            ends = [
                one.votes[master].ends_ms
                for one in locks
                if one is not None and master in one.votes
            ]
            left = vote["ttl_ms"]
            end = None if left is None else vote["read_at_unix_ms"] + left
            # Of a lock whose end is the same the watch need not tell that a vote lasts longer.
            behind = float("inf") if self._is_watch else tolerance
            if not is_near(end, ends, behind, tolerance):
                field = f"ttl on {master}"
                self._note(here, name, field, moments(ends), moments([end]), told)

    def _compare_renewals(
        self, here: list[Mismatch], name: str, told: dict[str, Any]
    ) -> None:
        interval, last = told["renewals"]["interval_ms"], told["renewals"]["last_unix_ms"]
        usual = INTERVAL * 1000
        if interval is None or not 0.7 * usual <= interval <= 1.3 * usual:
            self._note(here, name, "interval", f"{usual:.0f} ms", str(interval), told)
        if last is None or self._around[0].at_ms - last > 1.3 * usual:
            right = f"less than {usual:.0f} ms before {self._around[0].at_ms:.0f}"
            self._note(here, name, "renewed", right, str(last), told)

    def _compare_evidence(
        self,
        here: list[Mismatch],
        truth: Truth,
        name: str,
        lock: Lock,
        told: dict[str, Any],
        expectation: Expectation,
    ) -> None:
        required, allowed = set(lock.required), set(lock.allowed)
        if self._is_show and lock.told.format == "lk1" and lock.told.holder["app"] != "lockctl":
            is_told_by_all = len(truth.answering) == len(self._masters)
            if is_told_by_all and lock.told.connection_name not in truth.clients:
                required.add("holder-connection-gone")
        if self._is_watch and name not in expectation.steady:
            allowed |= RENEWAL_KINDS
        # Our library's renewals leave a key without a TTL or with a longer one alone.
        longest = truth.at_ms + 1.1 * HOLD_TTL_MS
        is_seen = lock.told.format != "lk1" or (lock.ends_ms or longest) < longest
        if self._is_watch and name in expectation.stopped and lock.verdict == "held" and is_seen:
            required.add("renewals-stopped")
        kinds = {evidence["kind"] for evidence in told["stale"]}
        if "may-be-held-twice" in kinds and "outvoted-token" in required:
            # It tells of the same other token, if that is the one that masters lost.
            required.remove("outvoted-token")
            allowed.add("outvoted-token")
        for kind in sorted(required - kinds):
            self._note(here, name, f"evidence {kind}", describe(lock), "not said", told)
        for kind in sorted(kinds - required - allowed):
            self._note(here, name, f"evidence {kind}", f"not so: {describe(lock)}", "said", told)

    def _add(self, subject: str, field: str, is_true: str, is_told: str, whole: Any) -> None:
        self._note(self.found, subject, field, is_true, is_told, whole)

    def _note(
        self,
        found: list[Mismatch],
        subject: str,
        field: str,
        is_true: str,
        is_told: object,
        whole: Any,
    ) -> None:
        command = self._picture.command
        text = json.dumps(whole) + " " + self._picture.errors
        found.append(Mismatch(command, subject, field, is_true, str(is_told), text))


def describe(lock: Lock) -> str:
    """A lock in a line."""
    votes = ", ".join(
        f"{master}: {key.token} until {moments([key.ends_ms])}"
        for master, key in sorted(lock.votes.items())
    )
    evidence = ", ".join(sorted(lock.required)) or "no evidence"
    return f"{lock.verdict} {lock.token} ({votes}; {evidence})"
