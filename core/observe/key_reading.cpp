// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/key_reading.h"

namespace lockkeeper::observe {

std::optional<Fingerprint> KeyReading::fingerprint() const
{
    if (type == ValueType::String && !isTooLong)
        return Fingerprint::ofString(value);
    if (type == ValueType::Hash && !fields.empty())
        return Fingerprint::ofHash(fields);
    return std::nullopt;
}

} // namespace lockkeeper::observe
