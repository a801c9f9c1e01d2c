#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

"""check.py SITE: prints each link of the built site that leads nowhere in it, and each resource that a
browser would have to fetch from elsewhere; exit code 1 if there is any."""

import html.parser
import pathlib
import re
import sys

RESOURCES = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"),
             ("video", "src"), ("object", "data")}


class Page(html.parser.HTMLParser):
    """The links, resources and anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.resources = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name"):
                self.anchors.add(value)
            elif (tag, name) in RESOURCES:
                self.resources.append(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)


def faults(site):
    pages = {path: Page(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for link in page.links + page.resources:
            if re.match(r"(https?:)?//", link):
                if link in page.resources:
                    yield path, f"fetched from elsewhere: {link}"
                continue
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            if not target.is_file():
                yield path, f"no such page: {link!r}"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield path, f"no such heading: {link}"
    for path in [*site.rglob("*.css"), *site.rglob("*.js")]:
        for link in re.findall(r"(?:url\(|import )\s*['\"]?((?:https?:)?//[^'\")]*)", path.read_text(encoding="utf-8")):
            yield path, f"fetched from elsewhere: {link}"


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    found = [f"{path.relative_to(site)}: {what}" for path, what in faults(site)]
    print("\n".join(sorted(found)), end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
