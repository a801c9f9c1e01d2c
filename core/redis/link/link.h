// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/backoff.h"
#include "core/redis/link/command_queue.h"
#include "core/redis/link/connection.h"
#include "core/redis/link/dialler.h"
#include "core/redis/link/login.h"
#include "core/redis/link/silence.h"
#include "core/redis/link/wire.h"

#include <asio/basic_waitable_timer.hpp>
#include <optional>

namespace lockkeeper::redis {

/// Connection's implementation. Owns the commands, which outlast a socket, and a Wire per socket.
/// Pending Asio handlers keep it alive, but do nothing once m_epoch has changed. Thread: the
/// loop's.
class Connection::Link final : public Wire::Owner, public std::enable_shared_from_this<Link> {
public:
    Link(EventLoop& loop, MasterId master, Url url, ConnectionOptions options);

    void start();
    /// Calls no handlers.
    void close();
    struct Sending {
        std::chrono::milliseconds timeout;
        std::size_t commands = 1;
        bool isUndo = false;
    };
    void send(const std::string& wire, Sending sending, Handler handler);

    [[nodiscard]] const MasterId& master() const noexcept { return m_master; }
    [[nodiscard]] const LinkStatus& status() const noexcept { return m_status; }
    [[nodiscard]] std::uint64_t unanswered() const noexcept { return m_commands.unanswered(); }
    void checkRole();
    void checkHistory();

private:
    /// Stops during a suspension: deadlines may be one timeout late.
    using Timer = asio::basic_waitable_timer<BootClock>;

    enum class Phase { Idle, Asking, Dialling, Connected };

    void onHandshake() override
    {
        m_halfTime.reset();
        if (m_options.onStage)
            m_options.onStage(ConnectStage::TlsEstablished);
        login();
    }
    void onReadOnly() override { checkRole(); }
    void onBroken(LinkState state, Error reason) override { drop(state, std::move(reason)); }

    void connect();
    void listenToTarget();
    [[nodiscard]] bool prepareTarget();
    void moveTo(const Url& url);
    void followTarget();
    void onDialled(Result<Dialler::Dialled> dialled);
    void login();
    void onLoginReply(std::size_t step, Result<Reply> reply);
    void becomeUp();

    void sendOwn(const Command& command, Handler handler);
    [[nodiscard]] bool isIn(Wire::Stage stage) const noexcept
    {
        return m_wire && m_wire->stage() == stage;
    }
    [[nodiscard]] bool isReady() const noexcept { return isIn(Wire::Stage::Ready); }
    [[nodiscard]] bool isConnecting() const noexcept
    {
        return m_phase != Phase::Idle && !isReady();
    }

    void watchDeadline(SteadyTime deadline);
    void watchNextDeadline();
    [[nodiscard]] bool isBehind(SteadyTime now);
    void onDeadline();
    void watchHalfTime();
    void onHalfTime();
    void onConnectTimeout();
    void reset();
    void drop(LinkState state, Error reason);
    void failLater(CommandQueue::Owed owed, Error reason);
    [[nodiscard]] Error error(ErrorClass kind, std::string text) const
    {
        return {kind, std::move(text), m_master};
    }
    [[nodiscard]] Error unavailable() const;

    EventLoop& m_loop;
    const MasterId m_master;
    const ConnectionOptions m_options;
    LinkStatus m_status;
    CommandQueue m_commands;
    Login m_login;
    std::shared_ptr<Dialler> m_dialler;
    std::shared_ptr<Wire> m_wire;
    Silence m_silence;
    Backoff m_backoff;

    Timer m_deadlineTimer;
    Timer m_reconnectTimer;
    std::optional<SteadyTime> m_nextDeadline;
    SteadyTime m_connectDeadline{};
    /// Set while something may be tried then.
    std::optional<SteadyTime> m_halfTime;

    std::uint64_t m_epoch = 0; ///< counts attempts and their ends
    Phase m_phase = Phase::Idle;
    bool m_isClosed = false;
    bool m_isCheckingRole = false;
};

} // namespace lockkeeper::redis
