// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/event_loop.h"
#include "core/release/report.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::release {

/// Carries out plans in another store, a single voter, over one connection. Blocks at most a few
/// times the deployment's timeout. For any thread but the loop's, one call at a time.
class StoreDeeds {
public:
    StoreDeeds() = default;
    StoreDeeds(const StoreDeeds&) = delete;
    StoreDeeds& operator=(const StoreDeeds&) = delete;
    virtual ~StoreDeeds() = default;

    /// NotSent without an error: all is as planned.
    [[nodiscard]] virtual MasterOutcome lookAgain(const Plan& plan) = 0;
    /// Frees the node if it is as planned.
    [[nodiscard]] virtual MasterOutcome carryOut(const Plan& plan) = 0;
};

struct StoreKind {
    std::string_view scheme;
    /// `onSession`: on the loop's thread, for each new session.
    std::unique_ptr<StoreDeeds> (*open)(
        EventLoop& loop, const config::Deployment& deployment, std::function<void()> onSession);
    std::string (*cli)(const config::MasterConfig& voter);
    std::string (*shellLine)(const Plan& plan, const PlannedMaster& voter);
    std::string (*requestText)(const Plan& plan);
    std::string (*readLine)(const Resource& lock, const PlannedMaster& voter);
};

/// Null for Redis.
[[nodiscard]] const StoreKind* storeKind(std::string_view scheme);

} // namespace lockkeeper::release
