// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/checks.h"

#include <algorithm>

namespace lockkeeper::config {
namespace {

constexpr std::size_t kShownDigits = 8; // of 40

std::string failures(std::size_t count)
{
    return count == 0 ? "no failure"
        : count == 1  ? "one failure"
                      : std::to_string(count).append(" failures");
}

} // namespace

std::vector<std::string> warnings(const Deployment& deployment)
{
    const std::size_t count = deployment.masters.size();
    if (count == 0 || count % 2 != 0)
        return {};
    std::string line = std::to_string(count);
    line.append(" masters tolerate ").append(failures(count / 2 - 1));
    line.append(count == 2 ? ", as 1 does" : " only, as " + std::to_string(count - 1) + " do");
    return {line.append("; use an odd number")};
}

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
            "this is the same server as master " + same->first.value() + " (run_id "
                + runId->substr(0, kShownDigits) + "...); one server has one vote",
            master};
    m_runIds.emplace(master, *runId);
    return std::nullopt;
}

} // namespace lockkeeper::config
