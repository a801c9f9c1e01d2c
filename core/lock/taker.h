// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/lock/lock_client.h"

#include <functional>
#include <memory>

namespace lockkeeper::lock {

inline constexpr const char* kZooKeeperScheme = "zookeeper";

/// Takes locks of a deployment of any store. Thread-safety and ownership: as LockClient.
class Taker {
public:
    using Handler = std::function<void(Result<AcquireOutcome>)>;

    Taker() = default;
    Taker(const Taker&) = delete;
    Taker& operator=(const Taker&) = delete;
    virtual ~Taker() = default;

    /// As watchers show it. InvalidArgument if the store has no such names.
    [[nodiscard]] virtual Result<Resource> nameOf(const Resource& typed) const = 0;
    /// As LockClient::startAcquire(). Ignores options that the store does not have.
    virtual void start(const Resource& resource, AcquireOptions options, Handler handler) = 0;
    /// As LockClient::settle(). In ZooKeeper, the end of the session undoes all.
    virtual void settle(std::chrono::milliseconds /*atMost*/) const { }
};

/// `session`: requested timeout in ZooKeeper.
[[nodiscard]] std::unique_ptr<Taker> makeTaker(const config::Deployment& deployment, Owner owner,
    std::chrono::milliseconds session, const Clock& clock = systemClock());

} // namespace lockkeeper::lock
