// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/kinds_output.h"

#include "app/ctl/output/table_output.h"
#include "core/observe/board/names.h"
#include "core/observe/kinds/kind_names.h"
#include "core/text/display_safe.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"

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
        return "empty";
    case ValueShape::One:
        return "1";
    case ValueShape::Number:
        return "number";
    case ValueShape::Time:
        return "time";
    case ValueShape::Uuid:
        return "uuid";
    case ValueShape::Hex32:
        return "32 hex digits";
    case ValueShape::Hex40:
        return "40 hex digits";
    case ValueShape::Hex64:
        return "64 hex digits";
    case ValueShape::Hex:
        return "hex digits";
    case ValueShape::Random:
        return "random letters";
    case ValueShape::HostAndPid:
        return "host and pid";
    case ValueShape::Word:
        return "word";
    case ValueShape::Json:
        return "JSON";
    case ValueShape::Text:
        return "text";
    case ValueShape::Bytes:
        return "bytes";
    case ValueShape::TooLong:
        return "too long";
    case ValueShape::Members:
        break;
    }
    return "members";
}

/// The first two of the shares: "uuid", "uuid, 1", "uuid, 1 ...".
template <class T, class ToText>
std::string sharesText(const observe::Shares<T>& shares, ToText toText)
{
    constexpr std::size_t kMost = 2;
    std::string text;
    for (std::size_t i = 0; i < std::min(shares.size(), kMost); ++i)
        text.append(i == 0 ? "" : ", ").append(toText(shares[i].what));
    return shares.size() > kMost ? text + " ..." : text;
}

std::string ttlText(const Kind& kind)
{
    if (!kind.shortestTtl || !kind.longestTtl)
        return "none";
    std::string text = words::durationText(*kind.shortestTtl);
    if (kind.shortestTtl != kind.longestTtl)
        text.append(" to ").append(words::durationText(*kind.longestTtl));
    return kind.withoutTtl == 0 ? text : "none, " + text;
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
        return "no lock";
    std::string text;
    const auto add = [&](std::size_t keys, observe::Certainty certainty) {
        if (keys == 0)
            return;
        text.append(text.empty() ? "" : ", ");
        if (keys != kind.keys)
            text.append(std::to_string(keys)).append(" ");
        text.append(observe::certaintyName(certainty));
    };
    add(kind.certain, observe::Certainty::Certain);
    add(kind.likely, observe::Certainty::Likely);
    add(kind.possible, observe::Certainty::Possible);
    return text.append(": ").append(
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
    std::vector<std::vector<std::string>> rows{{"KEYS", "KIND", "TAKEN FOR", "WHY"}};
    if (!isNarrow)
        rows[0] = {"KEYS", "KIND", "TAKEN FOR", "VALUE", "TTL", "TYPE", "EXAMPLE", "WHY"};
    for (const Kind& kind : kinds) {
        std::vector<std::string> row{std::to_string(kind.keys),
            cutMiddle(kindNameText(kind), nameWidth), takenForText(kind)};
        if (!isNarrow) {
            row.push_back(sharesText(kind.shapes, shapeText));
            row.push_back(ttlText(kind));
            row.push_back(sharesText(kind.types, observe::valueTypeName));
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
    object["certainty"]
        = kind.certainty ? Json(observe::certaintyName(*kind.certainty)) : Json(nullptr);
    object["reason"] = observe::certaintyReasonName(kind.reason);
    object["formats"] = sharesJson(kind.formats, [](const std::string& name) { return name; });
    object["types"] = sharesJson(kind.types, observe::valueTypeName);
    object["values"] = sharesJson(kind.shapes, observe::valueShapeName);
    object["ttl"]
        = {{"without", kind.withoutTtl}, {"shortest_ms", millisecondsJson(kind.shortestTtl)},
            {"longest_ms", millisecondsJson(kind.longestTtl)}};
    object["example"] = textJson(kind.example);
    return object;
}

} // namespace lockkeeper::ctl
