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

/// What TLS needs to know besides the host. The server's certificate and its name are verified
/// always: there is no field that turns that off.
struct Tls {
    std::string caFile; ///< PEM; empty: the system's store
    std::string certFile; ///< PEM, for servers that want a client certificate; empty: none
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
    Secret password; ///< may be empty for a user who needs none; no user either: no AUTH is sent
    int database = 0;
    std::optional<Tls> tls; ///< (Tcp) set: nothing but TLS is spoken

    /// Parses `redis://[user[:password]@]host[:port][/db]`, the same with `rediss://` and, at its
    /// end, `?ca=FILE&cert=FILE&key=FILE` (each may be left out; cert without key: one file has
    /// both), and `unix://[user[:password]@]/path[?db=n]`; user, password, path and files may be
    /// percent-encoded. On failure: InvalidUrl with a line that names the part that is wrong and
    /// never repeats a password. Pure, never blocks: files are read when connecting.
    [[nodiscard]] static Result<Url> parse(std::string_view text);

    /// The URL for people, logs and JSON: a user or password leaves `***@`.
    [[nodiscard]] std::string redacted() const;
};

} // namespace lockkeeper::redis
