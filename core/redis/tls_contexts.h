// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/url.h"

#include <asio/ssl/context.hpp>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockkeeper::redis {

/// Makes Asio and OpenSSL create the static objects that every connection uses. Objects created
/// later are destroyed earlier at exit. Thread-safe.
void initialiseLibraries();

/// Cache of TLS contexts, made from files, for the connections of one loop. Reading the system's CA
/// certificates at each attempt would block all connections for a tenth of a second. Changed files
/// are read again, because certificates are renewed while programs run. Not thread-safe.
class TlsContexts {
public:
    /// Returns the context for these files, from the cache if the files have not changed.
    /// TlsFailed, which is not cached, if a file can't be used. Blocks for as long as reading small
    /// local files takes.
    [[nodiscard]] Result<std::shared_ptr<asio::ssl::context>> get(const Tls& tls);

private:
    /// Detects that a file was replaced or written to.
    struct FileMark {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::int64_t size = -1; ///< -1: there is no file
        std::int64_t seconds = 0; ///< time of the latest change, including its permissions
        std::int64_t nanoseconds = 0;

        auto operator<=>(const FileMark&) const = default;
    };
    [[nodiscard]] static FileMark markOf(const std::string& file);
    [[nodiscard]] static std::vector<FileMark> marksOf(const Tls& tls);

    struct Files {
        std::string ca;
        std::string certificate;
        std::string key;

        auto operator<=>(const Files&) const = default;
    };
    struct Entry {
        std::vector<FileMark> marks;
        std::shared_ptr<asio::ssl::context> context;
    };
    std::map<Files, Entry> m_entries;
};

} // namespace lockkeeper::redis
