// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/key_reading.h"

namespace lockkeeper::observe {

std::optional<Fingerprint> KeyReading::fingerprint() const
{
    if (isTooLong)
        return std::nullopt;
    switch (type) {
    case ValueType::String:
        return Fingerprint::ofString(value);
    case ValueType::Hash:
    case ValueType::Set:
    case ValueType::List:
        return fields.empty() ? std::nullopt : std::optional(Fingerprint::ofHash(fields));
    case ValueType::SortedSet: {
        HashFields members;
        for (const auto& [member, score] : fields)
            members.emplace_back(member, std::string());
        return members.empty() ? std::nullopt : std::optional(Fingerprint::ofHash(members));
    }
    case ValueType::None:
    case ValueType::Other:
        break;
    }
    return std::nullopt;
}

} // namespace lockkeeper::observe
