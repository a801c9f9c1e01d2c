// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/result.h"
#include "core/text/secret.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

/// Always verifies certificate and name.
struct Tls {
    std::string caFile; ///< PEM; empty: the system's store
    std::string certFile; ///< PEM, if the server requires one; empty: none
    std::string keyFile; ///< PEM, not encrypted; empty: in certFile

    friend bool operator==(const Tls&, const Tls&) = default;
};

struct LOCKKEEPER_EXPORT Url {
    enum class Kind { Tcp, Unix };

    Kind kind = Kind::Tcp;
    std::string host; ///< name or address; IPv6 without brackets (Tcp)
    std::uint16_t port = 6379; ///< (Tcp)
    std::string path; ///< socket path (Unix)
    std::string user; ///< empty: the default user
    /// If `user` is empty, too, no AUTH is sent.
    Secret password;
    int database = 0;
    std::optional<Tls> tls; ///< (Tcp) set: TLS only

    /// Parses `redis://[user[:password]@]host[:port][/db]`, the same with `rediss://` and an
    /// optional `?ca=FILE&cert=FILE&key=FILE` (cert without key: one file has both), or
    /// `unix://[user[:password]@]/path[?db=n]`. User, password, path and files may be
    /// percent-encoded. InvalidUrl names the wrong part, never a password. Pure: files are read
    /// when connecting.
    [[nodiscard]] static Result<Url> parse(std::string_view text);

    /// For people, logs and JSON: `***@` replaces the login.
    [[nodiscard]] std::string redacted() const;
};

} // namespace lockkeeper::redis
