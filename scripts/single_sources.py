#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""single_sources.py BUILD [--plain]: prints BUILD's compile_commands.json with one entry per source file.

The development build compiles several sources in one go (CMake's unity build), which no tool can
check one by one. --plain: without precompiled headers, so that BUILD need not be built.
"""
import json
import pathlib
import re
import sys


def sources_of(file):
    if "/Unity/" not in file:
        return [file]
    return re.findall(r'^#include "(.+)"$', pathlib.Path(file).read_text(), re.MULTILINE)


def command_of(entry, source):
    command = entry["command"].replace(entry["file"], source)
    if sys.argv[2:] == ["--plain"]:
        command = re.sub(r" -Xclang -include-pch -Xclang \S+", "", command)
    return command


commands = json.loads((pathlib.Path(sys.argv[1]) / "compile_commands.json").read_text())
json.dump([{**entry, "file": source, "command": command_of(entry, source)}
           for entry in commands for source in sources_of(entry["file"])], sys.stdout, indent=1)
