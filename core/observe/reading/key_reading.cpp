// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/key_reading.h"

#include "core/text/number.h"

namespace lockkeeper::observe {

void KeyReading::takeQueue(WallTime now)
{
    for (const auto& [element, time] : queue->elements) {
        const auto until = numberIn<std::int64_t>(time);
        const auto left = std::chrono::milliseconds(until.value_or(0)) - sinceEpoch(now);
        if (until && left.count() <= 0)
            continue;
        type = ValueType::Queue;
        fields = {{element, time}};
        if (until)
            ttl = left;
        return;
    }
}

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
    case ValueType::Node:
        return fields.empty() ? std::nullopt : std::optional(Fingerprint::ofHash(fields));
    case ValueType::Queue:
        // Differs from the token of the lock that the first element takes.
        return fields.empty()
            ? std::nullopt
            : std::optional(Fingerprint::ofString("queue:" + fields.front().first));
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
