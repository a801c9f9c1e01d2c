// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/ttl.h"
#include "core/result.h"

#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace lockkeeper::lock {

/// A requested extension of a lease.
struct ExtensionRequest {
    Ttl ttl;
    /// Used instead of `ttl`, if set: how far to move the deadline.
    std::optional<std::chrono::milliseconds> additional;
    std::function<void(Result<void>)> handler;
    SteadyTime end; ///< when to fail at the latest, time in the queue included
};

/// The extensions of one lease, which run one at a time and in order: the masters may execute two
/// at a time in another order than they were decided in. Not thread-safe.
class ExtensionQueue {
public:
    /// True from begin() to finish().
    [[nodiscard]] bool isBusy() const noexcept { return m_isBusy; }
    /// Returns the request if it can start now. Otherwise keeps it for next().
    [[nodiscard]] std::optional<ExtensionRequest> push(ExtensionRequest request)
    {
        if (!m_isBusy)
            return request;
        m_requests.push_back(std::move(request));
        return std::nullopt;
    }
    /// Removes and returns the oldest request that was kept, if it can start now.
    [[nodiscard]] std::optional<ExtensionRequest> next()
    {
        if (m_isBusy || m_requests.empty())
            return std::nullopt;
        std::optional<ExtensionRequest> request(std::move(m_requests.front()));
        m_requests.erase(m_requests.begin());
        return request;
    }
    /// The masters are asked for an extension. A request that fails before that never begins.
    void begin() noexcept { m_isBusy = true; }
    /// The extension that began is decided.
    void finish() noexcept { m_isBusy = false; }

private:
    std::vector<ExtensionRequest> m_requests;
    bool m_isBusy = false;
};

} // namespace lockkeeper::lock
