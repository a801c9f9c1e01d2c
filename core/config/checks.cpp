// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/checks.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::config {

std::vector<std::string> warnings(const Deployment& deployment)
{
    const std::size_t count = deployment.masters.size();
    if (count == 0 || count % 2 != 0)
        return {};
    if (count == 2)
        return {tr("2 masters tolerate no failure, as 1 does; use an odd number")};
    if (count == 4)
        return {tr("4 masters tolerate one failure only, as 3 do; use an odd number")};
    return {
        absl::Substitute(tr("$0 masters tolerate $1 failures only, as $2 do; use an odd number"),
            count, count / 2 - 1, count - 1)};
}

} // namespace lockkeeper::config
