// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/certainty/certainty.h"

#include "core/observe/formats/certainty/plain_value.h"

namespace lockkeeper::observe {

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
        return reading.ttl ? std::optional(Certainty::Possible) : std::nullopt;
    case NameHint::Other:
        break;
    }
    return std::nullopt;
}

std::optional<Certainty> certainByNameOnly(const KeyReading& reading, NameHint name)
{
    const bool isLocks = mayBeLocks(reading);
    if (name == NameHint::Lock)
        return isLocks ? Certainty::Likely : Certainty::Possible;
    if (reading.ttl && namesLock(reading))
        return name == NameHint::Other ? Certainty::Possible : Certainty::Likely;
    if (name != NameHint::Resembles || !isLocks || !reading.ttl)
        return std::nullopt;
    // Leases are short, so that they end soon after their holder.
    constexpr std::chrono::minutes kShortLease{2};
    return *reading.ttl <= kShortLease ? Certainty::Likely : Certainty::Possible;
}

} // namespace lockkeeper::observe
