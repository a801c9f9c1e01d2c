// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/traffic/change_learner.h"

namespace lockkeeper::observe {

bool isChangedAsLock(const HeardUse& use)
{
    return use.taken >= 2 && use.takenAgain > 0 && 3 * use.released >= use.taken
        && use.overwritten == 0;
}

void ChangeLearner::add(const KeyReading& reading)
{
    auto found = m_keys.find(reading.key);
    if (reading.type == ValueType::None) {
        if (found != m_keys.end())
            remove(found->second, reading.readAt);
        return;
    }
    const auto value = reading.fingerprint();
    if (!value)
        return; // too large for a lock
    if (found == m_keys.end()) {
        m_isCut = m_isCut || m_keys.size() >= TrafficLearner::kMostNames
            || reading.key.size() > TrafficLearner::kLongestName;
        if (m_isCut)
            return;
        found = m_keys.emplace(reading.key, Key()).first;
    }
    const auto until = reading.ttl ? std::optional(reading.readAt + *reading.ttl) : std::nullopt;
    change(found->second, *value, until);
}

void ChangeLearner::change(Key& key, const Fingerprint& value, std::optional<SteadyTime> until)
{
    if (!key.value && m_hasStarted) {
        ++key.use.taken;
        key.use.takenAgain += key.wasReleased ? 1 : 0;
    } else if (key.value && *key.value != value) {
        ++key.use.overwritten;
    } else if (key.value && until && key.until && *until > *key.until + kSameExpiry) {
        ++key.use.renewed;
    }
    key.value = value;
    key.until = until;
}

void ChangeLearner::remove(Key& key, SteadyTime now)
{
    const bool isEarly = !key.until || now + kSameExpiry < *key.until;
    if (key.value && isEarly) {
        key.wasReleased = true;
        key.use.released += key.use.taken > 0 ? 1 : 0;
    }
    key.value.reset();
}

std::vector<TrafficLearner::Name> ChangeLearner::names() const
{
    std::vector<TrafficLearner::Name> names;
    for (const auto& [name, key] : m_keys) {
        if (key.use.taken + key.use.renewed > 0)
            names.push_back({.name = name, .use = key.use, .clients = {}});
    }
    return names;
}

} // namespace lockkeeper::observe
