// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/masters/voter_roll.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::masters {
namespace {

constexpr std::size_t kShownDigits = 8; // of 40

} // namespace

std::optional<Error> VoterRoll::admit(
    const MasterId& master, const std::optional<std::string>& runId)
{
    m_runIds.erase(master);
    if (!runId)
        return std::nullopt;
    const auto same = std::find_if(m_runIds.begin(), m_runIds.end(),
        [&](const auto& entry) { return entry.second == *runId; });
    if (same != m_runIds.end())
        return Error{ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("this is the same server as master $0 (run_id $1...); one "
                                    "server has one vote",
                                 "data"),
                same->first.value(), runId->substr(0, kShownDigits)),
            master};
    m_runIds.emplace(master, *runId);
    return std::nullopt;
}

} // namespace lockkeeper::masters
