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
from zookeeper_server import ZooKeeperServer

PATIENCE = 30.0


@dataclass
class Evidence:
    """What a watch tells of a lock whose holder is killed."""

    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    seconds: float | None = None
    is_shown: bool = False
    is_gone: bool = False
    renewals: int = 0  # seen before the kill
    interval_ms: int | None = None


@dataclass(frozen=True)
class Release:
    """How a release ended: the exit code, the last line on standard error, from when to when."""

    code: int
    why: str
    began: float
    ended: float
    part: str = ""  # "holder": one of several was freed; "number": one that all share was set


@dataclass(frozen=True)
class Waiting:
    """How many wait for a lock, by what is told: at least, and at most. None: not told."""

    at_least: int | None = None
    at_most: int | None = None

    def __str__(self) -> str:
        if self.at_least is None:
            return "not told"
        if self.at_least == self.at_most:
            return str(self.at_least)
        if self.at_most is None:
            return f"at least {self.at_least}"
        return f"{self.at_least} to {self.at_most}"


class Lockctl:
    """Runs lockctl for one server, with its journal and its history in the server's folder."""

    def __init__(
        self, program: Path, server: RedisServer | ZooKeeperServer, hint: tuple[str, str] | None = None
    ) -> None:
        self._common = [str(program), *deployment(server, hint)]
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

    def waiting(self, resource: str) -> Waiting:
        """What `waiters --json` tells of a lock."""
        told = self._run("waiters", "--json")
        if told.returncode != 0:
            raise RuntimeError(f"lockctl waiters: {told.returncode}: {told.stderr.strip()}")
        waits = json.loads(told.stdout)
        unnamed = [w for w in waits["unnamed_waiters"] if w["resource"] == resource]
        named = sum(
            resource in (wanted["resource"] for wanted in w["resources"]) and not w.get("gone")
            for w in waits["waiters"]
        )
        if unnamed:
            at_most = unnamed[0]["waiting_at_most"]
            return Waiting(named + unnamed[0]["waiting"], at_most and named + at_most)
        return Waiting(named, named) if named else Waiting()

    def queue(self, resource: str) -> list[dict[str, Any]]:
        """What `waiters RESOURCE --json` tells of those who wait, in its order."""
        told = self._run("waiters", resource, "--json")
        if told.returncode != 0:
            raise RuntimeError(f"lockctl waiters: {told.returncode}: {told.stderr.strip()}")
        waiters: list[dict[str, Any]] = json.loads(told.stdout)["waiters"]
        return waiters

    def drop(self, resource: str, waiter: str) -> Release:
        """Drops one who waits, by the id that queue() told."""
        return self._free({"resource": resource}, "", "--waiter", waiter)

    def ask(self, lock: dict[str, Any]) -> Release:
        """Asks the holder to release its lock."""
        return self._do("ask", lock, "", "--token", lock["token"])

    def run(self, resource: str, scheme: str, script: str) -> int:
        """Runs a shell script under the lock, taken by a scheme of ours; tells its exit code."""
        return self._run(
            *("run", resource, "--scheme", scheme, "--ttl", "30s", "--wait", "60s"),
            *("--", "bash", "-c", script),
        ).returncode

    def release(self, lock: dict[str, Any]) -> Release:
        """Releases a lock by the token that was listed, or what of it can be freed."""
        whole = self._free(lock, "", "--token", lock["token"])
        if "free its holders one by one" in whole.why:
            member = next(holder["member"] for holder in lock["holders"] if holder["member"])
            return self._free(lock, "holder", "--member", member)
        if "set its number instead" in whole.why:
            now = int(lock["holder"]["detail"].split(" ")[0])
            number = 0 if "latch" in lock["format"] else now + 1  # who waits can go on
            return self._free(
                lock, "number", "--token", lock["token"], "--set-count", str(number)
            )
        return whole

    def _free(self, lock: dict[str, Any], part: str, *what: str) -> Release:
        return self._do("release", lock, part, *what)

    def _do(self, deed: str, lock: dict[str, Any], part: str, *what: str) -> Release:
        began = time.monotonic()
        told = self._run(deed, lock["resource"], *what, "--reason", "interop", "--yes")
        why = told.stderr.strip().splitlines()[-1:]
        return Release(told.returncode, "".join(why), began, time.monotonic(), part)

    def watch(self) -> Process:
        """`watch --json`, to be read line by line."""
        with tempfile.TemporaryFile() as errors:
            return Process([*self._common, "watch", "--json"], self._environment, errors)


def deployment(server: RedisServer | ZooKeeperServer, hint: tuple[str, str] | None) -> list[str]:
    """The options that name the server, in a deployments file if there is a hint."""
    if hint is None:
        return ["--master", server.url]
    keys, name = (json.dumps(text) for text in hint)
    file = server.folder / "deployments.toml"
    file.write_text(
        f'[[deployment]]\nname = "interop"\nread_only = false\nmasters = ["{server.url}"]\n'
        f"[deployment.format_hints]\n{keys} = {name}\n"
    )
    file.chmod(0o600)
    return ["--config", str(file)]


def watch_the_end(
    watch: Process, resource: str, holder: Process, renewals: int, patience: float
) -> Evidence:
    """Kills the holder of a lock that the watch shows, and waits for what is told of it then."""
    evidence = Evidence()

    def is_seen(line: str) -> bool:
        for lock in json.loads(line)["changed"]:
            if lock["resource"] == resource:
                evidence.is_shown = True
                evidence.before = kinds(lock)
                evidence.renewals = lock["renewals"]["count"]
                evidence.interval_ms = lock["renewals"]["interval_ms"]
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

    try:
        watch.await_line(is_seen, PATIENCE)
    except Gone:
        if not evidence.is_shown:
            raise  # else there are fewer renewals than expected, which the table tells
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
