# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The libraries that are tried: how they are run, and what they store."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

INTEROP = Path(__file__).resolve().parent.parent
ROOT = INTEROP.parent.parent
PACKAGES = ROOT / "build" / "interop"


@dataclass(frozen=True)
class Library:
    """One way to take a lock with a library."""

    name: str  # as the peer programs know it
    language: str  # node, python, php
    package: str  # an npm package of package.json, or a Debian package
    has_jobs: bool = False
    takes_over: float = 20.0  # seconds in which a waiter gets a lock that was released
    renewals: int = 0  # how many to see before the holder is killed
    lock: str | None = None  # a pattern of more keys that are locks
    is_hidden: bool = False  # its key is named after something else: only a hint shows it

    def command(self, role: str, url: str) -> list[str]:
        """The program that plays a role."""
        if self.language == "node":
            return ["node", str(INTEROP / "node" / "peer.mjs"), self.name, role, url]
        if self.language == "php":
            program = str(INTEROP / "php" / "peer.php")
            return ["php", "-d", "max_execution_time=30", program, self.name, role, url]
        return [python(), str(INTEROP / "python" / "peer.py"), self.name, role, url]

    def version(self) -> str | None:
        """The installed version; None if there is none."""
        if self.language == "node":
            manifest = PACKAGES / "node_modules" / self.package / "package.json"
            if not manifest.is_file():
                return None
            told: str = json.loads(manifest.read_text())["version"]
            return told.removeprefix("v")
        if shutil.which("dpkg-query") is None:
            return "?"
        found = subprocess.run(
            ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", self.package],
            capture_output=True,
            text=True,
            check=False,
        ).stdout.split()
        return re.sub(r"^\d+:|\+dfsg|-[^-]*$", "", found[1]) if found[:1] == ["installed"] else None

    def source(self) -> str:
        """Package and version."""
        name = "redlock" if self.package == "redlock4" else self.package  # see package.json
        version = self.version()
        return name if version is None else f"{name}@{version}"


def python() -> str:
    """Debian's Python, which has Debian's packages; another may stand first in the path."""
    return "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else "python3"


# A job counts as stalled when the second look in a row finds it without a lock; a holder with
# default settings keeps the others from looking for 30 s.
STALLED = 75.0

LIBRARIES = [
    Library("redlock4", "node", "redlock4"),
    Library("redlock5", "node", "redlock", is_hidden=True),
    Library("redlock5-using", "node", "redlock", is_hidden=True),
    Library("redis-semaphore-mutex", "node", "redis-semaphore"),
    Library("redis-semaphore-redlock", "node", "redis-semaphore"),
    Library("redis-semaphore", "node", "redis-semaphore"),
    Library("redis-semaphore-multi", "node", "redis-semaphore"),
    Library("simple-redis-mutex", "node", "simple-redis-mutex"),
    Library("warlock", "node", "node-redis-warlock"),
    Library("bull", "node", "bull", has_jobs=True, takes_over=STALLED),
    Library("bullmq", "node", "bullmq", has_jobs=True, takes_over=STALLED),
    Library("redis-py", "python", "python3-redis"),
    Library("django-redis", "python", "python3-django-redis", has_jobs=True),
    Library("tooz", "python", "python3-tooz", has_jobs=True, lock=r"leader_of_"),
    Library("rq", "python", "python3-rq", has_jobs=True, renewals=3, lock=r"^rq:clean_registries:"),
    Library("symfony", "php", "php-symfony-lock", has_jobs=True),
    Library("symfony-semaphore", "php", "php-symfony-semaphore"),
    Library("symfony-read", "php", "php-symfony-lock"),
    Library("laravel", "php", "php-illuminate-cache", has_jobs=True),
    Library("phpredis", "php", "php-redis", has_jobs=True),
]

# What the keys are that libraries store beside their locks.
SIDE_KEYS = [
    (r"fencing-tokens$", "counter of the tokens given out"),
    (r"_check_support_time$", "probe for the command TIME"),
    (r"\}:weight$", "weights of the holders"),
    (r"_tooz_beats:", "heartbeat of a member"),
    (r"_tooz_groups$", "names of the groups"),
    (r"_tooz_group:", "members of a group"),
    (r"PHPREDIS_SESSION:", "a session"),
    (r"laravel_cache:|^:1:", "a cache entry"),
    (r"^rq:(deferred|failed|finished|scheduled|wip|canceled):", "registry of jobs"),
    (r"^rq:job:.*:depend", "what a job depends on"),
    (r"^rq:job:", "a job"),
    (r"^rq:results:", "results of a job"),
    (r"^rq:queues?\b", "a queue"),
    (r"^rq:workers?\b", "a worker"),
    (r"^rq:", "of the queue"),
    (r":id$", "counter of jobs"),
    (r":(meta|meta-paused)$", "settings of a queue"),
    (r":events$", "events of a queue"),
    (r":stalled-check$", "marker of the last look for stalled jobs"),
    (r":stalled$", "jobs that may be stalled"),
    (r":limiter$", "counter of a rate limit"),
    (r":de:", "job of a deduplication id"),
    (r":repeat:[^:]*:\d+$", "a job"),
    (r":repeat(:|$)", "schedule of repeated jobs"),
    (r":metrics:", "metrics of a queue"),
    (r":logs$", "log of a job"),
    (r":(dependencies|processed|failed|unsuccessful)$", "jobs of a kind"),
    (r":(active|wait|paused|delayed|completed|prioritized)$", "jobs of a state"),
    (r":waiting-children$", "jobs of a state"),
    (r":pc$", "counter of priorities"),
    (r":marker$", "wakes workers"),
    (r"^bull:[^:]*:[^:]*$", "a job"),
]
