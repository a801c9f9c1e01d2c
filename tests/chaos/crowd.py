#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""crowd.py PORT TOKEN_FILE CLIENTS: clients of all kinds for a `lockctl serve`, until SIGTERM.

Some follow the events, some the page's as a browser does, some ask again and again, some have no
token or send no HTTP, some send or read too slowly. Then it prints one JSON object: how often what was seen, and `wrong`, the answers
that should not have been. Exit code 0 if there are none.
"""
from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
from collections import Counter
from pathlib import Path

PAUSE = 1.0
PATIENCE = 40.0
PATHS = ["/locks", "/metrics", "/healthz", "/events", "/page/en/events", "/nothing", "/", "/%00", "/locks?x=%0d%0a"]
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "FETCH", "get"]


def timeless(rows: list) -> dict[str, dict]:
    """Rows by identifier, without what depends on when they were written."""
    return {row["id"]: {name: row[name] for name in ("name", "rank", "tone", "state", "reason", "holder", "votes", "waiting", "library")}
            for row in rows}


class Crowd:
    """The clients, and what they have seen."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self.seen: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()

    def kinds(self) -> list:
        """Coroutines that are clients, as often as they should be."""
        return (
            [self.follow] * 4 + [self.browse] * 5 + [self.poll] * 4 + [self.intrude] * 4
            + [self.send_slowly] * 2 + [self.read_nothing]
        )

    async def run(self, client) -> None:
        """One client again and again."""
        while True:
            try:
                await asyncio.wait_for(client(), PATIENCE * 4)
            except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError) as error:
                self.seen[f"{client.__name__}: {type(error).__name__}"] += 1
            await asyncio.sleep(random.uniform(0.1, PAUSE))

    async def _open(self):
        return await asyncio.open_connection("127.0.0.1", self._port, limit=2**26)

    def _request(self, path: str, more: str = "") -> bytes:
        head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self._token}\r\n{more}\r\n"
        return head.encode()

    @staticmethod
    async def _head(reader) -> tuple[int, dict[str, str]]:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        return int(lines[0].split()[1]), headers

    async def follow(self) -> None:
        """Reads events, and checks that none is missing."""
        reader, writer = await self._open()
        try:
            writer.write(self._request("/events"))
            status, _ = await self._head(reader)
            self.seen[f"events {status}"] += 1
            if status == 503:
                return
            if status != 200:
                self.wrong[f"events {status}"] += 1
                return
            number = None
            for _ in range(random.randint(20, 200)):
                try:
                    text = await asyncio.wait_for(reader.readuntil(b"\n\n"), PATIENCE)
                except asyncio.TimeoutError:
                    self.wrong["no event for a long time"] += 1
                    return
                kind, _, data = text.decode().rstrip("\n").split("\n")
                told = json.loads(data.removeprefix("data: "))
                right = told["sequence"] if kind == "event: board" else (number or 0) + 1
                if number is None and kind != "event: board" or told["sequence"] != right:
                    self.wrong[f"{kind} {told['sequence']} behind {number}"] += 1
                number = told["sequence"]
                self.seen[kind] += 1
        finally:
            writer.close()

    async def _page_events(self):
        """The events of the page: kind, number and data of each. Ends if there are too many clients."""
        reader, writer = await self._open()
        try:
            writer.write(self._request("/page/en/events"))
            status, _ = await self._head(reader)
            self.seen[f"page events {status}"] += 1
            if status not in (200, 503):
                self.wrong[f"page events {status}"] += 1
            while status == 200:
                text = await asyncio.wait_for(reader.readuntil(b"\n\n"), PATIENCE)
                kind, number, data = text.decode().rstrip("\n").split("\n")
                yield kind, int(number.rpartition("-")[2]), json.loads(data.removeprefix("data: "))
        finally:
            writer.close()

    async def _page_now(self) -> tuple[int, dict]:
        """The number of a whole board, and its rows."""
        async for _, number, told in self._page_events():
            return number, timeless(told["rows"])
        return 0, {}

    async def browse(self) -> None:
        """Follows the page as a browser does. Its rows must be those of a whole board of the same event."""
        rows: dict[str, dict] = {}
        last, wanted = 0, (0, {})
        left = random.randint(20, 100)
        async for kind, number, told in self._page_events():
            if kind == "event: board":
                rows = {}
            elif number != last + 1:
                self.wrong[f"page event {number} behind {last}"] += 1
            last = number
            for gone in told.get("gone", []):
                rows.pop(gone, None)
            rows |= timeless(told["rows"])
            if told["locks"] != len(rows):
                self.wrong[f"page: {told['locks']} locks, {len(rows)} rows"] += 1
            if wanted[0] == number:
                self.seen["page compared"] += 1
                if wanted[1] != rows:
                    other = [(rows.get(key), wanted[1].get(key)) for key in rows.keys() | wanted[1].keys()
                             if rows.get(key) != wanted[1].get(key)]
                    self.wrong[f"page rows of event {number}: {other[0]}"] += 1
            if wanted[0] <= number:
                wanted = await self._page_now()
                if rows:
                    await self._look(random.choice(list(rows)))
            left -= 1
            if left == 0:
                return

    async def _look(self, key: str) -> None:
        """Asks for the details of a lock, which may be gone."""
        reader, writer = await self._open()
        try:
            writer.write(self._request(f"/page/zh_CN/lock/{key}"))
            status, _ = await self._head(reader)
            body = await asyncio.wait_for(reader.read(), PATIENCE)
            self.seen[f"page lock {status}"] += 1
            if status not in (200, 404, 503) or status == 200 and json.loads(body)["row"]["id"] != key:
                self.wrong[f"page lock {status}"] += 1
        finally:
            writer.close()

    async def poll(self) -> None:
        """Asks for texts."""
        path = random.choice(["/locks", "/metrics", "/healthz"])
        reader, writer = await self._open()
        try:
            writer.write(self._request(path))
            status, headers = await self._head(reader)
            body = await asyncio.wait_for(reader.read(), PATIENCE)
            self.seen[f"{path} {status}"] += 1
            is_whole = len(body) == int(headers["content-length"])
            if status not in (200, 503) or not is_whole:
                self.wrong[f"{path} {status}, whole: {is_whole}"] += 1
            if status == 200 and path == "/locks":
                json.loads(body)
        finally:
            writer.close()

    async def intrude(self) -> None:
        """Asks without the token. Only 401 is right."""
        reader, writer = await self._open()
        try:
            wrong = random.choice(["", "Bearer", "Bearer x", f"Basic {self._token}",
                                   f"Bearer {self._token[:-1]}", f"Bearer {self._token}x"])
            method, path = random.choice(METHODS), random.choice(PATHS)
            head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
            if wrong:
                head += f"Authorization: {wrong}\r\n"
            if random.random() < 0.2:
                head += "Expect: 100-continue\r\nContent-Length: 10\r\n"
            is_page = path == "/" and method in ("GET", "HEAD")  # which has no data
            if random.random() < 0.1:
                is_page = False
                head = random.choice(["hello\r\n", "GET\r\n", "\x00\r\n", "GET / HTTP/9\r\n"])
            writer.write(f"{head}\r\n".encode())
            status, _ = await self._head(reader)
            body = await asyncio.wait_for(reader.read(), PATIENCE)
            self.seen[f"without the token {status}"] += 1
            right = (200, 503) if is_page else (401,)
            if status not in right or b"lockkeeper_" in body or not is_page and b"resource" in body:
                self.wrong[f"without the token {status}: {head[:60]!r}"] += 1
        finally:
            writer.close()

    async def send_slowly(self) -> None:
        """A byte each second, until the server has enough of it."""
        reader, writer = await self._open()
        try:
            for byte in self._request("/locks"):
                writer.write(bytes([byte]))
                await asyncio.sleep(1)
                if reader.at_eof() or writer.is_closing():
                    break
            self.seen["slow sender dropped"] += 1
        finally:
            writer.close()

    async def read_nothing(self) -> None:
        """Asks, and never reads."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1)
        try:
            reader._transport.pause_reading()  # pylint: disable=protected-access
            writer.write(self._request(random.choice(["/events", "/locks"])))
            await asyncio.sleep(PATIENCE)
            self.seen["read nothing"] += 1
        finally:
            writer.close()


async def main() -> int:
    """One run."""
    port, token, clients = int(sys.argv[1]), Path(sys.argv[2]).read_text().strip(), int(sys.argv[3])
    crowd = Crowd(port, token)
    kinds = crowd.kinds()
    tasks = [asyncio.create_task(crowd.run(kinds[i % len(kinds)])) for i in range(clients)]
    over = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
    await over.wait()
    left = set(tasks)
    while left:
        # wait_for() may swallow a cancellation that comes just when it is over.
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1)
    results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if not isinstance(result, asyncio.CancelledError):
            crowd.wrong[f"a client ended: {result!r}"] += 1
    print(json.dumps({"seen": dict(crowd.seen.most_common()), "wrong": dict(crowd.wrong)}))
    return 1 if crowd.wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
