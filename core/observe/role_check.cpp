// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/role_check.h"

#include "core/redis/info.h"

namespace lockkeeper::observe {

RoleCheck::RoleCheck(redis::Transport& transport, std::chrono::milliseconds timeout,
    std::function<void()> onOtherData)
    : m_transport(transport)
    , m_timeout(timeout)
    , m_onOtherData(std::move(onOtherData))
{ }

void RoleCheck::tick(SteadyTime now)
{
    constexpr std::chrono::milliseconds kInterval{2000};
    if (now < m_next)
        return;
    m_next = now + kInterval;
    look();
}

void RoleCheck::look()
{
    m_transport.send({"INFO", "replication"}, m_timeout,
        m_lifetime.guard([this](const Result<redis::Reply>& reply) { onInfo(reply); }));
}

void RoleCheck::forget()
{
    m_replicationId.clear();
    m_next = {};
}

void RoleCheck::onInfo(const Result<redis::Reply>& reply)
{
    // ROLE decides, as at login: a user without INFO may have ROLE.
    if (!reply || redis::infoField(reply->text, "role") != "master")
        m_transport.confirmRole();
    const auto id = reply ? redis::infoField(reply->text, "master_replid") : std::nullopt;
    if (!id)
        return;
    const bool isOther = !m_replicationId.empty() && *id != m_replicationId;
    m_replicationId = *id;
    if (!isOther)
        return;
    m_transport.confirmHistory(); // for LinkStatus::forgotAt
    m_onOtherData();
}

} // namespace lockkeeper::observe
