// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/fingerprint_list.h"

#include "core/text/split.h"

#include <absl/strings/str_join.h>

namespace lockkeeper {

std::string hexList(std::span<const Fingerprint> fingerprints)
{
    const auto appendHex = [](std::string* text, const Fingerprint& one) { *text += one.hex(); };
    return absl::StrJoin(fingerprints, ",", appendHex);
}

std::optional<std::vector<Fingerprint>> parseHexList(std::string_view text)
{
    std::vector<Fingerprint> found;
    if (text.empty())
        return found;
    for (const std::string_view hex : split(text, ',')) {
        const auto fingerprint = Fingerprint::fromHex(hex);
        if (!fingerprint)
            return std::nullopt;
        found.push_back(*fingerprint);
    }
    return found;
}

} // namespace lockkeeper
