// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/report.h"

#include <algorithm>

namespace lockkeeper::release {

std::size_t Report::count(MasterResult result) const
{
    return static_cast<std::size_t>(std::count_if(outcomes.begin(), outcomes.end(),
        [result](const MasterOutcome& outcome) { return outcome.result == result; }));
}

bool Report::isAsked() const
{
    return count(MasterResult::Asked) + count(MasterResult::AskedAlready) > 0;
}

std::optional<lock::Ask> Report::earlierAsk() const
{
    const auto found = std::ranges::find_if(
        outcomes, [](const MasterOutcome& outcome) { return outcome.ask.has_value(); });
    return found == outcomes.end() ? std::nullopt : found->ask;
}

std::size_t Report::possiblyStillHeld() const
{
    return outcomes.size() - count(MasterResult::Released) - count(MasterResult::AlreadyGone)
        - count(MasterResult::AnotherHolder) - count(MasterResult::Revoked);
}

} // namespace lockkeeper::release
