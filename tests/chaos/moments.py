# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""When something ends, as Unix time in milliseconds; None: never."""
from __future__ import annotations


def is_near(told: float | None, ends: list[float | None], behind: float, ahead: float) -> bool:
    """Whether a lock ends at one of these moments, or between them. None: it never ends."""
    if told is None:
        return None in ends
    known = [end for end in ends if end is not None]
    return bool(known) and min(known) - behind <= told <= max(known) + ahead


def max_end(ends: list[float | None]) -> float | None:
    """When the last of them ends."""
    return None if None in ends else max(end for end in ends if end is not None)


def moments(ends: list[float | None]) -> str:
    """When something ends."""
    return ", ".join("never" if end is None else f"{end:.0f}" for end in ends) or "nothing"
