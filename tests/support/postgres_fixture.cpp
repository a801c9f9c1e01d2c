// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/postgres_fixture.h"

#include "core/history/sql.h"
#include "core/text/percent.h"

#include <chrono>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace lockkeeper::tests {
namespace {

using namespace std::chrono_literals;

constexpr auto kNap = 20ms;
constexpr auto kPatience = 60s;
/// The server refuses to run as root.
constexpr ::uid_t kNobody = 65534;

std::optional<std::string> programOf(const std::string& name)
{
    if (auto found = sandbox::findInPath(name))
        return found;
    // Debian keeps them out of PATH.
    std::error_code ignored;
    for (const auto& version :
        std::filesystem::directory_iterator("/usr/lib/postgresql", ignored)) {
        const auto path = version.path() / "bin" / name;
        if (std::filesystem::exists(path, ignored))
            return path.string();
    }
    return std::nullopt;
}

sandbox::ChildProcess run(const std::string& name, std::vector<std::string> arguments)
{
    const auto path = programOf(name);
    if (!path)
        throw std::runtime_error(kNoPostgres);
    sandbox::Program program{*path, {name}, {}};
    if (::geteuid() == 0) {
        // The kernel forgets that signal with another user, so it is set again.
        program = {"/usr/bin/setpriv",
            {"setpriv", "--reuid=" + std::to_string(kNobody), "--regid=" + std::to_string(kNobody),
                "--clear-groups", "--pdeathsig=KILL", *path},
            {}};
    }
    program.arguments.insert(program.arguments.end(), arguments.begin(), arguments.end());
    auto started = sandbox::ChildProcess::start(program);
    if (!started)
        throw std::runtime_error(started.error().text);
    return std::move(*started);
}

} // namespace

bool isPostgresInstalled()
{
    return programOf("postgres") && programOf("initdb");
}

PostgresFixture::PostgresFixture(bool isDurable)
    : m_isDurable(isDurable)
{
    if (::geteuid() == 0 && ::chown(m_directory.path().c_str(), kNobody, kNobody) != 0)
        throw std::runtime_error("can't give the directory away");
    auto made = run("initdb",
        {"-D", m_directory.path() / "data", "-U", "lockkeeper", "-A", "trust", "-E", "UTF8",
            "--locale=C", "--no-sync"});
    while (made.isRunning())
        std::this_thread::sleep_for(kNap);
    start();
}

PostgresFixture& PostgresFixture::shared()
{
    static PostgresFixture server(false);
    return server;
}

std::string PostgresFixture::url() const
{
    return "postgresql://lockkeeper@" + percentEncodeField(m_directory.path().string())
        + "/postgres";
}

history::Place PostgresFixture::newPlace()
{
    return {{.url = url()}, "test-" + std::to_string(++m_places)};
}

void PostgresFixture::exec(const history::Place& place, const std::string& sql)
{
    history::openSql(place, history::SqlAccess::Read)->exec(sql);
}

void PostgresFixture::kill()
{
    m_server->kill();
}

void PostgresFixture::restart()
{
    kill();
    start();
}

void PostgresFixture::start()
{
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < until) {
        // Refused while processes of a killed server still end.
        if (!m_server || !m_server->isRunning())
            m_server = run("postgres",
                {"-D", m_directory.path() / "data", "-k", m_directory.path(), "-c",
                    "listen_addresses=", "-c", "logging_collector=on", "-c",
                    m_isDurable ? "fsync=on" : "fsync=off"});
        try {
            exec({{.url = url()}, "none"}, "SELECT 1");
            return;
        } catch (const history::SqlError&) {
            std::this_thread::sleep_for(kNap);
        }
    }
    throw std::runtime_error("the PostgreSQL server does not answer");
}

} // namespace lockkeeper::tests
