// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace lockkeeper {

/// A password. Has no stream operator, comparison or conversion, so that no log gets it by
/// accident. Call reveal() only to send it.
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
