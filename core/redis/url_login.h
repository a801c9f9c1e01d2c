// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace lockkeeper::redis {

/// Position and length, between "://" and the last '@'; {0, 0} without a login.
[[nodiscard]] std::pair<std::size_t, std::size_t> loginIn(std::string_view text) noexcept;

[[nodiscard]] std::string withoutLogin(std::string text);

/// As `ACL SETUSER` calls a URL's user.
[[nodiscard]] inline std::string aclUser(std::string_view user)
{
    return std::string(user.empty() ? "default" : user);
}

/// Overwrites logins in a program's arguments: process lists show them. Call it after reading them.
void scrubLogins(int argc, char* argv[]) noexcept;

} // namespace lockkeeper::redis
