// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/user_format.h"
#include "core/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::config {

/// The compiled regular expression of a UserFormat (PCRE2, matched byte by byte). A value; copies
/// share the expression. Thread-safe.
class ValuePattern {
public:
    /// The text that the named groups matched, as the server sent it; nullopt: there is no such
    /// group, or it did not take part in the match.
    struct Fields {
        std::optional<std::string> host;
        std::optional<std::string> pid;
        std::optional<std::string> thread;
        std::optional<std::string> app;
        std::optional<std::string> since;
    };

    /// InvalidArgument with one line if it is no regular expression, or has an unknown named group.
    [[nodiscard]] static Result<ValuePattern> compile(const UserFormat& format);

    /// Returns the fields if the whole `value` matches. Gives up after a bounded number of steps
    /// and returns nullopt, because values come from other programs.
    [[nodiscard]] std::optional<Fields> match(std::string_view value) const;

private:
    struct Private;
    explicit ValuePattern(std::shared_ptr<const Private> d);
    std::shared_ptr<const Private> m_d;
};

} // namespace lockkeeper::config
