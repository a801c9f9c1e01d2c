// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/x509_vfy.h>
#include <string>

namespace lockkeeper::redis {

/// What TLS is to be sure of: shown in messages.
struct TlsPeer {
    std::string host;
    std::string caFile; ///< empty: the system's store
};

/// Says in one line what OpenSSL found wrong with a server's certificate: its dates, the names it
/// has, or who issued it. To be called from a verify callback that was given a failure.
[[nodiscard]] std::string describeRejection(X509_STORE_CTX* verification, const TlsPeer& peer);

} // namespace lockkeeper::redis
