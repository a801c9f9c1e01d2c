// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/reply.h"
#include "core/result.h"

#include <cstdint>
#include <string>

namespace lockkeeper::redis {

/// That the SCAN of a server does not end.
[[nodiscard]] Error endlessScan();

/// Where the SCAN of one server goes on: "0", or the cursor of its latest reply. Notices servers
/// that repeat themselves. A value.
class ScanCursor {
public:
    /// To be sent with the next SCAN.
    [[nodiscard]] const std::string& text() const noexcept { return m_text; }
    /// True before the first reply, and when all keys were told.
    [[nodiscard]] bool isAtStart() const noexcept { return m_text == "0"; }

    /// Takes the cursor of a reply to SCAN. ServerError if it is none of SCAN, or if the server
    /// repeats a cursor: no Redis does, because a cursor only moves forward. Then this cursor is at
    /// the start again.
    [[nodiscard]] Result<void> advance(const Reply& reply);

private:
    std::string m_text = "0";
    // Brent's way to find a cycle: compare with a mark that is set anew after 1, 2, 4 ... steps.
    std::string m_mark;
    std::uint64_t m_steps = 0; ///< since the mark was set
    std::uint64_t m_mostSteps = 1;
};

} // namespace lockkeeper::redis
