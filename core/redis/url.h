// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/secret.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockkeeper::redis {

/// Where one master is and how to log in to it.
struct Url {
    enum class Kind { Tcp, Unix };

    Kind kind = Kind::Tcp;
    std::string host; ///< name or address; IPv6 without brackets (Tcp)
    std::uint16_t port = 6379; ///< (Tcp)
    std::string path; ///< socket path (Unix)
    std::string user; ///< ACL user; empty: the default user
    Secret password; ///< may be empty for a user who needs none; no user either: no AUTH is sent
    int database = 0;

    /// Parses `redis://[user[:password]@]host[:port][/db]` and
    /// `unix://[user[:password]@]/path[?db=n]`; user, password and path may be percent-encoded.
    /// On failure: InvalidUrl with a line that names the part that is wrong and never repeats a
    /// password; Unsupported for `rediss://`. Pure, never blocks.
    [[nodiscard]] static Result<Url> parse(std::string_view text);

    /// The URL for people, logs and JSON: a user or password leaves `***@`.
    [[nodiscard]] std::string redacted() const;
};

} // namespace lockkeeper::redis
