// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lockkeeper::masters {

/// The servers behind each master, by run_id, so that none votes twice. Not thread-safe.
class VoterRoll {
public:
    enum class Of : std::uint8_t { Server, ClusterNode };

    /// InvalidArgument if another master has the same server. An unknown run_id is admitted.
    [[nodiscard]] std::optional<Error> admit(
        const MasterId& master, const std::optional<std::string>& runId, Of kind = Of::Server);

private:
    std::map<std::string, MasterId> m_masters; ///< by run_id
};

} // namespace lockkeeper::masters
