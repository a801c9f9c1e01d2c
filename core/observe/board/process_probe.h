// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockkeeper::observe {

/// Asks this host about processes: the seam that lets tests decide who is alive.
class ProcessProbe {
public:
    ProcessProbe() = default;
    ProcessProbe(const ProcessProbe&) = delete;
    ProcessProbe& operator=(const ProcessProbe&) = delete;
    virtual ~ProcessProbe() = default;

    /// This host's name, as tokens carry it.
    [[nodiscard]] virtual const std::string& hostName() const noexcept = 0;

    /// When the process with this pid started; nullopt if there is none. Never blocks for long
    /// (one read of /proc). On failure to tell, a time in the far past: alive until proven gone.
    [[nodiscard]] virtual std::optional<WallTime> startTime(std::int64_t pid) const = 0;
};

/// Reads /proc of this machine. Safe to use from any thread.
class LocalProcessProbe final : public ProcessProbe {
public:
    LocalProcessProbe();
    [[nodiscard]] const std::string& hostName() const noexcept override { return m_hostName; }
    [[nodiscard]] std::optional<WallTime> startTime(std::int64_t pid) const override;

private:
    std::string m_hostName;
};

} // namespace lockkeeper::observe
