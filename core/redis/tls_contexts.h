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

/// Has Asio and OpenSSL make the static objects that every connection uses, if they have not yet.
/// What is made later is destroyed earlier at the program's exit. Safe to use from any thread.
void initialiseLibraries();

/// What TLS connections are made with, read from files: for the connections of one loop, of which
/// reading the system's CA certificates at each attempt would stop all for a tenth of a second.
/// Files that have changed are read anew, for certificates are renewed while programs run. Not
/// thread-safe.
class TlsContexts {
public:
    /// The files' contents, as last read if nothing about the files has changed since; TlsFailed,
    /// which is not kept, if one can't be used. Blocks for as long as reading small local files
    /// takes.
    [[nodiscard]] Result<std::shared_ptr<asio::ssl::context>> get(const Tls& tls);

private:
    /// What tells that a file is another one, or was written to.
    struct FileMark {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::int64_t size = -1; ///< -1: there is none
        std::int64_t seconds = 0; ///< of the latest change, of its rights as well
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
