# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A ZooKeeper server of our own, and what it stores."""
from __future__ import annotations

import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from processes import CHILDREN, Gone
from redis_connection import free_port
from zookeeper_connection import Node, ZooKeeperConnection

JAR = Path("/usr/share/java/zookeeper.jar")
CONFIG = """tickTime=500
dataDir={folder}/data
clientPort={port}
clientPortAddress=127.0.0.1
admin.enableServer=false
forceSync=no
4lw.commands.whitelist=srvr,mntr
"""


def start_java(folder: Path, port: int, heap: str, settings: str) -> subprocess.Popen[bytes]:
    """Starts a server with its configuration and data in this folder."""
    config = folder / "zoo.cfg"
    config.write_text(CONFIG.format(folder=folder, port=port) + settings)
    return CHILDREN.start(
        ["java", heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"]
        + [f"{JAR}:/usr/share/java/slf4j-nop.jar"]
        + ["org.apache.zookeeper.server.quorum.QuorumPeerMain", str(config)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def ask_word(port: int, word: str) -> str:
    """A server's answer to a command of four letters. Raises OSError."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(word.encode())
        with connection.makefile("rb") as answer:
            return answer.read().decode()


class ZooKeeperEnsemble:
    """Three servers, which are one ensemble. Ends with the context."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="lockkeeper-zookeeper-")
        self.ports = [free_port() for _ in range(3)]
        lines = ["initLimit=20", "syncLimit=4", "4lw.commands.whitelist=*"]
        lines += [f"server.{i}=127.0.0.1:{free_port()}:{free_port()}" for i in (1, 2, 3)]
        self._settings = "\n".join(lines) + "\n"
        self._children: list[subprocess.Popen[bytes] | None] = [None, None, None]
        for number in range(3):
            self.start(number)

    def __enter__(self) -> ZooKeeperEnsemble:
        return self

    def __exit__(self, *_: object) -> None:
        for number in range(3):
            self.kill(number)
        self._folder.cleanup()

    @property
    def url(self) -> str:
        return "zk://" + ",".join(f"127.0.0.1:{port}" for port in self.ports)

    def start(self, number: int) -> None:
        """Starts a server, with its data if it has run before. Does not wait for it."""
        folder = Path(self._folder.name) / str(number)
        (folder / "data").mkdir(parents=True, exist_ok=True)
        (folder / "data" / "myid").write_text(str(number + 1))
        self._children[number] = start_java(
            folder, self.ports[number], "-Xmx128m", self._settings
        )

    def kill(self, number: int) -> None:
        child = self._children[number]
        if child is not None:
            CHILDREN.end(child)
        self._children[number] = None

    def signal(self, number: int, what: int) -> None:
        child = self._children[number]
        if child is not None:
            child.send_signal(what)

    def leader(self) -> int | None:
        """The number of the server that says that it leads; None: there is none."""
        for number, port in enumerate(self.ports):
            try:
                if "Mode: leader" in ask_word(port, "srvr"):
                    return number
            except OSError:
                continue
        return None


class ZooKeeperServer:
    """Debian's server on a free loopback port, in a folder of its own. Ends with the context."""

    def __init__(self, heap_mb: int = 128, settings: str = "") -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="lockkeeper-zookeeper-")
        self.folder = Path(self._folder.name)
        self._heap = f"-Xmx{heap_mb}m"
        self._settings = settings
        self._child, self.port = self._start()

    def __enter__(self) -> ZooKeeperServer:
        return self

    def __exit__(self, *_: object) -> None:
        CHILDREN.end(self._child)
        self._folder.cleanup()

    @property
    def url(self) -> str:
        return f"zk://127.0.0.1:{self.port}"

    def nodes(self) -> list[Node]:
        """All nodes, in the order in which they were created."""
        connection = ZooKeeperConnection(self.port)
        try:
            return connection.nodes()
        finally:
            connection.close()

    def ask(self, word: str) -> str:
        """The answer to a command of four letters. Raises OSError."""
        return ask_word(self.port, word)

    def _start(self) -> tuple[subprocess.Popen[bytes], int]:
        for _ in range(5):  # somebody else may take the port first
            port = free_port()
            child = start_java(self.folder, port, self._heap, self._settings)
            if self._answers(child, port):
                return child, port
            CHILDREN.end(child)
        raise RuntimeError("no ZooKeeper server could be started")

    def _answers(self, child: subprocess.Popen[bytes], port: int) -> bool:
        self.port = port
        end = time.monotonic() + 30
        while time.monotonic() < end and child.poll() is None:
            try:
                if "Mode: standalone" in self.ask("srvr"):
                    return True
            except OSError:  # not yet; a server tells nobody when it listens
                pass
            time.sleep(0.05)
        return False


class Change:
    """When a node was deleted, or its data changed, next: the server tells it."""

    def __init__(self, server: ZooKeeperServer, path: str) -> None:
        self._connection = ZooKeeperConnection(server.port, timeout=20)
        self._connection.node(path, is_watched=True)
        self._at: float | None = None
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._thread.start()

    def _wait(self) -> None:
        try:
            self._connection.await_event()
            self._at = time.monotonic()
            self._connection.close()
        except OSError:
            pass  # nothing in time

    def when(self, timeout: float) -> float:
        """time.monotonic() of the change. Raises Gone if there is none in time."""
        self._thread.join(timeout)
        if self._at is None:
            raise Gone(f"no change in {timeout:.0f} s")
        return self._at
