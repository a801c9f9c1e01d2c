// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.h"

#include <string>
#include <tl/expected.hpp>

namespace lockkeeper {

/// Tells what a caller may conclude; determines the exit code.
enum class ErrorClass {
    InvalidArgument, ///< unusable; nothing was sent
    InvalidUrl, ///< a master's URL can't be parsed
    Unsupported, ///< not with this build, scheme or server
    Unreachable, ///< not connected: certainly not executed
    ConnectionLost, ///< broken after sending: perhaps executed
    Timeout, ///< no reply in time: perhaps executed, now or later
    TlsFailed, ///< no TLS or no trusted certificate; nothing was sent
    NotRedis, ///< no RESP, or beyond the reply limits
    AuthRequired, ///< NOAUTH
    WrongPassword, ///< WRONGPASS
    NoPermission, ///< NOPERM, also from a script
    UnknownCommand, ///< renamed, or not offered by a proxy or cloud
    ReadOnly, ///< READONLY, MASTERDOWN: the server is a replica
    ReadOnlyDeployment, ///< nothing may be changed; nothing was sent
    TooFewReplicas, ///< NOREPLICAS: the master refuses writes
    TooManyClients, ///< the server takes no more connections
    Loading, ///< LOADING: the server reads its data
    Busy, ///< BUSY: a script is running
    OutOfMemory, ///< OOM
    Misconfigured, ///< MISCONF: the server can't persist, and refuses writes
    NoScript, ///< NOSCRIPT
    WrongType, ///< WRONGTYPE: the key has another type
    ServerError, ///< any other error reply; no vote
    Quarantined, ///< the master may have forgotten a holder; no vote
    NoQuorum, ///< too few masters could answer
    LeaseLost, ///< the deadline has passed, or too few masters store the token
    Deadlock, ///< the wait was part of a deadlock
    HolderChanged, ///< not the holder that the caller saw
    Journal, ///< the journal can't be read or written
    TooManyKeys, ///< too many keys to sweep without a pattern
    System, ///< the operating system refused (fork, file, random numbers)
};

/// Class, one line (what, where, what to do), and the master at fault. `text` may hold a server's
/// bytes: show it by displaySafe().
struct Error {
    ErrorClass kind = ErrorClass::ServerError;
    std::string text;
    MasterId master{};

    friend bool operator==(const Error&, const Error&) = default;
};

/// Certainly not executed, now or later.
[[nodiscard]] constexpr bool isDefinite(ErrorClass kind) noexcept
{
    return kind != ErrorClass::ConnectionLost && kind != ErrorClass::Timeout
        && kind != ErrorClass::Quarantined;
}

/// Not because a connection or a reply was missing.
[[nodiscard]] constexpr bool isAnswered(ErrorClass kind) noexcept
{
    return isDefinite(kind) && kind != ErrorClass::Unreachable;
}

/// However often it is sent.
[[nodiscard]] constexpr bool isForbidden(ErrorClass kind) noexcept
{
    return kind == ErrorClass::NoPermission || kind == ErrorClass::UnknownCommand;
}

/// Nothing in core throws across a boundary. Functions that return it are [[nodiscard]].
template <class T> using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorClass kind, std::string text, MasterId master = {})
{
    return tl::make_unexpected(Error{kind, std::move(text), std::move(master)});
}

} // namespace lockkeeper
