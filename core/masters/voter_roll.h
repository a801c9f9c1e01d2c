// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <map>
#include <optional>
#include <string>

namespace lockkeeper::masters {

/// Records which server each master of a deployment is, by run_id, so that no server votes twice.
/// Not thread-safe.
class VoterRoll {
public:
    /// Records the server behind `master` in place of its previous one. Returns InvalidArgument if
    /// another master of the deployment is the same server; that master keeps its entry. A server
    /// with an unknown run_id is admitted, because it can't be identified.
    [[nodiscard]] std::optional<Error> admit(
        const MasterId& master, const std::optional<std::string>& runId);

private:
    std::map<MasterId, std::string> m_runIds;
};

} // namespace lockkeeper::masters
