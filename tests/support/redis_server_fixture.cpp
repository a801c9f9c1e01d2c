// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"

#include <stdexcept>

namespace lockkeeper::tests {
namespace {

constexpr std::chrono::milliseconds kCommandTimeout{5000};
constexpr int kPortTries = 8;

template <class T> T valueOrThrow(Result<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().text);
    return std::move(*result);
}

} // namespace

std::uint16_t freePort()
{
    return valueOrThrow(sandbox::freePort());
}

RedisServerFixture::RedisServerFixture(const RedisServerOptions& options)
    : m_password(options.password)
{
    for (std::size_t i = 0; i < options.count; ++i)
        m_servers.push_back(startServer(options, m_directory.path(), i));
}

RedisServerFixture::RedisServerFixture(
    std::size_t count, std::initializer_list<std::string_view> command)
    : RedisServerFixture(RedisServerOptions{.count = count})
{
    commandAll(command);
}

RedisServerFixture::Server RedisServerFixture::startServer(
    const RedisServerOptions& options, const std::filesystem::path& directory, std::size_t number)
{
    std::vector<std::string> arguments = options.extraArguments;
    if (!options.password.empty())
        arguments.insert(arguments.end(), {"--requirepass", options.password});
    arguments.insert(arguments.end(), options.tlsArguments.begin(), options.tlsArguments.end());
    for (int left = kPortTries;; --left) {
        std::vector<std::string> all = arguments;
        const std::uint16_t tlsPort = options.tlsArguments.empty() ? 0 : freePort();
        if (tlsPort != 0)
            all.insert(all.end(), {"--tls-port", std::to_string(tlsPort)});
        auto process = sandbox::RedisProcess::start({.directory = directory,
            .name = "redis-" + config::masterIdFor(number).value(),
            .hasTcp = options.hasTcp,
            .extraArguments = std::move(all)});
        // Another program may have taken the TLS port in the meantime: try another one.
        if (process || tlsPort == 0 || left == 1)
            return {valueOrThrow(std::move(process)), tlsPort};
    }
}

std::vector<std::string> RedisServerFixture::urls() const
{
    std::vector<std::string> urls;
    for (const Server& server : m_servers)
        urls.push_back(withPassword(server.process.unixUrl()));
    return urls;
}

std::vector<std::string> RedisServerFixture::tcpUrls() const
{
    std::vector<std::string> urls;
    for (const Server& server : m_servers)
        urls.push_back(withPassword(server.process.tcpUrl()));
    return urls;
}

std::string RedisServerFixture::tlsUrl(
    std::size_t server, const std::string& host, const std::string& options) const
{
    return withPassword("rediss://" + host + ":" + std::to_string(tlsPort(server))) + options;
}

config::Deployment RedisServerFixture::deployment() const
{
    return valueOrThrow(config::deploymentFromUrls("test", urls()));
}

redis::Reply RedisServerFixture::command(
    std::size_t server, std::initializer_list<std::string_view> arguments)
{
    Server& target = m_servers.at(server);
    if (!target.client || !target.client->isUsable()) {
        const auto url = valueOrThrow(redis::Url::parse(urls().at(server)));
        auto client = sandbox::BlockingClient::connect(url, kCommandTimeout);
        if (!client)
            return redis::Reply::error(client.error().text);
        target.client = std::move(*client);
    }
    auto reply = target.client->call(redis::Command(arguments));
    return reply ? std::move(*reply) : redis::Reply::error(reply.error().text);
}

std::vector<redis::Reply> RedisServerFixture::commandAll(
    std::initializer_list<std::string_view> arguments)
{
    std::vector<redis::Reply> replies;
    for (std::size_t i = 0; i < size(); ++i)
        replies.push_back(command(i, arguments));
    return replies;
}

void RedisServerFixture::restart(std::size_t server)
{
    Server& target = m_servers.at(server);
    target.client.reset();
    if (auto restarted = target.process.restart(); !restarted)
        throw std::runtime_error(restarted.error().text);
}

std::string RedisServerFixture::withPassword(const std::string& url) const
{
    if (m_password.empty())
        return url;
    const std::size_t authority = url.find("://") + 3;
    return url.substr(0, authority) + ":" + m_password + "@" + url.substr(authority);
}

} // namespace lockkeeper::tests
