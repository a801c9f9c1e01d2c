// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/workload/blocking_client.h"
#include "core/config/deployment.h"

#include <optional>
#include <vector>

namespace lockkeeper::sandbox {

/// Sends commands to one master after another. Reconnects. One thread.
class RawMasters {
public:
    explicit RawMasters(const config::Deployment& deployment);

    [[nodiscard]] std::size_t size() const noexcept { return m_masters.size(); }
    /// As BlockingClient; two seconds at most.
    [[nodiscard]] Result<redis::Reply> call(std::size_t master, const redis::Command& command);
    std::vector<Result<redis::Reply>> callAll(const redis::Command& command);
    /// Of answering masters.
    [[nodiscard]] std::size_t countHolding(std::string_view resource);

private:
    struct Master {
        redis::Url url;
        std::optional<BlockingClient> client;
    };
    std::vector<Master> m_masters;
};

} // namespace lockkeeper::sandbox
