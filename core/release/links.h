// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/release/store_deeds.h"

#include <chrono>
#include <functional>
#include <optional>

namespace lockkeeper::release {

/// Open connections to a deployment's masters, with their loop. For several operations, one at a
/// time, on any thread.
struct Links {
    EventLoop loop;
    std::optional<masters::Masters> masters{}; ///< nullopt: not connected yet, or another store
    std::unique_ptr<StoreDeeds> other{}; ///< null: not connected yet, or Redis
    std::chrono::milliseconds timeout{};
};

[[nodiscard]] Result<void> start(std::optional<Links>& links);

/// Returns at once. `onLogin`: see masters::Masters.
void connect(Links& links, const config::Deployment& deployment, masters::MastersUse use,
    std::function<void()> onLogin = {});

} // namespace lockkeeper::release
