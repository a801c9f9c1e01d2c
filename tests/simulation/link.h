// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/transport.h"
#include "tests/simulation/master.h"
#include "tests/simulation/process.h"
#include "tests/simulation/scenario.h"

namespace lockkeeper::simulation {

/// What a connection that breaks does to the commands on it.
struct Session {
    std::shared_ptr<Master::Socket> socket;
    bool isCut = false; ///< answers do not arrive any more
    bool isLost = false; ///< commands on their way do not arrive either
    TrueTime delay{}; ///< extra delay of commands on their way
    TrueTime lastArrival{};
    TrueTime lastAnswer{};
};

/// The simulated network connection of a process to a master. It keeps the contract of
/// redis::Transport like redis::Connection does. When it breaks, commands on their way may be lost,
/// or may arrive after commands of the next connection.
class Link final : public redis::Transport, private Requester {
public:
    /// A connection with an overdue reply becomes Silent when nothing has been received for
    /// `silentAfter`. It is dropped after another `givenUpAfter`.
    struct Patience {
        std::chrono::milliseconds silentAfter;
        std::chrono::milliseconds givenUpAfter;
    };
    Link(World& world, RequestPool& requests, Process& process, Master& master,
        const Scenario& scenario, Random random);

    [[nodiscard]] const MasterId& master() const noexcept override { return m_id; }
    [[nodiscard]] redis::LinkStatus status() const override;
    [[nodiscard]] std::optional<SteadyTime> forgotAt() const override { return m_server.forgotAt; }
    void send(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override;
    void sendUndo(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override;

    /// As send(), for a command that does not name the token that it may change. The reply is
    /// ignored.
    void sendFor(
        const std::string& token, const redis::Command& command, std::chrono::milliseconds timeout);

    /// Breaks the connection. The process notices at once.
    void breakUp();
    /// Breaks the connection. The process only notices that answers do not come any more.
    void cut();
    /// Whether the process can't reach the master at all.
    void block(bool isBlocked);
    /// A lease with this token was won. Only bugs want to know.
    void noteHeld(const std::string& token);

private:
    using State = redis::LinkState;
    struct Pending {
        std::uint64_t id;
        Handler handler; ///< null: its deadline has passed
        SteadyTime sentAt;
        SteadyTime deadline;
    };

    void transmit(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler);
    [[nodiscard]] Request& newRequest(const redis::Command& command, std::uint64_t id);
    void sufferFaults(const Request& request);
    void sendCopy(Request& copy);
    void travel(Request& request);
    void arrive(Request& request);
    void refuse(Handler handler);
    void decideFate(Session& session);
    void onExecuted(Request& request) override;
    void onReply(Request& request);
    void finish(const Handler& handler, redis::Reply reply);
    void finishWithout(const Handler& handler, ErrorClass why);
    void checkDeadlinesAt(SteadyTime when);
    void checkDeadlines();
    void judgeSilence();
    void drop(const std::shared_ptr<Session>& session);
    void connectLater();
    void connect();
    [[nodiscard]] TrueTime latency();
    [[nodiscard]] bool happens(Fault fault);

    World& m_world;
    RequestPool& m_requests;
    Process& m_process;
    Master& m_master;
    const Scenario& m_scenario;
    Random m_random;
    Patience m_patience;
    MasterId m_id;
    State m_state = State::Up;
    bool m_isBlocked = false;
    std::shared_ptr<Session> m_session; ///< null: not connected
    std::deque<Pending> m_pending;
    std::uint64_t m_lastId = 0;
    SteadyTime m_lastReply{};
    SteadyTime m_nextCheck = SteadyTime::max(); ///< of deadlines
    redis::LinkStatus m_server; ///< what the latest login told of it
    std::set<std::string> m_heldTokens; ///< with a bug only
    std::string m_sendingFor; ///< (sendFor) the token
};

} // namespace lockkeeper::simulation
