# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries real lock libraries on real servers, and prints what lockctl says of them.

Exit codes: 0; 1 if the lock of an installed library is not recognised, or another of its keys is
shown as a lock; 64 for wrong options.
"""
from __future__ import annotations

import argparse
import json
import re
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

from languages import ROOT
from libraries import LIBRARIES, SIDE_KEYS, Library
from processes import CHILDREN
from redis_server import printable
from node_report import HEADINGS as NODE_HEADINGS
from node_report import ZOOKEEPER, node_cells
from node_trial import NodeTrial
from report import REDIS, known_order, page
from trial import Row, Trial

HEADINGS = [
    "library", "package", "key", "type", "value", "lock", "format", "holder", "true", "waiters",
    "other keys", "renewals", "before kill -9", "after kill -9", "release", "waiter", "notice",
    "turns",
]


def cells(row: Row) -> list[str]:
    """The row as text."""
    if row.note is not None and row.shown is None:
        return [row.library, row.source, row.key, row.type, row.value, row.note]
    shown = ", ".join(row.side_keys_shown)
    return [
        row.library,
        row.source,
        row.key,
        row.type,
        row.value,
        {True: "yes", False: "no" if row.is_hidden else "NO", None: "?"}[row.shown],
        with_hint(row),
        row.holder or "-",
        truth(row),
        f"{row.waiting} of {row.waiting_really}" if row.waiting else "-",
        f"{row.side_keys}, SHOWN: {shown}" if shown else str(row.side_keys),
        "-" if row.renewals is None else str(row.renewals),
        ", ".join(row.before_kill) or "-",
        row.note or row.after_kill or "-",
        row.release_told,
        row.waiter or "-",
        "; ".join(filter(None, [row.notice, row.harm.upper()])) or "-",
        "-" if row.turns is None else f"{row.turns}: {row.overlaps} overlaps",
    ]


def with_hint(row: Row) -> str:
    """The format, and what is shown without the hint that was tried."""
    if row.unhinted is None:
        return row.format or "-"
    return f"{row.format or 'none'} (by a hint; without: {row.unhinted or 'none'})"


def truth(row: Row) -> str:
    """Whether what is told of the holder is true."""
    wrong = [name for name, is_true in row.holder_checks.items() if not is_true]
    return f"WRONG: {', '.join(wrong)}" if wrong else ", ".join(row.holder_checks) or "-"


def print_table(rows: list[Row]) -> None:
    """Aligned columns."""
    is_of_nodes = any(row.store == "zookeeper" for row in rows)
    headings, told = (NODE_HEADINGS, node_cells) if is_of_nodes else (HEADINGS, cells)
    table = [headings] + [told(row) for row in rows]
    widths = [0] * len(headings)
    for line in table:
        if len(line) == len(headings):
            widths = [max(width, len(cell)) for width, cell in zip(widths, line)]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


def what_is(key: str, is_lock: bool) -> str:
    """What a library stores under a key, in words."""
    if is_lock:
        return "the lock"
    return next((words for pattern, words in SIDE_KEYS if re.search(pattern, key)), "a side key")


def keys_of(trial: Trial) -> list[str]:
    """A JSON line for each key that was seen."""
    lines = []
    for key, (stored, phase) in sorted(trial.seen.items()):
        is_lock = trial.is_lock(key)
        kind = f"{trial.library.name}: {what_is(printable(key), is_lock)}, {phase}"
        line = {"lock": is_lock, "kind": kind, **stored.to_json()}
        line["source"] = f"recorded from {trial.library.source()}"
        lines.append(json.dumps(line, ensure_ascii=True))
    return lines


def write_pages(rows: list[Row], options: argparse.Namespace) -> None:
    """The pages that are wanted."""
    for file, language in ((options.markdown, "en"), (options.markdown_zh, "zh")):
        if file:
            is_of_nodes = any(row.store == "zookeeper" for row in rows)
            file.write_text(page(rows, language, ZOOKEEPER if is_of_nodes else REDIS))


def trial_of(library: Library, program: Path | None, turns: int) -> Trial:
    """The trial that fits its store."""
    if library.store == "zookeeper":
        return NodeTrial(library, program)
    return Trial(library, program, turns)


class Parser(argparse.ArgumentParser):
    """Exits with 64, as our other programs do, where argparse would with 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(64, f"interop: {message}\n")


def parse() -> argparse.Namespace:
    """The options; exits with 64 if they are wrong."""
    parser = Parser(prog="interop", description="Tries real lock libraries.")
    lockctl = ROOT / "build" / "release" / "bin" / "lockctl"
    parser.add_argument("--lockctl", type=Path, default=lockctl, metavar="PATH")
    parser.add_argument("--json", type=Path, metavar="FILE", help="writes the table as JSON")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="writes the table as a page")
    parser.add_argument("--markdown-zh", type=Path, metavar="FILE", help="the same in Chinese")
    parser.add_argument("--from", dest="known", type=Path, metavar="FILE", help="rows of --json")
    parser.add_argument("--keys", type=Path, metavar="FILE", help="writes all keys as JSON lines")
    parser.add_argument("--turns", type=int, default=1000, metavar="N", help="with ours; 0: none")
    parser.add_argument("--zookeeper", action="store_true", help="those of ZooKeeper")
    parser.add_argument("--no-lockctl", action="store_true", help="only looks at the keys")
    parser.add_argument("--jobs", type=int, default=4, metavar="N", help="tries N at a time")
    parser.add_argument("library", nargs="*", help="default: all")
    return parser.parse_args()


def main() -> int:
    """Tries the libraries one after the other."""
    options = parse()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if options.known:
        rows = [Row(**row) for row in json.loads(options.known.read_text())]
        write_pages(known_order(rows), options)
        return 0
    store = "zookeeper" if options.zookeeper else "redis"
    known = {library.name: library for library in LIBRARIES if library.store == store}
    unknown = [name for name in options.library if name not in known]
    if unknown or not (options.no_lockctl or options.lockctl.is_file()):
        print(
            f"interop: no library {', '.join(unknown)}; there are {', '.join(known)}"
            if unknown
            else f"interop: no {options.lockctl}; build it, or name another with --lockctl",
            file=sys.stderr,
        )
        return 64
    program = None if options.no_lockctl else options.lockctl.resolve()
    trials = [trial_of(known[name], program, options.turns) for name in options.library or known]
    # Most of the time a trial waits for what does not come.
    with ThreadPoolExecutor(max_workers=options.jobs) as workers:
        try:
            rows = list(workers.map(Trial.run, trials))
        except BaseException:
            workers.shutdown(wait=False, cancel_futures=True)
            CHILDREN.end_all()
            raise
    lines = [line for trial in trials for line in keys_of(trial)]
    print_table(rows)
    if options.json:
        options.json.write_text(json.dumps([row.to_json() for row in rows], indent=1) + "\n")
    if options.keys:
        options.keys.write_text("".join(line + "\n" for line in lines))
    write_pages(rows, options)
    tried = [row for row in rows if row.note != "not installed"]
    return 0 if all(row.is_good for row in tried) or options.no_lockctl else 1


if __name__ == "__main__":
    sys.exit(main())
