# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A `lockctl serve` over all masters with a crowd of clients, and what it tells meanwhile."""
from __future__ import annotations

import http.client
import json
import re
import secrets
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lockctl import PATIENCE, Lockctl, Picture, board_picture
from processes import CHILDREN

SAMPLE = re.compile(r'^lockkeeper_(master_up|locks)\{.*(?:master|verdict)="([a-z]+)"\} (\S+)$')


@dataclass
class Usage:
    """What the server needs, and what its clients have seen."""

    first_kib: int = 0  # resident memory when all clients are there
    most_kib: int = 0
    last_kib: int = 0
    threads: int = 0
    report: dict[str, Any] = field(default_factory=dict)


class Serve:
    """Runs `lockctl serve` until it is closed."""

    def __init__(self, lockctl: Lockctl, folder: Path, clients: int) -> None:
        token = folder / "serve.token"
        token.touch(mode=0o600)
        self._token = secrets.token_hex(32)
        token.write_text(self._token + "\n")
        errors = (folder / "serve.errors").open("wb")
        self._child = lockctl.start(
            "serve", "--board", "--json", "--listen", "127.0.0.1:0", "--token-file", str(token),
            stdout=subprocess.PIPE, stderr=errors)
        assert self._child.stdout is not None
        self._port = int(json.loads(self._child.stdout.readline())["url"].rpartition(":")[2])
        self._lock = threading.Lock()
        self._picture = Picture("serve /events", 0.0)
        threading.Thread(target=self._follow, daemon=True).start()
        crowd = [sys.executable, "-B", str(Path(__file__).parent / "crowd.py")]
        self._crowd = CHILDREN.start(
            [*crowd, str(self._port), str(token), str(clients)], stdout=subprocess.PIPE)
        self.usage = Usage()
        self._is_over = threading.Event()
        threading.Thread(target=self._measure, daemon=True).start()

    def _measure(self) -> None:
        """Notes the memory each second, once the clients are there."""
        self._is_over.wait(15)
        while not self._is_over.wait(1) and self._child.poll() is None:
            status = Path(f"/proc/{self._child.pid}/status").read_text()
            self.usage.last_kib = int(re.search(r"VmRSS:\s+(\d+)", status)[1])
            self.usage.threads = int(re.search(r"Threads:\s+(\d+)", status)[1])
            self.usage.first_kib = self.usage.first_kib or self.usage.last_kib
            self.usage.most_kib = max(self.usage.most_kib, self.usage.last_kib)

    def _ask(self, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        connection.request("GET", path, headers={"Authorization": f"Bearer {self._token}", **headers})
        return connection.getresponse()

    def _text(self, path: str) -> tuple[int, str]:
        with self._ask(path) as response:
            return response.status, response.read().decode()

    def _follow(self) -> None:
        last = ""
        while self._child.poll() is None:
            try:
                with self._ask("/events", **({"Last-Event-ID": last} if last else {})) as response:
                    for raw in response:
                        if raw.startswith(b"id: "):
                            last = raw[4:].decode().strip()
                        elif raw.startswith(b"data: "):
                            self._take(json.loads(raw[6:]))
            except OSError:
                time.sleep(0.1)

    def _take(self, told: dict[str, Any]) -> None:
        with self._lock:
            if "locks" in told:
                self._picture.locks.clear()
            for lock in told.get("locks", []) + told.get("changed", []):
                self._picture.locks[lock["resource"]] = lock
            for gone in told.get("gone", []):
                self._picture.locks.pop(gone["resource"], None)
            self._picture.masters = {master["id"]: master for master in told["masters"]}
            self._picture.at_ms = told["time_unix_ms"]
            self._picture.others = told["possible_keys"] + told["other_keys"]

    def check(self) -> None:
        """Raises RuntimeError if it has ended."""
        if self._child.poll() is not None:
            raise RuntimeError(f"serve ended with {self._child.returncode}")

    def followed(self) -> Picture:
        """What its events have told up to now."""
        self.check()
        with self._lock:
            told = self._picture
            return Picture(told.command, told.at_ms, dict(told.locks), dict(told.masters), told.others)

    def locks(self) -> Picture:
        """What /locks tells."""
        self.check()
        status, text = self._text("/locks")
        while status == 503:
            time.sleep(0.2)
            status, text = self._text("/locks")
        told = json.loads(text)
        return board_picture("serve /locks", told, told["time_unix_ms"])

    def metrics(self) -> Picture:
        """What /metrics counts."""
        self.check()
        picture = Picture("serve /metrics", time.time() * 1000, numbers={})
        for line in self._text("/metrics")[1].splitlines():
            if sample := SAMPLE.match(line):
                picture.numbers[f"{sample[1]} {sample[2]}"] = int(sample[3])
        return picture

    def close(self) -> None:
        """Ends the clients and the server."""
        self._is_over.set()
        self._crowd.terminate()
        try:
            report, _ = self._crowd.communicate(timeout=PATIENCE)
            self.usage.report = json.loads(report)
        except (subprocess.TimeoutExpired, ValueError) as error:
            self.usage.report = {"seen": {}, "wrong": {f"the clients: {error}": 1}}
        if self._child.poll() is None:
            self._child.terminate()
            try:
                code = self._child.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                code = "nothing"
        else:
            code = self._child.returncode
        if code != 0:
            self.usage.report["wrong"][f"serve ended with {code}"] = 1
