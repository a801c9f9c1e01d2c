#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

"""stage.py SOURCES OUT: puts the pages of the site into OUT, for mkdocs.

These are the documents and the reference of the public headers. What GitHub shows and Python-Markdown
does not is changed. It fails if the navigation of mkdocs.yml lacks a document, or names one that is
not there.
"""

import pathlib
import posixpath
import re
import shutil
import sys

import reference

# Documents outside of docs/, and their names in the site.
OUTSIDE = {"README.md": "index.md", "README.zh-CN.md": "zh_CN/index.md", "CONTRIBUTING.md": "contributing.md",
           "CHANGELOG.md": "changelog.md"}


def place(name):
    """Where a file of the sources is in the site; None if it is not there."""
    if name in OUTSIDE:
        return OUTSIDE[name]
    return name.removeprefix("docs/") if name.startswith("docs/") else None


def outside_code(text, change):
    """Applies a change to all but the blocks of code."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    parts[::2] = [change(part) for part in parts[::2]]
    return "".join(parts)


def in_dialect(text):
    """Python-Markdown wants an empty line before a list, and keeps the backslash of `a \\| b`."""
    text = re.sub(r"^<!--.*?-->\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^(?![-*|#] |\d+\. |  )(\S.*)\n(?=- |1\. )", r"\1\n\n", text, flags=re.MULTILINE)
    return re.sub(r"`[^`\n]*`", lambda span: span[0].replace("\\|", "|"), text)


def page(path, sources):
    """The text of a document, with links that lead to pages of the site."""
    name = str(path.relative_to(sources))
    def to_place(link):
        words, target = link.groups()
        file, mark, heading = target.partition("#")
        if not file or re.match("[a-z]+:", target):
            return link[0]
        there = place(posixpath.normpath(posixpath.join(posixpath.dirname(name), file)))
        if there is None:
            return words
        return f"[{words}]({posixpath.relpath(there, posixpath.dirname(place(name)))}{mark}{heading})"
    def with_links(part):
        return in_dialect(re.sub(r"\[([^]]*)\]\(([^)\s]+)\)", to_place, part))
    return outside_code(path.read_text(encoding="utf-8"), with_links)


def stage(sources, out):
    shutil.rmtree(out, ignore_errors=True)
    for name in [*OUTSIDE, *(str(path.relative_to(sources)) for path in (sources / "docs").rglob("*.md"))]:
        target = out / place(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(sources / name, sources), encoding="utf-8")
    shutil.copytree(sources / "docs/images", out / "images")
    reference.write(sources, out / "reference")


def check_navigation(sources, out):
    named = set(re.findall(r": (\S+\.md)$", (sources / "mkdocs.yml").read_text(encoding="utf-8"), flags=re.MULTILINE))
    staged = {str(path.relative_to(out)) for path in out.rglob("*.md")}
    wanted = {name for name in staged if not name.startswith("reference/")} | {"reference/index.md"}
    for name in sorted(named ^ wanted):
        what = "names a page that is not there" if name in named else "lacks a page"
        print(f"mkdocs.yml {what}: {name}", file=sys.stderr)
    return named == wanted


def main():
    sources, out = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    stage(sources, out)
    if not check_navigation(sources, out):
        sys.exit(1)


main()
