// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/resp_length.h"

#include <charconv>

namespace lockkeeper::tests {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

/// The number in the first line, behind its type; 0 if it is none, or negative.
std::size_t numberOf(std::string_view value)
{
    std::size_t number = 0;
    const std::string_view line = value.substr(0, value.find(kLineEnd));
    if (line.size() > 1)
        std::from_chars(line.data() + 1, line.data() + line.size(), number);
    return number;
}

/// What follows the first line.
std::string_view behindLine(std::string_view value)
{
    const std::size_t end = value.find(kLineEnd);
    return end == std::string_view::npos ? std::string_view() : value.substr(end + kLineEnd.size());
}

} // namespace

std::optional<std::size_t> respLength(std::string_view bytes)
{
    if (bytes.empty())
        return std::nullopt;
    if (std::string_view("+-:$*").find(bytes[0]) == std::string_view::npos)
        return bytes.size();
    const std::size_t lineEnd = bytes.find(kLineEnd);
    if (lineEnd == std::string_view::npos)
        return std::nullopt;
    std::size_t length = lineEnd + kLineEnd.size();
    if (bytes[0] == '$' && bytes[1] != '-')
        length += numberOf(bytes) + kLineEnd.size();
    if (bytes[0] == '*') {
        for (std::size_t left = numberOf(bytes); left > 0; --left) {
            const auto element = respLength(bytes.substr(length));
            if (!element)
                return std::nullopt;
            length += *element;
        }
    }
    return length <= bytes.size() ? std::optional(length) : std::nullopt;
}

std::string_view bulkText(std::string_view value)
{
    return value.starts_with('$') ? behindLine(value).substr(0, numberOf(value))
                                  : std::string_view();
}

std::string_view firstElement(std::string_view value)
{
    return value.starts_with('*') ? bulkText(behindLine(value)) : std::string_view();
}

std::size_t elementCount(std::string_view value)
{
    return value.starts_with('*') ? numberOf(value) : 0;
}

} // namespace lockkeeper::tests
