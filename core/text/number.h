// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

// Numbers in foreign texts; no blanks, no plus signs.
namespace lockkeeper {

/// From the front. nullopt: none, or too large.
template <class Number>
[[nodiscard]] std::optional<Number> takeNumber(std::string_view& text) noexcept
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

/// 7 for "7.2.4".
template <class Number>
[[nodiscard]] std::optional<Number> leadingNumber(std::string_view text) noexcept
{
    return takeNumber<Number>(text);
}

/// nullopt also if more follows.
template <class Number> [[nodiscard]] std::optional<Number> numberIn(std::string_view text) noexcept
{
    const auto number = takeNumber<Number>(text);
    return text.empty() ? number : std::nullopt;
}

[[nodiscard]] inline std::optional<int> digitsAt(
    std::string_view text, std::size_t at, std::size_t count) noexcept
{
    if (text.size() < at + count)
        return std::nullopt;
    const auto number = numberIn<unsigned>(text.substr(at, count));
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

} // namespace lockkeeper
