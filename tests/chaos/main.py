# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks masters and locks at random, and compares what lockctl tells with what is true.

Exit codes: 0; 1 if lockctl tells anything else; 64 for wrong options.
"""
from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import NoReturn

from processes import CHILDREN
from run import Result, Run
from serve import Usage

ROOT = Path(__file__).resolve().parent.parent.parent


class Parser(argparse.ArgumentParser):
    """Exits with 64, as our other programs do, where argparse would with 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(64, f"chaos: {message}\n")


def parse() -> argparse.Namespace:
    """The options; exits with 64 if they are wrong."""
    parser = Parser(prog="chaos", description="Breaks masters and locks, and looks what is told.")
    lockctl = ROOT / "build" / "release" / "bin" / "lockctl"
    parser.add_argument("--lockctl", type=Path, default=lockctl, metavar="PATH")
    parser.add_argument("--masters", type=int, choices=[3, 5], default=3)
    parser.add_argument("--faults", type=int, default=300, metavar="N")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="N")
    parser.add_argument("--clients", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    if not options.lockctl.is_file():
        parser.error(f"no {options.lockctl}; build it, or name another with --lockctl")
    return options


def print_summary(result: Result, kinds: list[str]) -> None:
    """Tables of the faults and of the comparisons."""
    print(f"\n{'fault':<34}{'times':>7}{'with mismatches':>17}")
    for kind in kinds:
        print(f"{kind:<34}{result.faults[kind]:>7}{result.bad[kind]:>17}")
    print(f"{'all':<34}{result.faults.total():>7}")
    print(f"\n{'command':<34}{'comparisons':>12}{'mismatches':>12}")
    for command, count in sorted(result.comparisons.items()):
        print(f"{command:<34}{count:>12}{result.mismatches[command]:>12}")
    mismatches = result.mismatches.total()
    print(f"{'all':<34}{result.comparisons.total():>12}{mismatches:>12}")
    if result.fields:
        print(f"\n{'mismatch in':<34}{'times':>12}")
    for name, count in result.fields.most_common():
        print(f"{name:<34}{count:>12}")
    print(f"\n{'of what was compared':<34}{'times':>12}")
    for trait, count in result.seen.most_common():
        print(f"{trait:<34}{count:>12}")
    print(
        f"\n{result.races} settled when read once more, {result.late} came late, "
        f"{result.left_out} could be either"
    )


def print_usage(usage: Usage) -> None:
    """The memory of `lockctl serve`, and what its clients have seen."""
    print(
        f"\nserve: {usage.first_kib} KiB with all clients, {usage.most_kib} at most, "
        f"{usage.last_kib} at the end; {usage.threads} threads"
    )
    for name, count in usage.report["seen"].items():
        print(f"{name:<48}{count:>12}")
    for name, count in usage.report["wrong"].items():
        print(f"WRONG {name}: {count} times")


def main() -> int:
    """One run."""
    options = parse()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print(f"seed {options.seed}, {options.faults} faults, {options.masters} masters", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="lockkeeper-chaos-") as folder:
        try:
            run = Run(options.lockctl.resolve(), Path(folder), options.masters, options.seed, options.clients)
            try:
                result = run.go(options.faults, options.seconds)
            finally:
                run.close()
        finally:
            CHILDREN.end_all()
    print_summary(result, run.kinds)
    if result.usage is not None:
        print_usage(result.usage)
    print(f"{time.monotonic() - began:.0f} s")
    is_wrong = result.usage is not None and bool(result.usage.report["wrong"])
    return 1 if is_wrong or result.mismatches.total() else 0


if __name__ == "__main__":
    sys.exit(main())
