// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/permissions.h"
#include "core/check/prefix_tally.h"
#include "core/check/step.h"
#include "core/loop/lifetime.h"
#include "core/masters/voter_roll.h"
#include "core/redis/link/connection.h"
#include "core/redis/reply.h"
#include "core/redis/scan_cursor.h"
#include "core/result.h"
#include "core/words/fact_words.h"

#include <array>
#include <functional>
#include <memory>

namespace lockkeeper::check {

using MaybeReply = Result<redis::Reply>;

/// A Cluster's node must be named as such; another server must not.
[[nodiscard]] StepOutcome judgeRole(
    const MaybeReply& role, const MaybeReply& info, const MasterId& master, bool isCluster);

/// Advice leaves the step Done.
[[nodiscard]] StepOutcome outcomeOf(const words::MasterFact& fact);

/// By CLIENT ID, CLIENT TRACKING and SUBSCRIBE. `info`: INFO server. `user`: empty for default.
[[nodiscard]] StepOutcome judgePush(
    const std::vector<MaybeReply>& replies, const MaybeReply& info, const std::string& user);

} // namespace lockkeeper::check

namespace lockkeeper::redis {
class SentinelWatch;
}

namespace lockkeeper::check {

struct CheckContext {
    EventLoop& loop;
    const Clock& clock;
    const config::Deployment& deployment;
    masters::VoterRoll& voters;
    PrefixTally& keys;
    std::shared_ptr<redis::TlsContexts> tlsContexts;
    std::string clientName;
    std::function<void(const StepReport&)> onStep;
};

/// Checks one master (a Cluster's first seed) over its own connection. Changes nothing. Thread: the
/// loop's; calls nothing once destroyed.
class MasterCheck {
public:
    MasterCheck(CheckContext context, std::size_t index, std::function<void()> onDone);
    ~MasterCheck();
    MasterCheck(const MasterCheck&) = delete;
    MasterCheck& operator=(const MasterCheck&) = delete;

    /// First reports every step as Pending. Calls `onDone` once.
    void start();

    [[nodiscard]] bool isSampled() const noexcept { return m_isSampled; }
    [[nodiscard]] bool isSamplePartial() const noexcept { return m_isSamplePartial; }

private:
    using Replies = std::vector<MaybeReply>;

    void connect();
    [[nodiscard]] redis::ConnectionOptions connectionOptions();
    void onStage(redis::ConnectStage stage);
    void onLogin();
    void ask(const std::vector<redis::Command>& commands, std::function<void(Replies)> next);
    void askAll();
    void judgeServer(const Replies& replies);
    void identify();
    void askTime();
    void sample(const redis::ScanCursor& cursor, std::size_t seen, std::size_t rounds);
    void onSample(
        const MaybeReply& reply, redis::ScanCursor cursor, std::size_t seen, std::size_t rounds);
    void endSample(std::size_t seen);
    void askForPush();
    void failConnection(const Error& error);
    void report(Step step, StepOutcome outcome);
    void finish();

    [[nodiscard]] const config::MasterConfig& master() const;
    [[nodiscard]] bool isCluster() const { return !master().clusterSeeds.empty(); }

    const CheckContext m_context;
    const std::size_t m_index;
    std::function<void()> m_onDone;
    std::vector<Probe> m_probes;
    std::array<StepState, kSteps> m_states{};
    MaybeReply m_serverInfo;
    bool m_isOver = false;
    bool m_isSampled = false;
    bool m_isSamplePartial = false;
    std::unique_ptr<redis::SentinelWatch> m_group;
    std::unique_ptr<redis::Connection> m_connection;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::check
