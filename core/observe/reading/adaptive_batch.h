// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <algorithm>

namespace lockkeeper::observe {

/// Slower pipelines delay other clients.
inline constexpr std::chrono::milliseconds kSlowPipeline{100};

/// Keys per pipeline; fewer for a slow master.
class AdaptiveBatch {
public:
    AdaptiveBatch(std::size_t first, std::size_t most)
        : m_size(first)
        , m_most(most)
    { }

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    void note(std::size_t keys, SteadyTime::duration took)
    {
        constexpr std::size_t kFewest = 16;
        m_size = took > kSlowPipeline ? std::max(kFewest, keys / 2) : std::min(m_most, m_size * 2);
    }

private:
    std::size_t m_size;
    std::size_t m_most;
};

} // namespace lockkeeper::observe
