// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/redis/url.h"
#include "core/types.h"
#include "core/zookeeper/session_reports.h"
#include "core/zookeeper/word_call.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockkeeper::redis {
class TlsContexts;
}

namespace lockkeeper::observe {

enum class SessionState {
    NotKnown,
    Connected, ///< to some server
    Disconnected, ///< from all servers; the session lives
    Ended, ///< the leader has its nodes, not the session
};

struct SessionFacts {
    SessionState state = SessionState::NotKnown;
    std::string address{}; ///< ip:port of the client, as last seen; empty: unknown
    std::chrono::milliseconds timeout{0};
    std::optional<WallTime> endsAt{}; ///< (Disconnected) unless the client returns

    friend bool operator==(const SessionFacts&, const SessionFacts&) = default;
};

using SessionCounts = std::map<std::int64_t, std::size_t>;

/// Asks an ensemble's servers about the sessions behind locks: docs/zookeeper.md, "Where a holder
/// is".
/// - Asks all for "dump" (long) until the leader is found. Slow answers stretch the pace, except
///   the first. Asks AdminServer again soon if its answer is too late.
/// - Disconnected and Ended need two looks, a second apart, begun after the session was named: a
///   client may be changing servers. Disconnected needs all servers' answers; Ended the leader's
///   complete list, with nodes of the session.
/// - Thread: the loop's. Never blocks.
class SessionLook {
public:
    struct Pace {
        std::chrono::milliseconds confirm{1000};
        std::chrono::milliseconds forNew{2000};
        std::chrono::milliseconds usual{5000};
        std::chrono::milliseconds forAll{30'000}; ///< with "dump"
        std::chrono::milliseconds afterRefusal{600'000};
        /// AdminServer's first answer takes long. Doubled each time, up to afterRefusal.
        std::chrono::milliseconds afterTimeout{2000};
        /// Seconds of pause for each second of a look.
        unsigned rest = 60;
    };
    struct Inputs {
        std::vector<redis::Url> servers;
        MasterId master;
        std::uint16_t adminPort = 0; ///< 0: none
        zookeeper::WordCall::Limits limits{};
        Pace pace{};
        std::function<void(const std::set<std::int64_t>& changed)> onLooked{};
    };
    SessionLook(EventLoop& loop, const Clock& clock, Inputs inputs);
    ~SessionLook();

    void setServers(std::optional<std::size_t> count) { m_ensemble = count; }
    /// Starts a due look at all locks' sessions: call it ten times a second.
    void tick(const SessionCounts& sessions);
    void forgetRefusals();

    [[nodiscard]] const SessionFacts* find(std::int64_t session) const;
    /// Nothing is pending or due for the last tick()'s sessions.
    [[nodiscard]] bool isSettled() const noexcept { return m_isSettled; }
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }
    [[nodiscard]] std::uint64_t asked() const noexcept { return m_asked; }

private:
    struct Server;
    /// Drops the last answer. Sends nothing for an empty word or to a refusing server.
    template <class Asked> void call(Server& server, Asked& asked, std::string_view word);
    template <class Asked> void callAdminServer(Server& server, Asked& asked);
    template <class Asked> void noteAdminFailure(Asked& asked, bool isTimeout);
    template <class Asked> [[nodiscard]] bool isRefused(const Asked& asked, SteadyTime at) const;
    void begin(const SessionCounts& sessions);
    void onAnswer();
    void planNext();
    void finish();
    [[nodiscard]] SessionFacts factsOf(std::int64_t session) const;
    [[nodiscard]] SessionFacts withEarlier(std::int64_t session, SessionFacts facts) const;
    [[nodiscard]] std::optional<Error> errorOfAnswers() const;
    [[nodiscard]] bool hasNew(const SessionCounts& sessions) const;
    [[nodiscard]] SteadyTime nextLook(const SessionCounts& sessions) const;

    EventLoop& m_loop;
    const Clock& m_clock;
    Inputs m_inputs;
    const std::shared_ptr<redis::TlsContexts> m_tls;
    std::vector<std::unique_ptr<Server>> m_servers;
    std::optional<std::size_t> m_ensemble;
    std::optional<std::size_t> m_leader;
    bool m_hasLeader = true; ///< it may be among the servers
    std::size_t m_missing = 0;
    std::map<std::int64_t, SessionFacts> m_facts; ///< as reported to callers
    std::map<std::int64_t, SessionState> m_states; ///< as the latest look found them
    std::set<std::int64_t> m_sessions;
    std::optional<Error> m_error;
    SteadyTime m_begunAt{};
    SteadyTime m_nextCheck{};
    SteadyTime m_nextForAll{};
    SteadyTime m_endedAt{};
    SteadyTime m_restsUntil{};
    SteadyTime m_retryAt = SteadyTime::max(); ///< AdminServers were too late
    std::uint64_t m_asked = 0;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
    bool m_isLooking = false;
    bool m_hasDoubts = false;
    bool m_isForAll = true;
    bool m_isCold = true; ///< the servers may be slow, once
    bool m_isSettled = false;
};

} // namespace lockkeeper::observe
