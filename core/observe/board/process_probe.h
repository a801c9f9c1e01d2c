// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockkeeper::observe {

enum class ProcessState : std::uint8_t {
    Unknown, ///< on another host, or hidden
    Running, ///< or waits for something that can wake it
    Stopped, ///< by SIGSTOP or a debugger; may continue at any moment
    Blocked, ///< uninterruptible, for example by a disk
    Gone, ///< no such pid, or a zombie
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

    /// `identity`: see lock::Owner. Reads /proc once, and each thread's state if the first thread
    /// can't run.
    [[nodiscard]] virtual ProcessState stateOf(
        std::int64_t pid, std::string_view identity) const = 0;
};

/// Of this machine, by /proc. Thread-safe.
class LocalProcessProbe final : public ProcessProbe {
public:
    LocalProcessProbe();
    [[nodiscard]] ProcessState stateOf(std::int64_t pid, std::string_view identity) const override;

private:
    std::string m_place; ///< prefix of comparable identities; empty: none are
};

} // namespace lockkeeper::observe
