# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""lockctl over all masters: what its watch has told so far, and what one look tells."""
from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from masters import Master
from processes import CHILDREN

PATIENCE = 30.0
# What nobody has told of is read again after so many seconds.
RESWEEP = 20


@dataclass
class Picture:
    """All locks and masters as told by one command. `locks` is by name."""

    command: str
    at_ms: float
    locks: dict[str, dict[str, Any]] = field(default_factory=dict)
    masters: dict[str, dict[str, Any]] = field(default_factory=dict)
    others: int | None = None  # keys that are no locks
    doubtful: int = 0  # of them, those that may be locks
    numbers: dict[str, int] | None = None  # of metrics: "master_up a", "locks held" ...
    exit_code: int | None = None
    errors: str = ""


def board_picture(command: str, told: dict[str, Any], at_ms: float) -> Picture:
    """The picture of a whole board, as `list --json` prints it."""
    picture = Picture(command, at_ms)
    picture.locks = {lock["resource"]: lock for lock in told.get("locks", [])}
    picture.masters = {master["id"]: master for master in told.get("masters", [])}
    if told:
        picture.others = told["possible_keys"] + told["other_keys"]
        picture.doubtful = told["possible_keys"]
    return picture


class Lockctl:
    """Runs lockctl. Its watch goes on until the run ends."""

    def __init__(self, program: Path, masters: list[Master], folder: Path) -> None:
        self._program = str(program)
        config = folder / "deployments.toml"
        config.write_text(
            '[[deployment]]\nname = "chaos"\nclass = "development"\nread_only = false\n'
            f'resweep_interval = "{RESWEEP}s"\n'
            f"masters = {json.dumps([master.url for master in masters])}\n"
        )
        self._masters = ["--config", str(config)]
        self._folder = folder
        self._environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
        self._environment.pop("LOCKKEEPER_MASTERS", None)
        self._errors = folder / "watch.errors"
        self._lock = threading.Lock()
        self._picture = Picture("watch --json", 0.0)
        with self._errors.open("wb") as errors:
            self._watch = self.start("watch", "--json", stdout=subprocess.PIPE, stderr=errors)
        threading.Thread(target=self._follow, daemon=True).start()

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        """Starts lockctl over these masters."""
        command = [self._program, *self._masters, *arguments]
        options = {"stdin": subprocess.DEVNULL, "env": self._environment, **options}
        return CHILDREN.start(command, **options)

    def _follow(self) -> None:
        assert self._watch.stdout is not None
        for raw in self._watch.stdout:
            line = json.loads(raw)
            with self._lock:
                for lock in line["changed"]:
                    self._picture.locks[lock["resource"]] = lock
                for gone in line["gone"]:
                    self._picture.locks.pop(gone["resource"], None)
                self._picture.masters = {master["id"]: master for master in line["masters"]}
                self._picture.at_ms = line["time_unix_ms"]

    def watched(self) -> Picture:
        """What the watch has told up to now."""
        if self._watch.poll() is not None:
            raise RuntimeError(f"watch ended with {self._watch.returncode}: {self.complaints()}")
        with self._lock:
            told = self._picture
            return Picture(told.command, told.at_ms, dict(told.locks), dict(told.masters))

    def complaints(self) -> str:
        """The watch's standard error."""
        return self._errors.read_text(errors="replace")

    def _ask(self, command: str, *arguments: str) -> tuple[dict[str, Any], Picture]:
        told = subprocess.run(
            [self._program, *self._masters, command, "--json", *arguments],
            capture_output=True,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
        picture = Picture(" ".join([command, "--json", *arguments]), time.time() * 1000)
        picture.exit_code = told.returncode
        picture.errors = told.stderr.decode(errors="replace").strip()
        return (json.loads(told.stdout) if told.stdout else {}), picture

    def listed(self) -> Picture:
        """What `list` tells."""
        told, asked = self._ask("list")
        picture = board_picture(asked.command, told, asked.at_ms)
        picture.exit_code, picture.errors = asked.exit_code, asked.errors
        return picture

    def shown(self, resource: str) -> Picture:
        """What `show` tells of one lock."""
        told, picture = self._ask("show", resource)
        if told.get("lock"):
            picture.locks[resource] = told["lock"]
        return picture

    def hold(self, resource: str, ttl: str) -> subprocess.Popen[bytes]:
        """A process that takes a lock, renews it, and holds it until it is ended."""
        journal = str(self._folder / "journal.jsonl")
        options = ["--journal", journal, "acquire", resource, "--ttl", ttl, "--hold"]
        null = subprocess.DEVNULL
        return self.start(*options, stdout=null, stderr=null)
