# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Reads the commands and options of lockctl from its help."""

import dataclasses
import re
import subprocess

COLUMN = 30  # where CLI11 begins the text of an option


@dataclasses.dataclass
class Option:
    names: str  # as in "-h,--help", or the name of an argument
    value: str  # the placeholder; empty for a flag
    about: str
    notes: list[str]

    def term(self):
        return f"**{self.names}**" + (f" *{self.value}*" if self.value else "")

    def text(self):
        return " ".join([self.about.rstrip(".") + ".", *self.notes])


@dataclasses.dataclass
class Command:
    name: str
    about: str
    options: list[Option]


@dataclasses.dataclass
class Program:
    options: list[Option]
    common: list[Option]  # of every command
    commands: dict[str, Command]


def entries(lines):
    """Yields what stands on the left and on the right, of the lines of one group. A left part that
    is too long for its column has a line of its own."""
    for line, following in zip(lines, [*lines[1:], ""]):
        if not line[:COLUMN].strip():
            continue
        if following.strip() and not following[:COLUMN].strip():
            yield line.strip(), following.strip()
        else:
            yield line[:COLUMN].strip(), line[COLUMN:].strip()


def groups(text):
    """The lines of each group by its heading, as "Options"."""
    found = {}
    lines = None
    for line in text.splitlines():
        if heading := re.fullmatch(r"([A-Z][A-Za-z ]*):", line):
            lines = found.setdefault(heading[1], [])
        elif not line.startswith("  "):
            lines = None if line else lines
        elif lines is not None:
            lines.append(line)
    return found


def option(left, about):
    left, _, needs = left.partition(" Needs: ")
    left, _, excludes = left.partition(" Excludes: ")
    left, is_required, _ = left.partition(" REQUIRED")
    names, _, value = left.partition(" ")
    notes = []
    if limits := re.fullmatch(r"(\w+):\w+ in \[(\d+) - (\d+)\]", value):
        value = limits[1]
        notes.append(f"From {limits[2]} to {limits[3]}.")
    if is_required:
        notes.append("Required.")
    if needs:
        notes.append(f"Needs {', '.join(needs.split())}.")
    if excludes:
        notes.append(f"Not with {' or '.join(excludes.split())}.")
    return Option(names, value, about, notes)


def options(group_lines):
    return [option(*entry) for entry in entries(group_lines) if not entry[0].startswith("-h,")]


def read(program):
    def help_of(*command):
        asked = subprocess.run([program, *command, "--help"], text=True, stdout=subprocess.PIPE,
                               check=True)
        return groups(asked.stdout)

    def own_options(*command):
        found = help_of(*command)
        own = options(found.get("Positionals", []) + found.get("Options", []))
        for below, _ in entries(found.get("Subcommands", [])):
            own += own_options(*command, below)
        return own

    whole = help_of()
    commands = {name: Command(name, about[0].lower() + about[1:], own_options(name))
                for name, about in entries(whole["Subcommands"])}
    return Program(options(whole["Options"]), options(whole["Options of every command"]), commands)
