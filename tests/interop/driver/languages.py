# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the peer program of each language is run, and which versions of its libraries it has."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

INTEROP = Path(__file__).resolve().parent.parent
ROOT = INTEROP.parent.parent
PACKAGES = ROOT / "build" / "interop"


class Node:
    """npm packages of node/package.json."""

    name = "JavaScript"

    def command(self, _environment: str) -> list[str]:
        return ["node", str(INTEROP / "node" / "peer.mjs")]

    def variables(self, _environment: str) -> dict[str, str]:
        return {"NODE_NO_WARNINGS": "1"}

    def version(self, package: str, _environment: str) -> str | None:
        manifest = PACKAGES / "node_modules" / package / "package.json"
        if not manifest.is_file():
            return None
        told: str = json.loads(manifest.read_text())["version"]
        return told.removeprefix("v")


class Python:
    """Debian's packages, or those of python/requirements-ENVIRONMENT.txt."""

    name = "Python"

    def command(self, _environment: str) -> list[str]:
        """Debian's Python, which has Debian's packages; another may stand first in the path."""
        is_debian = os.access("/usr/bin/python3", os.X_OK)
        program = "/usr/bin/python3" if is_debian else "python3"
        return [program, "-B", str(INTEROP / "python" / "peer.py")]

    def variables(self, environment: str) -> dict[str, str]:
        return {"PYTHONPATH": str(PACKAGES / "python" / environment) if environment else ""}

    def version(self, package: str, environment: str) -> str | None:
        if not environment:
            return debian_version(package)
        stem = re.sub(r"[-.]", "_", package)
        for found in (PACKAGES / "python" / environment).glob(f"{stem}-*.dist-info"):
            return found.name.removeprefix(f"{stem}-").removesuffix(".dist-info")
        return None


class Php:
    """Debian's packages: there is no other way to install any without its own package manager."""

    name = "PHP"

    def command(self, _environment: str) -> list[str]:
        return ["php", "-d", "max_execution_time=30", str(INTEROP / "php" / "peer.php")]

    def variables(self, _environment: str) -> dict[str, str]:
        return {}

    def version(self, package: str, _environment: str) -> str | None:
        return debian_version(package)


class Java:
    """Jars of the profiles of java/pom.xml, each with the classes compiled against them."""

    name = "Java"

    def command(self, environment: str) -> list[str]:
        folder = PACKAGES / "java" / environment
        # Small heaps and the quick compiler: many of these run at once, and none for long.
        options = ["-Xmx256m", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
        return ["java", *options, "-cp", f"{folder}/classes:{folder}/lib/*", "Peer"]

    def variables(self, _environment: str) -> dict[str, str]:
        return {}

    def version(self, package: str, environment: str) -> str | None:
        folder = PACKAGES / "java" / environment
        if not (folder / "classes" / "Peer.class").is_file():
            return None
        for found in folder.glob(f"lib/{package}-[0-9]*.jar"):
            return found.name.removeprefix(f"{package}-").removesuffix(".jar")
        return None


class Go:
    """Modules of go/go.mod, in one program."""

    name = "Go"
    program = PACKAGES / "go" / "peer"

    def command(self, _environment: str) -> list[str]:
        return [str(self.program)]

    def variables(self, _environment: str) -> dict[str, str]:
        return {}

    def version(self, package: str, _environment: str) -> str | None:
        if not self.program.is_file():
            return None
        told = (INTEROP / "go" / "go.mod").read_text()
        found = re.search(rf"^\s*{re.escape(package)} v(\S+)", told, re.MULTILINE)
        return found[1] if found else None


class Rust:
    """Crates of rust/Cargo.toml, in one program."""

    name = "Rust"
    program = PACKAGES / "rust" / "release" / "peer"

    def command(self, _environment: str) -> list[str]:
        return [str(self.program)]

    def variables(self, _environment: str) -> dict[str, str]:
        return {}

    def version(self, package: str, _environment: str) -> str | None:
        if not self.program.is_file():
            return None
        told = (INTEROP / "rust" / "Cargo.lock").read_text()
        found = re.search(rf'^name = "{package}"\nversion = "(.*)"', told, re.MULTILINE)
        return found[1] if found else None


LANGUAGES: dict[str, Node | Python | Php | Java | Go | Rust] = {
    "java": Java(),
    "go": Go(),
    "python": Python(),
    "node": Node(),
    "rust": Rust(),
    "php": Php(),
}


def debian_version(package: str) -> str | None:
    """The installed version of a Debian package, without what Debian adds."""
    if shutil.which("dpkg-query") is None:
        return "?"
    found = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    return re.sub(r"^\d+:|\+dfsg|-[^-]*$", "", found[1]) if found[:1] == ["installed"] else None
