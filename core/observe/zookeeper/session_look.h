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

/// Where a session stands, as far as the servers have told.
enum class SessionState {
    NotKnown, ///< not enough was told
    Connected, ///< a server has its connection
    Disconnected, ///< no server has one, and the session has not ended
    Ended, ///< the leader has nodes of it, but not the session
};

struct SessionFacts {
    SessionState state = SessionState::NotKnown;
    std::string address{}; ///< ip:port of its client, as seen last; empty: not known
    std::chrono::milliseconds timeout{0}; ///< 0: not known
    std::optional<WallTime> endsAt{}; ///< (Disconnected) unless its client comes back

    friend bool operator==(const SessionFacts&, const SessionFacts&) = default;
};

/// Sessions, and how many nodes each of them has.
using SessionCounts = std::map<std::int64_t, std::size_t>;

/// Asks the servers of an ensemble for the sessions that stand for locks. Only while there are such
/// sessions, for new ones soon, and less often where the answers take long: "cons" of each server
/// every five seconds, and "dump" of the leader, which is long, every half minute and when a
/// session has lost its connection. All are asked for "dump" until the leader is found. Whoever may
/// not answer is not asked again for ten minutes.
///
/// That a session is Disconnected, or has Ended, counts once two looks in a row, at least a second
/// apart, have shown it, both begun after the session was named: a client may change its server,
/// and a session may be on its way. Disconnected also needs the answer of every server that the
/// ensemble has, and Ended a complete list of the leader with nodes of the session in the same
/// answer.
///
/// Not thread-safe; lives on the loop. `loop` and `clock` must outlive it. Never blocks.
class SessionLook {
public:
    struct Pace {
        std::chrono::milliseconds confirm{1000};
        std::chrono::milliseconds forNew{2000};
        std::chrono::milliseconds usual{5000};
        std::chrono::milliseconds forAll{30'000}; ///< with all sessions of the leader
        std::chrono::milliseconds afterRefusal{600'000};
        /// A look that takes a second is followed by a minute without one.
        unsigned rest = 60;
    };
    struct Inputs {
        std::vector<redis::Url> servers;
        MasterId master; ///< for errors
        zookeeper::WordCall::Limits limits{};
        Pace pace{};
        /// Called after each look. Of these sessions find() tells something else than before.
        std::function<void(const std::set<std::int64_t>& changed)> onLooked{};
    };
    SessionLook(EventLoop& loop, const Clock& clock, Inputs inputs);
    ~SessionLook();

    /// How many servers the ensemble has; nullopt: not known.
    void setServers(std::optional<std::size_t> count) { m_ensemble = count; }
    /// Begins to ask if it is time to. `sessions` are those of the locks, each seen in a node. Call
    /// it ten times a second.
    void tick(const SessionCounts& sessions);
    /// Servers that refused may have been started anew: they are asked again.
    void forgetRefusals();

    /// Null: nothing is known of it.
    [[nodiscard]] const SessionFacts* find(std::int64_t session) const;
    /// True if nothing is to be asked for now, given that tick() was called with all sessions.
    [[nodiscard]] bool isSettled() const noexcept { return m_isSettled; }
    /// What is not told, and why.
    [[nodiscard]] const std::optional<Error>& error() const noexcept { return m_error; }
    /// How many times words were sent.
    [[nodiscard]] std::uint64_t asked() const noexcept { return m_asked; }

private:
    struct Server;
    /// Asks for the word, if it is not empty and the server may answer. Forgets its last answer.
    template <class Report> void call(Server& server, Report& report, std::string_view word);
    void begin(const SessionCounts& sessions);
    void onAnswer();
    void finish();
    [[nodiscard]] SessionFacts factsOf(std::int64_t session) const;
    [[nodiscard]] SessionFacts withEarlier(std::int64_t session, SessionFacts facts) const;
    [[nodiscard]] std::optional<Error> errorOfAnswers() const;
    [[nodiscard]] bool hasNew(const SessionCounts& sessions) const;
    [[nodiscard]] SteadyTime nextLook(const SessionCounts& sessions) const;

    EventLoop& m_loop;
    const Clock& m_clock;
    Inputs m_inputs;
    const std::shared_ptr<redis::TlsContexts> m_tls; ///< so that its files are read once
    std::vector<std::unique_ptr<Server>> m_servers;
    std::optional<std::size_t> m_ensemble;
    std::optional<std::size_t> m_leader; ///< index of the server that was the leader
    bool m_hasLeader = true; ///< it may be among the servers
    std::size_t m_missing = 0; ///< answers that are still to come
    std::map<std::int64_t, SessionFacts> m_facts; ///< as told to whoever asks
    std::map<std::int64_t, SessionState> m_states; ///< as the latest look showed them
    std::set<std::int64_t> m_sessions; ///< that the latest look is about
    std::optional<Error> m_error;
    SteadyTime m_begunAt{};
    SteadyTime m_nextCheck{}; ///< for new sessions
    SteadyTime m_nextForAll{};
    SteadyTime m_endedAt{};
    std::uint64_t m_asked = 0;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< for what is posted
    bool m_isLooking = false;
    bool m_hasDoubts = false; ///< something is to be confirmed
    bool m_isForAll = true; ///< the latest look asks for all sessions
    bool m_isSettled = false;
};

} // namespace lockkeeper::observe
