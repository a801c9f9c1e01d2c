# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""peer.py LIBRARY ROLE URL: one real library against the server at URL.

hold   takes the lock as the library's documentation does, prints what is known of the holder
       ("fact NAME VALUE") and "held KEY", and keeps the lock. On "notice" it calls what tells a
       holder of its loss, and prints "notice CALL: RESULT; ..."
wait   prints "waiting", takes the same lock, which blocks, and prints "got it", or "failed ERROR"
jobs   does ordinary work, so that what the library stores beside its locks appears, and ends
turns  takes and frees the lock as often as a fourth argument says, and prints how often somebody
       else was inside ("turns N overlaps M")

Holders and waiters live until stdin ends. Exits with 77 if the library is missing.
"""
from __future__ import annotations

import os
import socket
import sys
import threading
import time
import uuid
from typing import Any, Callable
from urllib.parse import urlparse

import locks
import nodes
import queues
from held import Held

TURN_PAUSE = 0.005  # how long a turn lasts, and how long others have for theirs
TAKE: dict[str, Callable[[str], Held]] = {**locks.TAKE, **queues.TAKE, **nodes.TAKE}
JOBS: dict[str, Callable[[str], None]] = {**locks.JOBS, **queues.JOBS}


def result(call: Callable[[], Any]) -> str:
    """What a call says."""
    try:
        told = call()
    except Exception as error:  # which one is what we want to know
        return f"throws {type(error).__name__}"
    return "returns" if told is None else str(told)


def hold(held: Held) -> None:
    """Tells that it holds, and what it notices when asked."""
    print(f"fact thread {threading.get_ident()}")
    print(f"fact detail node {uuid.getnode():012x}")  # the node in the UUIDs of this process
    print(f"held {held.key}", flush=True)
    for _ in sys.stdin:
        told = [f"{name}: {result(call)}" for name, call in held.calls.items()]
        print(f"notice {'; '.join(told)}", flush=True)


def wait(take: Callable[[str], Held], url: str) -> None:
    """Takes the lock, and keeps it."""
    print("waiting", flush=True)
    try:
        take(url)
    except Exception as error:
        print(f"failed {type(error).__name__}", flush=True)
        raise
    print("got it", flush=True)
    sys.stdin.read()


def take_turns(take: Callable[[], Held], url: str, turns: int) -> None:
    """Counts who is inside, by a connection of its own."""
    overlaps = 0
    at = urlparse(url)
    assert at.hostname and at.port
    with socket.create_connection((at.hostname, at.port)) as inside, inside.makefile("rb") as told:
        for _ in range(turns):
            held = take()
            inside.sendall(b"INCR inside\r\n")
            overlaps += told.readline() != b":1\r\n"
            time.sleep(TURN_PAUSE)
            inside.sendall(b"DECR inside\r\n")
            told.readline()
            list(held.calls.values())[-1]()
            time.sleep(TURN_PAUSE)
    print(f"turns {turns} overlaps {overlaps}", flush=True)


def main(library: str, role: str, url: str, *more: str) -> None:
    """Plays the role."""
    threading.excepthook = lambda lost: print(f"lost {lost.exc_type.__name__}", flush=True)
    if role == "jobs":
        JOBS[library](url)
    elif role == "turns":
        take_turns(lambda: TAKE[library](url), url, int(more[0]))
    elif role == "hold":
        hold(TAKE[library](url))
    else:
        wait(nodes.WAIT.get(library, TAKE[library]), url)
    os._exit(0)  # nothing is released, and no thread is waited for


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(77)
