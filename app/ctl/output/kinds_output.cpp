// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/kinds_output.h"

#include "app/ctl/output/table_output.h"
#include "app/ctl/output/words.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <limits>

namespace lockkeeper::ctl {
namespace {

using observe::Kind;
using observe::ValueShape;

/// Narrower terminals show no values, TTLs, types and examples.
constexpr std::size_t kWide = 180;
constexpr std::size_t kShortestName = 30;
constexpr std::size_t kExampleLimit = 48;

const char* shapeText(ValueShape shape) noexcept
{
    switch (shape) {
    case ValueShape::Empty:
        return tr("empty", "shape of a value");
    case ValueShape::One:
        return "1";
    case ValueShape::Number:
        return tr("number", "shape of a value");
    case ValueShape::Time:
        return tr("time", "shape of a value");
    case ValueShape::Uuid:
        return tr("uuid", "shape of a value");
    case ValueShape::Hex32:
        return tr("32 hex digits", "shape of a value");
    case ValueShape::Hex40:
        return tr("40 hex digits", "shape of a value");
    case ValueShape::Hex64:
        return tr("64 hex digits", "shape of a value");
    case ValueShape::Hex:
        return tr("hex digits", "shape of a value");
    case ValueShape::Random:
        return tr("random letters", "shape of a value");
    case ValueShape::HostAndPid:
        return tr("host and pid", "shape of a value");
    case ValueShape::Word:
        return tr("word", "shape of a value");
    case ValueShape::Json:
        return "JSON";
    case ValueShape::Text:
        return tr("text", "shape of a value");
    case ValueShape::Bytes:
        return tr("bytes", "shape of a value");
    case ValueShape::TooLong:
        return tr("too long", "shape of a value");
    case ValueShape::Members:
        break;
    }
    return tr("members", "shape of a value");
}

/// The first two of the shares: "uuid", "uuid, 1", "uuid, 1 ...".
template <class T, class ToText>
std::string sharesText(const observe::Shares<T>& shares, ToText toText)
{
    constexpr std::size_t kMost = 2;
    std::string text;
    for (std::size_t i = 0; i < std::min(shares.size(), kMost); ++i)
        addToList(text, toText(shares[i].what));
    return shares.size() > kMost ? text + " ..." : text;
}

std::string ttlText(const Kind& kind)
{
    if (!kind.shortestTtl || !kind.longestTtl)
        return tr("none", "TTL");
    const std::string shortest = words::durationText(*kind.shortestTtl);
    const std::string text = kind.shortestTtl == kind.longestTtl
        ? shortest
        : absl::Substitute(tr("$0 to $1", "TTL"), shortest, words::durationText(*kind.longestTtl));
    return kind.withoutTtl == 0 ? text : listText({tr("none", "TTL"), text});
}

template <class T, class ToName> Json sharesJson(const observe::Shares<T>& shares, ToName toName)
{
    Json object = Json::object();
    for (const auto& [what, keys] : shares)
        object[toName(what)] = keys;
    return object;
}

Json millisecondsJson(std::optional<std::chrono::milliseconds> time)
{
    return time ? Json(time->count()) : Json(nullptr);
}

/// What a kind is taken for: "possible: redlock-rb", "3 certain, 17 possible: redlock-rb", "no
/// lock".
std::string takenForText(const Kind& kind)
{
    if (!kind.certainty)
        return tr("no lock");
    std::string text;
    const auto add = [&](std::size_t keys, observe::Certainty certainty) {
        if (keys == 0)
            return;
        const char* const word = words::certaintyWord(certainty);
        addToList(text,
            keys == kind.keys ? word
                              : absl::Substitute(tr("$0 $1", "keys of a certainty"), keys, word));
    };
    add(kind.certain, observe::Certainty::Certain);
    add(kind.likely, observe::Certainty::Likely);
    add(kind.possible, observe::Certainty::Possible);
    return absl::Substitute(tr("$0: $1"), text,
        sharesText(kind.formats, [](const std::string& name) { return displaySafe(name); }));
}

} // namespace

std::string kindNameText(const Kind& kind)
{
    return displaySafe(kind.name, std::numeric_limits<std::size_t>::max());
}

std::vector<std::string> kindTable(const std::vector<Kind>& kinds, std::size_t columns)
{
    // Without a terminal there is room for all. A name that was cut can't be typed.
    const bool isNarrow = columns < kWide;
    const std::size_t nameWidth = isNarrow ? std::max(columns * 2 / 5, kShortestName) : columns;
    std::vector<std::vector<std::string>> rows{
        {tr("KEYS"), tr("KIND"), tr("TAKEN FOR"), tr("WHY")}};
    if (!isNarrow)
        rows[0] = {tr("KEYS"), tr("KIND"), tr("TAKEN FOR"), tr("VALUE"), tr("TTL"), tr("TYPE"),
            tr("EXAMPLE"), tr("WHY")};
    for (const Kind& kind : kinds) {
        std::vector<std::string> row{std::to_string(kind.keys),
            cutMiddle(kindNameText(kind), nameWidth), takenForText(kind)};
        if (!isNarrow) {
            row.push_back(sharesText(kind.shapes, shapeText));
            row.push_back(ttlText(kind));
            row.push_back(sharesText(kind.types, nameOf<observe::ValueType>));
            row.push_back(displaySafe(kind.example, kExampleLimit));
        }
        row.emplace_back(words::reasonText(kind.reason));
        rows.push_back(std::move(row));
    }
    return alignedLines(rows, columns);
}

Json kindJson(const Kind& kind)
{
    Json object;
    object["kind"] = kindNameText(kind);
    object["pattern"] = textJson(kind.pattern);
    object["keys"] = kind.keys;
    object["certain"] = kind.certain;
    object["likely"] = kind.likely;
    object["possible"] = kind.possible;
    object["certainty"] = kind.certainty ? Json(nameOf(*kind.certainty)) : Json(nullptr);
    object["reason"] = nameOf(kind.reason);
    object["formats"] = sharesJson(kind.formats, [](const std::string& name) { return name; });
    object["types"] = sharesJson(kind.types, nameOf<observe::ValueType>);
    object["values"] = sharesJson(kind.shapes, nameOf<observe::ValueShape>);
    object["ttl"]
        = {{"without", kind.withoutTtl}, {"shortest_ms", millisecondsJson(kind.shortestTtl)},
            {"longest_ms", millisecondsJson(kind.longestTtl)}};
    object["example"] = textJson(kind.example);
    return object;
}

} // namespace lockkeeper::ctl
