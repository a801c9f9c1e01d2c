// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lockkeeper::masters {

/// The servers behind each master, by run_id, so that none votes twice.
class VoterRoll {
public:
    enum class Of : std::uint8_t { Server, ClusterNode };

    /// InvalidArgument if another master has the same server. Admits an unknown run_id.
    [[nodiscard]] std::optional<Error> admit(
        const MasterId& master, const std::optional<std::string>& runId, Of kind = Of::Server);

private:
    std::map<std::string, MasterId> m_masters;
};

} // namespace lockkeeper::masters
