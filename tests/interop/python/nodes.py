# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lock libraries of Python for ZooKeeper. Sessions last 6 s without a word."""
from __future__ import annotations

import datetime
import functools
import os
import socket
import threading
from typing import Any, Callable
from urllib.parse import urlparse

from held import Held, until

TIMEOUT = 6.0
LEASE = datetime.timedelta(seconds=30)
NAME = f"{socket.gethostname()}:{os.getpid()}"


def tell_session(client: Any) -> None:
    """Says which session it is."""
    print(f"fact session 0x{client.client_id[0] & 0xffffffffffffffff:x}", flush=True)
    print(f"fact app {NAME}", flush=True)


@functools.cache
def connect(url: str) -> Any:
    """kazoo's client, of whatever version."""
    from kazoo.client import KazooClient

    client = KazooClient(hosts=urlparse(url).netloc, timeout=TIMEOUT)
    client.start()
    tell_session(client)
    return client


def of(lock: Any, path: str) -> Held:
    """Taken, however long it takes."""
    lock.acquire()
    return Held(path, {"is_acquired": lambda: lock.is_acquired, "release": lock.release})


def take_lock(url: str) -> Held:
    """kazoo's Lock."""
    return of(connect(url).Lock("/kazoo/lock", NAME), "/kazoo/lock")


def take_read(url: str) -> Held:
    """kazoo's ReadLock."""
    return of(connect(url).ReadLock("/kazoo/both", NAME), "/kazoo/both")


def take_write(url: str) -> Held:
    """kazoo's WriteLock."""
    return of(connect(url).WriteLock("/kazoo/both", NAME), "/kazoo/both")


def take_semaphore(url: str) -> Held:
    """kazoo's Semaphore, of one lease."""
    return of(connect(url).Semaphore("/kazoo/semaphore", NAME, max_leases=1), "/kazoo/semaphore")


def take_election(url: str) -> Held:
    """kazoo's Election: leads until the function returns."""
    election = connect(url).Election("/kazoo/election", NAME)
    is_leader, is_over = threading.Event(), threading.Event()

    def lead() -> None:
        is_leader.set()
        is_over.wait()

    threading.Thread(target=election.run, args=(lead,), daemon=True).start()
    is_leader.wait()
    calls = {"is_acquired": lambda: election.lock.is_acquired, "return": is_over.set}
    return Held("/kazoo/election", calls)


def take_lease(url: str) -> Held:
    """kazoo's NonBlockingLease, which its users ask for again and again."""
    client = connect(url)
    path = "/kazoo/lease"
    lease = until(lambda: client.NonBlockingLease(path, LEASE, identifier=NAME))
    calls = {"obtained": lambda: bool(lease)}
    calls["renewed"] = lambda: bool(client.NonBlockingLease(path, LEASE, identifier=NAME))
    return Held(f"{path}/lease_holder", calls)


def take_tooz(url: str) -> Held:
    """tooz: kazoo's Lock."""
    from tooz import coordination

    at = urlparse(url).netloc
    started = coordination.get_coordinator(f"zookeeper://{at}?timeout=6", NAME.encode())
    started.start(start_heart=True)
    tell_session(started._coord)
    lock = started.get_lock(b"foobar")
    lock.acquire()
    return Held("/tooz/locks/foobar", {"acquired": lambda: lock.acquired, "release": lock.release})


def named(prefix: str) -> dict[str, Callable[[str], Held]]:
    """kazoo's recipes by the names of the table."""
    return {
        f"{prefix}-lock": take_lock,
        f"{prefix}-read": take_read,
        f"{prefix}-write": take_write,
        f"{prefix}-semaphore": take_semaphore,
        f"{prefix}-election": take_election,
        f"{prefix}-lease": take_lease,
    }


TAKE: dict[str, Callable[[str], Held]] = {**named("kazoo"), "tooz-zookeeper": take_tooz}
# Where those who wait want something else than the holder.
WAIT: dict[str, Callable[[str], Held]] = {"kazoo-read": take_write}
