// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"

#include <compare>
#include <functional>
#include <string>
#include <utility>

namespace lockkeeper {

/// A string type of its own for each Tag, so that a resource is never passed where a token is
/// expected. A value; bytes are kept exactly as given, including NUL and invalid UTF-8.
template <class Tag> class StrongString {
public:
    StrongString() = default;
    explicit StrongString(std::string value)
        : m_value(std::move(value))
    { }
    [[nodiscard]] const std::string& value() const noexcept LK_LIFETIME_BOUND { return m_value; }
    [[nodiscard]] bool isEmpty() const noexcept { return m_value.empty(); }
    friend auto operator<=>(const StrongString&, const StrongString&) = default;

private:
    std::string m_value;
};

/// The name of a lock: its Redis key.
using Resource = StrongString<struct ResourceTag>;
/// The value that proves ownership. Never printed or logged whole: show its Fingerprint.
using Token = StrongString<struct TokenTag>;
/// The short name of one Redis server that votes ("a", "b", ...).
using MasterId = StrongString<struct MasterIdTag>;

} // namespace lockkeeper

template <class Tag> struct std::hash<lockkeeper::StrongString<Tag>> {
    std::size_t operator()(const lockkeeper::StrongString<Tag>& s) const noexcept
    {
        return std::hash<std::string>()(s.value());
    }
};
