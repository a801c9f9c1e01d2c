// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/export.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::lock {

/// Who takes locks: this process, in words that a token can carry.
struct LOCKKEEPER_EXPORT Owner {
    std::string host;
    std::int64_t pid = 0;
    std::string app;

    /// This process: its host name, pid, and `app` as given.
    [[nodiscard]] static Owner thisProcess(std::string app);
    /// `lk:<app>:<host>:<pid>`, for CLIENT SETNAME; app and host are percent-encoded, so that it is
    /// always a legal name.
    [[nodiscard]] std::string connectionName() const;
};

/// A token taken apart: `lk1:<host>:<pid>:<app>:<acquired-unix-ms>:<40 hex random>`, its text
/// fields percent-encoded.
struct TokenParts {
    Owner owner;
    WallTime acquired{};
    std::string random; ///< 40 hex digits
};

/// In bytes. Whoever compares a token with what is stored reads no more than that.
inline constexpr std::size_t kLongestToken = 4096;

/// A fresh token: 20 bytes from the system's random generator, so no two attempts share one.
/// System if the generator fails, InvalidArgument if it would be longer than kLongestToken. Does
/// not block.
[[nodiscard]] LOCKKEEPER_EXPORT Result<Token> makeToken(const Owner& owner, WallTime now);

/// Takes a token of ours apart; nullopt for anything that makeToken() would not have written. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT std::optional<TokenParts> parseToken(std::string_view value);

} // namespace lockkeeper::lock
