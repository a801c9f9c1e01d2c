// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockkeeper::observe {

enum class ProcessState : std::uint8_t {
    Unknown, ///< of another machine, boot or container, or hidden
    Running, ///< runs, or waits for something that can wake it
    Stopped, ///< all threads, by SIGSTOP or a debugger: may go on at any moment
    Blocked, ///< no thread can be interrupted, for example while waiting for a disk
    Gone, ///< no process with its pid, or a zombie
    Replaced,
};

[[nodiscard]] constexpr bool hasEnded(ProcessState state) noexcept
{
    return state == ProcessState::Gone || state == ProcessState::Replaced;
}

class ProcessProbe {
public:
    ProcessProbe() = default;
    ProcessProbe(const ProcessProbe&) = delete;
    ProcessProbe& operator=(const ProcessProbe&) = delete;
    virtual ~ProcessProbe() = default;

    /// `identity`: see lock::Owner. Reads /proc once; also each thread's if the first can't run.
    [[nodiscard]] virtual ProcessState stateOf(
        std::int64_t pid, std::string_view identity) const = 0;
};

/// Reads /proc of this machine. Thread-safe.
class LocalProcessProbe final : public ProcessProbe {
public:
    LocalProcessProbe();
    [[nodiscard]] ProcessState stateOf(std::int64_t pid, std::string_view identity) const override;

private:
    std::string m_place; ///< where identities are comparable; empty: nowhere
};

} // namespace lockkeeper::observe
