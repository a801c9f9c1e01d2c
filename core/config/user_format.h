// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

namespace lockkeeper::config {

/// The format of keys that fit several.
struct FormatHint {
    std::string keys; ///< glob, as SCAN's
    std::string format; ///< "redis-py", or a UserFormat's

    friend bool operator==(const FormatHint&, const FormatHint&) = default;
};

/// A user's format: docs/formats.md.
struct UserFormat {
    enum class Type { String, Hash, List, Set, SortedSet };
    friend constexpr auto enumNames(Type /*of*/) noexcept
    {
        return std::array{"string", "hash", "list", "set", "zset"};
    }
    enum class SinceUnit { Seconds, Milliseconds };
    friend constexpr auto enumNames(SinceUnit /*of*/) noexcept { return std::array{"s", "ms"}; }

    std::string name;
    std::string keys; ///< glob, as SCAN's
    Type type = Type::String;
    /// PCRE2 for a whole string, field name or element. Groups: host, pid, thread, app, since.
    /// Empty: anything.
    std::string value;
    SinceUnit sinceUnit = SinceUnit::Milliseconds; ///< of `since`, a Unix time

    friend bool operator==(const UserFormat&, const UserFormat&) = default;
};

} // namespace lockkeeper::config
