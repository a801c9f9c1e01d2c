# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""kazoo_actor.py HOSTS READY-FILE RECIPE PATH NAME...: one session of kazoo for each NAME, its
identifier, takes the recipe or queues for it, one after the other; then the file is made, and all
of it is kept until the program ends. Recipes: lock, read, write, semaphore (of two leases)."""

import pathlib
import signal
import sys
import threading
import time

from kazoo.client import KazooClient

RECIPES = {
    "lock": lambda client, path, name: client.Lock(path, name),
    "read": lambda client, path, name: client.ReadLock(path, name),
    "write": lambda client, path, name: client.WriteLock(path, name),
    "semaphore": lambda client, path, name: client.Semaphore(path, name, max_leases=2),
}


def in_line(client, path, lock):
    """True once the session's node of the recipe is there."""
    if lock.is_acquired:
        return True
    for parent in (path, path + "-__lock__"):  # where those wait who want a semaphore
        if not client.exists(parent):
            continue
        for child in client.get_children(parent):
            stat = client.exists(parent + "/" + child)
            if stat and stat.ephemeralOwner == client.client_id[0]:
                return True
    return False


def main():
    hosts, ready, recipe, path, *names = sys.argv[1:]
    kept = []
    for name in names:
        client = KazooClient(hosts=hosts)
        client.start()
        lock = RECIPES[recipe](client, path, name)
        threading.Thread(target=lock.acquire, daemon=True).start()
        while not in_line(client, path, lock):
            time.sleep(0.01)
        kept.append((client, lock))
    pathlib.Path(ready).touch()
    signal.pause()


main()
