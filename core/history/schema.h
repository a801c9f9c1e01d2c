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

/// In place of a count of stale locks: a recording has ended at that time.
inline constexpr int kNotRecorded = -1;

/// How long to wait while another program writes, in milliseconds.
inline constexpr int kBusyMilliseconds = 5000;

/// Failure of a database operation.
struct DatabaseError {
    bool isDamaged = false; ///< the file is not, or no longer, a valid database
    Error error;
};
template <class T> using DatabaseResult = tl::expected<T, DatabaseError>;

/// Converts an exception of SQLite to an error.
[[nodiscard]] DatabaseError databaseError(
    const std::filesystem::path& file, const SQLite::Exception& exception);
/// An error other than damage.
[[nodiscard]] DatabaseError refusal(
    const std::filesystem::path& file, ErrorClass kind, const std::string& reason);

/// Runs `work` and converts exceptions of SQLite to errors.
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

/// The value, or only the error.
template <class T> Result<T> unwrapped(DatabaseResult<T> result)
{
    if (!result)
        return tl::make_unexpected(result.error().error);
    return std::move(*result);
}

/// Which file a path names at the time. A path whose file was replaced names another one, at least
/// while the first is open.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// nullopt: there is no such file.
[[nodiscard]] std::optional<FileIdentity> fileIdentity(const std::filesystem::path& file) noexcept;

/// A time as it is stored. The last one is far beyond any stored one, so that nothing overflows.
[[nodiscard]] std::int64_t unixMs(WallTime time) noexcept;

/// A time that was read from a file, in milliseconds since the Unix epoch. A time that no recorder
/// writes, of a damaged file, becomes the next one that does not overflow. Pure.
[[nodiscard]] std::int64_t plausibleMs(std::int64_t read) noexcept;
[[nodiscard]] inline WallTime plausibleTime(std::int64_t unixMs) noexcept
{
    return WallTime(std::chrono::milliseconds(plausibleMs(unixMs)));
}

/// The value of a pragma that is a number; 0 where it has none. Throws the exceptions of SQLite.
[[nodiscard]] std::int64_t pragma(const SQLite::Database& database, const char* name);

/// Whether a file is a history, and its version.
enum class SchemaState { Empty, Old, Current, Newer, Foreign };
[[nodiscard]] SchemaState schemaState(const SQLite::Database& database);

/// Migrates an Empty or Old database to the current version, each step in a transaction. Throws the
/// exceptions of SQLite.
void migrate(SQLite::Database& database);

} // namespace lockkeeper::history
