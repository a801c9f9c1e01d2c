// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"

#include <optional>

namespace lockkeeper::observe {

enum class WatchStage {
    Waiting,
    Down,
    Unread, ///< keys are missing since the login
    PartlyRead, ///< all but the keys of a silent part
    Whole,
};

/// State of one watched master.
class WatchState {
public:
    enum class Event {
        None,
        Login, ///< perhaps to another server
        Loss, ///< no answer any more, or never one
        Outage, ///< other parts are silent, or none
    };
    /// Call until None: a login may come with an outage.
    [[nodiscard]] Event eventOf(const redis::LinkStatus& link);

    void login(SteadyTime now);
    void lose();
    void setOutage(std::optional<Error> outage);
    void finishSweep() { m_stage = m_outage ? WatchStage::PartlyRead : WatchStage::Whole; }

    [[nodiscard]] WatchStage stage() const noexcept { return m_stage; }
    [[nodiscard]] bool isUp() const noexcept
    {
        return m_stage != WatchStage::Waiting && m_stage != WatchStage::Down;
    }
    [[nodiscard]] bool isWhole() const noexcept { return m_stage == WatchStage::Whole; }
    [[nodiscard]] bool isSettled() const noexcept
    {
        return m_stage != WatchStage::Waiting && m_stage != WatchStage::Unread;
    }
    [[nodiscard]] const std::optional<Error>& outage() const noexcept { return m_outage; }
    [[nodiscard]] SteadyTime upSince() const noexcept { return m_upSince; }

private:
    WatchStage m_stage = WatchStage::Waiting;
    std::optional<Error> m_outage;
    SteadyTime m_upSince{};
    std::optional<SteadyTime> m_loggedInAt;
};

} // namespace lockkeeper::observe
