#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""manual_pages.py LOCKCTL LOWDOWN DOCS VERSION OUT: writes the manual pages.

Their texts are those of docs/*.md, their options those of `lockctl --help`. lowdown makes roff of
them. Each page goes, compressed, into OUT/<component>/man<section>/. The documents of DOCS/zh_CN make
pages in Chinese, in OUT/<component>/zh_CN/man<section>/.
"""

import gzip
import pathlib
import re
import shutil
import subprocess
import sys

import ctl_help

# Document: the page's name and section, what it is about, and the component that installs it. The
# documents that are not here have no page.
PAGES = {
    "dashboard": ("lockkeeper", 1, "shows who holds every lock in Redis, Valkey and ZooKeeper, and frees the stuck ones",
                  "window"),
    "lockctl": ("lockctl", 1, "shows who holds every lock in Redis, Valkey and ZooKeeper, and frees the stuck ones",
                "ctl"),
    "deployments": ("lockkeeper-deployments", 5, "the file that names the masters of Redis locks",
                    "ctl"),
    "formats": ("lockkeeper-formats", 7, "which keys of Redis are recognised as locks", "ctl"),
    "guarantees": ("lockkeeper-guarantees", 7, "what a lock of Lockkeeper promises", "ctl"),
    "history": ("lockkeeper-history", 7, "what is recorded about locks", "ctl"),
    "managed": ("lockkeeper-managed", 7, "which locks of managed services are seen and released", "ctl"),
    "monitoring": ("lockkeeper-monitoring", 7, "alerts and numbers about Redis locks for Prometheus",
                   "ctl"),
    "alerts": ("lockkeeper-alerts", 7, "runs a command when something happens to Redis locks", "ctl"),
    "observation": ("lockkeeper-observation", 7, "how Lockkeeper watches locks", "ctl"),
    "schemes": ("lockkeeper-schemes", 7, "the ways to take a lock in Redis", "ctl"),
    "security": ("lockkeeper-security", 7, "who can do what with Lockkeeper's files and masters",
                 "ctl"),
    "zookeeper": ("lockkeeper-zookeeper", 7, "watches, frees and takes locks in ZooKeeper", "ctl"),
    "library": ("lockkeeper-library", 7, "takes Redis locks in C++", "core"),
}

# What the pages say besides the documents.
LANGUAGES = {
    "en": {
        "volumes": {1: "User Commands", 5: "File Formats", 7: "Miscellaneous Information"},
        "about": {name: page[2] for name, page in PAGES.items()},
    },
    "zh_CN": {
        "volumes": {1: "用户命令", 5: "文件格式", 7: "杂项"},
        "about": {
            "dashboard": "显示 Redis、Valkey 和 ZooKeeper 中的每把锁由谁持有，并释放卡死的锁",
            "lockctl": "显示 Redis、Valkey 和 ZooKeeper 中的每把锁由谁持有，并释放卡死的锁",
            "deployments": "写明 Redis 锁的主节点的文件",
            "formats": "Redis 的哪些键会被识别为锁",
            "guarantees": "Lockkeeper 的锁保证什么",
            "history": "记录锁的哪些信息",
            "alerts": "Redis 锁发生事件时运行命令",
            "managed": "托管服务上的哪些锁能够查看和释放",
            "monitoring": "供 Prometheus 使用的 Redis 锁的告警和指标",
            "observation": "Lockkeeper 如何观察锁",
            "schemes": "在 Redis 中加锁的各种方案",
            "security": "谁能对 Lockkeeper 的文件和主节点做什么",
            "zookeeper": "观察、释放和获取 ZooKeeper 中的锁",
            "library": "在 C++ 中加 Redis 锁",
        },
        "NAME": "名称", "SYNOPSIS": "概要", "DESCRIPTION": "描述", "COMMANDS": "命令",
        "OPTIONS": "选项", "EXIT STATUS": "退出码", "SEE ALSO": "参见", "OPTION": "选项",
        "COMMAND": "命令", "(none)": "（无）", "(nothing)": "（无）",
        "As of **lockctl**(1), which also has the options of every command.":
            "同 **lockctl**(1)，所有命令通用的选项也在其中。",
    },
}


def anchor(heading):
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")


def reference(name, section):
    return f"**{name}**({section})"


class Document:
    """A document of docs/: its introduction, and its sections by their headings."""

    def __init__(self, path):
        text = re.sub(r"^<!--.*-->\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        text = re.sub(r"^\[(English|简体中文)\]\(.*\)\n\n", "", text, flags=re.MULTILINE)
        # A translated heading has the anchor of the English one in a line above.
        self.anchors = {}
        text = re.sub(r'^<a id="([^"]*)"></a>\n+(#+ (.*))$', self.note_anchor, text,
                      flags=re.MULTILINE)
        parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
        self.introduction = re.sub(r"\A\s*# .*\n", "", parts[0])
        self.sections = dict(zip(parts[1::2], parts[2::2]))

    def note_anchor(self, match):
        self.anchors[match[3]] = match[1]
        return match[2]

    def anchors_of(self, heading):
        below = re.findall(r"^### (.*)$", self.sections[heading], flags=re.MULTILINE)
        return {self.anchors.get(text, anchor(text)) for text in [heading, *below]}


class Manual:
    """All pages in a language. Knows which page has which heading of which document, for the
    links. A language other than English has the pages of the documents that are translated."""

    def __init__(self, docs, lockctl, language="en"):
        self.language = language
        self.words = LANGUAGES[language]
        paths = {name: docs / f"{name}.md" for name in PAGES}
        self.documents = {name: Document(path) for name, path in paths.items()
                          if language == "en" or path.exists()}
        self.sections_of_commands = {}
        if "lockctl" not in self.documents:
            return
        self.ctl = ctl_help.read(lockctl, language)
        # "list, watch" and "masters, what they may lose" are about these commands.
        self.sections_of_commands = {
            command: heading for command in self.ctl.commands
            for heading in self.documents["lockctl"].sections
            if command in re.split(r", |，", heading)}
        missing = self.ctl.commands.keys() - self.sections_of_commands.keys()
        if missing and language == "en":
            sys.exit(f"{paths['lockctl']} has no section for: {', '.join(sorted(missing))}")

    def word(self, english):
        return self.words.get(english, english)

    def target(self, document, target_anchor):
        """The name and section of the page that has this heading; None without a page."""
        if document not in PAGES:
            return None
        if document == "lockctl" and target_anchor:
            for command, heading in self.sections_of_commands.items():
                if target_anchor in self.documents["lockctl"].anchors_of(heading):
                    return f"lockctl-{command}", 1
        return PAGES[document][:2]

    def without_links(self, text, document, page):
        """Replaces links by their text and, if it is another one, the page that they lead to."""
        def replaced(match):
            words, link = match[1], match[2]
            if link.startswith("http"):
                return f"{words} ({link})"
            file, _, to = link.partition("#")
            found = self.target(pathlib.Path(file).stem or document, to)
            if found in (None, page):
                return words
            is_name = re.sub(r"\W+", "-", words).strip("-") == found[0]
            return reference(*found) if is_name else f"{words} ({reference(*found)})"
        text = re.sub(r"^!\[[^]]*\]\([^)]*\)\n", "", text, flags=re.MULTILINE)
        return re.sub(r"\[([^]]+)\]\(([^)\s]+)\)", replaced, text)

    def body(self, text, document, page):
        """A text of a document, for a page: without links and tables, one level higher."""
        parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
        for i in range(0, len(parts), 2):
            prose = self.without_links(parts[i], document, page)
            prose = re.sub(r"^###", "##", prose, flags=re.MULTILINE)
            parts[i] = re.sub(r"(?:^\|.*\n)+", lambda match: self.lists_of_table(match[0]), prose,
                              flags=re.MULTILINE)
        return re.sub(r"^```\w+$", "```", "".join(parts), flags=re.MULTILINE)

    def see_also(self, *pages):
        return f"# {self.word('SEE ALSO')}\n\n" + ", ".join(reference(*page) for page in sorted(pages)) + "\n"

    def document_page(self, name):
        page, section, *_ = PAGES[name]
        document = self.documents[name]
        text = (f"# {self.word('NAME')}\n\n{page} - {self.words['about'][name]}\n\n"
                f"# {self.word('DESCRIPTION')}\n\n")
        text += self.body(document.introduction, name, (page, section))
        for heading, body in document.sections.items():
            text += f"\n# {heading}\n\n{self.body(body, name, (page, section))}"
        others = [other[:2] for other in PAGES.values() if other[0] != page and other[3] != "core"]
        return text + "\n" + self.see_also(*others)

    def lockctl_page(self):
        own = PAGES["lockctl"][:2]
        document = self.documents["lockctl"]
        commands = [(reference(f"lockctl-{command.name}", 1), command.about)
                    for command in self.ctl.commands.values()]
        introduction = re.sub(r"^```\n.*?^```\n", "", document.introduction,
                              flags=re.MULTILINE | re.DOTALL)
        text = (f"# {self.word('NAME')}\n\nlockctl - {self.words['about']['lockctl']}\n\n"
                f"# {self.word('SYNOPSIS')}\n\n"
                f"**lockctl** \\[*{self.word('OPTION')}* ...\\] *{self.word('COMMAND')}*\n\n"
                f"# {self.word('DESCRIPTION')}\n\n"
                + self.body(introduction, "lockctl", own)
                + f"\n# {self.word('COMMANDS')}\n\n" + definitions(commands)
                + f"\n# {self.word('OPTIONS')}\n\n"
                + options_text(self.ctl.common + self.ctl.options))
        special = set(self.sections_of_commands.values())
        for heading, body in document.sections.items():
            if heading not in special:
                text += f"\n# {heading}\n\n{self.body(body, 'lockctl', own)}"
        return text + "\n" + self.see_also(*(page[:2] for page in PAGES.values()
                                             if page[0] != "lockctl" and page[3] != "core"))

    def usages(self, command):
        """The lines about a command in the overview at the beginning of docs/lockctl.md."""
        lines = re.findall(rf"^  ({command}\b.*?)(?:  .*)?$", self.documents["lockctl"].introduction,
                           flags=re.MULTILINE)
        return "".join(f"    lockctl [{self.word('OPTION')} ...] {line}\n" for line in lines)

    def command_page(self, command):
        page = (f"lockctl-{command.name}", 1)
        heading = self.sections_of_commands[command.name]
        body = self.body(self.documents["lockctl"].sections[heading], "lockctl", page)
        text = (f"# {self.word('NAME')}\n\n{page[0]} - {command.about}\n\n"
                f"# {self.word('SYNOPSIS')}\n\n{self.usages(command.name)}"
                f"\n# {self.word('DESCRIPTION')}\n\n{body}")
        if command.options:
            text += f"\n# {self.word('OPTIONS')}\n\n" + options_text(command.options)
        about_all = "As of **lockctl**(1), which also has the options of every command."
        text += f"\n# {self.word('EXIT STATUS')}\n\n{self.word(about_all)}\n\n"
        return text + self.see_also(("lockctl", 1), ("lockkeeper-deployments", 5))

    def pages(self):
        """Yields name, section, component and Markdown of each page."""
        for name, (page, section, _, component) in PAGES.items():
            if name in self.documents:
                text = self.lockctl_page() if name == "lockctl" else self.document_page(name)
                yield page, section, component, text
        if "lockctl" in self.documents:
            for command in self.ctl.commands.values():
                if command.name in self.sections_of_commands:
                    yield f"lockctl-{command.name}", 1, "ctl", self.command_page(command)

    def lists_of_table(self, table):
        """A table as a list of definitions: on 80 columns, there is no room for wide cells."""
        rows = [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
                for line in table.splitlines()]
        heads, rows = rows[0], rows[2:]
        pairs = []
        for first, *others in rows:
            texts = [f"*{head}*: {cell}" if head and len(others) > 1 else cell
                     for head, cell in zip(heads[1:], others) if cell]
            pairs.append((first or self.word("(none)"),
                          "  \n    ".join(texts) or self.word("(nothing)")))
        return definitions(pairs)

    def head(self, name, section, version):
        """The lines that every page begins with. Names and commands must not be torn apart."""
        text = (".\\\" Made of docs/*.md and of the help of lockctl. Do not edit.\n"
                f'.TH "{name}" "{section}" "" "Lockkeeper {version}" '
                f'"{self.words["volumes"][section]}"\n'
                ".nr HY 0\n.nh\n.ad l\n")
        if self.language == "en":
            return text
        # Without its macros, groff breaks no line between two Chinese letters.
        return '\'\\" -*- coding: UTF-8 -*-\n' + text + ".mso zh.tmac\n"


def definitions(pairs):
    return "".join(f"{term}\n: {text}\n\n" for term, text in pairs)


def options_text(options):
    return definitions((option.term(), option.text()) for option in options)


# What lowdown writes between the term and the text of a definition, in place of .TP. Over the end of a
# page, it leaves an empty line.
TERM = re.compile(r'\.LP\n(.*)\n\.if n \\\n\.sp -1v\n\.if t \\\n\.sp -0\.25v\n\.IP "" 5n\n')


def copyable(text):
    """Text of roff in which each hyphen stays one when it is copied."""
    return re.sub(r"(?<!\\)-", r"\\-", text)


def code(match):
    """A code span in bold. What is too long for a line may be broken behind its colons."""
    words = copyable(match[1])
    if len(words) > 60 and " " not in words:
        words = words.replace(":", r":\:")
    return rf"\fB{words}\f"


def breakable(line):
    """Text of roff that may be broken within URLs, and behind Chinese punctuation also where Latin letters follow."""
    line = re.sub(r"https?://[^\\\s)]+", lambda url: url[0].replace("/", "/\\:").replace("/\\:/\\:", "//"), line)
    return re.sub(r'([、，；：。）])(?=[\\A-Za-z0-9"{\[-])', r"\1\:", line)


def roff(markdown, lowdown):
    made = subprocess.run([lowdown, "-Tman", "--out-no-smarty"], input=markdown, text=True,
                          stdout=subprocess.PIPE, check=True).stdout
    made = TERM.sub(r".TP 5n\n\1\n", made)
    lines = []
    is_literal = False
    for line in made.splitlines():
        is_literal = line == ".nf" or is_literal and line != ".fi"
        lines.append(copyable(line) if is_literal
                     else breakable(re.sub(r"\\f[CB](.*?)\\f", code, line)))
    return "\n".join(lines) + "\n"


def main():
    lockctl, lowdown, docs, version, out = sys.argv[1:]
    out = pathlib.Path(out)
    shutil.rmtree(out, ignore_errors=True)
    for language in LANGUAGES:
        folder = "" if language == "en" else language
        manual = Manual(pathlib.Path(docs) / folder, lockctl, language)
        for name, section, component, markdown in manual.pages():
            directory = out / component / folder / f"man{section}"
            directory.mkdir(parents=True, exist_ok=True)
            text = manual.head(name, section, version) + roff(markdown, lowdown)
            # Without name and time in it, two builds give the same bytes.
            with open(directory / f"{name}.{section}.gz", "wb") as file:
                with gzip.GzipFile("", "wb", 9, file, mtime=0) as compressed:
                    compressed.write(text.encode())


main()
