// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

// As people count: batch:2, batch:10.
namespace lockkeeper {

template <class Char> [[nodiscard]] constexpr bool isDecimal(Char unit) noexcept
{
    return unit >= Char{'0'} && unit <= Char{'9'};
}

/// Digits from `at`, without leading zeros, at least one. Moves `at` past them.
template <class Char>
[[nodiscard]] constexpr std::basic_string_view<Char> takeDigits(
    std::basic_string_view<Char> text, std::size_t& at) noexcept
{
    std::size_t begin = at;
    while (at < text.size() && isDecimal(text[at]))
        ++at;
    while (begin + 1 < at && text[begin] == Char{'0'})
        ++begin;
    return text.substr(begin, at - begin);
}

/// Less than, equal to, or greater than 0. Digits count by their value, other text by its units.
/// Only equal texts are equal. Does not allocate.
template <class Char>
[[nodiscard]] constexpr int naturalOrder(
    std::basic_string_view<Char> a, std::basic_string_view<Char> b) noexcept
{
    auto i = static_cast<std::size_t>(
        std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    while (i > 0 && isDecimal(a[i - 1])) // they differ within a number, or behind it
        --i;
    std::size_t j = i;
    while (i < a.size() && j < b.size()) {
        if (isDecimal(a[i]) && isDecimal(b[j])) {
            const auto number = takeDigits(a, i);
            const auto other = takeDigits(b, j);
            if (number.size() != other.size())
                return number.size() < other.size() ? -1 : 1;
            if (const int order = number.compare(other); order != 0)
                return order;
            continue;
        }
        if (a[i] != b[j])
            return std::char_traits<Char>::lt(a[i], b[j]) ? -1 : 1;
        ++i;
        ++j;
    }
    return i < a.size() ? 1 : j < b.size() ? -1 : a.compare(b);
}

/// Eight bytes as a number: different ones are in the order of their texts.
[[nodiscard]] constexpr std::uint64_t naturalKey(std::string_view text) noexcept
{
    constexpr std::size_t kLongest = 255;
    std::uint64_t key = 0;
    unsigned left = 8;
    const auto add = [&](std::size_t byte) {
        if (left > 0) {
            key = key << 8U | byte;
            --left;
        }
    };
    for (std::size_t at = 0; at < text.size() && left > 0;) {
        if (!isDecimal(text[at])) {
            add(static_cast<unsigned char>(text[at++]));
            continue;
        }
        // A number's length first, in place of its first digit.
        const std::string_view digits = takeDigits(text, at);
        add('0' + std::min<std::size_t>(digits.size(), 10) - 1);
        if (digits.size() >= 10)
            add(std::min(digits.size(), kLongest));
        if (digits.size() >= kLongest)
            break;
        for (const char digit : digits)
            add(static_cast<unsigned char>(digit));
    }
    return left == 8 ? key : key << 8U * left;
}

struct NaturalLess {
    [[nodiscard]] bool operator()(std::string_view a, std::string_view b) const noexcept
    {
        return naturalOrder(a, b) < 0;
    }
    template <class Name>
    [[nodiscard]] auto operator()(const Name& a, const Name& b) const noexcept
        -> decltype(std::string_view(a.value()), bool())
    {
        return (*this)(std::string_view(a.value()), std::string_view(b.value()));
    }
};

} // namespace lockkeeper
