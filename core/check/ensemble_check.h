// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/master_check.h"
#include "core/loop/scheduler.h"
#include "core/zookeeper/client.h"

namespace lockkeeper::check {

/// Checks a ZooKeeper ensemble: whether a session begins, whether its user may list what is to be
/// watched, and whether changes are told. The steps of Redis that mean nothing there are skipped.
///
/// Used on the loop's thread. May be destroyed at any time; then nothing is called any more.
class EnsembleCheck {
public:
    /// `context` must outlive the check.
    EnsembleCheck(const CheckContext& context, std::function<void(std::size_t nodes)> onDone);
    ~EnsembleCheck();
    EnsembleCheck(const EnsembleCheck&) = delete;
    EnsembleCheck& operator=(const EnsembleCheck&) = delete;

    /// Reports every step as Pending and begins. `onDone` is called once, after the last report,
    /// with the number of nodes at the top of what is watched.
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
