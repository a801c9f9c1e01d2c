// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/certainty/certainty.h"

#include "core/observe/formats/certainty/plain_value.h"
#include "core/text/ascii.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

/// What else is random lives longer.
constexpr std::chrono::seconds kShortestLease{30};

/// True for a name without numbers and ids: there are few of them, and they are not those of
/// requests or visitors.
bool namesOneThing(std::string_view name)
{
    return std::ranges::none_of(name, isAsciiDigit);
}

} // namespace

std::optional<Certainty> certain(const KeyReading& /*reading*/, NameHint /*name*/)
{
    return Certainty::Certain;
}

std::optional<Certainty> certainByName(const KeyReading& reading, NameHint name)
{
    switch (name) {
    case NameHint::Lock:
        return Certainty::Likely;
    case NameHint::Resembles:
        return reading.ttl ? Certainty::Likely : Certainty::Possible;
    case NameHint::Nothing:
        if (!reading.ttl)
            return std::nullopt;
        return *reading.ttl <= kShortestLease && namesOneThing(reading.key) ? Certainty::Likely
                                                                            : Certainty::Possible;
    case NameHint::Other:
        break;
    }
    return std::nullopt;
}

std::optional<Certainty> certainByNameOnly(const KeyReading& reading, NameHint name)
{
    if (name == NameHint::Lock)
        return mayBeLocks(reading) ? Certainty::Likely : Certainty::Possible;
    if (reading.ttl && namesLock(reading))
        return name == NameHint::Other ? Certainty::Possible : Certainty::Likely;
    if (name != NameHint::Resembles || !reading.ttl || !mayBeLocks(reading))
        return std::nullopt;
    // Leases are short, so that they end soon after their holder.
    constexpr std::chrono::minutes kShortLease{2};
    return *reading.ttl <= kShortLease ? Certainty::Likely : Certainty::Possible;
}

} // namespace lockkeeper::observe
