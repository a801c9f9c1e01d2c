#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

"""benchmark.py run BENCH: runs `BENCH lock --json` and keeps its figures in docs/benchmark.json, with what
the machine is, and writes docs/benchmark.md. benchmark.py write: writes only the page. benchmark.py
check: checks that the page is what the figures make.
"""

import json
import os
import pathlib
import platform
import re
import subprocess
import sys
from datetime import datetime, timezone

DOCS = pathlib.Path(__file__).resolve().parent.parent
FIGURES, PAGE = DOCS / "benchmark.json", DOCS / "benchmark.md"

HEAD = """<!-- SPDX-FileCopyrightText: 2026 The Lockkeeper authors -->
<!-- SPDX-License-Identifier: Apache-2.0 -->
# Benchmark

One run of `lockkeeper-bench lock`, made by `scripts/benchmark`. [Performance](performance.md) explains the rows, and has the figures of many runs.

"""


def processor():
    cpu = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    names = re.findall(r"^model name\s*: (.*)$", cpu, flags=re.MULTILINE)
    return names[0] if names else platform.machine()


def version_of(command):
    return re.search(r"\d+\.\d+\.\d+", subprocess.run(command, capture_output=True, text=True, check=True).stdout)[0]


def run(bench):
    load = os.getloadavg()[0]
    made = subprocess.run([bench, "lock", "--json"], stdout=subprocess.PIPE, text=True, check=False)
    if made.returncode not in (0, 2, 3):  # 2: a figure is beyond its limit; 3: the machine was busy; the page says both
        sys.exit(f"{bench} failed with {made.returncode}")
    cmake = (DOCS.parent / "CMakeLists.txt").read_text(encoding="utf-8")
    facts = {"made": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
             "version": re.search(r"VERSION ([0-9.]+) LANGUAGES", cmake)[1],
             "redis": version_of(["redis-server", "--version"]), "processor": processor(),
             "cores": os.cpu_count(), "load_before": round(load, 1)}
    FIGURES.write_text(json.dumps(facts | json.loads(made.stdout), indent=1) + "\n", encoding="utf-8")


def number(value):
    """Three digits that mean something."""
    if abs(value) >= 1000:
        return f"{round(value, 3 - len(str(int(abs(value))))):,.0f}".replace(",", " ")
    return f"{value:.3g}"


def row(figure):
    bound = f"{figure['bound']} {figure['limit']:g}"
    best = figure.get("best")
    verdict = "yes" if figure["within"] else "no"
    is_low = figure["bound"] == "at least"
    if not figure["within"] and best is not None and (best < figure["limit"] if is_low else best > figure["limit"]):
        verdict = f"out of reach here (at best {best:.2f})"
    other = f"{figure['against']} {number(figure['other'])}" if "against" in figure else ""
    ratio = f"{figure['ratio']:.2f}" if "ratio" in figure else ""
    return f"| {figure['name']} | {number(figure['ours'])} {figure['unit']} | {other} | {ratio} | {bound} | {verdict} |"


def page(facts):
    text = HEAD
    text += (f"{facts['made']}, version {facts['version']}, Redis {facts['redis']}, {facts['cores']} cores of {facts['processor']}, "
             f"client and servers on one machine, load before the run {facts['load_before']:g}:\n\n")
    if not facts.get("quiet", facts["load_before"] < 1):
        text += "Other work kept the machine busy meanwhile, so these figures say little: run `scripts/benchmark` on one that is idle.\n\n"
    text += "| what | library | beside | ratio | limit | kept |\n|---|---|---|---|---|---|\n"
    text += "\n".join(row(figure) for figure in facts["figures"]) + "\n\n"
    text += "A limit is one of the ratio, or of the figure where nothing is beside it. The bench exits with 2 if one that can be kept is not.\n"
    return text


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    if mode == "run":
        run(sys.argv[2])
    made = page(json.loads(FIGURES.read_text(encoding="utf-8")))
    if mode in ("run", "write"):
        PAGE.write_text(made, encoding="utf-8")
    elif mode != "check":
        sys.exit("usage: benchmark.py run BENCH | write | check")
    elif PAGE.read_text(encoding="utf-8") != made:
        sys.exit("docs/benchmark.md is not what docs/benchmark.json makes; run docs/site/benchmark.py write")


main()
