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

/// Connections to the masters of a deployment, and the loop that they live on. They stay open for
/// all looks and releases that use them, one after the other, on any thread.
struct Links {
    EventLoop loop;
    std::optional<masters::Masters> masters{}; ///< nullopt: not connected yet, or not to Redis
    std::unique_ptr<StoreDeeds> other{}; ///< another store; null: not connected yet, or to Redis
    std::chrono::milliseconds timeout{};
};

/// Starts the loop of `links`. System if no thread can be started.
[[nodiscard]] Result<void> start(std::optional<Links>& links);

/// Starts to connect; returns at once. `onLogin`: see masters::Masters.
void connect(Links& links, const config::Deployment& deployment, masters::MastersUse use,
    std::function<void()> onLogin = {});

} // namespace lockkeeper::release
