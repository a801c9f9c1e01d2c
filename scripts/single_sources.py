#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""single_sources.py BUILD: prints BUILD's compile_commands.json with one entry per source file.

The development build compiles several sources in one go (CMake's unity build), which no tool can
check one by one.
"""
import json
import pathlib
import re
import sys


def sources_of(file):
    if "/Unity/" not in file:
        return [file]
    return re.findall(r'^#include "(.+)"$', pathlib.Path(file).read_text(), re.MULTILINE)


commands = json.loads((pathlib.Path(sys.argv[1]) / "compile_commands.json").read_text())
json.dump([{**entry, "file": source, "command": entry["command"].replace(entry["file"], source)}
           for entry in commands for source in sources_of(entry["file"])], sys.stdout, indent=1)
