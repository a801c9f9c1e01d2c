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

/// Carries plans out in a store other than Redis, which is a single voter. Its connection stays
/// open for all of them. Blocks for what it asks: at most a few times the deployment's timeout.
/// Safe to call from any thread but the loop's, one at a time.
class StoreDeeds {
public:
    StoreDeeds() = default;
    StoreDeeds(const StoreDeeds&) = delete;
    StoreDeeds& operator=(const StoreDeeds&) = delete;
    virtual ~StoreDeeds() = default;

    /// What follows from another look, which changes nothing: NotSent, without an error, if what
    /// the plan is for is there as planned.
    [[nodiscard]] virtual MasterOutcome lookAgain(const Plan& plan) = 0;
    /// Frees what the plan is for, if it still is there as planned.
    [[nodiscard]] virtual MasterOutcome carryOut(const Plan& plan) = 0;
};

/// A store other than Redis, as far as deeds are concerned.
struct StoreKind {
    std::string_view scheme; ///< config::Ensemble::scheme
    /// `loop` must outlive it. `onSession` is called on the loop's thread with each new session.
    std::unique_ptr<StoreDeeds> (*open)(
        EventLoop& loop, const config::Deployment& deployment, std::function<void()> onSession);
    /// How a shell calls the store's own program for a voter.
    std::string (*cli)(const config::MasterConfig& voter);
    /// See shellLine() and requestText().
    std::string (*shellLine)(const Plan& plan, const PlannedMaster& voter);
    std::string (*requestText)(const Plan& plan);
    /// See readLine().
    std::string (*readLine)(const Resource& lock, const PlannedMaster& voter);
};

/// Null for Redis, which has no scheme.
[[nodiscard]] const StoreKind* storeKind(std::string_view scheme);

} // namespace lockkeeper::release
