// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/duration_text.h"

#include "core/text/display_safe.h"
#include "core/text/number.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <array>

namespace lockkeeper {
namespace {

struct Unit {
    std::string_view name;
    std::int64_t milliseconds;
};
constexpr std::array<Unit, 5> kUnits{
    {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}}};
constexpr std::int64_t kMost = 365LL * 86'400'000 * 100;

} // namespace

Result<std::chrono::milliseconds> parseDuration(std::string_view text)
{
    const auto wrong = [&](const char* format) {
        return fail(ErrorClass::InvalidArgument, absl::Substitute(format, displaySafe(text)));
    };
    std::string_view unit = text;
    const auto number = takeNumber<std::int64_t>(unit);
    if (!number || *number < 0)
        return wrong(trNoop("'$0' is no time: write 500ms, 30s, 5m or 2h", "data"));
    if (unit.empty())
        return wrong(trNoop("'$0' has no unit: write $0s or $0ms", "data"));
    for (const Unit& known : kUnits) {
        if (unit != known.name)
            continue;
        if (*number > kMost / known.milliseconds)
            return wrong(trNoop("'$0' is more than a hundred years", "data"));
        return std::chrono::milliseconds(*number * known.milliseconds);
    }
    return wrong(trNoop("'$0' has an unknown unit: write 500ms, 30s, 5m or 2h", "data"));
}

std::string formatDuration(std::chrono::milliseconds duration)
{
    const std::int64_t count = duration.count();
    const Unit* best = &kUnits.front();
    for (const Unit& unit : kUnits) {
        if (count != 0 && count % unit.milliseconds == 0)
            best = &unit;
    }
    return std::to_string(count / best->milliseconds).append(best->name);
}

} // namespace lockkeeper
