// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace lockkeeper {

/// A password. Has no stream operator, no comparison and no implicit conversion, so that it can't
/// get into a log, a message or an argument list by accident. reveal() marks the one place that
/// sends it.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string value)
        : m_value(std::move(value))
    { }
    [[nodiscard]] bool isEmpty() const noexcept { return m_value.empty(); }
    [[nodiscard]] const std::string& reveal() const noexcept { return m_value; }

private:
    std::string m_value;
};

} // namespace lockkeeper
