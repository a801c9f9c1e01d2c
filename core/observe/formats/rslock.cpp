// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

/// rslock: 20 random bytes. Any binary value may look like that, so it needs a hint. Source:
/// rslock, src/lock.rs.
Format rslockFormat()
{
    return {.name = "rslock",
        .shape = {.shortest = 20, .longest = 20},
        .recognise = [](const KeyReading& reading, WallTime) -> std::optional<DecodedLock> {
            constexpr std::size_t kLength = 20;
            const auto value = stringValue(reading);
            if (!value || value->size() != kLength)
                return std::nullopt;
            return DecodedLock{.scope = ValueScope::Acquisition};
        },
        .isRevocable = true};
}

} // namespace lockkeeper::observe
