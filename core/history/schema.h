// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/result.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace lockkeeper::history {

/// In place of a stale count: a recording ended.
inline constexpr int kNotRecorded = -1;

/// How long to wait for another program's write.
inline constexpr int kBusyMilliseconds = 5000;

struct DatabaseError {
    bool isDamaged = false; ///< not, or no longer, a valid database
    Error error;
};
template <class T> using DatabaseResult = tl::expected<T, DatabaseError>;

[[nodiscard]] DatabaseError databaseError(
    const std::filesystem::path& file, const SQLite::Exception& exception);
[[nodiscard]] DatabaseError refusal(
    const std::filesystem::path& file, ErrorClass kind, const std::string& reason);

/// Turns SQLite's exceptions into errors.
template <class Work>
auto guarded(const std::filesystem::path& file, Work work) -> DatabaseResult<decltype(work())>
{
    try {
        if constexpr (std::is_void_v<decltype(work())>) {
            work();
            return {};
        } else {
            return work();
        }
    } catch (const SQLite::Exception& exception) {
        return tl::make_unexpected(databaseError(file, exception));
    }
}

template <class T> Result<T> unwrapped(DatabaseResult<T> result)
{
    if (!result)
        return tl::make_unexpected(result.error().error);
    return std::move(*result);
}

/// Whether a path still names the same file, at least while it is open.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// nullopt: no such file.
[[nodiscard]] std::optional<FileIdentity> fileIdentity(const std::filesystem::path& file) noexcept;

/// WallTime's maximum does not overflow.
[[nodiscard]] std::int64_t unixMs(WallTime time) noexcept;

/// Clamps times of damaged files. Pure.
[[nodiscard]] std::int64_t plausibleMs(std::int64_t read) noexcept;
[[nodiscard]] inline WallTime plausibleTime(std::int64_t unixMs) noexcept
{
    return WallTime(std::chrono::milliseconds(plausibleMs(unixMs)));
}

/// 0 if none. Throws SQLite's exceptions.
[[nodiscard]] std::int64_t pragma(const SQLite::Database& database, const char* name);

enum class SchemaState { Empty, Old, Current, Newer, Foreign };
[[nodiscard]] SchemaState schemaState(const SQLite::Database& database);

/// From Empty or Old, a transaction per step. Throws SQLite's exceptions.
void migrate(SQLite::Database& database);

} // namespace lockkeeper::history
