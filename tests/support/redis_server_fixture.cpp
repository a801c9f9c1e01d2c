// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

namespace lockkeeper::tests {
namespace {

constexpr std::chrono::milliseconds kCommandTimeout{5000};

template <class T> T valueOrThrow(Result<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().text);
    return std::move(*result);
}

} // namespace

RedisServerFixture::PrivateDirectory::PrivateDirectory()
{
    std::string name = std::filesystem::temp_directory_path() / "lockkeeper-test-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr)
        throw std::system_error(errno, std::generic_category(), name);
    path = name;
}

RedisServerFixture::PrivateDirectory::~PrivateDirectory()
{
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
}

RedisServerFixture::RedisServerFixture(const RedisServerOptions& options)
    : m_password(options.password)
{
    std::vector<std::string> arguments = options.extraArguments;
    if (!m_password.empty())
        arguments.insert(arguments.end(), {"--requirepass", m_password});
    for (std::size_t i = 0; i < options.count; ++i) {
        m_servers.push_back(
            {valueOrThrow(sandbox::RedisProcess::start({.directory = m_directory.path,
                .name = "redis-" + config::masterIdFor(i).value(),
                .hasTcp = options.hasTcp,
                .extraArguments = arguments}))});
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
