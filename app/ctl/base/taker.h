// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/lock/lock_client.h"

#include <functional>
#include <memory>
#include <string>

namespace lockkeeper::ctl {

struct TakingOptions;

/// The scheme of an ensemble; the others are lock::Scheme's.
inline constexpr const char* kZooKeeperScheme = "zookeeper";

/// Takes locks of a deployment, whatever its store: the client that commands acquire by. Leases may
/// outlive it.
class Taker {
public:
    using Handler = std::function<void(Result<lock::AcquireOutcome>)>;

    Taker() = default;
    Taker(const Taker&) = delete;
    Taker& operator=(const Taker&) = delete;
    virtual ~Taker() = default;

    /// The name of the lock as watchers show it. InvalidArgument if the store has no such names.
    [[nodiscard]] virtual Result<Resource> nameOf(const Resource& typed) const = 0;
    /// As LockClient::startAcquire(); what the store does not have of `options` is ignored.
    virtual void start(const Resource& resource, lock::AcquireOptions options, Handler handler) = 0;
};

/// The taker for what is typed. Errors: InvalidArgument or Unsupported if the store does not have
/// what `options` ask for.
[[nodiscard]] Result<std::unique_ptr<Taker>> makeTaker(
    const config::Deployment& deployment, const TakingOptions& options, lock::Owner owner);
/// The taker of masters of Redis.
[[nodiscard]] std::unique_ptr<Taker> makeRedisTaker(
    const config::Deployment& deployment, lock::Owner owner);

} // namespace lockkeeper::ctl
