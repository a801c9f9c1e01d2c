// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/release/store_deeds.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockkeeper::release {

/// Connections to a deployment's masters, with their loop. For several operations, one at a time,
/// on any thread.
struct Links {
    EventLoop loop;
    std::optional<masters::Masters> masters{}; ///< nullopt: not connected, or another store
    std::unique_ptr<StoreDeeds> other{}; ///< null: not connected, or Redis
    std::chrono::milliseconds timeout{};
};

[[nodiscard]] Result<void> start(std::optional<Links>& links);

/// Returns at once. `onLogin`: see masters::Masters.
void connect(Links& links, const config::Deployment& deployment, masters::MastersUse use,
    std::function<void()> onLogin = {});

/// Calls `ask(resource, done)` for all at once, to share round trips.
template <class Answer, class Ask>
[[nodiscard]] std::vector<Answer> askOfAll(
    EventLoop& loop, const std::vector<Resource>& resources, Ask ask)
{
    if (resources.empty())
        return {};
    std::vector<Answer> answers(resources.size());
    return loop.await<std::vector<Answer>>([&](auto done) {
        const auto missing = std::make_shared<std::size_t>(resources.size());
        for (std::size_t i = 0; i < resources.size(); ++i) {
            ask(resources[i], [&answers, i, missing, done](Answer answer) {
                answers[i] = std::move(answer);
                if (--*missing == 0)
                    done(std::move(answers));
            });
        }
    });
}

} // namespace lockkeeper::release
