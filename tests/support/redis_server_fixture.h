// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/redis/reply.h"
#include "core/sandbox/blocking_client.h"
#include "core/sandbox/redis_process.h"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::tests {

/// A port that nobody listens on just now. Throws std::system_error.
[[nodiscard]] std::uint16_t freePort();

/// What servers a test needs.
struct RedisServerOptions {
    std::size_t count = 1;
    bool hasTcp = false; ///< on a free loopback port as well as on a Unix socket
    std::string password{}; ///< requirepass
    std::vector<std::string> extraArguments{}; ///< as on redis-server's command line
    /// CertificateAuthority::serverArguments(): each speaks TLS on a port of its own as well.
    std::vector<std::string> tlsArguments{};
};

/// Real redis-servers for one test: empty, private, and gone with the object or the test program.
/// Create it on the test's main thread. Throws std::runtime_error when a server can't be started.
class RedisServerFixture {
public:
    explicit RedisServerFixture(const RedisServerOptions& options = {});
    RedisServerFixture(const RedisServerFixture&) = delete;
    RedisServerFixture& operator=(const RedisServerFixture&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return m_servers.size(); }
    /// `unix://` URLs, with the password if there is one.
    [[nodiscard]] std::vector<std::string> urls() const;
    /// `redis://` URLs (hasTcp).
    [[nodiscard]] std::vector<std::string> tcpUrls() const;
    /// `rediss://` and `host`, which ought to mean 127.0.0.1; options, if any, begin with a `?`.
    [[nodiscard]] std::string tlsUrl(std::size_t server, const std::string& host = "127.0.0.1",
        const std::string& options = {}) const;
    [[nodiscard]] std::uint16_t tlsPort(std::size_t server) const
    {
        return m_servers.at(server).tlsPort;
    }
    /// All servers as masters a, b, c ... by their Unix sockets.
    [[nodiscard]] config::Deployment deployment() const;
    [[nodiscard]] pid_t pid(std::size_t server) const { return m_servers.at(server).process.pid(); }
    [[nodiscard]] const std::filesystem::path& directory() const noexcept
    {
        return m_directory.path;
    }

    /// Sends a command to one server, past everything under test, on a connection that is kept. An
    /// error reply, or the reason why there is none, comes as a Reply of type Error.
    redis::Reply command(std::size_t server, std::initializer_list<std::string_view> arguments);
    /// To the first server.
    redis::Reply command(std::initializer_list<std::string_view> arguments)
    {
        return command(0, arguments);
    }
    /// To every server.
    std::vector<redis::Reply> commandAll(std::initializer_list<std::string_view> arguments);

    void suspend(std::size_t server) { m_servers.at(server).process.suspend(); }
    void resume(std::size_t server) { m_servers.at(server).process.resume(); }
    /// SIGKILL.
    void kill(std::size_t server) { m_servers.at(server).process.stop(); }
    /// Kills it if need be; it comes back empty, at the same URLs.
    void restart(std::size_t server);

private:
    /// Removed with everything in it when it goes.
    struct PrivateDirectory {
        PrivateDirectory();
        ~PrivateDirectory();
        PrivateDirectory(const PrivateDirectory&) = delete;
        PrivateDirectory& operator=(const PrivateDirectory&) = delete;

        std::filesystem::path path;
    };
    struct Server {
        sandbox::RedisProcess process;
        std::uint16_t tlsPort = 0;
        std::optional<sandbox::BlockingClient> client{};
    };
    [[nodiscard]] static Server startServer(const RedisServerOptions& options,
        const std::filesystem::path& directory, std::size_t number);
    [[nodiscard]] std::string withPassword(const std::string& url) const;

    std::string m_password;
    PrivateDirectory m_directory; // outlives the servers
    std::vector<Server> m_servers;
};

} // namespace lockkeeper::tests
