# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chaos run: faults, one or two at a time, and a comparison after each."""
from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

import truth
from comparison import Comparison, Expectation, Mismatch
from fault import BACK_AFTER, Fault
from faults import Faults
from lockctl import Lockctl, Picture
from masters import Master
from population import Population
from renewals import INTERVAL
from serve import Serve, Usage
from truth import Truth

TWO_AT_ONCE = 0.25
SHOWN_LOCKS = 3
# A difference that is gone then was a race of two readings ...
SETTLES_AFTER = 0.4
# ... and one that is gone after this comes late, or the machine is slow.
LATE_AFTER = 3.0
QUIET = 6 * INTERVAL


@dataclass
class Result:
    """What a run has seen."""

    faults: Counter[str] = field(default_factory=Counter)
    bad: Counter[str] = field(default_factory=Counter)  # faults with mismatches, by kind
    comparisons: Counter[str] = field(default_factory=Counter)  # by command
    mismatches: Counter[str] = field(default_factory=Counter)  # by command
    fields: Counter[str] = field(default_factory=Counter)  # of mismatches
    races: int = 0
    late: int = 0
    left_out: int = 0
    seen: Counter[str] = field(default_factory=Counter)  # what was compared, by its traits
    usage: Usage | None = None  # of what is served


def _kind(command: str) -> str:
    """What is counted together: `show` of all locks, but each path of `serve`."""
    return command if command.startswith("serve") else command.split()[0]


class Run:
    """The masters, the locks, lockctl, and the dice."""

    def __init__(
        self, program: Path, folder: Path, masters: int, seed: int, clients: int
    ) -> None:
        self.result = Result()
        self._seed = seed
        self._dice = random.Random(seed)
        self._masters = [Master("abcde"[i], folder) for i in range(masters)]
        self._lockctl = Lockctl(program, self._masters, folder)
        self._serve = Serve(self._lockctl, folder, clients) if clients else None
        self._people = Population(self._masters, self._lockctl, self._dice)
        self._faults = Faults(self._masters, self._people, self._dice)
        self._touched: dict[str, float] = {}
        self._last_outage = time.monotonic()
        self._remembered: set[str] = set()
        self._known: set[tuple[str, str, str]] = set()  # mismatches that were printed, and stay
        self._bad: set[str] = set()  # kinds of the present faults, if there is a mismatch

    @property
    def kinds(self) -> list[str]:
        """All kinds of faults."""
        return self._faults.kinds

    def close(self) -> None:
        """Ends renewals, holders, and what is served."""
        self._people.close()
        if self._serve is not None:
            self._serve.close()
            self.result.usage = self._serve.usage

    def go(self, faults: int, seconds: float) -> Result:
        """Applies so many faults, or until the time is over."""
        end = time.monotonic() + seconds
        self._people.fill({})
        time.sleep(2.0)
        self._compare([], SHOWN_LOCKS)
        number = 0
        while number < faults and time.monotonic() < end:
            self._people.fill(truth.read(self._masters).keys)
            self._wait_until_told()
            self._remember()
            self._bad = set()
            count = 2 if faults - number > 1 and self._dice.random() < TWO_AT_ONCE else 1
            applied = []
            for _ in range(count):
                if any(fault.is_lossy for fault in applied):
                    self._wait_until_told()
                number += 1
                applied.append(self._apply(number))
            self._follow(applied)
            self.result.bad.update(self._bad)
        return self.result

    def _apply(self, number: int) -> Fault:
        fault = self._faults.next()
        self.result.faults[fault.kind] += 1
        print(f"{number}: {fault.text}", flush=True)
        self._note(fault)
        return fault

    def _note(self, fault: Fault) -> None:
        now = time.monotonic()
        for name in fault.touched:
            self._touched[name] = now
            self._remembered.discard(name)
        if fault.is_lossy:
            self._remembered.clear()
        # What ends with a master is not known from the kinds: each of them may make a gap.
        if not fault.touched:
            self._last_outage = now

    def _follow(self, applied: list[Fault]) -> None:
        time.sleep(max(fault.wait for fault in applied))
        lasting = [fault for fault in applied if fault.lasting is not None]
        self._compare(applied, 1 if lasting else SHOWN_LOCKS)
        if not lasting:
            return
        for fault in lasting:
            assert fault.lasting is not None
            fault.lasting()
            self._note(fault)
        self._remembered.clear()
        time.sleep(max(fault.wait_after_end for fault in lasting))
        self._compare(applied, SHOWN_LOCKS)

    def _wait_until_told(self) -> None:
        """Waits until the watch has told every vote: it can't remember what it has not read. Gives
        up after a second, for a master may be silent.
        """
        end = time.monotonic() + 1
        while time.monotonic() < end:
            told = self._lockctl.watched().locks
            if all(
                sum(vote["state"] == "held" for vote in told[name]["votes"]) == len(lock.votes)
                for name, lock in truth.read(self._masters).locks.items()
                if name in told
            ):
                return
            time.sleep(0.02)

    def _remember(self) -> None:
        """The locks that the watch will know by name when masters cease to answer, one after the
        other: not those that are free as soon as the first of them is away.
        """
        told = self._lockctl.watched().locks
        soon = time.time() * 1000 + 15_000
        self._remembered = {
            name
            for name, lock in truth.read(self._masters).locks.items()
            if name in told
            and len(lock.votes) > len(self._masters) // 2
            and all((key.ends_ms or soon) >= soon for key in lock.votes.values())
        }

    def _compare(self, applied: list[Fault], shown: int) -> None:
        kinds = [fault.kind for fault in applied]
        takes: list[tuple[str | None, Callable[[], Picture]]] = [
            (None, self._lockctl.watched),
            (None, self._lockctl.listed),
        ]
        if self._serve is not None:
            takes += [
                (None, self._serve.followed),
                (None, self._serve.locks),
                (None, self._serve.metrics),
            ]
        now = truth.read(self._masters)
        touched = [name for fault in applied for name in sorted(fault.touched)]
        others = sorted(set(now.keys) - set(touched))
        names = touched + self._dice.sample(others, min(shown, len(others)))
        for name in names[:shown]:
            takes.append((name, lambda name=name: self._lockctl.shown(name)))
        for name, take in takes:
            if self._settle(name, take, applied):
                self._bad.update(kinds)

    def _settle(
        self, name: str | None, take: Callable[[], Picture], applied: list[Fault]
    ) -> bool:
        """Compares until there is no difference, or it stays; returns whether one stays."""
        command, first = self._look(name, take)
        told = {mismatch.key for mismatch in first}
        self._known -= {key for key in self._known if key[0] == command and key not in told}
        first = [mismatch for mismatch in first if mismatch.key not in self._known]
        if not first:
            return False
        time.sleep(SETTLES_AFTER)
        second = self._same(first, self._look(name, take)[1])
        if not second:
            self.result.races += 1
            for mismatch in first:
                self._print(mismatch, "SETTLED", applied)
            return False
        time.sleep(LATE_AFTER)
        third = self._same(second, self._look(name, take)[1])
        for mismatch in second:
            is_late = mismatch.key not in {kept.key for kept in third}
            self._print(mismatch, "LATE" if is_late else "MISMATCH", applied)
        self._known |= {mismatch.key for mismatch in third}
        self.result.late += len(second) - len(third)
        self.result.mismatches[_kind(command)] += len(third)
        self.result.fields.update(mismatch.field for mismatch in third)
        return bool(third)

    def _look(self, name: str | None, take: Callable[[], Picture]) -> tuple[str, list[Mismatch]]:
        before = truth.read(self._masters)
        picture = take()
        after = truth.read(self._masters)
        comparison = Comparison(self._masters, (before, after), picture)
        expectation = self._expect(before, picture)
        if picture.numbers is not None:
            comparison.compare_numbers()
        elif name is not None:
            comparison.compare_exit_code(name)
            comparison.compare_locks({name}, expectation)
        else:
            comparison.compare_masters()
            comparison.compare_others()
            if picture.exit_code is not None:
                comparison.compare_exit_code(None)
            told = set(before.locks) | set(picture.locks) | expectation.remembered
            comparison.compare_locks(told, expectation)
        command = picture.command
        self.result.comparisons[_kind(command)] += comparison.compared
        self.result.left_out += comparison.left_out
        self.result.seen += comparison.seen
        return command, comparison.found

    @staticmethod
    def _same(first: list[Mismatch], second: list[Mismatch]) -> list[Mismatch]:
        keys = {mismatch.key for mismatch in first}
        return [mismatch for mismatch in second if mismatch.key in keys]

    def _expect(self, before: Truth, picture: Picture) -> Expectation:
        """What must be said of renewals."""
        now = time.monotonic()
        expectation = Expectation(set(), set(), set(), self._remembered)
        is_quiet = now - self._last_outage > QUIET
        for name in before.locks:
            item = self._people.items.get(name)
            is_untouched = now - self._touched.get(name, 0.0) > QUIET
            if item is None or not is_untouched and item.renewal is None:
                continue
            if item.renewal is not None:
                if is_untouched and item.renewal.is_steady(now - 5 * INTERVAL):
                    expectation.steady.add(name)
                    expectation.renewed.add(name)
                told = picture.locks.get(name)
                if told is not None and item.renewal.stopped is not None:
                    interval = told["renewals"]["interval_ms"]
                    renewed = [times[-1] for times in item.renewal.times.values()]
                    # After an outage, renewals are awaited anew.
                    last = max([self._last_outage + BACK_AFTER, *renewed])
                    if interval is not None and (now - last) * 1000 > 2 * interval + 1000:
                        expectation.stopped.add(name)
            elif item.kind != "hold":
                expectation.steady.add(name)
            elif is_quiet and item.holder is not None and item.holder.poll() is None:
                expectation.steady.add(name)
        return expectation

    def _print(self, mismatch: Mismatch, word: str, applied: list[Fault]) -> None:
        number = self.result.faults.total()
        faults = "; ".join(f"{fault.kind}: {fault.text}" for fault in applied)
        print(f"{word} seed {self._seed}, fault {number}: {faults}")
        if word == "SETTLED":
            print(f"  {mismatch.command}: {mismatch.subject}: {mismatch.field}", flush=True)
            return
        print(f"  {mismatch.command}: {mismatch.subject}: {mismatch.field}")
        print(f"  true: {mismatch.is_true}")
        print(f"  told: {mismatch.is_told}")
        print(f"  whole: {mismatch.whole}", flush=True)
