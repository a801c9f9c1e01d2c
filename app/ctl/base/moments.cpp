// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/moments.h"

#include "core/text/display_safe.h"
#include "core/text/duration_text.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <ctime>

namespace lockkeeper::ctl {

Result<WallTime> parsePastTime(std::string_view text, WallTime now)
{
    if (const auto duration = parseDuration(text))
        return now - *duration;
    const auto wrong = [&](const char* sentence) {
        return fail(ErrorClass::InvalidArgument, absl::Substitute(sentence, displaySafe(text)));
    };
    std::string plain(text);
    if (plain.ends_with('Z'))
        plain.pop_back();
    for (const char* form : {"%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"}) {
        std::tm parts{};
        const char* const end = ::strptime(plain.c_str(), form, &parts);
        if (end == nullptr || *end != '\0')
            continue;
        const std::time_t seconds = ::timegm(&parts);
        if (seconds < 0 || seconds > std::chrono::system_clock::to_time_t(now))
            return wrong(trNoop("'$0' is not in the past, or before 1970", "data"));
        return std::chrono::system_clock::from_time_t(seconds);
    }
    return wrong(
        trNoop("'$0' is no time: write 24h, 2026-11-21 or 2026-11-21T03:14 (UTC)", "data"));
}

} // namespace lockkeeper::ctl
