# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps 2500 locks on three redis-servers of its own changing, and looks what the programs need.

The window (without a display), `lockctl serve` with scrapes and a reader of its events, and
`lockctl watch --record` watch at once. 250 locks are taken a second, each tenth under a new name.
Every 15 s a master disconnects all clients. Memory, descriptors and threads are sampled once a
minute (a sixtieth of a shorter run). They must be flat: the smallest of the last sixth may be 10 %
and 2 MiB over that of the second sixth (of an hour: minutes 10 to 20), or three descriptors or
threads. (Not the median: while `serve` answers a scrape it needs some megabytes more.)

Exit codes: 0; 1 if something grows, or a program has ended; 64 for wrong options.
"""
from __future__ import annotations

import argparse
import csv
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from processes import CHILDREN
from redis_connection import Connection, answers, free_port

LOCKS = 2500
TAKES_A_SECOND = 250
TTL_MS = 15_000
KILL_EACH = 15.0
SCRAPE_EACH = 5.0


@dataclass(frozen=True)
class Sample:
    """What a program needs at a moment."""

    private_kib: int  # what the program has written to; not pages of libraries that only it uses
    rss_kib: int
    descriptors: int
    threads: int

    @staticmethod
    def of(pid: int) -> Sample:
        process = Path(f"/proc/{pid}")
        rollup = dict(re.findall(r"^(\w+): +(\d+) kB", (process / "smaps_rollup").read_text(), re.M))
        counts = [len(list((process / what).iterdir())) for what in ("fd", "task")]
        return Sample(int(rollup["Private_Dirty"]), int(rollup["Rss"]), *counts)


ALLOWED = {  # over the second sixth: a share, and a constant
    "private_kib": (0.1, 2048), "rss_kib": (0.1, 2048), "descriptors": (0.0, 3), "threads": (0.0, 3)}


class Churn(threading.Thread):
    """Takes locks over and over. Each is released when it is taken anew, or when its TTL is over."""

    def __init__(self, ports: list[int], seed: int) -> None:
        super().__init__(daemon=True)
        self._masters = [Connection(port) for port in ports]
        self._random = random.Random(seed)
        self._names = [self._new_name(number) for number in range(LOCKS)]
        self.taken = 0
        self.kills = 0
        self.error = ""

    def _new_name(self, number: int) -> str:
        return f"churn:{number}:{self._random.getrandbits(32):08x}:lock"

    def _take(self, place: int) -> None:
        old = self._names[place]
        if self.taken % 10 == 0:
            self._names[place] = self._new_name(place)
        letters = self._random.getrandbits(160)
        value = f"{letters:040x}"
        if place % 2 == 0:
            value = f"lk1:web-{place % 50}:{place + 1}:churn:{time.time_ns() // 10**6}:{value}"
        for master in self._masters:
            master.ask("DEL", old)
            master.ask("SET", self._names[place], value, "PX", str(TTL_MS))
        self.taken += 1

    def run(self) -> None:
        started = time.monotonic()
        next_kill = started + KILL_EACH
        try:
            while True:
                self._take(self.taken % LOCKS)
                time.sleep(max(0.0, started + self.taken / TAKES_A_SECOND - time.monotonic()))
                if time.monotonic() > next_kill:
                    next_kill += KILL_EACH
                    master = self._masters[self.kills % len(self._masters)]
                    for kind in ("normal", "pubsub"):
                        master.ask("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")
                    self.kills += 1
        except (OSError, RuntimeError) as error:
            self.error = str(error)


class Scraper(threading.Thread):
    """Asks a `lockctl serve` for its metrics and locks."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self._port = int(url.rpartition(":")[2])
        self.scrapes = 0
        self.locks = 0

    def get(self, path: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        connection.request("GET", path)
        return connection.getresponse()

    def follow(self) -> None:
        """Reads the events for ever."""
        while True:
            try:
                with self.get("/events") as events:
                    while events.read(65536):
                        pass
            except OSError:
                time.sleep(1)

    def run(self) -> None:
        threading.Thread(target=self.follow, daemon=True).start()
        while True:
            time.sleep(SCRAPE_EACH)
            try:
                with self.get("/metrics") as metrics:
                    metrics.read()
                with self.get("/locks") as locks:
                    self.locks = len(json.load(locks)["locks"])
                self.scrapes += 1
            except (OSError, ValueError):
                pass


def start_masters(folder: Path) -> list[int]:
    """Three redis-servers; returns their ports."""
    ports = []
    for number in range(3):
        port = free_port()
        server = CHILDREN.start(
            ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
            stdout=subprocess.DEVNULL)
        if not answers(server, port):
            raise RuntimeError(f"redis-server {number} does not answer")
        ports.append(port)
    return ports


def start_programs(bin_dir: Path, folder: Path, ports: list[int]) -> tuple[dict[str, subprocess.Popen[bytes]], str]:
    """The three programs by name, and serve's URL."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(folder)}
    for kind in ("CONFIG", "STATE", "DATA", "CACHE"):
        environment[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    masters = [word for port in ports for word in ("--master", f"redis://127.0.0.1:{port}")]

    def start(name: str, *words: str, out: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        errors = (folder / f"{name}.errors").open("wb")
        return CHILDREN.start(list(words), stdout=out, stderr=errors, env=environment)

    lockctl = str(bin_dir / "lockctl")
    programs = {
        "window": start("window", str(bin_dir / "lockkeeper"), *masters),
        "serve": start("serve", lockctl, *masters, "--json", "serve", "--listen", "127.0.0.1:0",
                       out=subprocess.PIPE),
        "record": start("record", lockctl, *masters, "--json", "watch", "--record")}
    told = programs["serve"].stdout
    assert told is not None
    return programs, json.loads(told.readline())["url"]


def growths(samples: dict[str, list[Sample]]) -> list[str]:
    """What has grown by more than is allowed, and a line on each figure that is printed."""
    grown = []
    for name, rows in samples.items():
        sixth = max(1, len(rows) // 6)
        for figure, (share, constant) in ALLOWED.items():
            before, after = (min(getattr(row, figure) for row in part)
                             for part in (rows[sixth:2 * sixth] or rows, rows[-sixth:]))
            is_flat = after <= before * (1 + share) + constant
            print(f"{name:<8}{figure:<13}{before:>9.0f}{after:>9.0f}  {'flat' if is_flat else 'GROWS'}")
            if not is_flat:
                grown.append(f"{name}: {figure} from {before:.0f} to {after:.0f}")
    return grown


def main() -> int:
    parser = argparse.ArgumentParser(prog="churn", description="Looks what the programs need under churn.")
    root = Path(__file__).resolve().parent.parent.parent
    parser.add_argument("--bin", type=Path, default=root / "build" / "release" / "bin", metavar="DIRECTORY")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--samples", type=Path, default=Path("churn.csv"), metavar="FILE")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    try:
        options = parser.parse_args()
    except SystemExit as end:
        return 64 if end.code else 0

    with tempfile.TemporaryDirectory() as name, options.samples.open("w", newline="") as file:
        folder = Path(name)
        ports = start_masters(folder)
        churn = Churn(ports, options.seed)
        churn.start()
        programs, url = start_programs(options.bin, folder, ports)
        scraper = Scraper(url)
        scraper.start()
        table = csv.writer(file)
        table.writerow(["seconds", "program", *ALLOWED])
        samples: dict[str, list[Sample]] = {program: [] for program in programs}
        wrong: list[str] = []
        started = time.monotonic()
        for number in range(1, 61):
            time.sleep(max(0.0, started + number * options.minutes - time.monotonic()))
            seconds = round(time.monotonic() - started)
            for program, child in programs.items():
                if child.poll() is not None:
                    wrong.append(f"{program} has ended with {child.returncode}")
                    continue
                samples[program].append(Sample.of(child.pid))
                table.writerow([seconds, program, *vars(samples[program][-1]).values()])
            file.flush()
            if churn.error:
                wrong.append(f"the churn has ended: {churn.error}")
            if wrong:
                break
        seconds = time.monotonic() - started
        print(f"seed {options.seed}: {churn.taken} takes, {churn.taken / seconds:.0f} a second; {churn.kills} times all "
              f"clients of a master killed; {scraper.scrapes} scrapes, {scraper.locks} locks at the last one")
        if scraper.locks < LOCKS * 9 // 10:
            wrong.append(f"serve tells of {scraper.locks} locks")
        if not wrong:
            wrong = growths(samples)
        for program in programs if wrong else []:
            sys.stdout.write((folder / f"{program}.errors").read_text(errors="replace")[-2000:])
        CHILDREN.end_all()
    for line in wrong:
        print(f"churn: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
