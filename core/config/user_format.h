// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockkeeper::config {

/// Names the format of all keys that match, where their values alone leave it open.
struct FormatHint {
    std::string keys; ///< a glob, see redis::globMatches()
    std::string format; ///< "redis-py" ..., or a UserFormat's name

    friend bool operator==(const FormatHint&, const FormatHint&) = default;
};

/// A lock format of the user's own. A plain value: ValuePattern::compile() takes `value`.
struct UserFormat {
    enum class Type { String, Hash, List, Set, SortedSet };
    enum class SinceUnit { Seconds, Milliseconds };

    std::string name;
    std::string keys; ///< a glob, see redis::globMatches()
    Type type = Type::String;
    /// A regular expression (PCRE2) that a string's value, the name of a hash's field, or an
    /// element has to match as a whole, with the named groups host, pid, thread, app and since, as
    /// far as there are any; empty: any value is a lock.
    std::string value;
    SinceUnit sinceUnit = SinceUnit::Milliseconds; ///< of the group `since`, a Unix time

    friend bool operator==(const UserFormat&, const UserFormat&) = default;
};

} // namespace lockkeeper::config
