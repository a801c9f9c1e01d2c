// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/kind.h"

#include "core/observe/formats/matchers.h"
#include "core/observe/formats/plain_value.h"
#include "core/observe/kinds/name_shapes.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

ValueShape shapeOfNumber(std::string_view digits, WallTime now)
{
    if (digits == "1")
        return ValueShape::One;
    return unixTime(digits, now + std::chrono::days(365)) ? ValueShape::Time : ValueShape::Number;
}

ValueShape shapeOfHex(std::size_t length)
{
    switch (length) {
    case 32:
        return ValueShape::Hex32;
    case 40:
        return ValueShape::Hex40;
    case 64:
        return ValueShape::Hex64;
    default:
        return ValueShape::Hex;
    }
}

bool isHex(std::string_view value)
{
    constexpr std::size_t kShortest = 16;
    return value.size() >= kShortest && isLowerHex(toAsciiLower(value));
}

bool isRandomValue(std::string_view value)
{
    constexpr std::size_t kShortest = 12;
    while (value.ends_with('='))
        value.remove_suffix(1);
    constexpr std::string_view kMarks = "+/-_";
    const auto isFit = [&](char c) {
        return isAsciiAlphanumeric(c) || kMarks.find(c) != std::string_view::npos;
    };
    return value.size() >= kShortest && std::ranges::all_of(value, isFit) && isRandomWord(value);
}

bool isWord(std::string_view value)
{
    constexpr std::size_t kLongest = 64;
    constexpr std::string_view kMarks = "-_.";
    return value.size() <= kLongest && std::ranges::all_of(value, [&](char c) {
        return isAsciiAlphanumeric(c) || kMarks.find(c) != std::string_view::npos;
    });
}

bool isText(std::string_view value)
{
    return isValidUtf8(value) && std::ranges::none_of(value, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r';
    });
}

} // namespace

ValueShape valueShape(const KeyReading& reading, WallTime now)
{
    if (reading.isTooLong)
        return ValueShape::TooLong;
    if (reading.type != ValueType::String)
        return ValueShape::Members;
    const std::string_view value = reading.value;
    if (value.empty())
        return ValueShape::Empty;
    const std::string_view digits = value.substr(value.starts_with('-') ? 1 : 0);
    if (!digits.empty() && std::ranges::all_of(digits, isAsciiDigit))
        return shapeOfNumber(value, now);
    if (uuidLength(value) == value.size())
        return ValueShape::Uuid;
    if (isHex(value))
        return shapeOfHex(value.size());
    if (dateLength(value) == value.size())
        return ValueShape::Time;
    if (!isText(value))
        return ValueShape::Bytes;
    if ((value.starts_with('{') && value.ends_with('}'))
        || (value.starts_with('[') && value.ends_with(']')))
        return ValueShape::Json;
    const Holder holder = holderIn(value, now);
    if (holder.host && holder.pid)
        return ValueShape::HostAndPid;
    if (isRandomValue(value))
        return ValueShape::Random;
    return isWord(value) ? ValueShape::Word : ValueShape::Text;
}

} // namespace lockkeeper::observe
