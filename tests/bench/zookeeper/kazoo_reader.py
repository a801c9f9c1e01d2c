# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""kazoo_reader.py HOSTS: reads all locks in the groups under /locks and their nodes with kazoo, with a watch on
each, and reads anew what a watch reports. Prints "connected", "ready", and on a line of stdin
"delays [SECONDS, ...]": how old the times were that it read anew."""

import collections
import json
import os
import sys
import time

from kazoo.client import KazooClient

AT_ONCE = 500


def drain(waiting):
    """Awaits the oldest requests until few are on their way."""
    while len(waiting) > AT_ONCE:
        yield waiting.popleft()


def main():
    client = KazooClient(hosts=sys.argv[1], timeout=30)
    client.start()
    print("connected", flush=True)
    delays = []
    kept = {}

    def read_anew(event):
        def done(result):
            data, stat = result.get()
            kept[event.path] = (data, stat)
            if data.startswith(b"at-"):
                delays.append(time.time() - int(data[3:]) / 1e9)

        client.get_async(event.path, watch=read_anew).rawlink(done)

    def keep(asked):
        path, result = asked
        kept[path] = result.get(timeout=60)

    waiting = collections.deque()
    groups = ["/locks/" + name for name in client.get_children("/locks")]
    parents = [group + "/" + name for group in groups for name in client.get_children(group)]
    for parent in parents:
        for name in client.get_children(parent, watch=lambda event: None):
            path = parent + "/" + name
            waiting.append((path, client.get_async(path, watch=read_anew)))
        for asked in drain(waiting):
            keep(asked)
    for asked in waiting:
        keep(asked)
    print("ready", len(kept), flush=True)
    for _ in sys.stdin:
        print("delays " + json.dumps(delays), flush=True)
    os._exit(0)


main()
