// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/workload/raw_masters.h"

#include <algorithm>

namespace lockkeeper::sandbox {
namespace {

constexpr std::chrono::milliseconds kTimeout{1000};

} // namespace

RawMasters::RawMasters(const config::Deployment& deployment)
{
    for (const config::MasterConfig& master : deployment.masters)
        m_masters.push_back({master.url, std::nullopt});
}

Result<redis::Reply> RawMasters::call(std::size_t master, const redis::Command& command)
{
    Master& target = m_masters[master];
    if (!target.client || !target.client->isUsable()) {
        auto client = BlockingClient::connect(target.url, kTimeout);
        if (!client)
            return tl::make_unexpected(std::move(client.error()));
        target.client = std::move(*client);
    }
    return target.client->call(command);
}

std::vector<Result<redis::Reply>> RawMasters::callAll(const redis::Command& command)
{
    std::vector<Result<redis::Reply>> replies;
    for (std::size_t i = 0; i < m_masters.size(); ++i)
        replies.push_back(call(i, command));
    return replies;
}

std::size_t RawMasters::countHolding(std::string_view resource)
{
    const auto replies = callAll({"EXISTS", resource});
    return static_cast<std::size_t>(std::ranges::count_if(
        replies, [](const auto& reply) { return reply && reply->integer > 0; }));
}

} // namespace lockkeeper::sandbox
