// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <map>
#include <optional>
#include <string>

namespace lockkeeper::masters {

/// Which master of a deployment is which server, by run_id, so that none is counted twice. Not
/// thread-safe.
class VoterRoll {
public:
    /// Enters the server behind `master`, in place of what it was before. On failure,
    /// InvalidArgument: another master of the deployment is the same server, and keeps its place. A
    /// server whose run_id is not known is let in: it can't be told.
    [[nodiscard]] std::optional<Error> admit(
        const MasterId& master, const std::optional<std::string>& runId);

private:
    std::map<MasterId, std::string> m_runIds;
};

} // namespace lockkeeper::masters
