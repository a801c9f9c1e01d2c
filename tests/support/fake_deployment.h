// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/redlock.h"
#include "tests/support/fake_transport.h"

#include <memory>
#include <string>
#include <vector>

namespace lockkeeper::tests {

/// Fake masters a, b, c ... on one manual clock, and the LockContext that lock operations need to
/// use them.
struct FakeDeployment {
    explicit FakeDeployment(std::size_t size)
    {
        for (std::size_t i = 0; i < size; ++i) {
            masters.push_back(
                std::make_unique<FakeTransport>(std::string(1, static_cast<char>('a' + i)), clock));
            context.masters.push_back(masters.back().get());
        }
        context.scheduler = &clock;
        context.clock = &clock;
        context.timeout = std::chrono::milliseconds(50);
    }

    FakeTransport& operator[](std::size_t master) { return *masters.at(master); }
    /// Calls a function of each master.
    template <class... Types, class... Arguments>
    void each(void (FakeTransport::*act)(Types...), const Arguments&... arguments)
    {
        for (const auto& master : masters)
            (*master.*act)(arguments...);
    }
    /// Runs everything that is due now.
    void settle() { clock.advance(std::chrono::milliseconds(0)); }
    [[nodiscard]] std::size_t mastersThatStore(
        const std::string& key, const std::string& value) const
    {
        std::size_t count = 0;
        for (const auto& master : masters)
            count += master->valueOf(key) == value ? 1 : 0;
        return count;
    }

    ManualClock clock;
    std::vector<std::unique_ptr<FakeTransport>> masters;
    lock::LockContext context;
};

} // namespace lockkeeper::tests
