// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace lockkeeper {

/// A string that can't be mistaken for another kind of string: a resource is never passed where a
/// token was meant. A value type; bytes are kept exactly as given, NUL and invalid UTF-8 included.
template <class Tag> class StrongString {
public:
    StrongString() = default;
    explicit StrongString(std::string value)
        : m_value(std::move(value))
    { }
    [[nodiscard]] const std::string& value() const noexcept { return m_value; }
    [[nodiscard]] bool isEmpty() const noexcept { return m_value.empty(); }
    friend auto operator<=>(const StrongString&, const StrongString&) = default;

private:
    std::string m_value;
};

/// The lock's name: the Redis key.
using Resource = StrongString<struct ResourceTag>;
/// The value that proves ownership. Never printed or logged whole: show its Fingerprint.
using Token = StrongString<struct TokenTag>;
/// The short name of one Redis server that votes ("a", "b", ...).
using MasterId = StrongString<struct MasterIdTag>;

/// A number that grows with each holder of a resource: whoever guards the protected data refuses a
/// smaller one than it has seen.
struct FencingToken {
    std::uint64_t value = 0;
    friend auto operator<=>(const FencingToken&, const FencingToken&) = default;
};

} // namespace lockkeeper

template <class Tag> struct std::hash<lockkeeper::StrongString<Tag>> {
    std::size_t operator()(const lockkeeper::StrongString<Tag>& s) const noexcept
    {
        return std::hash<std::string>()(s.value());
    }
};
