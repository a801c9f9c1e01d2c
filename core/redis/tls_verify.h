// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/x509_vfy.h>
#include <string>

namespace lockkeeper::redis {

/// The peer that a certificate must match, for messages.
struct TlsPeer {
    std::string host;
    std::string caFile; ///< empty: the system's store
};

/// Describes in one line why OpenSSL rejected a server's certificate: its dates, its names or its
/// issuer. Call from a verify callback that reports a failure.
[[nodiscard]] std::string describeRejection(X509_STORE_CTX* verification, const TlsPeer& peer);

} // namespace lockkeeper::redis
