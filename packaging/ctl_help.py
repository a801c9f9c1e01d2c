# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Reads the commands and options of lockctl from its help."""

import dataclasses
import os
import re
import subprocess

# What the notes of an option say in each language.
NOTES = {
    "en": {"end": ".", "or": " or ", "and": ", ", "range": "From {} to {}.", "required": "Required.",
           "needs": "Needs {}.", "excludes": "Not with {}."},
    "zh_CN": {"end": "。", "or": " 或 ", "and": "、", "range": "从 {} 到 {}。", "required": "必填。",
              "needs": "需要 {}。", "excludes": "不能与 {} 同时使用。"},
}


@dataclasses.dataclass
class Option:
    names: str  # as in "-h,--help", or the name of an argument
    value: str  # the placeholder; empty for a flag
    about: str
    notes: list[str]

    def term(self):
        return f"**{self.names}**" + (f" *{self.value}*" if self.value else "")

    def text(self):
        return " ".join([self.about, *self.notes])


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
    """What stands on the left and on the right, of the lines of one group. A left part that is too
    long for its column has a line of its own."""
    found = []
    for line in lines:
        left, _, right = line[2:].partition("  ")
        if left:
            found.append([left, right.strip()])
        elif line.strip():
            found[-1][1] = line.strip()
    return found


def groups(text):
    """The heading, as "Options", and the lines of each group."""
    found = []
    lines = None
    for line in text.splitlines():
        heading = re.fullmatch(r"([A-Z][A-Za-z ]*):|([^\x00-\x7f]+)：", line)
        if heading:
            lines = []
            found.append((heading[1] or heading[2], lines))
        elif not line.startswith("  "):
            lines = None if line else lines
        elif lines is not None:
            lines.append(line)
    return found


def option(left, about, language):
    words = NOTES[language]
    left, _, needs = left.partition(" Needs: ")
    left, _, excludes = left.partition(" Excludes: ")
    left, is_required, _ = left.partition(" REQUIRED")
    names, _, value = left.partition(" ")
    notes = []
    if limits := re.fullmatch(r"(\w+):\w+ in \[(\d+) - (\d+)\]", value):
        value = limits[1]
        notes.append(words["range"].format(limits[2], limits[3]))
    if is_required:
        notes.append(words["required"])
    if needs:
        notes.append(words["needs"].format(words["and"].join(needs.split())))
    if excludes:
        notes.append(words["excludes"].format(words["or"].join(excludes.split())))
    return Option(names, value, about.rstrip(".。") + words["end"], notes)


def read(program, language="en"):
    """What the help says in a language. How it is built is read from the English one."""
    def printed(in_language, *command):
        environment = {**os.environ, "LOCKKEEPER_LANGUAGE": in_language}
        asked = subprocess.run([program, *command, "--help"], text=True, stdout=subprocess.PIPE,
                               check=True, env=environment)
        return groups(asked.stdout)

    def help_of(*command):
        """By heading: what stands on the left in English, and on the right in the language."""
        found = {}
        for (heading, lines), (_, translated) in zip(printed("en", *command),
                                                     printed(language, *command)):
            rights = [right for _, right in entries(translated)]
            lefts = [left for left, _ in entries(lines)]
            if len(lefts) != len(rights):
                raise ValueError(f"the helps of {command} differ: {heading}")
            found[heading] = list(zip(lefts, rights))
        return found

    def options(group):
        return [option(*entry, language) for entry in group if not entry[0].startswith("-h,")]

    def own_options(*command):
        found = help_of(*command)
        own = options(found.get("Positionals", []) + found.get("Options", []))
        for below, _ in found.get("Subcommands", []):
            own += own_options(*command, below)
        return own

    whole = help_of()
    commands = {name: Command(name, about[0].lower() + about[1:], own_options(name))
                for name, about in whole["Subcommands"]}
    return Program(options(whole["Options"]), options(whole["Options of every command"]), commands)
