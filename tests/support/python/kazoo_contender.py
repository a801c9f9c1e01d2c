# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""kazoo_contender.py HOSTS PATH FOLDER TURNS: takes kazoo's lock at PATH as often as it says, beside
those who take Curator's. While it holds it, there is a file FOLDER/inside; a file of another is an
overlap. At the beginning it makes FOLDER/ready.kazoo, and at the end FOLDER/done.kazoo with the
number of overlaps."""

import pathlib
import sys
import time

from kazoo.client import KazooClient


def main():
    hosts, path, folder, turns = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4])
    client = KazooClient(hosts=hosts)
    client.start()
    lock = client.Lock(path, extra_lock_patterns=["-lock-"])
    (folder / "ready.kazoo").touch()
    overlaps = 0
    for _ in range(turns):
        with lock:
            try:
                (folder / "inside").touch(exist_ok=False)
                time.sleep(0.001)
                (folder / "inside").unlink()
            except FileExistsError:
                overlaps += 1
    client.stop()
    (folder / "done.new2").write_text(str(overlaps))
    (folder / "done.new2").rename(folder / "done.kazoo")


main()
