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

/// The process that takes locks, as described in a token.
struct LOCKKEEPER_EXPORT Owner {
    std::string host;
    std::int64_t pid = 0;
    std::string app;
    std::string process{}; ///< its identity, `<place>-<start ticks>`; empty: unknown
    /// Others may work under the lock when this process has ended: what it has started, or who the
    /// lock was left to (Lease::leaveToExpire()). Without it, a watcher takes the end of the
    /// process as proof that nobody does.
    bool mayOutliveProcess = false;
    /// (in a token) The holder renews the lock, and finds out then if somebody asks it to release
    /// it: see Lease::asked(). Set by the client.
    bool hearsAsks = false;

    /// The current process: its host name, pid and identity, and `app` as given. Reads /proc.
    [[nodiscard]] static Owner thisProcess(std::string app);
    /// The name for CLIENT SETNAME: `lk:<app>:<host>:<pid>`. app and host are percent-encoded, so
    /// the name is always legal.
    [[nodiscard]] std::string connectionName() const;

    friend bool operator==(const Owner&, const Owner&) = default;
};

/// The fields of a token: `lk1:<host>:<pid>:<app>:<acquired-unix-ms>:p<process>:k:a:<40 hex
/// random>`. Text fields are percent-encoded there. Fields before the random part begin with a
/// letter that names them: of these, p may be missing; k is there if Owner::mayOutliveProcess, a if
/// Owner::hearsAsks. Others may come with later versions. They are ignored.
struct TokenParts {
    Owner owner;
    WallTime acquired{};
    std::string random; ///< 40 hex digits
};

/// In bytes. Code that compares a stored value with a token reads at most one byte more.
inline constexpr std::size_t kLongestToken = 4096;

/// Creates a fresh token with 20 bytes from the system's random generator, so that no two attempts
/// share one. System if the generator fails, InvalidArgument if the token would be longer than
/// kLongestToken. Does not block.
[[nodiscard]] LOCKKEEPER_EXPORT Result<Token> makeToken(const Owner& owner, WallTime now);

/// Parses a token of ours. Returns nullopt for a value that makeToken() can't have written. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT std::optional<TokenParts> parseToken(std::string_view value);

} // namespace lockkeeper::lock
