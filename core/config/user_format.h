// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockkeeper::config {

/// Names the format of all keys that match, where their values are ambiguous.
struct FormatHint {
    std::string keys; ///< a glob, as of the command SCAN
    std::string format; ///< "redis-py" ..., or a UserFormat's name

    friend bool operator==(const FormatHint&, const FormatHint&) = default;
};

/// A lock format described by a user. See docs/formats.md. A value.
struct UserFormat {
    enum class Type { String, Hash, List, Set, SortedSet };
    enum class SinceUnit { Seconds, Milliseconds };

    std::string name;
    std::string keys; ///< a glob, as of the command SCAN
    Type type = Type::String;
    /// A regular expression (PCRE2) that must match the whole of a string's value, of the name of a
    /// hash's field, or of an element. It may have the named groups host, pid, thread, app and
    /// since. Empty: any value is a lock.
    std::string value;
    SinceUnit sinceUnit = SinceUnit::Milliseconds; ///< unit of the group `since`, a Unix time

    friend bool operator==(const UserFormat&, const UserFormat&) = default;
};

} // namespace lockkeeper::config
