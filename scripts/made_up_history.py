#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""made_up_history.py FILE: fills a history that lockctl has recorded with two weeks of made-up
ownerships, waits and numbers of stale locks, always the same. For pictures of the documentation
only: see scripts/screenshots."""

import math
import random
import sqlite3
import sys
import time

DAY = 86_400_000
NAMES = ["orders:%d" % number for number in range(40, 52)] + ["invoices:monthly", "deploy:production"]


def ownerships(rng, now, ids):
    """Rows of the table: more in the daytime, and some right after the one before."""
    at = now - 14 * DAY
    free_since = {}
    while True:
        hour = (at / 3_600_000) % 24
        busy = 0.3 + max(0.0, math.sin((hour - 7) / 24 * 2 * math.pi)) * 1.7
        at += rng.expovariate(1) * 60_000 / busy
        lock = rng.choice(ids)
        start = int(at)
        if start < free_since.get(lock, 0):
            start = free_since[lock] + int(rng.expovariate(1) * 60)
        end = start + 200 + int(rng.expovariate(1) * 400_000)
        if end >= now:
            return
        is_hand_over = int(start - free_since.get(lock, 0) <= 1000)
        free_since[lock] = end
        yield (lock, rng.randbytes(20), b"lk1", start, end, end, end - start, is_hand_over)


def main():
    rng = random.Random(7)
    now = int(time.time() * 1000)
    with sqlite3.connect(sys.argv[1]) as database:
        add_name = "INSERT OR IGNORE INTO resources (name) VALUES (?)"
        database.executemany(add_name, [(name.encode(),) for name in NAMES])
        ids = [row[0] for row in database.execute("SELECT id FROM resources ORDER BY id")]
        rows = list(ownerships(rng, now, ids))
        database.executemany(
            "INSERT INTO intervals (resource_id, token, format, first_seen, last_seen, ended_at,"
            " ending, held, is_start_seen, is_hand_over) VALUES (?, ?, ?, ?, ?, ?, 0, ?, 1, ?)",
            rows,
        )
        for row in rng.choices(rows, k=len(rows) // 6):
            end = min(now, row[3] + int(rng.expovariate(1) * 240_000))
            database.execute(
                "INSERT INTO waits (resource_id, wait_id, started_at, last_seen, ended_at, is_open)"
                " VALUES (?, ?, ?, ?, ?, 0)",
                (row[0], rng.randbytes(8), row[3], end, end),
            )
        stale = 0
        for at in range(now - 2 * DAY, now, 300_000):
            stale = max(0, stale + rng.choice([-1] + [0] * 12 + [1]))
            database.execute("INSERT OR REPLACE INTO stale_counts VALUES (?, ?)", (at, stale))
        database.execute("UPDATE recording SET seen_at = ?", (now,))


main()
