# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The driver's children: they end with it, each by its own pid."""
from __future__ import annotations

import queue
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import IO, Any, Callable


class Gone(Exception):
    """A process ended, or its time was over, before it printed what was awaited."""


@dataclass(frozen=True)
class Line:
    """A line and when it was read (time.monotonic)."""

    text: str
    at: float


class Children:
    """All children that live. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alive: set[subprocess.Popen[bytes]] = set()
        self._is_over = False

    def start(self, command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        """Starts a child that also ends if the driver is killed, where setpriv is there."""
        if shutil.which("setpriv") is not None:
            command = ["setpriv", "--pdeathsig", "KILL", *command]
        with self._lock:
            if self._is_over:
                raise Gone("the driver ends")
            child = subprocess.Popen(command, **options)
            self._alive.add(child)
        return child

    def end(self, child: subprocess.Popen[bytes]) -> None:
        """kill -9, and waits until it is gone."""
        child.kill()
        child.wait()
        with self._lock:
            self._alive.discard(child)

    def end_all(self) -> None:
        """Ends all of them, and lets none begin any more."""
        with self._lock:
            self._is_over = True
            for child in self._alive:
                child.kill()


CHILDREN = Children()


class Process:
    """A child whose stdout is read line by line. It ends with the context."""

    def __init__(self, command: list[str], environment: dict[str, str], errors: IO[bytes]) -> None:
        self.started_unix_ms = 1000 * time.time()
        self._child = CHILDREN.start(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
        )
        self._lines: queue.Queue[Line | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def _read(self) -> None:
        assert self._child.stdout is not None
        for raw in self._child.stdout:
            self._lines.put(Line(raw.decode(errors="replace").rstrip("\n"), time.monotonic()))
        self._lines.put(None)

    def await_line(self, wanted: Callable[[str], bool], timeout: float) -> Line:
        """The next line that is wanted. Raises Gone if there is none in time."""
        end = time.monotonic() + timeout
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise Gone(f"nothing in {timeout:.0f} s") from None
            if line is None:
                raise Gone(f"ended with {self._child.wait()}")
            if wanted(line.text):
                return line

    @property
    def pid(self) -> int:
        """Its process id; setpriv, which starts it, becomes it."""
        return self._child.pid

    def say(self, line: str) -> None:
        """Writes a line to its stdin. Raises Gone if nobody reads it."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line.encode() + b"\n")
            self._child.stdin.flush()
        except OSError:
            raise Gone(f"ended with {self._child.wait()}") from None

    def exit_code(self, timeout: float) -> int:
        """Waits for the end; raises Gone if the process goes on."""
        try:
            return self._child.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Gone(f"still there after {timeout:.0f} s") from None

    def kill(self) -> None:
        """kill -9, and waits until it is gone."""
        CHILDREN.end(self._child)
        if self._child.stdin is not None:
            self._child.stdin.close()
