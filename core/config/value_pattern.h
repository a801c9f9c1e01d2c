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

/// The regular expression of a UserFormat, compiled (PCRE2, byte by byte). A value type; copies
/// share it. Thread-safe.
class ValuePattern {
public:
    /// What the named groups have caught, as the server sent it; nullopt: no such group, or it took
    /// no part.
    struct Fields {
        std::optional<std::string> host;
        std::optional<std::string> pid;
        std::optional<std::string> thread;
        std::optional<std::string> app;
        std::optional<std::string> since;
    };

    /// InvalidArgument with one line: no regular expression, or a named group that means nothing.
    [[nodiscard]] static Result<ValuePattern> compile(const UserFormat& format);

    /// The fields if all of `value` matches. Gives up, as on no match, after a bounded number of
    /// steps: values come from others.
    [[nodiscard]] std::optional<Fields> match(std::string_view value) const;

private:
    struct Private;
    explicit ValuePattern(std::shared_ptr<const Private> d);
    std::shared_ptr<const Private> m_d;
};

} // namespace lockkeeper::config
