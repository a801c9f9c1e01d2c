# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks the servers of a ZooKeeper ensemble and the sessions on it, and compares what `lockctl
watch` tells with what the ensemble stores, and with the leader's `dump`.

Exit codes: 0; 1 if anything else was told, or nothing in time; 64 for wrong options.
"""
from __future__ import annotations

import argparse
import collections
import json
import logging
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path
from typing import Any, Callable

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException
from kazoo.handlers.threading import KazooTimeoutError
from processes import CHILDREN
from zookeeper_connection import NoNode, ZooKeeperConnection
from zookeeper_server import ZooKeeperEnsemble, ask_word

ROOT = Path(__file__).resolve().parents[3]
LOCKS = [f"/locks/lock-{number}" for number in range(20)]
LATE = 10.0  # seconds: then it is a mismatch
EPHEMERAL, PERSISTENT = 3, 0

# Of each lock: the sessions of its nodes in their order, and the fencing number of the first.
State = dict[str, tuple[list[str], int]]


class Told:
    """What `lockctl watch --json` has told so far."""

    def __init__(
        self, lockctl: Path, ensemble: ZooKeeperEnsemble, home: str, timeout_ms: int
    ) -> None:
        config = Path(home) / "deployments.toml"
        config.write_text(
            f'[[deployment]]\nname = "chaos"\nmasters = ["{ensemble.url}"]\n'
            f'timeout = "{timeout_ms}ms"\n'
        )
        config.chmod(0o600)
        self.child = CHILDREN.start(
            [str(lockctl), "--config", str(config), "watch", "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"XDG_STATE_HOME": home, "PATH": "/usr/bin:/bin"},
        )
        self._locks: dict[str, dict[str, Any]] = {}
        self._waiters: list[dict[str, Any]] = []
        self._is_complete = False
        self.complete_at: list[float] = []  # when all locks were known again
        # Each state with the time at which it was first told, the latest last.
        self._states: collections.deque[tuple[float, State]] = collections.deque(maxlen=5000)
        self._news = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.child.stdout is not None
        for raw in self.child.stdout:
            line = json.loads(raw)
            with self._news:
                for lock in line["changed"]:
                    self._locks[lock["resource"]] = lock
                for lock in line["gone"]:
                    self._locks.pop(lock["resource"], None)
                self._waiters = line.get("waiters", self._waiters)
                is_complete = line["masters"][0]["complete"]
                if is_complete and not self._is_complete:
                    self.complete_at.append(time.monotonic())
                self._is_complete = is_complete
                self._states.append((time.monotonic(), self.state()))
                self._news.notify_all()

    def state(self) -> State:
        queues: dict[str, list[str]] = collections.defaultdict(list)
        for waiter in self._waiters:
            queues[waiter["resources"][0]["resource"]].append(waiter["session"]["id"])
        found = {}
        for name, lock in self._locks.items():
            holder = lock["holder"]
            fence = int(re.search(r"fencing number (\d+)", holder["detail"])[1])
            queue = [holder["session"]["id"], *queues[name]]
            found[name] = (queue if lock["verdict"] == "held" else [lock["verdict"]], fence)
        return found

    def told_at(self, wanted: State, but: set[str]) -> float:
        """Since when that has been told without a break."""
        with self._news:
            since = time.monotonic()
            for at, state in reversed(self._states):
                if {k: v for k, v in state.items() if k not in but} != wanted:
                    break
                since = at
            return since

    def await_state(self, wanted: State, but: set[str], until: float) -> bool:
        def is_told() -> bool:
            return {k: v for k, v in self.state().items() if k not in but} == wanted

        with self._news:
            return self._news.wait_for(is_told, max(0.0, until - time.monotonic()))


class Service:
    """When no server served a client of our own: elections, and servers that start."""

    def __init__(self, ensemble: ZooKeeperEnsemble) -> None:
        self._ports = ensemble.ports
        self.served_at: list[float] = []  # the end of each outage
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while True:
            for port in self._ports:
                try:
                    connection = ZooKeeperConnection(port, timeout=0.3)
                except OSError:
                    continue
                self.served_at.append(time.monotonic())
                try:
                    while True:
                        connection.sync()
                        time.sleep(0.02)
                except (OSError, RuntimeError):
                    connection.drop()
            time.sleep(0.02)


class Truth:
    """What the ensemble stores."""

    def __init__(self, ensemble: ZooKeeperEnsemble) -> None:
        self._ensemble = ensemble
        self.disputed: set[str] = set()
        self.since = 0.0  # when the latest state was true at the earliest

    def read(self) -> State | None:
        """Of the locks on which all servers agree. None: not all answer yet."""
        states = []
        connections: list[ZooKeeperConnection] = []
        try:
            for port in self._ensemble.ports:
                connections.append(ZooKeeperConnection(port, timeout=2))
            self.since = time.monotonic()  # from now on, all servers serve
            for connection in connections:
                connection.sync()
                states.append(self._read(connection))
        except (OSError, RuntimeError):
            return None
        finally:
            for connection in connections:
                connection.close()
        # Servers of 3.8 that were killed may differ for good in whose ephemeral nodes they keep.
        self.disputed = {
            lock for lock in LOCKS if any(one.get(lock) != states[0].get(lock) for one in states)
        }
        return {lock: state for lock, state in states[0].items() if lock not in self.disputed}

    @staticmethod
    def _read(connection: ZooKeeperConnection) -> State:
        found: State = {}
        for lock in LOCKS:
            nodes = []
            try:
                for name in sorted(connection.children(lock), key=lambda name: name[-10:]):
                    nodes.append(connection.node(f"{lock}/{name}"))
            except NoNode:
                continue
            if nodes:
                found[lock] = ([node.session for node in nodes], nodes[0].czxid)
        return found

    def dumped(self) -> collections.Counter[tuple[str, str]] | None:
        """How many nodes each session has below each lock, as the leader lists them."""
        leader = self._ensemble.leader()
        if leader is None:
            return None
        session = ""
        found: collections.Counter[tuple[str, str]] = collections.Counter()
        for line in ask_word(self._ensemble.ports[leader], "dump").splitlines():
            if match := re.fullmatch(r"(0x[0-9a-f]+):", line):
                session = match[1]
            elif line.startswith("\t/locks/lock-"):
                found[session, line.strip().rsplit("/", 1)[0]] += 1
        return found


class Population:
    """Programs that queue for the locks, and leave again."""

    def __init__(self, ensemble: ZooKeeperEnsemble) -> None:
        hosts = ",".join(f"127.0.0.1:{port}" for port in ensemble.ports)
        self._clients = [KazooClient(hosts=hosts, timeout=6) for _ in range(4)]
        for client in self._clients:
            client.start(timeout=60)
        for path in ("/locks", *LOCKS):
            self._clients[0].ensure_path(path)
        self._nodes: list[tuple[KazooClient, str]] = []

    def stir(self, seconds: float) -> None:
        """Changes something about fifty times a second. What fails is not tried again."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self._change()
            except (KazooException, KazooTimeoutError):
                pass  # what the ensemble stores decides
            time.sleep(0.02)

    def _change(self) -> None:
        client = random.choice(self._clients)
        if not client.connected:
            return
        if self._nodes and random.random() < len(self._nodes) / 120:
            owner, path = self._nodes.pop(random.randrange(len(self._nodes)))
            if owner.connected:
                owner.delete_async(path).get(timeout=2)
            return
        path = f"{random.choice(LOCKS)}/{uuid.uuid4().hex}__lock__"
        made = client.create_async(path, b"worker", ephemeral=True, sequence=True)
        self._nodes.append((client, made.get(timeout=2)))

    def burst(self) -> None:
        while not (connected := [one for one in self._clients if one.connected]):
            time.sleep(0.02)  # they come back by themselves
        client = random.choice(connected)
        paths = [f"{random.choice(LOCKS)}/{uuid.uuid4().hex}__lock__" for _ in range(300)]
        made = [client.create_async(at, b"burst", ephemeral=True, sequence=True) for at in paths]
        gone = [client.delete_async(one.get(timeout=10)) for one in made]
        for one in gone:
            one.get(timeout=10)

    def stop(self) -> None:
        for client in self._clients:
            client.stop()


class Chaos:
    """The faults. Each leaves all servers running, or about to."""

    def __init__(self, ensemble: ZooKeeperEnsemble, population: Population, told: Told) -> None:
        self._ensemble = ensemble
        self._population = population
        self._told = told
        self.kinds: dict[str, Callable[[], None]] = {
            "the leader is killed": self._kill_leader,
            "a follower is killed": self._kill_follower,
            "the leader hangs for 3 s": self._hang_leader,
            "a follower hangs for 3 s": self._hang_follower,
            "all servers are killed": self._kill_all,
            "a session expires": self._expire,
            "a lock's node is made anew": self._renew,
            "300 come and go": population.burst,
            "lockctl is stopped for 2 s": self._pause,
        }

    def _leader(self) -> int:
        while (leader := self._ensemble.leader()) is None:
            time.sleep(0.05)
        return leader

    def _follower(self) -> int:
        return random.choice([number for number in range(3) if number != self._leader()])

    def _restart(self, numbers: list[int]) -> None:
        for number in numbers:
            self._ensemble.kill(number)
        self._population.stir(1)
        for number in numbers:
            self._ensemble.start(number)

    def _hang(self, number: int) -> None:
        self._ensemble.signal(number, signal.SIGSTOP)
        try:
            self._population.stir(3)
        finally:
            self._ensemble.signal(number, signal.SIGCONT)

    def _kill_leader(self) -> None:
        self._restart([self._leader()])

    def _kill_follower(self) -> None:
        self._restart([self._follower()])

    def _kill_all(self) -> None:
        self._restart([0, 1, 2])

    def _hang_leader(self) -> None:
        self._hang(self._leader())

    def _hang_follower(self) -> None:
        self._hang(self._follower())

    def _expire(self) -> None:
        """A program that is gone without a word."""
        connection = ZooKeeperConnection(self._ensemble.ports[self._leader()], session_ms=1000)
        for lock in random.sample(LOCKS, 5):
            connection.create(f"{lock}/{uuid.uuid4().hex}__lock__", b"mute", EPHEMERAL)
            connection.receive()
        self._population.stir(2.5)  # two ticks, and the next look of the leader

    def _renew(self) -> None:
        connection = ZooKeeperConnection(self._ensemble.ports[self._leader()])
        lock = random.choice(LOCKS)
        for name in connection.children(lock):
            try:
                connection.delete(f"{lock}/{name}")
            except NoNode:
                continue
        try:
            connection.delete(lock)
        except RuntimeError:  # somebody was faster
            return connection.close()
        connection.create(lock, b"", PERSISTENT)
        connection.receive()
        connection.close()

    def _pause(self) -> None:
        self._told.child.send_signal(signal.SIGSTOP)
        self._population.stir(2)
        self._told.child.send_signal(signal.SIGCONT)


def settle(truth: Truth, told: Told) -> tuple[float | None, State | None]:
    """How long after it was true it was told; None: it was not, and what was true then."""
    while True:
        state = truth.read()
        if state is None:
            time.sleep(0.05)
            continue
        is_told = told.await_state(state, truth.disputed, truth.since + LATE)
        if is_told:
            return max(0.0, told.told_at(state, truth.disputed) - truth.since), state
        if truth.read() == state:  # else a session has ended meanwhile
            return None, state


def is_dumped(truth: Truth, told: Told) -> bool:
    """Whether the leader's list is what was told, at one moment of the next few."""
    for _ in range(50):
        counted = collections.Counter(
            (session, lock)
            for lock, (queue, _) in told.state().items()
            for session in queue
            if lock not in truth.disputed
        )
        dumped = truth.dumped() or {}
        if {at: n for at, n in dumped.items() if at[1] not in truth.disputed} == counted:
            return True
        time.sleep(0.1)
    return False


def back_after(service: Service, told: Told, since: float) -> tuple[float, float] | None:
    """How long no server served, and how long after that lockctl knew all locks again."""
    served = [at for at in service.served_at if at > since]
    known = [at for at in told.complete_at if at > since]
    if not known:
        return None  # its connection held
    outage = served[-1] - since if served else 0.0
    return outage, max(0.0, known[-1] - since - outage)


def table(title: str, kinds: list[str], figures: dict[str, list[float]]) -> None:
    """Milliseconds by kind of fault: median and most."""
    print(f"{title:<42}{'times':>7}{'median':>8}{'most':>7}")
    for kind in kinds:
        of_kind = sorted(figures[kind])
        if of_kind:
            middle, most = (round(1000 * at) for at in (of_kind[len(of_kind) // 2], of_kind[-1]))
            print(f"{kind:<42}{len(of_kind):>7}{middle:>8}{most:>7}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="chaos --zookeeper")
    parser.add_argument(
        "--lockctl", type=Path, default=ROOT / "build" / "release" / "bin" / "lockctl"
    )
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--timeout", type=int, default=1000, help="the deployment's, in ms")
    options = parser.parse_args()
    random.seed(options.seed)
    logging.disable()  # of kazoo, whose connections break
    print(f"seed {options.seed}", flush=True)
    delays: dict[str, list[float]] = collections.defaultdict(list)
    elections: dict[str, list[float]] = collections.defaultdict(list)
    returns: dict[str, list[float]] = collections.defaultdict(list)
    bad = 0
    with tempfile.TemporaryDirectory() as home, ZooKeeperEnsemble() as ensemble:
        population = Population(ensemble)
        truth, told = Truth(ensemble), Told(options.lockctl, ensemble, home, options.timeout)
        service = Service(ensemble)
        chaos = Chaos(ensemble, population, told)
        kinds = list(chaos.kinds)
        for number in range(options.faults):
            kind = kinds[number % len(kinds)] if number < len(kinds) else random.choice(kinds)
            began = time.monotonic()
            chaos.kinds[kind]()
            population.stir(0.5)
            delay, state = settle(truth, told)
            if outage := back_after(service, told, began):
                elections[kind].append(outage[0])
                returns[kind].append(outage[1])
            if (delay or 0) > 1 or (outage and outage[1] > 1):
                print(f"fault {number}, {kind}: told after {delay}, outage and return {outage}")
            if truth.disputed:
                print(f"fault {number}, {kind}: the servers differ in {sorted(truth.disputed)}")
            if delay is None or not is_dumped(truth, told):
                bad += 1
                print(f"fault {number}, {kind}: true is {state}, told is {told.state()}")
            else:
                delays[kind].append(delay)
        population.stop()
    table("no server served, ms", kinds, elections)
    table("all locks known after that, ms", kinds, returns)
    table("told after it was true on all servers, ms", kinds, delays)
    every = sum(len(of_kind) for of_kind in delays.values())
    late = sum(delay > 1 for of_kind in delays.values() for delay in of_kind)
    late_returns = sum(after > 1 for of_kind in returns.values() for after in of_kind)
    print(
        f"{every + bad} faults, {bad} mismatches, {late} told after more than a second; "
        f"{late_returns} of {sum(map(len, returns.values()))} returns took longer than that"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        CHILDREN.end_all()
