// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/taker.h"

#include "app/ctl/base/patient_acquire.h"
#include "core/config/ensemble.h"
#include "core/lock/zookeeper_client.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

class RedisTaker final : public Taker {
public:
    RedisTaker(const config::Deployment& deployment, lock::Owner owner)
        : m_client(deployment, std::move(owner))
    { }
    [[nodiscard]] Result<Resource> nameOf(const Resource& typed) const override { return typed; }
    void start(const Resource& resource, lock::AcquireOptions options, Handler handler) override
    {
        m_client.startAcquire({resource}, std::move(options), std::move(handler));
    }

private:
    lock::LockClient m_client;
};

class ZooKeeperTaker final : public Taker {
public:
    ZooKeeperTaker(
        const config::Deployment& deployment, lock::Owner owner, std::chrono::milliseconds timeout)
        : m_client(deployment, std::move(owner), {.timeout = timeout})
    { }
    [[nodiscard]] Result<Resource> nameOf(const Resource& typed) const override
    {
        return m_client.pathOf(typed);
    }
    void start(const Resource& resource, lock::AcquireOptions options, Handler handler) override
    {
        m_client.startAcquire(resource,
            {.wait = options.wait,
                .stop = std::move(options.stop),
                .onLost = std::move(options.onLost)},
            std::move(handler));
    }

private:
    lock::ZooKeeperClient m_client;
};

/// Refuses what locks in ZooKeeper do not have.
Result<void> checkForZooKeeper(const TakingOptions& options)
{
    const auto refuse = [](const char* text) { return fail(ErrorClass::Unsupported, text); };
    if (!options.schemeName.empty() && options.schemeName != kZooKeeperScheme)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(trNoop("the scheme $0 is for Redis: this is an ensemble of ZooKeeper, "
                                    "whose scheme is zookeeper",
                                 "data"),
                options.schemeName));
    if (options.onDeadlock == lock::OnDeadlock::Fail)
        return refuse(trNoop("--on-deadlock fail is for Redis: no deadlock is searched for in "
                             "ZooKeeper",
            "data"));
    if (!options.note.empty())
        return refuse(trNoop("--note is for Redis: there are no notes in ZooKeeper", "data"));
    if (!options.isRenewed)
        return refuse(trNoop("--no-renew is for Redis: a session of ZooKeeper is kept for as long "
                             "as its program runs",
            "data"));
    return {};
}

} // namespace

Result<std::unique_ptr<Taker>> makeTaker(
    const config::Deployment& deployment, const TakingOptions& options, lock::Owner owner)
{
    if (deployment.otherStore() == nullptr) {
        if (options.schemeName == kZooKeeperScheme)
            return fail(ErrorClass::Unsupported,
                trNoop("the scheme zookeeper needs an ensemble: --master zk://HOST", "data"));
        return makeRedisTaker(deployment, std::move(owner));
    }
    if (auto checked = checkForZooKeeper(options); !checked)
        return tl::make_unexpected(std::move(checked.error()));
    return std::make_unique<ZooKeeperTaker>(deployment, std::move(owner), options.ttl);
}

std::unique_ptr<Taker> makeRedisTaker(const config::Deployment& deployment, lock::Owner owner)
{
    return std::make_unique<RedisTaker>(deployment, std::move(owner));
}

} // namespace lockkeeper::ctl
