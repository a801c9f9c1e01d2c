// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

namespace lockkeeper::config {

/// The format of keys whose values fit several formats.
struct FormatHint {
    std::string keys; ///< a glob as of SCAN
    std::string format; ///< "redis-py", or a UserFormat's name

    friend bool operator==(const FormatHint&, const FormatHint&) = default;
};

/// A format that a user describes: docs/formats.md.
struct UserFormat {
    enum class Type { String, Hash, List, Set, SortedSet };
    friend constexpr auto enumNames(Type /*of*/) noexcept
    {
        return std::array{"string", "hash", "list", "set", "zset"};
    }
    enum class SinceUnit { Seconds, Milliseconds };
    friend constexpr auto enumNames(SinceUnit /*of*/) noexcept { return std::array{"s", "ms"}; }

    std::string name;
    std::string keys; ///< a glob as of SCAN
    Type type = Type::String;
    /// A PCRE2 expression for a whole string value, field name or element. Named groups: host, pid,
    /// thread, app, since. Empty: matches anything.
    std::string value;
    SinceUnit sinceUnit = SinceUnit::Milliseconds; ///< of the group `since`, a Unix time

    friend bool operator==(const UserFormat&, const UserFormat&) = default;
};

} // namespace lockkeeper::config
