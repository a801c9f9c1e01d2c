// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::redis {

/// One command as length-prefixed arguments, so that no byte of a name or value can end it early.
/// A value type; immutable once built.
class Command {
public:
    Command(std::initializer_list<std::string_view> arguments);
    explicit Command(std::vector<std::string> arguments);

    [[nodiscard]] const std::vector<std::string>& arguments() const noexcept { return m_arguments; }
    /// The command's name, for messages; arguments may hold secrets and are never printed.
    [[nodiscard]] const std::string& name() const noexcept { return m_arguments.front(); }

    /// Appends the RESP form to `wire`.
    void appendTo(std::string& wire) const;

private:
    std::vector<std::string> m_arguments;
};

} // namespace lockkeeper::redis
