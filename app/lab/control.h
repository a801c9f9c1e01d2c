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

// A JSON object per line: {"do": ...} or {"answer": ...} from the stage, {"is": ...} with
// steady-clock times from a contender.

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
    explicit Control(const std::string& socketPath);

    [[nodiscard]] bool isOpen() const noexcept { return m_socket.isOpen(); }
    void send(const Message& message);
    /// As next(). Keeps other messages for next().
    [[nodiscard]] std::optional<Message> answer(std::chrono::milliseconds timeout);
    /// nullopt after the timeout, or if the stage is gone.
    [[nodiscard]] std::optional<Message> next(std::chrono::milliseconds timeout);

private:
    [[nodiscard]] std::optional<Message> receive(std::chrono::milliseconds timeout);

    std::deque<Message> m_kept;
    UniqueFd m_socket;
    std::string m_received;
};

} // namespace lockkeeper::lab
