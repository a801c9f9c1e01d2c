// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <optional>

namespace lockkeeper::observe {

/// How far a master under watch was read.
enum class WatchStage {
    Waiting, ///< not connected yet
    Down, ///< it does not answer
    Unread, ///< it answers; not all its keys were read since the login
    PartlyRead, ///< a part of it does not answer; the keys of the other parts were read
    Whole, ///< all its keys were read since the login
};

/// The state of one master under watch. Each transition is one function. A value; contains no I/O:
/// MasterWatch calls the transitions and does what follows from them.
class WatchState {
public:
    /// What happened to the connection.
    enum class Event {
        None,
        Login, ///< connected, or connected again: the server may be another one
        Loss, ///< the master does not answer any more, or did not at the first attempt
        Outage, ///< a part of the master stopped answering, or another part did, or all answer
    };
    /// Compares the connection with this state. Call it again after the event's transition, until
    /// it returns None: a login may come with an outage.
    [[nodiscard]] Event eventOf(const redis::LinkStatus& link);

    void login(SteadyTime now);
    void lose();
    void setOutage(std::optional<Error> outage);
    /// A sweep has read all keys of the parts that answer.
    void finishSweep() { m_stage = m_outage ? WatchStage::PartlyRead : WatchStage::Whole; }

    [[nodiscard]] WatchStage stage() const noexcept { return m_stage; }
    [[nodiscard]] bool isUp() const noexcept
    {
        return m_stage != WatchStage::Waiting && m_stage != WatchStage::Down;
    }
    [[nodiscard]] bool isWhole() const noexcept { return m_stage == WatchStage::Whole; }
    /// True if there is nothing to wait for: the keys were read, as far as the master answers; or
    /// it does not answer.
    [[nodiscard]] bool isSettled() const noexcept
    {
        return m_stage != WatchStage::Waiting && m_stage != WatchStage::Unread;
    }
    /// Why a part of the master does not answer; nullopt: all parts answer.
    [[nodiscard]] const std::optional<Error>& outage() const noexcept { return m_outage; }
    /// (isUp) when the login was noticed.
    [[nodiscard]] SteadyTime upSince() const noexcept { return m_upSince; }

private:
    WatchStage m_stage = WatchStage::Waiting;
    std::optional<Error> m_outage;
    SteadyTime m_upSince{};
    std::optional<SteadyTime> m_loggedInAt; ///< another value means another login
};

} // namespace lockkeeper::observe
