// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/master_check.h"
#include "core/loop/scheduler.h"
#include "core/zookeeper/client.h"

namespace lockkeeper::check {

/// Checks a ZooKeeper ensemble: session, right to list, pushed changes. For the loop's thread;
/// calls nothing once destroyed.
class EnsembleCheck {
public:
    EnsembleCheck(const CheckContext& context, std::function<void(std::size_t nodes)> onDone);
    ~EnsembleCheck();
    EnsembleCheck(const EnsembleCheck&) = delete;
    EnsembleCheck& operator=(const EnsembleCheck&) = delete;

    /// First reports every step as Pending. Calls `onDone` once, with the number of nodes at the
    /// watched top.
    void start();

private:
    void onConnected();
    void onChildren(Result<std::optional<zookeeper::NodeChildren>> children);
    void fail(const Error& error);
    void report(Step step, StepState state, std::string text);
    void finish();
    [[nodiscard]] const config::MasterConfig& master() const;

    const CheckContext& m_context;
    std::function<void(std::size_t nodes)> m_onDone;
    std::array<bool, kSteps> m_areTold{};
    std::size_t m_nodes = 0;
    bool m_isConnected = false;
    std::unique_ptr<zookeeper::Client> m_client;
};

} // namespace lockkeeper::check
