// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.h"

#include <string>
#include <tl/expected.hpp>

namespace lockkeeper {

/// The kind of failure of an Error. Determines what a caller may conclude, and the exit code.
enum class ErrorClass {
    InvalidArgument, ///< the caller's value can't be used; nothing was sent
    InvalidUrl, ///< a master's URL can't be parsed
    Unsupported, ///< this build, scheme or server can't do what was asked
    Unreachable, ///< not connected: the command was certainly not executed
    ConnectionLost, ///< the connection broke after sending: unknown whether it was executed
    Timeout, ///< no reply by the deadline: it may have been executed, or may still be
    TlsFailed, ///< no TLS, or a certificate that can't be trusted; nothing was sent
    NotRedis, ///< the peer does not speak RESP, or exceeded the reply limits
    AuthRequired, ///< NOAUTH
    WrongPassword, ///< WRONGPASS
    NoPermission, ///< NOPERM, or the in-script form of it
    UnknownCommand, ///< the server has no such command: renamed, or not offered by a proxy or cloud
    ReadOnly, ///< READONLY, MASTERDOWN: the server is a replica
    ReadOnlyDeployment, ///< nothing may be changed there, so the command was not sent
    TooFewReplicas, ///< NOREPLICAS: a master that refuses writes while it has too few replicas
    TooManyClients, ///< the server takes no more connections
    Loading, ///< LOADING: the server is reading its data; try later
    Busy, ///< BUSY: a script is running
    OutOfMemory, ///< OOM
    Misconfigured, ///< MISCONF: the server can't persist and refuses writes
    NoScript, ///< NOSCRIPT
    WrongType, ///< WRONGTYPE: the key is not of the type that was expected
    ServerError, ///< any other error reply; counts as no vote
    Quarantined, ///< the master may have forgotten who holds the lock, so its vote does not count
    NoQuorum, ///< fewer masters than the quorum could answer
    LeaseLost, ///< the lease's deadline has passed, or too few masters still store its token
    Deadlock, ///< the wait was part of a deadlock and was ended
    HolderChanged, ///< the current holder is not the one that the caller saw
    Journal, ///< the journal can't be read or written
    TooManyKeys, ///< more keys than may be swept without a pattern
    System, ///< the operating system refused (fork, file, random numbers)
};

/// A failure: its class, one clear line (what, where, what to do) and the master, if one is at
/// fault. `text` may hold bytes from a server: pass it through displaySafe() before showing it.
struct Error {
    ErrorClass kind = ErrorClass::ServerError;
    std::string text;
    MasterId master{};

    friend bool operator==(const Error&, const Error&) = default;
};

/// True if the failed command was certainly not executed and never will be.
[[nodiscard]] constexpr bool isDefinite(ErrorClass kind) noexcept
{
    return kind != ErrorClass::ConnectionLost && kind != ErrorClass::Timeout
        && kind != ErrorClass::Quarantined;
}

/// True if the command is refused for good, whoever asks how often: what else can be asked instead?
[[nodiscard]] constexpr bool isForbidden(ErrorClass kind) noexcept
{
    return kind == ErrorClass::NoPermission || kind == ErrorClass::UnknownCommand;
}

/// A value or an Error. Nothing in core throws across a boundary. Functions that return one are
/// declared [[nodiscard]].
template <class T> using Result = tl::expected<T, Error>;

/// Builds the failing side of a Result.
inline tl::unexpected<Error> fail(ErrorClass kind, std::string text, MasterId master = {})
{
    return tl::make_unexpected(Error{kind, std::move(text), std::move(master)});
}

} // namespace lockkeeper
