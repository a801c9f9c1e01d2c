# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""All faults, each kind as often as the others."""
from __future__ import annotations

import random

from fault import Fault
from lock_faults import LockFaults
from master_faults import MasterFaults
from masters import Master
from population import Population


class Faults:
    """Applies faults in random order."""

    def __init__(self, masters: list[Master], people: Population, dice: random.Random) -> None:
        self._dice = dice
        self._kinds = MasterFaults(masters, dice).kinds | LockFaults(masters, people, dice).kinds
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
