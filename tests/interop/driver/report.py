# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table as a page of docs/, in English and in Chinese."""
from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from typing import Callable

from languages import LANGUAGES
from libraries import LIBRARIES, NOT_TRIED
from trial import AFTER_KILL, UUID, Row

HEAD = """<!-- SPDX-FileCopyrightText: 2026 The Lockkeeper authors -->
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Made by scripts/interop: change tests/interop/driver/report.py, not this file. -->
"""

TEXT = {
    "en": HEAD
    + """# Lock libraries, tried

[简体中文](zh_CN/libraries.md)

What `lockctl` tells and does when a real library holds the lock. Each lock was tried by a process of its own on a redis-server of its own:
the library took it, others waited for it, `lockctl` looked, and released it. [Lock formats](formats.md)
says what each format is; [another table](zookeeper-libraries.md) has those for ZooKeeper.

This run: {date}, Redis {version}. {good} of {all} locks are as they should be: recognised, by a hint where the row says so; nothing
else that the library stores is taken for a lock, and nothing that is told of the holder is wrong. Of {turned}, the library and ours took
the same lock, {turns} times together: {overlaps} times both were inside. Locks of a library that differ in times only share a row.

| column | what it tells |
|---|---|
| shown as | the format. *By a hint*: only a [hint](formats.md#hints-and-formats-of-your-own) tells it, and the rest of the row was tried with that hint |
| holder | what is told of the process that holds, and whether it is true of it. Other things may be told that the process itself does not know |
| waiters | what is told, and how many really waited |
| renewals | how many were counted, and at which interval |
| after `kill -9` | what is told within {after:.0f} s of the holder's end. *Expired*: the lock went with its TTL |
| release | by `lockctl release`: of the lock, of one holder (`--member`), or of the number that all share (`--set-count`); and how soon a waiter had the lock |
| the former holder | what its library said when it was asked after the release. **Bold**: what that did to the lock of the next holder |
| with ours | turns of the library and `lockctl run --scheme` on the same lock |
""",
    "zh": HEAD
    + """# 实测的锁库

[English](../libraries.md)

真实的库持有锁时，`lockctl` 显示什么、做什么。每把锁都由独立的进程在独立的 redis-server 上试验：由库加锁，另有进程等待，`lockctl` 查看并释放。
各种格式见[锁的格式](formats.md)；ZooKeeper 的库见[另一张表](zookeeper-libraries.md)。

本次运行：{date}，Redis {version}。{all} 把锁中有 {good} 把符合预期：锁被识别（有些凭提示，见该行），库存储的其他内容没有被当作锁，对持有者的说明没有错误。其中 {turned} 把锁，库与我们轮流获取，共 {turns} 次：两者同时持有 {overlaps} 次。同一个库中只有时间不同的锁合为一行。

| 列 | 含义 |
|---|---|
| 显示为 | 格式。*凭提示*：只有[提示](formats.md#hints-and-formats-of-your-own)才能说明，该行其余内容在该提示下测得 |
| 持有者 | 显示了持有进程的哪些信息，与实际是否相符。也可能显示进程自己不知道的信息 |
| 等待者 | 显示的数量和实际等待的数量 |
| 续期 | 计数和间隔 |
| `kill -9` 之后 | 持有者结束后 {after:.0f} 秒内显示的内容。*过期*：锁随 TTL 消失 |
| 释放 | 用 `lockctl release`：释放整把锁、一个持有者（`--member`），或设置共享的数字（`--set-count`）；时间是从命令结束到等待者获得锁 |
| 原持有者 | 释放之后询问时，它的库怎么说。**粗体**：这样做对下一个持有者的锁造成的影响 |
| 与我们 | 库与 `lockctl run --scheme` 获取同一把锁的次数，以及两者同时持有的次数 |
""",
}

CHINESE = {
    "library": "库",
    "shown as": "显示为",
    "holder": "持有者",
    "waiters": "等待者",
    "renewals": "续期",
    "after `kill -9`": "`kill -9` 之后",
    "release": "释放",
    "the former holder": "原持有者",
    "with ours": "与我们",
    "not shown": "不显示",
    "{0} by a hint; without: {1}": "{0}（凭提示；没有提示时：{1}）",
    "nothing": "无",
    "true: {0}": "相符：{0}",
    "**wrong**: {0}": "**不符**：{0}",
    "tells nothing": "未说明",
    "not checked: {0}": "未核对：{0}",
    "host": "主机",
    "pid": "pid",
    "thread": "线程",
    "since": "开始时间",
    "id": "标识",
    "{0} of {1}": "{0} / {1}",
    "{0} to {1}": "{0} 到 {1}",
    "at least {0} of {1}": "至少 {0} / {1}",
    "{0} to {1} of {2}": "{0} 到 {1} / {2}",
    "not told ({0})": "未知（{0}）",
    "nobody waits": "无人等待",
    "{0}, every {1} s": "{0}，每 {1} 秒",
    "none seen": "未见",
    "expired after {0} s": "{0} 秒后过期",
    "{0} after {1} s": "{1} 秒后 {0}",
    "nothing new": "无变化",
    "before: {0}": "之前：{0}",
    "released, {0} ms": "已释放，{0} 毫秒",
    "released; nobody got it in {0} s": "已释放；{0} 秒内无人获得",
    "one holder freed, {0} ms": "已释放一个持有者，{0} 毫秒",
    "one holder freed; nobody got it in {0} s": "已释放一个持有者；{0} 秒内无人获得",
    "number set, {0} ms": "已设置数字，{0} 毫秒",
    "number set; nobody got it in {0} s": "已设置数字；{0} 秒内无人获得",
    "view only": "仅供查看",
    "renewed too often": "续期太频繁，未释放",
    "failed: exit code {0}": "失败：退出码 {0}",
    "frees the lock of the next": "释放了下一个持有者的锁",
    "takes the lock from the next": "夺走了下一个持有者的锁",
    "{0} turns": "{0} 次",
    "{0} turns, {1} overlaps": "{0} 次，重叠 {1} 次",
    "not installed": "未安装",
    "Not tried": "未测",
    "why": "原因",
    "no version is served where this ran": "运行环境中没有可安装的版本",
    "its RedisLock stores no key: it subscribes to a channel": "它的 RedisLock 不存储键，只订阅频道",
}


class Words:
    """Says phrases in one language."""

    def __init__(self, language: str, chinese: dict[str, str]) -> None:
        self.language = language
        self._chinese = chinese

    def say(self, phrase: str, *values: object) -> str:
        """Raises KeyError for a phrase without a translation, so that none is forgotten."""
        return (phrase if self.language == "en" else self._chinese[phrase]).format(*values)

    def join(self, words: list[str]) -> str:
        return (", " if self.language == "en" else "、").join(words)


# Of what is told, where the page calls it otherwise.
NAMES = {"detail": "id", "app": "name", "fencing": "fencing number"}


def code(text: str) -> str:
    """A cell's text as it is."""
    return f"`{text.replace('|', '/').replace('`', '')}`"


def shown(row: Row, words: Words) -> str:
    """The format, and by which means."""
    name = code(row.format) if row.shown else words.say("not shown")
    if row.unhinted is None or row.unhinted == row.format:
        return name
    without = code(row.unhinted) if row.unhinted else words.say("nothing")
    return words.say("{0} by a hint; without: {1}", name, without)


def holder(row: Row, words: Words) -> str:
    """What is true, and what is not."""

    def names(is_true: bool) -> list[str]:
        told = [name for name, value in row.holder_checks.items() if value == is_true]
        return [words.say(NAMES.get(name, name)) for name in told]

    parts = []
    if names(True):
        parts.append(words.say("true: {0}", words.join(names(True))))
    if names(False):
        parts.append(words.say("**wrong**: {0}", words.join(names(False))))
    if parts or row.holder in ("", "-"):
        return words.join(parts) or words.say("tells nothing")
    return words.say("not checked: {0}", code(re.sub(UUID, "...", row.holder)))


def waiters(row: Row, words: Words) -> str:
    """What is told, against what is."""
    told = row.waiting.split()
    if not told:
        return words.say("nobody waits") if row.release is not None else "-"
    if told[0] == "not":
        return words.say("not told ({0})", row.waiting_really)
    if told[0] == "at":
        return words.say("at least {0} of {1}", told[2], row.waiting_really)
    if len(told) == 3:
        return words.say("{0} to {1} of {2}", told[0], told[2], row.waiting_really)
    return words.say("{0} of {1}", told[0], row.waiting_really)


def renewals(row: Row, words: Words) -> str:
    """How many, how often."""
    if row.renewals is None:
        return "-"
    if not row.renewals:
        return words.say("none seen")
    interval = row.renewal_interval_ms
    if interval is None:
        return str(row.renewals)
    return words.say("{0}, every {1} s", row.renewals, f"{interval / 1000:.1f}")


def after_kill(row: Row, words: Words) -> str:
    """The evidence, or how the lock went."""
    if not row.after_kill:
        return "-"
    parts = []
    if row.before_kill:
        parts.append(words.say("before: {0}", words.join([code(kind) for kind in row.before_kill])))
    what, _, seconds = row.after_kill.removesuffix(" s").partition(" after ")
    if what == "expired":
        parts.append(words.say("expired after {0} s", seconds))
    elif seconds:
        parts.append(words.say("{0} after {1} s", code(what), seconds))
    else:
        parts.append(words.say("nothing new"))
    return "; ".join(parts) if words.language == "en" else "；".join(parts)


def release(row: Row, words: Words) -> str:
    """How it ended, and when the next one had the lock."""
    if row.release is None:
        return "-"
    if row.release != 0:
        for reason in ("view only", "renewed too often"):
            if reason in row.release_told:
                return words.say(reason)
        return words.say("failed: exit code {0}", row.release)
    done = {"holder": "one holder freed", "number": "number set"}.get(row.part, "released")
    if row.woken_ms is None:
        return words.say(f"{done}; nobody got it in {{0}} s", f"{row.takes_over:.0f}")
    return words.say(f"{done}, {{0}} ms", row.woken_ms)


def former_holder(row: Row, words: Words) -> str:
    """What it is told, and what it does."""
    parts = [code(part) for part in row.notice.split("; ") if part]
    if row.harm:
        parts.append(f"**{words.say(row.harm)}**")
    return "<br>".join(parts) or "-"


def with_ours(row: Row, words: Words) -> str:
    """Turns in which both took the lock."""
    if row.turns is None:
        return "-"
    if not row.overlaps:
        return words.say("{0} turns", row.turns)
    return words.say("{0} turns, {1} overlaps", row.turns, row.overlaps)


Column = Callable[[Row, Words], str]


@dataclass(frozen=True)
class Layout:
    """How the page of a store is made."""

    text: dict[str, str]
    chinese: dict[str, str]
    columns: dict[str, Column]
    version: Callable[[], str]
    not_tried: list[tuple[str, str, str]]


def line(row: Row, words: Words, columns: list[Column]) -> str:
    """A row of the table."""
    package, _, version = row.source.rpartition("@")
    name = f"{package} {version}<br>{code(row.library)}" if package else row.source
    if row.note is not None:
        cells = [words.say("not installed") if row.note == "not installed" else code(row.note)]
        cells += [""] * (len(columns) - 1)
    else:
        cells = [column(row, words) for column in columns]
    return f"| {' | '.join([name, *cells])} |"


TIME = re.compile(r"\d+(?:\.\d+)?(?= (?:ms|s|毫秒|秒))")


def merged(lines: list[str], words: Words) -> list[str]:
    """The lines of a table, with one for all locks of a library that differ in times only."""
    groups: dict[tuple[str, str], list[list[str]]] = {}
    for text in lines:
        name, *cells = text.removeprefix("| ").removesuffix(" |").split(" | ")
        key = (name.partition("<br>")[0].rpartition(" ")[0], TIME.sub("", " | ".join(cells)))
        groups.setdefault(key, []).append([name, " | ".join(cells)])
    return [merged_line(package, group, words) for (package, _), group in groups.items()]


def merged_line(package: str, group: list[list[str]], words: Words) -> str:
    """One line: its versions and names, and each time from the shortest to the longest."""
    if len(group) == 1:
        return f"| {group[0][0]} | {group[0][1]} |"
    sources, names = zip(*(name.split("<br>") for name, _ in group))
    versions = list(dict.fromkeys(source.rpartition(" ")[2] for source in sources))
    times = zip(*(TIME.findall(cells) for _, cells in group))
    spans = iter([sorted(set(column), key=float) for column in times])

    def span(_: re.Match[str]) -> str:
        found = next(spans)
        return found[0] if len(found) == 1 else words.say("{0} to {1}", found[0], found[-1])

    cells = TIME.sub(span, group[0][1])
    return f"| {package} {words.join(versions)}<br>{words.join(list(names))} | {cells} |"


def redis_version() -> str:
    """Of the redis-server in the path."""
    told = subprocess.run(["redis-server", "--version"], capture_output=True, text=True, check=True)
    return told.stdout.split("v=")[1].split()[0]


REDIS = Layout(
    TEXT,
    CHINESE,
    {
        "shown as": shown,
        "holder": holder,
        "waiters": waiters,
        "renewals": renewals,
        "after `kill -9`": after_kill,
        "release": release,
        "the former holder": former_holder,
        "with ours": with_ours,
    },
    redis_version,
    NOT_TRIED,
)


def page(rows: list[Row], language: str, layout: Layout) -> str:
    """The page, in "en" or "zh"."""
    words = Words(language, layout.chinese)
    tried = [row for row in rows if row.note != "not installed"]
    turned = [row for row in tried if row.turns]
    out = layout.text[language].format(
        date=max(row.tried_on for row in rows),
        version=layout.version(),
        good=sum(row.is_good for row in tried),
        all=len(tried),
        turned=len(turned),
        turns=max((row.turns or 0 for row in turned), default=0),
        overlaps=sum(row.overlaps or 0 for row in turned),
        after=AFTER_KILL,
    )
    columns = list(layout.columns.values())
    for known in LANGUAGES.values():
        here = [row for row in rows if row.language == known.name]
        if here:
            head = [words.say(column) for column in ["library", *layout.columns]]
            out += f"\n## {known.name}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}\n"
            lines = [line(row, words, columns) for row in here]
            out += "".join(text + "\n" for text in merged(lines, words))
    out += f"\n## {words.say('Not tried')}\n\n"
    out += f"| {words.say('library')} | {words.say('why')} |\n|---|---|\n"
    for where, name, why in layout.not_tried:
        out += f"| {name} ({LANGUAGES[where].name}) | {words.say(why)} |\n"
    return out


def known_order(rows: list[Row]) -> list[Row]:
    """Rows in the order of the table of libraries."""
    order = {library.name: place for place, library in enumerate(LIBRARIES)}
    return sorted(rows, key=lambda row: order.get(row.library, len(order)))
