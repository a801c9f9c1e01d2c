// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <map>
#include <optional>
#include <string>

namespace lockkeeper::masters {

/// The server behind each master, by run_id, so that none votes twice. Not thread-safe.
class VoterRoll {
public:
    /// InvalidArgument if another master is the same server. An unknown run_id is admitted.
    [[nodiscard]] std::optional<Error> admit(
        const MasterId& master, const std::optional<std::string>& runId);

private:
    std::map<MasterId, std::string> m_runIds;
};

} // namespace lockkeeper::masters
