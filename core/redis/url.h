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

/// TLS settings. The server's certificate and name are always verified; no field turns that off.
struct Tls {
    std::string caFile; ///< PEM; empty: the system's store
    std::string certFile; ///< PEM, for servers that require a client certificate; empty: none
    std::string keyFile; ///< PEM, not encrypted; empty: the key is in certFile

    friend bool operator==(const Tls&, const Tls&) = default;
};

/// Where one master is and how to log in to it.
struct LOCKKEEPER_EXPORT Url {
    enum class Kind { Tcp, Unix };

    Kind kind = Kind::Tcp;
    std::string host; ///< name or address; IPv6 without brackets (Tcp)
    std::uint16_t port = 6379; ///< (Tcp)
    std::string path; ///< socket path (Unix)
    std::string user; ///< ACL user; empty: the default user
    /// May be empty for a user without one; if `user` is empty too, no AUTH is sent.
    Secret password;
    int database = 0;
    std::optional<Tls> tls; ///< (Tcp) if set, only TLS is used

    /// Parses `redis://[user[:password]@]host[:port][/db]`, the same with `rediss://` and
    /// optionally `?ca=FILE&cert=FILE&key=FILE` at its end (each may be omitted; cert without key
    /// means that one file has both), and `unix://[user[:password]@]/path[?db=n]`. User, password,
    /// path and files may be percent-encoded. On failure returns InvalidUrl with a line that names
    /// the wrong part and never repeats a password. Pure; does not block: files are read when
    /// connecting.
    [[nodiscard]] static Result<Url> parse(std::string_view text);

    /// The URL for people, logs and JSON: user and password are replaced by `***@`.
    [[nodiscard]] std::string redacted() const;
};

} // namespace lockkeeper::redis
