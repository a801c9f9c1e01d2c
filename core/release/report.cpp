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

std::size_t Report::possiblyStillHeld() const
{
    return outcomes.size() - count(MasterResult::Released) - count(MasterResult::AlreadyGone)
        - count(MasterResult::AnotherHolder) - count(MasterResult::Revoked);
}

const char* resultName(MasterResult result) noexcept
{
    switch (result) {
    case MasterResult::Released:
        return "released";
    case MasterResult::Revoked:
        return "revoked";
    case MasterResult::AlreadyGone:
        return "already-gone";
    case MasterResult::AnotherHolder:
        return "another-holder";
    case MasterResult::Unreachable:
        return "unreachable";
    case MasterResult::Refused:
        return "refused";
    case MasterResult::Unknown:
        return "unknown";
    case MasterResult::NotSent:
        return "not-sent";
    }
    return "unknown";
}

std::optional<MasterResult> resultNamed(std::string_view name) noexcept
{
    using enum MasterResult;
    for (const MasterResult result :
        {Released, Revoked, AlreadyGone, AnotherHolder, Unreachable, Refused, Unknown, NotSent}) {
        if (name == resultName(result))
            return result;
    }
    return std::nullopt;
}

} // namespace lockkeeper::release
