#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""coverage_report.py LCOV JSON ROOT [FOLDER]: prints the lines and branches of each folder that two
exports of llvm-cov call executed, and with FOLDER the places that are not, those of the most lines
first. Lines are those of the lcov file, branches those of the JSON file."""

import collections
import json
import pathlib
import sys


class File:
    def __init__(self, name):
        self.name = name
        self.lines = {}  # number: how often it was executed
        # (line, column of the condition, whether it is true): how often that was so
        self.branches = collections.Counter()
        self.text = []


def read_lines(path, root):
    files = {}
    for row in path.read_text().splitlines():
        kind, _, rest = row.partition(":")
        if kind == "SF":
            file = File(str(pathlib.Path(rest).relative_to(root)))
            file.text = pathlib.Path(rest).read_text().splitlines()
            files[rest] = file
        elif kind == "DA":
            number, count = (int(part) for part in rest.split(",")[:2])
            file.lines[number] = count
    return files


def is_decided(text, line, column):
    """Whether the condition at this place is one that the program decides."""
    before, condition = text[line - 1][: column - 1], text[line - 1][column - 1 :]
    # A comparison by default has conditions that nobody wrote.
    if "= default" in before + condition:
        return False
    # The compiler decides these.
    if "if constexpr (" in before or condition.startswith("true)"):
        return False
    # A switch without a default has one more branch. If it has a case for each enumerator, as the
    # compiler checks, nothing takes it.
    if before.endswith("switch ("):
        first = next((row for row in text[line:] if "case " in row or "default:" in row), "")
        return "::" not in first
    return True


def read_branches(path, files):
    for entry in json.loads(path.read_text())["data"][0]["files"]:
        file = files[entry["filename"]]
        for line, column, _, _, when_true, when_false, *_ in entry["branches"]:
            if not is_decided(file.text, line, column):
                continue
            # The same place again is another instance of a template.
            file.branches[line, column, True] += when_true
            file.branches[line, column, False] += when_false


def share(counts):
    executed = sum(count > 0 for count in counts)
    part = 100 * executed / len(counts) if counts else 100
    return f"{executed:6} of {len(counts):6}  {part:5.1f} %"


def print_folders(files):
    folders = collections.defaultdict(list)
    for file in files:
        parts = file.name.split("/")
        folders["/".join(parts[:2]) if len(parts) > 2 else "core"].append(file)
    folders["all"] = files
    print(f"{'':16}{'lines':>24}{'branches':>26}")
    for folder in sorted(folders, key=lambda name: (name == "all", name)):
        lines = [count for file in folders[folder] for count in file.lines.values()]
        branches = [count for file in folders[folder] for count in file.branches.values()]
        print(f"{folder:16}{share(lines)}  {share(branches)}")


def gaps(file):
    """Runs of lines that were not executed: the first, the last, and how many."""
    found = []
    for number in sorted(file.lines):
        if file.lines[number] > 0:
            is_open = False
        elif found and is_open:
            found[-1] = (found[-1][0], number, found[-1][2] + 1)
        else:
            found.append((number, number, 1))
            is_open = True
    return found


def print_uncovered(files, folder):
    places = []
    for file in files:
        if not file.name.startswith(folder):
            continue
        in_gaps = set()
        for first, last, count in gaps(file):
            in_gaps.update(range(first, last + 1))
            places.append((count, f"{file.name}:{first}-{last}", file.text[first - 1].strip()))
        for (line, column, is_true), taken in sorted(file.branches.items()):
            if taken == 0 and line not in in_gaps:
                outcome = f"never {str(is_true).lower()}: "
                part = file.text[line - 1][column - 1 :]
                places.append((0, f"{file.name}:{line}:{column}", outcome + part))
    print()
    for count, place, text in sorted(places, key=lambda one: (-one[0], one[1])):
        print(f"{count:4}  {place}  {text[:100]}")


def main():
    files = read_lines(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[3]))
    read_branches(pathlib.Path(sys.argv[2]), files)
    print_folders(list(files.values()))
    if len(sys.argv) > 4 and sys.argv[4]:
        print_uncovered(list(files.values()), sys.argv[4])


main()
