// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/url.h"

#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

class TlsContexts;

/// The client side of one TLS connection, as a filter between the encrypted bytes and the commands;
/// its owner does the I/O. TLS 1.2 or later. The handshake succeeds only if the certificate's chain
/// ends in a trusted CA, its dates are valid, and it names the requested host or address. This
/// can't be turned off. Errors are TlsFailed, with the exact reason in one line; a session that
/// failed can't be used any more. Not thread-safe.
class TlsSession {
public:
    /// Prepares a handshake with `host`, a name or an address. TlsFailed if a file can't be used.
    /// Blocks as TlsContexts::get() does.
    [[nodiscard]] static Result<std::unique_ptr<TlsSession>> create(
        const Tls& tls, const std::string& host, TlsContexts& contexts);
    ~TlsSession();
    TlsSession(const TlsSession&) = delete;
    TlsSession& operator=(const TlsSession&) = delete;

    /// Processes received bytes; the first call, with none, begins the handshake. Appends decrypted
    /// bytes to `plain` and the answer to `wire`. On failure `wire` may hold an alert to be sent.
    [[nodiscard]] Result<void> receive(
        std::string_view bytes, std::string& plain, std::string& wire);

    /// Encrypts `plain` and appends it to `wire`. Only after isEstablished().
    [[nodiscard]] Result<void> send(std::string_view plain, std::string& wire);

    /// True after the handshake has succeeded: the peer is the requested server.
    [[nodiscard]] bool isEstablished() const noexcept;

private:
    struct Private;
    explicit TlsSession(std::unique_ptr<Private> d);

    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::redis
