// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/masters/voter_roll.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::masters {
namespace {

constexpr std::size_t kShownDigits = 8; // of 40

} // namespace

std::optional<Error> VoterRoll::admit(
    const MasterId& master, const std::optional<std::string>& runId, Of kind)
{
    if (kind == Of::Server)
        std::erase_if(m_masters, [&](const auto& entry) { return entry.second == master; });
    if (!runId)
        return std::nullopt;
    const auto [same, isNew] = m_masters.try_emplace(*runId, master);
    if (!isNew && same->second != master)
        return Error{ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("this is the same server as master $0 (run_id $1...); one "
                                    "server has one vote",
                                 "data"),
                same->second.value(), runId->substr(0, kShownDigits)),
            master};
    return std::nullopt;
}

} // namespace lockkeeper::masters
