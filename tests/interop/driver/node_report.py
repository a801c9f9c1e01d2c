# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of the libraries for ZooKeeper."""
from __future__ import annotations

import report
from languages import debian_version
from report import CHINESE, Layout, Words, code, former_holder, holder, release, shown
from trial import Row

HEAD = report.HEAD.replace("report.py", "node_report.py")
TEXT = {
    "en": HEAD
    + """# Lock libraries for ZooKeeper, tried

[简体中文](zh_CN/zookeeper-libraries.md)

What `lockctl` tells and does when a real library holds a lock in [ZooKeeper](zookeeper.md). Each lock ran on a server of its own, with a holder and two who wait,
each a process with a session of its own of 6 s: `lockctl` looked, dropped the last one who waits (`release --waiter`), and released the lock.
[Another table](libraries.md) has the libraries for Redis.

This run: {date}, ZooKeeper {version}. {good} of {all} locks are as they should be: recognised, nothing else that the library stores is taken for a lock,
what is told of the holder is true, those who wait are told in the order in which they came, and when one of them is dropped, exactly one gets the lock next. Locks of a library that differ in times only share a row.

| column | what it tells |
|---|---|
| shown as | the format, and the form of the name of the holder's node below that of the lock |
| holder | what is told of it, and whether it is true. The *fencing number* has to be higher for the next holder |
| waiters | how many are told, and how many really waited |
| after `kill -9` | how long until the lock was free, by a session of 6 s. Where a time is stored, the lock is held until that is over |
| release | by `lockctl release`: of the lock, or of one holder (`--member`); the time is that from the change on the server until the next one had the lock |
| the former holder | what its library said when it was asked after the release. **Bold**: what that did to the lock of the next holder |
| who was dropped | what the library of one does that waited and was dropped: at once, or as soon as the lock was free |
| the first dropped | who got the lock when the first one who waits was dropped, and then the lock was released |
| ask | by `lockctl ask`, of a mutex of Curator: when a listener heard of it, by one that can be revoked. Others are *refused* |
""",
    "zh": HEAD
    + """# 实测的 ZooKeeper 锁库

[English](../zookeeper-libraries.md)

真实的库在 [ZooKeeper](zookeeper.md) 中持有锁时，`lockctl` 显示什么、做什么。每把锁都在独立的服务器上试验，有一个持有者和两个等待者，
各是一个进程，各有 6 秒的会话：`lockctl` 查看，移除最后一个等待者（`release --waiter`），然后释放锁。Redis 的库见[另一张表](libraries.md)。

本次运行：{date}，ZooKeeper {version}。{all} 把锁中有 {good} 把符合预期：锁被识别，库存储的其他内容没有被当作锁，对持有者的说明没有错误，等待者按到来的顺序显示，移除一个等待者之后恰好有一个获得锁。同一个库中只有时间不同的锁合为一行。

| 列 | 含义 |
|---|---|
| 显示为 | 格式，以及持有者的节点在锁之下的名称形式 |
| 持有者 | 显示了什么，与实际是否相符。下一个持有者的*栅栏数字*必须更大 |
| 等待者 | 显示的数量和实际等待的数量 |
| `kill -9` 之后 | 会话为 6 秒时，多久之后锁空闲。存储时间的锁，持有到该时间为止 |
| 释放 | 用 `lockctl release`：释放整把锁或一个持有者（`--member`）；时间是从服务器上的变化到下一个获得锁 |
| 原持有者 | 释放之后询问时，它的库怎么说。**粗体**：这样做对下一个持有者的锁造成的影响 |
| 被移除的等待者 | 等待时被移除之后，它的库怎么做：立即，或在锁空闲之后 |
| 移除第一个之后 | 移除第一个等待者，然后释放锁，谁获得了锁 |
| 请求 | 用 `lockctl ask`，针对 Curator 的互斥锁：可以撤回的锁，其监听器多久之后得知。其他的*被拒绝* |
""",
}

WORDS = {
    "session": "会话",
    "fencing number": "栅栏数字",
    "name": "名称",
    "who was dropped": "被移除的等待者",
    "the first dropped": "移除第一个之后",
    "the second gets the lock": "第二个获得锁",
    "**both have the lock**": "**两个都持有锁**",
    "**nobody gets the lock**": "**没有人获得锁**",
    "**the first in spite of it**": "**仍是第一个获得**",
    "ask": "请求",
    "queues anew": "重新排队",
    "gets the lock by a new node": "重新排队，并以新节点获得锁",
    "at once: {0}": "立即：{0}",
    "fails: {0}": "失败：{0}",
    "waits for ever": "一直等待",
    "**takes the lock without a node**": "**没有节点也取得锁**",
    "not seen": "未见",
    "heard after {0} ms": "{0} 毫秒后得知",
    "not heard": "未得知",
    "refused": "被拒绝",
    "gone after {0} s": "{0} 秒后空闲",
    "still held": "仍被持有",
    "{0} of {1}, **in a wrong order**": "{0} / {1}，**顺序不符**",
    "nobody queues": "无人排队",
    "its node: {0}": "其节点：{0}",
    "the node itself": "节点本身",
    "the recipe is not published as a package": "该 recipe 没有作为软件包发布",
}

NOT_TRIED = [
    ("java", "WriteLock of ZooKeeper's recipes", "the recipe is not published as a package"),
]


def shown_node(row: Row, words: Words) -> str:
    """The format, and the form of the node's name."""
    form = words.say("the node itself") if row.value == "." else code(row.value)
    return f"{shown(row, words)}<br>{form}"


def queue(row: Row, words: Words) -> str:
    """How many, and whether in their order."""
    if row.is_in_order is None:
        return words.say("nobody queues")
    phrase = "{0} of {1}" if row.is_in_order else "{0} of {1}, **in a wrong order**"
    return words.say(phrase, row.waiting, row.waiting_really)


def after_end(row: Row, words: Words) -> str:
    """When the lock went."""
    what, _, seconds = row.after_kill.removesuffix(" s").partition(" after ")
    return words.say("gone after {0} s", seconds) if what == "expired" else words.say("still held")


def dropped(row: Row, words: Words) -> str:
    """What one who was dropped does."""
    if row.drop is None:
        return "-"
    if row.is_drop_refused:
        return reaction("refused", words)
    if row.drop:
        return words.say("failed: exit code {0}", row.drop)
    return reaction(row.dropped, words)


def reaction(text: str, words: Words) -> str:
    """In words of the page."""
    head, _, rest = text.partition(": ")
    if head == "at once":
        return words.say("at once: {0}", reaction(rest, words))
    if head == "fails":
        return words.say("fails: {0}", code(rest))
    if text.isupper():
        return words.say(f"**{text.lower()}**")
    return words.say("not seen" if head == "not seen" else text)


def first_dropped(row: Row, words: Words) -> str:
    """Who gets the lock then."""
    if row.first_dropped == "the second":
        return words.say("the second gets the lock")
    return reaction(row.first_dropped, words) if row.first_dropped else "-"


def asked(row: Row, words: Words) -> str:
    """What came of asking the holder."""
    if not row.asked:
        return "-"
    if row.asked.startswith("heard"):
        return words.say("heard after {0} ms", row.asked.split()[2])
    return words.say(row.asked)


ZOOKEEPER = Layout(
    TEXT,
    {**CHINESE, **WORDS},
    {
        "shown as": shown_node,
        "holder": holder,
        "waiters": queue,
        "after `kill -9`": after_end,
        "release": release,
        "the former holder": former_holder,
        "who was dropped": dropped,
        "the first dropped": first_dropped,
        "ask": asked,
    },
    lambda: debian_version("zookeeper") or "?",
    NOT_TRIED,
)
HEADINGS = ["library", "package", "key", "certainty", *ZOOKEEPER.columns]


def node_cells(row: Row) -> list[str]:
    """The row as text."""
    if row.note is not None:
        return [row.library, row.source, row.key, row.note]
    words = Words("en", {})
    told = [column(row, words) for column in ZOOKEEPER.columns.values()]
    plain = [cell.replace("<br>", " ").replace("`", "") for cell in told]
    return [row.library, row.source, row.key, row.certainty or "-", *plain]
