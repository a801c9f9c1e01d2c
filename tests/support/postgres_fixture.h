// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/child_process.h"
#include "core/history/place.h"
#include "tests/support/private_directory.h"

#include <optional>
#include <string>

namespace lockkeeper::tests {

/// What to tell where isPostgresInstalled() is false.
inline constexpr const char* kNoPostgres
    = "PostgreSQL is not installed: apt-get install postgresql";
[[nodiscard]] bool isPostgresInstalled();

/// A real PostgreSQL server: empty, alone, on a Unix socket. It ends with this object, or with the
/// test program. Create it on the test's main thread. Throws std::runtime_error if it can't be
/// started.
class PostgresFixture {
public:
    explicit PostgresFixture(bool isDurable = true);
    PostgresFixture(const PostgresFixture&) = delete;
    PostgresFixture& operator=(const PostgresFixture&) = delete;

    /// One for all tests of this program, which have a schema each.
    [[nodiscard]] static PostgresFixture& shared();

    /// An empty history of its own.
    [[nodiscard]] history::Place newPlace();
    [[nodiscard]] std::string url() const;
    /// Executes a statement. Throws history::SqlError.
    void exec(const history::Place& place, const std::string& sql);

    /// As a power cut: nothing is written any more.
    void kill();
    /// Starts it again with its data.
    void restart();

private:
    void start();

    PrivateDirectory m_directory; // outlives the server
    std::optional<sandbox::ChildProcess> m_server;
    const bool m_isDurable; ///< waits for the disk
    int m_places = 0;
};

} // namespace lockkeeper::tests
