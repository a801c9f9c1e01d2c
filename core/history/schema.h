// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <filesystem>

namespace lockkeeper::history {

/// What went wrong with a database.
struct DatabaseError {
    bool isDamaged = false; ///< it is not, or no longer, a sound database
    Error error;
};
template <class T> using DatabaseResult = tl::expected<T, DatabaseError>;

/// Makes an error of an exception of SQLite's.
[[nodiscard]] DatabaseError databaseError(
    const std::filesystem::path& file, const SQLite::Exception& exception);
/// One that is no damage.
[[nodiscard]] DatabaseError refusal(
    const std::filesystem::path& file, ErrorClass kind, const std::string& reason);

/// Runs `work`; what SQLite throws becomes an error.
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

/// Whose file it is, and in which version.
enum class SchemaState { Empty, Old, Current, Newer, Foreign };
[[nodiscard]] SchemaState schemaState(const SQLite::Database& database);

/// Brings an Empty or Old database to the current version, each step in a transaction. Throws what
/// SQLite throws.
void migrate(SQLite::Database& database);

} // namespace lockkeeper::history
