// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/transport.h"
#include "tests/simulation/master.h"
#include "tests/simulation/process.h"

namespace lockkeeper::simulation {

/// The simulated network connection of a process to a master. It keeps the contract of
/// redis::Transport like redis::Connection does. When it breaks, commands on their way may be lost,
/// or may arrive after commands of the next connection.
class Link final : public redis::Transport {
public:
    /// A connection with an overdue reply becomes Silent when nothing has been received for
    /// `silentAfter`. It is dropped after another `givenUpAfter`.
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

    /// Breaks the connection. The process notices at once.
    void breakUp();
    /// Breaks the connection. The process only notices that answers do not come any more.
    void cut();

private:
    using State = redis::LinkState;
    struct Session {
        std::shared_ptr<Master::Socket> socket;
        bool isCut = false; ///< answers do not arrive any more
        bool isLost = false; ///< commands on their way do not arrive either
        TrueTime delay{}; ///< extra delay of commands on their way
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
