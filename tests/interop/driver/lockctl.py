# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""lockctl, and what it tells."""
from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from processes import Gone, Process
from redis_server import RedisServer

PATIENCE = 30.0


@dataclass
class Evidence:
    """What a watch tells of a lock whose holder is killed."""

    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    seconds: float | None = None
    is_gone: bool = False


@dataclass(frozen=True)
class Release:
    """How a release ended: the exit code, the last line on standard error, from when to when."""

    code: int
    why: str
    began: float
    ended: float


class Lockctl:
    """Runs lockctl for one server, with its journal and its history in the server's folder."""

    def __init__(self, program: Path, server: RedisServer) -> None:
        self._common = [str(program), "--master", server.url]
        self._common += ["--journal", str(server.folder / "journal.jsonl")]
        self._environment = {**os.environ, "XDG_STATE_HOME": str(server.folder)}
        self._environment.pop("LOCKKEEPER_MASTERS", None)

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self._common, *arguments],
            capture_output=True,
            text=True,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )

    def locks(self) -> list[dict[str, Any]]:
        """What `list --json` shows."""
        told = self._run("list", "--json")
        if told.returncode != 0:
            raise RuntimeError(f"lockctl list: {told.returncode}: {told.stderr.strip()}")
        listed: list[dict[str, Any]] = json.loads(told.stdout)["locks"]
        return listed

    def release(self, lock: dict[str, Any]) -> Release:
        """Releases a lock by the token that was listed."""
        began = time.monotonic()
        told = self._run(
            "release", lock["resource"], "--token", lock["token"], "--reason", "interop", "--yes"
        )
        why = told.stderr.strip().splitlines()[-1:]
        return Release(told.returncode, "".join(why), began, time.monotonic())

    def watch(self) -> Process:
        """`watch --json`, to be read line by line."""
        with tempfile.TemporaryFile() as errors:
            return Process([*self._common, "watch", "--json"], self._environment, errors)


def watch_the_end(
    watch: Process, resource: str, holder: Process, renewals: int, patience: float
) -> Evidence:
    """Kills the holder of a lock that the watch shows, and waits for what is told of it then."""
    evidence = Evidence()

    def is_seen(line: str) -> bool:
        for lock in json.loads(line)["changed"]:
            if lock["resource"] == resource:
                evidence.before = kinds(lock)
                return bool(lock["renewals"]["count"] >= renewals)
        return False

    def is_evident(line: str) -> bool:
        told = json.loads(line)
        if any(gone["resource"] == resource for gone in told["gone"]):
            evidence.is_gone = True
            return True
        for lock in told["changed"]:
            if lock["resource"] == resource:
                evidence.after = [kind for kind in kinds(lock) if kind not in evidence.before]
                return bool(evidence.after)
        return False

    watch.await_line(is_seen, PATIENCE)
    killed = time.monotonic()
    holder.kill()
    try:
        evidence.seconds = watch.await_line(is_evident, patience).at - killed
    except Gone:
        pass
    return evidence


def kinds(lock: dict[str, Any]) -> list[str]:
    """The kinds of evidence that a lock is stale."""
    return [stale["kind"] for stale in lock["stale"]]
