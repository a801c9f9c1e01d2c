# SPDX-FileCopyrightText: 2026 The Lockkeeper authors
# SPDX-License-Identifier: Apache-2.0

"""The reference of the public headers as Markdown, a page a header.

The headers are those of cmake/LockkeeperPackage.cmake. It reads them as clang-format leaves them: a
declaration begins on a line of its own, behind its comment.
"""

import dataclasses
import pathlib
import re

ABOUT = {  # headers that are there for others, or whose first class does not tell what they are for
    "classic": "The classic schemes.", "export": "The mark of what the shared libraries offer.",
    "master_vote": "What one master answered.", "result": "Errors, and values that may be one.",
    "types": "Names of locks, tokens and masters.", "url": "The address of a server.",
    "clock": "The clocks.", "deployment": "The masters that decide locks together.",
}


@dataclasses.dataclass
class Item:
    """A declaration with its comment; `members` if it is a class, `text` without them."""
    comment: str
    text: str
    members: list = None
    joins: bool = False  # stands directly below the one before, without a comment of its own

    @property
    def name(self):
        text = re.sub(r"^template <.*?>\s+", "", self.text)
        if self.is_type:
            found = re.search(r"(?:class|struct|enum class|enum) ([\w:]+)", text)
        else:
            found = re.search(r"(operator[^ (]+|~?\w+)(?:\(| =|\{|;|$)", text)
        return found[1] if found else text

    @property
    def is_type(self):
        return self.members is not None or self.text.startswith("enum ")


def public_headers(sources):
    text = (sources / "cmake/LockkeeperPackage.cmake").read_text(encoding="utf-8")
    lists = re.findall(r"set\(public_\w+_headers\n(.*?)\)", text, flags=re.DOTALL)
    return [sources / path for part in lists for path in part.split()]


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def is_whole(text):
    """True if a declaration ends here."""
    code = without_comments(text).rstrip()
    if any(code.count(a) != code.count(b) for a, b in ("{}", "()", "[]")):
        return False
    return code.endswith((";", "}"))


def matching_brace(text, begin):
    depth = 0
    for place in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return len(text)


def class_of(comment, text):
    """A class with its public members."""
    begin = text.index("{")
    body = text[begin + 1:matching_brace(text, begin)]
    is_public = not re.search(r"\bclass\b", text[:begin])
    return Item(comment, text[:begin].strip(), items(body, is_public))


def declared(comment, text):
    """An item for a declaration; None for one that is not for readers."""
    text = re.sub(r"^(?:    )?(?=\S)|^    ", "", text, flags=re.MULTILINE) if text[:4].isspace() else text
    text = re.sub(r"\b(LOCKKEEPER_EXPORT|LK_\w+\((?:[^()]|\([^()]*\))*\)) ?", "", text)
    code = without_comments(text)
    if re.match(r"(friend|using namespace)\b", code) or re.match(r"(class|struct) \w+;", code):
        return None
    if re.match(r"(template <.*>\s*)?(class|struct) [^;=()]*\{", code):
        return class_of(comment, text)
    if code.rstrip().endswith("}"):  # a function with its body
        text = text[:text.index("{", text.index(")"))] if "{" in text[text.index(")"):] else text
        text = re.sub(r"\n\s*: .*", "", text, flags=re.DOTALL).rstrip() + ";"
    return Item(comment, text.rstrip())


def items(text, is_public=True):
    """The declarations of a header, or of the body of a class."""
    found, comment = [], []
    was_above = is_general = False
    lines = iter(text.split("\n"))
    for line in lines:
        stripped = line.strip()
        if stripped.startswith("//"):
            if "NOLINT" not in stripped and "SPDX" not in stripped:
                is_general = not stripped.startswith("///")  # about all that follows
                comment.append(re.sub(r"^///? ?", "", stripped))
        elif re.match(r"(public|private|protected):$", stripped):
            is_public = stripped == "public:"
        elif not stripped or stripped[0] in "#}":
            if comment and is_public:
                found.append(Item("\n".join(comment), ""))
            comment, was_above, is_general = [], False, False
        elif stripped.startswith("namespace"):
            skip_namespace(stripped, line, lines)
        else:
            if is_general and comment and is_public:
                found.append(Item("\n".join(comment), ""))
                comment = []
            declaration = line
            while not is_whole(declaration):
                declaration += "\n" + next(lines)
            item = declared("\n".join(comment), declaration)
            if item and is_public:
                item.joins = was_above and not comment
                found.append(item)
            comment, was_above, is_general = [], bool(item), False
    return found


def skip_namespace(stripped, line, lines):
    """A namespace is read as if it was not there, except those that are not for readers."""
    if "detail" in stripped or stripped == "namespace asio {":
        inside = line
        while inside.count("{") != inside.count("}"):
            inside += "\n" + next(lines)


def prose(comment, names):
    """A comment as Markdown, with links to documents and to other classes."""
    parts = re.split(r"(`[^`]*`)", comment)
    for i in range(0, len(parts), 2):
        part = parts[i].replace("<", "&lt;").replace("*", r"\*")
        part = re.sub(r"docs/(\w+)\.md", r"[\1](../\1.md)", part)
        parts[i] = re.sub(r"\b([A-Z]\w+)\b(?!\]|\.md)", lambda word: linked(word[1], names), part)
    return "".join(parts)


def linked(word, names):
    return f"[{word}]({names[word]})" if word in names else word


def code(texts):
    return "```cpp\n" + "\n".join(texts) + "\n```\n"


def is_data(item):
    text = without_comments(item.text)
    while re.search(r"<[^<>]*>", text):
        text = re.sub(r"<[^<>]*>", "", text)
    return item.members is None and "operator" not in text and "(" not in re.split("[={]", text)[0]


def is_plain(item):
    """True for a struct of data: it is shown as it is written."""
    return item.members and all(is_data(member) for member in item.members)


def struct(item):
    lines = [item.text, "{"]
    for member in item.members:
        lines += [f"    /// {line}".rstrip() for line in member.comment.split("\n") if member.comment]
        lines += [f"    {line}" for line in member.text.split("\n")]
    return code(lines + ["};"])


def section(item, level, names):
    heading = f"{'#' * level} {item.name}\n\n"
    text = heading + (prose(item.comment, names) + "\n\n" if item.comment else "")
    if is_plain(item):
        return text + struct(item) + "\n"
    if item.members is None:
        return text + code([item.text]) + "\n"
    text += code([item.text + ";"]) + "\n"
    return text + listed(item.members, level + 1, names)


def shares_block(item, following):
    """True for what has no comment of its own: overloads of the one before, and what has none either."""
    return following.joins and following.members is None and (not item.comment or item.name == following.name)


def listed(found, level, names):
    """Classes as sections, all else as code with its comment below."""
    text, i = "", 0
    while i < len(found):
        item = found[i]
        if not item.text:
            text += prose(item.comment, names) + "\n\n"
        elif item.is_type:
            text += section(item, level, names)
        else:
            block = [item.text]
            while i + 1 < len(found) and shares_block(item, found[i + 1]):
                i += 1
                block.append(found[i].text)
            text += code(block) + "\n" + (prose(item.comment, names) + "\n\n" if item.comment else "")
        i += 1
    return text


def about(header, found):
    """What the header's main class is, in a sentence; without such a class, what comes first in it."""
    main_name = header.stem.replace("_", "")
    comments = [item.comment for item in found if item.name.lower() == main_name]
    comments += [item.comment for item in found if item.comment]
    return ABOUT.get(header.stem) or re.split(r"(?<=\.)\s", comments[0].replace("\n", " "), maxsplit=1)[0]


def page(header, found, names):
    namespaces = re.findall(r"^namespace (lockkeeper[\w:]*) \{", header.read_text(encoding="utf-8"), flags=re.M)
    text = f"# {header.name}\n\n```cpp\n#include <lockkeeper/{header.name}>\n```\n\n"
    if namespaces:
        text += f"Namespace `{namespaces[0]}`.\n\n"
    return text + listed(found, 2, names)


def write(sources, out):
    """Writes the pages for the headers of these sources, and a page that lists them."""
    out.mkdir(parents=True, exist_ok=True)
    headers = {header: items(header.read_text(encoding="utf-8")) for header in public_headers(sources)}
    kinds = next(item.text for item in headers[sources / "core/result.h"] if item.name == "ErrorClass")
    # Where "NoQuorum" stands in a comment, it mostly is the kind of an error.
    names = {item.name: f"{header.stem}.md#{item.name.lower()}" for header, found in headers.items()
             for item in found if item.is_type and not re.search(rf"\b{item.name},", kinds)}
    index = ("# Reference of the public headers\n\nMade of the comments in the headers. [The lock library in five minutes](../library.md) "
             "is the way in.\n\n| header | |\n|---|---|\n")
    for header, found in sorted(headers.items(), key=lambda entry: entry[0].stem):
        (out / f"{header.stem}.md").write_text(page(header, found, names), encoding="utf-8")
        index += f"| [{header.name}]({header.stem}.md) | {prose(about(header, found), {})} |\n"
    (out / "index.md").write_text(index, encoding="utf-8")
