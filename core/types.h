// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"

#include <compare>
#include <functional>
#include <string>
#include <utility>

namespace lockkeeper {

/// A string type per Tag: no resource is taken for a token. Keeps all bytes, also NUL and invalid
/// UTF-8.
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

/// A lock's name: its Redis key.
using Resource = StrongString<struct ResourceTag>;
/// Proves ownership. Never print or log it whole: show its Fingerprint.
using Token = StrongString<struct TokenTag>;
/// A voting server's short name ("a", "b", ...).
using MasterId = StrongString<struct MasterIdTag>;

} // namespace lockkeeper

template <class Tag> struct std::hash<lockkeeper::StrongString<Tag>> {
    std::size_t operator()(const lockkeeper::StrongString<Tag>& s) const noexcept
    {
        return std::hash<std::string>()(s.value());
    }
};
