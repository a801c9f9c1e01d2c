// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/url.h"

#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

class TlsContexts;

/// The client's side of one TLS connection as a filter between the bytes on the wire and those of
/// the commands; its owner does the I/O. TLS 1.2 or later. The handshake succeeds only if the
/// certificate's chain ends in a trusted CA, its dates hold and it names the host (or the address)
/// that was asked for; nothing turns that off. Errors are TlsFailed, with the exact reason in one
/// line; a session that failed is of no further use. Not thread-safe.
class TlsSession {
public:
    /// Prepares a handshake with `host`, a name or an address. TlsFailed if a file can't be used.
    /// Blocks as TlsContexts::get() does.
    [[nodiscard]] static Result<std::unique_ptr<TlsSession>> create(
        const Tls& tls, const std::string& host, TlsContexts& contexts);
    ~TlsSession();
    TlsSession(const TlsSession&) = delete;
    TlsSession& operator=(const TlsSession&) = delete;

    /// Takes what came from the wire (at first nothing, to begin the handshake), appends what it
    /// says to `plain` and what must be answered to `wire`. On failure `wire` may have got an
    /// alert.
    [[nodiscard]] Result<void> receive(
        std::string_view bytes, std::string& plain, std::string& wire);

    /// Appends `plain`, encrypted, to `wire`; only once isEstablished().
    [[nodiscard]] Result<void> send(std::string_view plain, std::string& wire);

    /// True once the handshake has succeeded: the peer is the server that was asked for.
    [[nodiscard]] bool isEstablished() const noexcept;

private:
    struct Private;
    explicit TlsSession(std::unique_ptr<Private> d);

    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::redis
