#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

"""pictures.py check|write: draws the time diagrams of docs/failures.md into docs/images/fail-*.svg, or
checks that they are as drawn here.

Each picture has a lane for each client and server. Times go from 0 to 100. The colours fit light and
dark pages: a picture has a background of its own, and follows the reader's colour scheme.
"""

import pathlib
import sys
from html import escape

IMAGES = pathlib.Path(__file__).resolve().parent.parent / "images"
LEFT, WIDTH, TOP, LANE, BAR = 104, 760, 64, 70, 20

STYLE = """
  .back { fill: #ffffff } text { fill: #1f2328; font: 13px sans-serif }
  .lane { stroke: #8c959f } .title { font-weight: bold; font-size: 15px } .small { font-size: 12px }
  .held { fill: #b6d4fe; stroke: #0550ae } .stored { fill: #d8dee4; stroke: #59636e }
  .wrong { fill: #ffc1ba; stroke: #a40e26 } .paused { fill: #ffffff; stroke: #59636e; stroke-dasharray: 4 3 }
  .two { fill: #ffebe9 } .bad { fill: #a40e26 } .good { fill: #116329 }
  line.send { stroke: #1f2328 } .head { fill: #1f2328; stroke: none } line.late { stroke-dasharray: 5 4 }
  .mark { stroke: #a40e26; stroke-width: 2.5; fill: none } .halo { paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
  @media (prefers-color-scheme: dark) {
    .back { fill: #161b22 } text { fill: #e6edf3 } .lane { stroke: #6e7681 }
    .held { fill: #1f4a87; stroke: #79b8ff } .stored { fill: #3d444d; stroke: #9198a1 }
    .wrong { fill: #8e2a25; stroke: #ff9d94 } .paused { fill: #161b22; stroke: #9198a1 }
    .two { fill: #3c1a1d } text.bad { fill: #ff9d94 } text.good { fill: #56d364 }
    line.send { stroke: #e6edf3 } .head { fill: #e6edf3 } .mark { stroke: #ff9d94 } .halo { stroke: #161b22 }
  }"""


def x(time):
    return LEFT + time * (WIDTH - LEFT - 20) / 100


class Picture:
    """A time diagram. What is added first is drawn below."""

    def __init__(self, title, *lanes):
        self.title = title
        self.lanes = lanes
        self.parts = []

    def y(self, lane):
        return TOP + self.lanes.index(lane) * LANE

    def text(self, left, top, words, style="", anchor="middle"):
        return (f'<text x="{left:.0f}" y="{top:.0f}" class="halo {style}" text-anchor="{anchor}">'
                f"{escape(words)}</text>")

    def two_holders(self, begin, end):
        height = (len(self.lanes) - 1) * LANE + 60
        self.parts.append(f'<rect class="two" x="{x(begin):.0f}" y="{TOP - 30}" '
                          f'width="{x(end) - x(begin):.0f}" height="{height}"/>')
        self.parts.append(self.text((x(begin) + x(end)) / 2, TOP + height - 34, "two holders", "bad small"))

    def bar(self, lane, begin, end, words, style):
        """From when to when a client holds the lock, or a server stores it."""
        self.parts.append(f'<rect class="{style}" rx="3" x="{x(begin):.0f}" y="{self.y(lane) - BAR / 2:.0f}" '
                          f'width="{x(end) - x(begin):.0f}" height="{BAR}"/>')
        if words:
            self.parts.append(f'<text x="{(x(begin) + x(end)) / 2:.0f}" y="{self.y(lane) + 4}" class="small" '
                              f'text-anchor="middle">{escape(words)}</text>')

    def send(self, lane, begin, to, end, words, late=False, lost=False, at=None):
        """A command or an answer; `lost`: it ends on the way; `at`: where the words stand along the way."""
        top, bottom = self.y(lane), self.y(to)
        down = 1 if bottom > top else -1
        top += down * BAR / 2
        bottom -= down * BAR / 2
        share = 0.55 if lost else 1
        end_x, end_y = x(begin) + share * (x(end) - x(begin)), top + share * (bottom - top)
        style = "send late" if late or lost else "send"
        head = "" if lost else ' marker-end="url(#head)"'
        self.parts.append(f'<line class="{style}" x1="{x(begin):.0f}" y1="{top:.0f}" x2="{end_x:.0f}" '
                          f'y2="{end_y:.0f}"{head}/>')
        if lost:
            self.parts.append(self.cross(end_x, end_y))
        if at is None:  # between the sender's lane and the next
            at = 0.5 / abs(self.lanes.index(lane) - self.lanes.index(to))
        self.parts.append(self.text(x(begin) + at * (x(end) - x(begin)) + 8, top + at * (bottom - top) + 4, words,
                                    "small", "start"))

    def cross(self, left, top):
        return (f'<path class="mark" d="M{left - 5:.0f} {top - 5:.0f} l10 10 m0 -10 l-10 10"/>')

    def note(self, lane, time, words, style="small", anchor="start", is_cross=False):
        if is_cross:
            self.parts.append(self.cross(x(time), self.y(lane)))
        self.parts.append(self.text(x(time), self.y(lane) - 16, words, style, anchor))

    def svg(self):
        height = TOP + (len(self.lanes) - 1) * LANE + 48
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
                 "<!-- SPDX-FileCopyrightText: 2026 The Lockkeeper authors -->",
                 "<!-- SPDX-License-Identifier: Apache-2.0 -->",
                 "<!-- Drawn by docs/site/pictures.py -->",
                 f"<title>{escape(self.title)}</title>", f"<style>{STYLE}\n</style>",
                 '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
                 'orient="auto"><path class="head" d="M0 0 L8 4 L0 8 z"/></marker></defs>',
                 f'<rect class="back" rx="6" width="{WIDTH}" height="{height}"/>',
                 f'<text class="title" x="12" y="22">{escape(self.title)}</text>']
        bands = [part for part in self.parts if 'class="two"' in part]
        lines += bands
        for lane in self.lanes:
            lines.append(f'<line class="lane" x1="{LEFT}" y1="{self.y(lane)}" x2="{WIDTH - 12}" y2="{self.y(lane)}"/>')
            lines.append(f'<text x="12" y="{self.y(lane) + 4}">{escape(lane)}</text>')
        lines += [part for part in self.parts if part not in bands]
        lines.append(f'<text class="small" x="{WIDTH - 12}" y="{height - 8}" text-anchor="end">time →</text>')
        return "\n".join(lines + ["</svg>"]) + "\n"


def crash():
    drawn = Picture("A crash between SETNX and EXPIRE", "client A", "Redis", "client B")
    drawn.send("client A", 8, "Redis", 12, "SETNX")
    drawn.bar("Redis", 12, 100, "A, without a TTL: for ever", "wrong")
    drawn.note("client A", 22, "killed before EXPIRE", "bad small", is_cross=True)
    for time in (30, 55, 80):
        drawn.send("client B", time, "Redis", time + 4, "SETNX: 0")
    return drawn


def timestamp():
    drawn = Picture("Clocks that differ, and an expiry that clients judge", "client A", "Redis", "client B")
    drawn.two_holders(49, 75)
    drawn.send("client A", 6, "Redis", 10, "SETNX 12:00:30")
    drawn.bar("Redis", 10, 45, "12:00:30", "stored")
    drawn.bar("client A", 12, 75, "A, until 12:00:30", "held")
    drawn.note("client B", 4, "its clock is 40 s ahead: expired", "bad small")
    drawn.send("client B", 41, "Redis", 45, "GETSET 12:01:10")
    drawn.bar("Redis", 45, 98, "12:01:10", "stored")
    drawn.bar("client B", 49, 98, "B", "wrong")
    return drawn


def late_del():
    drawn = Picture("Work that outlives the TTL, and a DEL that does not compare", "client A", "Redis", "client B",
                    "client C")
    drawn.two_holders(78, 96)
    drawn.send("client A", 4, "Redis", 8, "SET NX PX")
    drawn.bar("Redis", 8, 34, "A, until its TTL ends", "stored")
    drawn.bar("client A", 10, 34, "A", "held")
    drawn.bar("client A", 34, 58, "still working", "wrong")
    drawn.send("client B", 38, "Redis", 42, "SET NX PX")
    drawn.bar("Redis", 42, 62, "B", "stored")
    drawn.bar("client B", 44, 96, "B", "held")
    drawn.send("client A", 58, "Redis", 62, "DEL: frees B's lock")
    drawn.send("client C", 69, "Redis", 74, "SET NX PX")
    drawn.bar("Redis", 74, 98, "C", "stored")
    drawn.bar("client C", 78, 98, "C", "wrong")
    return drawn


def get_del():
    drawn = Picture("An expiry between the comparison and the DEL", "client A", "Redis", "client B", "client C")
    drawn.two_holders(80, 98)
    drawn.bar("Redis", 4, 30, "A", "stored")
    drawn.bar("client A", 4, 30, "A", "held")
    drawn.send("client A", 20, "Redis", 23, "GET: mine")
    drawn.send("client B", 34, "Redis", 38, "SET NX PX")
    drawn.bar("Redis", 38, 62, "B", "stored")
    drawn.bar("client B", 40, 98, "B", "held")
    drawn.note("client A", 33, "paused", "small")
    drawn.bar("client A", 30, 58, "", "paused")
    drawn.send("client A", 58, "Redis", 62, "DEL: frees B's lock")
    drawn.send("client C", 71, "Redis", 76, "SET NX PX")
    drawn.bar("Redis", 76, 98, "C", "stored")
    drawn.bar("client C", 80, 98, "C", "wrong")
    return drawn


def failover():
    drawn = Picture("A failover to a replica that missed the SET", "client A", "master", "replica", "client B")
    drawn.two_holders(68, 92)
    drawn.send("client A", 6, "master", 10, "SET NX PX")
    drawn.bar("master", 10, 34, "A", "stored")
    drawn.bar("client A", 12, 92, "A", "held")
    drawn.send("master", 24, "replica", 30, "replication", lost=True)
    drawn.note("master", 34, "", is_cross=True)
    drawn.note("master", 36, "the master dies", "bad small")
    drawn.note("replica", 44, "is made the master", "small")
    drawn.send("client B", 60, "replica", 64, "SET NX PX")
    drawn.bar("replica", 64, 98, "B", "stored")
    drawn.bar("client B", 68, 98, "B", "wrong")
    return drawn


def pause():
    drawn = Picture("A pause beyond the lease, and the fence that refuses", "client A", "masters", "client B", "data")
    drawn.send("client A", 4, "masters", 8, "take: token 33")
    drawn.bar("masters", 8, 40, "A, until its TTL ends", "stored")
    drawn.bar("client A", 10, 24, "A", "held")
    drawn.bar("client A", 24, 72, "paused: the lease ends meanwhile", "paused")
    drawn.send("client B", 44, "masters", 48, "take: token 34")
    drawn.bar("masters", 48, 98, "B", "stored")
    drawn.bar("client B", 51, 98, "B", "held")
    drawn.send("client B", 58, "data", 62, "write, 34")
    drawn.send("client A", 74, "data", 84, "write, 33")
    drawn.note("data", 84, "", is_cross=True)
    drawn.parts.append(drawn.text(x(84), drawn.y("data") + 24, "refused: 33 is smaller than 34", "good small"))
    return drawn


def clock_step():
    drawn = Picture("The clocks of two masters are set forward", "client A", "master a", "master b", "master c",
                    "client B")
    drawn.two_holders(70, 92)
    drawn.bar("client A", 10, 92, "A, until its deadline", "held")
    drawn.bar("master a", 8, 94, "A", "stored")
    for lane in ("master b", "master c"):
        drawn.bar(lane, 8, 34, "A", "stored")
        drawn.note(lane, 34, "", is_cross=True)
        drawn.note(lane, 36, "clock set: the TTL is over", "bad small")
    drawn.send("client B", 60, "master c", 64, "take")
    drawn.bar("master b", 66, 98, "B", "stored")
    drawn.bar("master c", 64, 98, "B", "stored")
    drawn.bar("client B", 70, 98, "B", "wrong")
    return drawn


def late_command():
    drawn = Picture("A late release, where all tries have the same token", "client A", "master", "client B")
    drawn.two_holders(84, 96)
    drawn.send("client A", 4, "master", 8, "SET x")
    drawn.bar("master", 8, 34, "x, until its TTL ends", "stored")
    drawn.send("master", 14, "client A", 18, "OK", lost=True)
    drawn.send("client A", 26, "master", 64, "release x, late", late=True, at=0.55)
    drawn.send("client A", 38, "master", 42, "")
    drawn.parts.append(drawn.text(x(39), drawn.y("client A") + 50, "SET x again", "small", "end"))
    drawn.bar("master", 42, 64, "x", "stored")
    drawn.bar("client A", 46, 96, "A", "held")
    drawn.note("master", 66, "frees the second try", "bad small")
    drawn.send("client B", 76, "master", 80, "SET y")
    drawn.bar("master", 80, 98, "y", "stored")
    drawn.bar("client B", 84, 98, "B", "wrong")
    return drawn


def forget():
    drawn = Picture("A master that forgets votes twice", "client A", "master a", "master b", "master c", "client B")
    drawn.two_holders(68, 92)
    drawn.bar("client A", 10, 92, "A: a and b are a quorum", "held")
    drawn.bar("master a", 8, 94, "A", "stored")
    drawn.bar("master b", 8, 34, "A", "stored")
    drawn.note("master b", 34, "", is_cross=True)
    drawn.note("master b", 36, "restarts without its data", "bad small")
    drawn.note("master c", 8, "could not be reached by A", "small")
    drawn.send("client B", 58, "master c", 62, "take")
    drawn.bar("master b", 64, 98, "B", "stored")
    drawn.bar("master c", 62, 98, "B", "stored")
    drawn.bar("client B", 68, 98, "B: b and c are a quorum", "wrong")
    return drawn


PICTURES = {"crash": crash, "timestamp": timestamp, "late-del": late_del, "get-del": get_del, "failover": failover,
            "pause": pause, "clock-step": clock_step, "late-command": late_command, "forget": forget}


def main():
    mode = sys.argv[1] if len(sys.argv) == 2 else ""
    if mode not in ("check", "write"):
        sys.exit("usage: pictures.py check|write")
    wrong = []
    for name, draw in PICTURES.items():
        file = IMAGES / f"fail-{name}.svg"
        if mode == "write":
            file.write_text(draw().svg(), encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != draw().svg():
            wrong.append(file.name)
    if wrong:
        sys.exit(f"{', '.join(wrong)}: not as drawn; run docs/site/pictures.py write")


main()
