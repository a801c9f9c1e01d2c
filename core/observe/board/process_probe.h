// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockkeeper::observe {

/// What has become of a process.
enum class ProcessState : std::uint8_t {
    Unknown, ///< of another machine, boot or container, or hidden
    Running, ///< it runs, or waits for something that can wake it
    Stopped, ///< all its threads are stopped, by SIGSTOP or a debugger: it can go on at any moment
    Blocked, ///< no thread can be interrupted: they wait in the kernel, for a disk for example
    Gone, ///< there is no process with its pid, or only a zombie
    Replaced, ///< another process has its pid now
};

/// True if the process that was asked for does not exist any more.
[[nodiscard]] constexpr bool hasEnded(ProcessState state) noexcept
{
    return state == ProcessState::Gone || state == ProcessState::Replaced;
}

/// Queries the processes of this host. Replaceable in tests.
class ProcessProbe {
public:
    ProcessProbe() = default;
    ProcessProbe(const ProcessProbe&) = delete;
    ProcessProbe& operator=(const ProcessProbe&) = delete;
    virtual ~ProcessProbe() = default;

    /// What has become of the process with this pid and identity, see lock::Owner. Takes one read
    /// of /proc; one more per thread if its first thread can't run.
    [[nodiscard]] virtual ProcessState stateOf(
        std::int64_t pid, std::string_view identity) const = 0;
};

/// Reads /proc of this machine. Thread-safe.
class LocalProcessProbe final : public ProcessProbe {
public:
    LocalProcessProbe();
    [[nodiscard]] ProcessState stateOf(std::int64_t pid, std::string_view identity) const override;

private:
    std::string m_place; ///< in which identities can be compared; empty: in none
};

} // namespace lockkeeper::observe
