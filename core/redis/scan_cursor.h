// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply.h"
#include "core/result.h"

#include <cstdint>
#include <string>

namespace lockkeeper::redis {

[[nodiscard]] Error endlessScan();

/// Where one server's SCAN goes on. Notices a server that repeats itself.
class ScanCursor {
public:
    [[nodiscard]] const std::string& text() const noexcept { return m_text; }
    /// Also when all keys were returned.
    [[nodiscard]] bool isAtStart() const noexcept { return m_text == "0"; }

    /// ServerError: no reply to SCAN, or a repeated cursor (Redis only moves forward). It then
    /// starts over.
    [[nodiscard]] Result<void> advance(const Reply& reply);

private:
    std::string m_text = "0";
    // Brent's cycle detection: a new mark after 1, 2, 4 ... steps.
    std::string m_mark;
    std::uint64_t m_steps = 0;
    std::uint64_t m_mostSteps = 1;
};

} // namespace lockkeeper::redis
