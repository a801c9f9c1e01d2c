# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how lockctl watches a ZooKeeper server with many locks, and kazoo beside it.

    PYTHONPATH=tests/support/python python3 -B tests/bench/zookeeper/main.py --lockctl PATH

Prints one line of JSON. Each lock has the nodes of kazoo's recipe: one who holds, the others wait.
"""
from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path
from typing import Any

from processes import CHILDREN
from zookeeper_connection import ZooKeeperConnection
from zookeeper_server import ZooKeeperServer

PIPELINE = 500
SESSION_MS = 1_200_000
SETTINGS = f"maxSessionTimeout={SESSION_MS}\nmaxClientCnxns=0\n"
HERE = Path(__file__).resolve().parent
UNTIL_QUIET = 4.0  # without a line: all that was changed is told


def pipelined(connection: ZooKeeperConnection, requests: list[Any]) -> list[bytes]:
    """The replies to many requests, some hundred of them at a time on their way."""
    replies = []
    for begin in range(0, len(requests), PIPELINE):
        part = requests[begin : begin + PIPELINE]
        for request in part:
            request()
        replies += [connection.receive() for _ in part]
    return replies


class Crowd:
    """Sessions of which each has one node under every lock; the first one holds them all."""

    def __init__(self, server: ZooKeeperServer, locks: int, each: int) -> None:
        self.holders: list[str] = []
        self._connections = []
        # A thousand under one node: the names of all are longer than a reply may be.
        groups = [f"/locks/{number}" for number in range(-(-locks // 1000))]
        parents = [f"{groups[number // 1000]}/lock-{number}" for number in range(locks)]
        for turn in range(each):
            connection = ZooKeeperConnection(server.port, 60, SESSION_MS)
            self._connections.append(connection)
            if turn == 0:
                paths = ["/locks", *groups, *parents]
                pipelined(connection, [lambda at=at: connection.create(at, b"", 0) for at in paths])
            nodes = [f"{path}/{uuid.uuid4().hex}__lock__" for path in parents]
            name = f"worker-{turn}".encode()
            replies = pipelined(
                connection,
                [lambda node=node: connection.create(node, name, 3) for node in nodes],
            )
            if turn == 0:
                self.holders = [reply[4:].decode() for reply in replies]

    def close(self) -> None:
        for connection in self._connections:
            connection.close()


class Lines:
    """What a program prints, with the time at which each line was whole."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.lines: list[tuple[float, bytes]] = []
        self.child = CHILDREN.start(
            command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, env=environment
        )
        self._news = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.child.stdout is not None
        for raw in self.child.stdout:
            with self._news:
                self.lines.append((time.time(), raw))
                self._news.notify_all()

    def await_line(self, wanted: Any, timeout: float) -> tuple[float, bytes]:
        """The first line that is wanted; raises TimeoutError."""
        end = time.monotonic() + timeout
        seen = 0
        with self._news:
            while True:
                for line in self.lines[seen:]:
                    seen += 1
                    if wanted(line[1]):
                        return line
                left = end - time.monotonic()
                if left <= 0:
                    raise TimeoutError(f"no such line in {timeout:.0f} s; {seen} others")
                self._news.wait(left)

    def await_quiet(self, timeout: float) -> None:
        """Until no line comes for a while."""
        end = time.monotonic() + timeout
        with self._news:
            while time.monotonic() < end and self._news.wait(UNTIL_QUIET):
                pass

    def rss_kb(self) -> int:
        status = Path(f"/proc/{self.child.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.child.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        CHILDREN.end(self.child)


def write(port: int, holders: list[str], rate: int, seconds: float) -> None:
    """Writes the time into the nodes, one after the other, as often as the rate says."""
    connection = ZooKeeperConnection(port, 60, SESSION_MS)
    begun = time.monotonic()
    done = 0
    while (now := time.monotonic() - begun) < seconds:
        due = int(now * rate) - done
        for _ in range(due):
            connection.set(holders[done % len(holders)], f"at-{time.time_ns()}".encode())
            done += 1
        for _ in range(due):
            connection.receive()
        time.sleep(0.002)
    connection.close()


def percentiles(delays: list[float]) -> dict[str, float]:
    ordered = sorted(delays)
    if not ordered:
        return {"count": 0}
    at = {f"p{p}_ms": round(1000 * ordered[len(ordered) * p // 100], 1) for p in (50, 99)}
    return {"count": len(ordered), **at, "max_ms": round(1000 * ordered[-1], 1)}


def packets(server: ZooKeeperServer) -> int:
    """That the server has received."""
    told = dict(line.split("\t")[:2] for line in server.ask("mntr").splitlines() if "\t" in line)
    return int(told["zk_packets_received"])


def stamps_of_watch(lines: list[tuple[float, bytes]]) -> list[float]:
    """How long after each change that is told it was told."""
    delays = []
    for at, raw in lines:
        for lock in json.loads(raw)["changed"]:
            name = lock["holder"].get("app") or ""
            if name.startswith("at-"):
                delays.append(at - int(name[3:]) / 1e9)
    return delays


def change(server: ZooKeeperServer, crowd: Crowd, options: argparse.Namespace) -> None:
    """Lets another process write."""
    writer = multiprocessing.Process(
        target=write, args=(server.port, crowd.holders, options.rate, options.seconds)
    )
    writer.start()
    writer.join(options.seconds + 60)
    if writer.is_alive():
        writer.kill()


def measure_lockctl(
    server: ZooKeeperServer, crowd: Crowd, empty_kb: int, options: argparse.Namespace
) -> dict[str, Any]:
    lockctl = [str(options.lockctl), "--master", server.url]
    environment = {**os.environ, "XDG_STATE_HOME": str(server.folder)}
    begun = time.monotonic()
    look = subprocess.run(
        [*lockctl, "list", "--json"], capture_output=True, env=environment, timeout=200, check=False
    )
    told: dict[str, Any] = {"list_s": round(time.monotonic() - begun, 2)}
    told["list_exit"] = look.returncode
    told["list_error"] = look.stderr.decode().strip()[-200:]
    told["listed"] = len(json.loads(look.stdout)["locks"]) if look.stdout else 0
    watch = Lines([*lockctl, "watch", "--json"], environment)
    begun = time.time()
    try:
        whole = watch.await_line(lambda raw: raw.find(b'"complete":true') > 0, 200)
        told["watch_complete_s"] = round(whole[0] - begun, 2)
        watch.await_quiet(60)
        told["first_lines_mb"] = round(sum(len(raw) for _, raw in watch.lines) / 1e6, 1)
        added = watch.rss_kb() - empty_kb
        told["rss_mb"] = watch.rss_kb() // 1024
        told["bytes_per_lock"] = added * 1024 // options.locks
        told["bytes_per_node"] = added * 1024 // (options.locks * (options.each + 1))
        told["idle_per_minute"] = idle(server, options)
        first, cpu = len(watch.lines), watch.cpu_seconds()
        change(server, crowd, options)
        watch.await_quiet(30)
        told["cpu_while_changing"] = round((watch.cpu_seconds() - cpu) / options.seconds, 2)
        lines = watch.lines[first:]
        told["lines"] = len(lines)
        told["lines_mb"] = round(sum(len(raw) for _, raw in lines) / 1e6, 1)
        told["changes"] = percentiles(stamps_of_watch(lines))
    finally:
        watch.close()
    return told


def idle(server: ZooKeeperServer, options: argparse.Namespace) -> float:
    """Requests that the server gets a minute while nothing changes, without our own question."""
    before = packets(server)
    time.sleep(options.idle)  # what is counted is what comes in this time
    return round((packets(server) - before - 1) * 60 / options.idle, 1)


def measure_kazoo(
    server: ZooKeeperServer, crowd: Crowd, options: argparse.Namespace
) -> dict[str, Any]:
    command = ["/usr/bin/python3", "-B", str(HERE / "kazoo_reader.py"), f"127.0.0.1:{server.port}"]
    reader = Lines(command, dict(os.environ))
    try:
        empty = reader.await_line(lambda raw: raw.startswith(b"connected"), 30)
        empty_kb = reader.rss_kb()
        ready = reader.await_line(lambda raw: raw.startswith(b"ready"), 300)
        told: dict[str, Any] = {"first_look_s": round(ready[0] - empty[0], 2)}
        added = reader.rss_kb() - empty_kb
        told["rss_mb"] = reader.rss_kb() // 1024
        told["bytes_per_node"] = added * 1024 // (options.locks * (options.each + 1))
        told["idle_per_minute"] = idle(server, options)
        cpu = reader.cpu_seconds()
        change(server, crowd, options)
        time.sleep(UNTIL_QUIET)
        told["cpu_while_changing"] = round((reader.cpu_seconds() - cpu) / options.seconds, 2)
        assert reader.child.stdin is not None
        reader.child.stdin.write(b"tell\n")
        reader.child.stdin.flush()
        line = reader.await_line(lambda raw: raw.startswith(b"delays"), 30)[1]
        told["changes"] = percentiles(json.loads(line.removeprefix(b"delays ")))
    finally:
        reader.close()
    return told


def empty_watch(server: ZooKeeperServer, options: argparse.Namespace) -> int:
    """The memory of a watch that has nothing to show, in KiB."""
    command = [str(options.lockctl), "--master", server.url, "watch", "--json"]
    watch = Lines(command, {**os.environ, "XDG_STATE_HOME": str(server.folder)})
    try:
        watch.await_line(lambda raw: raw.find(b'"complete":true') > 0, 30)
        return watch.rss_kb()
    finally:
        watch.close()


def main() -> int:
    """Measures both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lockctl", type=Path, required=True)
    parser.add_argument("--locks", type=int, default=1000)
    parser.add_argument("--each", type=int, default=100, help="nodes under a lock")
    parser.add_argument("--rate", type=int, default=2000, help="changes a second")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--idle", type=float, default=30, help="seconds of counting requests")
    parser.add_argument("--no-kazoo", action="store_true")
    options = parser.parse_args()
    told: dict[str, Any] = {"locks": options.locks, "nodes": options.locks * (options.each + 1)}
    with ZooKeeperServer(2000, SETTINGS) as server:
        empty_kb = empty_watch(server, options)
        begun = time.monotonic()
        crowd = Crowd(server, options.locks, options.each)
        told["created_s"] = round(time.monotonic() - begun, 1)
        print(json.dumps(told), file=sys.stderr, flush=True)
        told["empty_watch_mb"] = empty_kb // 1024
        told["lockctl"] = measure_lockctl(server, crowd, empty_kb, options)
        print(json.dumps(told), file=sys.stderr, flush=True)
        if not options.no_kazoo:
            told["kazoo"] = measure_kazoo(server, crowd, options)
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
