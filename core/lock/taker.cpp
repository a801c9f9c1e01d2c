// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/taker.h"

#include "core/config/ensemble.h"
#include "core/lock/zookeeper_client.h"

#include <utility>

namespace lockkeeper::lock {
namespace {

class RedisTaker final : public Taker {
public:
    RedisTaker(const config::Deployment& deployment, Owner owner, const Clock& clock)
        : m_client(deployment, std::move(owner), clock)
    { }
    [[nodiscard]] Result<Resource> nameOf(const Resource& typed) const override { return typed; }
    void start(const Resource& resource, AcquireOptions options, Handler handler) override
    {
        m_client.startAcquire({resource}, std::move(options), std::move(handler));
    }
    void settle(std::chrono::milliseconds atMost) const override { m_client.settle(atMost); }

private:
    LockClient m_client;
};

class ZooKeeperTaker final : public Taker {
public:
    ZooKeeperTaker(const config::Deployment& deployment, Owner owner,
        std::chrono::milliseconds session, const Clock& clock)
        : m_client(deployment, std::move(owner), {.timeout = session}, clock)
    { }
    [[nodiscard]] Result<Resource> nameOf(const Resource& typed) const override
    {
        return m_client.pathOf(typed);
    }
    void start(const Resource& resource, AcquireOptions options, Handler handler) override
    {
        m_client.startAcquire(resource,
            {.wait = options.wait,
                .stop = std::move(options.stop),
                .onLost = std::move(options.onLost)},
            std::move(handler));
    }

private:
    ZooKeeperClient m_client;
};

} // namespace

std::unique_ptr<Taker> makeTaker(const config::Deployment& deployment, Owner owner,
    std::chrono::milliseconds session, const Clock& clock)
{
    if (deployment.otherStore() == nullptr)
        return std::make_unique<RedisTaker>(deployment, std::move(owner), clock);
    return std::make_unique<ZooKeeperTaker>(deployment, std::move(owner), session, clock);
}

} // namespace lockkeeper::lock
