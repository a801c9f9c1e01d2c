// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/url.h"

#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

class TlsContexts;

/// TLS, client side, as a filter of bytes; the owner does the I/O. 1.2 or later. Always verifies
/// chain, dates and host. Errors: TlsFailed, in one line; the session is then unusable.
class TlsSession {
public:
    /// `host`: name or address. Blocks as TlsContexts::get().
    [[nodiscard]] static Result<std::unique_ptr<TlsSession>> create(
        const Tls& tls, const std::string& host, TlsContexts& contexts);
    ~TlsSession();
    TlsSession(const TlsSession&) = delete;
    TlsSession& operator=(const TlsSession&) = delete;

    /// A first call without bytes begins the handshake. Appends decrypted bytes to `plain` and
    /// answers to `wire`; after a failure, perhaps an alert to send.
    [[nodiscard]] Result<void> receive(
        std::string_view bytes, std::string& plain, std::string& wire);

    /// After isEstablished().
    [[nodiscard]] Result<void> send(std::string_view plain, std::string& wire);

    /// The peer is the requested server.
    [[nodiscard]] bool isEstablished() const noexcept;

private:
    struct Private;
    explicit TlsSession(std::unique_ptr<Private> d);

    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::redis
