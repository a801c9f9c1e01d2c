// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/transport.h"
#include "tests/simulation/master.h"
#include "tests/simulation/process.h"

namespace lockkeeper::simulation {

/// The connection of a process to a master, over a network: keeps the contract of
/// redis::Transport as redis::Connection does. When it breaks, what is on its way may be lost, or
/// arrive after all that is sent over the next connection.
class Link final : public redis::Transport {
public:
    /// A reply is overdue, and none has come for so long: it is Silent; and after so much longer
    /// it is given up.
    struct Patience {
        std::chrono::milliseconds silentAfter;
        std::chrono::milliseconds givenUpAfter;
    };
    Link(World& world, Process& process, Master& master, Patience patience);

    [[nodiscard]] const MasterId& master() const noexcept override { return m_id; }
    [[nodiscard]] redis::LinkStatus status() const override;
    void send(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override;
    void sendUndo(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override;

    /// Breaks; the process notices at once.
    void breakUp();
    /// Breaks; the process notices that nobody answers any more.
    void cut();

private:
    using State = redis::LinkState;
    struct Session {
        std::shared_ptr<Master::Socket> socket;
        bool isCut = false; ///< no answer comes through
        bool isLost = false; ///< nor does what is on its way
        TrueTime delay{}; ///< of what is on its way
        TrueTime lastArrival{};
        TrueTime lastAnswer{};
    };
    struct Pending {
        std::uint64_t id;
        Handler handler; ///< null: its deadline has passed
        SteadyTime sentAt;
    };

    void transmit(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler);
    void refuse(Handler handler);
    void decideFate(Session& session);
    void answer(const std::shared_ptr<Session>& session, std::uint64_t id, redis::Reply reply);
    void onReply(
        const std::shared_ptr<Session>& session, std::uint64_t id, const redis::Reply& reply);
    void onDeadline(std::uint64_t id);
    void judgeSilence();
    void drop(const std::shared_ptr<Session>& session);
    void connectLater();
    void connect();
    [[nodiscard]] TrueTime latency();

    World& m_world;
    Process& m_process;
    Master& m_master;
    Patience m_patience;
    MasterId m_id;
    State m_state = State::Up;
    std::shared_ptr<Session> m_session; ///< null: not connected
    std::deque<Pending> m_pending;
    std::uint64_t m_lastId = 0;
    SteadyTime m_lastReply{};
};

} // namespace lockkeeper::simulation
