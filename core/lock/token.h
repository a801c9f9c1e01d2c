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

/// A process that takes locks.
struct LOCKKEEPER_EXPORT Owner {
    std::string host;
    std::int64_t pid = 0;
    std::string app;
    std::string process{}; ///< `<place>-<start ticks>`; empty: unknown
    /// Others may work under the lock after this process: its children, or a user of
    /// Lease::leaveToExpire(). False: watchers take the process's end as proof that nobody does.
    bool mayOutliveProcess = false;
    /// Renewals notice when somebody asks for the lock: Lease::asked(). The client sets it; it is
    /// part of the token.
    bool hearsAsks = false;

    /// Reads /proc.
    [[nodiscard]] static Owner thisProcess(std::string app);
    /// For CLIENT SETNAME: `lk:<app>:<host>:<pid>`, percent-encoded.
    [[nodiscard]] std::string connectionName() const;

    friend bool operator==(const Owner&, const Owner&) = default;
};

/// A token: `lk1:<host>:<pid>:<app>:<acquired-unix-ms>:p<process>:k:a:<40 hex random>`,
/// percent-encoded. Optional: p, k (Owner::mayOutliveProcess), a (Owner::hearsAsks). Unknown
/// lettered fields are ignored.
struct TokenParts {
    Owner owner;
    WallTime acquired{};
    std::string random;
};

/// In bytes.
inline constexpr std::size_t kLongestToken = 4096;

/// Fresh, with 20 random bytes. Errors: System without random numbers; InvalidArgument beyond
/// kLongestToken. Does not block.
[[nodiscard]] LOCKKEEPER_EXPORT Result<Token> makeToken(const Owner& owner, WallTime now);

/// nullopt: makeToken() can't have written it. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT std::optional<TokenParts> parseToken(std::string_view value);

} // namespace lockkeeper::lock
