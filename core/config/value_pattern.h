// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::config {

/// A UserFormat's compiled PCRE2 expression. Thread-safe.
class ValuePattern {
public:
    struct Fields {
        std::optional<std::string> host;
        std::optional<std::string> pid;
        std::optional<std::string> thread;
        std::optional<std::string> app;
        std::optional<std::string> since;
    };

    /// InvalidArgument also for an unknown group.
    [[nodiscard]] static Result<ValuePattern> compile(const UserFormat& format);

    /// nullopt: no whole match, or too many steps, as strangers write values.
    [[nodiscard]] std::optional<Fields> match(std::string_view value) const;

private:
    struct Private;
    explicit ValuePattern(std::shared_ptr<const Private> d);
    std::shared_ptr<const Private> m_d;
};

} // namespace lockkeeper::config
