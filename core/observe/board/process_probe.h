// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockkeeper::observe {

/// Queries the processes of this host. Replaceable in tests.
class ProcessProbe {
public:
    ProcessProbe() = default;
    ProcessProbe(const ProcessProbe&) = delete;
    ProcessProbe& operator=(const ProcessProbe&) = delete;
    virtual ~ProcessProbe() = default;

    /// This host's name, as used in tokens.
    [[nodiscard]] virtual const std::string& hostName() const noexcept = 0;

    /// When the process with this pid started; nullopt if there is none. Takes one read of /proc.
    /// If it can't be determined, returns a time in the far past: a process counts as alive until
    /// proven gone.
    [[nodiscard]] virtual std::optional<WallTime> startTime(std::int64_t pid) const = 0;
};

/// Reads /proc of this machine. Thread-safe.
class LocalProcessProbe final : public ProcessProbe {
public:
    LocalProcessProbe();
    [[nodiscard]] const std::string& hostName() const noexcept override { return m_hostName; }
    [[nodiscard]] std::optional<WallTime> startTime(std::int64_t pid) const override;

private:
    std::string m_hostName;
};

} // namespace lockkeeper::observe
