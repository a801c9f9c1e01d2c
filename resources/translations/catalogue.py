# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""catalogue.py FILE.mo FUNCTION OUTPUT.cpp: writes the texts of a compiled catalogue as C++.

So the programs need no files to speak a language, wherever they are started from.
"""

import gettext
import sys

HEAD = """\
// Made from {source} by catalogue.py.
#include "resources/translations/translations.h"

namespace lockkeeper::translations {{
namespace {{

constexpr Catalogue::Entry kEntries[] = {{
    {{"", ""}},
"""
TAIL = """\
}};

}} // namespace

std::span<const Catalogue::Entry> {function}() noexcept
{{
    return kEntries;
}}

}} // namespace lockkeeper::translations
"""


def literal(text):
    """Text as a C++ literal: each byte that is no plain ASCII as three octal digits."""
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}"
        for byte in text.encode())
    return f'"{escaped}"'


def main(source, function, output):
    with open(source, "rb") as file:
        # gettext keeps them private, but has no other way to list them.
        texts = gettext.GNUTranslations(file)._catalog
    with open(output, "w", encoding="ascii") as file:
        file.write(HEAD.format(source=source.rpartition("/")[2]))
        for english, translated in sorted(texts.items()):
            if english:
                file.write(f"    {{{literal(english)},\n        {literal(translated)}}},\n")
        file.write(TAIL.format(function=function))


main(*sys.argv[1:])
