// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

// An enum's names in JSON, journals and histories: never changed or translated. Write them beside
// the enum, in the order of its values 0, 1, 2 ...:
//
//     constexpr auto enumNames(Fruit /*of*/) noexcept { return std::array{"apple", "pear"}; }

namespace lockkeeper {
namespace detail {

/// The compiler prints unnamed values as numbers.
template <auto Value> consteval bool isEnumerator()
{
    const std::string_view function = __PRETTY_FUNCTION__;
    const std::string_view before = "Value = ";
    const char first = function[function.rfind(before) + before.size()];
    return first != '(' && (first < '0' || first > '9');
}

template <class E, std::size_t Count = 0> consteval std::size_t countEnumerators()
{
    if constexpr (isEnumerator<static_cast<E>(Count)>())
        return countEnumerators<E, Count + 1>();
    else
        return Count;
}

template <class E> consteval bool areNamed()
{
    constexpr auto kNames = enumNames(E{});
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (std::string_view(kNames[i]) == kNames[j])
                return false;
        }
    }
    return kNames.size() == countEnumerators<E>();
}

} // namespace detail

template <class E> inline constexpr std::size_t kEnumCount = detail::countEnumerators<E>();

template <class E> [[nodiscard]] constexpr std::array<E, kEnumCount<E>> enumValues() noexcept
{
    std::array<E, kEnumCount<E>> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<E>(i);
    return values;
}

/// Empty: no such value.
template <class E> [[nodiscard]] constexpr const char* nameOf(E value) noexcept
{
    static_assert(detail::areNamed<E>(), "each value has a name of its own");
    constexpr auto kNames = enumNames(E{});
    const auto index = static_cast<std::size_t>(value);
    return index < kNames.size() ? kNames[index] : "";
}

template <class E>
[[nodiscard]] constexpr std::optional<E> enumNamed(std::string_view name) noexcept
{
    for (const E value : enumValues<E>()) {
        if (name == nameOf(value))
            return value;
    }
    return std::nullopt;
}

} // namespace lockkeeper
