// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/redis_process.h"
#include "app/sandbox/workload/blocking_client.h"
#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/redis/reply.h"
#include "tests/support/private_directory.h"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::tests {

inline const SystemClock kClock;
/// Two tokens as redis-py writes them.
inline constexpr const char* kValue = "5ccedab049f911f08f3a0242ac110002";
inline constexpr const char* kOtherValue = "5ccedab149f911f08f3a0242ac110002";

/// A loopback port that is free now, never 6379 or 26379. Another program may take it at any time.
/// Throws std::runtime_error.
[[nodiscard]] std::uint16_t freePort();

/// The servers that a test needs.
struct RedisServerOptions {
    std::size_t count = 1;
    bool hasTcp = false; ///< listen on a free loopback port besides the Unix socket
    std::string password{}; ///< requirepass
    std::vector<std::string> extraArguments{}; ///< as on redis-server's command line
    /// CertificateAuthority::serverArguments(). If set, each server also listens on a TLS port.
    std::vector<std::string> tlsArguments{};
};

/// Real redis-servers for one test, empty and private. They end with this object, or with the test
/// program. Create the object on the test's main thread. Throws std::runtime_error if a server
/// can't be started.
class RedisServerFixture {
public:
    explicit RedisServerFixture(const RedisServerOptions& options = {});
    /// As many servers, of which each has executed that command.
    RedisServerFixture(std::size_t count, std::initializer_list<std::string_view> command);
    RedisServerFixture(const RedisServerFixture&) = delete;
    RedisServerFixture& operator=(const RedisServerFixture&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return m_servers.size(); }
    /// `unix://` URLs, with the password if there is one.
    [[nodiscard]] std::vector<std::string> urls() const;
    /// `redis://` URLs. Needs hasTcp.
    [[nodiscard]] std::vector<std::string> tcpUrls() const;
    /// A `rediss://` URL with `host`, which should resolve to 127.0.0.1. `options` are empty or
    /// begin with a `?`.
    [[nodiscard]] std::string tlsUrl(std::size_t server, const std::string& host = "127.0.0.1",
        const std::string& options = {}) const;
    [[nodiscard]] std::uint16_t tlsPort(std::size_t server) const
    {
        return m_servers.at(server).tlsPort;
    }
    /// A deployment of all servers as masters a, b, c ..., by their Unix sockets.
    [[nodiscard]] config::Deployment deployment() const;
    [[nodiscard]] pid_t pid(std::size_t server) const { return m_servers.at(server).process.pid(); }
    [[nodiscard]] const std::filesystem::path& directory() const noexcept
    {
        return m_directory.path();
    }

    /// Sends a command to one server, on a connection of the fixture's own that is kept open. If
    /// there is no reply, the reason is returned as a Reply of type Error. Blocks for five seconds
    /// at most.
    redis::Reply command(std::size_t server, std::initializer_list<std::string_view> arguments);
    /// Sends a command to the first server.
    redis::Reply command(std::initializer_list<std::string_view> arguments)
    {
        return command(0, arguments);
    }
    /// Sends a command to every server, one after the other.
    std::vector<redis::Reply> commandAll(std::initializer_list<std::string_view> arguments);

    void suspend(std::size_t server) { m_servers.at(server).process.suspend(); }
    void resume(std::size_t server) { m_servers.at(server).process.resume(); }
    /// Kills a server with SIGKILL.
    void kill(std::size_t server) { m_servers.at(server).process.stop(); }
    /// Kills the server if it runs and starts it again, empty, at the same URLs.
    void restart(std::size_t server);

private:
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
