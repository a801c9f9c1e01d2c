# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What all libraries have in common."""
from __future__ import annotations

import functools
import time
from dataclasses import dataclass
from typing import Any, Callable


@dataclass(frozen=True)
class Held:
    """A lock that is held: its key, and what tells its holder of a loss. The last call frees it."""

    key: str
    calls: dict[str, Callable[[], Any]]


def text(name: Any) -> str:
    """A name as it stands in Redis."""
    return name.decode() if isinstance(name, bytes) else str(name)


def until(attempt: Callable[[], Any], pause: float = 0.05) -> Any:
    """Tries again and again: for libraries that can't wait by themselves."""
    while not (got := attempt()):
        time.sleep(pause)
    return got


@functools.cache
def connect(url: str) -> Any:
    """redis-py's client, of whatever version. Without a time limit: some block for long."""
    import redis

    return redis.Redis.from_url(url, socket_timeout=None)
