// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace lockkeeper::redis {

/// Position and length of the login in a text that may be a URL: what stands between "://" and the
/// last '@'. {0, 0} without one. Pure.
[[nodiscard]] std::pair<std::size_t, std::size_t> loginIn(std::string_view text) noexcept;

/// The text with *** for the login that may be in it. Pure.
[[nodiscard]] std::string withoutLogin(std::string text);

/// Overwrites the logins of URLs in a program's arguments, so that process lists do not show them.
/// Call it once the arguments were read.
void scrubLogins(int argc, char* argv[]) noexcept;

} // namespace lockkeeper::redis
