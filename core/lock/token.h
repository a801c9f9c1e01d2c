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
    /// Others may work under the lock after this process: its children, or whoever gets it by
    /// Lease::leaveToExpire(). If false, watchers take the process's end as proof that nobody does.
    bool mayOutliveProcess = false;
    /// (in a token) Renewals notice asks: see Lease::asked(). Set by the client.
    bool hearsAsks = false;

    /// This process. Reads /proc.
    [[nodiscard]] static Owner thisProcess(std::string app);
    /// For CLIENT SETNAME: `lk:<app>:<host>:<pid>`, percent-encoded.
    [[nodiscard]] std::string connectionName() const;

    friend bool operator==(const Owner&, const Owner&) = default;
};

/// A token's fields: `lk1:<host>:<pid>:<app>:<acquired-unix-ms>:p<process>:k:a:<40 hex random>`,
/// percent-encoded. Optional: p, k (Owner::mayOutliveProcess), a (Owner::hearsAsks). Unknown
/// lettered fields are ignored.
struct TokenParts {
    Owner owner;
    WallTime acquired{};
    std::string random; ///< 40 hex digits
};

/// In bytes. Comparing a stored value needs one byte more at most.
inline constexpr std::size_t kLongestToken = 4096;

/// Fresh, with 20 random bytes. Errors: System without random numbers; InvalidArgument beyond
/// kLongestToken. Does not block.
[[nodiscard]] LOCKKEEPER_EXPORT Result<Token> makeToken(const Owner& owner, WallTime now);

/// nullopt for a value that makeToken() can't have written. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT std::optional<TokenParts> parseToken(std::string_view value);

} // namespace lockkeeper::lock
