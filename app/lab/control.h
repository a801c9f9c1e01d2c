// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/files/unique_fd.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace lockkeeper::lab {

// What the stage and a contender tell each other, over a socket: one JSON object a line. The stage
// sends {"do": ...} or {"answer": ...}, the contender {"is": ...} with times of the steady clock.

using Message = nlohmann::json;

[[nodiscard]] inline std::int64_t ticksOf(SteadyTime time) noexcept
{
    return time.time_since_epoch().count();
}
[[nodiscard]] inline SteadyTime timeOf(std::int64_t ticks) noexcept
{
    return SteadyTime(SteadyTime::duration(ticks));
}

/// A contender's end of the socket. One thread.
class Control {
public:
    /// Connects to the stage; not open if there is none.
    explicit Control(const std::string& socketPath);

    [[nodiscard]] bool isOpen() const noexcept { return m_socket.isOpen(); }
    /// Closes itself if the stage is gone.
    void send(const Message& message);
    /// The answer to what was sent; nullopt as below. What comes before it is kept for next().
    [[nodiscard]] std::optional<Message> answer(std::chrono::milliseconds timeout);
    /// The next message; nullopt if none comes in this time, or the stage is gone.
    [[nodiscard]] std::optional<Message> next(std::chrono::milliseconds timeout);

private:
    [[nodiscard]] std::optional<Message> receive(std::chrono::milliseconds timeout);

    std::deque<Message> m_kept;
    UniqueFd m_socket;
    std::string m_received;
};

} // namespace lockkeeper::lab
