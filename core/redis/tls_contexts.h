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

/// Creates Asio's and OpenSSL's static objects; objects made later are destroyed earlier at exit.
/// Thread-safe.
void initialiseLibraries();

/// One loop's TLS contexts: reading the system's CA certificates would block it for a tenth of a
/// second per attempt.
class TlsContexts {
public:
    /// Cached until the files change: certificates are renewed. TlsFailed if a file can't be used.
    /// Blocks while it reads small files.
    [[nodiscard]] Result<std::shared_ptr<asio::ssl::context>> get(const Tls& tls);

private:
    struct FileMark {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::int64_t size = -1; ///< -1: no file
        std::int64_t seconds = 0; ///< permissions included
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
