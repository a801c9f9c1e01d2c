// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/zookeeper/session_look.h"

#include "core/loop/event_loop.h"
#include "core/redis/tls_contexts.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <utility>

namespace lockkeeper::observe {
namespace {

constexpr const char* kConnections = "cons";
constexpr const char* kSessions = "dump";

std::string serverName(redis::Url url)
{
    url.user.clear();
    url.password = {};
    std::string name = url.redacted();
    name.erase(0, name.find("://") + 3);
    return name;
}

} // namespace

struct SessionLook::Server {
    template <class T> struct Asked {
        using Report = T;
        const char* adminCommand;
        std::unique_ptr<zookeeper::WordCall> call{};
        Report report{};
        std::string adminAnswer{};
        std::optional<Error> failure{};
        bool isAnswered = false;
        SteadyTime notBefore = SteadyTime::min(); ///< the word is refused until then
        SteadyTime adminNotBefore = SteadyTime::min(); ///< AdminServer is away until then
        std::chrono::milliseconds adminPause{0}; ///< the latest for being late; 0: none

        void forgetRefusals()
        {
            notBefore = adminNotBefore = SteadyTime::min();
            adminPause = {};
        }
    };
    redis::Url url;
    Asked<zookeeper::ConsReport> connections{"connections"};
    Asked<zookeeper::DumpReport> sessions{"dump"};
};

SessionLook::SessionLook(EventLoop& loop, const Clock& clock, Inputs inputs)
    : m_loop(loop)
    , m_clock(clock)
    , m_inputs(std::move(inputs))
    , m_tls(std::make_shared<redis::TlsContexts>())
{
    for (const redis::Url& url : m_inputs.servers)
        m_servers.push_back(std::make_unique<Server>(Server{.url = url}));
}

SessionLook::~SessionLook() = default;

const SessionFacts* SessionLook::find(std::int64_t session) const
{
    const auto found = m_facts.find(session);
    return found == m_facts.end() ? nullptr : &found->second;
}

void SessionLook::forgetRefusals()
{
    m_hasLeader = true;
    m_isCold = true;
    for (const auto& server : m_servers) {
        server->connections.forgetRefusals();
        server->sessions.forgetRefusals();
    }
}

bool SessionLook::hasNew(const SessionCounts& sessions) const
{
    return std::ranges::any_of(
        sessions, [this](const auto& session) { return !m_sessions.contains(session.first); });
}

SteadyTime SessionLook::nextLook(const SessionCounts& sessions) const
{
    if (m_endedAt == SteadyTime())
        return SteadyTime::min();
    const Pace& pace = m_inputs.pace;
    if (m_hasDoubts)
        return m_endedAt + pace.confirm;
    const SteadyTime next = m_endedAt + (hasNew(sessions) ? pace.forNew : pace.usual);
    return std::min(std::max(m_restsUntil, next), m_retryAt);
}

void SessionLook::tick(const SessionCounts& sessions)
{
    m_isSettled = sessions.empty() || (!m_isLooking && m_endedAt != SteadyTime() && !m_hasDoubts);
    const SteadyTime now = m_clock.now();
    if (m_isLooking || sessions.empty() || now < m_nextCheck)
        return;
    // Comparing thousands of sessions has a cost.
    m_nextCheck = now + m_inputs.pace.confirm / 2;
    if (now >= nextLook(sessions))
        begin(sessions);
}

template <class Asked> bool SessionLook::isRefused(const Asked& asked, SteadyTime at) const
{
    return asked.notBefore > at && (m_inputs.adminPort == 0 || asked.adminNotBefore > at);
}

template <class Asked> void SessionLook::call(Server& server, Asked& asked, std::string_view word)
{
    asked.report = {};
    asked.isAnswered = false;
    if (word.empty()) // keep the last failure
        return;
    asked.failure.reset();
    const SteadyTime now = m_clock.now();
    if (isRefused(asked, now))
        return;
    ++m_missing;
    if (now < asked.notBefore)
        return callAdminServer(server, asked);
    ++m_asked;
    asked.call
        = std::make_unique<zookeeper::WordCall>(m_loop, server.url, m_tls, word, m_inputs.limits,
            zookeeper::WordCall::Handlers{
                .onBytesRead = [&asked](std::string_view part) { asked.report.feed(part); },
                .onEnd =
                    [this, &server, &asked](Result<void> result) {
                        const bool isRefusal = result && asked.report.isRefused();
                        asked.isAnswered = result && !isRefusal;
                        if (!result)
                            asked.failure = std::move(result.error());
                        if (isRefusal)
                            asked.notBefore = m_clock.now() + m_inputs.pace.afterRefusal;
                        if (isRefusal && !isRefused(asked, m_clock.now()))
                            return callAdminServer(server, asked);
                        onAnswer();
                    }});
}

/// Plain HTTP without a login.
template <class Asked> void SessionLook::callAdminServer(Server& server, Asked& asked)
{
    ++m_asked;
    redis::Url url;
    url.host = server.url.host;
    url.port = m_inputs.adminPort;
    asked.adminAnswer.clear();
    asked.call = std::make_unique<zookeeper::WordCall>(m_loop, url, m_tls,
        zookeeper::adminRequest(url.host, asked.adminCommand), m_inputs.limits,
        zookeeper::WordCall::Handlers{
            .onBytesRead = [&asked](std::string_view part) { asked.adminAnswer.append(part); },
            .onEnd =
                [this, &asked](const Result<void>& result) {
                    auto report
                        = result ? Asked::Report::ofAdminServer(asked.adminAnswer) : std::nullopt;
                    std::string().swap(asked.adminAnswer);
                    asked.isAnswered = report.has_value();
                    if (report) {
                        asked.report = std::move(*report);
                        asked.adminPause = {};
                    } else {
                        noteAdminFailure(
                            asked, !result && result.error().kind == ErrorClass::Timeout);
                    }
                    onAnswer();
                }});
}

template <class Asked> void SessionLook::noteAdminFailure(Asked& asked, bool isTimeout)
{
    const Pace& pace = m_inputs.pace;
    // Otherwise it is another service, or none.
    asked.adminPause = !isTimeout       ? std::chrono::milliseconds(0)
        : asked.adminPause.count() == 0 ? pace.afterTimeout
                                        : std::min(2 * asked.adminPause, pace.afterRefusal);
    asked.adminNotBefore = m_clock.now() + (isTimeout ? asked.adminPause : pace.afterRefusal);
}

void SessionLook::begin(const SessionCounts& sessions)
{
    m_isLooking = true;
    m_isSettled = false;
    m_begunAt = m_clock.now();
    m_isForAll = m_hasDoubts || hasNew(sessions) || m_begunAt >= std::min(m_nextForAll, m_retryAt);
    if (m_isForAll)
        m_nextForAll = m_begunAt + m_inputs.pace.forAll;
    m_sessions.clear();
    for (const auto& [session, nodes] : sessions)
        m_sessions.insert(session);
    m_missing = 1; // keeps finish() away until all are asked
    // A server that refuses "cons" shows its own connections in "dump".
    const bool isOneEnough = m_leader.has_value()
        && std::ranges::none_of(
            m_servers, [&](const auto& one) { return isRefused(one->connections, m_begunAt); });
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        Server& server = *m_servers[i];
        call(server, server.connections, kConnections);
        const bool isItsTurn = isOneEnough ? i == *m_leader : m_hasLeader || i == 0;
        call(server, server.sessions, m_isForAll && isItsTurn ? kSessions : "");
    }
    onAnswer();
}

void SessionLook::onAnswer()
{
    if (--m_missing > 0)
        return;
    // finish() destroys the calls: never inside their handlers.
    m_loop.post([this, alive = std::weak_ptr<bool>(m_alive)] {
        if (!alive.expired())
            finish();
    });
}

/// By the latest look alone.
SessionFacts SessionLook::factsOf(std::int64_t session) const
{
    SessionFacts facts;
    bool areAllAnswered = m_ensemble.has_value() && m_servers.size() >= *m_ensemble;
    for (const auto& server : m_servers) {
        const auto& connections = server->connections;
        areAllAnswered
            = areAllAnswered && connections.isAnswered && connections.report.isComplete();
        const auto& all = connections.report.connections();
        if (const auto found = all.find(session); found != all.end()) {
            facts.state = SessionState::Connected;
            facts.address = found->second.address;
            facts.timeout = found->second.timeout;
        }
        const zookeeper::DumpReport& known = server->sessions.report;
        if (const std::string address = known.addressOf(session); !address.empty()) {
            facts.state = SessionState::Connected;
            facts.address = address;
        }
        if (facts.timeout.count() == 0)
            facts.timeout = known.timeoutOf(session).value_or(facts.timeout);
    }
    const zookeeper::DumpReport* const leader
        = m_leader ? &m_servers[*m_leader]->sessions.report : nullptr;
    const bool isListed = leader != nullptr && leader->hasSession(session);
    if (leader != nullptr && leader->areSessionsComplete() && !isListed
        && leader->hasNodesOf(session) && facts.state != SessionState::Connected)
        facts.state = SessionState::Ended;
    else if (facts.state == SessionState::NotKnown && areAllAnswered
        && (leader == nullptr || !leader->areSessionsComplete() || isListed))
        facts.state = SessionState::Disconnected;
    if (facts.state == SessionState::Disconnected && isListed)
        facts.endsAt = leader->expiryOf(session, m_clock.wallNow());
    return facts;
}

SessionFacts SessionLook::withEarlier(std::int64_t session, SessionFacts facts) const
{
    const SessionFacts* const old = find(session);
    if (old == nullptr)
        return facts;
    if (facts.timeout.count() == 0)
        facts.timeout = old->timeout;
    if (facts.address.empty())
        facts.address = old->address;
    if (!m_isForAll && old->state == SessionState::Ended && facts.state != SessionState::Connected)
        facts.state = SessionState::Ended;
    if (!m_isForAll && facts.state == SessionState::Disconnected)
        facts.endsAt = old->endsAt;
    return facts;
}

void SessionLook::planNext()
{
    m_restsUntil = m_endedAt;
    if (!std::exchange(m_isCold, false))
        m_restsUntil += m_inputs.pace.rest * (m_endedAt - m_begunAt);
    m_retryAt = SteadyTime::max();
    const auto retry = [this](const auto& asked) {
        if (asked.adminPause.count() > 0 && asked.adminNotBefore > m_endedAt)
            m_retryAt = std::min(m_retryAt, asked.adminNotBefore);
    };
    for (const auto& server : m_servers) {
        retry(server->connections);
        retry(server->sessions);
    }
}

void SessionLook::finish()
{
    m_isLooking = false;
    m_endedAt = m_clock.now();
    planNext();
    bool haveAllToldTheirs = true;
    if (m_isForAll)
        m_leader.reset();
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        m_servers[i]->connections.call.reset();
        m_servers[i]->sessions.call.reset();
        haveAllToldTheirs = haveAllToldTheirs && m_servers[i]->sessions.isAnswered;
        if (m_servers[i]->sessions.report.isOfLeader())
            m_leader = i;
    }
    // The leader is not among the servers: don't ask all again.
    if (m_isForAll)
        m_hasLeader = m_leader || !haveAllToldTheirs;
    std::map<std::int64_t, SessionFacts> known;
    std::map<std::int64_t, SessionState> states;
    m_hasDoubts = false;
    for (const std::int64_t session : m_sessions) {
        SessionFacts facts = withEarlier(session, factsOf(session));
        const SessionState state = facts.state;
        states[session] = state;
        const bool isGone = state == SessionState::Disconnected || state == SessionState::Ended;
        const auto before = m_states.find(session);
        if (isGone && (before == m_states.end() || before->second != state)) {
            m_hasDoubts = true;
            facts.state = SessionState::NotKnown;
            facts.endsAt.reset();
        }
        known[session] = std::move(facts);
    }
    m_states = std::move(states);
    m_error = errorOfAnswers();
    std::set<std::int64_t> changed;
    for (const auto& [session, facts] : known) {
        const SessionFacts* const old = find(session);
        if (old == nullptr || *old != facts)
            changed.insert(session);
    }
    m_facts = std::move(known);
    if (m_inputs.onLooked)
        m_inputs.onLooked(changed);
}

std::optional<Error> SessionLook::errorOfAnswers() const
{
    std::optional<Error> failure;
    for (const auto& server : m_servers) {
        const std::string name = serverName(server->url);
        std::string words;
        if (isRefused(server->connections, m_begunAt))
            words = kConnections;
        if (isRefused(server->sessions, m_begunAt))
            words.append(words.empty() ? "" : ", ").append(kSessions);
        if (!words.empty())
            return Error{ErrorClass::NoPermission,
                absl::Substitute(m_inputs.adminPort == 0
                        ? trNoop("$0 does not tell where sessions are ($1): allow these words "
                                 "in its zoo.cfg by 4lw.commands.whitelist=srvr,cons,dump",
                            "data")
                        : trNoop("$0 does not tell where sessions are ($1), nor does an "
                                 "AdminServer on its port $2 (admin_port of the deployments file "
                                 "names another): allow these words in its zoo.cfg by "
                                 "4lw.commands.whitelist=srvr,cons,dump",
                            "data"),
                    name, words, m_inputs.adminPort),
                m_inputs.master};
        for (const auto& why : {server->connections.failure, server->sessions.failure}) {
            if (why && !failure)
                failure = Error{why->kind,
                    absl::Substitute(
                        trNoop("$0 does not tell where sessions are: $1", "data"), name, why->text),
                    m_inputs.master};
        }
    }
    return failure;
}

} // namespace lockkeeper::observe
