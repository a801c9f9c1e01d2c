// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/info.h"

#include "core/text/split.h"

namespace lockkeeper::redis {

std::optional<std::string_view> infoField(std::string_view info, std::string_view name)
{
    while (!info.empty()) {
        std::string_view line = takeUntil(info, "\n");
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.starts_with(name) && line.substr(name.size()).starts_with(':'))
            return line.substr(name.size() + 1);
    }
    return std::nullopt;
}

} // namespace lockkeeper::redis
