// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/checks.h"

namespace lockkeeper::config {
namespace {

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

} // namespace lockkeeper::config
