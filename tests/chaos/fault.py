# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A fault that was applied, and how soon it should be told."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable

from lockctl import RESWEEP
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


@dataclass
class Fault:
    """One fault that was applied."""

    kind: str
    text: str
    wait: float = TOLD_AFTER
    touched: set[str] = field(default_factory=set)  # locks, by name
    lasting: Callable[[], None] | None = None  # ends it: there is something to compare before
    wait_after_end: float = BACK_AFTER
    is_lossy: bool = False  # a master answers, and has lost locks that were not touched
